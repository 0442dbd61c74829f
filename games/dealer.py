"""The dealer: the only source of chance and announcements for the rules.

What is drawn is written into the log with the move that caused it. So the log replays without a random generator, a
crash cannot cause another draw, and a test can script the draws.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from games.text import Seat, Text


class Chance(Protocol):
    """A source of uniform randomness."""

    def below(self, n: int, label: str) -> int:
        """One of 0 … n-1, all equally likely. The label says what is drawn: "start", "bag", "die", "deck/3"."""


class Sortable(Protocol):
    """Drawn items are plain words or numbers, which can be sorted and stored in the log as they are."""

    def __lt__(self, other: Any, /) -> bool: ...


T = TypeVar("T", bound=Sortable)
Kind = TypeVar("Kind", bound=str, contravariant=True)

START: Final = "start"
"""The label under which every game draws the starting player or first dealer."""

Whose = Seat | Literal["mover", "table"]
"""Whose draw it is: that of a seat, of the seat that moves, or of the table, as every shuffle is and the start."""


class Sight(Struct, frozen=True, tag_field="shows"):
    """Something shown for a moment, with a line that fades."""

    look_s: ClassVar[float] = 2.5
    """How long people want to look at it, in seconds; bots wait that long before they continue."""


class Line(Struct, frozen=True):
    """One thing said at the table."""

    kind: str
    """What it tells of: "placed", "scored". Whatever follows from a line goes by this and its arguments, never by its
    words."""
    text: Text
    seat: Seat | None = None
    """Who did it."""
    fades: bool = False
    """Heard once and never again: not kept, and not repeated to anyone who comes back."""
    sight: Sight | None = None
    """What is shown for a moment (one of the game's own Structs); only with a line that fades."""
    only_for: Seat | None = None
    """The one seat that hears it; None: everybody, onlookers too."""
    seq: int = 0
    """The event of the room's log to which it belongs."""

    def reaches(self, you: Seat | None) -> bool:
        """Whether this viewer hears it; None is an onlooker."""
        return self.only_for is None or self.only_for == you


class DealerOf(Generic[Kind]):
    """Draws from a chance, and records what is drawn and said while event `seq` is carried out: for the rules of a game
    whose lines are of these kinds."""

    def __init__(self, chance: Chance, seq: int = 0, starts: Seat | None = None, written: Iterable[Any] = ()) -> None:
        """`starts`: the starting seat, if that is not left to chance. `written`: what is drawn first, as far as that is
        among the things; the chance is asked all the same."""
        self.drawn: list[Any] = []
        self.labels: list[str] = []
        """Whose they are, and their labels, of all draws and shuffles so far: "mover/die", "2/die", "table/tiles"."""
        self.lines: list[Line] = []
        self.started: Seat | None = None
        """The starting seat, once it has been drawn."""
        self._chance = chance
        self._seq = seq
        self._starts = starts
        self._written = iter(written)

    def pick(self, items: Iterable[T], label: str, whose: Whose = "mover") -> T:
        """One of the items. They are sorted first, so that the order in which they are kept does not matter."""
        choice = sorted(items)
        self.labels.append(f"{'table' if label == START else whose}/{label}")
        item: Any = self._draw(choice, label)
        if label == START:
            item = self.started = self._starts if self._starts in choice else item
        self.drawn.append(item)
        drawn: T = item
        return drawn

    def die(self, faces: int = 6) -> int:
        """A throw: 1 … faces."""
        return self.pick(range(1, faces + 1), "die")

    def shuffle(self, items: Iterable[T], label: str) -> list[T]:
        """The items in a new order, recorded as one draw."""
        self.labels.append(f"table/{label}")
        order = self._order(sorted(items), label)
        self.drawn.append(list(order))
        return order

    def say(
        self, kind: Kind, text: Text, *, seat: Seat | None = None, fades: bool = False, sight: Sight | None = None
    ) -> None:
        """Tell everybody. `seat`: who did it."""
        self._speak(Line(kind, text, seat, fades, sight, only_for=None, seq=self._seq))

    def tell(self, seat: Seat, kind: Kind, text: Text, *, fades: bool = False, sight: Sight | None = None) -> None:
        """Tell only this seat."""
        self._speak(Line(kind, text, seat, fades, sight, only_for=seat, seq=self._seq))

    def _speak(self, line: Line) -> None:
        if line.sight is not None and not line.fades:
            raise ValueError(f"only a line that fades shows something for a moment: {line.text}")
        self.lines.append(line)

    def _draw(self, items: list[T], label: str) -> T:
        drawn, written = items[self._chance.below(len(items), label)], next(self._written, None)
        return items[items.index(written)] if written in items else drawn

    def _order(self, items: list[T], label: str) -> list[T]:
        # Fisher-Yates, from the last place down.
        for place in range(len(items) - 1, 0, -1):
            other = self._chance.below(place + 1, f"{label}/{place}")
            items[place], items[other] = items[other], items[place]
        return items


class WrongDraw(ValueError):
    """A recorded draw does not fit what is drawn now."""


class Dealer(DealerOf[str]):
    """One for every game: it says lines of any kind."""


class Scripted(Dealer):
    """A dealer with scripted draws: from the log when it is replayed, or from a test."""

    def __init__(self, values: Iterable[Any], seq: int = 0) -> None:
        super().__init__(_NoChance(), seq)
        self._script = list(values)

    def finish(self) -> None:
        """Raises WrongDraw unless all scripted values were drawn."""
        if self._script:
            raise WrongDraw(f"never drawn: {self._script}")

    def _draw(self, items: list[T], label: str) -> T:
        value = self._next(label, items)
        if value not in items:
            raise WrongDraw(f"{label}: expected one of {items}, the script has {value!r}")
        return items[items.index(value)]

    def _order(self, items: list[T], label: str) -> list[T]:
        value = self._next(label, items)
        if not isinstance(value, list) or sorted(value) != items:
            raise WrongDraw(f"{label}: expected an order of {items}, the script has {value!r}")
        return list(value)

    def _next(self, label: str, items: list[T]) -> Any:
        if not self._script:
            raise WrongDraw(f"{label}: expected one of {items}, the script is at its end")
        return self._script.pop(0)


class Weigh(Protocol):
    """Weighs things for a draw: the same each time, and otherwise as chance would."""

    def __call__(self, stream: str, number: int, item: Any, copy: int, /) -> bytes:
        """For the draw of this number, from 0, in this stream: of things that are alike, each `copy` weighs its own."""


class DealerBySeat(Dealer):
    """Deals alike at several tables, whatever happened there before: the nth draw of a seat with one label takes the
    heaviest thing that can still be drawn (rendezvous hashing), which is the same wherever it can be drawn."""

    def __init__(
        self, weigh: Weigh, so_far: Mapping[str, int], mover: Whose = "table", seq: int = 0, starts: Seat | None = None
    ) -> None:
        """`so_far`: stream -> how many draws it has given in this game."""
        super().__init__(_NoChance(), seq, starts)
        self._weigh = weigh
        self._so_far = so_far
        self._mover = mover

    def _draw(self, items: list[T], label: str) -> T:
        return self._by_weight(items)[0]

    def _order(self, items: list[T], label: str) -> list[T]:
        return self._by_weight(items)

    def _by_weight(self, items: list[T]) -> list[T]:
        streams = [stream_of(label, self._mover) for label in self.labels]
        stream = streams[-1]
        number = self._so_far.get(stream, 0) + streams[:-1].count(stream)
        copies = [items[:place].count(item) for place, item in enumerate(items)]
        weights = [self._weigh(stream, number, item, copy) for item, copy in zip(items, copies, strict=True)]
        return [items[place] for place in sorted(range(len(items)), key=weights.__getitem__, reverse=True)]


def stream_of(label: str, mover: Whose) -> str:
    """The stream of a draw of this label, as in `DealerOf.labels`, in a move of this seat."""
    whose, _, rest = label.partition("/")
    return f"{mover}/{rest}" if whose == "mover" else label


class _NoChance:
    def below(self, n: int, label: str) -> int:
        raise WrongDraw(f"{label}: this dealer has no chance of its own")
