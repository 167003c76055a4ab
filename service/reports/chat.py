"""What is sent to the group chat as text: the result of a night with who pays whom, and standings."""

from __future__ import annotations

from engine.grammar import amount_text
from engine.reports.transfers import TransferReport
from engine.speech import say, speech
from service.language.local_time import clock_in
from service.reports.night_report import NightReport
from service.reports.phrases import transfer_text
from service.reports.season import SeasonLine, SeasonTable, Standings
from service.reports.season_forms import NOTHING_YET, heading, span_in_currency


def night_for_chat(report: NightReport) -> str:
    """Everybody's result, best first, and the transfers, those that are paid in full with a tick; none before the plan is fixed."""
    exponent = report.currency.exponent
    day = clock_in(report.night.zone).day(report.first_at)
    title = (report.title, day if day != report.title else "", speech().currency(report.currency.code))
    lines = [" · ".join(filter(None, title))]
    if report.transfers.provisional and report.verdict.phase == "open":
        lines.append(say("if the night ended now"))
    lines += [
        f"{report.name(one.player)} {amount_text(one.result, exponent, '', signed=True)}" for one in report.standings
    ]
    if report.transfers.transfers and not report.transfers.provisional:
        lines += ["", *(_transfer(report, one) for one in report.transfers.transfers)]
    return "\n".join(lines)


def _transfer(report: NightReport, one: TransferReport) -> str:
    exponent = report.currency.exponent
    # What went into a later night is still to be paid there.
    paid = not one.open and not one.netted
    told = transfer_text(
        report.name(one.payer), report.name(one.payee), amount_text(one.cents, exponent, ""), paid=paid
    )
    if 0 < one.open < one.cents:
        return say("{transfer} ({amount} still open)", transfer=told, amount=amount_text(one.open, exponent, ""))
    return told


def season_for_chat(standings: Standings) -> str:
    """The club and its nights, then everybody by place, for each currency."""
    lines = [heading(standings)]
    for table in standings.seasons:
        lines += ["", span_in_currency(table), *(_standing(one, table) for one in table.standings)]
    return "\n".join(lines if standings.seasons else [*lines, say(NOTHING_YET)])


def _standing(one: SeasonLine, table: SeasonTable) -> str:
    told = f"{one.name} {amount_text(one.result, table.exponent, '', signed=True)}"
    return f"{one.place}. {told}" if one.player else told
