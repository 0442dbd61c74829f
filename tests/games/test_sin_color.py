"""Sin Color, following its rules sentence by sentence, from hand-written positions: the table, the rows, the trade."""

from collections import Counter

import pytest

from games import engine
from games.dealer import Scripted
from games.sin_color import GAME
from games.sin_color.moves import Arrange, NoTrade, Offer, Trade, TurnOver
from games.sin_color.options import Options
from games.sin_color.pieces import FACES
from games.sin_color.rules import State
from tests.games.cases import cases
from tests.games.sin_color_tables import asked, by, choices, play, read, row, rows, said, table

IN_ORDER = [list(FACES), list(FACES)]


def begin(seats: int) -> State:
    return engine.begin(GAME, seats, Options(), Scripted(IN_ORDER))


@pytest.mark.parametrize(("seats", "each"), [(3, 8), (4, 6)])
def test_all_coins_are_dealt_out_evenly_and_the_tiles_stand_in_six_stacks_of_four(seats: int, each: int) -> None:
    g = begin(seats)
    assert [len(row) for row in g.rows] == [each] * seats
    assert [len(tiles) for tiles in g.stacks] == [4] * 6
    assert len(set(FACES.values())) == 24
    assert Counter(tile for tiles in g.stacks for tile in tiles) == Counter(FACES.values())
    assert Counter(coin.face for row in g.rows for coin in row) == Counter(FACES.values())
    assert g.paid == []


def test_chance_shuffles_tiles_and_coins() -> None:
    tiles, coins = list(FACES), list(reversed(FACES))
    g: State = engine.begin(GAME, 3, Options(), Scripted([tiles, coins]))
    assert g.stacks[0] == [FACES[word] for word in tiles[:4]]
    assert [coin.face for coin in g.rows[0]] == [FACES[word] for word in coins[:8]]


def test_three_or_four_may_play() -> None:
    assert list(GAME.seats) == [3, 4]


def test_everybody_chooses_at_the_same_time_which_sides_lie_up_and_then_chance_decides_who_begins() -> None:
    before = begin(3)
    assert asked(before) == "0 1 2 arranging"
    assert engine.free(GAME, before, 0) == [], "nothing is turned over before the rows are visible"
    assert play(before, "arrange 0 7, arrange 1").rows == before.rows
    arranged = Arrange((0, 7)), Arrange(()), Arrange(tuple(range(8)))
    g = play(before, *arranged, drawn=[2])
    assert [[coin.up for coin in row].count("value") for row in g.rows] == [2, 0, 8]
    assert [coin.up for coin in g.rows[0]][:2] == ["value", "suit"]
    assert asked(g) == "2 trading"
    assert said(before, *arranged, drawn=[2]) == ["The coins are arranged. First turn: seat 2."]


def test_one_may_turn_over_ones_own_coins_as_often_as_one_likes_also_in_somebody_elses_turn() -> None:
    g = read("S0, S4, S5 A3v")
    turned = by(g, 2, TurnOver(1))
    assert (row(turned, 2), turned.question) == ("S5 A3", g.question)
    assert row(by(turned, 2, TurnOver(1)), 2) == "S5 A3v"


@cases("""
    before | answers | free
It is offered beside every question to everybody.
    S0 S2, S4, S5    |                                       | 01 0 0
A coin under offer is locked until the trade is dropped, also in a sealed offer.
    S0 A3, S4 S2, S5 | offer 1, offer 1                      | 0 0 0
    S0 A3, S4 S2, S5 | offer 1, offer 0, offer 0             | 0 1 -
    S0 A3, S4 S2, S5 | offer 1, offer 0, offer 0, none (0)   | 01 01 0
When the game is over no coin is turned.
    S3, S4, S5       | none (0), pay S3                      | - - -
""")
def test_which_coins_may_be_turned_over(before: str, answers: str, free: str) -> None:
    g = play(read(before), answers)
    coins = [[int(place) for place in places if place != "-"] for places in free.split()]
    assert [[*engine.free(GAME, g, seat)] for seat in range(3)] == [[*map(TurnOver, places)] for places in coins]


THREE = "S0 A3v C2, S4 M2v, S5v M3 C1v"
"""Nothing in these rows matches a top of the stacks."""


def test_one_offers_one_or_more_coins_or_does_not_trade() -> None:
    g = read(THREE)
    assert choices(g) == [NoTrade()]
    assert engine.pick(GAME, g, 0) == engine.Pick("offer", "coins", (0, 1, 2), 1, 3)


