"""`chipbook migrate`: brings the schema of the book to what this program needs, as the owner of its tables."""

from __future__ import annotations

import click

from cli import render
from cli.options import json_option
from engine.speech import say


@click.command()
@json_option
def migrate(*, as_json: bool) -> None:
    """Bring the book to the schema of this program, and give the role chipbook_app its rights.

    Run it before the new version starts, where the program's own login may not change tables. It signs in by
    CHIPBOOK_MIGRATION_URL, or by CHIPBOOK_DATABASE_URL if that is not set, and may be run again.
    """
    from service.app.keeping import migrate as migrated

    done = migrated()
    if as_json:
        render.as_json(done)
        return
    if not done.before:
        render.line(say("A new book was made at {place}, with schema {after}.", place=done.place, after=done.after))
    elif done.before == done.after:
        render.line(say("The book at {place} has schema {after} already.", place=done.place, after=done.after))
    else:
        render.line(
            say(
                "The book at {place} now has schema {after}; it had {before}.",
                place=done.place,
                after=done.after,
                before=done.before,
            )
        )
    render.line(
        done.skipped or say("The role {role} may read the book and append to it, but change no event.", role=done.role)
    )
