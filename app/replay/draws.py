"""Dice and draws of a finished game, counted beside what was to be expected."""

from collections.abc import Iterator

import msgspec

from app.replay.analyses import load_record
from app.replay.downloads import Parts
from app.storage.store import Store
from app.table.seating import Past
from games import by_rules, hindsight_of
from games.draws import counted
from games.record import Record


async def draws_of(store: Store, room: str, past: Past) -> Parts:
    """The Counted as JSON; null where nothing is drawn while the game is played. Raises DamagedEvent, RoomGone."""
    yield _encoded(await load_record(store, room, past))


def _encoded(record: Record) -> Iterator[bytes]:
    game = by_rules(record.rules)
    draws = hindsight_of(game).draws
    yield msgspec.json.encode(None if draws is None else counted(game, record, draws))


def are_counted(past: Past) -> bool:
    """Whether anything is drawn while this game is played."""
    return hindsight_of(by_rules(past.rules)).draws is not None
