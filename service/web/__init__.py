"""Pages of the server for a browser. They need no script; what they do, they do as the API does it."""

from collections.abc import Iterator

from flask import Blueprint

from service.web import catalogue, signing_in
from service.web import help as help_pages
from service.web.afterwards import disputes, looking_back, put_right, standings
from service.web.club import home, people
from service.web.night import closing, joining, player, player_sheet, table

AREAS = (
    *(signing_in, home, people, joining, player, table, player_sheet, closing),
    *(looking_back, disputes, put_right, standings, catalogue, help_pages),
)


def rooms() -> Iterator[Blueprint]:
    """The areas of the pages."""
    for area in AREAS:
        yield area.blueprint
