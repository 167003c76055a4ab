"""The two pages about the API: its documentation at /docs, and at /guide an evening with it, piece by piece.

/docs is Swagger UI from its own files on this server. Every piece of the guide is run by the tests.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files

from flask import Blueprint, Response

from service.api import OPENAPI_PATH
from service.errors.extras import DOCS, insist_on, is_there

if is_there(DOCS):
    from flask_swagger_ui import get_swaggerui_blueprint

URL = "/docs"
GUIDE = "/guide"
PAGES = {"": ("guide.html", "text/html"), "guide.css": ("guide.css", "text/css")}
GUIDE_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
# What Swagger UI needs: scripts and data from this server, styles that it sets by script, and inline pictures.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def docs_page() -> Blueprint:
    """The documentation as a blueprint; without the library a page that says how to install it."""
    if not is_there(DOCS):
        nothing = Blueprint("swagger_ui", __name__, url_prefix=URL)
        nothing.add_url_rule("/", "show", _nothing)
        return nothing
    # A fixed address for OAuth sign-in, which is not used. Without it, the address would be made from the Host header.
    config = {"app_name": "chipbook", "oauth2RedirectUrl": f"{URL}/oauth2-redirect.html", "validatorUrl": None}
    page: Blueprint = get_swaggerui_blueprint(URL, OPENAPI_PATH, config=config)
    page.after_request(_with_policy)
    return page


def _nothing() -> Response:
    insist_on(DOCS)
    # The library was installed while this server ran.
    return Response(status=503)


def _with_policy(response: Response) -> Response:
    """Sets the policy of the page. It allows the one inline script by its hash."""
    scripts = b"" if response.is_streamed or response.mimetype != "text/html" else response.get_data()
    hashes = [f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in _INLINE.findall(scripts)]
    response.headers["Content-Security-Policy"] = DOCS_POLICY.format(scripts="".join(hashes))
    return response


def guide_page() -> Blueprint:
    """The guide and its style as a blueprint."""
    page = Blueprint("guide", __name__, url_prefix=GUIDE)
    for address, (name, kind) in PAGES.items():
        page.add_url_rule(
            f"/{address}", name.partition(".")[2], _shown(files(__package__).joinpath(name).read_bytes(), kind)
        )
    return page


def _shown(content: bytes, kind: str) -> Callable[[], Response]:
    def show() -> Response:
        response = Response(content, mimetype=kind)
        response.headers["Content-Security-Policy"] = GUIDE_POLICY
        response.add_etag()
        return response

    return show
