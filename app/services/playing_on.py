"""Tables that play on from a moment of a finished game: one player on their seat, bots on all others."""

from __future__ import annotations

import msgspec

from app.protocol.commands import Level
from app.rooms.registry import Rooms, seat_bots
from app.storage.guests import Guest
from app.table.deal import Onward
from app.table.event_ids import new_id
from app.table.gathering import play_on, sit
from games import by_rules
from games.record import Record


async def open_onward(rooms: Rooms, record: Record, onward: Onward, guest: Guest, name: str, level: Level) -> str:
    """Open such a room with the rules, options and seats of the recorded game, and begin; returns its code. Raises
    Refusal, OutcomeUnknown."""
    game, seat = by_rules(record.rules), onward.source.seat
    room = await rooms.open_live(game.key, record.seats, msgspec.json.decode(record.options), guest, name)
    if seat:
        await room.do(guest.id, new_id(), lambda table: sit(table, guest.id, name, seat))
    await seat_bots(room, guest, level)
    await room.do(guest.id, new_id(), lambda table: play_on(table, guest.id, record.rules, onward))
    return room.table.room
