"""When the evening of a room begins, and when its players are to be called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rooms", sa.Column("evening", sa.BigInteger))
    op.add_column("rooms", sa.Column("call_due", sa.BigInteger))
    op.create_index("ix_rooms_call_due", "rooms", ["call_due"])
