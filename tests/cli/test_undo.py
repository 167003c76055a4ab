"""What was done is taken back from the command line: shown, asked at a terminal, and with the words of the hints."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]


# Nobody's plan follows by itself.
ASKS = ("--settles", "ask")


@pytest.fixture(autouse=True)
def night(data: Data) -> str:
    return str(
        data("night", "open", "--bank", "Bo", "--player", "Anna", "--player", "Bo", "--loan", "150", *ASKS)["night"]
    )


def chips(data: Data) -> dict[str, int]:
    return {player["name"]: player["stack"] for player in data("night", "show")["players"]}


def test_undo_shows_what_it_changes_and_strikes_the_last_act(done: Done, data: Data) -> None:
    done("bank", "anna", "+10")
    text = done("undo")
    assert text.index("Void would be:") < text.index("strikes event 6: undo.")
    assert chips(data) == {"Anna": 150, "Bo": 150}


def test_undo_after_a_strike_takes_back_the_strike_and_nothing_else(done: Done, data: Data, typing: Chipbook) -> None:
    done("bank", "anna", "+10")
    done("bank", "strike", "6", "double loan")
    asked = typing("undo", typed="\n")
    assert "Strike event 7, “The banker strikes event 6: double loan”? [Y/n]" in asked.stderr
    shown = asked.stdout
    assert shown.index("In force again would be:") < shown.index("   6  Anna borrows 10 chips, for 2.50 DKK.")
    assert "Taken back: The banker strikes event 6: double loan." in shown
    assert chips(data) == {"Anna": 160, "Bo": 150}
    done("undo")
    assert chips(data) == {"Anna": 150, "Bo": 150}


@pytest.mark.parametrize(
    "said",
    [
        "anna asks 50",
        "anna stands",
        'ruling "so be it" move 1 from anna to bo agreed by anna',
    ],
)
def test_undo_takes_back_what_was_said_last_whatever_it_was(said: str, done: Done, data: Data) -> None:
    done("table", typed="anna +10\n" + said)
    last = data("log", "1")["events"][-1]
    text = done("undo")
    assert f"Taken back: {last['sentence']}" in text
    assert chips(data)["Anna"] == 160


def test_undo_as_data_is_what_was_recorded(data: Data) -> None:
    data("bank", "anna", "+10")
    assert [event["type"] for event in data("undo")["events"]] == ["strike_declared", "events_struck"]


def test_undo_at_a_terminal_is_asked(done: Done, data: Data, typing: Chipbook) -> None:
    done("bank", "anna", "+10")
    assert "Nothing was struck." in typing("undo", typed="n\n").stderr
    assert chips(data)["Anna"] == 160
    assert "Strike event 6, “Anna borrows 10 chips, for 2.50 DKK”? [Y/n]" in typing("undo", typed="\n").stderr
    assert chips(data)["Anna"] == 150


def test_undo_at_a_terminal_is_not_asked_where_yes_is_said_beforehand(done: Done, data: Data, typing: Chipbook) -> None:
    done("bank", "anna", "+10")
    assert typing("undo", "--yes", typed="").exit_code == 0
    assert chips(data)["Anna"] == 150


def test_a_strike_at_a_terminal_is_shown_and_asked(done: Done, data: Data, typing: Chipbook) -> None:
    done("bank", "anna", "+10")
    shown = typing("bank", "strike", "6", "double loan", typed="n\n").output
    assert shown.index("Void would be:") < shown.index("Strike event 6, “Anna") < shown.index("Nothing was struck.")
    assert chips(data)["Anna"] == 160
    assert "strikes event 6: double loan." in typing("bank", "strike", "6", "double loan", typed="y\n").stdout
    assert chips(data)["Anna"] == 150


@pytest.mark.parametrize(
    ("word", "where"),
    [("undo", "`chipbook undo`"), ("log", "`chipbook log`"), ("show", "`chipbook night show`"), ("help", "--help")],
)
@pytest.mark.parametrize("noun", ["hand", "bank"])
def test_a_word_of_the_prompt_says_which_command_it_is(noun: str, word: str, where: str, chipbook: Chipbook) -> None:
    answer = chipbook(noun, word)
    assert answer.exit_code == 2
    assert f"“{word}” is a command of its own: " in answer.stderr
    assert where in answer.stderr


def test_what_comes_next_can_be_typed_behind_the_same_command(done: Done, data: Data) -> None:
    text = done("hand", "texas", "holdem", "by", "bo")
    assert re.search(r"^Next, after `chipbook hand`:\nBo: c call 1 · r raise by 2–148 · f fold$", text, re.MULTILINE)
    assert "Bo raises by 2" in done("hand", "r", "raise", "by", "2")
    assert "Anna folds" in done("hand", "fold")


def test_settle_takes_the_plan_as_the_hint_says_it(night: str, done: Done, data: Data) -> None:
    done("table", typed="anna = 140\nbo = 150\nclose\n")
    assert "settle bank · settle direct" in done("bank", "gap", "losers")
    for words in (("direct",), (night, "direct"), ("DIRECT", night), ("--plan", "direct")):
        done("night", "settle", *words)
        assert data("night", "show", night)["plan"] == "direct"
        done("undo", "-n", night)


@pytest.mark.parametrize("words", [("bank", "direct"), ("one", "two"), ("direct", "--plan", "bank")])
def test_two_plans_or_two_nights_are_wrong_usage(words: tuple[str, ...], chipbook: Chipbook) -> None:
    answer = chipbook("night", "settle", *words)
    assert answer.exit_code == 2
    assert "name one" in answer.stderr


def test_a_strike_shows_chips_that_leave_the_carried_pot(done: Done) -> None:
    done("table", typed='hand straight poker by bo\nnew deal by anna "misdeal"\n')
    text = done("undo")
    assert "Pot: 0 → 4" in text
    assert "Carried to the next hand: 4 → 0" in text


def test_a_strike_of_a_payment_shows_what_it_leaves_open(done: Done) -> None:
    played = "hand straight poker by bo\nanna 5\nbo f\nanna = 152\nbo = 148\nclose\nsettle bank\npay 1 0.20\n"
    done("table", typed=played)
    assert "Transfer 1, Bo to Anna: 0.30 DKK open → 0.50 DKK open" in done("undo")


def test_a_strike_of_money_paid_during_the_night_shows_what_is_still_to_be_settled(done: Done) -> None:
    done("table", typed="hand straight poker by bo\nanna 5\nbo c\nbo wins\nanna pays 1.00\n")
    assert "Anna, still to be settled: −0.75 DKK → −1.75 DKK" in done("undo")


def test_who_bore_the_gap_is_taken_back_by_itself_and_the_close_after_it(done: Done, data: Data) -> None:
    for line in ("anna = 140", "bo = 150"):
        done("bank", *line.split())
    done("night", "close")
    done("bank", "gap", "banker")
    text = done("undo")
    (close,) = re.findall(r"The gap is open again; the close stands, and `strike (\d+)` takes it back too\.", text)
    assert data("night", "show")["phase"] == "closed"
    assert "the close stands" not in done("bank", "strike", close, "one more hand")
    assert data("night", "show")["phase"] == "open"
