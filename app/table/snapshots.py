"""Loads tables: folds a log event by event, as far as possible; or reads a snapshot, so that a room loads without a
full replay of its log. Snapshots are only for speed: if anything about one is doubtful, the log is read instead."""

import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from app.build import fingerprint
from app.protocol.talk import Chat
from app.table.deal import Beginning, Prepared
from app.table.events import CHATS_KEPT, Began, Event, RoomSettings
from app.table.game import Playing, lines_of, newest_lines, read_line, read_sentence
from app.table.seating import Past, People
from app.table.state import Table
from games import by_rules
from games.dealer import Line
from games.engine import Game

IDS_KEPT: Final = 128
"""Retries come soon, so only the newest ids are kept: random bytes, they would take up most of a snapshot."""
PIECE: Final = 256
"""Events, which take some milliseconds."""
EVERY: Final = 64
"""Events between snapshots: at most this many are read with a room, plus those written during the last snapshot."""

S = TypeVar("S")

_encoder = msgspec.msgpack.Encoder()


_MADE_ANEW: Final = {"room", "game", "options", "_digest", "_bygone", "_bygone_in_progress"}
"""Attributes of a table that are not in its snapshot: they follow from the others, or are for reading a log."""
_TYPES: Final[dict[str, Any]] = {
    "people": People,
    "settings": RoomSettings,
    "chats": list[tuple[Chat, bool | None]],
    "past": list[Past],
    "starting": Beginning | None,
    "_done": dict[str, tuple[str, int]],
}
"""The types of attributes that are more than a number or a word."""


@cache
def code() -> str:
    """A fingerprint of the code; a snapshot is only loaded by the code that made it."""
    return fingerprint("app", "games")[:32]


# --- To bytes -----------------------------------------------------------------------------------------------


def packed(table: Table) -> bytes:
    """The table as bytes, to be passed to `compressed`, which does not need the table and may run in another thread."""
    attributes = {name: value for name, value in vars(table).items() if name not in _MADE_ANEW}
    newest = islice(reversed(table._done.items()), IDS_KEPT)
    changed = {
        "rules": table.game.rules,
        "lines": list(table.lines),
        "chats": list(table.chats),
        "_wanted": bytes(table._wanted),
        "prepared": msgspec.json.encode(table.prepared),  # its position is JSON, as in the log
        "_done": dict([*newest][::-1]),
    }
    return _encoder.encode({**attributes, **changed})


def compressed(bytes: bytes) -> bytes:
    """The bytes to store."""
    return zlib.compress(bytes, 1)


# --- And back -----------------------------------------------------------------------------------------------


def unpacked(room: str, snapshot: bytes) -> Table:
    """The table that was packed and compressed by the same code."""
    attributes = _decoded(dict[str, Raw], zlib.decompress(snapshot))
    table, rules, playing, lines = Table(room), *map(attributes.pop, ("rules", "playing", "lines"))
    prepared = _decoded(bytes, attributes.pop("prepared"))
    for name, value in attributes.items():
        setattr(table, name, _decoded(_TYPES.get(name, Any), value))
    table._wanted = Raw(table._wanted)
    table.prepared = msgspec.json.decode(prepared, type=Prepared | None)
    table._follow(by_rules(_decoded(str, rules)))
    table.chats = deque(table.chats, maxlen=CHATS_KEPT)
    table._digest = None
    table.playing = _playing(playing, table.game)
    table.lines = newest_lines(map(read_line, _decoded(lines_of(table.game.State), lines)))
    return table


def _decoded(type: type[S], encoded: bytes | Raw) -> S:
    return msgspec.msgpack.decode(encoded, type=type)


def _playing(encoded: Raw, game: Game) -> Playing | None:
    playing = _decoded(Playing | None, encoded)  # type: ignore[arg-type]
    if playing is None:
        return None
    playing.state = _decoded(game.State, _decoded(dict[str, Raw], encoded)["state"])
    if playing.outcome is not None:
        playing.outcome = replace(playing.outcome, why=read_sentence(playing.outcome.why))
    return playing


# --- A log ----------------------------------------------------------------------------------------------------


def fold_in_pieces(
    room: str, log: Sequence[Event], newest: int | None = None
) -> Iterator[tuple[Table, Exception | None]]:
    """As the last item, the table as far as its log folds, and the error where it stops, if any; after each piece of
    the log an item to pause at. The log may lack events inside games before the newest one, which began with the event
    `newest`."""
    if newest is None:
        newest = max((event.seq for event in log if isinstance(event.body, Began)), default=0)
    table = Table(room, bygone=newest)
    for place, event in enumerate(log, 1):
        try:
            apply_next(table, event)
        except Exception as fault:  # whatever the rules raise
            # It may have been folded in part: fold the log before it again.
            for sound, _ in fold_in_pieces(room, log[: place - 1], newest):
                yield sound, fault
            return
        if place % PIECE == 0:
            yield table, None
    yield table, None


def apply_next(table: Table, event: Event) -> list[Line]:
    """Fold the next event of such a log; returns its lines. Raises what Table.apply raises."""
    if event.seq != table.seq + 1:
        table.skip_to(event)
    return table.apply(event)
