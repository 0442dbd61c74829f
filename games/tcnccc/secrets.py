"""What lies under the lids and in the bag, for replays of finished games."""

from collections.abc import Sequence

from games.engine import Text, say
from games.tcnccc.pieces import COLOURS, JOKER, Piece, named
from games.tcnccc.rules import State


def secrets(g: State) -> list[Text]:
    """Everything that nobody may see at this moment."""
    return [*(under_the_lid(cylinder, pieces) for cylinder, pieces in g.cylinders.items()), in_the_bag(g.bag)]


def under_the_lid(cylinder: int, pieces: Sequence[Piece]) -> Text:
    if not pieces:
        return say("Cylinder {cylinder}: empty.", cylinder=cylinder + 1)
    standing = [named(piece) for piece in pieces]
    return say("Cylinder {cylinder}, from the bottom up: {pieces}.", cylinder=cylinder + 1, pieces=standing)


def in_the_bag(bag: Sequence[Piece]) -> Text:
    if not bag:
        return say("The bag: empty.")
    kinds: list[Piece] = [*COLOURS, JOKER]
    counted = [say("{count} × {piece}", count=bag.count(kind), piece=named(kind)) for kind in kinds if kind in bag]
    return say("The bag: {pieces}.", pieces=counted)
