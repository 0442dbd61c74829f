"""What comes of games in which easy and medium bots answer by turns: everything that goes by what was said."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from games import GAMES, hindsight_of
from games.bot import Level, Seeded, answer
from games.engine import Game
from games.frame import heard
from games.hindsight import heard_once
from games.onward import dealt_anew
from games.playthrough import Playthrough, variants, viewers
from games.record import Moment
from tests.games.played import AT_LENGTH, steps
from tests.support.effort import amount

LEVELS: Final[tuple[Level, ...]] = ("easy", "medium")
MOST_STEPS: Final = amount(150, 1000)
DEALT_ANEW: Final = 4
"""As many moments of a game, evenly spread."""


def outcomes(key: str) -> list[dict[str, Any]]:
    """Of a game with the usual options, then with each of them changed."""
    game = GAMES[key]
    in_short = dict.fromkeys(replace(options, **AT_LENGTH.get(key, {})) for options in variants(game))
    return [outcome(played(game, options, number)) for number, options in enumerate(in_short)]


def played(game: Game, options: Any, number: int) -> Playthrough:
    seats, chance = game.seats[number % len(game.seats)], Seeded(f"{game.key} {number}")
    playthrough = Playthrough(game, seats, options, chance)
    while playthrough.state.question is not None and len(playthrough.steps) < MOST_STEPS:
        if playthrough.play_freely() is None:
            seat, level = playthrough.state.question.seats[0], LEVELS[len(playthrough.steps) % len(LEVELS)]
            move = answer(game, playthrough.state, seat, playthrough.heard_by(seat), chance, level)
            playthrough.play(seat, move)
    return playthrough


def outcome(playthrough: Playthrough) -> dict[str, Any]:
    game, hindsight = playthrough.game, hindsight_of(playthrough.game)
    said = [*playthrough.lines, *(line for step in playthrough.steps for line in step.lines)]
    for_all = heard_once(line for line in said if line.only_for is None)
    return {
        "moves": [(step.seat, step.move, step.drawn) for step in playthrough.steps],
        "facts": hindsight.facts(playthrough.state, for_all),
        "turning": [hindsight.turning(g, step.after, heard_once(step.lines)) for g, step in steps(playthrough)],
        "anew": [*anew(game, playthrough)],
        "heard": [heard(said, you) for you in viewers(playthrough.seats)],
    }


def anew(game: Game, playthrough: Playthrough) -> Iterator[Any]:
    """The tables from which each seat could play on, from some moments."""
    past = [*moments(playthrough)]
    for at in range(1, len(past), len(past) // DEALT_ANEW + 1):
        for seat in range(playthrough.seats):
            yield dealt_anew(game, past[: at + 1], seat, Seeded(f"anew {at}"))


def moments(playthrough: Playthrough) -> Iterator[Moment]:
    lines = [*playthrough.lines]
    yield Moment(0, playthrough.start, lines, len(lines))
    for number, step in enumerate(playthrough.steps, 1):
        lines.extend(step.lines)
        yield Moment(number, step.after, lines, len(lines))
