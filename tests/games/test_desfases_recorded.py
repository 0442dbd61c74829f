"""A game of Desfases that was written down elsewhere, and positions that were counted in another way.

The record is inst/ppn/desfases.ppn of github.com/piecepackr/ppgames, by Trevor L. Davis: six
rounds of a game for four. It is sound up to the fourth turn of arms, but for two slips: in the third turn of
moons it turns the 4 of moons, which lies under the pawn of suns, and in the third turn of arms it forgets the null
of arms. The first of them matters when suns score in their fifth turn, and there our game leaves the record.
"""

from typing import Final, NamedTuple

import pytest

from games import engine
from games.desfases import GAME
from games.desfases.board import Square
from games.desfases.moves import Feed, Score
from games.desfases.rules import State
from games.engine import Move
from games.piecepack import Suit, Value
from tests.games.desfases_tables import asked, choices, drawn, facing, play, table, to


class Turn(NamedTuple):
    """What the record says of a turn: which tiles of its suit turn, and what is done."""

    suit: Suit
    turning: str
    moves: list[Move]


def fed(coin: Value, *, scored: Square | None = None) -> list[Move]:
    """A turn without a move of the pawn."""
    return [*([Score(scored)] if scored else []), Feed(coin)]


RECORD: Final = [
    Turn("suns", "01235", [*to("a4")]),
    Turn("moons", "01245", [*to("c1")]),
    Turn("crowns", "02345", [*to("e4")]),
    Turn("arms", "01245", [*to("e5")]),
    Turn("suns", "124", [*to("b3")]),
    Turn("moons", "01234", [*to("b2")]),
    Turn("crowns", "012345", fed(0)),
    Turn("arms", "01234", [*to("d4")]),
    Turn("suns", "01345", [*to("a2")]),
    Turn("moons", "01234", [*to("a3")]),
    Turn("crowns", "12345", fed(4, scored="e5")),
    Turn("arms", "1235", [*to("d2")]),
    Turn("suns", "01245", [*to("b2")]),
    Turn("moons", "01234", fed(2, scored="b3")),
    Turn("crowns", "012345", [*to("a4")]),
    Turn("arms", "023", fed(1, scored="d3")),
]
SLIPS: Final = {9: "0123", 11: "01235"}
"""By the number of the turn, what should turn."""


def replayed(turns: int) -> State:
    """The game after so many turns of the record."""
    return play(table(), *(move for turn in RECORD[:turns] for move in turn.moves))


@pytest.mark.parametrize("number", range(len(RECORD)))
def test_the_tiles_turn_as_the_record_says(number: int) -> None:
    before = replayed(number - 1) if number else table()
    after = play(before, *RECORD[number - 1].moves) if number else asked(before)
    turning = [
        (tile.suit, tile.value) for square, tile in after.tiles.items() if tile.facing != before.tiles[square].facing
    ]
    suit, expected = RECORD[number].suit, SLIPS.get(number, RECORD[number].turning)
    assert sorted(turning) == [(suit, int(value)) for value in expected]


def test_the_turns_go_clockwise_and_the_timers_run_as_the_record_says() -> None:
    dice = []
    for number, turn in enumerate(RECORD):
        g = replayed(number) if number else asked(table())
        assert g.question.suit == turn.suit
        dice.append(replayed(number + 1).pieces[turn.suit].die)
    assert dice == [3, 2, 0, 2, 2, 1, 0, 1, 1, 0, 4, 0, 0, 2, 3, 1]


def test_a_diagonal_neighbour_does_not_count_and_the_ace_of_crowns_goes_to_the_gap() -> None:
    g = replayed(6)
    assert facing(g, "e5 d4 e3 d3") == "E N S N"
    assert g.pieces["crowns"].pawn == "e4"
    assert g.pieces["crowns"].gap == [1]
    assert choices(g) == ["0", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("turns", "pawn", "candidates", "points"),
    [(10, "e4", ["e5"], 3), (13, "a3", ["b3", "a2"], 5), (15, "d2", ["d3"], 8)],
    ids=["crowns on e5", "moons on b3", "arms on d3"],
)
def test_tiles_of_other_suits_are_scored_as_recorded(turns: int, pawn: str, candidates: list[str], points: int) -> None:
    g, turn = replayed(turns), RECORD[turns]
    assert g.pieces[turn.suit].pawn == pawn
    assert choices(g) == candidates
    scored = next(tile for tile in replayed(turns + 1).tiles.values() if tile.coin and tile.coin.suit == turn.suit)
    assert scored.coin is not None
    assert scored.value + scored.coin.value == points


def test_a_coin_of_null_is_scored_in_the_next_turn_without_a_move() -> None:
    g = replayed(10)
    assert (g.pieces["crowns"].pawn, g.pieces["crowns"].die, g.pieces["crowns"].under) == ("e4", 0, 0)


def test_after_sixteen_turns_the_board_is_as_it_should_be() -> None:
    board = """
        M1/E  A3/S  A2/W  C2/S  S3/S
        S5/W  M0/E  C4/S  C0/E  M5/S
        A4/E  S2/W   gap  C5/S  M3/N
        M4/N  A5/E  C3/S  A1/S  C1/E
        S4/N  S1/E  S0/N  M2/E  A0/W
    """
    assert drawn(replayed(16)).split() == board.split()


def test_here_the_record_is_left_for_the_4_of_moons_does_not_face_suns() -> None:
    g = replayed(16)
    assert (g.question.suit, facing(g, "a2")) == ("suns", "N")
    assert g.pieces["suns"].gap == [4]


# --- Counting -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "counted"),
    [(0, [9, 62, 569]), (6, [5, 25, 215]), (10, [1, 4, 40]), (13, [2, 10, 120])],
    ids=["moves only", "crowns feed", "crowns score", "moons choose a tile to score"],
)
def test_there_are_as_many_ways_on_as_another_program_counted(turns: int, counted: list[int]) -> None:
    """After one question, two and three. The nine at the beginning were counted by hand."""
    g = replayed(turns) if turns else asked(table())
    assert [ways_on(g, questions) for questions in (1, 2, 3)] == counted


def ways_on(g: State, questions: int) -> int:
    if questions == 0:
        return 1
    answers = engine.moves(GAME, g, g.question.seat)
    return sum(ways_on(play(g, answer), questions - 1) for answer in answers)
