"""Bots of every level use only what their seat knows: with everything else swapped, they answer the same.

The search is short here. Its input is the same as in a long one.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any

import msgspec
import pytest

from games import GAMES, engine
from games.bot import LEVELS, Level, Seeded, answer
from games.dealer import Line
from games.engine import Game, Move, Seat
from games.thinking import thought_of
from tests.games.knowledge import NOTHING_HIDDEN
from tests.games.played import of_every_game, sample, steps
from tests.support.effort import amount

DECISIONS = amount(50, 2000)
"""At least."""


@cache
def decisions(key: str) -> list[tuple[Any, Seat, list[Line]]]:
    """Moments of careful games in which a seat is asked, spread over them, with what it has heard."""
    every = sum(1 for _ in asked(GAMES[key])) // DECISIONS
    assert every
    some = islice(asked(GAMES[key]), 0, None, every)
    return [(g, seat, [line for line in said if line.reaches(seat)]) for g, seat, said in some]


def asked(game: Game) -> Iterator[tuple[Any, Seat, list[Line]]]:
    """All such moments, with the lines until then."""
    for seats in game.seats:
        for playthrough in sample(game.key, seats):
            said = list(playthrough.lines)
            for g, step in steps(playthrough):
                if step.seat in g.question.seats:  # and did not just make a free move
                    yield g, step.seat, said
                said += step.lines


def changed(game: Game, bot: Callable[[Game, Any, Seat, list[Line]], Any]) -> Iterator[tuple[Any, Any]]:
    """The bot's differing answers to decisions with and without everything swapped that it cannot know."""
    for g, seat, heard in decisions(game.key):
        really = bot(game, g, seat, heard)
        for other in (game.scramble(g, seat, Seeded("swap")), *islice(game.extremes(g, seat), 1)):
            if (swapped := bot(game, other, seat, heard)) != really:
                yield really, swapped


def in_short(game: Game) -> Game:
    return replace(game, strategy=game.strategy and replace(game.strategy, rollouts=16))


@pytest.mark.parametrize("level", LEVELS)
@of_every_game
def test_a_bot_goes_by_what_it_knows_and_not_by_what_is_there(game: Game, level: Level) -> None:
    def bot(game: Game, g: Any, seat: Seat, heard: list[Line]) -> Move:
        return answer(game, g, seat, heard, Seeded("bot"), level)

    assert list(changed(in_short(game), bot)) == []


@of_every_game
def test_a_thought_is_the_same_whatever_is_hidden_from_its_seat(game: Game) -> None:
    """So is everything computed from it: a strong bot's move, and a hint."""
    assert list(changed(game, lambda *decision: thought_of(*decision, Seeded("a thought")))) == []


@pytest.mark.parametrize("key", sorted(GAMES.keys() - NOTHING_HIDDEN))
def test_a_bot_that_looks_at_what_is_hidden_is_caught(key: str) -> None:
    def peeking(game: Game, g: Any, seat: Seat, heard: list[Line]) -> Move:
        peeked = int.from_bytes(sha256(msgspec.msgpack.encode(g)).digest()[:4], "big")
        answers = engine.moves(game, g, seat) or [answer(game, g, seat, heard, Seeded(str(peeked)))]
        return answers[peeked % len(answers)]

    assert len(list(changed(GAMES[key], peeking))) > 10


@pytest.mark.parametrize("level", LEVELS)
@of_every_game
def test_a_bots_answer_is_legal_and_the_same_for_the_same_seed(game: Game, level: Level) -> None:
    for number, (g, seat, heard) in enumerate(decisions(game.key)[:: amount(5, 10)]):
        once, again = (answer(in_short(game), g, seat, heard, Seeded(str(number)), level) for _ in range(2))
        assert once == again
        assert engine.is_answer(game, g, seat, once)
