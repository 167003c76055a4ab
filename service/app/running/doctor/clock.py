"""The clock of this machine, and its knowledge of time zones."""

from __future__ import annotations

import zoneinfo

from service.app.book import Book
from service.config import Settings
from service.views.running.examination import Finding, good, wrong

# Zones of three continents: where they are missing, so are those of a night.
_ZONES = ("Europe/Copenhagen", "America/New_York", "Asia/Tokyo")


def of_the_zones(settings: Settings) -> Finding:
    """Whether times can be told where a night is played."""
    missing = [name for name in _ZONES if name not in zoneinfo.available_timezones()]
    if missing:
        sentence = f"The time zones of the world are missing here ({missing[0]} is one)."
        return wrong("zones", sentence, "Install the package tzdata, of the system or of Python.")
    return good("zones", f"Times are told in {settings.zone.key} unless a night says otherwise.")


def of_the_clock(book: Book) -> Finding:
    """Whether the clock went back behind what the book has recorded."""
    if behind := book.clock_behind():
        return wrong("clock", behind, "Set the clock, and let it be kept: timedatectl set-ntp true")
    return good("clock", f"The clock shows {book.now()}, and was not set back.")
