"""Desfases, following its rules sentence by sentence: scoring, feeding the timer and the end."""

import pytest

from games import engine
from games.dealer import Scripted
from games.desfases import GAME
from games.desfases.board import SQUARES, Coin, Side, Square
from games.desfases.rules import State, outcome, tiles_facing
from games.piecepack import VALUES
from tests.games.cases import cases
from tests.games.conversation import result
from tests.games.desfases_tables import asked, asks, choices, facing, play, read, said

FACED = read("b2 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3")
"""The pawn of suns on b2, its timer run down; only a2, the 4 of moons, faces it."""
NOT_FACED = "a3 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3"
LAST_ROUND = "b2 e3 e2 b5 : 0 0 0 0 : under 5 5 5 5, round 21, gaps 01234 01234 01234 01234"
"""All coins are used, and every timer has run down again."""


def test_a_tile_is_scored_with_the_coin_from_under_the_die_and_the_pawn_stays() -> None:
    g = play(FACED, "a2")
    assert g.tiles["a2"].coin == Coin("suns", 4)
    assert (g.pieces["suns"].under, g.pieces["suns"].reserve, g.pieces["suns"].pawn) == (None, [0, 1, 2, 3, 5], "b2")
    assert said(FACED, "a2", to=0)[-1].endswith("Points: 8.")


@cases("""
    before | asked_for | may
A tile that faces the pawn is scored, also one with another pawn on it.
    b2 a2 e2 b5 : 0 3 1 3                                   | suns scoring | a2
Tiles of any suit can be scored.
    b2 e3 e2 b5 : 0 3 1 3 : board A5W=S5W C3S=C3W S2N=A2S S1N=S1W | suns scoring | a2 b1 b3 c2
Whoever can score has to, even if it brings nothing.
    b2 e3 e2 b5 : 0 3 1 3 : board M4E=M0E                 | suns scoring | a2
A scored tile is not scored again.
    b2 e3 e2 b5 : 0 3 1 3 : coins a2=A5                     | suns feeding | 1 2 3 4 5
The tiles turn before they are looked at: b1 comes to face a1.
    a1 e3 e2 b5 : 0 3 1 3 : board S1N=S1S                 | suns scoring | b1
If no tile faces the pawn a coin is fed at once.
    a3 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3                   | suns feeding | 0 1 2 3 5
""")
def test_what_a_timer_that_has_run_down_asks(before: str, asked_for: str, may: str) -> None:
    g = asked(read(before))
    assert (asks(g), sorted(choices(g))) == (asked_for, may.split())


@pytest.mark.parametrize(("side", "expected"), [("N", ["d1"]), ("E", ["c2"]), ("S", []), ("W", ["e2"])])
def test_where_all_tiles_face_one_way_one_faces_the_pawn(side: Side, expected: list[Square]) -> None:
    g = read("")
    for tile in g.tiles.values():
        tile.facing = side
    # The tile to the north is scored already.
    g.tiles["d3"].coin = Coin("moons", 4)
    assert tiles_facing(g, "d2") == expected


def test_the_coin_goes_under_the_die_which_shows_its_value_and_the_turn_is_over() -> None:
    g = play(FACED, "a2", "3")
    suns = g.pieces["suns"]
    assert (suns.under, suns.die, suns.reserve, asks(g)) == (3, 3, [0, 1, 2, 5], "moons moving")


@pytest.mark.parametrize(("coin", "turns"), [("5", "moving moving moving moving moving feeding"), ("0", "feeding")])
def test_a_five_brings_five_moves_and_then_a_score_and_a_null_a_score_at_once(coin: str, turns: str) -> None:
    # No tile faces the pawn when the timer has run down.
    g, asked_of_suns = play(read(NOT_FACED), coin), list[str]()
    while "feeding" not in asked_of_suns:
        if g.question.suit == "suns":
            asked_of_suns.append(asks(g).removeprefix("suns "))
        g = play(g, choices(g)[0])
    assert [each for each in asked_of_suns if each != "scoring"] == turns.split()


def test_a_null_thrown_at_the_beginning_scores_in_the_first_turn() -> None:
    # Arms from null to 5 on e4, a5, b5, c5, d5 and e5.
    g: State = engine.begin(GAME, 4, GAME.Options(), Scripted([list(SQUARES), 0]))
    g = play(g, "arms", "suns", "moons", drawn=[0, 5, 5, 5])
    assert facing(g, "e4 a5 b5 c5 d5 e5") == "N E E E E E"
    assert (g.pieces["arms"].pawn, g.pieces["arms"].gap, asks(g)) == ("e4", [0], "arms feeding")


def test_while_a_coin_can_be_fed_the_timer_has_not_stopped() -> None:
    g = play(read(LAST_ROUND.replace("01234", "0124", 1)), "a2")
    assert (asks(g), g.pieces["suns"].stopped) == ("suns feeding", False)


def test_with_no_coin_left_the_timer_stops_and_the_tiles_turn_no_more_until_the_last_one_has() -> None:
    assert "~The timer of suns has stopped." in said(read(LAST_ROUND), "a2")
    g = play(read(LAST_ROUND), "a2")
    lie = facing(g, "a4 b3 b1 c1 e5")
    while g.agenda:
        assert g.pieces["suns"].stopped and outcome(g) is None
        g = play(g, choices(g)[0])
    assert facing(g, "a4 b3 b1 c1 e5") == lie
    assert all(pieces.stopped for pieces in g.pieces.values()) and outcome(g) is not None


@cases("""
    coins | seats | winners | scores | why
The score is the sum of tiles and coins marked by the suit: 4 + 5 on a2 and 0 + 2 on d4, 5 + 0 on b2.
    a2=S5 d4=S2 b2=M0             | 4 | 0       | 11 5 0 0 | seat 0, with 11.
With two players both suits are added up.
    a2=S5 b2=C4 a4=M5 e3=A1       | 2 | 0       | 18 14    | seat 0, with 18.
Ties share the win.
    a2=S5 b2=C0 a4=M5 e3=A1       | 2 | 0 1     | 14 14    | seat 0 and seat 1, with 14.
Coins in the gap are worth nothing.
    | 4 | 0 1 2 3 | 0 0 0 0 | seat 0, seat 1, seat 2 and seat 3, with 0.
""")
def test_who_wins(coins: str, seats: str, winners: str, scores: str, why: str) -> None:
    """All other coins are in the gap."""
    gaps = ("".join(str(v) for v in VALUES if f"={suit}{v}" not in coins) or "-" for suit in "SMCA")
    g = read(f": 0 0 0 0 : under - - - -, gaps {' '.join(gaps)}, coins {coins}, seats {seats}, round 21")
    assert result(outcome(g)) == (winners, scores, f"Most points: {why}")
