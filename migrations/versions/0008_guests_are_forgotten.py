"""When guests came by last, and which rooms know them: others are forgotten after a while."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_BY_THEMSELVES = ("opened", "sat", "wished", "let_in")
_BY_OTHERS = ("admitted", "kicked", "handed", "gave", "muted")


def upgrade() -> None:
    # Of before nobody knows when they came by last: it counts as today.
    today = str(int(time.time()) // 86_400)
    op.add_column("guests", sa.Column("seen", sa.Integer, nullable=False, server_default=today))
    op.create_index("guests_by_seen", "guests", ["seen"])
    nameless = sa.text("name IS NULL")
    op.create_index("guests_passing", "guests", ["seen"], sqlite_where=nameless, postgresql_where=nameless)
    op.create_table(
        "guests_of_rooms",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(32), primary_key=True),
    )
    op.create_index("ix_guests_of_rooms_room", "guests_of_rooms", ["room"])
    op.execute(
        "INSERT INTO guests_of_rooms (guest, room) SELECT DISTINCT actor, room FROM events "
        f"WHERE kind IN {_BY_THEMSELVES}"
    )
    _know_by_others()


def _know_by_others() -> None:
    """Those who are named in what others did."""
    connection = op.get_bind()
    known = {
        (json.loads(bytes(body))["guest"], room)
        for room, body in connection.execute(sa.text(f"SELECT room, body FROM events WHERE kind IN {_BY_OTHERS}"))
    }
    rows = [{"guest": guest, "room": room} for guest, room in known]
    if rows:
        insert = "INSERT INTO guests_of_rooms (guest, room) VALUES (:guest, :room) ON CONFLICT DO NOTHING"
        connection.execute(sa.text(insert), rows)
