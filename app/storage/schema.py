"""The tables, as SQLAlchemy Core; migrations/ makes them."""

from __future__ import annotations

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
"""Rows are only added: the database refuses to change one, and to delete any of a room that is in `rooms`."""

house = Table(
    "house",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("epoch", String(32), nullable=False),
    Column("room_key", LargeBinary(32), nullable=True),
    Column("up_at", BigInteger, nullable=True),
)
"""One row. `epoch` is another one whenever the log was put back from a copy: numbers of events from before say
nothing then. `room_key`: of the tokens by which the log of this house calls rooms. `up_at`: the last sign of life of
any process."""

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""When no process was up."""

present = Table(
    "present",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("node", String(80), primary_key=True),
    Column("guests", Text, nullable=False),
    Column("asked", BigInteger, nullable=False),
)
"""Who was where when the keeper asked: the guests that a node knew in each room, in JSON, and by which asking that was.
Without a room: that the node has answered."""

rooms = Table(
    "rooms",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=True, index=True),
    Index("rooms_by_phase", "phase", "at"),
)
"""What the house comes back to: rooms whose clocks run, rooms nobody comes back to. Never asked about the game: the
log alone is the truth."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("head", String(32), nullable=False),
    Column("code", String(32), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""A long room as it stood after the event `seq`, whose id is `head`, folded by this code. Copies for speed: whatever is
in them is in the log, too, and any of them may be deleted at any time."""

chores = Table(
    "chores",
    metadata,
    Column("chore", String(32), primary_key=True),
    Column("due", BigInteger, nullable=False),
)
"""What one process does for all, and when it is to be done again."""

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
"""`seen`: the day on which they came by last, counted from 1970."""

guests_of_rooms = Table(
    "guests_of_rooms",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("room", String(32), primary_key=True, index=True),
)
"""Whom the log of a room knows: who sat or would have liked to, was let in, was given a seat or the host's chair, was
muted or shown the door. As long as the room is kept they are no strangers there."""

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
"""Players who want to be called when they are asked and have no page open. A guest is one browser, which has one
subscription for all rooms: a row for each room in which it sits."""
