"""What operators' commands tell running servers: announcements, and guests who are forgotten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keepers_words",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )
    op.create_index("ix_keepers_words_at", "keepers_words", ["at"])
    op.create_index("ix_keepers_words_said", "keepers_words", ["said"])
