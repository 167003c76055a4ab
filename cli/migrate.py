"""`chipbook migrate`: brings the schema of the book to what this program needs, as the owner of its tables."""

from __future__ import annotations

import click

from cli import render
from cli.options import json_option


@click.command()
@json_option
def migrate(*, as_json: bool) -> None:
    """Bring the book to the schema of this program, and give the role chipbook_app its rights.

    Run it before the new version starts, where the program's own login may not change tables. It signs in by
    CHIPBOOK_MIGRATION_URL, or by CHIPBOOK_DATABASE_URL if that is not set, and may be run again.
    """
    from service.app.migrate import migrate as migrated

    done = migrated()
    if as_json:
        render.as_json(done)
        return
    if not done.before:
        render.line(f"A new book was made at {done.place}, with schema {done.after}.")
    elif done.before == done.after:
        render.line(f"The book at {done.place} has schema {done.after} already.")
    else:
        render.line(f"The book at {done.place} now has schema {done.after}; it had {done.before}.")
    render.line(done.skipped or f"The role {done.role} may read the book and append to it, but change no event.")
