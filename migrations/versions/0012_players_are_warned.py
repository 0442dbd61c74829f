"""Of which event each subscribed guest was notified last: that something of theirs may pass to somebody else."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("push_subscriptions", sa.Column("warned", sa.Integer, nullable=False, server_default="0"))
