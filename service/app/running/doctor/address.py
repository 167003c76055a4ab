"""How people reach the server: this machine alone, or a network on which others could listen."""

from __future__ import annotations

from collections.abc import Mapping

from engine.speech import say
from service.config import Settings
from service.reports.views.running.examination import Finding, good, note

_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


def of_the_address(settings: Settings, environ: Mapping[str, str]) -> Finding:
    """Whether what goes over the network is encrypted, as far as the settings say."""
    url = environ.get("CHIPBOOK_URL", "")
    if url.startswith("https://"):
        return good("address", say("People reach the server at {url}, encrypted.", url=url))
    if settings.host in _THIS_MACHINE:
        return good("address", say("The server listens to this machine alone."))
    sentence = say(
        "The server listens at {host}, and what goes over the network, tokens too, is not encrypted.",
        host=settings.host,
    )
    mend = say(
        "Good enough at home; elsewhere put the proxy of compose.yaml before it, and set CHIPBOOK_URL to https://…"
    )
    return note("address", sentence, mend)
