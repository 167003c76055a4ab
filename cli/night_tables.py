"""The tables of a night on the screen, with columns as those of the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.commands import Currency
from service.tables.column import Column, Setting, Table
from service.tables.kinds import MONEY, MONEY_IF_ANY, NUMBER, PLAYER, RESULT, STILL_OPEN, TIME, WORDS, worded
from service.tables.local_time import clock_in

if TYPE_CHECKING:
    from service.views.night import NightView, PlayerView
    from service.views.settlement import Net, Payment, TransferView
    from service.views.strike import PlayerChange
    from service.views.visible_night import Money, VisibleNight

AT_THE_TABLE = ("at the table", "in the hand")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player at the table of a night that is being played."""

    player: PlayerView
    now: NightView

    @property
    def remarks(self) -> str:
        """Who keeps the bank, who is not at the table, who is to act, and who owes the pot; empty for none of it."""
        player, hand = self.player, self.now.hand
        remarks = (
            "bank" if player.id == self.now.banker else "",
            "" if player.place in AT_THE_TABLE else player.place,
            "to act" if hand and player.id in hand.turn else "",
            f"owes the pot {player.owes_pot}" if player.owes_pot else "",
        )
        return ", ".join(remark for remark in remarks if remark)


def _during_a_hand(rows: Sequence[SeatRow]) -> bool:
    return any(row.now.hand for row in rows)


def _between_hands(rows: Sequence[SeatRow]) -> bool:
    return not _during_a_hand(rows)


def _some_on_paper(rows: Sequence[SeatRow]) -> bool:
    return _some_points([row.player for row in rows])


STACK = worded(lambda player, _: "box" if player.stack is None else f"{player.stack}", right=True)

STACKS: Table[SeatRow] = Table(
    columns=(
        Column("seat", NUMBER, lambda row: row.player.seat),
        Column("player", WORDS, lambda row: row.player.name),
        Column("chips", STACK, lambda row: row.player),
        Column("credit {currency}", MONEY, lambda row: row.player.loan_cents),
        Column("in the pot", NUMBER, lambda row: row.player.put_in, when=_during_a_hand),
        Column("result {currency}", RESULT, lambda row: row.player.result_cents, when=_between_hands),
        Column("on paper", NUMBER, lambda row: row.player.on_paper, when=_some_on_paper),
        Column("remarks", WORDS, lambda row: row.remarks, heading="unseen"),
    )
)


def _paid_already(players: Sequence[PlayerView]) -> bool:
    return any(player.due_cents != player.result_cents for player in players)


def _some_points(players: Sequence[PlayerView]) -> bool:
    return any(player.on_paper for player in players)


RESULTS: Table[PlayerView] = Table(
    columns=(
        Column("player", WORDS, lambda player: player.name),
        Column("result {currency}", RESULT, lambda player: player.result_cents),
        Column(
            "paid in the night",
            MONEY_IF_ANY,
            lambda player: player.due_cents - player.result_cents,
            when=_paid_already,
        ),
        Column("to settle", RESULT, lambda player: player.due_cents, when=_paid_already),
        Column("on paper", NUMBER, lambda player: player.on_paper, when=_some_points),
    )
)

PLAN: Table[TransferView] = Table(
    columns=(
        Column("no", NUMBER, lambda transfer: transfer.number),
        Column("pays", PLAYER, lambda transfer: transfer.payer),
        Column("to", PLAYER, lambda transfer: transfer.payee),
        Column("{currency}", MONEY, lambda transfer: transfer.cents),
        Column("still to pay", STILL_OPEN, lambda transfer: transfer.open_cents),
    )
)

NETS: Table[Net] = Table(
    columns=(
        Column("player", WORDS, lambda net: net.name),
        Column("result {currency}", RESULT, lambda net: net.result_cents),
        Column("to settle", RESULT, lambda net: net.due_cents),
    )
)

PAYMENTS: Table[Payment] = Table(
    columns=(
        Column("event", NUMBER, lambda payment: payment.version),
        Column("pays", PLAYER, lambda payment: payment.payer),
        Column("to", PLAYER, lambda payment: payment.payee),
        Column("{currency}", MONEY, lambda payment: payment.cents),
        Column("when", TIME, lambda payment: payment.occurred_at),
    )
)

AFTER_A_STRIKE: Table[PlayerChange] = Table(
    columns=(
        Column("player", WORDS, lambda player: player.name),
        Column("chips", NUMBER, lambda player: player.stack),
        Column("after", NUMBER, lambda player: player.stack_after),
        Column("result {currency}", RESULT, lambda player: player.result_cents),
        Column("after", RESULT, lambda player: player.result_cents_after),
    )
)


def seats(now: NightView) -> list[SeatRow]:
    """Everyone at the table, by seat. A banker who never sat down has none."""
    return [SeatRow(player, now) for player in now.players if player.seat]


def setting_of(now: NightView) -> Setting:
    """The night's names, currency and clock."""
    return Setting(names=now.names, currency=_currency(now.currency), clock=clock_in(now.zone), begins=now.opened_at)


def setting_of_night(seen: VisibleNight) -> Setting:
    """The names, currency and clock of a night of which one question was asked."""
    return Setting(
        names=seen.names,
        currency=_currency(seen.money),
        clock=clock_in(seen.opened.zone),
        begins=seen.records[0].occurred_at,
    )


def setting_of_change(seen: VisibleNight) -> Setting:
    """The currency of a night that a strike would change; its players stand there by name."""
    return Setting(names={}, currency=_currency(seen.money), clock=clock_in("UTC"))


def _currency(money: Money) -> Currency:
    return Currency(code=money.code, exponent=money.exponent)
