"""A double tap: the same chips for the same player within a minute, under another key (DESIGN 6)."""

from datetime import datetime
from typing import Any

from engine import commands
from engine.errors.base import said
from engine.speech import to_say
from service.book.guards.doubt import Asked, Doubt

SECONDS = 60
# More events than a table records in a minute, so that a long night costs no more than a short one.
EVENTS = 500
WATCHED = (commands.GiveLoan, commands.BuyChips, commands.CashOut)
WORDS = {commands.GiveLoan: "loan", commands.BuyChips: "buy-in", commands.CashOut: "cash-out"}


class LooksLikeARepeat(Doubt):
    code = "looks_like_a_repeat"
    said_as = said(
        act={"loan": to_say("loan"), "buy-in": to_say("buy-in"), "cash-out": to_say("cash-out")},
    )
    sentence = "Event {version}, recorded {seconds} seconds ago, is the same {act} of {chips} chips for {player}."


def repeat_of(command: commands.Command, asked: Asked) -> LooksLikeARepeat | None:
    """The doubt if the same act was recorded less than a minute ago; None within one batch, which may repeat an act."""
    if not isinstance(command, WATCHED):
        return None
    player, chips, paid = command.player, command.chips, _is_paid(command)
    for record in asked.in_force([type(command)], last=EVENTS):
        event: Any = record.event
        # In an evening of many loans, most differ in these already.
        if event.chips != chips or event.player != player or _is_paid(event) != paid:
            continue
        if record.caused_by is not None or record.version > asked.booked:
            continue
        seconds = seconds_between(asked.recorded_at(record.version), asked.now)
        if abs(seconds) < SECONDS:
            act = WORDS[type(command)]
            return LooksLikeARepeat(
                act=act, player=command.player, chips=command.chips, version=record.version, seconds=abs(seconds)
            )
        return None
    return None


def seconds_between(first: str, last: str) -> int:
    """Whole seconds from one time of the book to another."""
    return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())


def _is_paid(act: Any) -> bool | None:
    """Whether chips are handed back for money; None for other acts, of which the kind says so."""
    return getattr(act, "paid", None)
