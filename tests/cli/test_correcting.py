"""What was mistyped is put right from the command line, and a night is audited there."""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Data

# What was mistyped is put right from the command line: shown hand by hand, asked at a terminal, and read where it belongs.


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
RAISE, CALL, FOLD, LAST_CALL, WON = 18, 19, 20, 21, 23


@pytest.fixture(autouse=True)
def night(done, tmp_path) -> Path:
    file = tmp_path / "friday.night"
    file.write_text(NIGHT, encoding="utf-8")
    done("replay", str(file))
    return file


def chips(data: Data) -> dict[str, int]:
    return {player["name"]: player["stack"] for player in data("night", "show")["players"]}


MOVED = "So that the chips lie as the book says, if they lay as it said before:"


def test_the_chips_that_must_change_hands_are_said_before_a_correction_and_after_it_and_in_the_report(
    done, data
) -> None:
    told = done("correct", "-y", str(WON), "to", "anna wins")
    assert told.count(MOVED) == 2
    assert told.count("Bo gives Anna 23 chips.") == 2
    assert "Bo gives Anna 23 chips." in done("report")
    undone = data("undo", "-y")
    assert [one["sentence"] for one in undone["to_move"]] == ["Anna gives Bo 23 chips."]
    assert data("bank", "anna +10")["to_move"] == []


def test_a_correction_shows_what_changes_hand_by_hand_and_records_nothing_until_it_is_confirmed(data, typing) -> None:
    before = chips(data)
    shown = typing("correct", str(RAISE), "to", "bo r2", typed="n\n").output
    for line in (
        "Hand 1, Straight Poker:",
        "Bo raises by 3, to 5. → Bo raises by 2, to 4.",
        "Tove calls 5. → Tove calls 4.",
        "Pot: 23 → 20",
        "Won: Bo 23 → 20",
        f"Stacks differ from event {RAISE} on.",
    ):
        assert line in shown
    assert "Nothing was corrected." in shown
    assert chips(data) == before
    assert "Correct it? [Y/n]" in typing("correct", str(RAISE), "to", "bo r2", typed="y\n").output
    assert chips(data) == {"Anna": 94, "Bo": 114, "Tove": 94, "Carl": 98}


@pytest.mark.parametrize("noun", ["hand", "bank"])
def test_a_line_of_any_noun_may_correct(data, typing, noun) -> None:
    assert typing(noun, "correct", str(RAISE), "to", "bo r2", typed="y\n").exit_code == 0
    assert chips(data)["Bo"] == 114


def test_without_a_terminal_a_correction_is_confirmed_beforehand(chipbook, data) -> None:
    for said in (("correct",), ("hand", "correct")):
        refused = chipbook(*said, str(RAISE), "to", "bo r2")
        assert refused.exit_code == 2
        assert "--yes" in refused.stderr
    assert chips(data)["Bo"] == 116
    told = data("correct", str(RAISE), "to", "bo r2", "mistyped", "--yes")
    assert told["events"][0]["sentence"] == f"The banker corrects event {RAISE}: mistyped."
    assert chips(data)["Bo"] == 114


def test_several_are_corrected_in_one_line_and_words_of_one_letter_are_lines(data) -> None:
    said = ("correct", str(RAISE), "to", "c", "and", "strike", str(LAST_CALL), "--yes")
    assert data(*said)["events"][0]["type"] == "events_corrected"
    assert chips(data) == {"Anna": 96, "Bo": 110, "Tove": 96, "Carl": 98}


def test_what_could_not_have_been_is_named_with_the_ways_on(chipbook, data) -> None:
    refused = chipbook("correct", str(RAISE), "to", "bo c", "--yes")
    assert refused.exit_code == 1
    text = " ".join(refused.stderr.split())
    assert f"event {LAST_CALL} (bet called) would not be possible" in text
    assert f"(and stop at {LAST_CALL})" in text
    data("correct", str(RAISE), "to", "bo c", "and", "stop", "at", str(LAST_CALL), "--yes")
    assert data("night", "show")["hand"]["stage"] == "showdown"


def test_a_forgotten_act_is_put_in(data) -> None:
    data("insert", "after", str(WON), "tove gives anna 1", "--yes")
    assert (chips(data)["Anna"], chips(data)["Tove"]) == (94, 92)


def test_a_line_is_read_in_the_night_as_it_stood_in_its_place(data) -> None:
    """It was Carl's turn to answer the raise, so the line needs no name."""
    data("correct", str(FOLD), "to", "c", "--yes")
    assert chips(data)["Carl"] == 93


REFUSED = (
    (("correct", "99", "to", "bo c"), "There is no event 99; the last one is"),
    (("correct", "16", "to", "bo c"), "Event 16 follows from event 10"),
    (("correct", "18", "to", "zoe c"), "zoe"),
    (("correct", "18", "to", "new Zoe"), "is not one act"),
    (("correct", "18", "to", "bo r2", "and", "18", "to", "bo r1"), "Event 18 is corrected twice here"),
    (("correct", "18", "bo r2"), "expected: “to” and what happened instead"),
    (("correct", "18", "to"), "expected: what happened"),
    (("correct", "18", "to", "bo r2", "and", "stop", "18"), "expected: “at” and the number"),
    (("correct", "18", "to", 'strike 2 "x"'), "“strike declared” is not among that"),
    (("correct", "18", "to", "correct 17 to x"), "is not one act"),
    (("insert", "before", "18", "bo c"), "expected: “after” and the number of an event"),
    (("correct", "18", "to", "bo r2", "and", "strike", "1-99"), "at most 50 changes"),
    (("correct", "1", "to", "bo c"), "is no act that another can replace"),
)


