"""Run by Alembic with a connection that app.storage.store has opened."""

from alembic import context

from app.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
with context.begin_transaction():
    context.run_migrations()
