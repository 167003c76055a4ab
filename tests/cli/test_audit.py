"""A night is audited from the command line: the drawn table, why chips moved, another version, what if, and the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Chipbook = Callable[..., Result]
Data = Callable[..., Any]
Done = Callable[..., str]

NIGHT = """\
night: Friday
date: 2026-02-20 19:30
loan: 100
rulebook: enemaerke
bank: Carl
players: Anna, Bo, Tove, Carl

hand straight poker by carl
anna 2
bo r3
tove c
carl f
anna c
bo wins
"""
BET, RAISE, LAST_CALL, WON = 17, 18, 21, 23


@pytest.fixture(autouse=True)
def night(done: Done, tmp_path: Path) -> Path:
    file = tmp_path / "friday.night"
    file.write_text(NIGHT, encoding="utf-8")
    done("replay", str(file))
    return file


@pytest.fixture
def export(done: Done, tmp_path: Path) -> Path:
    file = tmp_path / "friday.ndjson"
    done("export", "-o", str(file))
    return file


def test_at_an_event_the_table_is_drawn_with_stacks_pot_turn_and_the_events_around_it(done: Done) -> None:
    shown = done("audit", "--at", str(RAISE))
    for line in (
        "Bo raises by 3, to 5.",
        "Hand 1: Straight Poker · round 1 · to stay in 5",
        "to act, 5 to stay in",
        "Pot 15 for Anna, Bo, Tove and Carl",
        "5 from Bo to the pot",
        "Straight Poker · Pokerregler (Enemærke), its own rules: A bet or raise is at most 5 chips",
        f">{RAISE}  Bo raises",
        f" {LAST_CALL}  Anna calls",
    ):
        assert line in shown


def test_at_an_event_as_data_the_seats_are_those_of_that_moment(data: Data) -> None:
    found = data("audit", "--at", str(RAISE), "--for", "anna")
    assert found["viewer"]
    stacks = {seat["name"]: (seat["chips"], seat["put_in"], seat["to_call"]) for seat in found["table"]["seats"]}
    assert stacks["Bo"] == (93, 7, None)
    assert stacks["Tove"] == (98, 2, 5)
    assert found["table"]["pot"] == 15


def test_why_tells_every_chip_of_a_player_and_adds_up_to_the_result_of_the_night(done: Done, data: Data) -> None:
    told = data("audit", "--why", "bo")
    (player,) = [player for player in data("night", "show")["players"] if player["name"] == "Bo"]
    assert told["result_cents"] == player["result_cents"]
    assert told["stack"] == player["stack"] == sum(move["chips"] for move in told["moves"])
    shown = done("audit", "--why", "bo")
    assert "Bo → the pot: 5" in shown
    assert "The table's own word: winners: " in shown


def test_why_of_an_event_and_of_a_hand_name_from_where_to_where(done: Done, chipbook: Chipbook) -> None:
    assert "23 from the pot to Bo" in done("audit", "--why", str(WON))
    assert "5 from Tove to the pot" in done("audit", "--hand", "1")
    assert "has no hand 2; the number of its hands is 1" in chipbook("audit", "--hand", "2").output


def test_against_an_export_it_names_the_first_event_and_the_fields_that_differ(
    done: Done, data: Data, export: Path, chipbook: Chipbook
) -> None:
    assert "Both versions are the same" in done("audit", "--against", str(export))
    text = export.read_text(encoding="utf-8")
    export.write_text(text.replace('\\"by\\":3', '\\"by\\":4'), encoding="utf-8")
    found = data("audit", "--against", str(export))
    assert (found["relation"], found["first"]) == ("differ", RAISE)
    assert found["fields"] == [{"field": "data.by", "ours": "3", "theirs": "4"}]
    assert found["their_chain"].startswith(f"Event {RAISE}: The hash of version {RAISE} is not")
    refused = chipbook("audit", "--against", str(Path(__file__)))
    assert refused.exit_code == 1
    assert "Line 1 does not belong to a chipbook export" in refused.output


def test_against_an_earlier_export_and_another_book_it_says_who_goes_on(done: Done, export: Path, home: Path) -> None:
    copy = home / "copy.db"
    done("backup", str(copy))
    done("bank", "anna +10")
    assert "is the beginning of this one" in done("audit", "--against", str(export))
    assert "is the beginning of this one" in done("audit", "--against", str(copy))


def test_without_an_event_or_with_another_in_its_place_everything_that_changes_is_shown_and_nothing_recorded(
    done: Done, data: Data, chipbook: Chipbook
) -> None:
    before = data("night", "show")
    shown = done("audit", "--without", str(RAISE), "--instead", "bo r2")
    assert "Bo raises by 3, to 5. → Bo raises by 2, to 4." in shown
    assert "Won: Bo 23 → 20" in shown
    assert data("audit", "--without", str(WON))["hands"][0]["number"] == 1
    assert "follows from event" in chipbook("audit", "--without", str(WON + 1)).output
    assert data("night", "show") == before


def test_the_page_is_written_to_a_file(done: Done, tmp_path: Path) -> None:
    file = tmp_path / "audit.html"
    done("audit", "--html", "--for", "anna", "-o", str(file))
    page = file.read_text(encoding="utf-8")
    assert "as Anna may see it" in page
    assert 'id="event-23"' in page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "An audit asks one question, and you asked none"),
        (("--at", "3", "--hand", "1"), "An audit asks one question, and you asked several"),
        (("--why", "bo", "--for", "anna"), "--for says who looks at the table"),
        (("--at", "3", "--instead", "bo f"), "--instead and --stop-at need the event"),
        (("--without", "18", "--without", "19", "--instead", "bo f"), "instead of one event, not of 2"),
        (("--at", "3", "-o", "x"), "-o is for the page"),
        (("--at", "99"), "has no event 99; its last one is"),
        (("--at", "3", "--for", "xaver"), "“xaver”"),
    ],
)
def test_a_question_that_makes_no_sense_gets_one_sentence(
    chipbook: Chipbook, words: tuple[str, ...], sentence: str
) -> None:
    refused = chipbook("audit", *words)
    assert refused.exit_code in (1, 2)
    assert sentence in refused.output.replace("\n", " ")
