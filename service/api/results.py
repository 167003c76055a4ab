"""The results of a night: nets, plan, payments, report, adjudication, and what a strike would change."""

from __future__ import annotations

from typing import Any

from flask import g
from flask.views import MethodView

from engine import commands
from service.api.context import context
from service.api.document import body_name
from service.api.schemas.commands import body_as
from service.api.schemas.queries import HeadSchema, PlanSchema
from service.app import adjudicate, report, strike, verify
from service.extensions import Blueprint
from service.views.adjudication import AdjudicationView
from service.views.report import NightReport
from service.views.settlement import Nets, Payments, Settlement, nets_now, payments_so_far, settlement_now
from service.views.strike import StrikeView
from service.views.verification import Proof

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
        return report.report(context.book, night, is_banker=g.is_banker)


@blueprint.route("/nights/<night:night>/adjudication")
class Adjudication(MethodView):
    @blueprint.answers(AdjudicationView)
    def get(self, night: str) -> AdjudicationView:
        """Replays the night through the rules and says where they differ from what was recorded."""
        return adjudicate.adjudicate(context.book, night, is_banker=g.is_banker)


@blueprint.route("/nights/<night:night>/verification")
class NightVerification(MethodView):
    @blueprint.arguments(HeadSchema, location="query")
    @blueprint.answers(Proof)
    def get(self, kept: dict[str, str], night: str) -> Proof:
        """Checks that the night is as it was written and adds up, and says what no check can show."""
        return verify.verify_night(context.book, night, head=kept["head"], is_banker=g.is_banker)


@blueprint.route("/nights/<night:night>/strikes/what-if")
class WhatIf(MethodView):
    @blueprint.takes(body_name(commands.StrikeEvents), lambda body: body_as(body, commands.StrikeEvents))
    @blueprint.answers(StrikeView)
    def post(self, command: commands.StrikeEvents, night: str) -> StrikeView:
        """What striking these events would change; nothing is recorded."""
        return strike.what_if(context.see(night), command)
