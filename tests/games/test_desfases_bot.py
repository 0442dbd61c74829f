"""Desfases: how the bot decides, and how well playouts predict the winner."""

import json
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from games.bot import Seeded
from games.desfases import GAME
from games.desfases.board import SQUARES, Square
from games.desfases.bot import NOTHING, careful, forecast
from games.desfases.model import AT_FIRST, AT_LAST, MOST_TURNS, Board, by_value, doubt, what_to_feed
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Moving, State, points, reachable, squares_with_pawns, tiles_facing, turn_tiles
from games.desfases.strategy import exact
from games.piecepack import Suit
from games.search import FastRandom
from tests.games.cases import cases
from tests.games.desfases_tables import RECORDED, asked, in_short, read
from tests.games.played import all_steps, sample

FOUR_FACE = "board A5W=S5W C3S=C3W S2N=A2S S1N=S1W"
NULLS = " ".join(f"{tile}=S0N" for tile in RECORDED.split() if tile not in ("gap", "M5E"))
WITH_A_3 = NULLS.replace("A3W=S0N ", "")
SCORED = " ".join(f"{square}=M5" for square in SQUARES if square != "d2")


@cases(f"""
    before | decisions
It scores the tile that is worth most.
    b2 e3 e2 b5 : 0 3 1 3 : {FOUR_FACE}       | a2
It goes where the best tile will face its pawn: a quarter turn from now the 5 on a4 faces a3.
    a1 e3 e2 b5 : 1 3 1 3                     | a3
It knows that a tile under another pawn does not turn: the 5 of suns on a4 faces a3 now and will go on doing so.
    a1 a4 e2 b5 : 1 3 1 3 : board S5N=S5S   | a3
It knows that the tile it leaves will turn: a pawn holds a4, and when its own has left a1, the 4 there will face b1.
    a1 a4 e2 b5 : 1 3 1 3                     | b1
It looks two moves ahead: in two quarter turns the 5 on e4 faces d4, where a pawn gets from a4 or d1.
    a1 e3 e2 b5 : 2 3 1 3 : board {NULLS}     | a4 d1
If others may take the best tile, another is good to have: the 3 of arms is in reach from a4 only.
    a1 e3 e2 b5 : 2 3 1 3 : board {WITH_A_3}  | a4
It gives up its least coin where no tile is left to score.
    a3 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins {SCORED} d2=M5 | 0
It feeds the coin that promises most, soonest: only d2 is left, and faces d3, then e2 with another pawn on it, then d1.
    e1 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins {SCORED} | 2
It knows that its pawn holds a tile until it moves: after a move d2 faces d3, then e2 with another pawn on it, then d1.
    d2 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins {SCORED} | 1
""")
def test_the_bot_decides(before: str, decisions: str) -> None:
    g = asked(read(before))
    moves = {careful(g, g.question.seat, [], Seeded(str(number))) for number in range(30)}
    assert sorted(map(in_short, moves)) == decisions.split()


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_it_foresees_for_its_next_two_turns_comes_true_if_the_other_pawns_stay(seats: int) -> None:
    moving = [g for g, _ in all_steps(GAME, seats) if isinstance(g.question, Moving)]
    for g in moving:
        suit, moves = g.suit, g.pieces[g.suit].die - 1
        if moves < 2:
            foreseen = forecast(g, suit)
            for move in g.question.moves(g, g.question.seat):
                assert foreseen(move.to, moves)[0] == best_after(g, suit, move.to, moves), (move, g)


def best_after(g: State, suit: Suit, at: Square, moves: int) -> int:
    """The best tile to be scored by the rules from this square, with so many moves to go after the next round."""
    g = g.copy()
    g.pieces[suit].pawn = at
    for _ in g.players:
        g.turns_over += 1
        turn_tiles(g)
    if moves == 0:
        return max((g.tiles[square].value for square in tiles_facing(g, at)), default=NOTHING)
    return max(best_after(g, suit, to, moves - 1) for to in reachable(at, squares_with_pawns(g)) or [at])


@cases(f"""
    before | coin
In thought the least coin is fed that brings a good tile: a quarter turn from now the 5 on a4 faces a3.
    a3 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3                    | 0
In two the 5 is within a move of a1.
    a1 e3 e2 b5 : 0 3 1 3 : coins a2=M4                      | 2
A 4 is good enough: only that on a2 is left, and in a quarter turn it is within a move of a1.
    a1 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins {SCORED.replace("a2=M5", "d2=M5")} | 0
With no tile left, the coin with most time.
    a3 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins {SCORED} d2=M5 | 5
""")
def test_what_is_fed_in_thought(before: str, coin: str) -> None:
    assert what_to_feed(exact(asked(read(before)), FastRandom(0))) == int(coin)


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_suit_takes_21_turns_of_which_15_are_moves_and_uses_all_its_coins(seats: int) -> None:
    for game in sample("desfases", seats):
        g: Any = game.state
        assert g.turns_over == 83 and all(pieces.stopped for pieces in g.pieces.values())
        done, told = Counter(type(step.move) for step in game.steps), [line.text.text for line in game.heard_by(None)]
        assert done[MoveTo] + sum("could not move" in line for line in told) == 4 * 15
        assert done[Feed] == 4 * 5
        assert done[Score] + sum("went to the gap" in line for line in told) == 4 * 6
        assert max(points(g, suit) for suit in g.players) <= 43


def told(position: dict[str, Any]) -> list[float]:
    """Each seat's predicted chance."""
    board = Board()
    for name in position.keys() - {"won"}:
        setattr(board, name, position[name])
    board.by_value = by_value(board.values)
    found = [board.clone().playout(FastRandom(number)) for number in range(16)]
    return [fmean(seat) for seat in zip(*found, strict=True)]


def test_of_those_told_seventy_percent_about_seventy_win() -> None:
    """In every fifth of the chances, and within two standard errors for as many games."""
    positions = json.loads(Path(__file__).with_name("desfases_positions.json").read_text())
    foretold = [pair for position in positions for pair in zip(told(position), position["won"], strict=True)]
    for fifth in range(5):
        pairs = [(chance, won) for chance, won in foretold if min(4, int(5 * chance)) == fifth]
        said = fmean(chance for chance, _ in pairs)
        assert len(pairs) >= 30, "often enough to tell"
        assert fmean(won for _, won in pairs) == pytest.approx(said, abs=2 * sqrt(said * (1 - said) / len(pairs)))


def test_the_nearer_the_end_the_less_doubt_is_left() -> None:
    doubts = [doubt(turns / MOST_TURNS) for turns in range(MOST_TURNS + 1)]
    assert doubts == sorted(doubts)
    assert (doubts[0], doubts[-1]) == (AT_LAST, AT_LAST + AT_FIRST)
