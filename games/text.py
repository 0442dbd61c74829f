"""Sentences for readers.

A sentence is an English template with named arguments. The template is the key of the other languages'
catalogs, and the page renders it, so two readers of one table may read two languages. Sentences are never put
together from pieces: whatever changes is an argument.
"""

from collections.abc import Sequence
from functools import cache
from string import Formatter
from typing import Any, TypeAlias

from msgspec import Struct, field

Seat: TypeAlias = int


class Chair(Struct, frozen=True):
    """An argument that stands for the player on this seat: the page prints the name."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat}"


class Text(Struct, frozen=True, omit_defaults=True):
    """A template and its arguments; str() is the English sentence."""

    text: str
    """A template: an English sentence with placeholders in braces."""
    with_: dict[str, Any] = field(name="with", default_factory=dict)
    """The placeholders' values."""

    def __str__(self) -> str:
        return self.text.format(**{name: in_english(value) for name, value in self.with_.items()})


Argument: TypeAlias = "int | str | Text | Chair | Sequence[Argument]"


def say(template: str, **arguments: Argument) -> Text:
    """The sentence. Raises ValueError unless the arguments are exactly those that the template names."""
    if names_in(template) != arguments.keys():
        raise ValueError(f"{template!r} names {sorted(names_in(template))}, not {sorted(arguments)}")
    return Text(template, arguments)


@cache
def names_in(template: str) -> frozenset[str]:
    """The names of the arguments that a template has."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def in_english(argument: Argument) -> str:
    """An argument as the English sentence shows it: "red, blue and joker" for a list."""
    if isinstance(argument, int | str | Text | Chair):
        return str(argument)
    words = [in_english(item) for item in argument]
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
