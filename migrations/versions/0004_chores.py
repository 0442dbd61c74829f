"""What one process does for all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chores",
        sa.Column("chore", sa.String(32), primary_key=True),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
