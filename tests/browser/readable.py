"""What keeps anybody from reading a page: what axe finds on it, and whether it is wider than the screen."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPEN_ALL = "() => document.querySelectorAll('details:not(.menu)').forEach(one => { one.open = true })"
WIDER_THAN_THE_SCREEN = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What of the rules hangs on the light in which a page is shown.
CONTRAST = "color-contrast"


def barriers(page: Page, *rules: str) -> list[tuple[str, str, str]]:
    """What axe finds on the page as it is shown, by these of its rules, all if none is named: rule, element and what to do."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = Axe().run(page, options=options).response["violations"]
    return [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found]
