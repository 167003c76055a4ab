"""What was done is taken back from the command line: shown, asked at a terminal, and with the words of the hints."""

import re
from itertools import product

import pytest

from tests.cli.conftest import Data
from tests.messages import every_command, words_of

# Nobody's plan follows by itself.
ASKS = ("--settles", "ask")


@pytest.fixture(autouse=True)
def night(data) -> str:
    return str(
        data("night", "open", "--bank", "Bo", "--player", "Anna", "--player", "Bo", "--loan", "150", *ASKS)["night"]
    )


def chips(data: Data) -> dict[str, int]:
    return {player["name"]: player["stack"] for player in data("night", "show")["players"]}


def test_undo_after_a_strike_of_an_older_act_takes_back_the_strike(done, data, typing) -> None:
    done("bank", "anna", "+10")
    done("bank", "bo", "+20")
    done("bank", "strike", "6", "double loan", "-y")
    asked = typing("undo", typed="\n")
    assert "Strike event 8, “The banker strikes event 6: double loan”? [Y/n]" in asked.stderr
    shown = asked.stdout
    assert shown.index("In force again would be:") < shown.index("   6  Anna borrows 10 chips, for 2.50 USD.")
    assert "Taken back: The banker strikes event 6: double loan." in shown
    assert chips(data) == {"Anna": 160, "Bo": 170}
    done("undo", "-y")
    assert chips(data) == {"Anna": 160, "Bo": 150}
    done("undo", "-y")
    assert chips(data) == {"Anna": 150, "Bo": 150}


@pytest.mark.parametrize(
    "said",
    [
        "anna asks 50",
        "anna stands",
        'ruling "so be it" move 1 from anna to bo agreed by anna',
    ],
)
def test_undo_takes_back_what_was_said_last_whatever_it_was(said, done, data) -> None:
    done("table", typed="anna +10\n" + said)
    last = data("log", "1")["events"][-1]
    text = done("undo", "-y")
    assert f"Taken back: {last['sentence']}" in text
    assert chips(data)["Anna"] == 160


def test_undo_at_a_terminal_is_asked(done, data, typing) -> None:
    done("bank", "anna", "+10")
    assert "Nothing was struck." in typing("undo", typed="n\n").stderr
    assert chips(data)["Anna"] == 160
    assert "Strike event 6, “Anna borrows 10 chips, for 2.50 USD”? [Y/n]" in typing("undo", typed="\n").stderr
    assert chips(data)["Anna"] == 150


def test_a_strike_at_a_terminal_is_shown_and_asked(done, data, typing) -> None:
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
def test_a_word_of_the_prompt_says_which_command_it_is(noun, word, where, chipbook) -> None:
    answer = chipbook(noun, word)
    assert answer.exit_code == 2
    assert f"“{word}” is a command of its own: " in answer.stderr
    assert where in answer.stderr


def test_what_comes_next_can_be_typed_behind_the_same_command(done, data) -> None:
    text = done("hand", "texas", "holdem", "by", "bo")
    assert re.search(r"^Next, after `chipbook hand`:\nBo: c call 1 · r raise by 2–148 · f fold$", text, re.MULTILINE)
    assert "Bo raises by 2" in done("hand", "r", "raise", "by", "2")
    assert "Anna folds" in done("hand", "fold")


def test_settle_takes_the_plan_as_the_hint_says_it(night, done, data) -> None:
    done("table", typed="anna = 140\nbo = 150\nclose\n")
    assert "settle bank · settle direct" in done("bank", "gap", "losers")
    for words in (("direct",), ("-n", night, "direct"), ("DIRECT", "-n", night)):
        done("night", "settle", *words)
        assert data("night", "show", "-n", night)["plan"] == "direct"
        done("undo", "-y", "-n", night)


def test_a_strike_is_a_command_too_and_its_reason_needs_no_quotes(done, data) -> None:
    done("bank", "anna", "+10")
    last = data("log", "all")["events"][-1]["version"]
    assert f"strikes event {last}: wrong player." in done("strike", str(last), "wrong", "player", "-y")


def test_a_strike_shows_chips_that_leave_the_carried_pot(done) -> None:
    done("table", typed='hand straight poker by bo\nnew deal by anna "misdeal"\n')
    text = done("undo", "-y")
    assert "Pot: 0 → 4" in text
    assert "Carried to the next hand: 4 → 0" in text


def test_a_strike_of_money_paid_during_the_night_shows_what_is_still_to_be_settled(done) -> None:
    done("table", typed="hand straight poker by bo\nanna 5\nbo c\nbo wins\nanna pays 1.00\n")
    assert "Anna, still to be settled: −0.75 USD → −1.75 USD" in done("undo", "-y")


