"""The cost figures of a server, measured by cost.py and used by capacity.py and cells.py."""

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct


def _figure(meaning: str) -> Meta:
    return Meta(description=meaning)


class OfStorage(Struct, frozen=True, kw_only=True):
    """Costs that differ between a file of SQLite and PostgreSQL. Processor time is in milliseconds of one core."""

    move_ms: Annotated[float, _figure("a node: deciding, writing and acknowledging a move")]
    database_ms: Annotated[float, _figure("PostgreSQL: writing a move and forwarding its notice")] = 0.0
    disk_bytes: Annotated[float, _figure("disk writes per move: the log, its indexes, the write-ahead log")]
    kept_bytes: Annotated[float, _figure("storage per move, with indexes")]
    commit_ms: Annotated[float, _figure("a lone commit")]


class Costs(Struct, frozen=True, kw_only=True):
    """The costs on one machine. Processor time is in milliseconds of one core."""

    sqlite: OfStorage
    postgres: OfStorage
    frame_ms: Annotated[float, _figure("a node: showing a move to one page")]
    frame_bytes: Annotated[float, _figure("a frame")]
    ping_ms: Annotated[float, _figure("an idle page, per second")]
    open_ms: Annotated[float, _figure("opening the page of a room")]
    return_ms: Annotated[float, _figure("reconnecting a page: handshake, hello, the whole state")]
    socket_kb: Annotated[float, _figure("memory of an open page")]
    room_kb: Annotated[float, _figure("memory of a room")]
    base_mb: Annotated[float, _figure("memory of an empty node")]
    notice_bytes: Annotated[float, _figure("a move in a notice")]
    hear_ms: Annotated[float, _figure("a node: receiving a notification from another")]
    notify_ms: Annotated[float, _figure("PostgreSQL: accepting a notification")]
    wake_ms: Annotated[float, _figure("PostgreSQL: delivering it to one node")]
    notified_per_s: Annotated[float, _figure("notifications a second, at most: one after the other")]
    head_ms: Annotated[float, _figure("PostgreSQL: reading where 1,000 logs end")]


HERE: Final = Path(__file__).with_name("costs.json")


def costs_in(file: Path = HERE) -> Costs:
    """The costs in a file from cost.py. Raises OSError, and msgspec.ValidationError for another kind of file."""
    return msgspec.json.decode(file.read_bytes(), type=Costs)


def write(costs: Costs, file: Path) -> None:
    """Write costs for costs_in()."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(costs), indent=1) + b"\n")
