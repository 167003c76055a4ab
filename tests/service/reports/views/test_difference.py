"""Where two versions of a night part."""

import json

from service.book.store.chain import GENESIS, StoredEvent, digest, link
from service.reports.views.verification import difference_view


def version(*data: dict[str, object]) -> list[StoredEvent]:
    """Events with this data, chained."""
    events: list[StoredEvent] = []
    for number, one in enumerate(data, start=1):
        body = json.dumps({"data": one, "type": "x", "version": number}, separators=(",", ":"), sort_keys=True)
        before = events[-1].hash if events else GENESIS.hex()
        events.append(
            StoredEvent("c", "night:n", number, "x", 1, body, before, link(bytes.fromhex(before), digest(body)).hex())
        )
    return events


def test_the_first_event_with_another_body_is_named_field_by_field() -> None:
    ours = version({"a": 1}, {"b": {"c": [1, 2]}, "d": "x"}, {"e": 1})
    theirs = version({"a": 1}, {"b": {"c": [1, 3]}, "f": True}, {"e": 1})
    found = difference_view(ours, theirs)
    assert (found.relation, found.first) == ("differ", 2)
    assert [(one.field, one.ours, one.theirs) for one in found.fields] == [
        ("data.b.c.1", "2", "3"),
        ("data.d", '"x"', None),
        ("data.f", None, "true"),
    ]


def test_true_is_not_one() -> None:
    assert difference_view(version({"a": 1}), version({"a": True})).fields[0].theirs == "true"


def test_a_version_that_goes_on_is_no_difference_of_an_event() -> None:
    short, long = version({"a": 1}), version({"a": 1}, {"b": 1})
    assert (difference_view(long, short).relation, difference_view(long, short).first) == ("ours goes on", 2)
    assert difference_view(short, long).relation == "theirs goes on"
    assert difference_view(short, short).first is None


def test_a_body_that_is_written_otherwise_differs_although_its_values_do_not() -> None:
    ours = version({"a": 1})
    theirs = [ours[0]._replace(body=ours[0].body.replace(",", ", "))]
    assert difference_view(ours, theirs).fields[0].field == "body"
