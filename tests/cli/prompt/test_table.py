"""The prompt at the table and its guidance."""

import json

import pytest

from cli.errors import CliError
from cli.prompt.night_prompt import PROMPT, help_on, sections
from service.language.shorthand.hints import GUIDE, as_lines
from tests.cli.conftest import Data

# `chipbook table` from a pipe: one line after another, and the prompt's own words.


pytestmark = pytest.mark.usefixtures("three")


def chips(data: Data, name: str) -> int:
    return next(int(player["stack"]) for player in data("night", "show")["players"] if player["name"] == name)


def test_lines_are_played_one_after_another(done, data) -> None:
    text = done("table", typed="hand straight poker by bo\n\n# a remark\ncarl 3\nanna f\nbo f\n")
    assert "Carl bets 3." in text
    assert "Carl gets" in text or "Carl takes" in text or "Carl wins" in text
    assert chips(data, "Carl") == 154


def test_what_follows_is_told_in_one_breath(done) -> None:
    lines = done("table", typed="hand straight poker by bo\n").splitlines()
    assert lines[0].startswith("   8  Hand 1: Straight Poker, dealt by Bo.")
    assert lines[1].strip().startswith("Carl antes 2. Anna antes 2. Bo antes 2.")
    assert lines[2].strip() == "Anna 148 · Bo 148 · Carl 148 · pot 6"
    assert len(lines) == 3


def test_whose_turn_it_is_stands_in_the_bar_and_in_the_log_but_not_behind_every_line(done) -> None:
    text = done("table", typed="hand three card draw by bo\ncarl 3\nanna c\nbo f\n")
    for told in ("Betting begins", "It is up to", "is over."):
        assert told not in text
        assert told in done("log", "all")


def test_a_pipe_stops_at_the_first_line_that_is_refused(chipbook, data) -> None:
    answer = chipbook("table", typed="anna +10\nanna +10000x\nanna +30\n")
    assert answer.exit_code == 1
    assert "Line 2, “anna +10000x”: " in answer.stderr
    assert "--keep-going" in answer.stderr
    assert chips(data, "Anna") == 160


def test_keep_going_goes_on_and_still_ends_with_1(chipbook, data) -> None:
    assert chipbook("table", "--keep-going", typed="anna +10\nzora f\nanna +30\n").exit_code == 1
    assert chips(data, "Anna") == 190


def test_a_script_may_say_the_same_twice(done, data) -> None:
    done("table", typed="anna +10\nanna +10\n")
    assert chips(data, "Anna") == 170


def test_undo_shows_the_difference_and_strikes_the_last_act(done, data) -> None:
    text = done("table", "-y", typed="anna +10\nundo\n")
    assert "Void would be:" in text
    assert "strikes event 8: undo." in text
    assert chips(data, "Anna") == 150


def test_undo_twice_takes_back_the_last_two_acts(done, data) -> None:
    text = done("table", "-y", typed="anna +10\ncarl +20\nundo\nundo\n")
    assert "Taken back: Carl borrows 20 chips, for 5.00 USD." in text
    assert "Taken back: Anna borrows 10 chips, for 2.50 USD." in text
    assert (chips(data, "Anna"), chips(data, "Carl")) == (150, 150)
    # What was done since is the last act again, and then what was done before.
    text = done("table", "-y", typed="anna +11\ncarl +21\nundo\ncarl +22\nundo\nundo\n")
    assert (chips(data, "Anna"), chips(data, "Carl")) == (150, 150)


def test_what_was_just_refused_is_done_with_a_reason(chipbook, data) -> None:
    typed = "hand straight poker by bo\ncarl 12\nwaive everybody agreed\n"
    answer = chipbook("table", "--keep-going", typed=typed)
    assert "The banker waives a rule (a bet stays within the limit): everybody agreed." in answer.stdout
    assert chips(data, "Carl") == 136


@pytest.mark.parametrize("between", ["nonsense", "carl 3", "log nonsense"])
def test_what_was_refused_can_no_longer_be_waived_after_another_line(chipbook, between) -> None:
    typed = f"hand straight poker by bo\ncarl 12\n{between}\nwaive all agreed\n"
    answer = chipbook("table", "--keep-going", typed=typed)
    assert "Nothing was refused just now that could be waived" in answer.stderr
    assert "waives bet_over_limit" not in answer.stdout


def test_looking_leaves_what_was_refused_to_be_waived(chipbook, data) -> None:
    looks = "?\nshow\nlog 3\nhelp bank\n\nwaive\n"
    chipbook("table", "--keep-going", typed=f"hand straight poker by bo\ncarl 12\n{looks}waive all agreed\n")
    assert chips(data, "Carl") == 136


def test_the_table_has_a_clock_that_can_be_set(data, chipbook) -> None:
    answer = chipbook("table", "--json", typed="at 00:01\nanna +10\nat now\nanna +20\n")
    clock, first, second = (json.loads(line) for line in answer.stdout.splitlines())
    assert clock["at"].endswith("T00:01:00Z")
    assert first["events"][0]["occurred_at"][:16] == clock["at"][:16]
    assert second["events"][0]["occurred_at"] > first["events"][0]["occurred_at"] or "T00:0" in clock["at"]


def test_the_prompts_own_words_answer(done) -> None:
    text = done("table", typed="?\nhelp\nshow\n")
    assert "hand NAME OF A GAME by DEALER" in text
    assert 'waive "all agreed"' in text
    assert "seat" in text


