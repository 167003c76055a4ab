"""The tables of the result: standings, scores on paper, and transfers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from engine.grammar import counted, listed
from engine.reports.figures import Paper, PaperLine, Standing
from engine.reports.transfers import TransferReport, Transfers
from engine.speech import say, say_as
from engine.wording import format_cents
from service.reports.account import Account
from service.reports.forms.column import (
    CSV,
    CURRENCY_BESIDE,
    EVENT,
    EVENTS,
    MONEY,
    MONEY_IF_ANY,
    NO_PAGE,
    NUMBER,
    PAGE,
    PEOPLE,
    PLACE,
    PLAYER,
    RESULT,
    STILL_OPEN,
    TEXT,
    WORDS,
    Aside,
    Column,
    Setting,
    Table,
    harmless,
    html,
    owed,
    phrased,
    worded,
)
from service.reports.night_report import NightReport

SO_FAR, STILL = owed("paid {amount}", "got {amount}"), owed("gets {amount}", "pays {amount}")


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's place and account."""

    standing: Standing
    account: Account

    @property
    def left_with(self) -> int:
        """The chips that the player handed back or has in front of them."""
        return self.standing.stack + self.account.returned


def _hands_were_played(rows: Sequence[StandingRow]) -> bool:
    """False for a night of which only the bank is known."""
    return any(row.account.hands_played for row in rows)


STANDINGS: Table[StandingRow] = Table(
    css="standings",
    totalled="Sum",
    columns=(
        Column("place", PLACE, lambda row: row.standing.place, heading="unseen"),
        Column("player", PLAYER, lambda row: row.standing.player, heading="page", wraps=True, heads=True),
        Column(
            "hands",
            NUMBER,
            lambda row: row.account.hands_played,
            spare=True,
            when=_hands_were_played,
            aside=Aside(lambda hands, _: escape(counted(hands, "hand"))),
        ),
        Column(
            "won",
            NUMBER,
            lambda row: row.account.hands_won,
            spare=True,
            aside=Aside(phrased("{value} won", NUMBER)),
            when=_hands_were_played,
        ),
        Column(
            "from bank",
            NUMBER,
            lambda row: row.account.issued,
            csv_title="chips from bank",
            total=lambda rows: sum(row.account.issued for row in rows),
            aside=Aside(phrased("{value} from the bank", NUMBER), line=1),
        ),
        Column(
            "handed back",
            NUMBER,
            lambda row: row.left_with,
            csv_title="chips left with",
            total=lambda rows: sum(row.left_with for row in rows),
            aside=Aside(phrased("handed back {value} in all", NUMBER), line=1),
        ),
        CURRENCY_BESIDE,
        Column(
            "result {currency}",
            RESULT,
            lambda row: row.standing.result,
            csv_title="result",
            total=lambda rows: sum(row.standing.result for row in rows),
            css="result",
        ),
        Column(
            "so far",
            SO_FAR,
            lambda row: row.account.paid,
            csv_title="paid so far",
            aside=Aside(phrased("{value} so far", SO_FAR), line=2),
        ),
        Column(
            "still",
            STILL,
            lambda row: row.account.due,
            csv_title="still to get",
            aside=Aside(phrased("<b>still {value}</b>", STILL), line=2),
        ),
    ),
)

# In a picture there is room for little else.
PICTURED = STANDINGS.only("place", "player", "result {currency}")


def standing_rows(report: NightReport) -> list[StandingRow]:
    """Everyone, best first."""
    accounts = {account.player: account for account in report.accounts}
    return [StandingRow(standing, accounts[standing.player]) for standing in report.standings]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A score; in a spreadsheet, one player's part of it. `place` is the player's place among the totals."""

    line: PaperLine
    player: str = ""
    place: int = 0

    @property
    def points(self) -> int:
        """The points that the player scored."""
        return self.line.points if self.player in self.line.players else 0


def _each(line: PaperLine) -> str:
    if len(line.players) > 1:
        return say("{what}, {points} each", what=line.what, points=line.points)
    return f"{line.what}, {line.points}"


def _score(line: PaperLine, setting: Setting) -> str:
    players = listed([setting.name(player) for player in line.players])
    return say("{score} for {players}", score=_each(line), players=players)


SCORE = worded(_score, csv=lambda line, _: harmless(line.what))


def paper_table(sheet: Paper) -> Table[PaperRow]:
    """The columns, one of them for each player of the sheet."""
    return Table(
        css="gap",
        columns=(
            Column("hand", NUMBER, lambda row: row.line.hand, heads=True, note=lambda row, _: escape(_each(row.line))),
            Column("event", EVENT, lambda row: row.line.version, css="wide"),
            Column("what", SCORE, lambda row: row.line, NO_PAGE, heading="page", wraps=True),
            *(_total_of(place, player) for place, player in enumerate(sheet.players)),
            Column("player", PLAYER, lambda row: row.player, CSV),
            Column("points", NUMBER, lambda row: row.points, CSV),
            Column("total", NUMBER, lambda row: row.line.totals[row.place], CSV),
        ),
    )


def paper_rows(sheet: Paper) -> list[PaperRow]:
    """One row for each score."""
    return [PaperRow(line) for line in sheet.lines]


def paper_rows_by_player(sheet: Paper) -> list[PaperRow]:
    """One row for each score and player; the last ones hold the totals."""
    return [PaperRow(line, player, place) for line in sheet.lines for place, player in enumerate(sheet.players)]


def _total_of(place: int, player: str) -> Column[PaperRow]:
    return Column("", NUMBER, lambda row: row.line.totals[place], PEOPLE, of_player=player)


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A transfer and the plan it belongs to."""

    transfer: TransferReport
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


def _from_to(transfer: TransferReport, setting: Setting) -> str:
    return say("{payer} to {payee}", payer=setting.name(transfer.payer), payee=setting.name(transfer.payee))


def _from_to_on_page(transfer: TransferReport, setting: Setting) -> str:
    payer, payee = (PLAYER.page(player, setting) for player in (transfer.payer, transfer.payee))
    return html(say('{payer} <span class="quiet">to</span> {payee}', payer=payer, payee=payee))


FROM_TO = worded(_from_to, page=_from_to_on_page)
MONEY_WITH_CURRENCY = worded(lambda cents, setting: format_cents(cents, setting.currency), right=True)


def _is_frozen(rows: Sequence[TransferRow]) -> bool:
    return not any(row.plan.provisional for row in rows)


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
        Column("confirmed", MONEY_IF_ANY, lambda row: row.transfer.confirmed, if_any=True),
        Column("netted", MONEY_IF_ANY, lambda row: row.transfer.netted, if_any=True),
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
