"""Requests from the command line: asked in a line, answered in a line, shown with the night; and the bank passed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from cli.lines import quoted_reason

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]


@pytest.fixture(autouse=True)
def night(data: Data) -> str:
    said = ("--bank", "Bo", "--player", "Anna", "--player", "Bo", "--loan", "150", "--settles", "ask")
    return str(data("night", "open", *said)["night"])


def test_a_request_is_asked_shown_and_approved(done: Done, data: Data) -> None:
    told = done("request", "anna", "asks", "50")
    assert "Anna asks for 50 chips on credit (request 1)." in told
    assert "approve anna · decline anna" in told
    assert "1 request waits for an answer:" in done("night", "show")
    assert data("night", "requests")["open"] == 1
    assert "Anna borrows 50 chips" in done("request", "approve", "anna")
    assert "Approved in event" in done("night", "requests")
    assert "request waits" not in done("night", "show")


def test_a_declined_request_has_its_reason_without_a_second_pair_of_quotation_marks(done: Done) -> None:
    done("request", "anna", "asks", "40", "cash")
    assert "The banker declines request 1: later." in done("request", "decline", "anna", "later")
    assert "Nobody has asked" not in done("night", "requests")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("decline anna later", 'decline anna "later"'),
        ("decline request 3 later", 'decline request 3 "later"'),
        ("decline request 3", "decline request 3"),
        ("decline anna", "decline anna"),
        ("approve anna 100", "approve anna 100"),
    ],
)
def test_only_the_reason_is_quoted(words: str, line: str) -> None:
    assert quoted_reason(words.split()) == line.split()


def test_a_request_that_nobody_made_is_refused(chipbook: Chipbook) -> None:
    answer = chipbook("request", "approve", "anna")
    assert answer.exit_code != 0
    assert "Anna has no open request." in answer.stderr


def test_the_bank_passes_on_and_the_old_banker_may_go_home(done: Done, chipbook: Chipbook) -> None:
    assert chipbook("bank", "bo", "leaves").exit_code == 1
    assert "Anna keeps the bank from here" in done("bank", "bank", "to", "anna")
    assert "Bo goes home" in done("bank", "bo", "leaves")
    assert "Anna keeps the bank, after Bo" in done("report")
