"""A mistyped place is not a new book: only what begins a book makes one, and everything else says where it looked."""

from pathlib import Path

import click
import pytest

from cli.demo_book import make_demo_book
from tests.messages import every_command, words_of

BEGINS = {
    *("night open", "club found", "games add", "replay", "restore", "migrate", "serve", "demo"),
    *(f"import {kind}" for kind in ("pokernow", "ledger", "phh", "ohh", "night", "club", "results", "debts")),
}
# They need no book. Some look into one if it is there.
NEEDS_NONE = {
    *(
        "secrets",
        "tls",
        "judge",
        "help",
        "doctor",
        "alive",
        "beat",
        "simulate",
        "games [WORDS]",
        "games show",
        "games export",
    )
}
WORDS = {
    "correct": ("1", "to", "anna +1"),
    "insert": ("after", "1", "anna +1"),
    "strike": ("1", "wrong"),
    "club grant": ("banker", "anna"),
    "club take": ("banker", "anna"),
    "club rules": ("--like", "friday"),
    "club publish": ("nights",),
    "games retire": ("mine",),
    "jobs ask": ("verify",),
    "jobs retry": ("--all",),
    "move": ("Home", "--to", "other.db"),
    "night invite": ("--at", "2026-12-04 19:30"),
    "standings": (),
}
COMMANDS = {words_of(context): context.command for context in every_command()}
READS = sorted(
    words
    for words, command in COMMANDS.items()
    if not isinstance(command, click.Group) and words not in BEGINS | NEEDS_NONE
)


@pytest.fixture
def typo(tmp_path, monkeypatch) -> Path:
    """A mistyped place, in a folder that is not there."""
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'typo' / 'none.db'}")
    return tmp_path / "typo" / "none.db"


def _words(name: str) -> tuple[str, ...]:
    usual = tuple("1" for one in COMMANDS[name].params if isinstance(one, click.Argument) and one.required)
    return (*name.split(), *WORDS.get(name, usual))


@pytest.mark.parametrize("name", READS)
def test_where_there_is_no_book_a_command_says_so_and_makes_none(name, typo, chipbook) -> None:
    """As `chipbook backup typo.backup` of a mistyped place, which saved nothing for years with the exit code 0."""
    answer = chipbook(*_words(name), typed="")
    said = " ".join(answer.stderr.split())
    assert answer.exit_code == 3, answer.output
    assert f"There is no book at {typo}." in said
    assert "`chipbook night open`" in said
    assert not typo.parent.exists()


@pytest.mark.parametrize("name", ["doctor", "games", "games show", "judge", "help"])
def test_what_needs_no_book_makes_none(name, typo, chipbook) -> None:
    words = {"judge": ("As Ks Qs Js Ts vs 2c 2d 2h 3s 3c",), "games show": ("texas hold'em",)}
    chipbook(*name.split(), *words.get(name, ()))
    assert not typo.parent.exists()


def test_an_empty_file_is_no_book_either(typo, chipbook) -> None:
    typo.parent.mkdir()
    typo.touch()
    assert chipbook("night", "list").exit_code == 3
    assert typo.read_bytes() == b""


@pytest.mark.parametrize(
    "words",
    [("night", "open", "--bank", "Bo", "--player", "Anna"), ("club", "found", "Friday")],
    ids=["night open", "club found"],
)
def test_what_begins_a_book_makes_one_and_says_where(words, typo, chipbook) -> None:
    first = chipbook(*words)
    assert first.exit_code == 0
    assert f"A new book was made at {typo}." in " ".join(first.stderr.split())
    assert "A new book was made" not in chipbook("night", "list").output


def test_an_empty_database_on_a_server_is_no_book_either(empty_postgresql_url, chipbook, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", empty_postgresql_url)
    for command in ("night list", "worker", "backup kept"):
        assert chipbook(*command.split()).exit_code == 3, command
    assert chipbook("migrate", "--json").output.count('"before":""') == 1, "No table was made before."


def test_the_book_of_the_demo_takes_the_place_of_no_other(home) -> None:
    """`serve --demo --into` of a folder in which somebody keeps a book wrote over it."""
    kept = (home / "chipbook.db").read_bytes()
    make_demo_book(home)
    assert (home / "chipbook.db").read_bytes() == kept
