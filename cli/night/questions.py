"""The questions of `night open` at a terminal; each answer is checked at once and kept if a later one is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import failures
from cli.errors import REFUSED
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.reports.views.visible_night import VisibleNight

# Asks a question and returns what was typed; Enter alone returns the default.
Answer = Callable[[str, str], str]


class Question(NamedTuple):
    """One question: its key in the head of a night, its text, and the default for Enter."""

    key: str
    text: str
    usual: str = ""


def opened(book: Book, answer: Answer) -> VisibleNight:
    """The night that the answers open. If they are refused, the questions come again with the answers as defaults."""
    from service.app.night.open_night import head_from, open_night

    given: dict[str, str] = {}
    while True:
        given = answered(book, answer, given)
        try:
            return open_night(book, head_from(book, {key: value for key, value in given.items() if value}))
        except Exception as problem:  # noqa: BLE001 - what is no refusal is raised again.
            _told_or_raised(problem)


def answered(book: Book, answer: Answer, before: Mapping[str, str]) -> dict[str, str]:
    """The head of the night by key; `before` holds earlier answers, which are the defaults."""
    from service.app.night.open_night import must_fit

    given: dict[str, str] = dict(before)
    for question in questions(book):
        usual = given.get(question.key) or question.usual or _first_player(question.key, given)
        while True:
            value = " ".join(answer(question.text, usual).split())
            try:
                must_fit(book, question.key, value, given)
            except Exception as problem:  # noqa: BLE001 - what is no refusal is raised again.
                _told_or_raised(problem)
            else:
                given[question.key] = value
                break
    return given


def questions(book: Book) -> tuple[Question, ...]:
    """All questions, with this book's defaults."""
    from engine.library import BOOK_NAMES
    from service.app.night.open_night import usual_head
    from service.language.shorthand.announcing import limit_said
    from service.language.shorthand.head import KEYS

    usual = usual_head(book)
    limit = limit_said(usual.limit)
    without = say("none: no limit") if limit else say("Enter: those of each game")
    all_of_them = (
        Question("night", say("What is the night called (Enter: no name)")),
        Question("players", say("Who sits down, in seat order (Anna, Bo, Carl)")),
        Question("bank", say("Who keeps the bank")),
        Question("rulebook", say("Which rulebook ({book_names})", book_names=", ".join(BOOK_NAMES)), usual.rulebook),
        Question("limit", say("The limits of a bet, such as 1-5 ({without})", without=without), limit),
        Question("money", say("What is a chip worth"), "0.25 DKK"),
        Question("loan", say("Chips on credit for everyone"), str(usual.loan)),
        Question("zone", say("The time zone of the table"), book.zone),
    )
    return tuple(question for question in all_of_them if question.key in KEYS)


def at_the_keyboard(text: str, usual: str) -> str:
    """The answer typed at the terminal."""
    typed: str = click.prompt(text, default=usual, show_default=bool(usual))
    return typed


def _first_player(key: str, given: Mapping[str, str]) -> str:
    return given["players"].split(",")[0].strip() if key == "bank" else ""


def _told_or_raised(problem: Exception) -> None:
    """Prints what is wrong with an answer; raises again if no other answer could help."""
    failure = failures.failure_of(problem)
    if failure is None or failure.exit_code != REFUSED:
        raise problem
    failures.tell(failure, as_json=False)
