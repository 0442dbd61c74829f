"""The command `rooms open`: opens a table where visitors may not, and prints a link that makes somebody its host."""

import secrets
from argparse import Namespace
from typing import Any, Final

from app.admin import CommandFailed
from app.admin.health import site_of
from app.admin.installation import Installation
from app.protocol.messages import Refusal
from app.protocol.names import clean_name
from app.rooms.table_commands import LINK_BYTES
from app.storage.guests import Guest
from app.table import gathering
from app.table.event_ids import new_id
from games import GAMES

HOST_SEAT: Final = 0


async def open_room(installation: Installation, arguments: Namespace) -> tuple[Any, str]:
    """The room's code, and the links for its host and for friends. Raises CommandFailed."""
    try:
        room, token = await _opened(installation, arguments)
    except Refusal as no:
        raise CommandFailed(f"No table was opened: {no.text.text}") from None
    link = f"{site_of(installation.rooms.settings)}/t/{room}"
    host = f"{link}#seat={token}"
    words = f"For {arguments.name}, who is the host (it works once):  {host}\nFor everybody else:  {link}"
    return {"room": room, "host": host, "link": link}, words


async def _opened(installation: Installation, arguments: Namespace) -> tuple[str, str]:
    """The code of the new room, and the token of the link to its host's seat. Raises Refusal."""
    name, rooms, token = clean_name(arguments.name), installation.rooms, secrets.token_urlsafe(LINK_BYTES)
    # Nobody has this guest's cookie: the seat, and with it the rights of the host, go to whoever uses the link.
    guest = Guest(secrets.token_hex(16), secrets.token_bytes(32), None)
    await installation.store.guests.add(guest)
    seats = arguments.seats or (min(GAMES[arguments.game].seats) if arguments.game in GAMES else 0)
    code = await rooms.open(arguments.game, seats, {}, guest, name)
    room = await rooms.find(code)
    assert room is not None, "it has just been opened"
    await room.do(guest.id, new_id(), lambda table: gathering.make_link(table, guest.id, HOST_SEAT, token))
    return code, token
