"""What players asked for and said themselves, and what became of it."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine import commands
from engine.events import Recorded
from engine.folding import effective
from engine.grammar import counted
from engine.ids import PlayerId
from engine.night.requests.text import asking_text, counting_text, paying_text
from engine.resolved import resolved
from engine.speech import say, to_say
from engine.wording import Voice, because

Kind = Literal["chips", "count", "payment"]
State = Literal["open", "approved", "declined", "withdrawn", "lapsed"]

# How a request ended, up to what was given and why.
ENDED = {
    "approved": to_say("Approved in event {event}"),
    "declined": to_say("Declined in event {event}"),
    "withdrawn": to_say("Withdrawn in event {event}"),
}
COUNTED_OTHERWISE = to_say("Counted otherwise in event {event}")


class RequestReport(msgspec.Struct, frozen=True, kw_only=True):
    """One request. `chips` were asked for, for money if `paid`, or are what the player counted.

    A payment has `transfer` and `cents`. `ended_in`: the event that approved, declined or withdrew it, None while it is
    open; `given`: the chips or cents of that event, None unless it is approved or another count was made. `lapsed`: the
    night was closed before anybody answered. `ended_by`: who said so, as the book keeps it; empty while it is open.
    """

    number: int
    version: int
    player: PlayerId
    kind: Kind
    occurred_at: str
    chips: int | None = None
    paid: bool = False
    transfer: int | None = None
    cents: int | None = None
    state: State = "open"
    ended_in: int | None = None
    given: int | None = None
    reason: str = ""
    ended_at: str = ""
    ended_by: str = ""


def requests(records: Sequence[Recorded]) -> tuple[RequestReport, ...]:
    """Every request in force, in the order in which they were made."""
    reports: dict[int, RequestReport] = {}
    for record in effective(records):
        match record.event:
            case commands.AskForChips() | commands.SayCount() | commands.SayPayment() as asked:
                reports[resolved(asked.number)] = _asked(record, asked)
            case commands.DeclineRequest(request=number, reason=reason):
                reports[number] = _ended(reports[number], record, "declined", reason=reason)
            case commands.WithdrawRequest(request=number):
                reports[number] = _ended(reports[number], record, "withdrawn")
            case commands.CountChips(request=int(number), chips=chips):
                state: State = "approved" if chips == reports[number].chips else "declined"
                reports[number] = _ended(reports[number], record, state, given=chips)
            case (
                commands.GiveLoan(request=int(number), chips=chips)
                | commands.BuyChips(request=int(number), chips=chips)
            ):
                reports[number] = _ended(reports[number], record, "approved", given=chips)
            case commands.RecordPayment(request=int(number), cents=cents):
                reports[number] = _ended(reports[number], record, "approved", given=cents)
            case commands.CloseNight():
                reports = {number: _at_the_close(one) for number, one in reports.items()}
            case _:
                pass
    return tuple(reports.values())


def _asked(record: Recorded, event: commands.AskForChips | commands.SayCount | commands.SayPayment) -> RequestReport:
    request = RequestReport(
        number=resolved(event.number),
        version=record.version,
        player=resolved(event.player),
        kind="chips",
        occurred_at=record.occurred_at,
    )
    match event:
        case commands.AskForChips(chips=chips, paid=paid):
            return replace(request, chips=chips, paid=paid)
        case commands.SayCount(chips=chips):
            return replace(request, kind="count", chips=chips)
        case commands.SayPayment(transfer=transfer, cents=cents):
            return replace(request, kind="payment", transfer=transfer, cents=cents)


def _ended(
    request: RequestReport, record: Recorded, state: State, *, reason: str = "", given: int | None = None
) -> RequestReport:
    return replace(
        request,
        state=state,
        ended_in=record.version,
        reason=reason,
        given=given,
        ended_at=record.occurred_at,
        ended_by=record.actor,
    )


def _at_the_close(request: RequestReport) -> RequestReport:
    return replace(request, state="lapsed") if request.state == "open" else request


def asked_text(one: RequestReport, voice: Voice) -> str:
    """What is asked for or said, without a full stop: "Anna asks for 150 chips on credit"."""
    name = voice.name(one.player)
    if one.kind == "chips":
        return asking_text(name, one.chips or 0, paid=one.paid)
    if one.kind == "count":
        return counting_text(name, one.chips or 0)
    return paying_text(name, voice.money(one.cents), one.transfer)


def end_text(one: RequestReport, voice: Voice) -> str:
    """What became of it, as a sentence."""
    if one.state == "open":
        return say("Still open.")
    if one.state == "lapsed":
        return say("Nobody answered before the close.")
    counted_otherwise = one.kind == "count" and one.state == "declined" and one.given is not None
    text = say(COUNTED_OTHERWISE if counted_otherwise else ENDED[one.state], event=one.ended_in)
    if one.given is not None and one.given != (one.cents if one.kind == "payment" else one.chips):
        given = voice.money(one.given) if one.kind == "payment" else counted(one.given, "chip")
        text = say("{ended}, {given}", ended=text, given=given)
    return because(text, one.reason)
