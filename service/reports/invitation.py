"""The next night as an entry for a calendar (iCalendar, RFC 5545): one file that phones and mail programs take in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from service.language.local_time import WRITTEN
from service.reports.views.club import Invitation

PRODUCT = "-//chipbook//next night//EN"


def render_invitation(invitation: Invitation, now: str, earlier: bytes = b"") -> bytes:
    """The content of the file. `earlier` is that of the file it replaces, empty for none.

    A change of the same night counts up, so that calendars move the entry they have; without a change, nothing changes.
    """
    known = _entry_in(earlier)
    if known is None or known.get("UID") != invitation.uid:
        return _written(invitation, now, 0)
    sequence = int(known.get("SEQUENCE", 0))
    stamp = known.decoded("DTSTAMP").astimezone(UTC).strftime(WRITTEN)
    same = _written(invitation, stamp, sequence)
    return same if same == earlier else _written(invitation, now, sequence + 1)


def _written(invitation: Invitation, now: str, sequence: int) -> bytes:
    begins = datetime.fromisoformat(invitation.starts_at).astimezone(ZoneInfo(invitation.zone))
    entry = Event()
    entry.add("UID", invitation.uid)
    entry.add("DTSTAMP", datetime.fromisoformat(now))
    entry.add("SEQUENCE", sequence)
    entry.add("DTSTART", begins)
    # Of minutes that pass, not of the clock: some nights have an hour more or less.
    entry.add("DTEND", (begins.astimezone(UTC) + timedelta(minutes=invitation.minutes)).astimezone(begins.tzinfo))
    entry.add("SUMMARY", invitation.title)
    if invitation.place:
        entry.add("LOCATION", invitation.place)
    calendar = Calendar()
    calendar.add("PRODID", PRODUCT)
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    calendar.add_component(entry)
    # A calendar reads the rules of the zone for the time around the night; those of a century help nobody.
    calendar.add_missing_timezones(date(begins.year, 1, 1), date(begins.year + 2, 1, 1))
    return bytes(calendar.to_ical())


def _entry_in(content: bytes) -> Event | None:
    """The entry of an earlier file; None if it is not one of these."""
    if PRODUCT.encode() not in content:
        return None
    try:
        events = Calendar.from_ical(content).walk("VEVENT")
    except ValueError:
        return None
    result = events[0] if len(events) == 1 else None
    return result if isinstance(result, Event) and "DTSTAMP" in result else None
