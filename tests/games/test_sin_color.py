"""Sin Color, sentence by sentence of its rules, from positions written by hand: the table, the rows, the trade."""

from collections import Counter

import pytest

from games import engine
from games.dealer import Scripted
from games.engine import IllegalMove, NotAsked
from games.sin_color import GAME
from games.sin_color.moves import Arrange, NoTrade, Offer, Trade, TurnOver
from games.sin_color.options import Options
from games.sin_color.pieces import FACES
from games.sin_color.rules import Arranging, Choosing, Offering, Ordering, State, Trading
from tests.games.sin_color_tables import by, choices, pays, play, row, said, table

IN_ORDER = [list(FACES), list(FACES)]


def begin(seats: int) -> State:
    g: State = engine.begin(GAME, seats, Options(), Scripted(IN_ORDER))
    return g


# --- The table ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "each"), [(3, 8), (4, 6)])
def test_all_coins_are_dealt_out_evenly_and_the_tiles_stand_in_six_stacks_of_four(seats: int, each: int) -> None:
    g = begin(seats)
    assert [len(row) for row in g.rows] == [each] * seats
    assert [len(tiles) for tiles in g.stacks] == [4] * 6
    assert Counter(tile for tiles in g.stacks for tile in tiles) == Counter(FACES.values())
    assert Counter(coin.face for row in g.rows for coin in row) == Counter(FACES.values())
    assert g.paid == []


def test_each_tile_and_each_coin_is_another_one() -> None:
    assert len(set(FACES.values())) == 24


def test_chance_shuffles_tiles_and_coins() -> None:
    tiles, coins = list(FACES), list(reversed(FACES))
    g: State = engine.begin(GAME, 3, Options(), Scripted([tiles, coins]))
    assert g.stacks[0] == [FACES[word] for word in tiles[:4]]
    assert [coin.face for coin in g.rows[0]] == [FACES[word] for word in coins[:8]]


def test_three_or_four_may_play() -> None:
    assert list(GAME.seats) == [3, 4]
    for seats in (2, 5):
        with pytest.raises(ValueError, match=f"3 to 4 players, not {seats}"):
            begin(seats)


# --- Arranging ----------------------------------------------------------------------------------------------


def test_everybody_chooses_at_the_same_time_which_sides_lie_up() -> None:
    g = begin(3)
    assert isinstance(g.question, Arranging)
    assert g.question.seats == (0, 1, 2)
    g = play(g, Arrange((0, 7)), Arrange(()), Arrange(tuple(range(8))), drawn=[1])
    assert [[coin.up for coin in row].count("value") for row in g.rows] == [2, 0, 8]
    assert [coin.up for coin in g.rows[0]][:2] == ["value", "suit"]


def test_nothing_is_laid_before_all_have_chosen() -> None:
    before = begin(3)
    assert play(before, Arrange((0, 7)), Arrange((1,))).rows == before.rows


@pytest.mark.parametrize("value_up", [(8,), (0, 0), (-1,)])
def test_only_coins_of_ones_own_row_can_be_arranged(value_up: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove, match="arrange with 0 to 8"):
        play(begin(3), Arrange(value_up))


def test_then_chance_decides_who_begins() -> None:
    arranged = [Arrange(())] * 3
    g = play(begin(3), *arranged, drawn=[2])
    assert g.question == Trading(2, number=2)
    assert said(begin(3), *arranged, drawn=[2]) == ["The coins are arranged. seat 2 begins."]


def test_turns_go_clockwise() -> None:
    g = table(turn=1)
    turns = []
    for _ in range(4):
        turns.append(g.turn)
        g = play(g, NoTrade(), drawn=[0])
    assert turns == [1, 2, 0, 1]


# --- Turning coins over -------------------------------------------------------------------------------------


def test_one_may_turn_over_any_of_ones_own_coins_as_often_as_one_likes() -> None:
    g = table(rows=["S0 A3v", "S4", "S5"])
    g = by(g, 0, TurnOver(1))
    assert row(g, 0) == "S0 A3"
    assert row(by(g, 0, TurnOver(1)), 0) == "S0 A3v"
    with pytest.raises(IllegalMove):
        by(g, 0, TurnOver(2))