def test_a_correction_that_cannot_be_made_is_refused_in_one_sentence(chipbook, data) -> None:
    before = data("night", "show")["version"]
    for words, sentence in REFUSED:
        refused = chipbook(*words, "--yes")
        assert refused.exit_code in (1, 2)
        assert sentence in " ".join(refused.stderr.split())
    assert data("night", "show")["version"] == before


def test_a_file_may_correct_what_it_says(done, data, tmp_path) -> None:
    file = tmp_path / "other.night"
    file.write_text(NIGHT + f'correct {RAISE} to "bo r2" "mistyped"\n', encoding="utf-8")
    done("replay", str(file))
    assert chips(data)["Bo"] == 114


def test_the_report_and_every_check_hold_after_a_correction(done, data, tmp_path) -> None:
    data("correct", str(RAISE), "to", "bo r2", "mistyped", "--yes")
    report = " ".join(done("report").split())
    assert f"{RAISE}: Bo raises by 3, to 5. Now 28: Bo raises by 2, to 4." in report
    done("verify")
    file = str(tmp_path / "night.ndjson")
    done("export", "-o", file)
    done("rebuild", "-y")
    done("verify")


def test_in_a_closed_night_the_counts_stay_and_how_far_they_are_from_the_book_is_shown(data, done) -> None:
    for name, stack in chips(data).items():
        done("bank", name, "=", str(stack))
    done("night", "close")
    shown = " ".join(done("correct", str(RAISE), "to", "bo r2", "--what-if").split())
    assert "Counted beside the book: Anna 0 → −1, Bo 0 → +2, Tove 0 → −1" in shown


def test_a_correction_after_the_close_takes_the_plan_back_and_asks_for_the_counts_again(data, done) -> None:
    for name, stack in chips(data).items():
        done("bank", name, "=", str(stack))
    done("night", "close")
    assert data("night", "show")["phase"] == "settling"
    correction = data("correct", str(RAISE), "to", "bo r2", "--yes")["events"][0]["version"]
    told = data("night", "checklist")
    assert (told["phase"], told["gap"]) == ("closed", 0)
    assert len([one for one in told["stands"] if f"Since event {correction} the book says" in one]) == 3
    assert "nobody has counted again yet, or let it stand" in " ".join(done("report").split())
    # Counted again, the counts agree, and the plan follows by itself.
    lines = [line.split(" (")[0] for line in data("night", "show")["now"] if line.startswith("correct ")]
    assert len(lines) == 3
    joined = " and ".join(line.removeprefix("correct ") for line in lines)
    assert data("correct", *shlex.split(joined), "--yes")["events"]
    assert data("night", "show")["phase"] in ("settling", "settled")
    assert data("verify")["holds"]


# A night is audited from the command line: the drawn table, why chips moved, another version, what if, and the page.


@pytest.fixture
def export(done, tmp_path) -> Path:
    file = tmp_path / "friday.ndjson"
    done("export", "-o", str(file))
    return file


def test_at_an_event_the_table_is_drawn_with_stacks_pot_turn_and_the_events_around_it(done) -> None:
    shown = done("audit", "--event", str(RAISE))
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


def test_why_of_an_event_and_of_a_hand_name_from_where_to_where(done, chipbook) -> None:
    assert "23 from the pot to Bo" in done("audit", "--why", str(WON))
    assert "5 from Tove to the pot" in done("audit", "--hand", "1")
    assert "has no hand 2; the number of its hands is 1" in chipbook("audit", "--hand", "2").output


def test_against_an_export_it_names_the_first_event_and_the_fields_that_differ(done, data, export, chipbook) -> None:
    assert "Both versions are the same" in done("audit", "--against", str(export))
    text = export.read_text(encoding="utf-8")
    export.write_text(text.replace('\\"by\\":3', '\\"by\\":4'), encoding="utf-8")
    found = data("audit", "--against", str(export))
    assert (found["relation"], found["first"]) == ("differ", RAISE)
    assert found["fields"] == [{"field": "data.by", "ours": "3", "theirs": "4"}]
    assert found["their_chain"].startswith(f"Event {RAISE}: The hash of event {RAISE} (bet raised) is not")
    refused = chipbook("audit", "--against", str(Path(__file__)))
    assert refused.exit_code == 1
    assert "Line 1 does not belong to a chipbook export" in refused.output


def test_against_an_earlier_export_and_another_book_it_says_who_goes_on(done, export, home) -> None:
    copy = home / "copy.db"
    done("backup", str(copy))
    done("bank", "anna +10")
    assert "is the beginning of this one" in done("audit", "--against", str(export))
    assert "is the beginning of this one" in done("audit", "--against", str(copy))


def test_without_an_event_everything_that_changes_is_shown_and_nothing_recorded(done, data, chipbook) -> None:
    before = data("night", "show")
    assert data("audit", "--without", str(WON))["hands"][0]["number"] == 1
    assert "follows from event" in chipbook("audit", "--without", str(WON + 1)).output
    assert data("night", "show") == before


def test_a_question_that_makes_no_sense_gets_one_sentence(chipbook, subtests) -> None:
    for words, sentence in (
        ((), "An audit asks one question, and you asked none"),
        (("--event", "3", "--hand", "1"), "An audit asks one question, and you asked several"),
        (("--why", "bo", "--player", "anna"), "--player says who looks at the table"),
        (("--event", "3", "--stop-at", "9"), "--stop-at needs the event"),
        (("--event", "3", "-o", "x"), "-o is for the page"),
        (("--event", "99"), "has no event 99; its last one is"),
        (("--event", "3", "--player", "xaver"), "“xaver”"),
    ):
        with subtests.test(" ".join(words)):
            refused = chipbook("audit", *words)
            assert refused.exit_code in (1, 2)
            assert sentence in refused.output.replace("\n", " ")
