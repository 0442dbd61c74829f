"""The tables and columns that queries use; migrations/ creates them, with types, keys and indexes."""

from typing import Final

from sqlalchemy import BigInteger, TableClause, column, table

REVISION: Final = "0013"  # the newest migration, which leaves the columns below

_TIMES: Final = frozenset({"at", "began", "due", "ended", "made_at", "up_at"})
"""Columns in milliseconds, which do not fit into PostgreSQL's integer."""


def _table(name: str, columns: str) -> TableClause:
    return table(name, *(column(each, BigInteger() if each in _TIMES else None) for each in columns.split()))


events = _table("events", "room seq id prev actor kind body at seal")
"""The log. Append-only: triggers reject updates, and deletes while the room is in `rooms`."""

house = _table("house", "one epoch room_key up_at")
"""A single row. `epoch` changes whenever the log is restored from a backup, which invalidates event numbers seen
before. `room_key`: key of the tokens that stand for rooms in the server's logs. `up_at`: the last heartbeat of any
process."""

outages = _table("outages", "began ended")
"""Times when no process was up."""

rooms = _table("rooms", "room phase at due")
"""The room index: when to check a room's clocks (`due`), and what its expiry depends on. Derived from the log, which
alone decides about games."""

snapshots = _table("snapshots", "room seq head code body")
"""The state of a long room after the event `seq` with the id `head`, folded by this `code`. Any may be deleted."""

chores = _table("chores", "chore due")
"""Periodic work that one process does for all, and when it is due again."""

team_scores = _table("team_scores", "room seq setting score at")

guests = _table("guests", "id token_hash name made_at seen")
"""`seen`: day of the last visit, counted from 1970."""

guests_of_rooms = _table("guests_of_rooms", "guest room put_away")
"""Guests named in a room's log: players, applicants, hosts, muted or removed guests. They are not forgotten while the
room exists. `put_away`: 1: the guest has taken the room off the list of the start page, where the next game that begins
in it puts it back."""

push_subscriptions = _table(
    "push_subscriptions", "room guest endpoint_hash endpoint p256dh auth page language called warned at"
)
"""Web Push subscriptions, one row per guest and room. A browser has one subscription, shared by its rooms."""
