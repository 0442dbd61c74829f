"""How the log calls rooms, and who is in them when the keeper asks."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("house", sa.Column("room_key", sa.LargeBinary(32), nullable=True))
    house = sa.table("house", sa.column("room_key", sa.LargeBinary))
    op.execute(house.update().values(room_key=secrets.token_bytes(32)))
    op.create_table(
        "present",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("node", sa.String(80), primary_key=True),
        sa.Column("guests", sa.Text, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
    )
