"""Commands: everything a person can do, one or several at once, and own routes for the usual ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask.views import MethodView

from engine import commands
from engine.registry import OWN_WORD
from service.api.context import NEED_VERSION, context
from service.api.declaring import needs
from service.api.document import body_name
from service.api.http.extensions import Blueprint
from service.api.schemas.commands import BatchSchema, SaidSchema, body_as
from service.api.schemas.headers import ActHeaders, RecordingHeaders
from service.app.take import IncomingCommand
from service.people.access.rights import Deed, deed_of
from service.reports.views.events import Recording

blueprint = Blueprint("commands", __name__, description="Everything a person can do.")

# Acts that have a route of their own in addition to `/commands`, by the noun people look for.
ROUTES: dict[str, type[commands.Command]] = {
    "seats": commands.SeatPlayer,
    "loans": commands.GiveLoan,
    "buy-ins": commands.BuyChips,
    "cash-outs": commands.CashOut,
    "counts": commands.CountChips,
    "requests": commands.AskForChips,
    "approvals": commands.ApproveRequest,
    "declines": commands.DeclineRequest,
    "said-counts": commands.SayCount,
    "said-payments": commands.SayPayment,
    "request-withdrawals": commands.WithdrawRequest,
    "count-confirmations": commands.ConfirmCount,
    "payment-confirmations": commands.ConfirmPayment,
    "handovers": commands.PassBank,
    "hands": commands.AnnounceHand,
    "rulings": commands.MakeRuling,
    "strikes": commands.StrikeEvents,
    "disputes": commands.RaiseDispute,
    "dispute-withdrawals": commands.WithdrawDispute,
    "corrections": commands.CorrectEvents,
    "settlement": commands.FreezePlan,
    "payments": commands.RecordPayment,
}


@blueprint.route("/nights/<night:night>/commands")
class OneCommand(MethodView):
    @needs(Deed.SAY)
    @blueprint.arguments(RecordingHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(SaidSchema)
    @blueprint.answers(Recording, 201)
    def post(self, headers: dict[str, Any], incoming: IncomingCommand, night: str) -> Any:
        """Records one command and everything that follows from it."""
        return _recorded(context.record(night, [incoming], **headers))


@blueprint.route("/nights/<night:night>/batches")
class Batch(MethodView):
    @needs(Deed.SAY)
    @blueprint.arguments(RecordingHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(BatchSchema)
    @blueprint.answers(Recording, 201)
    def post(self, headers: dict[str, Any], batch: list[IncomingCommand], night: str) -> Any:
        """Records several commands in this order: all of them, or none."""
        return _recorded(context.record(night, batch, **headers))


def _recorded(recorded: Recording) -> tuple[Recording, dict[str, str]]:
    return recorded, {"Location": f"/api/v1/nights/{recorded.night}/events/{recorded.events[0].version}"}


def _own_route(noun: str, kind: type[commands.Command]) -> type[MethodView]:
    """The route of one act: its body is the command without its type."""

    # What a player may say for themself is decided when it is known what they say.
    deed = Deed.SAY if kind in OWN_WORD else deed_of(kind)
    headers_needed = ActHeaders if kind in NEED_VERSION else RecordingHeaders

    @needs(deed)
    @blueprint.arguments(headers_needed, location="headers", error_status_code=400)
    @blueprint.takes(body_name(kind), _reader(kind))
    @blueprint.answers(Recording, 201)
    def post(self: MethodView, headers: dict[str, Any], command: commands.Command, night: str) -> Any:
        return _recorded(context.record(night, [IncomingCommand(command)], **headers))

    post.__doc__ = (kind.__doc__ or "").partition("\n")[0]
    return type(f"Post{kind.__name__}", (MethodView,), {"post": post, "methods": {"POST"}})


def _reader(kind: type[commands.Command]) -> Callable[[Any], commands.Command]:
    return lambda body: body_as(body, kind)


for _noun, _kind in ROUTES.items():
    blueprint.route(f"/nights/<night:night>/{_noun}", endpoint=f"post_{_noun.replace('-', '_')}")(
        _own_route(_noun, _kind)
    )
