"""The tables in SQLAlchemy Core; migrations/ creates them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

REVISION: Final = "0010"  # the newest migration: the tables below are as it leaves them

metadata = sa.MetaData()

events = sa.Table(
    "events",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("prev", sa.String(32), nullable=False),
    sa.Column("actor", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("seal", sa.LargeBinary(17), nullable=True),
    sa.UniqueConstraint("room", "id", name="events_room_id"),
)
"""The log. Append-only: triggers reject updates, and deletes while the room is in `rooms`."""

house = sa.Table(
    "house",
    metadata,
    sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("epoch", sa.String(32), nullable=False),
    sa.Column("room_key", sa.LargeBinary(32), nullable=True),
    sa.Column("up_at", sa.BigInteger, nullable=True),
)
"""A single row. `epoch` changes whenever the log is restored from a backup, which voids event numbers seen before.
`room_key`: key of the tokens that stand for rooms in the server's logs. `up_at`: the last heartbeat of any process."""

outages = sa.Table(
    "outages",
    metadata,
    sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
)
"""Times when no process was up."""

present = sa.Table(
    "present",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("node", sa.String(80), primary_key=True),
    sa.Column("guests", sa.Text, nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
)
"""Answers to the operator's `rooms` command: the guests (JSON) that a node had in each room, and the roll call it
answers. A row with an empty room says that the node has answered."""

rooms = sa.Table(
    "rooms",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=True, index=True),
    sa.Index("rooms_by_phase", "phase", "at"),
)
"""When to check a room again (`due`), and when it expires. Derived from the log, which alone decides about games."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("head", sa.String(32), nullable=False),
    sa.Column("code", sa.String(32), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""The state of a long room after the event `seq` with the id `head`, folded by this `code`. Any may be deleted."""

chores = sa.Table(
    "chores",
    metadata,
    sa.Column("chore", sa.String(32), primary_key=True),
    sa.Column("due", sa.BigInteger, nullable=False),
)
"""Periodic work that one process does for all, and when it is due again."""

team_scores = sa.Table(
    "team_scores",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("setting", sa.Text, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("team_scores_best", "setting", "score"),
)

guests = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token_hash", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.Integer, nullable=False),
    sa.Index("guests_by_seen", "seen"),
    sa.Index("guests_passing", "seen", sqlite_where=sa.text("name IS NULL"), postgresql_where=sa.text("name IS NULL")),
)
"""`seen`: day of the last visit, counted from 1970."""

guests_of_rooms = sa.Table(
    "guests_of_rooms",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("room", sa.String(32), primary_key=True, index=True),
    sa.Column("put_away", sa.Integer, nullable=False, server_default="0"),
)
"""Guests named in a room's log: players, applicants, hosts, muted or removed guests. They are not forgotten while the
room exists. `put_away`: 1: the guest has taken the room off the list of the start page."""

push_subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("room", sa.String(32), primary_key=True),
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("endpoint_hash", sa.LargeBinary(32), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(30), nullable=False),
    sa.Column("page", sa.Text, nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("called", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""Web Push subscriptions, one row per guest and room. A browser has one subscription, shared by its rooms."""
