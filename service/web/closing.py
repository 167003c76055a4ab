"""Count, close and settle: one sheet from top to bottom. The bank fills it in; players read it and do their own part.

And the page of what people paid beside the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Response, jsonify, request
from msgspec import to_builtins

from engine.commands import Command
from engine.ids import NightId, PlayerId
from service.api.bodies import body_as, command_from
from service.api.context import context
from service.app.looking_back.receipts import can_sign
from service.app.looking_back.report import for_chat
from service.app.night.settling import ticket_of_transfer, ways_to_settle
from service.app.night.witness import Heard, PhoneSigns, hear, held_against, seen_in, sign
from service.errors.problems import NothingHere
from service.people.rights import Deed, may
from service.reports.signing import (
    answered_decisions,
    asked_about,
    lines_of_decisions,
    plan_answers_text,
    signing_of,
    to_hear,
)
from service.reports.views.settling.closing_sheet import TransferLine, carry_shared_out, closing_sheet
from service.reports.views.settling.expenses import Expenses, expenses_of
from service.reports.views.settling.settlement import TransferView, frozen_plan
from service.reports.views.visible_night import VisibleNight
from service.web import acting
from service.web.acting import RawCommand, Trouble, go_on, in_place, new_key, record
from service.web.club import club_of_reader
from service.web.player import own_payer, player_page
from service.web.site import HEADERS, Room, page

blueprint = Room("closing")


@blueprint.get("/nights/<night:night>/close", needs=Deed.SEE_NIGHTS)
def sheet(night: NightId) -> Response:
    """The whole sheet as it stands."""
    return _sheet(context.see(night))


@blueprint.post("/nights/<night:night>/close", needs=Deed.SAY)
def fill_in(night: NightId) -> Response:
    """Records what one form of the sheet says; a refusal is told at its place."""
    # Whatever is wrong with the form, the sheet is shown to nobody who may not see the night.
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    view = context.see(night)
    return _done(night, lambda: record(night, [_command(view)]))


def _done(night: NightId, act: Callable[[], object]) -> Response:
    """Does it, and goes on to the sheet; a refusal is told at its place there."""
    # A player who has signed on their own page goes on there.
    if request.form.get("back") == "mine":
        return go_on(act, f"/nights/{night}/mine", lambda trouble: player_page(context.see(night), trouble, at="sign"))
    return go_on(act, f"/nights/{night}/close", lambda trouble: _sheet(context.see(night), trouble=trouble))


@blueprint.post("/nights/<night:night>/signature", needs=Deed.SAY_FOR_ONESELF)
def signature(night: NightId) -> Response:
    """Records what a phone has signed of the night; a refusal is told at its place."""
    fields = ("head", "answer", "reason", "public", "signature")
    stated = {name: request.form.get(name, "") for name in fields}

    def act() -> None:
        numbers = {name: acting.number(name) for name in ("version", "event")}
        signed = body_as({**stated, **numbers}, PhoneSigns)
        sign(context.book, context.who, night, signed, key=acting.key_given())

    return _done(night, act)


@blueprint.post("/nights/<night:night>/heard", needs=Deed.RUN_BANK)
def note_answer(night: NightId) -> Response:
    """Notes what somebody said at the table of the settlement, or of one event; a refusal is told at its place."""
    stated = {name: request.form.get(name, "").strip() for name in ("answer", "reason")}

    def act() -> None:
        player, _, event = acting.text("player").partition(" ")
        numbers = {"version": acting.number("version"), "event": int(event) if event.isdecimal() else 0}
        answer = body_as({**stated, **numbers, "player": player}, Heard)
        hear(context.book, context.who, night, answer, key=acting.key_given())

    return _done(night, act)


# Asked by the script of every page, so that a phone is a witness of what it saw.
@blueprint.get("/witness", needs=Deed.SEE_NIGHTS)
def in_the_book() -> Response:
    """What the book has now of the streams in the query, such as `night:friday.41,club:home.7`; only those of the reader's own club."""
    club = club_of_reader()
    return jsonify(
        to_builtins(held_against(context.book, club, context.who, seen_in(request.args.get("seen", "").split(","))))
    )


