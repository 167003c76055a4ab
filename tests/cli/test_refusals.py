"""What is refused, with which exit code and in which words; with `--json` the same as an object."""

import json
import sqlite3

import pytest

# What is said, the exit code, the code of the refusal, and a part of its sentence.
TABLE = (
    (("night", "show", "-n", "2025"), 1, "night_missing", "There is no night 2025"),
    (("night", "show", "-n", "2026"), 1, "ambiguous_night", "2026 may mean 2026-11-20-abcd, 2026-11-20-abce"),
    (("report", "-n", "nope"), 1, "night_missing", "no night nope"),
    (("report", "-n", "abcd", "--player", "zora"), 1, "unknown_player", "Nobody called “zora” sat down that night"),
    (("export", "-n", "nope"), 1, "night_missing", "nope"),
    (("verify", "-n", "nope"), 1, "night_missing", "nope"),
    (("table", "-n", "nope"), 1, "night_missing", "nope"),
    (("bank", "-n", "abcd", "zora", "+10"), 1, "unknown_player", "Nobody here is called “zora”"),
    (("bank", "-n", "abcd", "a", "+10"), 1, "ambiguous_name", "“a” may mean Anna or Astrid"),
    (("bank", "-n", "abcd", "anna", "+"), 1, "not_understood", "After “anna” comes “+”"),
    (("bank", "-n", "abcd", "anna", "+0"), 1, "out_of_bounds", "chips must be a whole number, at least 1; 0 is not."),
    (("bank", "-n", "abcd", "anna", "-0"), 1, None, ""),
    (("bank", "-n", "abcd", "anna", "+99999999999999999999"), 1, "not_understood", "expected: a number of chips"),
    (
        ("bank", "-y", "-n", "abcd", "strike", "5", f'"{"x" * 501}"'),
        1,
        "out_of_bounds",
        "reason must be a text of at most 500 characters",
    ),
    (("bank", "-n", "abcd", "anna", "-9999"), 1, "has_fewer_chips", "Anna cannot give 9999 with a stack of 197"),
    (("bank", "-n", "abcd", "anna", "+10", "--at", "25:99"), 1, "not_understood", "a time of day"),
    (("hand", "-n", "abcd", "anna", "3"), 1, "no_hand_is_played", "announce one first"),
    (("night", "pay", "-n", "abcd", "1"), 1, "no_plan_yet", "There is no plan yet"),
    (("night", "pay", "-n", "abcd", "one"), 1, "not_understood", "the number of a transfer"),
    (("night", "settle", "-n", "abcd"), 1, "night_is_not_closed", "close it before you settle"),
    (("audit", "-n", "abcd", "--without", "999"), 1, "unknown_event", "There is no event 999"),
    (("audit", "-n", "abcd", "--without", "x"), 2, "wrong_usage", "'x' is not a number"),
    (("night", "open", "--bank", "Bo", "--loan", "many"), 1, "bad_amount", "“many” is not a number of chips"),
    (("night", "open", "--bank", "Bo", "--unit", "cheap"), 1, "bad_money", "write it as 0.25 DKK"),
    (("night", "open", "--bank", "Bo", "--rulebook", "hoyle"), 1, "unknown_choice", "“hoyle” is not a rulebook"),
    (("night", "open", "--bank", "Bo", "--zone", "Mars"), 1, "unknown_zone", "There is no time zone “Mars”"),
    (("night", "open", "--bank", "Bo", "--chips", "white"), 1, "bad_chips", "peder 50 x 20"),
    (("night", "open", "--bank", "Bo", "--date", "soon"), 1, "bad_date", "2026-11-20 19:30"),
    (
        ("night", "open", "--bank", "Bo", "--date", "2999-11-20"),
        1,
        "date_to_come",
        "“2999-11-20” is in the future; give the day on which the night was played.",
    ),
    (("night", "open", "--bank", "B" * 81), 1, "name_refused", "is not a name"),
    (("night", "open", "--like", "nope"), 1, "night_missing", "nope"),
    (("replay", "nope.night"), 1, "file_not_readable", "nope.night cannot be read: No such file"),
    (("replay", "."), 1, "file_not_readable", ". cannot be read: Is a directory"),
    (("replay", "binary"), 1, "not_utf8", "binary is not a text file in UTF-8"),
    (("import", "pokernow", "nope.csv"), 1, "file_not_readable", "nope.csv cannot be read"),
    (("import", "pokernow", "."), 1, "file_not_readable", "Is a directory"),
    (("import", "night", "binary"), 1, "not_utf8", "binary is not a text file"),
    (("report", "-n", "abcd", "-o", "no/such/folder"), 1, "file_not_writable", "no/such/folder cannot be written"),
    (("export", "-n", "abcd", "-o", "."), 1, "file_not_writable", ". cannot be written"),
)


