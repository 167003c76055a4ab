"""`chipbook report`, `chipbook export` and `chipbook import night`: a night leaves the book, and comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]


def test_the_report_is_text_and_ends_with_its_line(done: Done, evening: str) -> None:
    text = done("report", evening)
    assert text.startswith("Friday at Anna's")
    assert "ACCOUNTS" in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert done("report", "--text") == text


def test_the_report_is_json_for_programs(data: Data, evening: str) -> None:
    report = data("report")
    assert report["night"]["id"] == evening
    assert report["totals"]["hands"] == 1


def test_one_player_gets_his_own_account_only(done: Done, data: Data, evening: str) -> None:
    text = done("report", "--player", "anna")
    assert "Anna" in text
    assert "Carl" not in text
    assert data("report", "--player", "a")["name"] == "Anna"


def test_a_report_is_written_to_a_file(done: Done, tmp_path: Path, evening: str) -> None:
    assert done("report", "-o", tmp_path / "report.txt") == ""
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == done("report")


def test_a_night_moves_to_another_book_with_its_chain(
    done: Done, data: Data, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "friday.ndjson"
    done("export", evening, "-o", file)
    here = data("night", "show", evening)
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    brought = data("import", "night", file)
    there = data("night", "show", evening)
    assert (brought["added"], brought["new_names"]) == (here["version"], 3)
    assert (there["head"], there["club_name"]) == (here["head"], here["club_name"])
    assert there["players"] == here["players"]
    assert done("verify", evening)
    assert data("import", "night", file)["added"] == 0
    assert "are in the book already" in done("import", "night", file)


def test_an_export_is_written_to_the_screen_or_a_file(done: Done, data: Data, evening: str, tmp_path: Path) -> None:
    text = done("export")
    club, night = (one["stream"] for one in json.loads(text.splitlines()[0])["streams"])
    assert (club.partition(":")[0], night) == ("club", f"night:{evening}")
    told = data("export", "-o", tmp_path / "file.ndjson")
    assert told["events"] == len(text.splitlines()) - 1
    assert (tmp_path / "file.ndjson").read_text(encoding="utf-8") == text


def test_an_export_with_one_letter_changed_is_refused(
    chipbook: Chipbook, done: Done, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file.ndjson").write_text(done("export").replace('chips\\":40', 'chips\\":90'), encoding="utf-8")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    answer = chipbook("import", "night", tmp_path / "file.ndjson")
    assert answer.exit_code == 4
    assert "The chain of night:2026-11-20-abcd is broken" in answer.stderr
    assert json.loads(chipbook("night", "list", "--json").stdout)["nights"] == []


def test_a_night_that_went_on_differently_is_refused(
    chipbook: Chipbook, done: Done, evening: str, tmp_path: Path
) -> None:
    done("export", "-o", tmp_path / "file.ndjson")
    shorter = (tmp_path / "file.ndjson").read_text(encoding="utf-8")
    done("bank", "anna", "+10")
    assert chipbook("import", "night", tmp_path / "file.ndjson").exit_code == 0
    (tmp_path / "file.ndjson").write_text(shorter.replace("friday", "x")[:-40], encoding="utf-8")
    assert chipbook("import", "night", tmp_path / "file.ndjson").exit_code == 1


def test_a_player_is_found_in_the_report_as_in_a_line(data: Data, done: Done) -> None:
    """One form of a name for every face: `bank ase` and `report --player ase` mean the same person."""
    data("night", "open", "--bank", "Bo", "--player", "A\u030ase", "--player", "Søren")
    assert "borrows 10 chips" in done("bank", "ase", "+10")
    assert "Åse" in done("report", "--player", "ase")
    assert "Søren" in done("report", "--player", "SOR")
