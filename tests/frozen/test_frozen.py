"""Books, exports, receipts and backups that earlier versions made: they open, verify and are told the same for ever.

A file in a folder here is never made again (`tests/frozen/making.py` makes those of a new schema). What is compared are the
facts: a sentence may be put in better words, and an answer may come to say more.
"""

import calendar
import json
import lzma
import re
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from service.book.store.chain import SCHEMA, check_chain
from service.book.store.earlier_schemas import worth_of_name
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from service.book.store.verify import streams_of
from tests.frozen.making import CLUB, HERE, say

KEPT = sorted(HERE.glob("schema_*"))
# The words of a version, and what rules of later versions think of the night.
OF_A_VERSION = frozenset(
    {"sentence", "sentences", "quiet", "forms", "agrees", "judged_under", "checks", "proves", "cannot"}
)
FIGURES = re.compile(r"\d+(?:[.,:]\d+)*")
DAY_IN_WORDS = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(calendar.month_abbr[1:])})\w* (\d{{4}})\b")


class Kept:
    """The files of one schema, unpacked when they are asked for."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.schema = int(folder.name.partition("_")[2])
        self.told: Mapping[str, Any] = json.loads(self.read("told.json"))

    def read(self, name: str) -> bytes:
        return lzma.decompress((self.folder / f"{name}.xz").read_bytes())

    def unpacked(self, name: str) -> str:
        path = self.home / name
        path.write_bytes(self.read(name))
        return str(path)


@pytest.fixture(params=KEPT, ids=lambda folder: folder.name)
def kept(request, tmp_path, monkeypatch) -> Kept:
    """A home whose book is the frozen one."""
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path))
    monkeypatch.delenv("COLUMNS", raising=False)
    kept = Kept(request.param, tmp_path)
    (tmp_path / "chipbook.db").write_bytes(kept.read("book.db"))
    return kept


def empty_the_home(kept: Kept) -> None:
    for path in kept.home.glob("chipbook.db*"):
        path.unlink()


def insist_it_is_told_the_same(kept: Kept) -> None:
    for night, told in kept.told["nights"].items():
        now = json.loads(say("log", "all", "-n", night, "--json"))
        assert now["head"] == told["verified"]["head"]
        assert differences(told["events"], now["events"]) == []
        report = json.loads(say("report", "-n", night, "--json"))
        # Later rules may judge otherwise, and the verdict says that it is only they.
        then = {
            key: value for key, value in told["report"].items() if key != "verdict" or not report[key]["newer_rules"]
        }
        assert differences(then, report) == []


def differences(then: Any, now: Any, place: str = "") -> list[str]:
    """Where what was told then is told otherwise; what is told besides does not count."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [
            one
            for key, value in then.items()
            if key not in OF_A_VERSION
            for one in differences(value, now.get(key), f"{place}.{key}")
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [
            one
            for number, (mine, other) in enumerate(zip(then, now, strict=True))
            for one in differences(mine, other, f"{place}.{number}")
        ]
    if isinstance(then, str) and isinstance(now, dict):
        # A hand was its name before schema 3.
        then = worth_of_name(then)
    if place.endswith(".told"):
        # A hand in a sentence, of which the figures are facts.
        return differences(FIGURES.findall(then), FIGURES.findall(now), f"{place}: {then!r} {now!r}")
    return [] if then == now else [f"{place}: {then!r} is now {now!r}"]


def insist_it_holds() -> None:
    """Everything holds; other consequences under later rules are no fault."""
    for proof in json.loads(say("verify", "--all", "--json", may_end_with=(0, 5)))["proofs"]:
        failed = [check for check in proof["checks"] if not check["holds"]]
        assert not failed or proof["only_newer_rules"], failed


def test_a_frozen_book_is_of_the_schema_that_its_folder_names(kept):
    with closing(open_book(f"sqlite:///{kept.home / 'chipbook.db'}")) as database:
        streams = [EventStore(database).read(stream) for stream in streams_of(database)]
    assert {event.schema for events in streams for event in events} == {kept.schema}
    assert [fault for events in streams for fault in check_chain(events)] == []


def test_a_book_of_an_earlier_version_holds_and_is_told_the_same(kept):
    insist_it_holds()
    insist_it_is_told_the_same(kept)
    then, now = kept.read("report.txt").decode(), say("report", "-n", kept.told["as_text"])
    assert FIGURES.findall(DAY_IN_WORDS.sub(in_figures, now)) == FIGURES.findall(then)


def in_figures(day: re.Match[str]) -> str:
    """A day in words as reports wrote it when the files were made."""
    return f"{day[3]}-{[*calendar.month_abbr].index(day[2]):02}-{int(day[1]):02}"


def insist_it_is_exported_as_it_was(kept: Kept) -> None:
    """The same events and names, of which everything is told that is told."""
    for night in kept.told["nights"]:
        assert say("export", "-n", night) == kept.read(f"{night}.ndjson").decode()
    assert say("export", "--club", CLUB) == kept.read("club.ndjson").decode()


def test_a_book_of_an_earlier_version_is_exported_as_it_was(kept):
    insist_it_is_exported_as_it_was(kept)


def test_the_exports_of_an_earlier_version_are_imported_with_their_chains(kept):
    empty_the_home(kept)
    for night in kept.told["nights"]:
        say("import", "night", kept.unpacked(f"{night}.ndjson"))
    say("import", "club", kept.unpacked("club.ndjson"))
    insist_it_holds()
    insist_it_is_exported_as_it_was(kept)


def test_the_backup_of_an_earlier_version_is_restored(kept):
    empty_the_home(kept)
    say("restore", kept.unpacked("backup.db"))
    insist_it_holds()
    insist_it_is_exported_as_it_was(kept)


def test_what_follows_from_the_events_of_an_earlier_version_is_made_again(kept):
    say("rebuild", "--yes")
    insist_it_holds()
    insist_it_is_exported_as_it_was(kept)


def test_a_club_of_an_earlier_version_moves_into_another_book_unchanged(kept):
    other = kept.home / "other.db"
    say("move", CLUB, "--to", f"sqlite:///{other}")
    other.replace(kept.home / "chipbook.db")
    insist_it_holds()
    insist_it_is_exported_as_it_was(kept)


def test_the_receipts_of_an_earlier_version_hold_and_their_book_agrees(kept):
    for name, told in kept.told["receipts"].items():
        for with_book in ((), ("--with-book",)):
            now = json.loads(say("verify", "--receipt", kept.unpacked(name), *with_book, "--json"))
            assert now["holds"]
            assert differences(told, now) == []


def test_a_night_of_an_earlier_version_is_played_on(kept):
    lamp = kept.told["lamp"]
    say("hand", "-n", lamp, "dora both")
    with closing(open_book(f"sqlite:///{kept.home / 'chipbook.db'}")) as database:
        (stream,) = [one for one in streams_of(database) if one.night == lamp]
        events = EventStore(database).read(stream)
    assert (events[-1].schema, check_chain(events)) == (SCHEMA, [])
    insist_it_holds()
