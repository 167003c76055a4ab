"""`chipbook import pokernow` and `import ledger`: what was played elsewhere comes in as a night, all or nothing."""

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

LOG = Path(__file__).parents[2] / "scenarios" / "pokernow" / "an_evening.csv"
KEYS = {
    "hands",
    "stack_checks",
    "stack_mismatches",
    "award_checks",
    "award_mismatches",
    "adjustments",
    "unknown_lines",
    "nets",
    "net_sum",
    "transfers",
}
LEDGER = """\
player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Ann,a1,2024-02-03T19:00:00.000Z,2024-02-03T23:00:00.000Z,20.00,35.50,0,15.50
Bo,b2,2024-02-03T19:00:00.000Z,2024-02-03T20:00:00.000Z,20.00,0,0,-20.00
Bo,b2,2024-02-03T20:10:00.000Z,,10.00,,14.50,4.50
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.csv"
    path.write_text(LEDGER, encoding="utf-8")
    return path


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The log with something else in it."""
    text = LOG.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.csv"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_a_log_comes_in_with_every_check_holding(data: Data, done: Done) -> None:
    report = data("import", "pokernow", LOG)
    assert set(report) == KEYS
    assert report["hands"] == 5
    assert report["stack_checks"] > 0
    assert (report["stack_mismatches"], report["award_mismatches"], report["unknown_lines"]) == ([], [], [])
    assert report["net_sum"] == sum(report["nets"].values()) == 0
    assert set(report["nets"]) == {"Ann", "Bo", "Cy"}
    assert done("verify")


def test_the_summary_is_readable(done: Done) -> None:
    text = done("import", "pokernow", LOG, "--name", "Online", "--zone", "Europe/Copenhagen", "--currency", "eur")
    for said in ("Online  2024-02-03-", "✓ stacks", "✓ awards", "✓ lines", "result EUR", "is in the book now"):
        assert said in text


def test_the_same_log_is_not_recorded_twice(data: Data, chipbook: Chipbook) -> None:
    first = data("import", "pokernow", LOG)
    nights = data("night", "list")["nights"]
    answer = chipbook("import", "pokernow", LOG)
    assert answer.exit_code == 0
    assert "is in the book already; nothing was recorded" in answer.stdout
    assert data("import", "pokernow", LOG) == first
    assert data("night", "list")["nights"] == nights


def test_a_stack_that_the_book_does_not_have_ends_with_4(chipbook: Chipbook, tmp_path: Path, data: Data) -> None:
    path = changed(tmp_path, '@ aaa1"" (10.33)', '@ aaa1"" (10.34)')
    answer = chipbook("import", "pokernow", path)
    assert answer.exit_code == 4
    assert "hand 5, Ann: the book has 1033, the log 1034 (changed.csv line 16:" in answer.stdout
    assert len(json.loads(chipbook("import", "pokernow", path, "--json").stdout)["stack_mismatches"]) == 1
    assert len(data("night", "list")["nights"]) == 1


def test_a_line_that_nobody_understands_ends_with_4(chipbook: Chipbook, tmp_path: Path) -> None:
    path = changed(tmp_path, '"Your hand is 9♥, 4♥"', '"A cat walks over the table"')
    answer = chipbook("import", "pokernow", path)
    assert answer.exit_code == 4
    assert "A cat walks over the table" in answer.stdout


def test_a_log_that_cannot_be_played_leaves_nothing(chipbook: Chipbook, tmp_path: Path, data: Data) -> None:
    path = changed(tmp_path, "No Limit Texas Hold'em", "No Limit Snip Snap Snorum")
    answer = chipbook("import", "pokernow", path)
    assert answer.exit_code == 1
    assert "Snip Snap Snorum" in answer.stderr
    assert data("night", "list")["nights"] == []


def test_players_of_the_club_are_the_same_people(data: Data) -> None:
    opened = data("night", "open", "--bank", "Ann", "--player", "Ann", "--player", "Zoe")
    data("import", "pokernow", LOG)
    imported = next(row["night"] for row in data("night", "list")["nights"] if row["name"] == "PokerNow")
    ids = {player["name"]: player["id"] for player in data("night", "show", imported)["players"]}
    assert ids["Ann"] == next(player["id"] for player in opened["players"] if player["name"] == "Ann")
    assert set(ids) == {"Ann", "Bo", "Cy"}


def test_the_same_names_in_another_club_are_other_people(data: Data) -> None:
    data("import", "pokernow", LOG, "--club", "One")
    data("import", "pokernow", LOG, LOG, "--club", "Two")
    assert {row["club_name"] for row in data("night", "list")["nights"]} == {"One", "Two"}


def test_a_ledger_comes_in_as_a_night_of_the_bank_alone(data: Data, ledger: Path, chipbook: Chipbook) -> None:
    report = data("import", "ledger", ledger)
    assert set(report) == KEYS
    assert report["nets"] == {"Ann": 1550, "Bo": -1550}
    assert report["transfers"] == [{"payer": "Bo", "payee": "Ann", "cents": 1550}]
    assert data("night", "list")["nights"][0]["night"].startswith("2024-02-03-")
    assert "already" in chipbook("import", "ledger", ledger).stdout


def test_two_people_of_one_name_in_a_ledger_stay_two(data: Data, tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(LEDGER.replace("Ann,a1", "Bo,a1"), encoding="utf-8")
    assert data("import", "ledger", path)["nets"] == {"Bo": 1550, "Bo (2)": -1550}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("pokernow", LEDGER, "This is a ledger"),
        ("pokernow", "", "is empty"),
        ("pokernow", "not a log at all\n", "is not a PokerNow log"),
        ("pokernow", "entry,at,order\n", "has no hand"),
        ("ledger", "entry,at,order\n", "This is a log"),
        ("ledger", LEDGER.replace("15.50", "15.51"), "net"),
        ("night", "hello\n", "Line 1 does not belong to a chipbook export"),
        ("night", "", "the file is empty"),
        ("night", '{"chipbook":9}\n', "use a newer chipbook"),
    ],
)
def test_what_is_no_such_file_is_refused(
    name: str, text: str, sentence: str, tmp_path: Path, chipbook: Chipbook
) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    answer = chipbook("import", name, path)
    assert answer.exit_code == 1
    assert sentence in answer.stderr


@pytest.mark.parametrize(
    ("option", "value", "exit_code"),
    [("--zone", "Europe/Nowhere", 1), ("--currency", "crowns", 2), ("--unit", "0", 2), ("--unit", "x", 2)],
)
def test_options_that_say_nothing_sensible_are_refused(
    option: str, value: str, exit_code: int, chipbook: Chipbook, data: Data
) -> None:
    assert chipbook("import", "pokernow", LOG, option, value).exit_code == exit_code
    assert data("night", "list")["nights"] == []
