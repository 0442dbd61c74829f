"""What chance gave to each seat in a finished game, counted beside what was to be expected.

For games that are over: a count of what was drawn from a bag or a deck reveals what is left in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.dealer import Line, Scripted, Whose, stream_of
from games.engine import Game, Seat, Text
from games.record import Made, Moment, Record, moments


class Draw(Struct, frozen=True, omit_defaults=True):
    """One draw or one shuffle of a game. Labels and items are those of its rules."""

    seq: int
    """The number of the event for which it was drawn."""
    label: str
    """What was drawn: “start”, “bag”, “die”, “deck”. In a shuffle, that of each draw goes on with its place."""
    item: Any
    """What came: a word or a number; of a shuffle, all items in their new order."""
    among: list[Any] = []
    """All things among which it was drawn, in ascending order, each as likely; left out for a shuffle."""
    stream: str = ""
    """Where each seat had draws of its own: whose this was, a seat’s or the table’s, and its label, “0/die”,
    “table/start”; left out elsewhere."""


def _who_moved(after: Any, mover: Seat, lines: Sequence[Line], draws: int) -> Sequence[Seat]:
    return [mover] * draws


@dataclass(frozen=True)
class Draws:
    """What is counted in one game: the dealer's draws with this label, each as one of these kinds."""

    label: str
    kinds: Sequence[Text]
    kind_of: Callable[[Any], int]
    """(item): its kind, as a place in `kinds`."""
    whose: Callable[[Any, Seat, Sequence[Line], int], Sequence[Seat]] = _who_moved
    """(state after a move, who moved, its lines, how many draws it caused): to whom each of these belongs; fewer seats
    than draws: the others count for nobody."""


class Counted(Struct, frozen=True):
    """What chance gave to each seat. `drawn[seat][kind]`: how often; `expected`: how often on average, as everything
    lay at each draw."""

    kinds: list[Text]
    """What was drawn or thrown: the faces of a die, the colours of pieces, the suits of cards."""
    drawn: list[list[int]]
    """By seat: how often each of the kinds came."""
    expected: list[list[float]]
    """By seat: how often each of the kinds was to be expected in as many draws, to two places."""


def every_draw(game: Game, record: Record, by_seat: bool = False) -> Iterator[Draw]:
    """All draws and shuffles of a finished game, in order; with their streams, if it was dealt `by_seat`."""
    movers = _movers(record)
    for moment, dealer in _watched(game, record):
        yield from _with_streams(dealer, movers.get(moment.seq, "table")) if by_seat else dealer.seen


def _with_streams(dealer: _Watched, mover: Whose) -> Iterator[Draw]:
    for draw, label in zip(dealer.seen, dealer.labels, strict=True):
        yield replace(draw, stream=stream_of(label, mover))


def _movers(record: Record) -> Mapping[int, Seat]:
    return {step.seq: step.seat for step in record.played if isinstance(step, Made)}


def counted(game: Game, record: Record, draws: Draws) -> Counted:
    """The draws of a finished game, without those that were taken back."""
    drawn = [[0] * len(draws.kinds) for _ in range(record.seats)]
    expected = [[0.0] * len(draws.kinds) for _ in range(record.seats)]
    for seat, draw in _by_seat(game, record, draws):
        drawn[seat][draws.kind_of(draw.item)] += 1
        for item in draw.among:
            expected[seat][draws.kind_of(item)] += 1 / len(draw.among)
    return Counted([*draws.kinds], drawn, [[round(times, 2) for times in row] for row in expected])


def _by_seat(game: Game, record: Record, draws: Draws) -> Iterator[tuple[Seat, Draw]]:
    movers, undone = _movers(record), record.undone()
    for moment, dealer in _watched(game, record):
        if moment.seq not in undone:
            seen = [draw for draw in dealer.seen if draw.label == draws.label]
            of_draws = draws.whose(moment.state, movers.get(moment.seq, 0), dealer.lines, len(seen))
            yield from zip(of_draws, seen, strict=False)


def _watched(game: Game, record: Record) -> Iterator[tuple[Moment, _Watched]]:
    """Each moment at which something may have been drawn, and what dealt for it."""
    dealers = list[_Watched]()

    def deal(script: Sequence[Any], seq: int) -> Scripted:
        dealers.append(_Watched(script, seq))
        return dealers[-1]

    for moment in moments(game, record, deal):
        yield from ((moment, dealer) for dealer in dealers)
        dealers.clear()


class _Watched(Scripted):
    """A dealer that also notes among what it drew."""

    def __init__(self, script: Sequence[Any], seq: int) -> None:
        super().__init__(script, seq)
        self.seen: list[Draw] = []

    def _draw(self, items: list[Any], label: str) -> Any:
        among, item = [*items], super()._draw(items, label)
        self.seen.append(Draw(self._seq, label, item, among))
        return item

    def _order(self, items: list[Any], label: str) -> list[Any]:
        order = super()._order(items, label)
        self.seen.append(Draw(self._seq, label, [*order]))
        return order


def of_lines(*kinds: str) -> Callable[[Any, Seat, Sequence[Line], int], Sequence[Seat]]:
    """Each draw belongs to the seat of one line of these kinds, in their order."""

    def whose(after: Any, mover: Seat, lines: Sequence[Line], draws: int) -> Sequence[Seat]:
        return [line.seat for line in lines if line.kind in kinds and line.seat is not None]

    return whose


def of_the_turn(after: Any, mover: Seat, lines: Sequence[Line], draws: int) -> Sequence[Seat]:
    """All draws belong to the seat whose turn it is now."""
    return [after.turn] * draws


def only_single(after: Any, mover: Seat, lines: Sequence[Line], draws: int) -> Sequence[Seat]:
    """A single draw belongs to who moved; several at once are a deal, and not counted."""
    return [mover] if draws == 1 else []
