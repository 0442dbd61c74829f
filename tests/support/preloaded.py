"""What tests/support/processes.py loads before it forks: the server, and what it computes from its files."""

import alembic.command

import app.admin.verify_log
import app.main
import app.server.process
import app.storage.postgres
import chaos.mutants
from app.assets.files import own_assets

__all__ = ["alembic", "app", "chaos"]

for path in own_assets().paths:
    own_assets()[path]
