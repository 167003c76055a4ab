"""Connects Alembic to the book: over the connection that service/book/store/schema.py opened and locked."""

from __future__ import annotations

from alembic import context

from service.book.store.rows import EVENT

# Batch mode stays off: on SQLite it copies a table and drops the triggers that make the book append-only.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=EVENT.metadata,
    render_as_batch=False,
)

with context.begin_transaction():
    context.run_migrations()
