"""Guests' webhooks, their quiet hours, and the calls that wait for the end of these."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("address", sa.LargeBinary(2000), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("gone", sa.Integer),
    )
    op.create_table(
        "quiet_hours",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("begins", sa.Integer, nullable=False),
        sa.Column("ends", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
    )
    op.create_table(
        "calls_put_off",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_calls_put_off_until", "calls_put_off", ["until"])
    op.create_index("ix_calls_put_off_guest", "calls_put_off", ["guest"])
