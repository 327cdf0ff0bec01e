"""Run by Alembic: migrates the database of the connection it is given."""

from __future__ import annotations

from alembic import context

from sandtable.server.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
