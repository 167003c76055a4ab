"""What a night comes to: nets, plan, payments, report, checks, what a strike would change, and signed receipts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response
from flask.views import MethodView

from engine import commands
from service.api.bodies import JSON
from service.api.context import context
from service.api.parameters import HeadSchema, HolderSchema, KeyHeaders, MovementsSchema, PlanSchema
from service.api.routes import Blueprint, needs
from service.app import permission
from service.app.exchange.exports import histories_of
from service.app.looking_back import receipts, report, verify
from service.app.looking_back.receipts import Change, Receipt, receipt_text
from service.app.night import putting_right
from service.app.night.settling import planned
from service.app.night.witness import Heard, PhoneSigns, hear, sign
from service.people.rights import Deed
from service.reports.disputes import Disputes, disputes_so_far
from service.reports.night_report import NightReport, report_view
from service.reports.requests import Requests, requests_so_far
from service.reports.views.movements import PlayerMovesView, moves_of_player
from service.reports.views.putting_right import CorrectionView, StrikeView
from service.reports.views.settling.closing import ClosingView, closing_now
from service.reports.views.settling.settlement import Nets, Payments, Settlement, nets_now, payments_so_far
from service.reports.views.verification import AdjudicationView, ClubKeys, Proof, adjudication_view

PDF, PNG = "application/pdf", "image/png"
TEXT = "text/plain"

RESULTS = Blueprint("results", __name__, description="What a night comes to.")


class KeyChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new key: the first, one that the key in force endorses, or one in the place of a key that is lost.

    `name` is that of the new key; without, it is numbered.
    """

    change: Change
    name: Annotated[str, msgspec.Meta(max_length=32)] = ""


