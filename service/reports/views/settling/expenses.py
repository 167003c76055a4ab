"""What people paid beside the game, for several or as tips: what is entered so far, and what the forms for more need."""

from __future__ import annotations

import msgspec

from engine import commands
from engine.ids import PlayerId
from engine.reports.expenses import expenses, kitty_of, kitty_texts
from engine.state import everybody_by_seat
from engine.wording import Voice
from service.reports.views.settling.closing_sheet import closed_in
from service.reports.views.visible_night import Money, PlayerCents, PlayerNamed, VisibleNight


class ExpenseView(msgspec.Struct, frozen=True, kw_only=True):
    """One expense: its event, who paid, what for, and who bears how much; nobody where the kitty paid."""

    version: int
    player: PlayerId
    name: str
    cents: int
    purpose: str
    shares: tuple[PlayerCents, ...]


class TipView(msgspec.Struct, frozen=True, kw_only=True):
    """One tip: its event, who gave it, and who got it; empty for the kitty."""

    version: int
    name: str
    payee: str
    cents: int


class Sharing(PlayerNamed, frozen=True, kw_only=True):
    """Somebody who may share in an expense; `parts` is 1 for whoever does unless somebody says otherwise, else 0."""

    parts: int


class Expenses(msgspec.Struct, frozen=True, kw_only=True):
    """The page of a night's expenses.

    `payer` is whoever probably paid: the banker. `late`: the plan is frozen and nothing is paid, so that one more is put in
    after this event, the close, and the plan made anew; None before. `over`: somebody has paid, and nothing can be entered.
    `kitty` says what the kitty got, spent and has left, which is `kitty_cents`.
    """

    night: str
    night_name: str
    version: int
    currency: Money
    expenses: tuple[ExpenseView, ...]
    total_cents: int
    tips: tuple[TipView, ...]
    kitty: tuple[str, ...]
    kitty_cents: int
    people: tuple[Sharing, ...]
    payer: PlayerId
    late: int | None
    over: bool


def expenses_of(view: VisibleNight) -> Expenses:
    """The expenses as they stand now."""
    night = view.night
    lines = tuple(_expense_view(view, record.version, event) for record, event in expenses(view.records))
    kitty = kitty_of(view.records, night)
    planned = night.phase == "planned"
    over = view.opened.debts_only or (planned and any(night.closing.paid))
    return Expenses(
        night=view.night_id,
        night_name=view.opened.name,
        version=view.version,
        currency=view.money,
        expenses=lines,
        total_cents=sum(one.cents for one in lines),
        tips=tuple(
            TipView(
                version=move.version,
                name=view.name(move.payer or ""),
                payee=view.name(move.payee) if move.payee else "",
                cents=move.cents,
            )
            for move in kitty.moves
            if move.what == "tip"
        ),
        kitty=tuple(kitty_texts(kitty, Voice(view.names, view.opened.currency))),
        kitty_cents=kitty.left,
        people=tuple(
            Sharing(
                id=player, name=view.name(player), parts=int(player in night.people and not night.people[player].left)
            )
            for player in everybody_by_seat(night)
        ),
        payer=night.banker,
        late=closed_in(view) if planned and not over else None,
        over=over,
    )


def _expense_view(view: VisibleNight, version: int, event: commands.PayExpense) -> ExpenseView:
    return ExpenseView(
        version=version,
        player=event.player,
        name=view.name(event.player),
        cents=event.cents,
        purpose=event.purpose,
        shares=tuple(view.cents_of(share.player, share.cents) for share in event.shares or ()),
    )
