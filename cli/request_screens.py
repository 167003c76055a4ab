"""How requests look on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli import render
from engine.grammar import counted

if TYPE_CHECKING:
    from service.views.requests import RequestView


def in_short(requests: Sequence[RequestView]) -> None:
    """How many requests wait for an answer, and what each asks for."""
    render.line(
        f"{counted(len(requests), 'request')} {'waits' if len(requests) == 1 else 'wait'} for an answer:", "yellow"
    )
    for one in requests:
        render.indented(_asked(one), number=str(one.number))


def whole(requests: Sequence[RequestView]) -> None:
    """Every request and what became of it; or that there is none."""
    if not requests:
        render.line("Nobody has asked for anything.")
    for one in requests:
        render.indented(_asked(one), number=str(one.number))
        render.indented(one.end, "dim")


def _asked(one: RequestView) -> str:
    return f"{one.told}. Not now: {one.refused}" if one.refused else f"{one.told}."
