"""What a night comes to: nets, plan, payments, report, checks, what a strike would change, and signed receipts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Response

from engine import commands
from service.api.bodies import JSON
from service.api.context import context
from service.api.parameters import HeadSchema, HolderSchema, KeyHeaders, MovementsSchema, PlanSchema
from service.api.routes import Blueprint
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


@RESULTS.get("/nights/<night:night>/nets", needs=Deed.SEE_NIGHTS, answers=Nets)
def night_nets(night: str) -> Nets:
    """What everyone has won or lost."""
    return nets_now(context.see(night))


@RESULTS.get("/nights/<night:night>/movements", needs=Deed.SEE_NIGHTS, query=MovementsSchema, answers=PlayerMovesView)
def night_movements(whose: dict[str, str], night: str) -> PlayerMovesView:
    """Why each chip and each cent of a player moved: the event, the rule and its sentence, and sums that are the result."""
    return moves_of_player(context.see(night), whose["player"])


@RESULTS.get("/nights/<night:night>/settlement", needs=Deed.SEE_NIGHTS, query=PlanSchema, answers=Settlement)
def night_settlement(plan: dict[str, Any], night: str) -> Settlement:
    """Who pays whom, and how much of it is paid; before the plan is frozen, who would pay. Refused if the chain is broken."""
    if plan["old_debts"]:
        context.insist_at_night(Deed.SEE_CLUB, night)
    return planned(context.book, context.see_proven(night), plan["kind"], with_old_debts=plan["old_debts"])


@RESULTS.get("/nights/<night:night>/closing", needs=Deed.SEE_NIGHTS, answers=ClosingView)
def night_closing(night: str) -> ClosingView:
    """What still stands between now and the close: counts, chips by denomination, the gap, and who could bear it."""
    return closing_now(context.see(night))


@RESULTS.get("/nights/<night:night>/payments", needs=Deed.SEE_NIGHTS, answers=Payments)
def night_payments(night: str) -> Payments:
    """Every payment of the plan so far."""
    return payments_so_far(context.see(night))


@RESULTS.get("/nights/<night:night>/disputes", needs=Deed.SEE_NIGHTS, answers=Disputes)
def night_disputes(night: str) -> Disputes:
    """Every dispute of the night with both sides' words, and how it ended."""
    return disputes_so_far(context.see(night))


@RESULTS.get("/nights/<night:night>/requests", needs=Deed.SEE_NIGHTS, answers=Requests)
def night_requests(night: str) -> Requests:
    """Every request of the night: what was asked for, what became of it, and why an open one cannot be approved now."""
    return requests_so_far(context.see(night))


@RESULTS.get("/nights/<night:night>/report", needs=Deed.SEE_REPORTS, answers=NightReport)
def night_report(night: str) -> NightReport:
    """The whole report. Refused if the chain is broken, because it would prove nothing."""
    return report_view(context.see_proven(night))


@RESULTS.get("/nights/<night:night>/report.pdf", needs=Deed.SEE_REPORTS, file=PDF, says="The pages.")
def printed_report(night: str) -> bytes:
    """The whole report on A4 pages. Whoever runs the bank also gets how to pay what is open. Refused if the chain is broken."""
    return report.night_as_pdf_apart(context.book, context.see_proven(night))


@RESULTS.get("/nights/<night:night>/report.png", needs=Deed.SEE_REPORTS, file=PNG, says="The picture.")
def pictured_report(night: str) -> bytes:
    """The results and what is still to be paid as a picture for the group chat. Refused if the chain is broken."""
    return report.standings_as_png_apart(context.see_proven(night))


@RESULTS.get(
    "/nights/<night:night>/hands.phh", needs=Deed.SEE_REPORTS, file=TEXT, says="A table of TOML for each hand."
)
def hands_as_phh(night: str) -> str:
    """The standard hands in the Poker Hand History format (PHH). Cards that are closed to whoever asks are ??. Refused if the chain is broken."""
    return histories_of(context.see_proven(night)).text


