"""The page that goes once through an evening with the API; every piece of it is run by the tests."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from flask import Blueprint, Response

URL = "/guide"
POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGES = {"": ("guide.html", "text/html"), "guide.css": ("guide.css", "text/css")}


def guide_page() -> Blueprint:
    """The page and its style as a blueprint."""
    page = Blueprint("guide", __name__, url_prefix=URL)
    for address, (name, kind) in PAGES.items():
        page.add_url_rule(
            f"/{address}", name.partition(".")[2], _shown(files(__package__).joinpath(name).read_bytes(), kind)
        )
    return page


def _shown(content: bytes, kind: str) -> Callable[[], Response]:
    def show() -> Response:
        response = Response(content, mimetype=kind)
        response.headers["Content-Security-Policy"] = POLICY
        response.add_etag()
        return response

    return show