def test_also_when_it_is_somebody_elses_turn_and_nothing_else_happens() -> None:
    g = table(rows=["S0", "S4", "S5"], turn=0)
    after = by(g, 2, TurnOver(0))
    assert row(after, 2) == "S5v"
    assert after.question == g.question


def test_it_is_offered_beside_every_question_to_everybody_but_not_while_the_rows_are_arranged() -> None:
    assert [engine.free(GAME, table(rows=["S0 S2", "S4", "S5"]), seat) for seat in range(3)] == [
        [TurnOver(0), TurnOver(1)],
        [TurnOver(0)],
        [TurnOver(0)],
    ]
    assert engine.free(GAME, begin(3), 0) == []


def test_when_the_game_is_over_no_coin_is_turned() -> None:
    g = play(table(rows=["S3", "S4", "S5"]), NoTrade(), pays("S3"), drawn=[0])
    assert not engine.free(GAME, g, 1)
    with pytest.raises(NotAsked):
        by(g, 1, TurnOver(0))


def test_a_coin_under_offer_is_locked_until_the_trade_is_dropped() -> None:
    g = play(table(rows=["S0 A3", "S4 S2", "S5"]), Offer((1,)))
    assert engine.free(GAME, g, 0) == [TurnOver(0)]
    with pytest.raises(IllegalMove):
        by(g, 0, TurnOver(1))
    g = play(g, Offer((0,)), Offer((0,)))
    assert [engine.free(GAME, g, seat) for seat in range(3)] == [[TurnOver(0)], [TurnOver(1)], []]
    g = play(g, NoTrade(), drawn=[0])
    assert [len(engine.free(GAME, g, seat)) for seat in range(3)] == [2, 2, 1]


def test_also_a_coin_in_a_sealed_offer_is_locked() -> None:
    g = play(table(rows=["S0 A3", "S4 S2", "S5"]), Offer((1,)), Offer((1,)))
    assert engine.free(GAME, g, 1) == [TurnOver(0)]
    assert engine.free(GAME, g, 2) == [TurnOver(0)]


# --- Trading ------------------------------------------------------------------------------------------------

THREE = ["S0 A3v C2", "S4 M2v", "S5v M3 C1v"]
"""Nothing in these rows matches a top of the stacks."""


def test_one_offers_one_or_more_coins_or_does_not_trade() -> None:
    g = table(rows=THREE)
    assert choices(g) == [NoTrade()]
    assert engine.pick(GAME, g, 0) == engine.Pick("offer", "coins", (0, 1, 2), 1, 3)
    with pytest.raises(IllegalMove):
        play(g, Offer(()))


def test_then_all_others_offer_one_or_more_at_the_same_time() -> None:
    g = play(table(rows=THREE, turn=1), Offer((0,)))
    assert g.question == Offering((0, 2), opener=1, number=2)
    assert choices(g) == []
    with pytest.raises(IllegalMove, match="offer with 1 to 3"):
        play(g, Offer(()))
    with pytest.raises(IllegalMove):
        play(g, NoTrade())


def test_an_offer_stands_once_it_is_made() -> None:
    g = by(play(table(rows=THREE), Offer((0,))), 1, Offer((0,)))
    with pytest.raises(NotAsked):
        by(g, 1, Offer((1,)))


def test_offers_are_sealed_until_the_last_one_is_in() -> None:
    g = play(table(rows=THREE), Offer((2, 0)))
    assert g.offers == {0: (0, 2)}
    g = play(g, Offer((1,)))
    assert g.offers == {0: (0, 2)}
    g = play(g, Offer((0, 1, 2)))
    assert g.offers == {0: (0, 2), 1: (1,), 2: (0, 1, 2)}
    assert g.question == Choosing(0, number=3)


