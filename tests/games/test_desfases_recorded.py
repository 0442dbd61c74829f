"""A game of Desfases recorded elsewhere, and positions counted by another program.

The record is inst/ppn/desfases.ppn of github.com/piecepackr/ppgames, by Trevor L. Davis: six rounds of a game for four.
It is correct up to the fourth turn of arms, except for two slips: in the third turn of moons it turns the 4 of moons,
which is under the pawn of suns, and in the third turn of arms it forgets the null of arms. The first one matters when
suns score in their fifth turn: there the 4 of moons does not face them, and our game departs from the record.
"""

from typing import Final

import pytest

from games.desfases.rules import State
from tests.games.cases import cases
from tests.games.desfases_tables import asked, choices, facing, play, read

RECORD: Final = [
    line.split(maxsplit=3)
    for line in """
        suns   01235  3 a4
        moons  01245  2 c1
        crowns 02345  0 e4
        arms   01245  2 e5
        suns   124    2 b3
        moons  01234  1 b2
        crowns 012345 0 0
        arms   01234  1 d4
        suns   01345  1 a2
        moons  0123   0 a3
        crowns 12345  4 e5, 4
        arms   01235  0 d2
        suns   01245  0 b2
        moons  01234  2 b3, 2
        crowns 012345 3 a4
        arms   023    1 d3, 1
    """.strip().splitlines()
]
"""For each turn: its suit, its turning tiles (the two slips corrected), the value of its die then, and the move."""


def replayed(turns: int) -> State:
    """The game after this many turns of the record."""
    return play(read(""), ", ".join(done for *_, done in RECORD[:turns]))


def test_the_suits_take_their_turns_tiles_turn_and_timers_run_as_the_record_says() -> None:
    before = read("")
    for number, (suit, turning, die, _) in enumerate(RECORD):
        g = replayed(number)
        assert g.question.suit == suit
        turned = sorted((t.suit, t.value) for at, t in g.tiles.items() if t.facing != before.tiles[at].facing)
        assert turned == [(suit, int(value)) for value in turning]
        before = g
        assert str(replayed(number + 1).pieces[suit].die) == die


def test_a_diagonal_neighbour_does_not_count_and_the_ace_of_crowns_goes_to_the_gap() -> None:
    g = replayed(6)
    assert facing(g, "e5 d4 e3 d3") == "E N S N"
    assert (g.pieces["crowns"].pawn, g.pieces["crowns"].gap) == ("e4", [1])
    assert choices(g) == ["0", "2", "3", "4", "5"]


@cases("""
    turns | pawn | candidates | points
Crowns score e5 with a null, in the turn after it was fed.
    10 | e4 | e5    | 3
Moons score b3.
    13 | a3 | b3 a2 | 5
Arms score d3.
    15 | d2 | d3    | 8
""")
def test_tiles_of_other_suits_are_scored_as_recorded(turns: str, pawn: str, candidates: str, points: str) -> None:
    g, suit = replayed(int(turns)), RECORD[int(turns)][0]
    assert (g.pieces[suit].pawn, choices(g)) == (pawn, candidates.split())
    (scored,) = (t for t in replayed(int(turns) + 1).tiles.values() if t.coin and t.coin.suit == suit)
    assert scored.coin is not None and scored.value + scored.coin.value == int(points)


@pytest.mark.parametrize(("turns", "counted"), [
    (0, [9, 62, 569]), (6, [5, 25, 215]), (10, [1, 4, 40]), (13, [2, 10, 120]),
], ids=["moves only", "crowns feed", "crowns score", "moons choose a tile to score"])  # fmt: skip
def test_there_are_as_many_ways_on_as_another_program_counted(turns: int, counted: list[int]) -> None:
    """After one question, two and three. The nine at the beginning were counted by hand."""
    assert [ways_on(asked(replayed(turns)), questions) for questions in (1, 2, 3)] == counted


def ways_on(g: State, questions: int) -> int:
    return sum(ways_on(play(g, answer), questions - 1) for answer in choices(g)) if questions else 1
