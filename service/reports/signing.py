"""What the phone of a player is asked to sign once it is fixed who pays whom, and what the others have said."""

from __future__ import annotations

import msgspec

from engine.club.acts import NightAnswer, SignNight
from engine.grammar import amount_text, counted
from engine.ids import ClubId, PlayerId
from engine.speech import say
from engine.wording import Voice
from service.reports.night_report import NightReport, report_view
from service.reports.verdict import signed_text, signed_view
from service.reports.views.visible_night import VisibleNight


class Signing(msgspec.Struct, frozen=True, kw_only=True):
    """What a player agrees to or refuses: `sums` says it in short. `answer`: what they have said last of this very head."""

    club: ClubId
    version: int
    head: str
    sums: str
    answer: NightAnswer | None


class ToHear(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose word at the table the bank may note: they have not said anything of this very head, by phone neither."""

    id: PlayerId
    name: str


def to_hear(view: VisibleNight) -> tuple[ToHear, ...]:
    """Those whose words may be noted; nobody before it is fixed who pays whom."""
    if view.phase not in ("settling", "settled"):
        return ()
    spoken = {one.player for one in view.answers if isinstance(one, SignNight) or one.version == view.version}
    players = (one.player for one in report_view(view).standings)
    return tuple(ToHear(id=player, name=view.name(player)) for player in players if player not in spoken)


def signing_of(view: VisibleNight, player: PlayerId | None) -> Signing | None:
    """What this player may sign; None for somebody who was not there, and before it is fixed who pays whom."""
    if player is None or view.phase not in ("settling", "settled"):
        return None
    report = report_view(view)
    result = next((one.result for one in report.standings if one.player == player), None)
    if result is None:
        return None
    mine = (
        one.answer
        for one in reversed(view.answers)
        if (one.player, one.version) == (player, view.version) and one.answer != "saw"
    )
    return Signing(
        club=view.opened.club,
        version=view.version,
        head=view.head,
        sums=_sums(report, player, result),
        answer=next(mine, None),
    )


def signed_told(view: VisibleNight) -> str:
    """Who has signed the plan and who has refused it; empty while nobody has said anything."""
    standings = report_view(view).standings
    said = signed_view((one.player for one in standings), view.answers)
    return signed_text(said, Voice(view.names, view.opened.currency)) if said else ""


def _sums(report: NightReport, player: PlayerId, result: int) -> str:
    """As in: 412 events · +82.50 DKK · you pay Bo 20.00 DKK."""
    money, name = report.voice.money, report.name
    code, exponent = report.currency.code, report.currency.exponent
    parts = [counted(report.version, "event"), amount_text(result, exponent, code, signed=True)]
    for one in report.transfers.transfers:
        if one.payer == player:
            parts.append(say("you pay {payee} {cents}", payee=name(one.payee), cents=money(one.cents)))
        elif one.payee == player:
            parts.append(say("{payer} pays you {cents}", payer=name(one.payer), cents=money(one.cents)))
    return " · ".join(parts)
