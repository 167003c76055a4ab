"""`chipbook report --html` and `--csv`: the report as a page and as tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Chipbook = Callable[..., Result]
Done = Callable[..., str]


def test_the_report_is_one_page_of_html(done: Done, evening: str, tmp_path: Path) -> None:
    assert done("report", evening, "--html", "-o", tmp_path / "night.html") == ""
    page = (tmp_path / "night.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "Friday at Anna" in page
    assert done("report", "--html") == page


def test_the_report_is_a_folder_of_tables(done: Done, evening: str, tmp_path: Path) -> None:
    assert done("report", evening, "--csv", "-o", tmp_path / "new" / "tables") == ""
    names = sorted(path.name for path in (tmp_path / "new" / "tables").iterdir())
    assert names == ["accounts.csv", "events.csv", "hands.csv", "standings.csv", "transfers.csv"]
    assert "Anna" in (tmp_path / "new" / "tables" / "standings.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--html", "--text"), "A report is text, JSON, HTML, PDF, PNG, XLSX or CSV; choose one."),
        (("--html", "--csv", "-o", "x"), "A report is text, JSON, HTML, PDF, PNG, XLSX or CSV; choose one."),
        (
            ("--html", "--player", "anna"),
            "One player's account comes as text, JSON or PDF; HTML, PNG, XLSX and CSV are of the whole night.",
        ),
        (("--csv",), "These are several files; name a folder for them: -o FOLDER."),
    ],
)
def test_formats_that_exclude_each_other_are_refused(
    chipbook: Chipbook, evening: str, words: tuple[str, ...], sentence: str
) -> None:
    answer = chipbook("report", *words)
    assert answer.exit_code == 2
    assert sentence in answer.stderr


def test_a_folder_that_is_a_file_is_refused(chipbook: Chipbook, evening: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    answer = chipbook("report", "--csv", "-o", tmp_path / "file")
    assert answer.exit_code != 0
    assert "cannot be written" in answer.stderr


def test_the_demo_leaves_the_report_as_a_page(done: Done, tmp_path: Path) -> None:
    done("demo", "--into", tmp_path / "demo")
    assert "Statement of a night" in (tmp_path / "demo" / "report.html").read_text(encoding="utf-8")
