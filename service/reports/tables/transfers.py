"""The plan, transfer by transfer, with what is paid and by which events; and, in short, who owes whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.reports.transfers import Transfers, TransferTold
from engine.speech import say, say_as
from service.reports.forms.column import (
    CSV,
    CURRENCY_BESIDE,
    EVENTS,
    MONEY,
    MONEY_IF_ANY,
    NO_PAGE,
    PAGE,
    PLACE,
    PLAYER,
    STILL_OPEN,
    TEXT,
    WORDS,
    Aside,
    Column,
    Setting,
    Table,
    html,
    phrased,
    worded,
)
from service.reports.night_report import NightReport


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A transfer and the plan it belongs to."""

    transfer: TransferTold
    plan: Transfers

    @property
    def frozen_in(self) -> str:
        """The event that froze the plan, in words."""
        if self.plan.provisional:
            return say("if the night ended now")
        return say("event {version}", version=self.plan.version)

    @property
    def verb(self) -> str:
        """How it is said that the payer owes the payee."""
        if self.plan.provisional:
            return say_as("between payer and payee", "would pay")
        return say_as("between payer and payee", "owes")


def _from_to(transfer: TransferTold, setting: Setting) -> str:
    return say("{payer} to {payee}", payer=setting.name(transfer.payer), payee=setting.name(transfer.payee))


def _from_to_on_page(transfer: TransferTold, setting: Setting) -> str:
    payer, payee = (PLAYER.page(player, setting) for player in (transfer.payer, transfer.payee))
    return html(say('{payer} <span class="quiet">to</span> {payee}', payer=payer, payee=payee))


FROM_TO = worded(_from_to, page=_from_to_on_page)
MONEY_WITH_CURRENCY = worded(lambda cents, setting: f"{MONEY.text(cents, setting)} {setting.currency.code}", right=True)


def _is_frozen(rows: Sequence[TransferRow]) -> bool:
    return not any(row.plan.provisional for row in rows)


def _is_confirmed(rows: Sequence[TransferRow]) -> bool:
    return any(row.transfer.confirmed for row in rows)


def _is_carried_on(rows: Sequence[TransferRow]) -> bool:
    return any(row.transfer.netted for row in rows)


TRANSFERS: Table[TransferRow] = Table(
    css="transfers",
    columns=(
        Column("number", PLACE, lambda row: row.transfer.number, heading="unseen"),
        Column("from", PLAYER, lambda row: row.transfer.payer, NO_PAGE),
        Column("", WORDS, lambda _: say_as("between payer and payee", "to"), TEXT),
        Column("to", PLAYER, lambda row: row.transfer.payee, NO_PAGE),
        Column("from, to", FROM_TO, lambda row: row.transfer, PAGE, heads=True),
        CURRENCY_BESIDE,
        Column("{currency}", MONEY, lambda row: row.transfer.cents, csv_title="amount"),
        Column("paid", MONEY_IF_ANY, lambda row: row.transfer.paid, when=_is_frozen),
        Column("confirmed", MONEY_IF_ANY, lambda row: row.transfer.confirmed, when=_is_confirmed),
        Column("netted", MONEY_IF_ANY, lambda row: row.transfer.netted, when=_is_carried_on),
        Column("open", STILL_OPEN, lambda row: row.transfer.open, when=_is_frozen),
        Column(
            "in event",
            EVENTS,
            lambda row: row.transfer.payments,
            csv_title="paid in events",
            wraps=True,
            when=_is_frozen,
            aside=Aside(phrased("paid in event {value}", EVENTS)),
        ),
        Column("plan", WORDS, lambda row: row.frozen_in, CSV),
    ),
)

OWING: Table[TransferRow] = Table(
    columns=(
        Column("payer", PLAYER, lambda row: row.transfer.payer, heading="page"),
        Column("verb", WORDS, lambda row: row.verb, heading="page"),
        Column("payee", PLAYER, lambda row: row.transfer.payee, heading="page"),
        Column("owed", MONEY_WITH_CURRENCY, lambda row: row.transfer.open, heading="page"),
    ),
)


def transfer_rows(report: NightReport) -> list[TransferRow]:
    """Every transfer of the plan; none if nobody owes anybody."""
    return [TransferRow(transfer, report.transfers) for transfer in report.transfers.transfers]


def owing_rows(report: NightReport) -> list[TransferRow]:
    """The transfers that are not paid in full."""
    return [row for row in transfer_rows(report) if row.transfer.open]