@pytest.fixture
def two_nights(chipbook, evening, tmp_path) -> None:
    assert chipbook("replay", "evening.night", "--night-id", "2026-11-20-abce").exit_code == 0
    assert chipbook("table", "-n", "abcd", typed="new Astrid\nsit astrid\n").exit_code == 0
    (tmp_path / "binary").write_bytes(b"\x00\xff\xfe")


@pytest.mark.usefixtures("two_nights")
def test_a_refusal_is_one_sentence_with_its_exit_code(chipbook, subtests) -> None:
    for words, exit_code, code, sentence in TABLE:
        with subtests.test(" ".join(words)[:60]):
            answer, told = chipbook(*words), chipbook(*words, "--json")
            assert (answer.exit_code, answer.stdout, told.exit_code, told.stderr) == (exit_code, "", exit_code, "")
            assert sentence in answer.stderr
            assert "Traceback" not in answer.stderr
            error = json.loads(told.stdout)["error"]
            assert set(error) == {"code", "sentence", "details"}
            assert sentence in error["sentence"]
            assert code is None or error["code"] == code


def test_a_report_has_one_format(chipbook, evening) -> None:
    assert chipbook("report", "-n", evening, "--html", "--json").exit_code == 2


@pytest.mark.parametrize(
    "words", [("night", "show"), ("report",), ("verify",), ("export",), ("night", "open", "--like")]
)
def test_an_empty_book_has_no_night(words, chipbook) -> None:
    answer = chipbook(*words)
    assert answer.exit_code == 1
    assert "`chipbook night open` begins one" in answer.stderr


@pytest.mark.parametrize("words", [("bank", "anna", "+10"), ("table",), ("night", "close")])
def test_without_an_open_night_nothing_can_be_recorded(words, chipbook) -> None:
    assert "No night is open" in chipbook(*words).stderr


def test_a_damaged_file_ends_with_3(chipbook, home) -> None:
    (home / "chipbook.db").write_bytes(b"this is no database, however long it may be " * 100)
    answer = chipbook("night", "list")
    assert answer.exit_code == 3
    assert "is damaged" in answer.stderr
    assert json.loads(chipbook("verify", "--json").stdout)["error"]["code"] == "book_damaged"


def test_a_book_of_a_newer_program_ends_with_3(chipbook, home) -> None:
    with sqlite3.connect(home / "chipbook.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    answer = chipbook("night", "list")
    assert answer.exit_code == 3
    assert "has schema 9999" in answer.stderr


def test_a_home_that_cannot_be_written_ends_with_3(chipbook, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path / "file" / "below"))
    answer = chipbook("club", "found", "Friday")
    assert answer.exit_code == 3
    assert "cannot be reached" in answer.stderr


def test_an_event_of_a_newer_program_ends_with_3(chipbook, home, evening) -> None:
    with sqlite3.connect(home / "chipbook.db") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("UPDATE event SET body = replace(body, '\"schema\":3', '\"schema\":9') WHERE version = 3")
    connection.close()
    answer = chipbook("night", "show", "-n", evening)
    assert answer.exit_code == 3
    assert "a newer chipbook reads it" in answer.stderr


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("CHIPBOOK_ZONE", "Mars", "CHIPBOOK_ZONE is 'Mars'"),
        ("CHIPBOOK_HOMME", "x", "There is no setting CHIPBOOK_HOMME; did you mean CHIPBOOK_HOME?"),
        ("CHIPBOOK_DATABASE_URL", "mysql://x", "sqlite:///PATH"),
    ],
)
def test_a_wrong_setting_is_wrong_usage(name, value, sentence, chipbook, monkeypatch) -> None:
    monkeypatch.setenv(name, value)
    answer = chipbook("night", "list")
    assert answer.exit_code == 2
    assert sentence in answer.stderr


def test_a_fault_in_the_program_shows_itself(chipbook, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("cli.night.night.nights", broken)
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        chipbook("night", "list")
