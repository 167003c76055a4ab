"""The close as one sheet of paper: every count beside the book, what players say themselves, and what may be taken back."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine import commands, errors
from engine.decider import decide
from engine.folding import effective
from engine.house.agreements import Denomination
from engine.house.soundness import coin_of
from engine.ids import PlayerId
from engine.offer import is_accepted
from engine.play.kitty.fund import from_bankers_left
from engine.reports.expenses import expenses, kitty_of, kitty_texts
from engine.reports.gap import Gap, gap
from engine.resolved import resolved
from engine.speech import say
from engine.state import Night
from engine.wording import Voice
from service.reports.requests import not_paid_texts
from service.reports.views.settling.closing import (
    BearerView,
    ClosingView,
    CountView,
    PiecesView,
    closing_now,
    denominations_text,
)
from service.reports.views.settling.settlement import Payment, Settlement, TransferView, frozen_plan, payments_so_far
from service.reports.views.visible_night import PlayerNamed, VisibleNight


class StatedCount(msgspec.Struct, frozen=True, kw_only=True):
    """What a player says they counted, by the number of their request."""

    request: int
    chips: int
    pieces: tuple[PiecesView, ...]


class CountLine(msgspec.Struct, frozen=True, kw_only=True):
    """One player's count. `pieces` has it by kind of chip, in their order; empty if it was said as a number.

    `said` is their own, None if none waits; `agrees`: they agree with the count that was made. `is_box`: the banker plays
    from the box, and it is the box that is counted. `may_leave`: they may go home now.
    """

    count: CountView
    pieces: tuple[int, ...]
    said: StatedCount | None
    agrees: bool
    is_box: bool
    may_leave: bool


class Borne(msgspec.Struct, frozen=True, kw_only=True):
    """Who bore the gap, as the event `version` says, and with which reason."""

    version: int
    by: str
    costs: tuple[tuple[str, int], ...]
    reason: str


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """A count that has to be made again: since the event `changed_by` the book says another number."""

    name: str
    counted: int
    book: int
    changed_by: int


class Bearer(msgspec.Struct, frozen=True, kw_only=True):
    """One way to resolve the gap, and the player who bears it alone, if it is one."""

    view: BearerView
    player: PlayerId | None


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """What the payer of a transfer says they paid, by the number of the request."""

    request: int
    cents: int


class TransferLine(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer with its payments. `claim`: what the payer says they paid, None if nothing waits for an answer.

    `denied`: who has answered the payer last that it is not paid, in a sentence; empty if nobody has. `to_confirm_cents` are
    paid, and the payee has not said so.
    """

    transfer: TransferView
    claim: Claim | None
    denied: str
    to_confirm_cents: int
    payments: tuple[Payment, ...]


class ClosingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the sheet. `kinds` is empty if the chips are counted as a number, and `counts` is
    false if they are in the book alone, so that nobody counts.

    `told` says in sentences what is missing of which chips; `again`: counts that a correction after the close put in doubt.
    `closed` is the event that closed the night, None before it or where it cannot be taken back by itself; `may_close`
    whether nothing but counts is missing. `carried` says who would get how many chips of the carried pot, empty if none is. `may_bank` are those to whom the bank can pass now. `till_cents` is the money in
    the till by the book, as whoever hands the bank over should
    find them. `coin_cents` is the smallest coin of the house, 1 where all is paid exactly. `expenses_cents`:
    what was paid for several beside the game. `kitty` says what the kitty got and spent, and who keeps the rest.
    """

    name: str
    club: str
    banker: PlayerNamed
    unit_cents: int
    debts_only: bool
    closing: ClosingView
    counts: bool
    kinds: tuple[Denomination, ...]
    lines: tuple[CountLine, ...]
    told: tuple[str, ...]
    bearers: tuple[Bearer, ...]
    borne: Borne | None
    again: tuple[Again, ...]
    closed: int | None
    may_close: bool
    carried: str
    may_bank: tuple[PlayerNamed, ...]
    till_cents: int
    plan: Settlement | None
    transfers: tuple[TransferLine, ...]
    coin_cents: int
    expenses_cents: int
    kitty: tuple[str, ...]


def closing_sheet(night_view: VisibleNight) -> ClosingSheet:
    """The sheet as it stands now."""
    night, view = night_view.night, closing_now(night_view)
    result, plan = gap(night_view.records), frozen_plan(night_view)
    return ClosingSheet(
        name=night_view.opened.name,
        club=night_view.opened.club,
        banker=night_view.named(night.banker),
        unit_cents=night.unit,
        debts_only=night_view.opened.debts_only,
        closing=view,
        counts=night.rules.chips == "real",
        kinds=night.terms.inventory,
        lines=tuple(_lines(night_view, view, result)),
        told=tuple(denominations_text(view)),
        bearers=tuple(Bearer(view=one, player=one.costs[0].id if one.by == "player" else None) for one in view.bearers),
        borne=_borne(night_view, result),
        again=tuple(
            Again(name=night_view.name(one.player), counted=one.counted, book=one.book, changed_by=one.changed_by)
            for one in result.recounts
        ),
        closed=closed_in(night_view),
        may_close=_may_close(night),
        carried=_carried(night_view),
        may_bank=tuple(_may_bank(night_view, view.in_box)),
        till_cents=night.balance.get("till", 0),
        plan=plan,
        transfers=tuple(_transfers(night_view, plan)) if plan else (),
        coin_cents=coin_of(night.rules.cash, night_view.opened.currency),
        expenses_cents=sum(event.cents for _, event in expenses(night_view.records)),
        kitty=tuple(kitty_texts(kitty_of(night_view.records, night), Voice(night_view.names, night.terms.currency))),
    )


def _lines(night_view: VisibleNight, view: ClosingView, gap: Gap) -> Iterator[CountLine]:
    night, stated = night_view.night, _stated(night_view.night)
    for one in view.counts:
        at_table = one.state != "handed in"
        yield CountLine(
            count=one,
            pieces=_by_kind(night, one.pieces),
            said=stated.get(one.id) if at_table else None,
            agrees=one.id in gap.confirmed,
            is_box=one.id == night.from_box,
            may_leave=at_table and is_accepted(decide, commands.LeaveNight(player=one.id), night),
        )


def _by_kind(night: Night, pieces: tuple[PiecesView, ...]) -> tuple[int, ...]:
    results = {one.denomination.casefold(): one.pieces for one in pieces}
    return tuple(results.get(kind.name.casefold(), 0) for kind in night.terms.inventory) if results else ()


def _stated(night: Night) -> dict[PlayerId, StatedCount]:
    """The counts that players say themselves and nobody has taken over yet."""
    return {
        one.asked.player: StatedCount(
            request=number,
            chips=resolved(one.asked.chips),
            pieces=tuple(PiecesView(denomination=part.denomination, pieces=part.pieces) for part in one.asked.pieces),
        )
        for number, one in night.open_requests.items()
        if isinstance(one.asked, commands.SayCount)
    }


def _borne(view: VisibleNight, gap: Gap) -> Borne | None:
    ended = gap.ended
    if ended is None:
        return None
    return Borne(
        version=ended.version,
        by=ended.by,
        costs=tuple((view.name(one.player), one.cents) for one in ended.charges),
        reason=ended.reason,
    )


def closed_in(view: VisibleNight) -> int | None:
    """The event that closed the night; None before it. That of a settlement without a night came with its plan."""
    if view.opened.debts_only or view.night.phase == "open":
        return None
    closes = [one.version for one in effective(view.records) if isinstance(one.event, commands.CloseNight)]
    return closes[-1]


def _may_close(night: Night) -> bool:
    """Whether the night can be closed now, if need be with the book trusted for whoever has not counted."""
    try:
        decide(commands.CloseNight(), night)
    except errors.CountIsMissing:
        return True
    except errors.Refusal:
        return False
    return True


def _carried(view: VisibleNight) -> str:
    ruling = carry_shared_out(view.night)
    moves = ruling.moves if ruling else ()
    return ", ".join(f"{view.name(move.payee.removeprefix('chips:'))} {move.chips}" for move in moves)


def carry_shared_out(night: Night) -> commands.MakeRuling | None:
    """The ruling by which all who sit at the table share the carried pot; None during a hand, if nothing is carried, and
    where nobody sits.

    No rule says what becomes of a pot that no hand follows, so the table has to agree. Odd chips go as those of the kitty.
    """
    at_table = [player for player, person in night.people.items() if not person.left]
    if not at_table:
        return None
    shares = from_bankers_left(night, night.balance.get("carry", 0), at_table)
    moves = tuple(
        commands.ChipMove(payer="carry", payee=f"chips:{player}", chips=chips)
        for player, chips in shares.items()
        if chips
    )
    if not moves:
        return None
    ruling = commands.MakeRuling(
        text=say("No hand follows: the carried pot is shared out."), moves=moves, agreed_by=tuple(at_table)
    )
    return ruling if night.hand is None and is_accepted(decide, ruling, night) else None


def _may_bank(view: VisibleNight, in_box: int | None) -> Iterator[PlayerNamed]:
    night = view.night
    for player in night.everybody:
        passing = commands.PassBank(to=player, chips=in_box, till=max(0, night.balance.get("till", 0)))
        if is_accepted(decide, passing, night):
            yield view.named(player)


def _transfers(view: VisibleNight, plan: Settlement) -> Iterator[TransferLine]:
    claims = {
        one.asked.transfer: Claim(request=number, cents=resolved(one.asked.cents))
        for number, one in view.night.open_requests.items()
        if isinstance(one.asked, commands.SayPayment)
    }
    paid, denied = payments_so_far(view).payments, not_paid_texts(view, plan)
    for one in plan.transfers:
        yield TransferLine(
            transfer=one,
            claim=claims.get(one.number),
            denied=denied.get(one.number, ""),
            # What the banker gets, the bank has said itself.
            to_confirm_cents=0 if one.payee == view.night.banker else one.paid_cents - one.confirmed_cents,
            payments=tuple(payment for payment in paid if payment.transfer == one.number),
        )