@blueprint.get("/nights/<night:night>/transfers/<version:transfer>/code.svg", needs=Deed.SEE_NIGHTS)
def code(night: NightId, transfer: int) -> Response:
    """The code to pay what is open of a transfer in one `way`, for the bank and for the two whose transfer it is."""
    view = context.see(night)
    plan = frozen_plan(view)
    open_transfer = next((one for one in (plan.transfers if plan else ()) if one.number == transfer), None)
    ticket = (
        ticket_of_transfer(context.book, view, open_transfer)
        if open_transfer and _concerns(view, open_transfer)
        else None
    )
    way = next((one for one in (ticket.ways if ticket else ()) if one.kind == request.args.get("way")), None)
    if way is None:
        raise NothingHere(path=request.path)
    answer = Response(way.code, mimetype="image/svg+xml")
    answer.headers.update(HEADERS)
    return answer


def _concerns(view: VisibleNight, transfer: TransferView) -> bool:
    """Whether whoever asks may know how the payee of a transfer wants to be paid."""
    return view.sees_cards or not _own_ids(view).isdisjoint((transfer.payer, transfer.payee))


def _sheet(view: VisibleNight, *, trouble: Trouble | None = None) -> Response:
    sheet, me, about_money = closing_sheet(view), _player(view), answered_decisions(view)
    with_old_debts = request.args.get("old-debts") == "yes"
    ways = ways_to_settle(context.book, view, with_old_debts=with_old_debts) if view.sees_cards else None
    tickets = _tickets(view, sheet.transfers)
    signs = view.phase == "settled" and can_sign(context.book, view.opened.club)
    tells = sheet.plan is not None and may(context.who, Deed.SEE_REPORTS, view.opened.club)
    return in_place(
        trouble,
        lambda at: page(
            "closing/sheet.html",
            night=view.night_id,
            seal=view,
            sheet=sheet,
            currency=sheet.closing.currency,
            ways=ways,
            bank=view.sees_cards,
            me=me,
            own_ids=_own_ids(view),
            tickets=tickets,
            signs=signs,
            signing=signing_of(view, me),
            asked=asked_about(view, about_money, me),
            decided=list(
                zip([one.version for one, _ in about_money], lines_of_decisions(view, about_money), strict=True)
            ),
            signed=plan_answers_text(view) if view.answers else "",
            to_hear=to_hear(view, about_money) if view.sees_cards else (),
            chat=for_chat(view) if tells else "",
            trouble=trouble,
            at=at,
            typed=dict(trouble.said) if trouble else {},
            key=new_key(),
        ),
    )


def _player(view: VisibleNight) -> str | None:
    """The player as whom the reader may speak for themself here; None for anybody else."""
    who, club = context.who, view.opened.club
    return who.known_in(view.night) if who.club == club and may(who, Deed.SAY_FOR_ONESELF, club) else None


def _own_ids(view: VisibleNight) -> frozenset[PlayerId]:
    """The same by every id of theirs: a plan may name somebody under two. Empty for anybody else."""
    return frozenset(context.who.ids) if _player(view) else frozenset()


def _tickets(view: VisibleNight, lines: tuple[TransferLine, ...]) -> dict[int, Any]:
    """How to pay each open transfer, by its number; only those that the reader has to know."""
    results = {
        one.transfer.number: ticket_of_transfer(context.book, view, one.transfer)
        for one in lines
        if one.transfer.open_cents and _concerns(view, one.transfer)
    }
    return {number: ticket for number, ticket in results.items() if ticket}


def _command(view: VisibleNight) -> Command:
    """What the form says. Refuses a form that the sheet does not have, and fields that are filled in wrongly."""
    doing = acting.doing()
    if doing not in FORMS:
        raise acting.NotADoing(text=doing)
    return command_from(FORMS[doing](view))


def _count(view: VisibleNight) -> RawCommand:
    return {"type": "count_chips", "player": acting.text("player"), **acting.counted(view.night.terms.inventory)}


def _say_count(view: VisibleNight) -> RawCommand:
    return {"type": "say_count", "player": acting.text("player"), **acting.counted(view.night.terms.inventory)}


def _leave(view: VisibleNight) -> RawCommand:
    stated = {"type": "leave_night", "player": acting.text("player")}
    result = acting.worth_counted(view.night.terms.inventory)
    if result is None:
        raise acting.NothingSaid
    return stated | {"counted": result}


def _pass_bank(view: VisibleNight) -> RawCommand:
    till = acting.cents_if_any("till", view.opened.currency)
    stated = {"type": "pass_bank", "to": acting.text("to"), **acting.counted(view.night.terms.inventory)}
    return stated if till is None else stated | {"till": till}


def _share_carry(view: VisibleNight) -> RawCommand:
    ruling = carry_shared_out(view.night)
    if ruling is None:
        raise acting.NotADoing(text=acting.doing())
    return {"type": "make_ruling", **to_builtins(ruling)}


