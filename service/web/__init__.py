"""Pages of the server for a browser. They need no script; what they do, they do as the API does it."""

from collections.abc import Iterator

from flask import Blueprint

from service.web import (
    afterwards,
    catalogue,
    closing,
    disputes,
    home,
    joining,
    people,
    player,
    player_sheet,
    put_right,
    signing_in,
    standings,
    table,
)
from service.web import help as help_pages

AREAS = (
    *(signing_in, home, people, joining, player, table, player_sheet, closing),
    *(afterwards, disputes, put_right, standings, catalogue, help_pages),
)


def rooms() -> Iterator[Blueprint]:
    """The areas of the pages."""
    for area in AREAS:
        yield area.blueprint
