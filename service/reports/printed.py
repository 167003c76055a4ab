"""A night, one player's account and the result alone, for print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from msgspec import structs

from engine.speech import say
from engine.wording import closed
from service.reports import phrases, sections
from service.reports.account import Account
from service.reports.forms.as_print import (
    Block,
    Document,
    Heading,
    Statement,
    Text,
    Tickets,
    Together,
    Tone,
    notes,
    printed_table,
)
from service.reports.forms.column import Setting
from service.reports.night_report import NightReport, headline, verdict_parts
from service.reports.sections import Section
from service.reports.tables.accounts import ACCOUNT, KINDS_OF_LOANS, LOANS, AccountRow, account_rows
from service.reports.tables.hands import GAP
from service.reports.tables.standings import OWING, PICTURED, owing_rows, standing_rows


def night_document(report: NightReport, payments: Tickets | None = None) -> Document:
    """The whole report. `payments` are the codes and links for open transfers, if somebody may see them."""
    setting = report.setting
    tone, stated = headline(report)
    blocks_of = partial(_blocks, setting=setting)
    return Document(
        kind=say("Statement of a night"),
        title=report.title,
        facts=tuple(filter(None, (phrases.when_text(report, setting.clock), phrases.facts_text(report)))),
        tone=tone,
        headline=stated,
        first=(
            *verdict_blocks(report),
            *blocks_of(sections.disputed(report)),
            *blocks_of(sections.standings(report)),
            *blocks_of(sections.transfers(report)),
            *blocks_of(sections.spent(report)),
            *blocks_of(sections.gap(report)),
            *proof_blocks(report),
            *((Heading(text=say("How to pay")), payments) if payments else ()),
        ),
        details=(
            *blocks_of(sections.on_paper(report)),
            *(block for section in sections.departures(report) for block in blocks_of(section)),
            *blocks_of(sections.games(report)),
            *blocks_of(sections.hands(report)),
            *_accounts(report, setting),
        ),
        foot=foot_of(report),
    )


def _blocks(section: Section, setting: Setting) -> Iterator[Block]:
    """The section below its heading; nothing if it is empty."""
    if section:
        yield Heading(text=section.head)
    if section.rows:
        yield printed_table(section.table, section.rows, setting)
    for entry in section.entries:
        yield Text(text=entry.text)
        yield from (Text(text=sentence, style="inner") for sentence in entry.below)
    yield from notes(section.notes)


def foot_of(report: NightReport) -> str:
    """What stands below every page: the night, its last event, and the beginning of its head."""
    return " · ".join(
        (
            report.night.id,
            say("event {version}", version=report.version),
            say("head {head}", head=report.head[:16]),
        )
    )


def verdict_blocks(report: NightReport) -> Iterator[Block]:
    """The three sentences of the verdict, then the findings."""
    for tone, mark, word, rest in verdict_parts(report):
        yield Statement(tone=tone, mark=mark, word=word, rest=rest)
    for finding in report.verdict.findings:
        yield Text(text=finding.sentence, style="inner")


def proof_blocks(report: NightReport) -> Iterator[Block]:
    """The head of the night, and how to verify it."""
    yield Heading(
        text=say("Proof"),
        beside=say("head of the book after event {version}, and how to verify it", version=report.version),
    )
    yield Text(text=report.head, style="typed")
    yield Text(text=phrases.verify_command(report), style="typed")


def _accounts(report: NightReport, setting: Setting) -> Iterator[Block]:
    yield Heading(text=say("Accounts"))
    for row in standing_rows(report):
        account = row.account
        yield Together(
            blocks=(
                Heading(text=phrases.result_text(report, account), level=2),
                printed_table(ACCOUNT, account_rows(account), setting),
                *notes((phrases.chips_text(account), phrases.money_text(report, account))),
            )
        )


def player_document(report: NightReport, account: Account, payments: Tickets | None = None) -> Document:
    """The account of one player; every line stands below, if it fits, or on the pages after it."""
    setting = report.setting
    _, of_the_night = headline(report)
    night = report.title
    place = next(one.place for one in report.standings if one.player == account.player)
    players, hands = len(report.standings), phrases.hands_won_text(account)
    if hands:
        standing = say("Place {place} of {players}; {hands}.", place=place, players=players, hands=hands)
    else:
        standing = say("Place {place} of {players}.", place=place, players=players)
    return Document(
        kind=say("Account of a night · {night}", night=night),
        title=account.name,
        facts=tuple(filter(None, (phrases.when_text(report, setting.clock), phrases.facts_text(report)))),
        tone=_tone(account),
        headline=closed(phrases.result_text(report, account)),
        first=(
            *notes((standing, phrases.chips_text(account), phrases.money_text(report, account), of_the_night)),
            *_blocks(_transfers_of(report, account), setting),
            *((Heading(text=say("How to pay")), payments) if payments else ()),
            *_loans(report, account, setting),
            # The sum of one row says nothing; that of all players stands in the sentences.
            *_blocks(
                replace(
                    sections.gap(report),
                    table=structs.replace(GAP, totalled=""),
                    rows=[part for part in report.gap.found if part.player == account.player],
                ),
                setting,
            ),
            *proof_blocks(report),
        ),
        details=(
            Heading(text=say("Account"), beside=say("{player}, every line", player=account.name)),
            printed_table(ACCOUNT, account_rows(account), setting),
            *notes((phrases.chips_text(account), phrases.money_text(report, account))),
        ),
        short=True,
        foot=foot_of(report),
    )


def _transfers_of(report: NightReport, account: Account) -> Section:
    """The transfers of one player; a sentence if there are none."""
    section = sections.transfers(report)
    rows = [row for row in section.rows if account.player in (row.transfer.payer, row.transfer.payee)]
    none = say("{player} owes nobody, and nobody owes {player}.", player=account.name)
    return replace(section, rows=rows, notes=section.notes if rows else [none])


def _tone(account: Account) -> Tone:
    return "good" if account.result > 0 else "bad" if account.result < 0 else "plain"


def _loans(report: NightReport, account: Account, setting: Setting) -> Iterator[Block]:
    loans = [line for line in account.movements if line.kind in KINDS_OF_LOANS]
    yield Heading(text=say("Loans"), beside=phrases.loans_text(report, loans))
    if loans:
        yield printed_table(LOANS, [AccountRow(account, (line,)) for line in loans], setting)


def standings_picture(report: NightReport) -> Document:
    """The results, and what is still to be paid; all else is in the report."""
    setting = report.setting
    tone, stated = headline(report)
    owing = owing_rows(report)
    when = setting.clock.day(report.first_at)
    return Document(
        kind="chipbook",
        title=report.title,
        facts=tuple(filter(None, (when, phrases.size_text(report)))),
        tone=tone,
        headline=stated,
        first=(
            printed_table(PICTURED, standing_rows(report), setting),
            *notes(phrases.nobody_texts(report)),
            *((Heading(text=say("To be paid")), printed_table(OWING, owing, setting)) if owing else ()),
        ),
        foot=foot_of(report),
    )