@RESULTS.get("/nights/<night:night>/adjudication", needs=Deed.CHECK_NIGHT, answers=AdjudicationView)
def night_adjudication(night: str) -> AdjudicationView:
    """Replays the night through the rules and says where they differ from what was recorded."""
    return adjudication_view(context.see(night))


@RESULTS.get("/nights/<night:night>/verification", needs=Deed.CHECK_NIGHT, query=HeadSchema, answers=Proof)
def night_verification(kept: dict[str, str], night: str) -> Proof:
    """Checks that the night is as it was written and adds up, and says what no check can show."""
    return verify.verify_night(context.book, night, head=kept["head"], sees_everything=context.sees_everything(night))


@RESULTS.post(
    "/nights/<night:night>/strikes/what-if", needs=Deed.RECORD, takes=commands.StrikeEvents, answers=StrikeView
)
def what_if_struck(command: commands.StrikeEvents, night: str) -> StrikeView:
    """What striking these events would change; nothing is recorded."""
    return putting_right.if_struck(context.book, context.see(night), command)


@RESULTS.post(
    "/nights/<night:night>/corrections/what-if", needs=Deed.RECORD, takes=commands.CorrectEvents, answers=CorrectionView
)
def what_if_corrected(command: commands.CorrectEvents, night: str) -> CorrectionView:
    """What correcting these events would change, hand by hand; nothing is recorded."""
    return putting_right.if_corrected(context.book, context.see(night), command)


RECEIPTS = Blueprint("receipts", __name__, description="What a night came to, signed.")


@RECEIPTS.get("/nights/<night:night>/receipt", needs=Deed.SEE_REPORTS, query=HolderSchema, answers=Receipt)
def night_receipt(wanted: dict[str, str], night: str) -> Response:
    """The receipt of a night as a file, signed now; every byte of it counts. It is verified without the book.

    Refused if the club has no key yet (409), and if the chain is broken.
    """
    if wanted["player"]:
        permission.insist_on_own_events(context.book, context.who, night, wanted["player"])
    text = receipt_text(context.book, night, player=wanted["player"])
    return Response(text, mimetype=JSON, headers={"Content-Disposition": f'inline; filename="receipt-{night}.json"'})


@RECEIPTS.post(
    "/nights/<night:night>/signatures",
    needs=Deed.SAY_FOR_ONESELF,
    headers=KeyHeaders,
    takes=PhoneSigns,
    says="It is recorded.",
)
def sign_night(headers: dict[str, str], said: PhoneSigns, night: str) -> None:
    """Records what a player says of a settled night, signed by a key of their own; the report says who has.

    What is signed is the canonical text of `answer`, `club`, `"format":"chipbook signature"`, `head`, `night`, `reason` and
    `version`. Of a `saw`, which a phone signs by itself at the end of each hand, only the latest of each phone is kept. Refused
    if a night that is settled has gone on since (409).
    """
    sign(context.book, context.who, night, said, key=headers["key"])


@RECEIPTS.post(
    "/nights/<night:night>/heard-answers", needs=Deed.RUN_BANK, headers=KeyHeaders, takes=Heard, says="It is noted."
)
def hear_answer(headers: dict[str, str], heard: Heard, night: str) -> None:
    """Notes what a player said of a settled night at the table. Whoever has signed by phone is refused (422)."""
    hear(context.book, context.who, night, heard, key=headers["key"])


@RECEIPTS.get("/clubs/<club:club>/keys", needs=Deed.FIND_CLUB, answers=ClubKeys)
def club_keys(club: str) -> ClubKeys:
    """The keys with which a club signs, or signed, by their fingerprints."""
    return receipts.keys_of(context.book, club)


@RECEIPTS.post("/clubs/<club:club>/keys", needs=Deed.KEEP_KEYS, headers=KeyHeaders, takes=KeyChange, makes=ClubKeys)
def change_key(headers: dict[str, str], change: KeyChange, club: str) -> ClubKeys:
    """Gives a club a new key. Its private half stays on the server.

    `new` is refused while a key is in force, `rotate` and `lost` while none is (409).
    """
    return receipts.change_key(context.book, club, change.change, change.name, key=headers["key"])
