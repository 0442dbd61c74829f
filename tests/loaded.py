"""What tests/forked.py has loaded before it forks: the server, and all that it makes of its files when it starts."""

import alembic.command

import app.admin.verifying
import app.main
import app.server.process
import app.storage.postgres
import chaos.mutants
from app.assets.files import own_assets

__all__ = ["alembic", "app", "chaos"]

own_assets()