def test_then_all_others_have_to_offer_one_or_more_at_the_same_time() -> None:
    g = play(read(f"{THREE} : : turn 1"), "offer 0")
    assert (asked(g), g.question.opener, choices(g)) == ("0 2 offering", 1, [])
    assert engine.pick(GAME, g, 0) == engine.Pick("offer", "coins", (0, 1, 2), 1, 3)


@cases("""
    before | answers | offers | asks
Offers are sealed until the last one is in.
    S0 A3v C2, S4 M2v, S5v M3 C1v | offer 2 0, offer 1                | 0:0 2              | 2 offering
    S0 A3v C2, S4 M2v, S5v M3 C1v | offer 2 0, offer 1, offer 0 1 2   | 0:0 2, 1:1, 2:0 1 2 | 0 choosing
Open offers are made one after the other, clockwise.
    S0 A3v C2, S4 M2v, S5v M3 C1v, A4 A5 : : turn 2, offers open | offer 0, offer 0 | 2:0, 3:0 | 0 offering
    S0 A3v C2, S4 M2v, S5v M3 C1v, A4 A5 : : turn 2, offers open | offer 0, offer 0, offer 1 0, offer 1 | 2:0, 3:0, 0:0 1, 1:1 | 2 choosing
""")  # noqa: E501
def test_what_is_offered(before: str, answers: str, offers: str, asks: str) -> None:
    g = play(read(before), answers)
    found = ", ".join(f"{seat}:{' '.join(map(str, coins))}" for seat, coins in g.offers.items())
    assert (found, asked(g)) == (offers, asks)


def test_one_chooses_one_of_the_offers_or_none() -> None:
    g = play(read(f"{THREE} : : turn 1"), "offer 0, offer 0, offer 0")
    assert choices(g) == [Trade(2), Trade(0), NoTrade()]


@cases("""
    before | answers | after_it | dice | asks
Turns go clockwise.
    S0, S4, S5 : : turn 1 | none (0), none (0)           | S0, S4, S5 | 2:0 | 0 trading
Whoever trades nothing throws one die and has no second try.
    S0 A3v C2, S4 M2v, S5v M3 C1v | offer 0, offer 0, offer 0, none (0) | S0 A3v C2, S4 M2v, S5v M3 C1v | 0:0 | 1 trading
The coins offered are swapped, keep their upper sides, and come to the right end in the order in which they lay; both throw.
    S0 A3v C2, S4 M2v, S5v M3 C1v | offer 1 0, offer 1, offer 0, trade 2 (4 1) | C2 S5v, S4 M2v, M3 C1v S0 A3v | 0:4 2:1 | 0 ordering
Any numbers may be traded.
    S0, S4 M2v C2 A4 A5 C4, S5 | offer 0, offer 0 1 2 3 4 5, offer 0, trade 1 (0 0) | S4 M2v C2 A4 A5 C4, S0, S5 | 0:0 1:0 | 0 ordering
A trade of one's only coin wins nothing.
    S0, S4, S5 | offer 0, offer 0, offer 0, trade 1 (0 0) | S4, S0, S5 | 0:0 1:0 | 0 ordering
""")  # noqa: E501
def test_what_comes_of_a_trade(before: str, answers: str, after_it: str, dice: str, asks: str) -> None:
    g = play(read(before), answers)
    thrown = " ".join(f"{seat}:{die}" for seat, die in g.dice.items())
    assert (rows(g), thrown, asked(g)) == (after_it, dice, asks)


def test_the_log_says_how_many_were_offered_and_traded_and_not_which() -> None:
    assert said(read(THREE), Offer((1, 0)), Offer((1,)), Offer((0, 2, 1)), Trade(2), drawn=[0, 3]) == [
        "seat 0 offered 2 coins.",
        "seat 1 offered 1 coins.",
        "seat 2 offered 3 coins.",
        "~seat 0 and seat 2 traded: 2 coins for 3.",
        "seat 0 traded with seat 2: 2 coins for 3.",
        "seat 0 threw: null.",
        "seat 2 threw: 3.",
    ]


def test_the_log_says_that_nobody_was_chosen() -> None:
    lines = said(table(rows=THREE.split(",")), *[Offer((0,))] * 3, NoTrade(), drawn=[0])
    assert lines[3:] == ["seat 0 did not trade.", "seat 0 threw: null.", "seat 0 had no coin that matches."]
