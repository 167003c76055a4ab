"""Pages of the server for a browser. They need no script; what they do, they do as the API does it."""

from collections.abc import Iterator

from flask import Blueprint

from service.web import help as help_pages
from service.web import signing_in, table


def rooms() -> Iterator[Blueprint]:
    """The areas of the pages."""
    yield signing_in.blueprint
    yield table.blueprint
    yield help_pages.blueprint
