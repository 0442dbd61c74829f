"""Tables that play on from a moment of a finished game: one player on their seat, bots on all others."""

from __future__ import annotations

import msgspec

from app.protocol.commands import Level
from app.rooms.registry import Rooms, seat_bots
from app.storage.guests import Guest
from app.table.deal import Beginning
from app.table.event_ids import new_id
from app.table.gathering import play_on, sit
from games import by_rules


async def open_onward(rooms: Rooms, start: Beginning, guest: Guest, name: str, level: Level) -> str:
    """Open such a room, and begin; returns its code. Raises Refusal, OutcomeUnknown."""
    game, seat = by_rules(start.rules), start.onward.source.seat
    room = await rooms.open_live(game.key, start.seats, msgspec.json.decode(start.options), guest, name)
    if seat:
        await room.do(guest.id, new_id(), lambda table: sit(table, guest.id, name, seat))
    await seat_bots(room, guest, level)
    await room.do(guest.id, new_id(), lambda table: play_on(table, guest.id, start.rules, start.onward))
    return room.table.room
