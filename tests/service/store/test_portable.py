"""A night moves between books with its chain; a file that is not whole, not ours or not true is refused whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.db import Database
from service.errors import (
    BrokenChain,
    ClubMissing,
    ExportFromNewerVersion,
    NameRefused,
    NotAnExport,
    StreamExists,
    StreamMissing,
)
from service.store.chain import GENESIS, link
from service.store.event_store import EventStore
from service.store.names import Club, Names, Player
from service.store.portable import Imported, export_stream, import_stream
from service.store.schema import open_book
from service.store.verify import verify_book
from tests.service.store.evening import AT, NIGHT, draft, loans, record

CLUB = "tuesday"


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Database]:
    """A book on SQLite with a night of four events and three players, one of whom was not there."""
    database = open_book(f"sqlite:///{tmp_path / 'source.db'}")
    names = Names(database)
    names.add_club(Club(CLUB, "Tirsdagsklubben", AT))
    for player, name in (("p-anna", "Anna"), ("p-bo", "Bø"), ("p-carl", "Carl")):
        names.add_player(Player(player, CLUB, name, AT))
    record(database, [*loans(3), draft("note_made", text='line\u2028break\r\n😀 \\ "quoted"', by={"p-bo": 1})])
    yield database
    database.close()


@pytest.fixture
def target(database: Database) -> Database:
    Names(database).add_club(Club("friday", "Fredagsklubben", AT))
    return database


def _import(target: Database, lines: list[str]) -> Imported:
    return import_stream(target, lines, club="friday", imported_at=AT)


def _header(lines: list[str], **changes: Any) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), **changes}), *lines[1:]]


def test_the_first_line_says_what_the_file_holds(source: Database) -> None:
    lines = export_stream(source, NIGHT)
    assert json.loads(lines[0]) == {
        "chipbook": 1,
        "stream": NIGHT,
        "events": 4,
        "head": EventStore(source).head(NIGHT),
        "names": {"p-anna": "Anna", "p-bo": "Bø"},
    }
    assert all(line.isascii() and line.endswith("\n") and line.count("\n") == 1 for line in lines)


def test_a_stream_that_is_not_there_cannot_be_exported(source: Database) -> None:
    with pytest.raises(StreamMissing):
        export_stream(source, "night:never")


def test_a_night_moves_between_sqlite_and_postgresql_and_back_unchanged(
    source: Database, target: Database, tmp_path: Path
) -> None:
    there = export_stream(source, NIGHT)
    assert _import(target, there) == Imported(NIGHT, already=0, added=4, names=2)
    assert EventStore(target).read(NIGHT) == EventStore(source).read(NIGHT)
    assert verify_book(target) == []
    back = open_book(f"sqlite:///{tmp_path / 'back.db'}")
    Names(back).add_club(Club("friday", "Fredagsklubben", AT))
    _import(back, export_stream(target, NIGHT))
    assert export_stream(back, NIGHT) == there
    back.close()


def test_an_export_survives_a_file_and_foreign_line_ends(source: Database, target: Database, tmp_path: Path) -> None:
    path = tmp_path / "night.ndjson"
    path.write_bytes("".join(export_stream(source, NIGHT)).replace("\n", "\r\n").encode() + b"\r\n\r\n")
    with path.open(encoding="utf-8") as lines:
        assert import_stream(target, lines, club="friday", imported_at=AT).added == 4
    assert verify_book(target) == []


def test_the_imported_night_goes_on(source: Database, target: Database) -> None:
    _import(target, export_stream(source, NIGHT))
    record(target, loans(1), expected_version=4)
    assert verify_book(target) == []


def test_unknown_players_join_the_club_and_known_ones_keep_their_name(source: Database, target: Database) -> None:
    names = Names(target)
    names.add_player(Player("p-anna", "friday", "Anna Sofie", AT))
    assert _import(target, export_stream(source, NIGHT)).names == 1
    assert {player.id: player.name for player in names.players("friday")} == {"p-anna": "Anna Sofie", "p-bo": "Bø"}


def test_two_people_of_one_name_stay_two(source: Database, target: Database) -> None:
    names = Names(target)
    names.add_player(Player("p-other", "friday", "Anna", AT))
    _import(target, export_stream(source, NIGHT))
    assert sorted(player.name for player in names.players("friday")) == ["Anna", "Anna (2)", "Bø"]


def test_the_same_night_again_is_nothing_to_do(source: Database, target: Database) -> None:
    lines = export_stream(source, NIGHT)
    _import(target, lines)
    assert _import(target, lines) == Imported(NIGHT, already=4, added=0, names=0)


def test_a_night_that_has_grown_brings_only_what_is_new(source: Database, target: Database) -> None:
    _import(target, export_stream(source, NIGHT))
    record(source, loans(2), expected_version=4)
    assert _import(target, export_stream(source, NIGHT)) == Imported(NIGHT, already=4, added=2, names=0)
    assert EventStore(target).read(NIGHT) == EventStore(source).read(NIGHT)


def test_an_older_file_of_the_same_night_is_nothing_to_do(source: Database, target: Database) -> None:
    older = export_stream(source, NIGHT)
    record(source, loans(1), expected_version=4)
    _import(target, export_stream(source, NIGHT))
    assert _import(target, older).added == 0
    assert EventStore(target).version(NIGHT) == 5


def test_another_night_under_the_same_name_is_refused(source: Database, target: Database) -> None:
    record(target, [*loans(2), draft(chips=999)])
    with pytest.raises(StreamExists, match="differs from this one at version 3"):
        _import(target, export_stream(source, NIGHT))
    assert EventStore(target).version(NIGHT) == 3
    assert Names(target).players() == []


def _forged_bodies(lines: list[str]) -> Iterator[tuple[str, list[str], int]]:
    for number in range(1, len(lines)):
        event = json.loads(lines[number])
        changed = {**event, "body": event["body"].replace('"p-anna"', '"p-eva"')}
        yield f"a changed event {number}", [*lines[:number], json.dumps(changed), *lines[number + 1 :]], number
        wrong = {**event, "hash": event["hash"][:-1] + ("0" if event["hash"][-1] != "0" else "1")}
        yield f"a changed hash {number}", [*lines[:number], json.dumps(wrong), *lines[number + 1 :]], number
    for number in range(1, len(lines) - 1):
        yield f"event {number} left out", [*lines[:number], *lines[number + 1 :]], number
    yield "the last event left out", lines[:-1], 3
    yield "an event twice", [*lines, lines[-1]], 5
    yield "all events left out", lines[:1], 0
    yield "two events exchanged", [lines[0], lines[2], lines[1], *lines[3:]], 1


def test_a_broken_chain_is_refused_with_its_version_and_nothing_is_recorded(source: Database, target: Database) -> None:
    for what, lines, version in _forged_bodies(export_stream(source, NIGHT)):
        with pytest.raises(BrokenChain) as broken:
            _import(target, lines)
        assert broken.value.version == version, what
    assert EventStore(target).streams("") == []
    assert Names(target).players() == []


def test_a_header_with_another_count_or_head_is_refused(source: Database, target: Database) -> None:
    lines = export_stream(source, NIGHT)
    with pytest.raises(BrokenChain, match="announces 5 events, but the file holds 4"):
        _import(target, _header(lines, events=5))
    with pytest.raises(BrokenChain, match="not the head that the first line announces"):
        _import(target, _header(lines, head="0" * 64))
    with pytest.raises(BrokenChain, match="has another stream"):
        _import(target, _header(lines, stream="night:mine"))


def test_an_event_no_book_would_hold_is_refused_though_its_hash_is_right(target: Database) -> None:
    body = '{"type":"x","schema":1}'
    this_hash = link(GENESIS, body).hex()
    header = {"chipbook": 1, "stream": NIGHT, "events": 1, "head": this_hash, "names": {}}
    with pytest.raises(BrokenChain, match="missing required field"):
        _import(target, [json.dumps(header), json.dumps({"body": body, "hash": this_hash})])


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (["\n", "\n"], 1),
        (["Dear diary\n"], 1),
        (["[1]\n"], 1),
        (['{"beancount":3}\n'], 1),
        (['{"chipbook":true}\n'], 1),
        (['{"chipbook":1}\n'], 1),
        (['{"chipbook":1,"stream":"s","events":1,"head":"h","names":{}}\n', "{}\n"], 2),
        (['{"chipbook":1,"stream":"s","events":1,"head":"h","names":{}}\n', '{"body":\n'], 2),
        (["[" * 100_000], 1),
    ],
)
def test_a_file_that_is_no_export_is_refused_by_its_line(target: Database, lines: list[str], number: int) -> None:
    with pytest.raises(NotAnExport) as refusal:
        _import(target, lines)
    assert refusal.value.line == number


def test_a_file_that_is_no_text_is_refused(target: Database, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0" * 100)
    with path.open(encoding="utf-8") as lines, pytest.raises(NotAnExport, match="it is not text"):
        import_stream(target, lines, club="friday", imported_at=AT)


def test_an_export_of_a_newer_format_is_refused(source: Database, target: Database) -> None:
    with pytest.raises(ExportFromNewerVersion, match="has format 2, and this program reads formats up to 1"):
        _import(target, _header(export_stream(source, NIGHT), chipbook=2))


def test_a_name_that_is_none_is_refused(source: Database, target: Database) -> None:
    with pytest.raises(NameRefused):
        _import(target, _header(export_stream(source, NIGHT), names={"p-bo": "\u0000"}))


def test_an_import_into_a_club_that_is_not_there_records_nothing(source: Database, target: Database) -> None:
    with pytest.raises(ClubMissing):
        import_stream(target, export_stream(source, NIGHT), club="sunday", imported_at=AT)
    assert EventStore(target).version(NIGHT) == 0
