"""`chipbook serve`: the book over HTTP for the network, with one banker's token."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from cli import render

# The settings that say where one's own book lies.
OF_THE_BOOK = (
    "CHIPBOOK_DATABASE_URL",
    "CHIPBOOK_DATABASE_URL_FILE",
    "CHIPBOOK_REDIS_URL",
    "CHIPBOOK_KEYS",
)


@click.command()
@click.option("--host", default="", help="Where to listen; 0.0.0.0 for phones at the table. Default: CHIPBOOK_HOST.")
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="The port. Default: CHIPBOOK_PORT.")
@click.option("--new-token", is_flag=True, help="Make a new banker's token; earlier ones stop working.")
@click.option(
    "--demo", is_flag=True, help="A book of its own with the demo night and an evening in play; yours is not touched."
)
@click.option(
    "--into", default="build/demo-table", show_default=True, metavar="FOLDER", help="The folder for the book of --demo."
)
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser of this machine, if it has one.")
def serve(*, host: str, port: int, new_token: bool, demo: bool, into: str, opens: bool) -> None:
    """Serve the pages and the API until stopped.

    The first start shows the banker's token, once, for programs. A browser gets in by a link: on an empty book it founds
    the first club, afterwards it signs in a banker, if it can be shown on a terminal.
    """
    from cli.browser import may_open, open_page
    from service.web.serve import run

    environ = dict(os.environ)
    if demo:
        from cli.running.demo_book import make_demo_book

        folder = Path(into).expanduser()
        url = make_demo_book(folder)
        # It holds nobody's secrets, and a phone is what it is to be tried on.
        host = host or "0.0.0.0"  # noqa: S104
        environ = {name: value for name, value in environ.items() if name not in OF_THE_BOOK} | {
            "CHIPBOOK_HOME": str(folder),
            "CHIPBOOK_DATABASE_URL": url,
        }
    # What is served for a try is signed in to by whoever started it, also where its output goes to a file.
    is_read = demo or sys.stdout.isatty()
    run(
        environ,
        host=host,
        port=port,
        new_token=new_token,
        show=render.line,
        is_read=is_read,
        opens=open_page if opens and may_open() else None,
    )
