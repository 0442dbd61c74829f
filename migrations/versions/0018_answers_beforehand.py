"""Answers that players have given before they are asked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answers_beforehand",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("offer", sa.String(64), nullable=False),
        sa.Column("basis", sa.String(32), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
    )
