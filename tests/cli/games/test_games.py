"""`chipbook games`: what can be played, and the rules to read aloud."""

from __future__ import annotations

import pytest

from engine.cards import deck
from engine.library import GAMES


def test_every_game_is_listed_once(data, done) -> None:
    assert [(game["name"], game["rulebook"]) for game in data("games")["games"]] == [
        (game.name, game.rulebook) for game in GAMES
    ]
    text = done("games")
    assert all(game.name in text for game in GAMES)


def test_words_narrow_the_list(data) -> None:
    found = {game["name"] for game in data("games", "seven", "stud")["games"]}
    assert "Seven Card Stud" in found
    assert all("stud" in name.casefold() for name in found)


@pytest.mark.parametrize("words", [("split", "pairs"), ("delte", "par"), ("split", "pair")])
def test_what_the_rules_say_finds_every_game_of_it(words, data, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    found = {game["name"] for game in data("games", *words)["games"]}
    assert found == {"CRS Surprise", "Gammel Skagen", "Karrusel"}


def test_the_list_calls_rulebooks_and_words_as_a_dane_types_them(done, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    assert " enemærke " in done("games", "karrusel")
    assert "[ORD]" in done("games", "--help")


def test_the_rules_of_a_game_are_printed(done, data) -> None:
    text = done("games", "show", "straight", "poker")
    assert text.startswith("Straight Poker · Pokerregler (Enemærke).")
    assert " 1. " in text
    assert data("games", "show", "straight", "poker")[0]["rules"] == text.rstrip("\n")


def test_a_game_is_found_by_what_others_call_it(done, data) -> None:
    assert done("games", "show", "Your Choice").startswith("Your Choise · Pokerregler (Enemærke).")
    assert [game["name"] for game in data("games", "eclipse")["games"]] == ["Nårwidjan munækklips"]


def test_where_nobody_knows_the_rounds_the_list_says_so(done) -> None:
    (line,) = [line for line in done("games", "munæk").splitlines() if "Nårwidjan" in line]
    assert " open " in line


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (("nosuchgame",), 1, "No game is called “nosuchgame”"),
        (("show", "strait", "poker"), 1, "did you mean Straight Poker"),
        (("show", "zzzzzz"), 1, "`chipbook games` lists them"),
        (("show", "card"), 1, "type more of the name"),
        (("show",), 2, "Which game?"),
    ],
)
def test_what_is_no_game_is_refused(words, exit_code, sentence, chipbook) -> None:
    answer = chipbook("games", *words)
    assert answer.exit_code == exit_code
    assert sentence in answer.stderr


def test_the_rules_wrap_at_the_width_that_is_said(done, monkeypatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = done("games", "show", "follow", "the", "queen")
    assert max(map(len, wide.splitlines())) > 60
    monkeypatch.setenv("COLUMNS", "60")
    narrow = done("games", "show", "follow", "the", "queen")
    assert max(map(len, narrow.splitlines())) <= 60
    assert narrow.split() == wide.split()


def test_no_row_of_the_games_breaks_at_eighty_columns(chipbook, monkeypatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = chipbook("games")
    monkeypatch.setenv("COLUMNS", "80")
    narrow = chipbook("games")
    assert max(map(len, map(str.rstrip, narrow.stdout.splitlines()))) <= 80
    assert len(narrow.stdout.splitlines()) == len(GAMES) + 2  # the head and the line below it
    assert "variation of" in wide.stdout
    assert "Only a wider terminal shows also: rounds, wild, variation of" in narrow.stderr


def test_a_pack_that_cannot_be_read_is_remarked_on_and_stops_nothing_else(chipbook, home, evening, monkeypatch) -> None:
    monkeypatch.setitem(deck._unusable, "spoilt-pack", "")
    (home / "decks").mkdir()
    (home / "decks" / "spoilt-pack.toml").write_text('cards = "As\n')
    for words in (("verify", "-n", evening), ("games",)):
        told = chipbook(*words)
        assert told.exit_code == 0
        assert "Remark: The file decks/spoilt-pack.toml cannot be used: line 1: it is not TOML" in told.output
    for words in (("night", "show"), ("report",), ("log",)):
        assert chipbook(*words).exit_code == 0
