"""The close from the command line: a checklist, who pays whom at once, and a close that is taken back."""

import re

import pytest

from tests.cli.conftest import Data

# Bo plays from the box, of which everybody knows what was in it.
OPEN = ("night", "open", "--name", "Fredag", "--bank", "Bo", "--box", "--player", "Anna", "--player", "Carl")
CHIPS = ("--loan", "150", "--chips", "white 1 x 200, peder 50 x 20")


@pytest.fixture
def friday(data) -> str:
    """A night that settles directly; Anna gave Carl 20 chips."""
    night = str(data(*OPEN, *CHIPS)["night"])
    data("bank", "anna gives carl 20")
    return night


def counted(data: Data, carl: str = "3p 20") -> None:
    data("bank", "anna = 2p 30")
    data("bank", f"carl = {carl}")
    data("bank", "bo = 15p 150")


def test_the_checklist_says_what_is_missing_by_denomination_and_at_whom(friday, data, done) -> None:
    data("bank", "anna = 2p 30")
    text = done("night", "checklist")
    assert "Bo has not counted; the book says 900 chips." in text
    assert "Carl has not counted; the book says 170 chips." in text
    assert "900 chips should lie in the box by the book." in text
    assert "should lie" not in text.replace("900 chips should lie", ""), "Carl holds some of each kind."
    data("bank", "carl = 3p 20")
    assert "white: 50 counted, 150 of 200 should lie in the box." in done("night", "checklist")
    counted(data, carl="3p 17")
    text = done("night", "checklist")
    assert "3 white missing, as many as the book says otherwise for Carl." in text
    assert "peder: 5 counted and 15 in the box, of 20." in text
    assert "3 chips missing so far (0.75 USD)." in text
    assert "gap banker (Bo gets 0.75 USD)" in text
    assert data("night", "show")["phase"] == "open"


def test_what_is_missing_where_the_book_says_it_is_not_is_said_so(friday, data, done) -> None:
    data("bank", "anna = 2p 31")
    data("bank", "carl = 3p 18")
    data("bank", "bo = 15p 150")
    (white, peder) = data("night", "checklist")["denominations"]
    assert (white["missing"], white["off"], peder["missing"]) == (1, [], 0)
    assert "1 white missing, but what Bo counted is as the book says." in done("night", "checklist")


def test_the_prompt_answers_close_with_a_question_mark_and_records_nothing(friday, data, done) -> None:
    before = data("night", "list")["nights"][0]["version"]
    assert "Carl has not counted" in done("table", typed="close?\n")
    assert data("night", "list")["nights"][0]["version"] == before


def test_a_close_ends_with_who_pays_whom(friday, data, done, home) -> None:
    counted(data)
    text = done("night", "close")
    assert "Settled directly" in text
    now = data("night", "show")
    assert (now["phase"], now["plan"], [one["cents"] for one in now["transfers"]]) == ("settling", "direct", [500])
    assert {job["state"] for job in data("jobs", "--all")["jobs"]} == {"done"}
    assert (home / "reports" / friday / f"{now['version']}.txt").exists()


def test_what_is_still_to_settle_is_the_same_wherever_it_stands(friday, data, done) -> None:
    """What was paid by the plan is no longer told as if it were open."""
    counted(data)
    done("night", "close")
    assert "still to settle" not in done("night", "show")
    done("night", "pay", "1", "2.00")
    columns = {
        what: dict(re.findall(r"^ ?(Anna|Carl) .*?([+−]?[0-9.]+)$", done("night", what), re.MULTILINE))
        for what in ("show", "nets")
    }
    assert columns["show"] == columns["nets"] == {"Anna": "−3.00", "Carl": "+3.00"}
    assert "still to settle" in done("night", "show")


def test_at_the_prompt_and_after_a_gap_the_plan_follows_as_well(friday, data, done) -> None:
    counted(data, carl="3p 17")
    text = done("table", typed="close\ngap losers\n")
    assert "Settled directly" in text
    assert "Meanwhile, elsewhere" not in text
    assert data("night", "show")["phase"] == "settling"


def test_a_strike_says_that_a_new_plan_follows_by_itself(friday, data, done, chipbook) -> None:
    counted(data)
    done("night", "close")
    plan = data("night", "show")["version"]
    text = chipbook("bank", f'strike {plan} "again"').output
    assert "a new plan follows by itself, as this house settles (direct)." in " ".join(text.split())


