"""A page of events tells of each event what the page of the whole night tells of it."""

from engine import commands
from service.reports.views.events import events_text
from tests.engine.reports.evening import Evening, table, won_by
from tests.service.reports.views.test_table import seen


def hands_text(evening: Evening, first: int) -> dict[int, str]:
    """The sentences of the announcements from this event on, told alone."""
    found = events_text(seen(evening.records), evening.records[first - 1 :])
    announced = set(evening.numbers(commands.AnnounceHand))
    return {event.version: event.sentence for event in found if event.version in announced}


def test_a_hand_has_the_same_number_however_many_events_before_it_are_told() -> None:
    evening = table()
    for player in ("carl", "bo", "eva"):
        won_by(evening, player)
    whole = hands_text(evening, 1)
    assert len(set(whole.values())) == 3
    for version, sentence in whole.items():
        assert hands_text(evening, version)[version] == sentence


def test_a_struck_hand_counts_no_more_in_the_numbers_of_those_after_it() -> None:
    evening = table()
    before = len(evening.records)
    won_by(evening, "carl")
    first = evening.numbers(commands.AnnounceHand)[0]
    acts = [one.version for one in evening.records[before:] if one.caused_by is None]
    evening.strike(*acts, reason="another table")
    won_by(evening, "bo")
    second = evening.numbers(commands.AnnounceHand)[1]
    # The strike is told too, or it is not.
    assert hands_text(evening, first)[second] == hands_text(evening, second)[second]
    assert "Hand 1:" in hands_text(evening, second)[second]
