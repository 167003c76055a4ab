"""The prompt itself: a line with history and completion, and a bar below that says where the table stands."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from cli import render
from engine.speech import say, say_as

if TYPE_CHECKING:
    from cli.prompt.night_prompt import NightPrompt

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
        asked = render.at_words(f"{question} [{'Y/n' if enter else 'y/N'}]", session.output.get_size().columns - 1)
        answer = session.prompt(f"{asked} ").strip().casefold()
    except (KeyboardInterrupt, EOFError):
        return False
    return answer in ("y", "yes", "j", "ja") or (enter and not answer)


def _history(home: Path) -> History:
    """The lines of earlier nights, readable only by their owner; only those of this session if they cannot be stored."""
    path = home / HISTORY
    try:
        home.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE))
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
