"""What people call the nights of the list."""

from __future__ import annotations

from service.book.store.lists import ListedNight
from service.language.local_time import clock_in, night_called


def called_in_the_list(night: ListedNight) -> str:
    """The name and the day of a night, the day by the night's own clock: "Friday of 2026-07-03"."""
    return night_called(night.name, clock_in(night.zone).date_told(night.opened_at))
