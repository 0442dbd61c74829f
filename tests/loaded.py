"""What tests/forked.py loads before it forks: the server, and everything computed from its files at start."""

import alembic.command

import app.admin.verifying
import app.main
import app.server.process
import app.storage.postgres
import chaos.mutants
from app.assets.files import own_assets

__all__ = ["alembic", "app", "chaos"]

own_assets()