def test_with_open_offers_the_others_offer_one_after_another_clockwise() -> None:
    g = play(table(rows=[*THREE, "A4 A5"], turn=2, offers="open"), Offer((0,)))
    assert g.question == Offering((3,), opener=2, number=2)
    g = play(g, Offer((0,)))
    assert g.offers == {2: (0,), 3: (0,)}
    assert g.question == Offering((0,), opener=2, number=3)
    g = play(g, Offer((1, 0)), Offer((1,)))
    assert g.offers == {2: (0,), 3: (0,), 0: (0, 1), 1: (1,)}
    assert g.question == Choosing(2, number=5)


def test_one_chooses_one_of_the_offers_or_none() -> None:
    g = play(table(rows=THREE, turn=1), Offer((0,)), Offer((0,)), Offer((0,)))
    assert choices(g) == [Trade(2), Trade(0), NoTrade()]


def test_whoever_trades_nothing_throws_one_die_and_has_no_second_try() -> None:
    g = play(table(rows=THREE), Offer((0,)), Offer((0,)), Offer((0,)), NoTrade(), drawn=[0])
    assert g.dice == {0: 0}
    assert g.offers == {}
    assert g.question == Trading(1, number=4)
    assert [row(g, seat) for seat in range(3)] == THREE


def test_the_coins_offered_are_swapped_and_keep_their_upper_sides() -> None:
    g = play(table(rows=THREE), Offer((1, 0)), Offer((1,)), Offer((0, 2, 1)), Trade(2), drawn=[0, 0])
    assert [row(g, seat) for seat in range(3)] == ["C2 S5v M3 C1v", "S4 M2v", "S0 A3v"]


def test_they_come_to_the_right_end_in_the_order_in_which_they_lay() -> None:
    g = play(table(rows=THREE), Offer((1, 0)), Offer((1,)), Offer((0,)), Trade(2), drawn=[0, 0])
    assert [row(g, seat) for seat in range(3)] == ["C2 S5v", "S4 M2v", "M3 C1v S0 A3v"]


def test_any_numbers_may_be_traded() -> None:
    g = table(rows=["S0", "S4 M2v C2 A4 A5 C4", "S5"])
    g = play(g, Offer((0,)), Offer(tuple(range(6))), Offer((0,)), Trade(1), drawn=[0, 0])
    assert [len(row) for row in g.rows] == [6, 1, 1]


def test_a_trade_of_ones_only_coin_wins_nothing() -> None:
    g = play(table(rows=["S0", "S4", "S5"]), Offer((0,)), Offer((0,)), Offer((0,)), Trade(1), drawn=[0, 0])
    assert [len(row) for row in g.rows] == [1, 1, 1]
    assert isinstance(g.question, Ordering)


def test_after_a_trade_both_throw() -> None:
    g = play(table(rows=THREE), Offer((0,)), Offer((0,)), Offer((0,)), Trade(2), drawn=[4, 1])
    assert g.dice == {0: 4, 2: 1}
    assert g.question == Ordering(0, partner=2, number=4)


def test_the_log_says_how_many_were_offered_and_traded_and_not_which() -> None:
    g = table(rows=THREE)
    lines = said(g, Offer((1, 0)), Offer((1,)), Offer((0, 2, 1)), Trade(2), drawn=[0, 3])
    assert lines == [
        "seat 0 offers coins: 2.",
        "seat 1 offers coins: 1.",
        "seat 2 offers coins: 3.",
        "~seat 0 and seat 2 trade: 2 for 3.",
        "seat 0 traded with seat 2: 2 for 3.",
        "seat 0 throws: null.",
        "seat 2 throws: 3.",
    ]


def test_the_log_says_that_nobody_was_chosen() -> None:
    lines = said(table(rows=THREE), Offer((0,)), Offer((0,)), Offer((0,)), NoTrade(), drawn=[0])
    assert lines[3:] == ["seat 0 trades with nobody.", "seat 0 throws: null.", "seat 0 has no coin that matches."]


def test_only_offers_of_coins_in_ones_row_are_taken() -> None:
    g = table(rows=THREE)
    for offered in ((3,), (0, 0), (-1,)):
        with pytest.raises(IllegalMove):
            play(g, Offer(offered))
