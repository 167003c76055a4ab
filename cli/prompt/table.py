"""`chipbook table`: the prompt for a night of play, or the same lines from a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from cli import commands, render, terminal
from cli.book import looked_at, with_book
from cli.options import json_option, of_a_night
from cli.prompt.night_prompt import NightPrompt, nobody_to_ask, yes_to_all
from engine.speech import say, say_as
from service.app.book import Book
from service.app.night.clock import left_open
from service.app.seeing import find_current


@commands.command()
@of_a_night
@commands.flag("--keep-going", "In a pipe: go on after a refused line.")
@commands.flag("-y --yes", "In a pipe: do not ask before a strike, an undo or a correction.")
@json_option
@with_book
def table(book: Book, *, night: str, keep_going: bool, yes: bool, as_json: bool) -> None:
    """The prompt for a night of play: one line, one act, in shorthand.

    Tab completes names, games and words; ? says what may be done now, undo takes back what was said last, help explains.
    From a pipe it reads one line after another, and stops at the first that is refused. `undo`, `strike` and `correct` are
    refused there without --yes, because nobody can be asked.
    """
    night_id = looked_at(book, find_current(book, night)).night_id
    if terminal.somebody_types():
        render.lines(left_open(book), "yellow")
        run(NightPrompt(book, night_id, as_json=as_json))
        return
    ask = yes_to_all if yes else nobody_to_ask
    code = from_pipe(NightPrompt(book.of_a_script(), night_id, as_json=as_json, ask=ask), keep_going=keep_going)
    if code:
        click.get_current_context().exit(code)


def from_pipe(evening: NightPrompt, *, keep_going: bool) -> int:
    """Reads line by line; the exit code is that of the first refused line."""
    code = 0
    for number, line in enumerate(sys.stdin, 1):
        outcome = evening.take(line.strip(), number=number)
        if outcome.over:
            break
        code = code or outcome.exit_code
        if outcome.exit_code and not keep_going:
            if not evening.as_json:
                render.aside(say("Stopped here; the lines before are recorded. Use --keep-going to go on."))
            break
    return code


HISTORY = "history"
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class ShorthandCompleter(Completer):
    """Completes the last word of the line."""

    def __init__(self, evening: NightPrompt) -> None:
        self._evening = evening

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        word = text.rpartition(" ")[2]
        for candidate in self._evening.completions(text):
            yield Completion(candidate, start_position=-len(word))


def run(evening: NightPrompt) -> None:
    """Takes lines until `quit` or the end of input; Ctrl-C only clears the line."""
    render.title(evening.title(), say("? what now · log · undo · help · quit"))
    evening.take("?")
    session: PromptSession[str] = PromptSession(
        history=_history(evening.book.home),
        completer=ShorthandCompleter(evening),
        complete_while_typing=False,
        bottom_toolbar=lambda: evening.status(get_app().output.get_size().columns),
    )
    evening.ask = partial(_asked, session)
    while True:
        try:
            whose = evening.turn() or say_as("whose turn it is", "table")
            line = session.prompt(f"{whose}> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if evening.take(line.strip()).over:
            return


def _asked(session: PromptSession[str], question: str, *, enter: bool) -> bool:
    """Asks yes or no; `enter` is the answer of the bare key: yes for a wanted act, no for a doubt."""
    try:
        # A line as wide as the terminal would be broken.
        asked = render.at_words(
            f"{question} [{terminal.yes_or_no(enter=enter)}]", session.output.get_size().columns - 1
        )
        answer = session.prompt(f"{asked} ").strip().casefold()
    except (KeyboardInterrupt, EOFError):
        return False
    return answer in terminal.YES or (enter and not answer)


def _history(home: Path) -> History:
    """The lines of earlier nights, readable only by their owner; only those of this session if they cannot be stored."""
    path = home / HISTORY
    try:
        home.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
