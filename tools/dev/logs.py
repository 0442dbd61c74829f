"""Shows a room of the database, or a downloaded log, with all its secrets."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from app.settings import Settings
from app.storage.store import Store
from app.table.events import Body, Event
from app.table.state import Table
from games.playthrough import shown
from tools.dev.mistaken import Mistaken


class Logged(Struct):
    """One event of a downloaded log."""

    seq: int
    body: Body
    actor: str = ""


def show_room(asked: argparse.Namespace) -> int:
    """Show a room as it is, or as it was after an event."""
    code, _, seq = asked.room.partition("@")
    if seq and not seq.isdecimal():
        raise Mistaken(f"Expected ROOM or ROOM@SEQ, with a number for SEQ; got {asked.room!r}.")
    events = asyncio.run(_load(Settings.from_environ(os.environ).database_url, code))
    if not events:
        raise Mistaken(f"There is no room {code}.")
    last = int(seq) if seq else len(events)
    if not 0 < last <= len(events):
        raise Mistaken(f"Room {code} has the events 1 to {len(events)}, not {last}.")
    table = Table(code)
    for event in events[:last]:
        lines = table.apply(event)
    print(f"{last} of {len(events)}. {_body(events[last - 1])}")
    _print_lines(_as_it_stands(table, lines))
    return 0


async def _load(url: str, code: str) -> list[Event]:
    store = Store(url)
    await store.start()
    try:
        return await store.load(code)
    finally:
        await store.close()


def replay_file(asked: argparse.Namespace) -> int:
    """Show every event of a log and its effect; 1 if one does not fit."""
    table = Table("replay")
    for event in _events_in(asked.file):
        print(f"\n{event.seq}. {_body(event)}")
        try:
            lines = table.apply_unsealed(event)
        except Exception as mistake:
            print(f"{type(mistake).__name__}: {mistake}", file=sys.stderr)
            return 1
        _print_lines(_as_it_stands(table, lines))
    return 0


def _events_in(file: Path) -> Iterator[Event]:
    try:
        log = msgspec.json.decode(file.read_bytes(), type=list[Logged])
    except (OSError, msgspec.MsgspecError) as error:
        raise Mistaken(f"{file} is not a log: {error}") from None
    for logged in log:
        id, prev = str(logged.seq), str(logged.seq - 1) if logged.seq > 1 else ""
        yield Event("replay", logged.seq, id, prev, logged.actor, logged.body)


def _body(event: Event) -> str:
    return msgspec.json.encode(event.body).decode()


def _as_it_stands(table: Table, lines: Sequence[Any]) -> Iterator[str]:
    names = [seat.name or "free" for seat in table.seats]
    yield f"{table.game.title}, {table.phase}: {', '.join(names)}"
    if table.playing is not None:
        yield f"position: {table.game.notation.written(table.playing.state)}"
        yield f"state: {msgspec.json.encode(table.playing.state).decode()}"
        yield from shown(table.game, table.playing.state, len(table.seats), lines)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
