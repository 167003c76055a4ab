"""How requests look on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli import render
from engine.speech import say, say_number

if TYPE_CHECKING:
    from service.reports.views.night.requests import RequestView


def in_short(requests: Sequence[RequestView]) -> None:
    """How many requests wait for an answer, and what each asks for."""
    render.line(
        say_number("{number} request waits for an answer:", "{number} requests wait for an answer:", len(requests)),
        "yellow",
    )
    for one in requests:
        render.indented(_asked(one), number=str(one.number))


def whole(requests: Sequence[RequestView]) -> None:
    """Every request and what became of it; or that there is none."""
    if not requests:
        render.line(say("Nobody has asked for anything."))
    for one in requests:
        render.indented(_asked(one), number=str(one.number))
        render.indented(one.end, "dim")


def _asked(one: RequestView) -> str:
    return say("{told}. Not now: {refused}", told=one.told, refused=one.refused) if one.refused else f"{one.told}."
