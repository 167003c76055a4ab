"""How the close looks as a checklist; `render` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli import render
from engine.grammar import counted

if TYPE_CHECKING:
    from service.views.closing import ClosingView
    from service.views.visible_night import VisibleNight


def checklist(view: ClosingView, seen: VisibleNight) -> None:
    """Who has counted what, what is missing, who could bear it, and what still has to be done."""
    from cli.night_tables import COUNTS, setting_of_night
    from engine.wording import Voice
    from service.views.closing import told_of_a_bearer, told_of_denominations

    voice = Voice(seen.names, seen.opened.currency)
    if view.counts:
        render.declared(COUNTS, view.counts, setting_of_night(seen))
    render.lines(told_of_denominations(view))
    if view.gap:
        so_far = " so far" if view.phase == "open" else ""
        what = "missing" if view.gap < 0 else "over"
        render.line(f"{counted(abs(view.gap), 'chip')} {what}{so_far} ({voice.money(abs(view.gap_cents))}).")
    if view.bearers:
        render.line("Who could bear it:" if view.phase == "open" else "Say who bears it:", "dim")
        render.lines((told_of_a_bearer(one, voice) for one in view.bearers), "cyan")
    for sentence in view.stands:
        render.check("to do", sentence, holds=False)
    if view.may_close:
        follows = "" if view.settles == "ask" else f", and the plan ({view.settles}) follows by itself"
        render.check(
            "close", f"Nothing stands before it: `close` ends the night{follows if not view.gap else ''}.", holds=True
        )
