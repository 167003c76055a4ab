"""The clock of this machine, and its knowledge of time zones."""

from __future__ import annotations

import zoneinfo

from engine.speech import say
from service.app.book import Book
from service.config import Settings
from service.reports.views.running.examination import Finding, good, wrong

# Zones of three continents: where they are missing, so are those of a night.
_ZONES = ("Europe/Copenhagen", "America/New_York", "Asia/Tokyo")


def of_the_zones(settings: Settings) -> Finding:
    """Whether times can be told where a night is played."""
    missing = [name for name in _ZONES if name not in zoneinfo.available_timezones()]
    if missing:
        sentence = say("The time zones of the world are missing here ({zone} is one).", zone=missing[0])
        return wrong("zones", sentence, say("Install the package tzdata, of the system or of Python."))
    return good("zones", say("Times are told in {zone} unless a night says otherwise.", zone=settings.zone.key))


def of_the_clock(book: Book) -> Finding:
    """Whether the clock went back behind what the book has recorded."""
    if behind := book.clock_behind():
        return wrong("clock", behind, say("Set the clock, and let it be kept: timedatectl set-ntp true"))
    return good("clock", say("The clock shows {now}, and was not set back.", now=book.now()))
