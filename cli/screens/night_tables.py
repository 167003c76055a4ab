"""The tables of a night on the screen, with columns as those of the report."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.grammar import amount_text, whole_text
from engine.speech import say, say_as, speech
from service.language.local_time import clock_in
from service.reports.forms.column import (
    MINUTE,
    MONEY,
    MONEY_IF_ANY,
    NUMBER,
    PLAYER,
    RESULT,
    STILL_OPEN,
    TIME,
    WORDS,
    Column,
    Setting,
    Table,
    worded,
)
from service.reports.forms.standing import count_text, phase_text, place_text
from service.reports.views.night import NightRow, NightView, PlayerView
from service.reports.views.putting_right import PlayerChange
from service.reports.views.settling.closing import CountView
from service.reports.views.settling.settlement import Net, Payment, Settlement, TransferView
from service.reports.views.settling.standing_account import AccountNight
from service.reports.views.visible_night import Money, VisibleNight

AT_THE_TABLE = ("at the table", "in the hand")


class SeatRow(msgspec.Struct, frozen=True):
    """A player at the table of a night, with the night."""

    player: PlayerView
    now: NightView

    @property
    def remarks(self) -> str:
        """Who keeps the bank, who is not at the table, who is to act, and who owes the pot; empty for none of it."""
        player, hand = self.player, self.now.hand
        remarks = (
            say_as("a player at the table", "bank") if player.id == self.now.banker else "",
            "" if player.place in AT_THE_TABLE else place_text(player.place),
            say("to act") if hand and player.id in hand.turn else "",
            say("owes the pot {chips}", chips=player.owes_pot) if player.owes_pot else "",
        )
        return ", ".join(remark for remark in remarks if remark)

    @property
    def open_cents(self) -> int:
        """What is open of the plan's transfers to the player, less what is open of theirs."""
        transfers = self.now.transfers
        to = sum(one.open_cents for one in transfers if one.payee == self.player.id)
        return to - sum(one.open_cents for one in transfers if one.payer == self.player.id)


def _during_a_hand(rows: Sequence[SeatRow]) -> bool:
    return any(row.now.hand for row in rows)


def _between_hands(rows: Sequence[SeatRow]) -> bool:
    return not _during_a_hand(rows)


STACK = worded(
    lambda player, _: say_as("chips beside the pot", "box") if player.stack is None else f"{player.stack}", right=True
)

STACKS: Table[SeatRow] = Table(
    columns=(
        Column("seat", NUMBER, lambda row: row.player.seat),
        Column("player", WORDS, lambda row: row.player.name, heads=True),
        Column("chips", STACK, lambda row: row.player),
        Column("credit {currency}", MONEY, lambda row: row.player.loan_cents),
        Column("in the pot", NUMBER, lambda row: row.player.put_in, when=_during_a_hand),
        Column("result {currency}", RESULT, lambda row: row.player.result_cents, when=_between_hands),
        Column("on paper", NUMBER, lambda row: row.player.on_paper, if_any=True),
        Column("remarks", WORDS, lambda row: row.remarks, heading="unseen"),
    )
)


def _paid(row: SeatRow) -> int:
    return row.player.due_cents - row.player.result_cents - row.player.expenses_cents


def _not_only_results(rows: Sequence[SeatRow]) -> bool:
    return any(_paid(row) or row.player.expenses_cents for row in rows)


def _some_paid_by_the_plan(rows: Sequence[SeatRow]) -> bool:
    return any(one.open_cents != one.cents for row in rows for one in row.now.transfers)


RESULTS: Table[SeatRow] = Table(
    columns=(
        Column("player", WORDS, lambda row: row.player.name, heads=True),
        Column("result {currency}", RESULT, lambda row: row.player.result_cents),
        Column("payments", MONEY_IF_ANY, _paid, if_any=True),
        Column("expenses", MONEY_IF_ANY, lambda row: row.player.expenses_cents, if_any=True),
        Column("to settle", RESULT, lambda row: row.player.due_cents, when=_not_only_results),
        Column("still to settle", RESULT, lambda row: row.open_cents, when=_some_paid_by_the_plan),
        Column("on paper", NUMBER, lambda row: row.player.on_paper, if_any=True),
    )
)


PLAN: Table[TransferView] = Table(
    columns=(
        Column("no", NUMBER, lambda transfer: transfer.number),
        Column("pays", WORDS, lambda transfer: transfer.payer_name, heads=True),
        Column("to", WORDS, lambda transfer: transfer.payee_name, heads=True),
        Column("{currency}", MONEY, lambda transfer: transfer.cents),
        Column("netted", MONEY_IF_ANY, lambda transfer: transfer.netted_cents, if_any=True),
        Column("still to pay", STILL_OPEN, lambda transfer: transfer.open_cents),
    )
)


def beside_the_plan(settlement: Settlement) -> list[str]:
    """The old debts that went into a plan, its rounding, and the later nights that took it over, in sentences."""
    code, exponent = speech().currency(settlement.currency.code), settlement.currency.exponent
    debts = [
        f"{debt.payer_name} → {debt.payee_name} {amount_text(debt.cents, exponent)} ({debt.night_called})"
        for debt in settlement.old_debts
    ]
    moved = [f"{one.name} {amount_text(one.cents, exponent, signed=True)}" for one in settlement.rounded]
    sentences = [say("old debts in {currency}: {debts}", currency=code, debts=", ".join(debts))] if debts else []
    if moved:
        sentences.append(say("rounded in {currency}, and given up: {players}", currency=code, players=", ".join(moved)))
    if settlement.netted_into_called:
        sentences.append(say("taken over by: {nights}", nights=", ".join(settlement.netted_into_called)))
    return sentences


