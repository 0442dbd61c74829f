"""What the notations of all games have in common.

The notation of a game is a text of one line, like FEN in chess: first where everything is, then, behind a colon and by
name, what else counts: "rj / ryg - x b / r jj : turn 1, memory aided". What is as usual is not written. `asks` names
the pending question, unless everything else implies it. games/<key>/notation.py says what its parts are; its `read`
and `written` are each other's inverse, and what `read` cannot make sense of, it refuses with a sentence.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from games.questions import State

G = TypeVar("G", bound=State)
Options = TypeVar("Options", bound=Struct)
T = TypeVar("T")

MOST_DIGITS: Final = 4
MOST_LISTED: Final = 12
"""Of more words than this, the message about a wrong one names only the first and the last."""


class Unreadable(ValueError):
    """A text that is not a position. The message says what was found, and what was expected."""


@dataclass(frozen=True)
class Notation:
    """How a game's positions are written."""

    read: Callable[[str], Any]
    """The state that is written so. Raises Unreadable."""
    written: Callable[[Any], str]
    """The state as text, secrets and all."""
    seats: Callable[[Any], int]
    """How many seats its table has."""


def _has_none(_: Any) -> NoReturn:
    raise NotImplementedError("this game has no notation")


NO_NOTATION: Final = Notation(_has_none, _has_none, _has_none)


# --- Reading ------------------------------------------------------------------------------------------------


def parts(text: str, separator: str, numbers: Collection[int], what: str) -> list[str]:
    """The parts of a text, without the spaces around them; of these there have to be one of these numbers."""
    found = [part.strip() for part in text.split(separator)]
    if len(found) not in numbers:
        expected = " or ".join(map(str, numbers))
        raise Unreadable(f"{len(found)} {what}, separated by {separator!r}, in {text.strip()!r}: expected {expected}")
    return found


def facts(words: str, *known: str, options: type[Struct]) -> dict[str, str]:
    """What is written by name, "turn 1, memory aided": names of the game, or of its options."""
    allowed, found = (*known, *options.__struct_fields__), dict[str, str]()
    for each in filter(None, (part.strip() for part in words.split(","))):
        name, _, value = each.partition(" ")
        if name not in allowed:
            raise Unreadable(f"{name!r} is not known: expected one of {', '.join(allowed)}")
        if name in found or not value.strip():
            raise Unreadable(f"{name} has {'no' if name not in found else 'a second'} value: expected one")
        found[name] = value.strip()
    return found


def options_in(facts: Mapping[str, str], options: type[Options]) -> Options:
    """The options named in these facts; the others as usual."""
    named = {name: value for name, value in facts.items() if name in options.__struct_fields__}
    try:
        return msgspec.convert(named, options, strict=False)
    except msgspec.ValidationError as error:
        raise Unreadable(f"an option does not fit: {error}") from None


def one_of(word: str, allowed: Mapping[str, T], what: str) -> T:
    """What a word stands for."""
    if word not in allowed:
        words = [*allowed]
        listed = " ".join(words) if len(words) <= MOST_LISTED else f"{words[0]}, {words[1]} … {words[-1]}"
        raise Unreadable(f"{word!r} is not {what}: expected one of {listed}")
    return allowed[word]


def number(word: str, allowed: range, what: str) -> int:
    """A whole number within these bounds."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and int(word) in allowed):
        raise Unreadable(f"{what} is {word!r}: expected a number from {allowed[0]} to {allowed[-1]}")
    return int(word)


def numbers(words: str, allowed: range, what: str, separator: str | None = None) -> list[int]:
    """Whole numbers within these bounds; "-" is none."""
    return [number(word, allowed, what) for word in ([] if words == "-" else words.split(separator))]


def once_each(items: Iterable[str], what: str) -> None:
    """Refuses what is there twice."""
    seen = set[str]()
    for item in items:
        if item in seen:
            raise Unreadable(f"{item!r} is there twice: expected each {what} once")
        seen.add(item)


def settled(g: G, over: bool) -> G:
    """A position that has been read: it asks somebody who can answer, or is over."""
    if over:
        g.agenda = []
    elif g.question is None or not all(g.question.can_be_answered(g, seat) for seat in g.question.seats):
        asked = "nobody is asked anything" if g.question is None else f"{g.question.for_the_others()} They cannot"
        raise Unreadable(f"{asked}: expected a question with an answer, or the end of the game")
    return g


# --- Writing ------------------------------------------------------------------------------------------------


def written_with(position: str, by_name: Mapping[str, object], usual: Mapping[str, object], options: Struct) -> str:
    """A position with what is not as usual."""
    chosen = {name: value for name, value in asdict(options).items() if value != getattr(type(options)(), name)}
    named = {name: value for name, value in by_name.items() if value != usual[name]} | chosen
    more = ", ".join(f"{name} {value}" for name, value in named.items())
    return f"{position} : {more}" if more else position
