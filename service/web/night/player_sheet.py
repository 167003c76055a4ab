"""What the bank does with one player beside the hands: a sheet that a tap on the player's row opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, request

from engine.commands import Command
from engine.ids import NightId, PlayerId
from service.api.bodies import command_from
from service.api.context import context
from service.api.routes import needs
from service.errors import PlayerMissing
from service.people.access.rights import Deed
from service.reports.views.play.player_sheet import PlayerSheet, player_sheet
from service.web.acting import Trouble, attempt, new_key, record
from service.web.night import fields
from service.web.night.forms import command_in
from service.web.night.in_place import in_place
from service.web.site import on_to, page, room

blueprint = room("player_sheet")

Said = dict[str, Any]
# The form of an act out of turn is that of a control: it holds its command.
OUT_OF_TURN = "out-of-turn"


@blueprint.get("/nights/<night:night>/players/<player:player>")
@needs(Deed.RUN_BANK)
def sheet(night: NightId, player: PlayerId) -> Response:
    """The player as the bank sees them. Refuses somebody who is not at the night (PlayerMissing)."""
    return _sheet(night, player)


@blueprint.post("/nights/<night:night>/players/<player:player>")
@needs(Deed.RUN_BANK)
def act(night: NightId, player: PlayerId) -> Response:
    """Does what a button of the sheet says, and goes back to the table."""
    told = _told(night, player)
    trouble = attempt(lambda: record(night, [_command(told)]))
    if isinstance(trouble, Trouble):
        return _sheet(night, player, trouble=trouble)
    return on_to(f"/nights/{night}")


def _sheet(night: NightId, player: PlayerId, *, trouble: Trouble | None = None) -> Response:
    told = _told(night, player)
    return in_place(
        trouble,
        lambda at: page(
            "closing/player.html",
            night=night,
            told=told,
            currency=told.currency,
            trouble=trouble,
            at=at,
            typed=dict(trouble.said) if trouble else {},
            key=new_key(),
        ),
    )


def _told(night: NightId, player: PlayerId) -> PlayerSheet:
    told = player_sheet(context.see(night), player)
    if told is None:
        raise PlayerMissing(player)
    return told


def _command(told: PlayerSheet) -> Command:
    """What the form says of this player. Refuses a button that the sheet does not have."""
    doing = fields.doing()
    if doing == OUT_OF_TURN:
        return command_in(request.form)
    if doing not in FORMS:
        raise fields.NotADoing(text=doing)
    return command_from(FORMS[doing](told))


def _chips(kind: str, whose: str = "player") -> Callable[[PlayerSheet], Said]:
    return lambda told: {"type": kind, whose: told.id, "chips": fields.number("chips", least=1)}


def _cents(kind: str) -> Callable[[PlayerSheet], Said]:
    return lambda told: {"type": kind, "player": told.id, "cents": fields.cents("cents", told.currency.exponent)}


def _of_player(kind: str) -> Callable[[PlayerSheet], Said]:
    return lambda told: {"type": kind, "player": told.id}


def _leave(told: PlayerSheet) -> Said:
    found = fields.worth_counted(told.kinds)
    if found is None:
        raise fields.NothingSaid
    return {"type": "leave_night", "player": told.id, "counted": found}


FORMS: Mapping[str, Callable[[PlayerSheet], Said]] = {
    "lend": _chips("give_loan"),
    "buy": _chips("buy_chips"),
    "cash-out": lambda told: {**_chips("cash_out")(told), "paid": bool(fields.text("paid"))},
    "transfer": lambda told: {**_chips("transfer_chips", "payer")(told), "payee": fields.text("payee")},
    "pay-in": _cents("pay_in"),
    "pay-out": _cents("pay_out"),
    "stand": _of_player("stand_up"),
    "sit": _of_player("sit_back"),
    "seat": _of_player("seat_player"),
    "leave": _leave,
    "name-cards": lambda told: {**_of_player("name_cards")(told), "cards": fields.text("cards").split()},
    "approve": lambda _: {"type": "approve_request", "request": fields.number("request")},
    "decline": lambda _: {"type": "decline_request", "request": fields.number("request")},
}
