"""What the shell completes behind an option or an argument; `chipbook help lines` says how it is switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from engine.spelling import compared

Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def beginning(known: Iterable[tuple[str, str]], begun: str) -> list[CompletionItem]:
    """Those that begin so, compared as a line compares names, each with what is said beside it."""
    return [
        CompletionItem(word, help=help_text) for word, help_text in known if compared(word).startswith(compared(begun))
    ]


def _as_known(what: str) -> Completes:
    """Completes with what is known of this kind."""

    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        # It opens the book, and most runs of the program complete nothing.
        from cli.completing import KNOWN  # noqa: PLC0415

        return beginning(KNOWN[what](context, parameter, begun), begun)

    return complete


known_nights = _as_known("nights")
known_clubs = _as_known("clubs")
known_players = _as_known("players")
known_games = _as_known("games")
known_words = _as_known("words")
