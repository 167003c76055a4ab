"""The prompt: typed at a terminal that is none, with history, completion and the bar below."""

from collections.abc import Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli import render
from cli.main import COMMANDS
from cli.prompt.night_prompt import NightPrompt
from cli.prompt.table import ShorthandCompleter, run
from engine.commands import Bet
from service.app.book import Book
from service.app.seeing import where_it_stands
from service.language.shorthand.lines import VOCABULARY
from service.reports.views.night import waits_for

ENTER, CTRL_C, CTRL_D, TAB = "\r", "\x03", "\x04", "\t"


@pytest.fixture
def table(three) -> Iterator[NightPrompt]:
    with Book.open() as book:
        yield NightPrompt(book, three)


def typed(table: NightPrompt, *keys: str) -> None:
    """Types the keys at the prompt until it ends."""
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        keyboard.send_text("".join(keys))
        run(table)


def chips(table: NightPrompt, name: str) -> int:
    now = where_it_stands(table.book, table.view)
    return next(player.stack or 0 for player in now.players if player.name == name)


def test_lines_typed_at_the_prompt_are_recorded(table, capsys) -> None:
    typed(table, "anna +10", ENTER, "quit", ENTER)
    printed = capsys.readouterr()
    assert "Anna borrows 10 chips" in printed.out
    assert printed.err == ""
    assert chips(table, "Anna") == 160


def test_what_is_in_doubt_is_asked_back_and_enter_means_no(table, capsys) -> None:
    typed(table, "anna +15000", ENTER, ENTER, "anna +15001", ENTER, "y", ENTER, "quit", ENTER)
    assert chips(table, "Anna") == 150 + 15001
    assert "15000 chips for Anna is more than 20 times 150" in capsys.readouterr().err


def test_a_refusal_is_told_and_the_prompt_goes_on(table, capsys) -> None:
    typed(table, "hand straight poker by bo", ENTER, "carl 12", ENTER, "waive all agreed", ENTER, CTRL_D)
    printed = capsys.readouterr()
    assert "Carl bets or raises 12; the limit is 1 to 5" in printed.err
    assert "“waive REASON” does it all the same." in printed.err
    assert chips(table, "Carl") == 136


def test_what_a_correction_puts_in_may_be_waived_too(table, capsys) -> None:
    typed(table, "hand straight poker by bo", ENTER, "carl 3", ENTER, CTRL_D)
    (bet,) = (record.version for record in table.view.records if isinstance(record.event, Bet))
    typed(table, f'correct {bet} to "carl 12"', ENTER, "waive all agreed", ENTER, "y", ENTER, CTRL_D)
    printed = capsys.readouterr()
    assert "“waive REASON” does it all the same." in printed.err
    assert chips(table, "Carl") == 136


def test_a_waiver_is_offered_under_its_own_refusal_only(table, capsys) -> None:
    for line in ("hand straight poker by bo", "carl 12"):
        table.take(line)
    assert "waive REASON" in capsys.readouterr().err
    for line in ("nonsense", "log nonsense", "waive late", "zora f"):
        table.take(line)
        assert "waive REASON" not in capsys.readouterr().err, line


def test_an_answer_to_no_question_hears_that_nothing_was_asked(table, capsys) -> None:
    for line in ("yes", "no", "nej"):
        table.take(line)
        assert "Nothing was asked." in capsys.readouterr().out, line


def test_a_refusal_of_the_club_calls_the_night_by_its_name(table, capsys) -> None:
    table.take("anna agrees")
    refused = capsys.readouterr().err
    assert refused.startswith("The night of ")
    assert table.view.night_id not in refused


def test_ctrl_c_clears_the_line_and_ctrl_d_ends(table) -> None:
    typed(table, "anna +10", CTRL_C, "anna +20", ENTER, CTRL_D)
    assert chips(table, "Anna") == 170


def test_undo_asks_and_enter_means_yes(table, capsys) -> None:
    typed(table, "anna +10", ENTER, "undo", ENTER, "n", ENTER, "undo", ENTER, ENTER, "quit", ENTER)
    printed = capsys.readouterr().out
    assert "Nothing was struck." in printed
    assert "strikes event 8: undo." in printed
    assert chips(table, "Anna") == 150


