"""Events have seals and are never changed; the log has an epoch."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_SQLITE = (
    """
    CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """,
    """
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    WHEN EXISTS (SELECT 1 FROM rooms WHERE room = OLD.room)
    BEGIN SELECT RAISE(ABORT, 'events of a room that is kept are never deleted'); END
    """,
)
_POSTGRES = (
    """
    CREATE FUNCTION refuse_to_change_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are never changed'; END $$
    """,
    """
    CREATE FUNCTION refuse_to_delete_events() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (SELECT 1 FROM rooms WHERE room = OLD.room) THEN
            RAISE EXCEPTION 'events of a room that is kept are never deleted';
        END IF;
        RETURN OLD;
    END $$
    """,
    """
    CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_events()
    """,
    """
    CREATE TRIGGER events_stay BEFORE DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_to_delete_events()
    """,
)


def upgrade() -> None:
    op.add_column("events", sa.Column("seal", sa.LargeBinary(16), nullable=True))
    house = op.create_table(
        "house",
        sa.Column("one", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.String(32), nullable=False),
    )
    op.bulk_insert(house, [{"one": 1, "epoch": secrets.token_hex(8)}])
    for statement in _POSTGRES if op.get_bind().dialect.name == "postgresql" else _SQLITE:
        op.execute(statement)
