"""The page of what people paid beside the game: forms for an expense and a tip, and what is entered so far."""

from __future__ import annotations

from typing import Any

from flask import Response

from engine.house.agreements import Currency
from engine.ids import NightId, PlayerId
from service.api.bodies import command_from
from service.api.context import context
from service.people.rights import Deed, may
from service.reports.views.settling.expenses import Expenses, expenses_of
from service.reports.views.visible_night import VisibleNight
from service.web import acting
from service.web.acting import Trouble, attempt, in_place, new_key, record
from service.web.site import Room, on_to, page

blueprint = Room("expenses")
# The field that holds how many parts somebody shares for is called this, and then their id.
PARTS = "parts-"


@blueprint.get("/nights/<night:night>/expenses", needs=Deed.SEE_NIGHTS)
def sheet(night: NightId) -> Response:
    """All expenses and tips of the night."""
    return _sheet(night)


@blueprint.post("/nights/<night:night>/expenses", needs=Deed.SAY_FOR_ONESELF)
def enter(night: NightId) -> Response:
    """Records an expense or a tip, or takes one back; a refusal is told at its place. Players enter what they paid themselves."""
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    expenses = expenses_of(context.see(night))
    trouble = attempt(lambda: record(night, [command_from(_form_fields(expenses))]))
    if isinstance(trouble, Trouble):
        return _sheet(night, trouble=trouble)
    return on_to(f"/nights/{night}/expenses")


def _sheet(night: NightId, *, trouble: Trouble | None = None) -> Response:
    view = context.see(night)
    return in_place(
        trouble,
        lambda at: page(
            "closing/expenses.html",
            night=night,
            sheet=expenses_of(view),
            bank=view.sees_cards,
            payer=own_payer(view),
            trouble=trouble,
            at=at,
            typed=dict(trouble.said) if trouble else {},
            key=new_key(),
        ),
    )


def own_payer(view: VisibleNight) -> PlayerId | None:
    """The reader, if they may enter what they paid for others; None where the bank does, and once the plan is frozen."""
    who = context.who
    enters = view.night.rules.entered_by != "bank" and view.night.phase not in ("new", "planned")
    speaks = who.club == view.opened.club and may(who, Deed.SAY_FOR_ONESELF, view.opened.club)
    return who.player if enters and speaks and who.player in view.night.people else None


def _form_fields(expenses: Expenses) -> dict[str, Any]:
    """What the form says. Refuses a form that the page does not have, and fields that are filled in wrongly."""
    match acting.doing():
        case "take-back":
            return {"type": "strike_events", "versions": [acting.number("event")], "reason": acting.text("why")}
        case "enter":
            act = _expense(expenses)
        case "tip":
            act = _tip(expenses)
        case other:
            raise acting.NotADoing(text=other)
    if expenses.late is None:
        return act
    return {"type": "correct_events", "changes": [{"version": expenses.late, "act": act, "after": True}]}


def _tip(sheet: Expenses) -> dict[str, Any]:
    """The tip; without a payee it is for the kitty."""
    payee = acting.text("payee")
    return {
        "type": "give_tip",
        "player": acting.text("player"),
        **({"payee": payee} if payee else {}),
        "cents": acting.cents("cents", _currency(sheet)),
    }


def _currency(sheet: Expenses) -> Currency:
    return Currency(code=sheet.currency.code, exponent=sheet.currency.exponent)


def _expense(sheet: Expenses) -> dict[str, Any]:
    """The expense. Who shares in it is left out where the parts are the usual ones, so that the rules find it."""
    parts = {one.id: acting.number_if_any(PARTS + one.id) or 0 for one in sheet.people}
    usual = parts == {one.id: one.parts for one in sheet.people}
    sharers = [{"player": player, "parts": count} for player, count in parts.items() if count]
    payer = acting.text("player")
    # Where nobody shares, the rules say so of whoever paid for themselves.
    shared: dict[str, Any] = {} if usual else {"among": sharers or [{"player": payer}]}
    return {
        "type": "pay_expense",
        "player": payer,
        "cents": acting.cents("cents", _currency(sheet)),
        "purpose": acting.text("purpose"),
        **({"kitty": True} if acting.text("kitty") else shared),
    }
