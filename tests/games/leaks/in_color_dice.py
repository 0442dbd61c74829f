"""Leaks in Color Dice, where everything is public: somebody is sent more than the others, or something no longer
there."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from games.color_dice import GAME, rules
from games.color_dice.rules import State, Throwing
from games.dealer import Dealer
from games.engine import Game, Seat, say
from games.frame import frame
from games.playthrough import viewers
from tests.games.leaks.planting import Leak, Search, after, ago, hunt, in_view
from tests.games.played import played


def unequal(seats: int) -> Search:
    """The first thing that one viewer is sent and another is not, except prompts and answers."""
    return lambda game: next(_unequal(game, seats), None)


def _unequal(game: Game, seats: int) -> Iterator[str]:
    for number, step in enumerate(played(game, seats, "unequal").steps, 1):
        sent = [_shown_to(game, step.after, you, number, step.lines) for you in viewers(seats)]
        yield from (f"step {number}: {one!r} and {sent[-1]!r}" for one in sent if one != sent[-1])


def _shown_to(game: Game, g: Any, you: Seat | None, number: int, lines: Any) -> bytes:
    shown = msgspec.structs.replace(frame(game, g, you, number, lines), you=None)
    if g.question is not None and you in g.question.seats:
        shown = msgspec.structs.replace(shown, choices=[], pick=None, prompt=g.question.for_the_others())
    return msgspec.json.encode(shown)


def dice_for(favoured: Seat | None) -> Leak:
    return in_view(GAME, lambda g, you: g.dice[0].value if you == favoured else None, unequal(3))


def thrown(g: State) -> list[int] | None:
    return [die.value for die in g.dice] if isinstance(g.question, Throwing) else None


def whisper(g: State, dealer: Dealer) -> None:
    dealer.tell(g.turn, "attack", say("Attack!"))


LEAKS: Final[dict[str, Leak]] = {
    "the view shows the first seat more": dice_for(0),
    "the view shows onlookers more": dice_for(None),
    "a line only one of them hears": after(GAME, rules, "begin_attacks", whisper, unequal(3)),
    "the view remembers what no longer lies there": in_view(GAME, ago(thrown), hunt(2, games=3)),
}
