"""One player's account for print: the result, every line, what the loans were, the gap, and who pays whom."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.speech import say
from service.reports import phrases
from service.reports.account import Account
from service.reports.forms.as_files import printed_table
from service.reports.forms.column import Setting
from service.reports.headline import headline
from service.reports.night_report import NightReport
from service.reports.printing.document import Block, Document, Heading, Text, Tickets, Tone
from service.reports.printing.night import foot_of, notes, proof_blocks
from service.reports.tables.accounts import ACCOUNT, KINDS_OF_LOANS, LOANS, AccountRow, account_rows
from service.reports.tables.hands import GAP, setting_of
from service.reports.tables.transfers import TRANSFERS, transfer_rows


def player_document(report: NightReport, account: Account, payments: Tickets | None = None) -> Document:
    """The account of one player; every line stands below, if it fits, or on the pages after it."""
    setting = setting_of(report)
    _, of_the_night = headline(report)
    night = report.title
    place = next(one.place for one in report.standings if one.player == account.player)
    players, hands = len(report.standings), phrases.hands_won_told(account)
    if hands:
        standing = say("Place {place} of {players}; {hands}.", place=place, players=players, hands=hands)
    else:
        standing = say("Place {place} of {players}.", place=place, players=players)
    return Document(
        kind=say("Account of a night · {night}", night=night),
        title=account.name,
        facts=tuple(filter(None, (phrases.when_told(report, setting.clock), phrases.facts_told(report)))),
        tone=_tone(account),
        headline=f"{phrases.result_told(report, account)}.",
        first=(
            *notes((standing, phrases.chips_told(account), phrases.money_told(report, account), of_the_night)),
            *_transfers(report, account, setting),
            *((Heading(text=say("How to pay")), payments) if payments else ()),
            *_loans(report, account, setting),
            *_gap(report, account, setting),
            *proof_blocks(report),
        ),
        details=(
            Heading(text=say("Account"), beside=say("{player}, every line", player=account.name)),
            printed_table(ACCOUNT, account_rows(account), setting),
            *notes((phrases.chips_told(account), phrases.money_told(report, account))),
        ),
        short=True,
        foot=foot_of(report),
    )


def _tone(account: Account) -> Tone:
    return "good" if account.result > 0 else "bad" if account.result < 0 else "plain"


def _transfers(report: NightReport, account: Account, setting: Setting) -> Iterator[Block]:
    provisional = report.transfers.provisional
    yield Heading(text=say("Transfers"), beside=say("if the night ended now") if provisional else "")
    own = [row for row in transfer_rows(report) if account.player in (row.transfer.payer, row.transfer.payee)]
    if own:
        yield printed_table(TRANSFERS, own, setting)
        yield Text(text=phrases.plan_told(report), style="note")
    else:
        yield Text(text=say("{player} owes nobody, and nobody owes {player}.", player=account.name), style="note")


def _loans(report: NightReport, account: Account, setting: Setting) -> Iterator[Block]:
    loans = [line for line in account.movements if line.kind in KINDS_OF_LOANS]
    yield Heading(text=say("Loans"), beside=phrases.loans_told(report, loans))
    if loans:
        yield printed_table(LOANS, [AccountRow(account, (line,)) for line in loans], setting)


def _gap(report: NightReport, account: Account, setting: Setting) -> Iterator[Block]:
    found = [part for part in report.gap.found if part.player == account.player]
    told = phrases.gap_told(report)
    if found or told:
        yield Heading(text=say("Count and gap"))
    if found:
        # The sum of one row says nothing; that of all players stands in the sentences.
        yield printed_table(replace(GAP, totalled=""), found, setting)
    yield from notes(told)
