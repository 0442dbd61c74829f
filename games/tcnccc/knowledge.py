"""What a perfect memory knows in TCNCCC: everything, since each piece is shown when it is drawn, placed or lifted."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.dealer import Line
from games.engine import Seat, say
from games.knowledge import Knowledge, Possible
from games.tcnccc.pieces import ALL_PIECES, COLOURS, JOKER, Drawn, Lifted, Piece, Placed, named
from games.tcnccc.rules import CYLINDERS, Options
from games.tcnccc.view import View


class Follower:
    """Remembers what stands under each lid; all other pieces that do not lie open are in the bag."""

    def __init__(self, options: Options, seats: int, you: Seat | None, box: Sequence[Piece] = ALL_PIECES) -> None:
        """`box`: all pieces, in the bag at first."""
        self._box = Counter(box)
        self._standing: list[list[Piece]] = [[] for _ in range(CYLINDERS)]
        self._drawn: list[Piece] = []
        """The piece that is being placed."""
        self._view: View | None = None

    def follow(self, view: View, lines: Sequence[Line]) -> None:
        self._view = view
        for line in lines:
            match line.sight:
                case Drawn(piece):
                    self._drawn = [piece]
                case Placed(cylinder, piece):
                    self._drawn = []
                    self._standing[cylinder].append(piece)
                case Lifted(cylinder):
                    self._standing[cylinder] = []

    def places(self) -> list[Possible]:
        view = self._view
        if view is None:
            return []
        lids = [
            Possible(
                say("Cylinder {cylinder}, from the bottom up", cylinder=cylinder + 1), [*self._standing[cylinder]], []
            )
            for cylinder in view.cylinders
        ]
        return [*lids, Possible(say("The bag"), [*self._in_the_bag(view)], [])]

    def _in_the_bag(self, view: View) -> list[Piece]:
        elsewhere = Counter(piece for pieces in (*view.held, *self._standing, self._drawn) for piece in pieces)
        return sorted((self._box - elsewhere).elements())


KINDS: Final[tuple[Piece, ...]] = (*COLOURS, JOKER)
KNOWLEDGE: Final = Knowledge(
    {piece: named(piece) for piece in KINDS}, Follower, lambda options: bool(options.memory == "aided")
)