NETS: Table[Net] = Table(
    columns=(
        Column("player", WORDS, lambda net: net.name, heads=True),
        Column("result {currency}", RESULT, lambda net: net.result_cents),
        Column("still to settle", RESULT, lambda net: net.due_cents),
    )
)


def _unpaid(night: NightRow, _: Setting) -> str:
    """Each night has a currency of its own."""
    money = night.currency
    return amount_text(night.unpaid_cents, money.exponent, money.code) if night.unpaid_cents else ""


def _counted(count: CountView) -> str:
    """The chips of a count, and which of them came or went since."""
    if count.counted is None:
        return ""
    if not count.since:
        return f"{count.counted}"
    return say("{chips}, {since} since", chips=count.counted, since=whole_text(count.since, signed=True))


UNPAID = worded(_unpaid, right=True)
COUNTED = worded(lambda count, _: _counted(count), right=True)
DIFFERENCE = worded(lambda count, _: whole_text(count.gap, signed=True) if count.gap else "", right=True)
MADE_OF = worded(lambda count, _: count.said or " ".join(f"{one.pieces} {one.denomination}" for one in count.pieces))

COUNTS: Table[CountView] = Table(
    columns=(
        Column("player", WORDS, lambda count: count.name, heads=True),
        Column("by the book", NUMBER, lambda count: count.book),
        Column("counted", COUNTED, lambda count: count),
        Column("made of", MADE_OF, lambda count: count, when=lambda rows: any(row.pieces or row.said for row in rows)),
        Column("difference", DIFFERENCE, lambda count: count),
        Column("worth {currency}", MONEY_IF_ANY, lambda count: count.gap_cents),
        Column(
            "remarks",
            WORDS,
            lambda count: "" if count.state == "counted" else count_text(count.state),
            heading="unseen",
        ),
    )
)

PAYMENTS: Table[Payment] = Table(
    columns=(
        Column("event", NUMBER, lambda payment: payment.version),
        Column("pays", PLAYER, lambda payment: payment.payer, heads=True),
        Column("to", PLAYER, lambda payment: payment.payee, heads=True),
        Column("{currency}", MONEY, lambda payment: payment.cents),
        Column("when", TIME, lambda payment: payment.occurred_at),
    )
)


ACCOUNT: Table[AccountNight] = Table(
    columns=(
        Column("night", WORDS, lambda night: night.name or night.night),
        Column("in {currency}", MONEY, lambda night: night.in_cents),
        Column("out", MONEY, lambda night: night.out_cents),
        Column("result", RESULT, lambda night: night.result_cents),
        Column("old debts", RESULT, lambda night: night.old_cents, if_any=True),
        Column("rounded", RESULT, lambda night: night.rounded_cents, if_any=True),
        Column("paid", RESULT, lambda night: night.paid_cents),
        Column("netted", RESULT, lambda night: -night.netted_cents, if_any=True),
        Column("into", WORDS, lambda night: ", ".join(night.netted_into_called), if_any=True),
        Column("open", RESULT, lambda night: night.open_cents),
        Column("balance", RESULT, lambda night: night.balance_cents),
    )
)

AFTER_A_STRIKE: Table[PlayerChange] = Table(
    columns=(
        Column("player", WORDS, lambda player: player.name, heads=True),
        Column("chips", NUMBER, lambda player: player.stack),
        Column("after", NUMBER, lambda player: player.stack_after),
        Column("result {currency}", RESULT, lambda player: player.result_cents),
        Column("after", RESULT, lambda player: player.result_cents_after),
    )
)


NIGHTS: Table[NightRow] = Table(
    columns=(
        Column("night", WORDS, lambda night: night.night),
        Column("opened", WORDS, lambda night: MINUTE.text(night.opened_at, Setting(clock=clock_in(night.zone)))),
        Column("name", WORDS, lambda night: night.name),
        Column("club", WORDS, lambda night: night.club_name),
        Column("state", WORDS, lambda night: phase_text(night.phase)),
        Column("hands", NUMBER, lambda night: night.hands_played),
        Column("unpaid", UNPAID, lambda night: night),
        Column("players", WORDS, lambda night: ", ".join(player.name for player in night.players)),
    )
)


def seats(now: NightView) -> list[SeatRow]:
    """Everyone at the table, by seat. A banker who never sat down has none."""
    return [SeatRow(player, now) for player in now.players if player.seat]


def setting_of(now: NightView) -> Setting:
    """The night's names, currency and clock."""
    return Setting(names=now.names, currency=now.currency.currency, clock=clock_in(now.zone), begins=now.opened_at)


def setting_in(money: Money, zone: str = "UTC") -> Setting:
    """The currency and the clock of a table that names its people itself."""
    return Setting(currency=money.currency, clock=clock_in(zone))


def setting_of_night(view: VisibleNight) -> Setting:
    """The names, currency and clock of a night of which one question was asked."""
    return Setting(
        names=view.names,
        currency=view.money.currency,
        clock=clock_in(view.opened.zone),
        begins=view.records[0].occurred_at,
    )
