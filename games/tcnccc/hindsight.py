"""TCNCCC in hindsight: what stood under the lids, who was nearly there, and who remembered best."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from games import hindsight
from games.dealer import Line
from games.draws import Draws
from games.engine import Chair, Seat, Text, say
from games.hindsight import by_seat, those
from games.tcnccc.pieces import COLOURS, JOKER, Piece, named
from games.tcnccc.rules import CYLINDERS, PIECES_THAT_WIN, State

FEWEST_LIFTS = 2
FEWEST_TURNS = 5
FEWEST_PIECES = 3
PIECES: Final[tuple[Piece, ...]] = (*COLOURS, JOKER)
DRAWS: Final = Draws("bag", [*map(named, PIECES)], PIECES.index)
"""The pieces that each seat drew from the bag."""


class Beneath(Struct, frozen=True):
    """What nobody may see: the pieces in each cylinder from the bottom up (null: it has left the game), and those in
    the bag."""

    cylinders: list[list[Piece] | None]
    bag: list[Piece]


def beneath(g: State) -> Beneath:
    """All pieces that did not lie open."""
    standing = [g.cylinders.get(cylinder) for cylinder in range(CYLINDERS)]
    return Beneath([None if pieces is None else list(pieces) for pieces in standing], list(g.bag))


def turning(before: State, after: State, lines: Sequence[Line]) -> list[Text]:
    """Somebody is out or needs only one more piece, or a cylinder leaves the game."""
    lacking = PIECES_THAT_WIN - 1
    nearly = [seat for seat, held in enumerate(after.held) if len(before.held[seat]) < lacking == len(held)]
    return [
        *(line.text for line in those(lines, "out", "removed")),
        *(say("{seat} lacks only one piece.", seat=Chair(seat)) for seat in nearly),
    ]


def facts(g: State, lines: Sequence[Line]) -> list[Text]:
    """Whose memory was best, and what stood longest and highest."""
    return [*_best_memory(lines), *_longest_closed(lines), *_fullest(lines)]


def _best_memory(lines: Sequence[Line]) -> Iterator[Text]:
    lifts, pairs = by_seat(lines, "lifted", "lifted_empty"), by_seat(lines, "kept", "kept_nothing")
    often = [seat for seat in pairs if lifts[seat] >= FEWEST_LIFTS]
    if not often:
        return

    def how_well(seat: Seat) -> tuple[float, int]:
        return pairs[seat] / lifts[seat], pairs[seat]

    best = max(often, key=how_well)
    if sum(how_well(seat) == how_well(best) for seat in often) == 1:
        yield say(
            "{seat} found a pair in {found} of {lifts} lifts.",
            seat=Chair(best),
            found=pairs[best],
            lifts=lifts[best],
        )


def _longest_closed(lines: Sequence[Line]) -> Iterator[Text]:
    """The cylinder that nobody lifted for the most turns in a row, as long as it was in the game."""
    since, longest = dict.fromkeys(range(1, CYLINDERS + 1), 0), Counter[int]()
    for line in those(lines, "drew", "lifted", "lifted_empty", "removed"):
        if line.kind == "removed":
            del since[line.text.with_["cylinder"]]
            continue
        for cylinder in since:
            since[cylinder] = 0 if line.text.with_.get("cylinder") == cylinder else since[cylinder] + 1
            longest[cylinder] = max(longest[cylinder], since[cylinder])
    if (found := hindsight.only_first(longest, FEWEST_TURNS)) is not None:
        yield say("No one lifted cylinder {cylinder} for {turns} turns.", cylinder=found[0], turns=found[1])


def _fullest(lines: Sequence[Line]) -> Iterator[Text]:
    now, most = Counter[int](), Counter[int]()
    for line in those(lines, "placed", "lifted"):
        cylinder = line.text.with_["cylinder"]
        now[cylinder] = now[cylinder] + 1 if line.kind == "placed" else 0
        most[cylinder] = max(most[cylinder], now[cylinder])
    if (found := hindsight.only_first(most, FEWEST_PIECES)) is not None:
        yield say("Most pieces under one lid: {pieces}, in cylinder {cylinder}.", pieces=found[1], cylinder=found[0])
