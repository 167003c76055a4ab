"""`chipbook verify`: what holds, what does not, and what only newer rules see differently."""

import sqlite3
from pathlib import Path

import pytest

from engine import commands, decider, errors
from service.book.store.machine import is_behind
from tests.service.book.store.evening import drop_protection, put_back


def tamper(home: Path, *statements: str) -> None:
    """Does to the file what its triggers forbid to everybody who does not drop them first, and puts them back."""
    connection = sqlite3.connect(home / "chipbook.db")
    guards = drop_protection(connection)
    for statement in statements:
        assert connection.execute(statement).rowcount > 0
    put_back(connection, guards)
    connection.commit()
    connection.close()


@pytest.fixture
def rules_now_refuse_buying(monkeypatch) -> None:
    def refuse(command: commands.BuyChips, night: object) -> commands.BuyChips:
        raise errors.PayerIsPayee(player=command.player)

    monkeypatch.setitem(decider.DECIDE, commands.BuyChips, refuse)


def test_a_sound_night_holds_in_every_check(data, done, evening) -> None:
    verdict = data("verify")
    assert verdict["holds"]
    assert [(check["name"], check["holds"]) for check in verdict["checks"]] == [
        ("chain", True),
        ("events", True),
        ("postings", True),
        ("invariants", True),
        ("rules", True),
        ("answers", True),
        ("people", True),
        ("recorded", True),
        ("list", True),
        ("results", True),
        ("club", True),
        ("names", True),
        ("protection", True),
    ]
    assert f"head {verdict['head']}" in done("verify", "-n", evening)
    assert "A chain cannot show that its end was cut off" in done("verify")


def test_a_head_kept_elsewhere_proves_what_came_before_it(data, done, evening) -> None:
    head = data("night", "show")["head"]
    events = data("night", "show")["version"]
    done("bank", "anna", "+10")
    text = done("verify", "--head", head.upper())
    assert (
        f"It is the head of event {events}: up to there nothing was changed, cut off or rewritten; 1 have come" in text
    )


def test_another_head_finds_a_book_that_was_cut_off(data, chipbook, home, evening) -> None:
    head = data("night", "show")["head"]
    last = data("night", "show")["version"]
    tamper(home, f"DELETE FROM event WHERE version = {last}")
    assert data("verify")["holds"]
    answer = chipbook("verify", "--head", head)
    assert answer.exit_code == 4
    assert "cut off, or it was rewritten" in answer.stdout


@pytest.mark.parametrize("head", ["abc", "g" * 64, "0" * 63])
def test_what_is_no_head_is_wrong_usage(head, chipbook, evening) -> None:
    answer = chipbook("verify", "--head", head)
    assert answer.exit_code == 2
    assert "64 hexadecimal digits" in answer.stderr


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE event SET body = replace(body, '\"chips\":40', '\"chips\":90')", "is not the hash of its body"),
        ("DELETE FROM event WHERE version = 9", "is expected here"),
        ("UPDATE event SET body = 'x' WHERE version = 1", "is not JSON"),
        ("UPDATE event SET type = 'no_such_type' WHERE version = 5", "has another type than its row"),
    ],
)
def test_a_tampered_book_is_found(statement, sentence, chipbook, home, evening) -> None:
    tamper(home, statement)
    for words in (["verify"], ["verify", "--all"]):
        answer = chipbook(*words)
        assert answer.exit_code == 4
        assert sentence in answer.stdout


def test_all_checks_every_night_and_the_file(data, done, evening) -> None:
    data("night", "open", "--bank", "Bo", "--player", "Anna")
    proofs = data("verify", "--all")["proofs"]
    # Two nights, their club, and the book around it.
    assert [(one["night"] != "", one["club"] != "") for one in proofs] == [(True, True)] * 2 + [
        (False, True),
        (False, False),
    ]
    assert "The file and its indexes are sound." in done("verify", "--all")


def test_all_and_a_night_are_wrong_usage(chipbook, evening) -> None:
    assert chipbook("verify", "-n", evening, "--all").exit_code == 2


