"""Two write to one night: what the prompt shows and offers is of the book as it is, and says what others wrote."""

import re
from collections.abc import Iterator

import pytest

from cli.prompt.night_prompt import NightPrompt
from service.app.book import Book
from service.app.seeing import see, where_it_stands


@pytest.fixture
def table(three) -> Iterator[NightPrompt]:
    with Book.open() as book:
        yield NightPrompt(book, three)


@pytest.fixture
def elsewhere(three) -> Iterator[NightPrompt]:
    """The same night in another hand."""
    with Book.open() as book:
        yield NightPrompt(book, three, as_json=True)


def chips(table: NightPrompt) -> dict[str, int | None]:
    now = where_it_stands(table.book, see(table.book, table.view.night_id))
    return {player.name: player.stack for player in now.players}


def test_undo_takes_back_what_another_command_has_written_last(table, done, capsys) -> None:
    assert table.take("anna +10").exit_code == 0
    done("bank", "carl", "+5")
    questions: list[tuple[str, bool]] = []

    def no(question: str, *, enter: bool) -> bool:
        questions.append((question, enter))
        return False

    table.ask = no
    capsys.readouterr()
    table.take("undo")
    printed = capsys.readouterr().out
    assert questions == [("Strike event 9, “Carl borrows 5 chips, for 1.25 USD”?", True)]
    assert printed.index("Meanwhile, elsewhere:") < printed.index("   9  Carl borrows 5 chips")
    assert "Void would be:" in printed
    assert [line.split() for line in printed.splitlines() if "155" in line] == [["Carl", "155", "150", "0.00", "0.00"]]
    assert chips(table) == {"Anna": 160, "Bo": 150, "Carl": 155}


def test_a_book_that_moves_between_the_preview_and_yes_is_shown_and_asked_again(table, elsewhere, capsys) -> None:
    table.take("anna +10")
    questions: list[str] = []

    def yes_while_somebody_writes(question: str, *, enter: bool) -> bool:
        questions.append(question)
        if len(questions) == 1:
            elsewhere.take("carl +5")
        return True

    table.ask = yes_while_somebody_writes
    table.take("undo")
    assert questions == [
        "Strike event 8, “Anna borrows 10 chips, for 2.50 USD”?",
        "Strike event 9, “Carl borrows 5 chips, for 1.25 USD”?",
    ]
    printed = capsys.readouterr().out
    assert printed.count("Void would be:") == 2
    assert chips(table) == {"Anna": 160, "Bo": 150, "Carl": 150}


def test_a_strike_by_number_stays_the_strike_of_that_number(table, elsewhere) -> None:
    table.take("anna +10")
    questions: list[str] = []

    def yes_while_somebody_writes(question: str, *, enter: bool) -> bool:
        questions.append(question)
        if len(questions) == 1:
            elsewhere.take("carl +5")
        return True

    table.ask = yes_while_somebody_writes
    table.take('strike 8 "double loan"')
    assert questions == ["Strike event 8, “Anna borrows 10 chips, for 2.50 USD”?"] * 2
    assert chips(table) == {"Anna": 150, "Bo": 150, "Carl": 155}


def test_show_and_the_bar_are_of_the_event_they_name(table, elsewhere, capsys) -> None:
    elsewhere.take("carl +60")
    capsys.readouterr()
    table.take("show")
    printed = capsys.readouterr().out
    assert "· event 8" in printed
    assert re.search(r"Carl +210 ", printed)
    assert table.status().endswith("  |  event 8")


def test_an_act_without_a_name_is_not_done_for_somebody_else(table, elsewhere, capsys) -> None:
    """Carl was asked when the line was typed; since then Carl has folded on the other device, and Anna is asked."""
    table.take("hand straight poker by bo")
    elsewhere.take("carl f")
    assert table.take("3").exit_code == 1
    printed = capsys.readouterr()
    assert "Carl folds." in printed.out
    assert "“3” now says something else than before others wrote to the book" in printed.err
    assert chips(table) == {"Anna": 148, "Bo": 148, "Carl": 148}
    assert table.take("3").exit_code == 0
    assert chips(table) == {"Anna": 145, "Bo": 148, "Carl": 148}


def test_a_waiver_is_of_what_was_refused_and_of_nothing_else(table, elsewhere) -> None:
    table.take("hand straight poker by bo")
    assert table.take("12").exit_code == 1
    elsewhere.take("carl f")
    # Carl's bet was refused; Anna, who is asked now, does not bet for him.
    table.take("waive all agreed")
    assert chips(table)["Anna"] == 148


def test_what_was_written_elsewhere_is_told_once(table, elsewhere, capsys) -> None:
    elsewhere.take("carl +60")
    capsys.readouterr()
    table.take("anna +10")
    table.take("?")
    printed = capsys.readouterr().out
    assert printed.count("Meanwhile, elsewhere:") == 1
    assert printed.count("Carl borrows 60 chips") == 1
    assert printed.count("Anna borrows 10 chips") == 1
