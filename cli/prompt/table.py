"""`chipbook table`: the prompt for a night of play, or the same lines from a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cli import render, terminal
from cli.options import json_option, night_argument, with_book
from cli.screens.result_screens import damaged
from engine.speech import say

if TYPE_CHECKING:
    from cli.prompt.night_prompt import NightPrompt
    from service.app.book import Book


@click.command()
@night_argument
@click.option("--keep-going", is_flag=True, help="In a pipe: go on after a refused line.")
@click.option("-y", "--yes", is_flag=True, help="In a pipe: do not ask before a strike, an undo or a correction.")
@json_option
@with_book
def table(book: Book, *, night: str, keep_going: bool, yes: bool, as_json: bool) -> None:
    """The prompt for a night of play: one line, one act, in shorthand.

    Tab completes names, games and words; ? says what may be done now, undo takes back what was said last, help explains.
    From a pipe it reads one line after another, and stops at the first that is refused. `undo`, `strike` and `correct` are
    refused there without --yes, because nobody can be asked.
    """
    from cli.prompt.night_prompt import NightPrompt, nobody_to_ask, yes_to_all
    from service.app.night.left_open import left_open
    from service.app.seeing import damage, find_current

    night_id = find_current(book, night).night_id
    if found := damage(book, night_id):
        render.refusal(damaged(night_id, found))
    if terminal.somebody_types():
        render.lines(left_open(book), "yellow")
        from cli.prompt.prompt import run

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
