"""Which of their tables a guest no longer wants in the list of the start page."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests_of_rooms", sa.Column("put_away", sa.Integer, nullable=False, server_default="0"))
