"""A guest's other devices, the links by which they are added, and notifications for each of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_OF_BEFORE = "push_subscriptions_of_before"
_COLUMNS = "room, guest, endpoint_hash, endpoint, p256dh, auth, page, language, called, at, warned"


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("called", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_devices_guest", "devices", ["guest"])
    op.create_table(
        "device_links",
        sa.Column("code_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    _one_subscription_for_each_device()


def _one_subscription_for_each_device() -> None:
    """Neither SQLite can change a primary key, nor does it rename an index with its table."""
    op.drop_index("ix_push_subscriptions_endpoint_hash", "push_subscriptions")
    op.rename_table("push_subscriptions", _OF_BEFORE)
    op.create_table(
        "push_subscriptions",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("endpoint_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("called", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("warned", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_push_subscriptions_endpoint_hash", "push_subscriptions", ["endpoint_hash"])
    op.create_index("ix_push_subscriptions_device", "push_subscriptions", ["device"])
    op.execute(f"INSERT INTO push_subscriptions (device, {_COLUMNS}) SELECT guest, {_COLUMNS} FROM {_OF_BEFORE}")
    op.drop_table(_OF_BEFORE)
