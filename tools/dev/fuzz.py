"""Plays games, carefully and wildly, to find faults."""

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import msgspec
from msgspec import Raw

from app.table.events import Began, Body, Moved, Opened
from games.bot import Seeded, anything
from games.engine import Game, Move, Seat, State, free
from games.frame import frame
from games.playthrough import Playthrough, variants, viewers
from tools.dev.logs import Logged
from tools.dev.mistaken import named


def look_for_mistakes(asked: argparse.Namespace) -> int:
    """Play games of every size and option; the first that fails is written as a log."""
    played = steps = 0
    for playthrough in islice(_fuzzed(named(asked.game), asked.seed), asked.games):
        try:
            steps += _play_wildly(playthrough)
        except Exception as mistake:
            file = asked.folder / f"{playthrough.game.key}-{asked.seed}-{played}.json"
            file.write_bytes(msgspec.json.format(msgspec.json.encode(_log_of(playthrough))))
            print(f"{type(mistake).__name__}: {mistake}\nwritten to {file}, the last position is", file=sys.stderr)
            print(playthrough.game.notation.written(playthrough.state), file=sys.stderr)
            return 1
        played += 1
        if played % 100 == 0:
            print(f"{played} games, {steps} moves")
    print(f"{played} games, {steps} moves, nothing wrong")
    return 0


def _fuzzed(games: list[Game], seed: str) -> Iterator[Playthrough]:
    for number in count():
        for game in games:
            for seats in game.seats:
                for options in variants(game):
                    key = f"{seed}/{game.key}/{seats}/{options}/{number}"
                    yield Playthrough(game, seats, options, Seeded(key))


def _play_wildly(playthrough: Playthrough) -> int:
    """Play to the end and check every state; returns the number of moves."""
    chance = Seeded(f"scrambled/{playthrough.drawn}")
    _check(playthrough, chance)
    for _ in wildly(playthrough):
        _check(playthrough, chance)
    return len(playthrough.steps)


def wildly(playthrough: Playthrough) -> Iterator[None]:
    """Play to the end move by move, three in four of them careful."""
    chance = Seeded(f"wild/{playthrough.drawn}")
    while playthrough.state.question is not None:
        if playthrough.play_freely() is None:
            _answer(playthrough, chance)
        yield


def _answer(playthrough: Playthrough, chance: Seeded) -> None:
    if chance.below(4, "wild"):
        playthrough.play_carefully()
    else:
        seat = playthrough.state.question.seats[0]
        playthrough.play(seat, anything(playthrough.game, playthrough.state, seat, chance))


def _check(playthrough: Playthrough, chance: Seeded) -> None:
    game, g = playthrough.game, playthrough.state
    if msgspec.json.decode(msgspec.json.encode(g), type=game.State) != g:
        raise AssertionError("the state does not survive JSON")
    _check_notation(game, g)
    for you in viewers(playthrough.seats):
        sent = msgspec.json.encode(frame(game, g, you, 0, []))
        for other in [game.scramble(g, you, chance), *game.extremes(g, you)]:
            if msgspec.json.encode(frame(game, other, you, 0, [])) != sent:
                raise AssertionError(f"viewer {you} can tell the state from {other}")


def _check_notation(game: Game, g: State) -> None:
    written = game.notation.written(g)
    again = game.notation.written(game.notation.read(written))
    if again != written:
        raise AssertionError(f"the position {written!r} is read as {again!r}")


def _log_of(playthrough: Playthrough) -> list[Logged]:
    game, options = playthrough.game, Raw(msgspec.json.encode(playthrough.options))
    bodies: list[Body] = [
        Opened(game.key, playthrough.seats, options, "fuzz"),
        Began(game.rules, "", playthrough.drawn),
    ]
    g = playthrough.start
    for step in playthrough.steps:
        bodies.append(_moved(playthrough.game, g, step.seat, step.move, step.drawn))
        g = step.after
    if failed := playthrough.failed:
        bodies.append(_moved(playthrough.game, g, failed.seat, failed.move, failed.drawn))
    return [Logged(seq, body) for seq, body in enumerate(bodies, 1)]


def _moved(game: Game, g: State, seat: Seat, move: Move, drawn: list[Any]) -> Moved:
    question = None if move in free(game, g, seat) else g.question.number
    return Moved(seat, question, Raw(msgspec.json.encode(move)), drawn)
