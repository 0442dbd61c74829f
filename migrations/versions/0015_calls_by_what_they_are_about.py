"""What each receiver of a guest's calls was last called for, by what the call is about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(16), primary_key=True),
        sa.Column("receiver", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    _take_over("question", "called")
    # The newest call before something passes to others, whichever it was about: calls have the numbers of events.
    for about in ("seat", "host"):
        _take_over(about, "warned")
    for column in ("called", "warned"):
        op.drop_column("push_subscriptions", column)


def _take_over(about: str, column: str) -> None:
    op.execute(
        "INSERT INTO calls (room, guest, about, receiver, number) "
        f"SELECT room, guest, '{about}', device, {column} FROM push_subscriptions WHERE {column} > 0"
    )
