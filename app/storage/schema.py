"""The tables in SQLAlchemy Core; migrations/ creates them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

REVISION: Final = "0010"
"""The newest migration: the tables below are as it leaves them."""

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("id", String(32), nullable=False),
    Column("prev", String(32), nullable=False),
    Column("actor", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seal", LargeBinary(17), nullable=True),
    UniqueConstraint("room", "id", name="events_room_id"),
)
"""The log. Append-only: triggers reject updates, and deletes while the room is in `rooms`."""

house = Table(
    "house",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("epoch", String(32), nullable=False),
    Column("room_key", LargeBinary(32), nullable=True),
    Column("up_at", BigInteger, nullable=True),
)
"""A single row. `epoch` changes whenever the log is restored from a backup, which voids event numbers seen before.
`room_key`: key of the tokens that stand for rooms in the server's logs. `up_at`: the last heartbeat of any process."""

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""Times when no process was up."""

present = Table(
    "present",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("node", String(80), primary_key=True),
    Column("guests", Text, nullable=False),
    Column("asked", BigInteger, nullable=False),
)
"""Answers to the operator's `rooms` command: the guests (JSON) that a node had in each room, and the roll call it
answers. A row with an empty room says that the node has answered."""

rooms = Table(
    "rooms",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=True, index=True),
    Index("rooms_by_phase", "phase", "at"),
)
"""Index of rooms: when to check one again (`due`), and when it expires. Derived from the log, which alone decides about
games."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("head", String(32), nullable=False),
    Column("code", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The state of a long room after the event `seq` with the id `head`, folded by the code version `code`. A cache: any
row may be deleted at any time."""

chores = Table(
    "chores",
    metadata,
    Column("chore", String(32), primary_key=True),
    Column("due", BigInteger, nullable=False),
)
"""Periodic work that one process does for all, and when it is due again."""

team_scores = Table(
    "team_scores",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("setting", Text, nullable=False),
    Column("score", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("team_scores_best", "setting", "score"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("name", Text, nullable=True),
    Column("made_at", BigInteger, nullable=False),
    Column("seen", Integer, nullable=False),
    Index("guests_by_seen", "seen"),
    Index("guests_passing", "seen", sqlite_where=text("name IS NULL"), postgresql_where=text("name IS NULL")),
)
"""`seen`: day of the last visit, counted from 1970."""

guests_of_rooms = Table(
    "guests_of_rooms",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("room", String(32), primary_key=True, index=True),
    Column("put_away", Integer, nullable=False, server_default="0"),
)
"""Guests named in a room's log: players, applicants, hosts, muted or removed guests. They are not forgotten while the
room exists. `put_away`: 1: the guest has taken the room off the list of the start page."""

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("endpoint_hash", LargeBinary(32), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("page", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("called", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Web Push subscriptions, one row per guest and room. A browser has one subscription, shared by its rooms."""
