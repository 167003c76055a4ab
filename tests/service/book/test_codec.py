"""Rows become records in one go; where something is strange, the slow way says what."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from engine import commands, events
from engine.commands import Currency
from engine.decider import accept
from engine.events import NAME_OF, Recorded
from service.book import codec
from service.book.codec import data_of, recorded
from service.book.store.chain import SALTED_SINCE, SCHEMA, Body, StoredEvent, seal
from service.errors import EventFromNewerVersion, EventUnreadable
from tests.bench.hands import ANNOUNCED, opened


def row_of(event: events.Event, version: int = 1, *, schema: int = SCHEMA, **changed: Any) -> StoredEvent:
    """The event as the book holds it, or held it in an earlier schema, with some of its fields forged."""
    name = NAME_OF[type(event)]
    data = {**data_of(event), **changed}
    text, _ = seal(
        Body(
            stream="night:n",
            version=version,
            type=name,
            salt="5a17" * 8 if schema >= SALTED_SINCE else UNSET,
            schema=schema,
            data=data,
            actor="banker",
            occurred_at="then",
            recorded_at="now",
        )
    )
    return StoredEvent("k", "night:n", version, name, schema, text, "", "")


def announced() -> tuple[events.Event, ...]:
    """A hand of hold'em is announced, and the blinds are posted."""
    return accept(opened("n"), ANNOUNCED)


def test_what_is_read_in_one_go_is_what_its_body_says() -> None:
    for version, event in enumerate(announced(), 1):
        row = row_of(event, version)
        quickly, slowly = recorded(row), codec._recorded_as_its_body_says(row)
        assert quickly == slowly == Recorded(version, event, None, "banker", "then", "now")
        assert type(quickly.event) is type(event)


@pytest.mark.parametrize("schema", range(1, SCHEMA))
def test_an_event_of_an_earlier_schema_is_read_as_one_of_now(schema) -> None:
    """Whatever the row says of it: the body was hashed, the row beside it was not."""
    for version, event in enumerate(announced(), 1):
        row = row_of(event, version, schema=schema)
        for said in (schema, SCHEMA):
            assert recorded(row._replace(schema=said)) == recorded(row_of(event, version))


@pytest.mark.parametrize("schema", [SCHEMA + 1, 2**31 - 1])
def test_an_event_of_a_later_schema_is_refused(schema) -> None:
    (first, *_) = announced()
    for said in (1, SCHEMA, schema):
        with pytest.raises(EventFromNewerVersion, match=f"with schema {schema}"):
            recorded(row_of(first, schema=schema)._replace(schema=said))


@pytest.mark.parametrize("forged", [7, {}, {"name": "x", "play": [{"type": "Nothing"}]}])
def test_a_declaration_that_is_no_game_is_refused(forged) -> None:
    (first, *_) = announced()
    with pytest.raises(EventUnreadable, match="declaration"):
        recorded(row_of(first, declaration=forged))


def test_a_currency_is_written_in_one_way_and_read_in_both_in_which_it_stands() -> None:
    """As a constant, and read from a text, which is the same text but another object; of old it was left out."""
    constant, typed = Currency(), msgspec.convert({"code": "DKK"}, Currency)
    assert [msgspec.to_builtins(one) for one in (constant, typed)] == [{"code": "DKK"}, {"code": "DKK"}]
    assert msgspec.convert({}, Currency) == msgspec.convert({"code": "DKK"}, Currency) == constant


def test_the_readers_of_types_are_made_one_at_a_time(monkeypatch):
    together, met = threading.Barrier(2), []

    def reader(name, kind):
        with suppress(threading.BrokenBarrierError):
            together.wait(0.3)
            met.append(name)
        return kind

    monkeypatch.setattr(codec, "_reader", reader)
    names = [NAME_OF[commands.GiveLoan], NAME_OF[commands.SeatPlayer]]
    with ThreadPoolExecutor(2) as threads:
        made = list(threads.map(codec._Readers().__getitem__, names))
    assert made == [commands.GiveLoan, commands.SeatPlayer]
    assert met == []
