"""The characters of bots: regulars of the café, with a name and a figure each, at the level that they play at."""

from collections.abc import Collection
from itertools import chain
from typing import Final, NamedTuple

from app.protocol.commands import Figure
from app.protocol.lookalikes import look_alike
from games.bot import Level


class Character(NamedTuple):
    """A name, and the figure that stands for it unless somebody else has that."""

    name: str
    figure: Figure


CHARACTERS: Final[dict[Level, tuple[Character, ...]]] = {
    "easy": (
        Character("Don Anselmo", "bear"),
        Character("Tante Frieda", "bee"),
        Character("Tonton Marcel", "whale"),
        Character("Dona Aurora", "turtle"),
        Character("Onkel Egon", "heron"),
        Character("Tía Pepa", "hedgehog"),
        Character("Signor Brizzi", "snail"),
        Character("Mister Pym", "hare"),
    ),
    "medium": (
        Character("Don Evaristo", "heron"),
        Character("Doña Remedios", "hedgehog"),
        Character("Herr Lindner", "bear"),
        Character("Madame Colette", "bee"),
        Character("Senhor Duarte", "turtle"),
        Character("Miss Marlowe", "whale"),
        Character("Pan Novák", "fox"),
        Character("Frau Amsel", "cat"),
    ),
    "good": (
        Character("Capitán Rojas", "fox"),
        Character("Tía Milagros", "owl"),
        Character("Herr Brandt", "cat"),
        Character("Madame Odile", "hare"),
        Character("Senhora Graça", "snail"),
        Character("Mrs Pemberton", "bee"),
        Character("Pani Zofia", "heron"),
        Character("Vetter Anton", "bear"),
    ),
    "strong": (
        Character("Maestro Quispe", "turtle"),
        Character("Dona Beatriz", "whale"),
        Character("Doktor Falk", "heron"),
        Character("Lady Ashworth", "hedgehog"),
        Character("Don Baltasar", "bear"),
        Character("Madame Duvivier", "bee"),
        Character("Mestre Tomé", "owl"),
        Character("Profesora Luz", "owl"),
    ),
}
"""By the number of the seat; the others come if somebody is called like one of them."""

_FIGURES: Final = {each.name: each.figure for each in chain.from_iterable(CHARACTERS.values())}


def who_comes(level: Level, number: int, names: Collection[str | None]) -> str:
    """The name of a bot of this level that takes the seat of this number: none of these."""
    known = CHARACTERS[level]
    turn = number % len(known)
    in_turn = (each.name for each in known[turn:] + known[:turn])
    taken = [name for name in names if name is not None]
    free = (name for name in in_turn if not any(look_alike(name, other) for other in taken))
    return next(free, f"Bot {number + 1}")


def figure_of(name: str | None) -> Figure | None:
    """The figure of the bot of this name; None: that of its seat."""
    return _FIGURES.get(name or "")
