"""A calendar takes the invitation in, and moves its entry when the night moves."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from msgspec.structs import replace

from service.reports.invitation import render_invitation
from service.reports.views.club import Invitation

NOW, LATER = "2026-11-22T12:00:00Z", "2026-11-23T12:00:00Z"
NEXT = Invitation(
    uid="c1-2@chipbook",
    title="Tirsdagsklubben ♠",
    starts_at="2026-12-04T18:30:00Z",
    zone="Europe/Copenhagen",
    minutes=300,
    place="Åboulevard 3; 2. tv, ring på",
)


def entry(content: bytes):
    (event,) = Calendar.from_ical(content).walk("VEVENT")
    return event


def test_it_begins_on_the_clock_of_the_table() -> None:
    event = entry(render_invitation(NEXT, NOW))
    assert event.decoded("DTSTART") == datetime(2026, 12, 4, 19, 30, tzinfo=ZoneInfo("Europe/Copenhagen"))
    assert event.decoded("DTEND") - event.decoded("DTSTART") == timedelta(hours=5)
    assert (event["SUMMARY"], event["LOCATION"], event["UID"]) == (NEXT.title, NEXT.place, NEXT.uid)
    assert event["SEQUENCE"] == 0


def test_the_hour_that_the_clock_is_set_back_is_played_too() -> None:
    content = render_invitation(replace(NEXT, starts_at="2026-10-24T18:30:00Z", minutes=600), NOW)
    assert b"DTSTART;TZID=Europe/Copenhagen:20261024T203000" in content
    assert b"DTEND;TZID=Europe/Copenhagen:20261025T053000" in content


def test_the_same_night_again_changes_nothing() -> None:
    first = render_invitation(NEXT, NOW)
    assert render_invitation(NEXT, LATER, first) == first


@pytest.mark.parametrize(
    "change", [{"starts_at": "2026-12-05T18:30:00Z"}, {"place": ""}, {"title": "Another"}, {"minutes": 60}]
)
def test_a_change_counts_up_and_keeps_the_id(change) -> None:
    first = render_invitation(NEXT, NOW)
    second = render_invitation(replace(NEXT, **change), LATER, first)
    third = render_invitation(NEXT, LATER, second)
    assert [entry(one)["SEQUENCE"] for one in (first, second, third)] == [0, 1, 2]
    assert {str(entry(one)["UID"]) for one in (first, second, third)} == {NEXT.uid}


@pytest.mark.parametrize("earlier", [b"", b"something else", b"-//chipbook//next night//EN", b"\xff\x00" * 100])
def test_what_is_no_invitation_is_no_earlier_one(earlier) -> None:
    assert render_invitation(NEXT, NOW, earlier) == render_invitation(NEXT, NOW)


def test_the_night_after_it_begins_at_nothing() -> None:
    first = render_invitation(NEXT, NOW)
    assert entry(render_invitation(replace(NEXT, uid="c1-3@chipbook"), LATER, first))["SEQUENCE"] == 0
