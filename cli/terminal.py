"""Whether a person sits at the keyboard and can be asked, which a pipe or a script cannot, and the question before harm.

What nothing gives back (a name that is deleted), and what changes an act that was recorded, is done only by somebody who
answered yes at a terminal, or who said --yes.
"""

from __future__ import annotations

import sys

import click

from cli.errors import WRONG_USAGE, CliError
from engine.speech import say


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
    answer: bool = click.confirm(question, default=enter, err=True)
    return answer
