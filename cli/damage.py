"""A night whose record was changed after it was sealed: a warning comes first, and the command ends with exit code 3."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli import render
from cli.errors import UNREADABLE
from engine.grammar import counted
from engine.speech import say
from service.app.book import Book
from service.app.seeing import damage
from service.reports.views.visible_night import VisibleNight

WARNED = "chipbook.damaged"


def looked_at(book: Book, view: VisibleNight) -> VisibleNight:
    """The same night, after a warning if its record was changed."""
    warn(view.night_id, damage(book, view.night_id))
    return view


def warn(night: str, results: Sequence[str]) -> None:
    """Says what was found wrong with the record of a night; nothing if nothing was."""
    if not results:
        return
    render.refusal(_sentence(night, results))
    click.get_current_context().meta[WARNED] = True


def end_if_warned() -> None:
    """Ends the command with its exit code if it has warned."""
    context = click.get_current_context()
    if WARNED in context.meta:
        context.exit(UNREADABLE)


def _sentence(night: str, results: Sequence[str]) -> str:
    if len(results) == 1:
        return say(
            "DAMAGED: {finding} The record of {night} was changed; `chipbook verify -n {night}` says more.",
            finding=results[0],
            night=night,
        )
    return say(
        "DAMAGED: {finding} (and {others}) The record of {night} was changed; `chipbook verify -n {night}` says more.",
        finding=results[0],
        others=counted(len(results) - 1, "more finding"),
        night=night,
    )
