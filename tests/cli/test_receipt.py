"""`chipbook receipt`, `chipbook verify --receipt` and `--qr`, and `chipbook club key`: paper that needs no book."""

import json
import shlex
from pathlib import Path

import pytest

CARDS = """\
night: Friday
date: 2026-11-20 19:30
loan: 150
bank: Bo
players: Anna, Bo

hand straight poker by bo
anna has As Kd 9h 5c 2d
bo has Qs Jd 8h 4c 3d
anna x
bo x
anna shows As Kd 9h 5c 2d
bo mucks
"""


@pytest.fixture
def paper(done, evening, tmp_path) -> Path:
    """Anna's receipt of the open night."""
    done("receipt", "--player", "anna", "-o", tmp_path / "anna.json")
    return tmp_path / "anna.json"


@pytest.fixture
def without_book(tmp_path, monkeypatch) -> Path:
    """A machine that has no book, as far as the settings say."""
    monkeypatch.setenv("CHIPBOOK_HOME", str(tmp_path / "nowhere"))
    return tmp_path / "nowhere"


def test_a_receipt_is_verified_without_a_book_and_makes_none(data, paper, without_book) -> None:
    told = data("verify", "--receipt", paper)
    assert told["holds"]
    assert told["holder"] == "Anna"
    assert not without_book.exists()


def test_the_command_that_verifies_a_receipt_can_be_copied_where_its_file_has_a_space(
    chipbook, evening, tmp_path
) -> None:
    told = chipbook("receipt", "-o", tmp_path / "of friday.json").stderr
    command = told.partition("`")[2].partition("`")[0]
    assert chipbook(*shlex.split(command)[1:]).exit_code == 0


def test_verification_says_what_it_proves_and_what_it_cannot(done, paper, without_book) -> None:
    text = done("verify", "--receipt", paper)
    assert "✓ signature" in text
    assert text.index("What it proves:") < text.index("What it cannot prove:") < text.index("compare its fingerprint")


def test_an_altered_receipt_exits_with_4(chipbook, paper, without_book) -> None:
    paper.write_text(paper.read_text(encoding="utf-8").replace("Anna", "Anne"), encoding="utf-8")
    answer = chipbook("verify", "--receipt", paper)
    assert answer.exit_code == 4
    assert "✗ signature" in answer.stdout
    assert "It does not hold, so it proves nothing." in answer.stdout
    paper.write_bytes(paper.read_bytes()[:-100])
    assert chipbook("verify", "--receipt", paper, "--json").exit_code == 4


def test_a_later_receipt_is_compared_with_an_earlier_one(done, chipbook, paper, tmp_path) -> None:
    done("bank", "anna +50")
    done("receipt", "-o", tmp_path / "late.json")
    assert "✓ continues" in done("verify", "--receipt", tmp_path / "late.json", "--after", paper)
    answer = chipbook("verify", "--receipt", paper, "--after", tmp_path / "late.json")
    assert (answer.exit_code, "✗ continues" in answer.stdout) == (4, True)
    assert "1 came after" in done("verify", "--receipt", paper, "--with-book")


def test_the_key_may_be_given_by_its_fingerprint(data, chipbook, paper) -> None:
    (key,) = data("club", "key")["keys"]
    assert data("verify", "--receipt", paper, "--fingerprint", key["fingerprint"])["holds"]
    assert chipbook("verify", "--receipt", paper, "--fingerprint", "0" * 32).exit_code == 4
    assert chipbook("verify", "--receipt", paper, "--fingerprint", "abc").exit_code == 2


def test_the_line_of_the_report_is_verified_without_a_book(
    done, chipbook, paper, without_book, home, monkeypatch
) -> None:
    with monkeypatch.context() as with_book:
        with_book.setenv("CHIPBOOK_HOME", str(home))
        (line,) = [one for one in done("report", "--signed").splitlines() if one.startswith("signed head: ")]
    line = line.removeprefix("signed head: ")
    assert "✓ signature" in done("verify", "--qr", line)
    assert "✓ same head" in done("verify", "--qr", line, "--receipt", paper)
    assert chipbook("verify", "--qr", line.replace("chipbook:1", "chipbook:2")).exit_code == 4
    assert not without_book.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--after", "x"),
        ("--with-book",),
        ("--fingerprint", "0" * 32),
        ("--receipt", "x", "--all"),
        ("--receipt", "x", "friday"),
        ("--qr", "x", "--after", "y"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(chipbook, words) -> None:
    assert chipbook("verify", *words).exit_code == 2


def test_a_receipt_never_tells_closed_cards_of_others(data, done, tmp_path) -> None:
    (tmp_path / "cards.night").write_text(CARDS, encoding="utf-8")
    data("replay", tmp_path / "cards.night")
    own = {name: json.loads(done("receipt", "--player", name))["own"] for name in ("anna", "bo")}
    anna, bo = ("".join(one["body"] for one in own[name]) for name in ("anna", "bo"))
    assert "As" in anna
    assert not any(card in anna for card in ('"Qs"', '"Jd"', '"8h"', '"4c"', '"3d"'))
    assert all(card in bo for card in ('"Qs"', '"Jd"', '"8h"', '"4c"', '"3d"'))
    assert json.loads(done("receipt")).get("own") is None


def test_keys_are_made_replaced_and_lost(data, done, chipbook, evening, home) -> None:
    assert "none yet" in done("club", "key")
    assert data("club", "key", "new")["in_force"] == "key-1"
    assert chipbook("club", "key", "new").exit_code == 1
    assert data("club", "key", "rotate", "winter")["in_force"] == "winter"
    assert data("club", "key", "lost", "--yes")["in_force"] == "key-3"
    assert [one["retired"] for one in data("club", "key")["keys"]] == ["replaced", "lost", None]
    assert sorted(file.stem for file in (home / "keys").rglob("*.pem")) == ["key-1", "key-3", "winter"]
    log = done("club", "log")
    assert "The club signs with the key winter from now on, endorsed by its key key-1." in log
    assert "which no earlier key endorses" in log
    assert "verify" not in chipbook("verify", "--club", "Home").stderr


def test_a_lost_key_is_asked_about_at_a_terminal(typing, data, done, evening) -> None:
    done("club", "key", "new")
    typing("club", "key", "lost", typed="n\n")
    assert data("club", "key")["in_force"] == "key-1"