@RESULTS.route("/nights/<night:night>/nets")
class NightNets(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.answers(Nets)
    def get(self, night: str) -> Nets:
        """What everyone has won or lost."""
        return nets_now(context.see(night))


@RESULTS.route("/nights/<night:night>/movements")
class NightMovements(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.query(MovementsSchema)
    @RESULTS.answers(PlayerMovesView)
    def get(self, whose: dict[str, str], night: str) -> PlayerMovesView:
        """Why each chip and each cent of a player moved: the event, the rule and its sentence, and sums that are the result."""
        return moves_of_player(context.see(night), whose["player"])


@RESULTS.route("/nights/<night:night>/settlement")
class NightSettlement(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.query(PlanSchema)
    @RESULTS.answers(Settlement)
    def get(self, plan: dict[str, Any], night: str) -> Settlement:
        """Who pays whom, and how much of it is paid; before the plan is frozen, who would pay. Refused if the chain is broken."""
        if plan["old_debts"]:
            context.insist_at_night(Deed.SEE_CLUB, night)
        return planned(context.book, context.see_proven(night), plan["kind"], with_old_debts=plan["old_debts"])


@RESULTS.route("/nights/<night:night>/closing")
class NightClosing(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.answers(ClosingView)
    def get(self, night: str) -> ClosingView:
        """What still stands between now and the close: counts, chips by denomination, the gap, and who could bear it."""
        return closing_now(context.see(night))


@RESULTS.route("/nights/<night:night>/payments")
class NightPayments(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.answers(Payments)
    def get(self, night: str) -> Payments:
        """Every payment of the plan so far."""
        return payments_so_far(context.see(night))


@RESULTS.route("/nights/<night:night>/disputes")
class NightDisputes(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.answers(Disputes)
    def get(self, night: str) -> Disputes:
        """Every dispute of the night with both sides' words, and how it ended."""
        return disputes_so_far(context.see(night))


@RESULTS.route("/nights/<night:night>/requests")
class NightRequests(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @RESULTS.answers(Requests)
    def get(self, night: str) -> Requests:
        """Every request of the night: what was asked for, what became of it, and why an open one cannot be approved now."""
        return requests_so_far(context.see(night))


@RESULTS.route("/nights/<night:night>/report")
class Report(MethodView):
    @needs(Deed.SEE_REPORTS)
    @RESULTS.answers(NightReport)
    def get(self, night: str) -> NightReport:
        """The whole report. Refused if the chain is broken, because it would prove nothing."""
        return report_view(context.see_proven(night))


@RESULTS.route("/nights/<night:night>/report.pdf")
class PrintedReport(MethodView):
    @needs(Deed.SEE_REPORTS)
    @RESULTS.response(200, {"type": "string", "format": "binary"}, content_type=PDF, description="The pages.")
    def get(self, night: str) -> Response:
        """The whole report on A4 pages. Whoever runs the bank also gets how to pay what is open. Refused if the chain is broken."""
        return Response(report.night_as_pdf_apart(context.book, context.see_proven(night)), mimetype=PDF)


@RESULTS.route("/nights/<night:night>/report.png")
class PicturedReport(MethodView):
    @needs(Deed.SEE_REPORTS)
    @RESULTS.response(200, {"type": "string", "format": "binary"}, content_type=PNG, description="The picture.")
    def get(self, night: str) -> Response:
        """The results and what is still to be paid as a picture for the group chat. Refused if the chain is broken."""
        return Response(report.standings_as_png_apart(context.see_proven(night)), mimetype=PNG)


@RESULTS.route("/nights/<night:night>/hands.phh")
class HandsAsPhh(MethodView):
    @needs(Deed.SEE_REPORTS)
    @RESULTS.response(200, {"type": "string"}, content_type=TEXT, description="A table of TOML for each hand.")
    def get(self, night: str) -> Response:
        """The standard hands in the Poker Hand History format (PHH). Cards that are closed to whoever asks are ??. Refused if the chain is broken."""
        return Response(histories_of(context.see_proven(night)).text, mimetype=TEXT)


@RESULTS.route("/nights/<night:night>/adjudication")
class Adjudication(MethodView):
    @needs(Deed.CHECK_NIGHT)
    @RESULTS.answers(AdjudicationView)
    def get(self, night: str) -> AdjudicationView:
        """Replays the night through the rules and says where they differ from what was recorded."""
        return adjudication_view(context.see(night))


@RESULTS.route("/nights/<night:night>/verification")
class NightVerification(MethodView):
    @needs(Deed.CHECK_NIGHT)
    @RESULTS.query(HeadSchema)
    @RESULTS.answers(Proof)
    def get(self, kept: dict[str, str], night: str) -> Proof:
        """Checks that the night is as it was written and adds up, and says what no check can show."""
        return verify.verify_night(
            context.book, night, head=kept["head"], sees_everything=context.sees_everything(night)
        )


@RESULTS.route("/nights/<night:night>/strikes/what-if")
class WhatIf(MethodView):
    @needs(Deed.RECORD)
    @RESULTS.takes(commands.StrikeEvents)
    @RESULTS.answers(StrikeView)
    def post(self, command: commands.StrikeEvents, night: str) -> StrikeView:
        """What striking these events would change; nothing is recorded."""
        return putting_right.if_struck(context.see(night), command)


@RESULTS.route("/nights/<night:night>/corrections/what-if")
class WhatIfCorrected(MethodView):
    @needs(Deed.RECORD)
    @RESULTS.takes(commands.CorrectEvents)
    @RESULTS.answers(CorrectionView)
    def post(self, command: commands.CorrectEvents, night: str) -> CorrectionView:
        """What correcting these events would change, hand by hand; nothing is recorded."""
        return putting_right.if_corrected(context.book, context.see(night), command)


RECEIPTS = Blueprint("receipts", __name__, description="What a night came to, signed.")


@RECEIPTS.route("/nights/<night:night>/receipt")
class NightReceipt(MethodView):
    @needs(Deed.SEE_REPORTS)
    @RECEIPTS.query(HolderSchema)
    @RECEIPTS.answers(Receipt)
    def get(self, wanted: dict[str, str], night: str) -> Response:
        """The receipt of a night as a file, signed now; every byte of it counts. It is verified without the book.

        Refused if the club has no key yet (409), and if the chain is broken.
        """
        if wanted["player"]:
            permission.insist_on_own_events(context.book, context.who, night, wanted["player"])
        text = receipt_text(context.book, night, player=wanted["player"])
        return Response(
            text, mimetype=JSON, headers={"Content-Disposition": f'inline; filename="receipt-{night}.json"'}
        )


@RECEIPTS.route("/nights/<night:night>/signatures")
class NightSignatures(MethodView):
    @needs(Deed.SAY_FOR_ONESELF)
    @RECEIPTS.headers(KeyHeaders)
    @RECEIPTS.takes(PhoneSigns)
    @RECEIPTS.response(204, description="It is recorded.")
    def post(self, headers: dict[str, str], said: PhoneSigns, night: str) -> Response:
        """Records what a player says of a settled night, signed by a key of their own; the report says who has.

        What is signed is the canonical text of `answer`, `club`, `"format":"chipbook signature"`, `head`, `night`, `reason` and
        `version`. Of a `saw`, which a phone signs by itself at the end of each hand, only the latest of each phone is kept. Refused
        if a night that is settled has gone on since (409).
        """
        sign(context.book, context.who, night, said, key=headers["key"])
        return Response(status=204)


@RECEIPTS.route("/nights/<night:night>/heard-answers")
class HeardAnswers(MethodView):
    @needs(Deed.RUN_BANK)
    @RECEIPTS.headers(KeyHeaders)
    @RECEIPTS.takes(Heard)
    @RECEIPTS.response(204, description="It is noted.")
    def post(self, headers: dict[str, str], heard: Heard, night: str) -> Response:
        """Notes what a player said of a settled night at the table. Whoever has signed by phone is refused (422)."""
        hear(context.book, context.who, night, heard, key=headers["key"])
        return Response(status=204)


@RECEIPTS.route("/clubs/<club:club>/keys")
class Keys(MethodView):
    @needs(Deed.FIND_CLUB)
    @RECEIPTS.answers(ClubKeys)
    def get(self, club: str) -> ClubKeys:
        """The keys with which a club signs, or signed, by their fingerprints."""
        return receipts.keys_of(context.book, club)

    @needs(Deed.KEEP_KEYS)
    @RECEIPTS.headers(KeyHeaders)
    @RECEIPTS.takes(KeyChange)
    @RECEIPTS.answers(ClubKeys, 201)
    def post(self, headers: dict[str, str], change: KeyChange, club: str) -> ClubKeys:
        """Gives a club a new key. Its private half stays on the server.

        `new` is refused while a key is in force, `rotate` and `lost` while none is (409).
        """
        return receipts.change_key(context.book, club, change.change, change.name, key=headers["key"])
