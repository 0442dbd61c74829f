"""Sin Color, following its rules sentence by sentence, from hand-written positions: the table, the rows, the trade."""

from games import engine
from games.dealer import Scripted
from games.sin_color import GAME
from games.sin_color.moves import Arrange, NoTrade, Trade, TurnOver
from games.sin_color.options import Options
from games.sin_color.pieces import FACES
from games.sin_color.rules import State
from tests.games.cases import cases
from tests.games.sin_color_tables import asked, by, choices, play, read, row, rows, said


def test_chance_deals_three_or_four_all_coins_evenly_and_puts_the_tiles_in_six_stacks_of_four() -> None:
    tiles, coins = list(FACES), list(reversed(FACES))
    assert len({*FACES.values()}) == 24
    for seats, each in zip(GAME.seats, (8, 6), strict=True):
        g: State = engine.begin(GAME, seats, Options(), Scripted([tiles, coins]))
        assert g.stacks == [[FACES[word] for word in tiles[at : at + 4]] for at in range(0, 24, 4)]
        assert [[coin.face for coin in row] for row in g.rows] == [
            [FACES[word] for word in coins[at : at + each]] for at in range(0, 24, each)
        ]
        assert g.paid == []


def test_everybody_chooses_at_the_same_time_which_sides_lie_up_and_then_chance_decides_who_begins() -> None:
    before = engine.begin(GAME, 3, Options(), Scripted([list(FACES), list(FACES)]))
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


def test_one_offers_coins_or_does_not_trade_then_all_others_have_to_and_one_chooses_an_offer_or_none() -> None:
    g = read(f"{THREE} : : turn 1")
    assert (choices(g), engine.pick(GAME, g, 1)) == ([NoTrade()], engine.Pick("offer", "coins", (0, 1), 1, 2))
    g = play(g, "offer 0")
    assert (asked(g), g.question.opener, choices(g)) == ("0 2 offering", 1, [])
    assert engine.pick(GAME, g, 0) == engine.Pick("offer", "coins", (0, 1, 2), 1, 3)
    assert choices(play(g, "offer 0, offer 0")) == [Trade(2), Trade(0), NoTrade()]


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
