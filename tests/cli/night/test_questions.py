"""`night open` without options asks: every answer is checked when it is given, and what was answered is kept."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.night.opening import opened, questions
from service.app.book import Book
from service.app.people import club_called
from service.language.languages import DANISH, in_language
from service.language.local_time import clock_in
from service.language.shorthand.head import KEYS

CHIPBOOK = Path(sys.executable).with_name("chipbook")


def at_a_terminal(*words: str, typed: str) -> str:
    """What `chipbook …` shows at a terminal of 100 columns while these lines are typed."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [CHIPBOOK, *words], stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "COLUMNS": "100"}
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:
        # The program has ended, and its side of the terminal is closed.
        pass
    finally:
        program.wait(timeout=60)
        os.close(ours)
    return shown.decode(errors="replace").replace("\r\n", "\n")


@pytest.fixture
def book() -> Iterator[Book]:
    with Book.open() as book:
        yield book


class Typist:
    """Answers what is asked, key by key; several answers to one question are given one after another."""

    def __init__(self, book: Book, **answers: tuple[str, ...]) -> None:
        self.asked: list[tuple[str, str]] = []
        self._answers = {key: list(given) for key, given in answers.items()}
        self._keys = {question.text: question.key for question in questions(book)}

    def __call__(self, text: str, usual: str) -> str:
        key = self._keys[text]
        self.asked.append((key, usual))
        given = self._answers.get(key)
        return given.pop(0) if given else usual


def test_enter_takes_what_is_usual_and_the_first_player_keeps_the_bank(book) -> None:
    typist = Typist(book, players=("Anna, Bo, Carl",))
    now = opened(book, typist)
    asked = dict(typist.asked)
    day = clock_in(book.zone).weekday(book.now())
    expected = {
        "club": "Home",
        "night": day,
        "players": "",
        "bank": "Anna",
        "rulebook": "standard",
        "money": "0.25 USD",
    }
    assert {**asked, **expected, "loan": "0", "zone": book.zone} == asked
    assert (now.name(now.opened.banker), now.opened.unit, now.opened.zone) == ("Anna", 25, book.zone)


def test_the_next_night_is_like_the_last_unless_somebody_says_otherwise(book) -> None:
    """As the page proposes it: its name, its people in their seats, and its bank; the club is known."""
    opened(book, Typist(book, club=("Kortklubben",), night=("Poker",), players=("Anna, Bo, Carl",), bank=("Bo",)))
    typist = Typist(book)
    now = opened(book, typist)
    asked = dict(typist.asked)
    assert (asked["night"], asked["players"], asked["bank"]) == ("Poker", "Anna, Bo, Carl", "Bo")
    assert "club" not in asked
    assert now.name(now.opened.banker) == "Bo"
    # Whoever had the bank is not here.
    other = Typist(book, players=("Carl, Anna",))
    opened(book, other)
    assert dict(other.asked)["bank"] == "Carl"


def test_a_new_club_is_at_home_in_the_language_of_whoever_opens(book) -> None:
    with in_language(DANISH):
        now = opened(book, Typist(book, players=("Åse, Bo",)))
    assert club_called(book).name == "Hjemme"
    assert now.opened.name in ("Mandag", "Tirsdag", "Onsdag", "Torsdag", "Fredag", "Lørdag", "Søndag")


@pytest.mark.parametrize("typed", ["enemaerke", "Enemærke"])
def test_a_night_of_enemaerke_is_asked_for_with_the_bank_of_its_source(book, typed) -> None:
    """The source: the banker begins with all chips, and everybody else is lent the same, such as 50 small ones and 2 pedere."""
    typist = Typist(book, players=("Anna, Bo",), rulebook=(typed,))
    now = opened(book, typist)
    assert dict(typist.asked)["loan"] == "150"
    assert (now.opened.rules.initial_loan, now.opened.rules.banker_stack) == (150, "box")


def test_the_limit_of_the_night_is_asked_where_a_night_has_one(book) -> None:
    assert ("limit" in [question.key for question in questions(book)]) == ("limit" in KEYS)


# What is asked, a wrong answer, and a part of the sentence that says why.
WRONG = (
    ("night", "x" * 81, "at most 80 are kept"),
    ("players", "", "A night needs players"),
    ("players", "Anna, Bo, anna", "is named twice among the players"),
    ("players", "Anna, Pot", "Nobody can be called “Pot”"),
    ("players", "Anna, " + "B" * 81, "is not a name"),
    (
        "bank",
        "Zora",
        "Zora keeps the bank but is not among the players: Anna, Bo. Whoever only keeps the bank is “Zora, not playing”.",
    ),
    ("rulebook", "hoyle", "“hoyle” is not a rulebook; choose from enemaerke"),
    ("money", "150", "“150” may be 150.00 USD or 1.50 USD a chip; write which."),
    ("loan", "many", "“many” is not a number of chips for the loan."),
    ("zone", "Mars", "There is no time zone “Mars”"),
)
RIGHT = {"players": "Anna, Bo", "bank": "Bo", "rulebook": "scroker", "money": "1 DKK", "loan": "150", "zone": "UTC"}


def test_a_wrong_answer_is_told_at_once_and_only_that_question_is_asked_again(book, capsys) -> None:
    wrong = {key: tuple(text for other, text, _ in WRONG if other == key) for key in KEYS}
    typist = Typist(book, **{key: (*given, RIGHT.get(key, "")) for key, given in wrong.items()})
    every = [question.key for question in questions(book)]
    now = opened(book, typist)
    told = capsys.readouterr().err.splitlines()
    assert len(told) == len(WRONG)
    assert [sentence for (_, _, sentence), line in zip(WRONG, told, strict=True) if sentence not in line] == []
    assert [key for key, _ in typist.asked] == [key for key in every for _ in range(len(wrong[key]) + 1)]
    assert (now.name(now.opened.banker), now.opened.unit, now.opened.zone, len(now.night.people)) == (
        "Bo",
        100,
        "UTC",
        2,
    )


def test_at_a_terminal_the_questions_show_their_defaults_and_open_the_night(data) -> None:
    typed = "\nFriday\nAnna, Bo\nBo\n\n" + ("\n" if "limit" in KEYS else "") + "cheap\n0.50 DKK\n150\n\n"
    shown = at_a_terminal("night", "open", typed=typed)
    assert "Who keeps the bank [Anna]:" in shown
    assert "“cheap” does not say what a chip is worth" in shown
    assert "The time zone of the table [" in shown
    now = data("night", "show")
    names = {player["id"]: player["name"] for player in now["players"]}
    assert (now["name"], names[now["banker"]], now["unit_cents"]) == ("Friday", "Bo", 50)
    assert [player["stack"] for player in now["players"]] == [150, 150]
