"""Pages of the server for a browser. They need no script; what they do, they do as the API does it."""

from collections.abc import Iterator

from flask import Blueprint

from service.web import (
    catalogue,
    closing,
    club,
    in_and_out,
    joining,
    looking_back,
    player,
    put_right,
    signing_in,
    table,
)

AREAS = (signing_in, club, joining, player, table, closing, looking_back, put_right, in_and_out, catalogue)


def rooms() -> Iterator[Blueprint]:
    """The areas of the pages."""
    for area in AREAS:
        yield area.blueprint
