"""The results of a night: nets, plan, payments, report, adjudication, and what a strike would change."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from engine import commands
from service.api.context import context
from service.api.document import body_name
from service.api.schemas.commands import body_as
from service.api.schemas.queries import HeadSchema, PlanSchema
from service.extensions import Blueprint
from service.proof.results import Proof
from service.queries.does_it_hold import Adjudged, adjudged, report, verified
from service.queries.what_would_change import StrikeOutcome, strike_outcome
from service.queries.who_owes_whom import Nets, Payments, Settlement, nets_now, payments_so_far, settlement_now
from service.reports.night_report import NightReport

blueprint = Blueprint("results", __name__, description="What a night comes to.")


@blueprint.route("/nights/<night:night>/nets")
class NightNets(MethodView):
    @blueprint.answers(Nets)
    def get(self, night: str) -> Nets:
        """What everyone has won or lost."""
        return nets_now(context.see(night))


@blueprint.route("/nights/<night:night>/settlement")
class NightSettlement(MethodView):
    @blueprint.arguments(PlanSchema, location="query")
    @blueprint.answers(Settlement)
    def get(self, plan: dict[str, Any], night: str) -> Settlement:
        """Who pays whom, and how much of it is paid; before the plan is frozen, who would pay. Refused if the chain is broken."""
        return settlement_now(context.see_proven(night), plan["kind"])


@blueprint.route("/nights/<night:night>/payments")
class NightPayments(MethodView):
    @blueprint.answers(Payments)
    def get(self, night: str) -> Payments:
        """Every payment of the plan so far."""
        return payments_so_far(context.see(night))


@blueprint.route("/nights/<night:night>/report")
class Report(MethodView):
    @blueprint.answers(NightReport)
    def get(self, night: str) -> NightReport:
        """The whole report. Refused if the chain is broken, because it would prove nothing."""
        return report(context.see_proven(night))


@blueprint.route("/nights/<night:night>/adjudication")
class Adjudication(MethodView):
    @blueprint.answers(Adjudged)
    def get(self, night: str) -> Adjudged:
        """Replays the night through the rules and says where they differ from what was recorded."""
        return adjudged(context.see(night))


@blueprint.route("/nights/<night:night>/verification")
class NightVerification(MethodView):
    @blueprint.arguments(HeadSchema, location="query")
    @blueprint.answers(Proof)
    def get(self, kept: dict[str, str], night: str) -> Proof:
        """Checks that the night is as it was written and adds up, and says what no check can show."""
        return verified(context.see(night), context.database, kept["head"])


@blueprint.route("/nights/<night:night>/strikes/what-if")
class WhatIf(MethodView):
    @blueprint.takes(body_name(commands.StrikeEvents), lambda body: body_as(body, commands.StrikeEvents))
    @blueprint.answers(StrikeOutcome)
    def post(self, command: commands.StrikeEvents, night: str) -> StrikeOutcome:
        """What striking these events would change; nothing is recorded."""
        return strike_outcome(*context.what_if(night, command), command.versions)
