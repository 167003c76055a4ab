"""The tables of a night on the screen, with columns as those of the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.tables.column import Column, Setting, Table
from service.tables.kinds import MONEY, MONEY_IF_ANY, NUMBER, RESULT, STILL_OPEN, WORDS, worded
from service.tables.local_time import clock_in

if TYPE_CHECKING:
    from cli.backend.striking import PlayerChange
    from cli.backend.views import NightView, PlayerView, TransferView

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
            "bank" if player.name == self.now.banker else "",
            "" if player.place in AT_THE_TABLE else player.place,
            "to act" if hand and player.name in hand.turn else "",
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
        Column("credit {currency}", MONEY, lambda row: row.player.credit_cents),
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
        Column("pays", WORDS, lambda transfer: transfer.payer),
        Column("to", WORDS, lambda transfer: transfer.payee),
        Column("{currency}", MONEY, lambda transfer: transfer.cents),
        Column("still to pay", STILL_OPEN, lambda transfer: transfer.cents - transfer.paid_cents),
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
    """Everyone at the table, by seat."""
    return [SeatRow(player, now) for player in now.players]


def setting_of(now: NightView) -> Setting:
    """The night's currency and clock; players stand there by name already."""
    return Setting(names={}, currency=now.currency, clock=clock_in(now.zone), begins=now.opened_at)
