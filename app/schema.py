"""The tables, as SQLAlchemy Core; migrations/ makes them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

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

team_scores = Table(
    "team_scores",
    metadata,
    Column("room", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("setting", String(1000), nullable=False),
    Column("score", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("team_scores_best", "setting", "score"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("name", String(80), nullable=True),
    Column("made_at", BigInteger, nullable=False),
)
