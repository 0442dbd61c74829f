"""Desfases: how the bot decides, and how much is done in a game."""

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.bot import Seeded
from games.desfases import GAME
from games.desfases.board import SQUARES
from games.desfases.bot import careful
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Choosing, Feeding, Moving, Scoring, points
from tests.games.desfases_tables import RECORDED, asked, table
from tests.games.played import sample

FACED_BY_FOUR = RECORDED.replace("A5/W", "S5/W").replace("C3/S", "C3/W").replace("S2/N", "A2/S").replace("S1/N", "S1/W")
NULLS = """
    S0/N  S0/N  S0/N  S0/N  S0/N
    S0/N  S0/N  S0/N  S0/N  M5/E
    S0/N  S0/N   gap  S0/N  S0/N
    S0/N  S0/N  S0/N  S0/N  S0/N
    S0/N  S0/N  S0/N  S0/N  S0/N
"""
ALL_SCORED = dict.fromkeys(SQUARES, "M5")
ALL_BUT_ONE = dict.fromkeys((square for square in SQUARES if square != "d2"), "M5")


@pytest.mark.parametrize(
    ("board", "more", "decisions"),
    [
        (FACED_BY_FOUR, {"pawns": "b2 e3 e2 b5", "dice": "0 3 1 3"}, {Score("a2")}),
        # A quarter turn from now the 5 of suns on a4, which lies to the east, faces a3.
        (RECORDED, {"dice": "1 3 1 3"}, {MoveTo("a3")}),
        # A pawn holds the 5 of suns on a4, which faces a3 now and will go on doing so.
        (RECORDED.replace("S5/N", "S5/S"), {"pawns": "a1 a4 e2 b5", "dice": "1 3 1 3"}, {MoveTo("a3")}),
        # A pawn holds a4, which faces no square in reach. When its own pawn has left a1, the 4 there will face b1.
        (RECORDED, {"pawns": "a1 a4 e2 b5", "dice": "1 3 1 3"}, {MoveTo("b1")}),
        # In two quarter turns the 5 of moons on e4 faces d4, where a pawn gets from a4 or d1.
        (NULLS, {"dice": "2 3 1 3"}, {MoveTo("a4"), MoveTo("d1")}),
        (
            RECORDED,
            {"pawns": "a3 e3 e2 b5", "dice": "0 3 1 3", "under": "4 3 1 3", "coins": ALL_SCORED},
            {Feed(0)},
        ),
        # Only the ace of arms on d2 is left. It will face d3, then e2 where another pawn is, then d1, then c2.
        (
            RECORDED,
            {"pawns": "e1 e3 e2 b5", "dice": "0 3 1 3", "under": "4 3 1 3", "coins": ALL_BUT_ONE},
            {Feed(2), Feed(3)},
        ),
    ],
    ids=[
        "it scores the tile that is worth most",
        "it goes where the best tile will face its pawn when the timer has run down",
        "it knows that a tile under another pawn does not turn",
        "it knows that the tile it leaves will turn",
        "it looks two moves ahead",
        "it gives up its least coin where no tile is left to score",
        "it feeds the coin that promises most",
    ],
)
def test_the_bot_decides(board: str, more: dict[str, Any], decisions: set[Any]) -> None:
    g = asked(table(board, **more))
    assert {careful(g, g.question.seat, [], Seeded(str(number))) for number in range(30)} == decisions


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_suit_takes_21_turns_of_which_15_are_moves_and_uses_all_its_coins(seats: int) -> None:
    for game in sample("desfases", seats):
        g: Any = game.state
        assert g.turns_over == 83 and all(pieces.stopped for pieces in g.pieces.values())
        done, told = Counter(type(step.move) for step in game.steps), [line.text.text for line in game.heard_by(None)]
        assert done[MoveTo] + sum("cannot move" in line for line in told) == 4 * 15
        assert done[Feed] == 4 * 5
        assert done[Score] + sum("went to the gap" in line for line in told) == 4 * 6
        assert max(points(g, suit) for suit in g.players) <= 43


def test_no_question_has_more_answers_than_there_are_ways() -> None:
    most: Counter[type] = Counter()
    for game in sample("desfases", 4):
        for step in game.steps:
            if question := step.after.question:
                most[type(question)] = max(most[type(question)], len(engine.moves(GAME, step.after, question.seat)))
    assert most[Moving] <= 12 and most[Scoring] <= 4
    assert (most[Feeding], most[Choosing]) == (5, 3)
