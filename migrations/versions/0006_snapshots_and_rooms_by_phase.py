"""Copies of long rooms; rooms are found by their phase and how long they have rested."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.String(32), nullable=False),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("rooms_by_phase", "rooms", ["phase", "at"])
    op.drop_index("ix_rooms_at", "rooms")
