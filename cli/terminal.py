"""What a person at the keyboard can be asked and shown: the question before harm, a progress bar, a page in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cli import render
from cli.errors import WRONG_USAGE, CliError
from engine.speech import say, say_as
from service.book.progress import Tick, silently


def somebody_types() -> bool:
    """True if the input is typed at a terminal."""
    return sys.stdin.isatty()


def not_confirmed(nothing: str) -> CliError:
    """The refusal where nobody can be asked."""
    sentence = say(
        "{nothing} Nobody is at the terminal to confirm it; say --yes to do it all the same.", nothing=nothing
    )
    return CliError("not_confirmed", sentence, WRONG_USAGE)


def confirmed(question: str, *, nothing: str, enter: bool = False) -> bool:
    """The answer to a question typed at the terminal; `enter` is that of the bare key. Refuses where nobody can be asked.

    `nothing` is the sentence that says that nothing was done.
    """
    if not somebody_types():
        raise not_confirmed(nothing)
    return yes_to(question, enter=enter)


# What is understood as an answer, in whatever language the question is.
YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nej")


def yes_or_no(*, enter: bool) -> str:
    """The keys that answer a question, that of the bare key large."""
    return say_as("answer", "Y/n") if enter else say_as("answer", "y/N")


def yes_to(question: str, *, enter: bool = False) -> bool:
    """Asks until the answer is yes or no; `enter` is that of the bare key."""

    def answered(typed: str) -> bool:
        word = typed.strip().casefold()
        if word not in (*YES, *NO, ""):
            raise click.UsageError(say("Answer {keys}.", keys=yes_or_no(enter=enter)))
        return word in YES or (enter and not word)

    asked = f"{question} [{yes_or_no(enter=enter)}]"
    answer: bool = click.prompt(asked, default="", show_default=False, value_proc=answered, err=True)
    return answer


# What the desktops of Linux say of themselves; those of the other systems are always there.
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def may_open() -> bool:
    """True if a person at a terminal would see a page that is opened. A browser that draws in the terminal itself would take it away."""
    has_screen = sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in SCREENS)
    if not (sys.stdout.isatty() and has_screen):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return type(browser) is not webbrowser.GenericBrowser


def open_page(url: str) -> None:
    """Opens the page, where `may_open` says that somebody sees it."""
    webbrowser.open(url)


# What is done sooner needs no bar.
PATIENCE_SECONDS = 1.0


@contextmanager
def progress(what: str, *, patience_seconds: float = PATIENCE_SECONDS) -> Iterator[Tick]:
    """Yields the tick to call after each part; what is done is shown on a bar until the block ends.

    The bar appears after the patience, pulsing until the first tick, and leaves nothing on the screen. Print nothing
    within the block. If the error output is no terminal, nothing is printed at all.
    """
    if not sys.stderr.isatty():
        yield silently
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=render.console(to_errors=True),
        transient=True,
    )
    task = bar.add_task(what, total=None)
    later = Timer(patience_seconds, bar.start)
    later.daemon = True
    later.start()
    try:
        yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        later.cancel()
        later.join()
        bar.stop()
