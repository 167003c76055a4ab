"""The page of a player, the tablet's page, and the sheet by which the bank deals with one player beside the hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Response, request

from engine.commands import AnnounceHand, Command
from engine.ids import NightId, PlayerId
from engine.play.betting.turn_order import next_to_deal
from service.api.bodies import command_from
from service.api.context import context
from service.app.night.lines import games_before
from service.app.night.settling import tickets_of_payer
from service.app.permission import visible_as
from service.errors import PlayerMissing
from service.people.rights import Deed, may
from service.reports.signing import answered_decisions, asked_about
from service.reports.views.play.mine import mine, own_acts, screen_of
from service.reports.views.play.player_sheet import PlayerSheet, player_sheet
from service.reports.views.visible_night import VisibleNight
from service.web import acting
from service.web.acting import RawCommand, Trouble, command_in, go_on, in_place, new_key, record
from service.web.site import Room, chips_lie_right, moved_up_to, page

blueprint = Room("player")
# So many events of the story at first, so many more with every press of “earlier”, and at most.
STORY, MORE, STORY_MOST = 30, 60, 990
# Where the page says why an act in a hand was refused.
OWN_ACT = "act"


@blueprint.get("/nights/<night:night>/mine", needs=Deed.SEE_NIGHTS)
def own_page(night: str) -> Response:
    """The night for a player, also for one who has the bank; for everybody else what the club lets them see."""
    return chips_lie_right(night) or player_page(context.see(night))


@blueprint.post("/nights/<night:night>/mine", needs=Deed.SAY)
def say(night: str) -> Response:
    """Records what a player asks for, says, disputes or does in the hand; refused, the page says so where it was said."""
    # What is said is permitted word by word; the page that says why not shows the night.
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    stated = request.form.get("say", "")
    return go_on(
        lambda: record(night, [command_from(_raw(stated)) if stated else command_in(request.form)]),
        f"/nights/{night}/mine",
        lambda trouble: player_page(context.see(night), trouble, at=stated or OWN_ACT),
    )


@blueprint.get("/nights/<night:night>/screen", needs=Deed.SEE_NIGHTS)
def screen(night: str) -> Response:
    """What lies in the middle of the table, large, for everybody to see: nothing that is closed to anybody."""
    view = visible_as(context.see(night), None)
    return page("player/screen.html", seen=view, screen=screen_of(view))


def player_page(view: VisibleNight, trouble: Trouble | None = None, *, at: str = "") -> Response:
    """The page of whoever does not have the bank, and of the banker as a player. `trouble` is why something was not said.

    `at` is the type of the command that was refused: the page says it there.
    """
    who = context.who
    if banks := view.sees_cards:
        view = visible_as(view, who.known_in(view.night))
    wanted = request.args.get("story", "")
    story = min(max(int(wanted), STORY), STORY_MOST) if wanted.isdecimal() and len(wanted) < 5 else STORY
    return page(
        "player/mine.html",
        mine=mine(view, story=story, moved=moved_up_to()),
        pay=tickets_of_payer(context.book, view),
        speaks=(speaks := may(who, Deed.SAY_FOR_ONESELF, view.opened.club)),
        table=own_acts(view, played_before=_games_before(view)) if speaks else None,
        banks=banks,
        seal=view,
        pays_for_others=own_payer(view) is not None,
        asked=asked_about(view, answered_decisions(view), who.known_in(view.night)) if speaks else (),
        earlier=min(story + MORE, STORY_MOST) if story < STORY_MOST else 0,
        trouble=trouble,
        at=at,
        said=request.form,
        key=new_key(),
    )


def own_payer(view: VisibleNight) -> PlayerId | None:
    """The reader, if they may enter what they paid for others; None where the bank does, and once the plan is frozen."""
    who = context.who
    enters = view.night.rules.entered_by != "bank" and view.night.phase not in ("new", "planned")
    speaks = who.club == view.opened.club and may(who, Deed.SAY_FOR_ONESELF, view.opened.club)
    here = who.known_in(view.night)
    return here if enters and speaks and here in view.night.people else None


def _games_before(view: VisibleNight) -> Sequence[AnnounceHand]:
    """The games of the night before, for whoever announces the first one of this night."""
    announces = view.night.rules.entered_by != "bank" and view.viewer == next_to_deal(view.night)
    return games_before(context.book, view) if announces else ()


def _dispute(form: Mapping[str, str]) -> dict[str, Any]:
    about = {**_numbered("event", form), "missing": bool(form.get("missing"))} if form.get("event", "").strip() else {}
    return {"words": form.get("words", "").strip(), **about}


def _numbered(field: str, form: Mapping[str, str]) -> dict[str, Any]:
    return {field: _number(form.get(field, ""))}


def _number(text: str) -> int | str:
    """The number that was typed; another text as it is, so that it is refused by its name."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) < 12 else text


