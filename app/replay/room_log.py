"""A room's log as those who may have one of its finished games may read it: guests are numbered; other games, and chat
not meant for everybody, are left out."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.replay.downloads import Parts
from app.storage.store import Store
from app.table.deal import Starting
from app.table.events import Event, Said


class LoggedEvent(Struct, frozen=True):
    """One event. Guests are numbered by first appearance; `at` is in milliseconds."""

    seq: int
    """The number of the event in its room, from 1 on."""
    at: int
    """When it happened, in milliseconds since 1970."""
    actor: str
    """The person, numbered; empty for the server."""
    body: Any
    """The event: its `kind`, and that kind's fields."""


async def logged(store: Store, room: str, until: int, hidden: Sequence[range] = ()) -> Parts:
    """The log up to this seq as JSON. `hidden`: the events of games that the reader may not see. Raises
    DamagedEvent, RoomGone."""
    names = {"": ""}
    yield [b"["]
    async for events in store.load_in_batches(room, 0, until):
        yield _exported([event for event in events if not any(event.seq in game for game in hidden)], names)
    yield [b"]"]


def _exported(events: list[Event], names: dict[str, str]) -> Iterator[bytes]:
    """`names`: numbered guests so far, by id."""
    for event in events:
        if not (isinstance(event.body, Said) and event.body.apart):
            entry = LoggedEvent(event.seq, event.at, _name(event.actor, names), _without_secrets(event, names))
            yield b"," * (event.seq > 1) + msgspec.json.encode(entry)


def _without_secrets(event: Event, names: dict[str, str]) -> Any:
    """The body with numbered guests, without links, passwords and codes of other rooms."""
    body = msgspec.json.decode(msgspec.json.encode(event.body))
    for field in ("guest", "guests"):
        named = body.get("result", body)
        if field in named:
            named[field] = _numbered(named[field], names)
    if "link" in body:
        body["link"] = ""
    for other in ("prepared", "word") + ("secret",) * isinstance(event.body, Starting):
        body.pop(other, None)  # it is in the event that began the game, which is perhaps not for this reader
    for elsewhere in ((body.get("onward") or {}).get("source"), body.get("same")):
        if elsewhere and elsewhere["room"] != event.room:
            elsewhere["room"] = ""
    for secret in ("password", "talk", "sharing"):
        body.get("manners", {}).pop(secret, None)
    return body


def _numbered(guests: Any, names: dict[str, str]) -> Any:
    if isinstance(guests, list):
        return [_numbered(guest, names) for guest in guests]
    return None if guests is None else _name(guests, names)


def _name(guest: str, names: dict[str, str]) -> str:
    return names.setdefault(guest, f"guest {len(names)}")
