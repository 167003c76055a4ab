"""A night is written with its club's stream; a file that is not whole, not ours or not true is refused whole."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from service.book.club_handler import ClubHandler
from service.book.moving.lines import export_club, export_night, parse_export, read_unchecked
from service.book.store.chain import GENESIS, canonical, digest, link
from service.book.store.event_store import EventStore
from service.errors import (
    BrokenChain,
    ClubMissing,
    ExportFromNewerVersion,
    NameDiffers,
    NameRefused,
    NotAnExport,
    StreamMissing,
)
from tests.service.book.moving.clubs import CLUB, NIGHT, OWN, found, grant, lend, now, open_night, play_night


@pytest.fixture
def lines(sqlite_database) -> list[str]:
    handler = found(sqlite_database)
    open_night(handler)
    grant(handler)
    return export_night(sqlite_database, NIGHT)


def _header(lines: list[str], **changes: Any) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), **changes}), *lines[1:]]


def _names(lines: list[str]) -> dict[str, Any]:
    names: dict[str, Any] = json.loads(lines[0])["names"]
    return names


def test_the_first_line_says_what_the_file_holds(sqlite_database) -> None:
    handler = found(sqlite_database)
    open_night(handler)
    written = export_night(sqlite_database, NIGHT)
    header = json.loads(written[0])
    store = EventStore(sqlite_database)
    assert header["chipbook"] == 2
    assert header["club"] == CLUB
    assert header["streams"] == [
        {"stream": stream.name, "events": store.version(stream), "head": store.head(stream)} for stream in (OWN, NIGHT)
    ]
    assert {player: one["name"] for player, one in header["names"].items()} == {"p-anna": "Anna", "p-bo": "Bø"}
    assert len(written) == 1 + store.version(OWN) + store.version(NIGHT)
    assert all(line.isascii() and line.endswith("\n") and line.count("\n") == 1 for line in written)


def test_a_night_that_is_not_there_cannot_be_exported(sqlite_database) -> None:
    found(sqlite_database)
    with pytest.raises(StreamMissing):
        export_night(sqlite_database, NIGHT)
    with pytest.raises(ClubMissing):
        list(export_club(sqlite_database, "sunday"))


def test_what_is_read_is_what_was_written(database) -> None:
    handler = found(database)
    open_night(handler)
    export = parse_export(export_night(database, NIGHT))
    store = EventStore(database)
    assert {stream: list(events) for stream, events in export.streams.items()} == {
        OWN: store.read(OWN),
        NIGHT: store.read(NIGHT),
    }
    assert {member.id: member.name for member in export.members} == {"p-anna": "Anna", "p-bo": "Bø"}
    assert export.history.club == handler.clubs.load(CLUB).club


def test_a_forgotten_members_name_is_not_in_the_file(sqlite_database) -> None:
    open_night(found(sqlite_database))
    ClubHandler(sqlite_database, now).forget_member(CLUB, "p-bo")
    written = export_night(sqlite_database, NIGHT)
    assert list(_names(written)) == ["p-anna"]
    assert [member.id for member in parse_export(written).members] == ["p-anna"]


def test_two_swapped_names_are_refused(lines) -> None:
    names = _names(lines)
    swapped = {"p-anna": names["p-bo"], "p-bo": names["p-anna"]}
    with pytest.raises(NameDiffers) as refusal:
        parse_export(_header(lines, names=swapped))
    assert (refusal.value.player, refusal.value.name) == ("p-anna", "Bø")
    salts_kept = {
        "p-anna": {**names["p-anna"], "name": "Bø"},
        "p-bo": {**names["p-bo"], "name": "Anna"},
    }
    with pytest.raises(NameDiffers):
        parse_export(_header(lines, names=salts_kept))


def test_a_name_of_somebody_whom_the_club_does_not_know_is_refused(lines) -> None:
    with pytest.raises(NameDiffers):
        parse_export(_header(lines, names={"p-eva": _names(lines)["p-bo"]}))


def test_a_name_that_was_given_up_is_refused(sqlite_database) -> None:
    open_night(found(sqlite_database))
    before = _names(export_night(sqlite_database, NIGHT))
    ClubHandler(sqlite_database, now).rename_member(CLUB, "p-bo", "Bo")
    written = export_night(sqlite_database, NIGHT)
    assert parse_export(written).members[1].name == "Bo"
    with pytest.raises(NameDiffers):
        parse_export(_header(written, names=before))


def test_a_name_that_is_none_is_refused(lines) -> None:
    with pytest.raises(NameRefused):
        parse_export(_header(lines, names={"p-bo": {"name": "\u0000", "salt": "00"}}))


def _forged_bodies(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    for number in range(1, len(lines)):
        event = json.loads(lines[number])
        changed = {**event, "body": event["body"].replace("2026", "2027", 1)}
        yield f"a changed event {number}", [*lines[:number], json.dumps(changed), *lines[number + 1 :]]
        wrong = {**event, "hash": event["hash"][:-1] + ("0" if event["hash"][-1] != "0" else "1")}
        yield f"a changed hash {number}", [*lines[:number], json.dumps(wrong), *lines[number + 1 :]]
        yield f"event {number} left out", [*lines[:number], *lines[number + 1 :]]
    for number in range(1, len(lines) - 1):
        exchanged = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        yield f"events {number} and {number + 1} exchanged", exchanged
    yield "all events left out", lines[:1]


def test_a_changed_missing_or_moved_line_is_refused(lines) -> None:
    for what, forged in _forged_bodies(lines):
        with pytest.raises(BrokenChain):
            pytest.fail(f"{what} is read as {parse_export(forged)}")


def test_a_line_more_than_announced_is_refused(lines) -> None:
    with pytest.raises(NotAnExport, match="one line more than the first line announces"):
        parse_export([*lines, lines[-1]])


def test_a_header_with_another_count_or_head_is_refused(lines) -> None:
    own, night = json.loads(lines[0])["streams"]
    with pytest.raises(BrokenChain, match="announces 5 events, but the file holds 4"):
        parse_export(_header(lines, streams=[own, {**night, "events": night["events"] + 1}]))
    with pytest.raises(BrokenChain, match="not the head that the first line announces"):
        parse_export(_header(lines, streams=[own, {**night, "head": "0" * 64}]))
    with pytest.raises(BrokenChain, match="has another stream"):
        parse_export(_header(lines, streams=[own, {**night, "stream": "night:mine"}]))
    with pytest.raises(BrokenChain, match="has another stream"):
        parse_export(_header(lines, club="mine", streams=[{**own, "stream": "club:mine"}, night]))


def test_a_night_that_the_club_does_not_know_is_refused(sqlite_database) -> None:
    open_night(found(sqlite_database))
    header, *events = export_night(sqlite_database, NIGHT)
    own, night = json.loads(header)["streams"]
    own_events = events[: own["events"] - 1]
    shorter = {**own, "events": own["events"] - 1, "head": json.loads(own_events[-1])["hash"]}
    forged = [*_header([header], streams=[shorter, night]), *own_events, *events[own["events"] :]]
    with pytest.raises(BrokenChain, match="knows no such night"):
        parse_export(forged)


def test_a_night_shorter_than_the_club_recorded_it_is_refused(sqlite_database) -> None:
    play_night(found(sqlite_database), seed=2)
    header, *events = export_night(sqlite_database, NIGHT)
    own, night = json.loads(header)["streams"]
    shorter = {**night, "events": night["events"] - 1, "head": json.loads(events[-2])["hash"]}
    with pytest.raises(BrokenChain, match="has recorded"):
        parse_export([*_header([header], streams=[own, shorter]), *events[:-1]])


def test_another_night_in_the_place_of_the_recorded_one_is_refused(sqlite_database, tmp_path) -> None:
    open_night(found(sqlite_database))
    header, *events = export_night(sqlite_database, NIGHT)
    own, night = json.loads(header)["streams"]
    prev_hash, forged = GENESIS, []
    for line in events[own["events"] :]:
        body = json.loads(json.loads(line)["body"]) | {"occurred_at": "2026-02-14T20:15:00Z"}
        prev_hash = link(prev_hash, digest(canonical(body)))
        forged.append(json.dumps({"body": canonical(body), "hash": prev_hash.hex()}))
    forged = [*events[: own["events"]], *forged]
    with pytest.raises(BrokenChain, match="has recorded another event here"):
        parse_export([*_header([header], streams=[own, {**night, "head": prev_hash.hex()}]), *forged])


def test_a_clubs_event_that_cannot_follow_is_refused_though_its_hash_is_right(lines) -> None:
    header = json.loads(lines[0])
    first = json.loads(json.loads(lines[1])["body"])
    granted = {
        **{name: first[name] for name in ("stream", "schema", "salt", "actor", "occurred_at", "recorded_at")},
        "version": 2,
        "type": "role_granted",
        "data": {"player": "p-nobody", "role": "banker"},
    }
    this_hash = link(bytes.fromhex(json.loads(lines[1])["hash"]), digest(canonical(granted))).hex()
    own = {"stream": OWN.name, "events": 2, "head": this_hash}
    forged = [
        json.dumps({**header, "streams": [own], "names": {}}),
        lines[1],
        json.dumps({"body": canonical(granted), "hash": this_hash}),
    ]
    with pytest.raises(BrokenChain, match="cannot follow what is recorded before it"):
        parse_export(forged)


@pytest.mark.parametrize("schema", ["1e999", "-1e999", "NaN", "null", "[]", '"two"', "9" * 5_000])
def test_an_event_whose_schema_is_no_number_is_none(lines, schema) -> None:
    body = json.loads(lines[1])["body"].replace('"schema":3', f'"schema":{schema}')
    changed = [lines[0], json.dumps({"body": body, "hash": json.loads(lines[1])["hash"]}), *lines[2:]]
    with pytest.raises(BrokenChain, match="its body is not that of an event"):
        parse_export(changed)
    first = read_unchecked(changed)[OWN][0]
    assert (first.type, first.schema) == ("", 0)


_OWN = '{"stream":"club:c","events":1,"head":"h"}'
_START = f'{{"chipbook":2,"club":"c","streams":[{_OWN}],"names":{{}}}}\n'


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        (["\n", "\n"], 1),
        (["Dear diary\n"], 1),
        (["[1]\n"], 1),
        (['{"beancount":3}\n'], 1),
        (['{"chipbook":true}\n'], 1),
        (['{"chipbook":1,"stream":"s","events":1,"head":"h","names":{}}\n'], 1),
        (['{"chipbook":2}\n'], 1),
        (['{"chipbook":2,"club":"c","streams":[],"names":{}}\n'], 1),
        ([_START.replace("club:c", "club:d")], 1),
        ([_START.replace("[", f"[{_OWN},")], 1),
        ([_START.replace("]", ',{"stream":"strange","events":1,"head":"h"}]')], 1),
        ([_START, "{}\n"], 2),
        ([_START, '{"body":\n'], 2),
        (["[" * 100_000], 1),
    ],
)
def test_a_file_that_is_no_export_is_refused_by_its_line(lines, number) -> None:
    with pytest.raises(NotAnExport) as refusal:
        parse_export(lines)
    assert refusal.value.line == number


def test_a_file_that_is_no_text_is_refused(tmp_path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0" * 100)
    with path.open(encoding="utf-8") as lines, pytest.raises(NotAnExport, match="it is not text"):
        parse_export(lines)


def test_an_export_of_a_newer_format_is_refused(lines) -> None:
    with pytest.raises(ExportFromNewerVersion, match="has format 3, and this program reads formats up to 2"):
        parse_export(_header(lines, chipbook=3))


def test_an_export_grows_with_the_night(sqlite_database) -> None:
    handler = found(sqlite_database)
    open_night(handler)
    before = export_night(sqlite_database, NIGHT)
    lend(handler)
    assert export_night(sqlite_database, NIGHT)[1:-1] == before[1:]