# What a player may say, by the type of its command: the field that says whose it is, and what the form adds to it.
_SAYS: Mapping[str, tuple[str, Callable[[Mapping[str, str]], dict[str, Any]]]] = {
    "ask_for_chips": ("player", lambda form: {**_numbered("chips", form), "paid": bool(form.get("paid"))}),
    "say_count": ("player", lambda form: _numbered("chips", form)),
    "confirm_count": ("player", lambda _form: {}),
    "say_payment": ("player", lambda form: _numbered("transfer", form)),
    "confirm_payment": (
        "player",
        lambda form: {**_numbered("transfer", form), **(_numbered("cents", form) if "cents" in form else {})},
    ),
    "raise_dispute": ("by", _dispute),
    "withdraw_request": ("player", lambda form: _numbered("request", form)),
    "agree_to_banks_word": ("by", lambda form: {**_numbered("dispute", form), **_numbered("word", form)}),
    "withdraw_dispute": ("by", lambda form: _numbered("dispute", form)),
}


def _raw(text: str) -> dict[str, Any]:
    """The command of the form as plain data. What no player says is refused by whoever reads it."""
    if text not in _SAYS:
        return {"type": text}
    whose, fields = _SAYS[text]
    return {"type": text, whose: context.who.player, **fields(request.form)}


# The form of an act out of turn is that of a control: it holds its command.
OUT_OF_TURN = "out-of-turn"


@blueprint.get("/nights/<night:night>/players/<player:player>", needs=Deed.RUN_BANK)
def sheet(night: NightId, player: PlayerId) -> Response:
    """The player as the bank sees them. Refuses somebody who is not at the night (PlayerMissing)."""
    return _sheet(night, player)


@blueprint.post("/nights/<night:night>/players/<player:player>", needs=Deed.RUN_BANK)
def act(night: NightId, player: PlayerId) -> Response:
    """Does what a button of the sheet says, and goes back to the table."""
    sheet = _player_sheet(night, player)
    return go_on(lambda: record(night, [_command(sheet)]), f"/nights/{night}", partial(_sheet, night, player))


def _sheet(night: NightId, player: PlayerId, trouble: Trouble | None = None) -> Response:
    sheet = _player_sheet(night, player)
    return in_place(
        trouble,
        lambda at: page(
            "closing/player.html",
            night=night,
            sheet=sheet,
            currency=sheet.currency,
            trouble=trouble,
            at=at,
            typed=dict(trouble.said) if trouble else {},
            key=new_key(),
        ),
    )


def _player_sheet(night: NightId, player: PlayerId) -> PlayerSheet:
    sheet = player_sheet(context.see(night), player)
    if sheet is None:
        raise PlayerMissing(player)
    return sheet


def _command(sheet: PlayerSheet) -> Command:
    """What the form says of this player. Refuses a button that the sheet does not have."""
    doing = acting.doing()
    if doing == OUT_OF_TURN:
        return command_in(request.form)
    if doing not in FORMS:
        raise acting.NotADoing(text=doing)
    return command_from(FORMS[doing](sheet))


def _chips(kind: str, whose: str = "player") -> Callable[[PlayerSheet], RawCommand]:
    return lambda sheet: {"type": kind, whose: sheet.id, "chips": acting.number("chips", least=1)}


def _cents(kind: str) -> Callable[[PlayerSheet], RawCommand]:
    return lambda sheet: {
        "type": kind,
        "player": sheet.id,
        "cents": acting.cents("cents", sheet.currency.currency),
    }


def _of_player(kind: str) -> Callable[[PlayerSheet], RawCommand]:
    return lambda sheet: {"type": kind, "player": sheet.id}


def _leave(sheet: PlayerSheet) -> RawCommand:
    if not sheet.counts:
        return {"type": "leave_night", "player": sheet.id}
    result = acting.worth_counted(sheet.kinds)
    if result is None:
        raise acting.NothingSaid
    return {"type": "leave_night", "player": sheet.id, "counted": result}


FORMS: Mapping[str, Callable[[PlayerSheet], RawCommand]] = {
    "lend": _chips("give_loan"),
    "buy": _chips("buy_chips"),
    "cash-out": lambda sheet: {**_chips("cash_out")(sheet), "paid": bool(acting.text("paid"))},
    "transfer": lambda sheet: {**_chips("transfer_chips", "payer")(sheet), "payee": acting.text("payee")},
    "pay-in": _cents("pay_in"),
    "pay-out": _cents("pay_out"),
    "stand": _of_player("stand_up"),
    "sit": _of_player("sit_back"),
    "seat": _of_player("seat_player"),
    "leave": _leave,
    "name-cards": lambda sheet: {**_of_player("name_cards")(sheet), "cards": acting.text("cards").split()},
    "approve": lambda _: {"type": "approve_request", "request": acting.number("request")},
    "decline": lambda _: {"type": "decline_request", "request": acting.number("request")},
}
