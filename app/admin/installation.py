"""An installation as operators' commands see it: its database, whether or not a server is running on it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from sqlalchemy import select

from app.admin import CommandFailed
from app.admin.opening import failing_with, read_only
from app.rooms.registry import Rooms
from app.settings import Settings
from app.storage.commit import OutcomeUnknown
from app.storage.database import refuse_other
from app.storage.schema import house, rooms
from app.storage.store import Store
from app.telemetry.json_logs import token_of

CANNOT: Final = "The database of TERTULIA_DATABASE_URL cannot be used"

T = TypeVar("T")


def room_key(url: str) -> bytes:
    """The key of the tokens that stand for rooms. Raises CommandFailed, and BadSetting like database_at()."""
    with read_only(url, CANNOT) as engine, failing_with(CANNOT), engine.connect() as connection:
        return bytes(connection.execute(select(house.c.room_key)).scalar_one())


class Installation:
    """The database of an installation."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.store = store
        self.rooms = Rooms(store, settings)

    def token(self, room: str) -> str:
        """The token that stands for this room in the server's logs."""
        return token_of(self.store.room_key, room)

    async def code(self, named: str) -> str:
        """The code of the room with this code, link or token. Raises CommandFailed when there is none."""
        query = select(rooms.c.room)
        codes: Sequence[str] = await self.store.read(lambda connection: connection.scalars(query).all())
        for room in codes:
            if code_in(named) == room or named == self.token(room):
                return room
        raise CommandFailed(f"There is no room {named}.")


def code_in(named: str) -> str:
    """The room code in a link, which may lead to a seat; any other text as it is."""
    return re.split("[?#]", named)[0].rstrip("/").rpartition("/")[2]


def on_installation(settings: Settings, work: Callable[[Installation], Awaitable[T]]) -> T:
    """Run this work. Raises CommandFailed, and BadSetting like database_at()."""
    with read_only(settings.database_url, CANNOT) as engine:
        refuse_other(engine)
    try:
        with failing_with(CANNOT):
            return asyncio.run(_do(settings, work))
    except OutcomeUnknown as error:
        raise CommandFailed(
            f"The database does not answer ({error}). Check whether it was done, and try again."
        ) from None


async def _do(settings: Settings, work: Callable[[Installation], Awaitable[T]]) -> T:
    store = Store(settings.database_url)
    with failing_with(CANNOT):
        await store.start()
    try:
        return await work(Installation(settings, store))
    finally:
        await store.close()
