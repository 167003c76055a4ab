"""What a browser calls itself, in two words that a person recognises in a list of devices."""

from __future__ import annotations

# The first that stands in the header counts: most browsers claim to be others as well.
from engine.speech import say

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def name_of_browser(user_agent: str) -> str:
    """As `Firefox · Android`; `a browser` if it says nothing that is known."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), say("a browser"))
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return f"{browser} · {system}" if system else browser
