"""How the close looks as a checklist; `render` prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli import render
from engine.grammar import counted
from engine.speech import say, to_say

if TYPE_CHECKING:
    from service.reports.views.settling.closing import ClosingView
    from service.reports.views.visible_night import VisibleNight


def checklist(view: ClosingView, seen: VisibleNight) -> None:
    """Who has counted what, what is missing, who could bear it, and what still has to be done."""
    from cli.screens.night_tables import COUNTS, setting_of_night
    from engine.wording import Voice
    from service.reports.views.settling.closing import told_of_a_bearer, told_of_denominations

    voice = Voice(seen.names, seen.opened.currency)
    if view.counts:
        render.declared(COUNTS, view.counts, setting_of_night(seen))
    render.lines(told_of_denominations(view))
    if view.gap:
        render.line(_gap_told(view, voice.money(abs(view.gap_cents))))
    if view.bearers:
        render.line(say("Who could bear it:") if view.phase == "open" else say("Say who bears it:"), "dim")
        render.lines((told_of_a_bearer(one, voice) for one in view.bearers), "cyan")
    for sentence in view.stands:
        render.check("to do", sentence, holds=False)
    if view.may_close:
        ends = (
            say("Nothing stands before it: `close` ends the night.")
            if view.settles == "ask" or view.gap
            else say(
                "Nothing stands before it: `close` ends the night, and the plan ({plan}) follows by itself.",
                plan=view.settles,
            )
        )
        render.check("close", ends, holds=True)


def _gap_told(view: ClosingView, worth: str) -> str:
    """How many chips the counts have not found, or found too many; so far, if the night is open."""
    so_far = view.phase == "open"
    if view.gap < 0:
        template = to_say("{chips} missing so far ({worth}).") if so_far else to_say("{chips} missing ({worth}).")
    else:
        template = to_say("{chips} over so far ({worth}).") if so_far else to_say("{chips} over ({worth}).")
    return say(template, chips=counted(abs(view.gap), "chip"), worth=worth)
