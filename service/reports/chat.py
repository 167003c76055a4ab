"""What is sent to the group chat as text: the result of a night with who pays whom, its receipt, and standings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.grammar import amount_text, counted, listed
from engine.reports.expenses import kitty_texts
from engine.reports.transfers import TransferReport
from engine.speech import say, speech
from service.language.local_time import clock_in
from service.reports.night_report import NightReport
from service.reports.phrases import SIGNED_TOLD, transfer_text
from service.reports.season import SeasonLine, SeasonTable, Standings
from service.reports.season_forms import NOTHING_YET, heading, span_in_currency
from service.reports.verdict import signed_text


def night_for_chat(report: NightReport) -> str:
    """Everybody's result, best first; what was spent beside the game and paid before the plan; the transfers, and who signed.

    There are no transfers before the plan is fixed, and those that are paid in full have a tick.
    """
    exponent = report.currency.exponent
    lines = [_heading(report, speech().currency(report.currency.code))]
    if report.transfers.provisional and report.verdict.phase == "open":
        lines.append(say("if the night ended now"))
    lines += [
        f"{report.name(one.player)} {amount_text(one.result, exponent, '', signed=True)}" for one in report.standings
    ]
    if beside := [*_spent(report), *_paid_before(report)]:
        lines += ["", *beside]
    if report.transfers.transfers and not report.transfers.provisional:
        lines += ["", *(_transfer(report, one) for one in report.transfers.transfers)]
    if report.verdict.signed:
        lines += ["", signed_text(report.verdict.signed, report.voice)]
    return "\n".join(lines)


def receipt_for_chat(report: NightReport, signed_head: str) -> str:
    """The head of the night that the club has signed, in one line, with how anybody verifies it."""
    events = counted(report.version, "event")
    return "\n".join([_heading(report, events), "", signed_head, "", say(SIGNED_TOLD)])


def _heading(report: NightReport, more: str) -> str:
    day = clock_in(report.night.zone).day(report.first_at)
    return " · ".join(filter(None, (report.title, day if day != report.title else "", more)))


def _spent(report: NightReport) -> Iterator[str]:
    """What people paid for several, with who shares in it; tips, and what became of the kitty."""
    for one in report.expenses:
        if one.shares:
            yield say(
                "{player} paid {amount} for {purpose} ({names})",
                player=report.name(one.player),
                amount=amount_text(one.cents, report.currency.exponent, ""),
                purpose=one.purpose,
                names=listed([report.name(share.player) for share in one.shares]),
            )
    yield from (one.told for one in report.tips if one.payee)
    if spent := " ".join(kitty_texts(report.kitty, report.voice)):
        yield spent


def _paid_before(report: NightReport) -> Iterator[str]:
    """Money that went to the bank or came from it before the plan, in all."""
    for one in report.accounts:
        paid = sum(move.paid for move in one.movements if move.kind in ("paid in", "paid out"))
        name, amount = report.name(one.player), amount_text(abs(paid), report.currency.exponent, "")
        if paid > 0:
            yield say("{player} has paid the bank {amount}", player=name, amount=amount)
        elif paid:
            yield say("{player} has got {amount} from the bank", player=name, amount=amount)


def _transfer(report: NightReport, one: TransferReport) -> str:
    exponent = report.currency.exponent
    # What went into a later night is still to be paid there.
    to_pay = one.open + one.netted
    text = transfer_text(
        report.name(one.payer), report.name(one.payee), amount_text(one.cents, exponent, ""), paid=not to_pay
    )
    if 0 < to_pay < one.cents:
        return say("{transfer} ({amount} still open)", transfer=text, amount=amount_text(to_pay, exponent, ""))
    return text


def season_for_chat(standings: Standings) -> str:
    """The club and its nights, then everybody by place, for each currency."""
    lines = [heading(standings)]
    for table in standings.seasons:
        lines += ["", span_in_currency(table), *(_standing(one, table) for one in table.standings)]
    return "\n".join(lines if standings.seasons else [*lines, say(NOTHING_YET)])


def _standing(one: SeasonLine, table: SeasonTable) -> str:
    text = f"{one.name} {amount_text(one.result, table.exponent, '', signed=True)}"
    return f"{one.place}. {text}" if one.player else text
