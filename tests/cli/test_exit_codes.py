"""The exit codes: each row of their one table, in `help refusals`, is provoked, and a damaged night gives the same to all."""

import re
from pathlib import Path

import pytest

from engine.night.table.rule import RULES_VERSION
from service.language.help.reading import file_of
from service.language.languages import LANGUAGES
from tests.cli.test_import_night import forge, in_data
from tests.cli.test_imports import changed
from tests.cli.test_verify import MORE_CHIPS, tamper

CODES = [0, 1, 2, 3, 4, 5, 6, 130]
SHOWING = (
    "night show",
    "night show --json",
    "night nets",
    "night payments",
    "night choices",
    "night disputes",
    "night requests",
    "log",
    "table",
)
PROVING = ("night plan", "report", "report --html", "audit --event 3", "receipt", "export --beancount")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_exit_codes_has_each_once(language) -> None:
    text = file_of("refusals", language).read_text(encoding="utf-8")
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)] == CODES


def test_a_command_ends_with_the_code_of_the_table(chipbook, evening, subtests) -> None:
    for words, code in (
        ("night show", 0),
        ("bank anna -9999", 1),
        ("doctor --json", 1),
        ("alive worker", 1),
        ("night list --nosuch", 2),
        ("undo", 2),
        ("night show -n nosuch", 1),
        ("restore evening.night", 3),
        ("verify --head " + "f" * 64, 4),
    ):
        with subtests.test(words):
            assert chipbook(*words.split()).exit_code == code


def test_a_damaged_night_is_told_to_whoever_looks_at_it_and_ends_with_3(chipbook, home, evening, subtests) -> None:
    tamper(home, MORE_CHIPS)
    for words in (*SHOWING, *PROVING, "export"):
        with subtests.test(words):
            answer = chipbook(*words.split(), typed="")
            assert answer.exit_code == 3
            assert "is not the hash of its body" in answer.stderr
            # What proves something would prove nothing, so it is refused.
            assert bool(answer.stdout) == (words not in (*PROVING, "table"))
            assert answer.stderr.startswith("DAMAGED: ") == (words not in PROVING)


def test_a_damaged_file_ends_with_3_and_one_that_the_rules_forbid_with_4(chipbook, done, evening, monkeypatch) -> None:
    whole = done("export")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", "sqlite:///other.db")
    file = Path("night.ndjson")
    file.write_text(whole.replace('chips\\":40', 'chips\\":90'), encoding="utf-8")
    assert chipbook("import", "night", file).exit_code == 3
    file.write_text(whole, encoding="utf-8")
    forge(file, "chips_bought", in_data(chips=-40))
    assert chipbook("import", "night", file).exit_code == 4


def test_what_only_newer_rules_judge_otherwise_ends_with_5(chipbook, done, evening, monkeypatch) -> None:
    file = Path("night.ndjson")
    done("export", "-o", file)
    forge(file, "night_opened", in_data(rules_version=RULES_VERSION - 1))
    forge(file, "player_seated", in_data(seat=0))
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", "sqlite:///other.db")
    done("import", "night", file)
    assert [chipbook(words).exit_code for words in ("verify",)] == [5]


def test_lines_that_were_not_understood_end_with_6(chipbook, tmp_path) -> None:
    log = changed(tmp_path, '"Your hand is 9♥, 4♥"', '"A cat walks over the table"')
    assert chipbook("import", "pokernow", log).exit_code == 6


def test_whoever_stops_it_by_ctrl_c_gets_130_without_noise(chipbook, monkeypatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.night.night.nights", stopped)
    answer = chipbook("night", "list")
    assert (answer.exit_code, answer.output.strip()) == (130, "")