def test_tab_completes_a_name(table) -> None:
    typed(table, "ann", TAB, " +10", ENTER, "quit", ENTER)
    assert chips(table, "Anna") == 160


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("an", "Anna"),
        ("hand straight p", "Poker"),
        ("hand straight poker by c", "Carl"),
        ("und", "undo"),
        ("anna dr", "draws"),
        ("help ba", "bank"),
        ("help al", "all"),
        ("log an", "Anna"),
    ],
)
def test_the_last_word_is_completed(text, word, table) -> None:
    found = list(ShorthandCompleter(table).get_completions(Document(text), CompleteEvent()))
    completed = [text[: len(text) + one.start_position] + one.text for one in found]
    assert (text.rpartition(" ")[0] + " " + word).strip() in completed


def test_the_bar_says_pot_and_turn(table) -> None:
    table.take("hand straight poker by bo")
    table.take("carl 3")
    assert table.status().startswith("pot 9  |  Anna: c call 3 · r raise by 1")
    assert table.status().endswith(f"  |  event {len(table.view.records)}")
    assert table.turn() == "Anna"


def test_nobody_is_called_as_the_prompt_is_spoken_to(table) -> None:
    words = {word.split()[0] for word in table.words if word.isalpha()}
    assert {"help", "log", "undo", "show", "waive"} <= words <= VOCABULARY
    for word in words:
        assert table.take(f"new {word.title()} Jensen").exit_code == 1, word


@pytest.mark.parametrize("width", [40, 60, 80, 100, 132, 200])
def test_the_bar_fits_the_terminal_and_says_first_how_the_hand_ends(table, width) -> None:
    for line in ("hand straight poker by bo", "carl 3", "c", "c"):
        table.take(line)
    whole, bar = table.status(), table.status(width)
    assert len(bar) <= width
    assert "NAME wins" in bar
    assert bar.endswith("? says all") or all(hint in bar for hint in waits_for(table.view))
    assert whole.startswith(bar.removesuffix("? says all").removesuffix("  |  "))


def test_the_bar_at_the_prompt_is_as_wide_as_the_terminal(table, monkeypatch) -> None:
    widths = []
    monkeypatch.setattr(table, "status", lambda width: widths.append(width) or "")
    typed(table, "quit", ENTER)
    assert set(widths) == {DummyOutput().get_size().columns}


def test_history_is_kept_for_its_owner_alone(table, home) -> None:
    typed(table, "anna +10", ENTER, "quit", ENTER)
    history = home / "history"
    assert "+anna +10" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0


def test_a_home_that_cannot_hold_a_history_stops_nothing(table, home) -> None:
    (home / "history").mkdir()
    typed(table, "anna +10", ENTER, "quit", ENTER)
    assert chips(table, "Anna") == 160


def test_a_fault_in_the_program_is_not_swallowed(table, monkeypatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("service.app.night.lines.take", broken)
    with pytest.raises(ZeroDivisionError):
        table.take("anna +10")


def test_undo_with_a_number_says_how_an_older_event_is_struck(table, capsys) -> None:
    assert table.take("undo 3").exit_code == 1
    assert 'another one is struck by its number: strike 41 "wrong player".' in capsys.readouterr().err


def test_commands_of_the_shell_are_nobodys_name_at_the_table(table, capsys) -> None:
    for command in {*COMMANDS} - VOCABULARY - {*table.words}:
        table.take(command)
        assert f"it is a command of the shell: `chipbook {command}`" in capsys.readouterr().err


def test_whoever_only_looks_is_not_told_how_somebody_new_is_added(table, capsys) -> None:
    table.take("log fritz")
    assert "“new fritz”" not in capsys.readouterr().err
    table.take("fritz +10")
    assert "“new fritz” adds one" in capsys.readouterr().err


@pytest.mark.parametrize("width", [40, 80])
def test_a_question_at_the_prompt_is_divided_between_words(width) -> None:
    question = "The deal passes to the left: it is Christoffer's turn to deal, not Alexandra's. Is it meant? [y/N]"
    lines = render.at_words(question, width).splitlines()
    assert " ".join(lines) == question
    assert max(map(len, lines)) <= width
