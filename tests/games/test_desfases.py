"""Desfases, following its rules sentence by sentence: the table, the turning tiles and the moving pawns."""

from typing import Any

import pytest

from games import engine
from games.dealer import Scripted
from games.desfases import GAME
from games.desfases.board import SQUARES
from games.desfases.options import Options
from games.desfases.rules import State
from games.piecepack import SUITS, VALUES
from tests.games.cases import cases
from tests.games.desfases_tables import asked, asks, choices, facing, play, read, said

IN_ORDER = list(SQUARES)
"""Suns from null to 5 on a1, b1 and so on, then moons, crowns and arms."""


def begin(seats: int = 4, first: int = 0, **options: Any) -> State:
    return engine.begin(GAME, seats, Options(**options), Scripted([IN_ORDER, first]))


def test_two_or_four_may_play_and_not_three() -> None:
    assert list(GAME.seats) == [2, 4]
    with pytest.raises(ValueError, match="Desfases is for 2 or 4 players, not 3"):
        begin(3)


def test_chance_decides_where_the_24_tiles_lie_around_a_gap() -> None:
    g: State = engine.begin(GAME, 4, Options(), Scripted([[*reversed(SQUARES)], 0]))
    laid = [(g.tiles[at].suit, g.tiles[at].value) for at in reversed(SQUARES)]
    assert laid == [(suit, value) for suit in SUITS for value in VALUES] and "c3" not in g.tiles


@cases("""
    seats | first | sides | chosen | players | faced
Each of four chooses in turn from whom chance decides, and seats are clockwise from the north.
    4 | 2 | own  | moons arms suns | moons 2, arms 3, suns 0, crowns 1 | S W N E
Two choose alternately, sit opposite each other, and both their suits face them.
    2 | 1 | own  | moons arms suns | moons 1, arms 0, suns 1, crowns 0 | S N S N
With four sides the suits of two face them in the order of play, the first player's from the north or the east.
    2 | 0 | four | suns arms moons | suns 0, arms 1, moons 0, crowns 1 | N E S W
    2 | 1 | four | suns arms moons | suns 1, arms 0, moons 1, crowns 0 | E S W N
For four such sides change nothing.
    4 | 3 | four | suns arms moons | suns 3, arms 0, moons 1, crowns 2 | W N E S
""")
def test_who_plays_which_suit(seats: str, first: str, sides: str, chosen: str, players: str, faced: str) -> None:
    g, left = begin(int(seats), int(first), sides=sides), ["suns", "moons", "crowns", "arms"]
    for number, suit in enumerate(chosen.split()):
        assert (g.question.seat, choices(g)) == ((int(first) + number) % int(seats), left)
        assert g.pieces == {}
        left.remove(suit)
        g = play(g, suit, drawn=(5, 5, 5, 5) if number == 2 else ())
    assert ", ".join(f"{suit} {seat}" for suit, seat in g.players.items()) == players
    # Tiles under pawns do not turn.
    assert " ".join(g.tiles[g.pieces[suit].pawn].facing for suit in g.players) == faced
    for suit in (*g.players, *g.players):
        assert (g.question.suit, g.question.seat) == (suit, g.players[suit])
        g = play(g, choices(g)[0])


def test_the_tiles_of_a_suit_face_its_player_as_soon_as_it_is_chosen() -> None:
    g = play(begin(), "moons, arms")
    lie = {suit: {tile.facing for tile in g.tiles.values() if tile.suit == suit} for suit in g.players}
    assert lie == {"moons": {"N"}, "arms": {"E"}}


def test_suits_may_be_drawn_by_lot() -> None:
    script = [IN_ORDER, 1, ["crowns", "suns", "arms", "moons"], 5, 5, 5, 5]
    g: State = engine.begin(GAME, 4, Options(suits="random"), Scripted(script))
    assert (g.players, asks(g)) == ({"crowns": 1, "suns": 2, "arms": 3, "moons": 0}, "crowns moving")


def test_the_coin_thrown_lies_under_the_die_and_the_pawn_stands_on_the_tile_thrown() -> None:
    g = play(begin(), "suns", "moons", "crowns", drawn=(4, 3, 1, 0))
    for (suit, pieces), thrown in zip(g.pieces.items(), (4, 3, 1, 0), strict=True):
        assert (pieces.die, pieces.under) == (thrown, thrown)
        assert pieces.reserve == [value for value in VALUES if value != thrown]
        assert (g.tiles[pieces.pawn].suit, g.tiles[pieces.pawn].value) == (suit, thrown)


@cases("""
    before | answers | squares | lie
The tiles of the suit turn before its move, but not a tile under the own pawn.
    |  | c1 b1 b3 e5 a4 a1 | E E E E E N
Nor one under another, or with a coin on it.
    a1 e5 e2 b5 : 4 3 1 3                   |  | b1 e5 | E N
    a1 e3 e2 b5 : 4 3 1 3 : coins b1=M4     |  | c1 b1 | E N
A tile turns again when the pawn has left it.
    a1 e3 e2 b5 : 4 4 4 4 | a2, d3, d2, c5 | a1 c1 | E S
""")
def test_which_tiles_turn(before: str, answers: str, squares: str, lie: str) -> None:
    g = read(before)
    assert set(facing(g, squares).split()) == {"N"}
    assert facing(play(g, answers), squares) == lie


@cases("""
    before | near | reached
A pawn moves in eight directions as far as it likes.
    a1 e3 e2 b5 |       | a2 a3 a4 a5 b1 b2 c1 d1 e1
It does not cross the gap, nor askew, but may pass its corner.
    a3 e3 e2 b5 | b3 d3 | b3
    b2 e3 e1 a5 | c3 d4 e5 |
    b3 e3 e2 a5 | c4 d5 | c4 d5
It neither crosses nor joins another.
    a1 a3 c1 e5 |       | a2 b1 b2
It may cross and enter tiles with coins.
    a1 e3 e2 b5 : : coins a2=M4 | a2 a3 | a2 a3
With one way to go it has to take it.
    a1 a2 b1 e5 |       | b2
One whose timer has stopped stays, holds its tile and is in the way.
    a1 b1 b2 e5 : 0 1 1 1 : gaps 012345 - - -, under - 1 1 1, turn moons, round 21 | a1 a2 | a2
""")
def test_where_a_pawn_gets(before: str, near: str, reached: str) -> None:
    found = choices(asked(read(before)))
    assert sorted(square for square in found if not near or square in near.split()) == reached.split()


@cases("""
    before | answers | pawn | die | asked_then
After the move the die goes down and the turn is over.
    | a4 | a4 | 3 | moons moving
A die that reaches null does not score in the same turn, though b1 comes to face a1 in it.
    a2 e3 e2 b5 : 1 3 1 3 : board S1N=S1S | a1 | a1 | 0 | moons moving
A pawn that can move nowhere stays, and its die goes down.
    a1 a2 b1 b2 : 3 3 3 3 |  | a1 | 2 | moons moving
""")
def test_what_a_turn_leaves(before: str, answers: str, pawn: str, die: str, asked_then: str) -> None:
    g = play(read(before), answers)
    assert (g.pieces["suns"].pawn, str(g.pieces["suns"].die), asks(g)) == (pawn, die, asked_then)


def test_that_a_pawn_stays_is_said() -> None:
    assert said(read("a1 a2 b1 b2")) == ["~The pawn of suns could not move and stayed on a1."]
