"""What the house comes back to, and what teams have reached."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
    )
    op.create_index("ix_rooms_at", "rooms", ["at"])
    op.create_index("ix_rooms_due", "rooms", ["due"])
    op.create_table(
        "team_scores",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("setting", sa.String(1000), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("team_scores_best", "team_scores", ["setting", "score"])
    # Rooms of before: a game may have been played in each.
    op.execute("INSERT INTO rooms (room, phase, at) SELECT room, 'over', max(at) FROM events GROUP BY room")
