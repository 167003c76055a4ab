"""The documentation page at /docs: Swagger UI from its own files on this server, with a policy of its own."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from flask import Blueprint, Response
from flask_swagger_ui import get_swaggerui_blueprint

from service.api import OPENAPI_PATH

URL = "/docs"
# What the page needs: its own scripts and data, styles that Swagger UI sets by script, and pictures within them.
POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def docs_page() -> Blueprint:
    """The page as a blueprint."""
    # A fixed address for sign-in by OAuth, which nobody uses: left out, it would be made from the Host header.
    config = {"app_name": "chipbook", "oauth2RedirectUrl": f"{URL}/oauth2-redirect.html", "validatorUrl": None}
    page: Blueprint = get_swaggerui_blueprint(URL, OPENAPI_PATH, config=config)
    page.after_request(_with_policy)
    return page


def _with_policy(response: Response) -> Response:
    """The one script that stands in the page itself is allowed by its hash."""
    scripts = b"" if response.is_streamed or response.mimetype != "text/html" else response.get_data()
    hashes = [f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in _INLINE.findall(scripts)]
    response.headers["Content-Security-Policy"] = POLICY.format(scripts="".join(hashes))
    return response