# A night left open

LONG_AGO = ("--date", "2026-02-13 19:30", "--zone", "Europe/Copenhagen")


def test_a_night_left_open_is_told_of_when_nights_are_listed_and_opened(data, done) -> None:
    night = data(*OPEN, *CHIPS, *LONG_AGO)["night"]
    sentence = (
        f"Fredag of 13 February is still open. Count the chips, then `chipbook night close -n {night} --at HH:MM`"
    )
    assert sentence in " ".join(done("night", "list").split())
    assert sentence in " ".join(done(*OPEN, *CHIPS).split())
    counted_and_closed = ("anna = 150", "carl = 150", "bo = 900", "close")
    done("table", "-n", night, typed="\n".join(counted_and_closed) + "\n")
    assert "still open" not in done("night", "list")


def test_play_ended_when_it_is_said_to_have_ended(data, done, chipbook) -> None:
    night = data(*OPEN, *CHIPS, *LONG_AGO)["night"]
    # Chips are counted long after.
    for line in ("anna = 150", "carl = 150", "bo = 900"):
        data("bank", "-n", night, line)
    for wrong in ("2026-02-13 18:00", "2126-02-14 01:30", "25:00"):
        assert chipbook("night", "close", "-n", night, "--at", wrong).exit_code == 1
    done("night", "close", "-n", night, "--at", "01:30")
    closed = next(one for one in data("log", "-n", night, "all")["events"] if one["type"] == "night_closed")
    assert closed["occurred_at"] == "2026-02-14T00:30:00Z"
    again = chipbook("night", "close", "-n", night, "--at", "02:30")
    assert "The night is closed; chips and cards no longer move." in again.stderr


@pytest.mark.parametrize("at", ["02:30", "2025-10-26 02:30"])
def test_play_may_end_in_the_hour_that_comes_twice(data, done, at) -> None:
    night = data(*OPEN, *CHIPS, "--date", "2025-10-26 01:50", "--zone", "Europe/Copenhagen")["night"]
    data("bank", "-n", night, "anna +20", "--at", "02:40")
    for line in ("anna = 170", "carl = 150", "bo = 900"):
        data("bank", "-n", night, line)
    done("night", "close", "-n", night, "--at", at)
    closed = next(one for one in data("log", "-n", night, "all")["events"] if one["type"] == "night_closed")
    assert closed["occurred_at"] == "2025-10-26T01:30:00Z"


def test_a_correction_and_a_dispute_of_the_next_day_do_not_move_the_end_of_play(data, done) -> None:
    night = data(*OPEN, *CHIPS, *LONG_AGO)["night"]
    sat = data("log", "-n", night, "all")["events"][-1]["caused_by"]
    done("insert", "-n", night, "-y", "after", str(sat), "anna +20")
    done("dispute", "-n", night, str(sat), "never sat down", "by", "carl")
    for line in ("anna = 170", "carl = 150", "bo = 900"):
        data("bank", "-n", night, line)
    assert "closed" in done("night", "close", "-n", night, "--at", "01:30")


def test_a_line_may_say_when_play_ended(data, done, chipbook) -> None:
    night = data(*OPEN, *CHIPS, *LONG_AGO)["night"]
    counted(data)
    told = chipbook("bank", "close", "at", "23.30", "--night", night)
    assert told.exit_code == 0, told.output
    assert data("report", "-n", night)["last_at"] == "2026-02-13T22:30:00Z"
    wrong = chipbook("bank", "close", "at", "noon", "--night", night)
    assert (wrong.exit_code, "a time of day, such as 20:15" in wrong.output) == (1, True)


def test_the_prompt_shows_the_plan_and_its_payments_and_takes_a_yes_that_nobody_asked_for(friday, data, done) -> None:
    counted(data)
    told = done("table", "--yes", typed="plan\nclose\nplan\npay 1\npayments\nundo\nyes\npayments\n")
    assert "So it would be now, paid directly; nothing is fixed yet." in told
    assert told.index("Nothing was asked.") < told.index("Nothing has been paid yet.")


def test_a_word_with_a_question_mark_asks_about_it(friday, done, chipbook) -> None:
    told = done("table", typed="anna = 140\nbo = 150\ngap?\npay?\n")
    assert "Who could bear it:" in told
    assert "gap all (Bo gets" in told
    assert "pay 1" in told
    assert "No line has the word “zebra”" in chipbook("table", typed="zebra?\n").stderr