def test_with_json_every_line_is_answered_by_one_line_of_json(chipbook) -> None:
    answer = chipbook("table", "-y", "--json", "--keep-going", typed="anna +10\nzora f\n?\nshow\nundo\n")
    told, refused, now, shown, undone = (json.loads(line) for line in answer.stdout.splitlines())
    assert told["stacks"][0]["chips"] == 160
    assert refused["error"]["code"] == "unknown_player"
    assert (refused["line"], refused["text"]) == (2, "zora f")
    assert now["now"]
    assert shown["players"]
    assert undone["events"][0]["type"] == "strike_declared"
    assert answer.stderr == ""


def test_what_to_type_instead_follows_a_refusal_and_stands_in_no_data(chipbook) -> None:
    refused = chipbook("table", typed="hand straight poker by bo\ncarl wins\n").stderr
    assert "Whoever gives up folds, and the others bet on, check or call before anybody shows." in refused
    assert "If nobody bets more, say “all check”." in refused
    (error,) = [
        line for line in chipbook("table", "--json", typed="carl wins\n").stdout.splitlines() if "error" in line
    ]
    assert "betting_is_not_over" in error
    assert "all check" not in json.loads(error)["error"]["sentence"]


def test_faults_shows_what_may_have_gone_wrong_what_to_type_and_the_rule(done, data) -> None:
    assert "No hand is being played" in done("table", typed="faults\n")
    text = done("table", typed="hand straight poker by bo\nfaults\n")
    assert "A closed card too few: NAME card missing" in text
    assert "A closed card was dealt open: NAME keeps · NAME takes next" in text
    assert "one more can be given after the first deal" in text
    (told,) = [json.loads(line) for line in done("table", "--json", typed="faults\n").splitlines()]
    assert "New Deal" in [one["what"] for one in told["wrong"]]


def test_every_line_that_faults_shows_can_be_typed(chipbook, data, monkeypatch) -> None:
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    start = "hånd seven card stud af bo\ngiv Kd 4h 2c\n"
    told = chipbook("table", "--yes", typed=f"{start}fejl\n").stdout
    shown = [line.partition(": ")[2] for line in told.splitlines() if ": NAVN" in line or ": new deal" in line]
    forms = [form.replace("NAVN", "anna") for line in shown for form in line.split(" · ") if form != "new deal"]
    assert len(forms) > 4
    for form in forms:
        answer = chipbook("table", "--yes", typed=f"{form}\nfortryd\n")
        assert answer.exit_code == 0, form


def test_faults_stands_alone_and_strikes_nothing(chipbook) -> None:
    refused = chipbook("table", "--yes", typed="fejl 3\n").stderr
    assert "“faults” stands alone; an event is struck by its number: strike 41." in refused


def test_which_closed_card_fell_open_is_asked_if_all_are_known(chipbook, data, home) -> None:
    from cli.prompt.night_prompt import NightPrompt
    from service.app.book import Book

    text = "hand straight poker by bo\nanna has As Kd Qd Jd 9c\nanna keeps\n"
    refused = chipbook("table", typed=text).stderr
    assert "All closed cards of Anna are known; say which of them was dealt open: A♠, K♦, Q♦, J♦, 9♣." in refused
    with Book.open() as book:
        prompt = NightPrompt(book, data("night", "show")["night"])
        assert prompt.completions("anna keeps ") == ["As", "Kd", "Qd", "Jd", "9c"]
        assert prompt.completions("anna takes next for K") == ["Kd"]
        assert "As" not in prompt.completions("carl keeps ")


# `help` at the prompt: one screen, sections, and the lines with a word.

LINES, COLUMNS = 24, 80


def test_help_alone_is_one_screen_that_names_every_section() -> None:
    told = help_on("")
    assert len(told) < LINES
    assert max(map(len, told)) <= COLUMNS
    assert [title for title in GUIDE if f"  help {title.split()[-1].casefold()}" not in "\n".join(told)] == []


def test_every_section_has_help_and_all_sections_are_everything() -> None:
    told = {line for word in sections() for line in help_on(word)}
    assert told == set(as_lines({**GUIDE, **PROMPT})) == set(help_on("all"))
    assert help_on("bank") == as_lines({"The bank": GUIDE["The bank"]})
    assert help_on("HAND")[0] == "Betting"


@pytest.mark.parametrize("word", ["draws", "challenges", "shadow", "strike", "ruling"])
def test_help_on_a_word_is_every_line_with_it(word) -> None:
    told = help_on(word)
    assert any(word in line for line in told)
    assert 2 <= len(told) < LINES


@pytest.mark.parametrize("word", ["fold", "call", "raise", "bet", "check", "show"])
def test_help_on_a_verb_is_also_every_line_that_says_it_in_another_form(word: str) -> None:
    assert set(help_on(f"{word}s")) <= set(help_on(word))


def test_help_on_a_word_that_no_line_has_names_the_sections() -> None:
    with pytest.raises(CliError, match="No line has the word “ludo”; there is help for .*bank, requests, betting"):
        help_on("ludo")


def test_help_at_the_prompt_takes_a_section(chipbook, evening) -> None:
    answer = chipbook("table", typed="help bank\n")
    assert answer.stdout.splitlines() == help_on("bank")