def _bear(_: VisibleNight) -> RawCommand:
    by, _colon, player = acting.text("by").partition(":")
    return {"type": "resolve_gap", "by": by, "reason": acting.text("why"), **({"player": player} if player else {})}


def _plan(_: VisibleNight) -> RawCommand:
    return {"type": "freeze_plan", "kind": acting.text("kind"), "with_old_debts": bool(acting.text("with_old_debts"))}


def _take_back(_: VisibleNight) -> RawCommand:
    return {"type": "strike_events", "versions": [acting.number("event")], "reason": acting.text("why")}


def _of_transfer(kind: str) -> Callable[[VisibleNight], RawCommand]:
    """A payment of all that is left of a transfer, or of the amount in the field."""

    def raw(view: VisibleNight) -> RawCommand:
        part = {"cents": acting.cents("cents", view.opened.currency)} if "cents" in request.form else {}
        return {"type": kind, "transfer": acting.number("transfer"), **part}

    return raw


def _confirm_rest(view: VisibleNight) -> RawCommand:
    """What is left of a transfer has arrived, whatever more its payer said."""
    number = acting.number("transfer")
    plan = frozen_plan(view)
    left = next((one.open_cents for one in (plan.transfers if plan else ()) if one.number == number), None)
    return {"type": "confirm_payment", "transfer": number, **({"cents": left} if left else {})}


def _of_request(kind: str) -> Callable[[VisibleNight], RawCommand]:
    return lambda _: {"type": kind, "request": acting.number("request")}


def _not_so(_: VisibleNight) -> RawCommand:
    return {"type": "decline_request", "request": acting.number("request"), "reason": acting.text("why")}


FORMS: Mapping[str, Callable[[VisibleNight], RawCommand]] = {
    "count": _count,
    "say-count": _say_count,
    "confirm-count": lambda _: {"type": "confirm_count", "player": acting.text("player")},
    "leave": _leave,
    "pass-bank": _pass_bank,
    "approve": _of_request("approve_request"),
    "decline": _not_so,
    "withdraw": _of_request("withdraw_request"),
    "close": lambda _: {"type": "close_night"},
    "share-carry": _share_carry,
    "bear": _bear,
    "plan": _plan,
    "take-back": _take_back,
    "pay": _of_transfer("record_payment"),
    "say-paid": _of_transfer("say_payment"),
    "confirm-paid": _of_transfer("confirm_payment"),
    "confirm-rest": _confirm_rest,
}


# What people paid beside the game. The field that holds how many parts somebody shares for is called this, and then their id.
PARTS = "parts-"


@blueprint.get("/nights/<night:night>/expenses", needs=Deed.SEE_NIGHTS)
def expenses(night: NightId) -> Response:
    """All expenses and tips of the night."""
    return _expenses(night)


@blueprint.post("/nights/<night:night>/expenses", needs=Deed.SAY_FOR_ONESELF)
def enter(night: NightId) -> Response:
    """Records an expense or a tip, or takes one back; a refusal is told at its place. Players enter what they paid themselves."""
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    entered = expenses_of(context.see(night))
    return go_on(
        lambda: record(night, [command_from(_form_fields(entered))]),
        f"/nights/{night}/expenses",
        partial(_expenses, night),
    )


def _expenses(night: NightId, trouble: Trouble | None = None) -> Response:
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


def _form_fields(expenses: Expenses) -> RawCommand:
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


def _tip(sheet: Expenses) -> RawCommand:
    """The tip; without a payee it is for the kitty."""
    payee = acting.text("payee")
    return {
        "type": "give_tip",
        "player": acting.text("player"),
        **({"payee": payee} if payee else {}),
        "cents": acting.cents("cents", sheet.currency.currency),
    }


def _expense(sheet: Expenses) -> RawCommand:
    """The expense. Who shares in it is left out where the parts are the usual ones, so that the rules find it."""
    parts = {one.id: acting.number_if_any(PARTS + one.id) or 0 for one in sheet.people}
    usual = parts == {one.id: one.parts for one in sheet.people}
    sharers = [{"player": player, "parts": count} for player, count in parts.items() if count]
    payer = acting.text("player")
    # Where nobody shares, the rules say so of whoever paid for themselves.
    shared: RawCommand = {} if usual else {"among": sharers or [{"player": payer}]}
    return {
        "type": "pay_expense",
        "player": payer,
        "cents": acting.cents("cents", sheet.currency.currency),
        "purpose": acting.text("purpose"),
        **({"kitty": True} if acting.text("kitty") else shared),
    }
