"""`chipbook serve`: the book over HTTP for the network, with one banker's token."""

from __future__ import annotations

import sys

import click

from cli import render


@click.command()
@click.option("--host", default="", help="Where to listen; 0.0.0.0 for phones at the table. Default: CHIPBOOK_HOST.")
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="The port. Default: CHIPBOOK_PORT.")
@click.option("--new-token", is_flag=True, help="Make a new banker's token; earlier ones stop working.")
def serve(*, host: str, port: int, new_token: bool) -> None:
    """Serve the pages and the API until stopped.

    The first start shows the banker's token, once, for programs. A browser gets in by a link: on an empty book it founds
    the first club, afterwards it signs in a banker, if it can be shown on a terminal.
    """
    from service.serve import run

    run(host=host, port=port, new_token=new_token, say=render.line, is_read=sys.stdout.isatty())
