"""Run by Alembic with a connection that app.storage.database has opened."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=False)
with context.begin_transaction():
    context.run_migrations()