@pytest.mark.usefixtures("evening", "rules_now_refuse_buying")
def test_what_the_rules_would_refuse_is_found_and_told_with_names(chipbook) -> None:
    answer = chipbook("verify")
    assert answer.exit_code == 4
    assert "would be refused: Anna cannot give to themselves; name somebody else." in answer.stdout


def test_a_member_is_told_by_name_with_the_id_behind_it(data, done, chipbook, home, evening) -> None:
    done("club", "rename-player", "Bo", "Bob")
    (member,) = [one["id"] for one in data("players")["players"] if one["name"] == "Bob"]
    assert f"The player Bob ({member}) was given another name by act" in done("verify", "--all")
    tamper(home, f"UPDATE player SET name = 'Bert' WHERE id = '{member}'")
    told = chipbook("verify").stdout
    assert f"The player {member} is called Bert, which is not the name that the club recorded" in told


@pytest.mark.usefixtures("evening", "rules_now_refuse_buying")
def test_what_a_worker_found_and_kept_in_english_is_the_same_to_a_reader_of_danish(data, chipbook, monkeypatch) -> None:
    data("night", "close")
    (kept,) = [job for job in data("jobs", "--all", "--kind", "reconcile")["jobs"] if job["state"] == "done"]
    assert "would be refused" in str(kept["outcome"])
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    answer = chipbook("verify", "--all")
    assert "ville blive afvist" in answer.stdout
    assert "giver et andet resultat" not in answer.stdout


MORE_CHIPS = "UPDATE event SET body = replace(body, '\"chips\":40', '\"chips\":90')"


@pytest.fixture
def damage(data, evening) -> str:
    """What is said of the buy-in of 40 chips, once it has become one of 90."""
    bought = next(one["version"] for one in data("log", "all")["events"] if one["type"] == "chips_bought")
    return f"The hash of event {bought} (chips bought) is not the hash of its body."


def test_a_damaged_night_is_exported_as_evidence_and_that_is_said_first(
    chipbook, home, tmp_path, evening, damage
) -> None:
    tamper(home, MORE_CHIPS)
    answer = chipbook("export", "-n", evening)
    assert answer.exit_code == 3
    assert answer.stderr.startswith(f"DAMAGED: {damage}")
    assert len(answer.stdout.splitlines()) > 20
    file = tmp_path / "night.ndjson"
    assert chipbook("export", "-n", evening, "-o", file, "--json").exit_code == 3
    assert chipbook("import", "night", file).exit_code == 3


def test_a_sound_night_is_shown_and_exported_without_a_word(chipbook, evening) -> None:
    for words in (
        ("night", "show", "-n", evening),
        ("night", "show", "-n", evening, "--json"),
        ("export", "-n", evening),
    ):
        answer = chipbook(*words)
        assert (answer.exit_code, answer.stderr, "DAMAGED" in answer.stdout) == (0, "", False)


def test_a_night_that_cannot_be_read_hides_no_other(chipbook, data, home, evening) -> None:
    other = data("night", "open", "--bank", "Bo", "--player", "Anna")["night"]
    tamper(home, f"UPDATE event SET body = 'x' WHERE stream = 'night:{evening}' AND version = 5")
    assert [row["night"] for row in data("night", "list")["nights"]] == [other, evening]
    assert evening in chipbook("night", "list").stdout
    assert chipbook("night", "show", "-n", evening).exit_code == 3


@pytest.mark.usefixtures("evening")
def test_a_clock_that_has_gone_back_is_said_beside_every_answer(chipbook, data, monkeypatch) -> None:
    assert "clock" not in chipbook("night", "show").stderr
    monkeypatch.setattr("service.app.book.is_behind", lambda book, _: is_behind(book, "1970-01-01T00:00:10Z"))
    assert "The clock was set back: it shows 1970-01-01T00:00:10Z" in " ".join(chipbook("night", "show").stderr.split())
    assert data("night", "show")["version"]
