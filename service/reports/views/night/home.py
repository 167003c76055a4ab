"""What does somebody see first? Their club's night that is played now, and the nights before it with their own results."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from service.reports.views.club.people import ClubView
from service.reports.views.night.nights import NightPage, NightRow


class NightOnHome(msgspec.Struct, frozen=True, kw_only=True):
    """A night in the list of one reader. `result_cents` is what it came to for them; None if it is not over, or without them."""

    row: NightRow
    result_cents: int | None


class Home(msgspec.Struct, frozen=True, kw_only=True):
    """The nights of a member's club. `now` are those that are played or counted, the newest first, on the first page only.

    `past` are the others; `next` is the cursor of the following page, None after the last night.
    """

    club: ClubView
    now: tuple[NightRow, ...]
    past: tuple[NightOnHome, ...]
    next: str | None


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """What a club lets everybody see: its newest nights, none if it publishes neither nights nor reports."""

    club: ClubView
    nights: tuple[NightRow, ...]


def home_view(club: ClubView, now: tuple[NightRow, ...], page: NightPage, cents: Mapping[str, int]) -> Home:
    """The nights of a club; `cents` are the reader's results by night."""
    shown = {row.night for row in now}
    return Home(
        club=club,
        now=now,
        past=tuple(
            NightOnHome(row=row, result_cents=cents.get(row.night)) for row in page.nights if row.night not in shown
        ),
        next=page.next,
    )
