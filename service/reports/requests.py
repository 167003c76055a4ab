"""What do players ask of the bank? Each request, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine import commands, errors
from engine.decider import decide
from engine.night.requests.matching import act_asked_for
from engine.reports.requests import RequestReport, asked_text, end_text, requests
from engine.speech import say, say_as, to_say_each
from engine.wording import Voice, because
from service.language.shorthand.bank import open_request_lines
from service.reports.forms.column import CSV, CURRENCY_BESIDE, MONEY, NUMBER, PLAYER, TIME, WORDS, Column, Table
from service.reports.views.lending import LIMITS
from service.reports.views.settling.settlement import Settlement
from service.reports.views.visible_night import VisibleNight


class RequestLine(RequestReport, frozen=True, kw_only=True):
    """A request; `told` says what is asked for, `end` what became of it."""

    told: str
    end: str


to_say_each("a request", "for money, on credit, count, payment")
to_say_each("a request", "open, approved, declined, withdrawn, not answered")


def request_kind_text(request: RequestReport) -> str:
    """What sort of request it is, in a word or two."""
    given = "for money" if request.paid else "on credit"
    word = given if request.kind == "chips" else request.kind
    return say_as("a request", word)


def request_state_text(request: RequestReport) -> str:
    """The state of a request in a word or two."""
    word = "not answered" if request.state == "lapsed" else request.state
    return say_as("a request", word)


def request_lines(requests: Iterable[RequestReport], voice: Voice) -> tuple[RequestLine, ...]:
    """The requests with their sentences."""
    return tuple(
        RequestLine(told=asked_text(one, voice), end=end_text(one, voice), **msgspec.structs.asdict(one))
        for one in requests
    )


def _chips_given(request: RequestLine) -> int | None:
    return None if request.kind == "payment" else request.given


def _cents_given(request: RequestLine) -> int | None:
    return request.given if request.kind == "payment" else None


REQUESTS: Table[RequestLine] = Table(
    columns=(
        Column("request", NUMBER, lambda request: request.number, CSV),
        Column("asked in event", NUMBER, lambda request: request.version, CSV),
        Column("time", TIME, lambda request: request.occurred_at, CSV),
        Column("player", PLAYER, lambda request: request.player, CSV),
        Column("kind", WORDS, request_kind_text, CSV),
        Column("what", WORDS, lambda request: request.told, CSV),
        Column("chips", NUMBER, lambda request: request.chips, CSV),
        Column("transfer", NUMBER, lambda request: request.transfer, CSV),
        CURRENCY_BESIDE,
        Column("amount", MONEY, lambda request: request.cents, CSV),
        Column("state", WORDS, request_state_text, CSV),
        Column("ended in event", NUMBER, lambda request: request.ended_in, CSV),
        Column("chips given", NUMBER, _chips_given, CSV),
        Column("amount recorded", MONEY, _cents_given, CSV),
        Column("outcome", WORDS, lambda request: request.end, CSV),
    )
)


# By these rules chips are given when the hand is over.
WAIT_FOR_THE_END = (errors.TableStakes, errors.BankerIsPlaying)


class RequestView(RequestLine, frozen=True, kw_only=True):
    """A request. `refused` says by which rule it would be refused if it were approved now, None if it would not be.

    `refused_as` is the code of that rule; a `waivable` one may be set aside by the banker.
    """

    refused: str | None
    refused_as: str | None
    waivable: bool

    @property
    def is_beyond(self) -> bool:
        """Whether it passes what the house lends, so that one tap more is enough."""
        return self.refused_as in LIMITS


class Requests(msgspec.Struct, frozen=True, kw_only=True):
    """Every request in the order in which they were made; `open` says how many wait for an answer."""

    night: str
    version: int
    open: int
    requests: tuple[RequestView, ...]


def requests_so_far(view: VisibleNight) -> Requests:
    """All the requests of the night."""
    views = _views(view, requests(view.records))
    return Requests(night=view.night_id, version=view.version, open=len(view.night.open_requests), requests=views)


def open_requests(view: VisibleNight) -> tuple[RequestView, ...]:
    """The requests that wait for an answer."""
    if not view.night.open_requests:
        return ()
    return _views(view, [one for one in requests(view.records) if one.state == "open"])


def not_paid_texts(view: VisibleNight, plan: Settlement) -> dict[int, str]:
    """By transfer of the plan, who has answered its payer last that it is not paid, and why, in a sentence.

    Only while it holds: no longer once the payer says so again, something was paid, or another plan was made.
    """
    voice = Voice(view.names, view.opened.currency)
    last = {one.transfer: one for one in requests(view.records) if one.kind == "payment"}
    texts: dict[int, str] = {}
    for transfer in plan.transfers:
        one = last.get(transfer.number)
        if one is None or one.state != "declined" or not transfer.open_cents:
            continue
        if (one.ended_in or 0) > max(plan.frozen or 0, *transfer.payments, 0):
            _, player, by = one.ended_by.partition("player:")
            who = view.name(by if player else view.night.banker)
            text = say("{who} says that {amount} has not arrived", who=who, amount=voice.money(one.cents))
            texts[transfer.number] = because(text, one.reason)
    return texts


def request_hints(view: VisibleNight) -> list[str]:
    """The lines that end the open requests."""
    result = open_requests(view)
    return open_request_lines(
        result, {one.number: one.refused for one in result if one.refused}, Voice(view.names, view.opened.currency)
    )


def _views(view: VisibleNight, requests: Sequence[RequestReport]) -> tuple[RequestView, ...]:
    return tuple(_view(view, line) for line in request_lines(requests, Voice(view.names, view.opened.currency)))


def _view(view: VisibleNight, line: RequestLine) -> RequestView:
    refusal = refused_now(view, line.number) if line.state == "open" else None
    return RequestView(
        refused=refusal.say(dict(view.names)) if refusal else None,
        refused_as=refusal.code if refusal else None,
        waivable=refusal is not None and refusal.waivable,
        **msgspec.structs.asdict(line),
    )


def refused_now(view: VisibleNight, request: int) -> errors.Refusal | None:
    """The refusal that an approval would meet now; None if it would be recorded."""
    command: commands.Command = commands.ApproveRequest(request=request)
    loan = act_asked_for(view.night.open_requests[request].asked, request)
    if isinstance(loan, commands.GiveLoan) and (earlier := view.owed_before.get(loan.player, 0)):
        command = msgspec.structs.replace(loan, earlier=earlier)
    try:
        decide(command, view.night)
    except errors.Refusal as refusal:
        return refusal
    return None
