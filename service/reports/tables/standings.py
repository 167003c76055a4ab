"""The results and their parts; the last row shows that they sum to zero."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from engine.reports.standings import Standing
from service.reports.account import Account
from service.reports.forms.column import (
    CURRENCY_BESIDE,
    NUMBER,
    PEOPLE,
    PLACE,
    PLAYER,
    RESULT,
    Aside,
    Column,
    Table,
    hands_told,
    owed,
    phrased,
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
            aside=Aside(lambda hands, _: escape(hands_told(hands))),
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
            "left with",
            NUMBER,
            lambda row: row.left_with,
            csv_title="chips left with",
            total=lambda rows: sum(row.left_with for row in rows),
            aside=Aside(phrased("left with {value}", NUMBER), line=1),
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
RESULTS: Table[StandingRow] = Table(
    totalled="Sum",
    columns=(
        Column("place", PLACE, lambda row: row.standing.place, PEOPLE, heading="unseen"),
        Column("player", PLAYER, lambda row: row.standing.player, PEOPLE, heading="page", wraps=True, heads=True),
        Column(
            "{currency}",
            RESULT,
            lambda row: row.standing.result,
            PEOPLE,
            total=lambda rows: sum(row.standing.result for row in rows),
        ),
    ),
)


def standing_rows(report: NightReport) -> list[StandingRow]:
    """Everyone, best first."""
    accounts = {account.player: account for account in report.accounts}
    return [StandingRow(standing, accounts[standing.player]) for standing in report.standings]
