"""The tables, as SQLAlchemy Core; migrations/ makes them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

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
    UniqueConstraint("room", "id", name="events_room_id"),
)

rooms = Table(
    "rooms",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("due", BigInteger, nullable=True, index=True),
)
"""What the house comes back to: rooms whose clocks run, rooms nobody comes back to. Never asked about the game: the
log alone is the truth."""

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
)

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
