"""What one process does for all; texts whose length only some databases would bound."""

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
    if op.get_bind().dialect.name == "postgresql":
        # SQLite takes any length. A name of twenty letters with four accents each has a hundred characters.
        for table, column in (("guests", "name"), ("push_subscriptions", "page"), ("team_scores", "setting")):
            op.alter_column(table, column, type_=sa.Text)
