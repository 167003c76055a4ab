"""`chipbook import night`: a file is checked as a command is, even if a forger sealed its chain."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from engine.night.table.rule import RULES_VERSION
from service.store.chain import GENESIS, canonical, link

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def file(done: Done, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The evening as a file, before an empty book."""
    done("export", evening, "-o", tmp_path / "night.ndjson")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    return tmp_path / "night.ndjson"


def forge(file: Path, kind: str, change: Change) -> int:
    """Changes the first event of a type and seals the whole file again. Returns the event's number."""
    header, *lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    bodies = [json.loads(line["body"]) for line in lines]
    changed = next(body for body in bodies if body["type"] == kind)
    change(changed)
    previous, events = GENESIS, []
    for body in bodies:
        text = canonical(body)
        previous = link(previous, text)
        events.append({"body": text, "hash": previous.hex()})
    header["head"] = previous.hex()
    file.write_text("".join(json.dumps(line) + "\n" for line in (header, *events)), encoding="utf-8")
    return int(changed["version"])


def in_data(**fields: Any) -> Change:
    return lambda body: body["data"].update(fields)


@pytest.mark.parametrize(
    ("kind", "change", "sentence"),
    [
        (
            "chips_bought",
            lambda body: body.update(occurred_at="not a time"),
            "“not a time”, which is not a time of the book",
        ),
        ("chips_bought", lambda body: body.update(recorded_at="never"), "“never”, which is not a time of the book"),
        ("chips_bought", in_data(cents=1), "40 chips are worth 10.00 DKK, not 0.01 DKK"),
        ("chips_bought", in_data(player="nobody"), ""),
        ("night_opened", in_data(night="another"), "does not open"),
        ("bet_made", in_data(chips=400), ""),
        ("night_opened", in_data(banker="nobody"), "The bank is kept by nobody, who has no name and never sat down."),
        ("night_opened", in_data(zone="Mars/Base"), "There is no time zone Mars/Base; use an IANA name"),
        ("night_opened", in_data(rules_version=RULES_VERSION + 1), "this program knows 1 to"),
        ("bet_made", lambda body: body.update(actor="x" * 100_000), "who said it has 100000 characters"),
        ("bet_made", lambda body: body.update(request_id="k" * 300), "its key has 300 characters"),
        ("bet_made", lambda body: body.update(occurred_at="1999-01-01T20:00:00Z"), "more than a year before"),
        (
            "chips_bought",
            in_data(chips=0),
            "cannot be read: chips must be a whole number, at least 1; 0 is not.",
        ),
    ],
)
def test_a_night_that_could_not_have_been_recorded_is_not_taken_in(
    kind: str, change: Change, sentence: str, chipbook: Chipbook, data: Data, file: Path
) -> None:
    version = forge(file, kind, change)
    answer = chipbook("import", "night", file)
    assert answer.exit_code == 4, answer.output
    assert "cannot be imported, because of event" in answer.stderr
    assert sentence in " ".join(answer.stderr.split())
    assert not sentence or f"because of event {version}:" in answer.stderr
    assert "chipbook verify" not in answer.stderr
    assert "`int`" not in answer.stderr
    assert data("night", "list") == []
    assert chipbook("verify", "--all").exit_code == 0


def test_a_difference_that_newer_rules_make_keeps_no_night_out(chipbook: Chipbook, data: Data, file: Path) -> None:
    forge(file, "night_opened", in_data(rules_version=RULES_VERSION - 1))
    forge(file, "player_seated", in_data(seat=0))
    assert data("import", "night", file)["added"] > 0
    assert chipbook("verify").exit_code == 5


def test_a_player_whom_the_book_knows_of_another_club_keeps_the_night_out(
    chipbook: Chipbook, data: Data, done: Done, file: Path
) -> None:
    data("night", "open", "--bank", "Dora", "--player", "Eva", "--club", "Others")
    eva = next(player["id"] for player in data("night", "show")["players"] if player["name"] == "Eva")
    text = file.read_text(encoding="utf-8")
    names = json.loads(text.splitlines()[0])["names"]
    carl = next(player for player, name in names.items() if name == "Carl")
    file.write_text(text.replace(carl, eva), encoding="utf-8")
    forge(file, "night_opened", lambda _: None)
    answer = chipbook("import", "night", file)
    assert answer.exit_code == 1
    assert f"Eva ({eva}) is a player of the club" in answer.stderr
