"""Nights as a list, and as the first page shows them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.club.acts import NightPhase
from engine.ids import PlayerId
from service.book.store.lists import ListedNight
from service.reports.views.club.club import ClubView
from service.reports.views.visible_night import Money


class PlayerNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a night, by seat."""

    id: PlayerId
    name: str


class NightRow(msgspec.Struct, frozen=True, kw_only=True):
    """One night among others; `version` is the number of its events."""

    night: str
    version: int
    phase: NightPhase
    name: str
    club: str
    club_name: str
    opened_at: str
    zone: str
    players: tuple[PlayerNamed, ...]
    hands_played: int
    unpaid_cents: int
    currency: Money
    head: str


class NightPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some nights, the newest first. `next` is the cursor of the following page, None after the last night."""

    nights: tuple[NightRow, ...]
    next: str | None


def night_row(listed: ListedNight, end: tuple[int, str], names: Mapping[str, str]) -> NightRow:
    """The night in a list; `end` is its version and head, `names` those of its club and its players by id."""
    version, head = end
    players = msgspec.json.decode(listed.players, type=tuple[str, ...])
    return NightRow(
        night=listed.night,
        version=version,
        phase=listed.phase,
        name=listed.name,
        club=listed.club,
        club_name=names.get(listed.club, listed.club),
        opened_at=listed.opened_at,
        zone=listed.zone,
        players=tuple(PlayerNamed(id=player, name=names.get(player, player)) for player in players),
        hands_played=listed.hands,
        unpaid_cents=listed.unpaid_cents,
        currency=Money(code=listed.currency, exponent=listed.exponent),
        head=head,
    )


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
