"""Plays ordinary gin against OpenSpiel's simple bot: every hand twice, with the seats swapped, in games to 100.

    make bench-gin
    benchmarks/ordinary_gin/.venv/bin/python -m benchmarks.ordinary_gin --hands 200 --rollouts 64

OpenSpiel is used by this benchmark only: Tertulia neither needs nor installs it.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

import pyspiel

from benchmarks.ordinary_gin.adapter import ROLLOUTS, Player
from games.engine import Seat
from tools.arena import SURE, wilson

TARGET: Final = 100


class Hand(NamedTuple):
    """Our points from a hand, and the CPU seconds of our decisions in it."""

    points: int
    seconds: float


class Timed:
    """A player, and its thinking time."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds = 0.0

    def step(self, state: Any) -> int:
        begun = process_time()
        action = self._player.step(state)
        self.seconds += process_time() - begun
        return action


def played(deal: str, seat: Seat, scores: Sequence[int], rollouts: int) -> Hand:
    """Play one hand with us on this seat. The order of cards is the same when the seats are swapped."""
    game = pyspiel.load_game("gin_rummy")
    ours = Timed(Player(pyspiel, seat, scores, deal, rollouts))
    theirs = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
    order = [*range(52)]
    Random(deal).shuffle(order)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            possible = {action for action, _ in state.chance_outcomes()}
            action = next(card for card in order if card in possible)
        else:
            action = (ours if state.current_player() == seat else theirs).step(state)
        state.apply_action(action)
    return Hand(round(state.returns()[seat]), ours.seconds)


def hands(first: Seat, number: int, seed: str, rollouts: int) -> Iterator[tuple[Hand, list[int]]]:
    """One half of the mirrored match: hand after hand, with alternating starters; with the score so far, ours first."""
    scores = [0, 0]
    for deal in range(number):
        if max(scores) >= TARGET:
            scores = [0, 0]
        seat = (first + deal) % 2
        hand = played(f"{seed}/{deal}", seat, scores if seat == 0 else scores[::-1], rollouts)
        scores[0] += max(0, hand.points)
        scores[1] += max(0, -hand.points)
        yield hand, scores


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ordinary_gin")
    parser.add_argument("--hands", type=int, default=2000, help="in total; half of them mirror the others")
    parser.add_argument("--rollouts", type=int, default=ROLLOUTS)
    parser.add_argument("--seed", default="gin")
    asked = parser.parse_args(arguments)
    points, seconds, games, won = list[int](), 0.0, 0, 0
    for both in zip(*(hands(first, asked.hands // 2, asked.seed, asked.rollouts) for first in (0, 1)), strict=True):
        for hand, scores in both:
            points.append(hand.points)
            seconds += hand.seconds
            games += max(scores) >= TARGET
            won += scores[0] >= TARGET
        if len(points) % 100 == 0:
            print(f"{len(points)} hands: {report(points, games, won, seconds)}", flush=True)
    print(report(points, games, won, seconds))
    return 0


def report(points: Sequence[int], games: int, won: int, seconds: float) -> str:
    mean = sum(points) / len(points)
    spread = sqrt(sum((each - mean) ** 2 for each in points) / len(points))
    hands_won = sum(each > 0 for each in points) / max(1, sum(each != 0 for each in points))
    low, high = wilson(won, games) if games else (0.0, 1.0)
    return (
        f"{mean:+.2f} ± {SURE * spread / sqrt(len(points)):.2f} points a hand, {hands_won:.1%} of hands; "
        f"{won} of {games} games to {TARGET}: {won / max(1, games):.1%} [{low:.1%}, {high:.1%}]; "
        f"{seconds / len(points):.2f} s CPU a hand"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
