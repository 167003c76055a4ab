"""The documentation page at /docs: Swagger UI from its own files on this server, with its own content security policy."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from flask import Blueprint, Response
from flask_swagger_ui import get_swaggerui_blueprint

from service.api import OPENAPI_PATH

URL = "/docs"
# What the page needs: scripts and data from this server, styles that Swagger UI sets by script, and inline pictures.
POLICY = (
    "default-src 'none'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def docs_page() -> Blueprint:
    """The page as a blueprint."""
    # A fixed address for OAuth sign-in, which is not used. Without it, the address would be made from the Host header.
    config = {"app_name": "chipbook", "oauth2RedirectUrl": f"{URL}/oauth2-redirect.html", "validatorUrl": None}
    page: Blueprint = get_swaggerui_blueprint(URL, OPENAPI_PATH, config=config)
    page.after_request(_with_policy)
    return page


def _with_policy(response: Response) -> Response:
    """Sets the policy of the page. It allows the one inline script by its hash."""
    scripts = b"" if response.is_streamed or response.mimetype != "text/html" else response.get_data()
    hashes = [f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in _INLINE.findall(scripts)]
    response.headers["Content-Security-Policy"] = POLICY.format(scripts="".join(hashes))
    return response
