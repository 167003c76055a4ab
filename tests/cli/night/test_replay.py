"""`chipbook replay` and `chipbook demo`: a file becomes a night, or nothing at all."""

import json
from pathlib import Path

import pytest

from service.app.night.open_night import short_digest
from tests.cli.conftest import END, EVENING


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "friday.night"
    path.write_text(EVENING + END, encoding="utf-8")
    return path


def test_a_file_becomes_a_night_with_standings_and_transfers(file, done, home) -> None:
    text = done("replay", file)
    assert "Anna             +1.75" in " ".join(text.split()).replace("Anna +1.75", "Anna             +1.75")
    assert "no plan has fewer transfers" in text
    assert f"Recorded in {home / 'chipbook.db'}" in text


def test_the_same_file_is_not_recorded_twice(file, done, chipbook, data) -> None:
    done("replay", file)
    answer = chipbook("replay", file)
    assert answer.exit_code == 1
    assert "has a night 2026-11-20-" in answer.stderr
    assert len(data("night", "list")["nights"]) == 1
    assert data("replay", file, "--night-id", "another")["night"] == "another"


def test_a_file_in_which_only_remarks_changed_is_the_same_night(file, chipbook, data) -> None:
    night = data("replay", file)["night"]
    file.write_text(f"# Typed in on Sunday.\n{EVENING + END}\n\n", encoding="utf-8")
    assert f"has a night {night}" in chipbook("replay", file).stderr
    assert data("replay", file, "--night-id", "another")["night"] == "another"
    file.write_text((EVENING + END).replace("anna", "dora").replace("Anna", "Dora"), encoding="utf-8")
    assert data("replay", file)["night"] not in (night, "another")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_a_file_with_the_line_ends_of_another_system_is_the_same_night(file, done, chipbook, data, end) -> None:
    night = data("replay", file)["night"]
    # Books made before have this id.
    assert night == f"2026-11-20-{short_digest([EVENING + END])}"
    file.write_bytes((EVENING + END).replace("\n", end).encode())
    answer = chipbook("replay", file)
    assert (answer.exit_code, f"has a night {night}" in answer.stderr) == (1, True)
    assert len(data("night", "list")["nights"]) == 1


def test_it_reads_from_a_pipe(data) -> None:
    assert data("replay", "-", typed=EVENING)["hands_played"] == 1


def test_times_at_the_table_are_recorded_across_midnight(data, done, file) -> None:
    night = data("replay", file)["night"]
    events = [json.loads(json.loads(line)["body"]) for line in done("export", "-n", night).splitlines()[1:]]
    times = {event["type"]: event["occurred_at"] for event in events}
    assert times["night_opened"] == "2026-11-20T18:30:00Z"
    assert times["hand_announced"] == "2026-11-20T19:15:00Z"
    assert times["chips_counted"] == "2026-11-20T23:10:00Z"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("carl 99", "Carl bets or raises 99; the limit is 1 to 5"),
        ("zora 3", "Nobody here is called “zora”"),
        ("anna 3 4 5 x", "expected: the end of the line"),
        ('strike 99 "because"', "There is no event 99; the last one is 13"),
    ],
)
def test_a_line_that_fails_is_named_and_nothing_is_recorded(line, sentence, tmp_path, chipbook, data) -> None:
    path = tmp_path / "broken.night"
    path.write_text(EVENING.replace("carl 3", line), encoding="utf-8")
    answer = chipbook("replay", path)
    assert answer.exit_code == 1
    assert f"Line 12 of {path}, “{line}”: " in answer.stderr
    assert sentence in answer.stderr
    assert "Nothing was recorded." in answer.stderr
    assert data("night", "list")["nights"] == []
    error = json.loads(chipbook("replay", path, "--json").stdout)["error"]
    assert (error["details"]["line"], error["details"]["text"]) == (12, line)


def test_the_demo_works_twice_and_leaves_the_own_book_alone(data, tmp_path) -> None:
    first, second = data("demo"), data("demo")
    assert first["night"]["players"] != []
    assert all(check["holds"] for check in second["verdict"]["checks"])
    assert {"chain", "rules", "protection"} <= {check["name"] for check in second["verdict"]["checks"]}
    assert sum(player["result_cents"] for player in second["night"]["players"]) == 0
    assert data("night", "list")["nights"] == []
    report = json.loads((tmp_path / second["report_json"]).read_text(encoding="utf-8"))
    assert report["night"]["id"] == second["night"]["night"] == first["night"]["night"]
    assert report["verdict"]["balanced"]
    assert "VERDICT" in (tmp_path / second["report_text"]).read_text(encoding="utf-8")
    (page,) = (file for file in tmp_path.rglob("report.html"))
    assert "Statement of a night" in page.read_text(encoding="utf-8")


def test_a_folder_that_cannot_hold_the_demo_is_refused(chipbook, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    answer = chipbook("demo", "--into", tmp_path / "file")
    assert answer.exit_code == 1
    assert "name another folder with --into" in answer.stderr


@pytest.mark.parametrize(
    "line",
    ["anna +" + "9" * 10_000_000, "# " + "x" * 10_000_000, "anna " * 2_000_000, "x" * 4001],
    ids=["number", "comment", "words", "one too many"],
)
def test_a_line_that_nobody_would_type_is_refused_with_its_number_and_its_beginning(line, file, chipbook) -> None:
    file.write_text(f"{EVENING}{line}\n", encoding="utf-8")
    answer = chipbook("replay", file)
    assert answer.exit_code == 1
    number = EVENING.count("\n") + 1
    assert f"In line {number} of {file}: A line has at most 4,000 characters, and this one has" in answer.stderr
    assert f"“{line[:59]}…”" in answer.stderr
    assert len(answer.stderr) < 400
