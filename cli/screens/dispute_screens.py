"""How disputes look on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from cli import render
from engine.speech import say, say_number, to_say

if TYPE_CHECKING:
    from engine.club.acts import NightPhase
    from service.reports.views.looking_back.disputes import DisputeLine


# What open disputes do not stop, by the phase of the night.
NOT_STOPPED: Mapping[NightPhase, str] = MappingProxyType(
    {
        "open": to_say("that does not stop the close"),
        "closed": to_say("that does not stop the plan"),
        "settling": to_say("that does not stop a payment"),
    }
)


def in_short(disputes: Sequence[DisputeLine], names: Mapping[str, str], phase: NightPhase) -> None:
    """How many disputes are open and what each is about, in a line each."""
    from engine.reports.disputes import raised_told
    from engine.wording import Voice

    told = [say_number("{number} dispute is open", "{number} disputes are open", len(disputes))]
    told += [say(NOT_STOPPED[phase])] if phase in NOT_STOPPED else []
    render.line(f"{'; '.join(told)}:", "yellow")
    for dispute in disputes:
        render.indented(raised_told(dispute, dispute.about, Voice(names)), number=str(dispute.number))


def whole(disputes: Sequence[DisputeLine], names: Mapping[str, str]) -> None:
    """Every dispute with both sides' words, and how it ended; or that there is none."""
    from engine.reports.disputes import answers_told, end_told, raised_told
    from engine.wording import Voice

    if not disputes:
        render.line(say("Nobody has disputed anything."))
    voice = Voice(names)
    for dispute in disputes:
        render.indented(raised_told(dispute, dispute.about, voice), number=str(dispute.number))
        for sentence in (*answers_told(dispute, voice), end_told(dispute, voice)):
            render.indented(sentence, "dim")