def test_who_bore_the_gap_is_taken_back_by_itself_and_the_close_after_it(done, data) -> None:
    for line in ("anna = 140", "bo = 150"):
        done("bank", *line.split())
    done("night", "close")
    done("bank", "gap", "banker")
    text = done("undo", "-y")
    (close,) = re.findall(r"The gap is open again; the close stands, and `strike (\d+)` takes it back too\.", text)
    assert data("night", "show")["phase"] == "closed"
    assert "the close stands" not in done("bank", "strike", close, "one more hand", "-y")
    assert data("night", "show")["phase"] == "open"


# Where nobody can be asked

HARMFUL = [
    ("undo",),
    ("bank", "strike", "6", "double loan"),
    ("strike", "6", "double loan"),
    ("bank", "strike", "6", "twice", "--idempotency-key", "k"),
    ("correct", "6", "to", "anna +20"),
    ("insert", "after", "6", "bo +20"),
    ("bank", "correct", "6", "to", "anna +20"),
    ("club", "forget", "Eva"),
    ("club", "key", "lost"),
    ("rebuild",),
    ("table",),
]


def test_what_does_harm_is_refused_where_nobody_can_be_asked_whatever_stands_in_the_pipe(done, data, chipbook) -> None:
    """As `yes n | chipbook club forget anna`, which deleted a name for good."""
    done("bank", "anna", "+10")
    done("club", "key", "new")
    done("club", "add", "Eva")
    before = data("log", "all"), data("club"), data("club", "key")
    for words, told in product(HARMFUL, ((), ("--json",))):
        typed = "undo\n" if words == ("table",) else "n\nn\n"
        answer = chipbook(*words, *told, typed=typed)
        assert answer.exit_code == 2, answer.output
        assert "Nobody is at the terminal to confirm it; say --yes" in " ".join(answer.output.split()), words
    assert (data("log", "all"), data("club"), data("club", "key")) == before


@pytest.mark.parametrize("words", [words for words in HARMFUL if words[:2] != ("bank", "correct")], ids=" ".join)
def test_with_yes_it_is_done_where_nobody_can_be_asked(words, done, chipbook) -> None:
    done("bank", "anna", "+10")
    done("bank", "bo", "+10")
    done("club", "key", "new")
    done("club", "add", "Eva")
    assert chipbook(*words, "--yes", typed="undo\n" if words == ("table",) else "").exit_code == 0


def test_every_command_that_has_a_yes_asks_in_the_same_words() -> None:
    """One way to be asked: each takes -y and --yes, and nothing else asks before an act of the terminal."""
    asking = {
        words_of(context) for context in every_command() if any("--yes" in one.opts for one in context.command.params)
    }
    assert asking == {
        *("undo", "strike", "correct", "insert", "bank", "hand", "table", "night settle"),
        *("club forget", "club key lost", "rebuild"),
    }


# A plan that stands


@pytest.fixture
def settled(done) -> None:
    """Two players whose night is over; the banker took the plan of the house, direct."""
    done("table", typed="anna = 140\nbo = 160\nclose\nsettle direct\n")


@pytest.mark.usefixtures("settled")
def test_settle_without_a_plan_shows_the_plan_that_stands_and_replaces_nothing(done, data) -> None:
    before = data("log", "all")
    told = done("night", "settle")
    assert told.startswith("This plan stands:\n")
    assert data("night", "settle")["kind"] == "direct"
    assert data("log", "all") == before


@pytest.mark.usefixtures("settled")
def test_a_plan_is_replaced_only_when_it_is_said_and_confirmed(data, typing, chipbook) -> None:
    assert chipbook("night", "settle", "bank", typed="y\n").exit_code == 2
    refused = typing("night", "settle", "bank", typed="n\n")
    assert refused.output.index("This plan stands:") < refused.output.index("In its place:")
    assert "The plan stands as it was." in refused.output
    assert data("night", "show")["plan"] == "direct"
    assert typing("night", "settle", "bank", typed="y\n").exit_code == 0
    assert data("night", "show")["plan"] == "bank"
    assert chipbook("night", "settle", "direct", "--yes").exit_code == 0
    assert data("night", "show")["plan"] == "direct"


@pytest.mark.parametrize("house", ["direct", "bank", "ask"])
def test_without_a_plan_everything_settles_as_the_house_does(house, done, data) -> None:
    """The command, the line, the answer of the API and a job have one default between them."""
    usual = "direct" if house == "ask" else house
    opened = data("night", "open", "--like", "newest", "--name", house, "--settles", house)["night"]
    done("table", "-n", opened, typed="anna = 140\nbo = 160\n")
    assert data("night", "plan", "-n", opened)["kind"] == usual
    done("night", "close", "-n", opened)
    if house == "ask":
        done("bank", "-n", opened, "settle")
    assert data("night", "show", "-n", opened)["plan"] == usual
    assert data("night", "settle", "-n", opened)["kind"] == usual
