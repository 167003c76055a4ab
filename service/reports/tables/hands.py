"""The log of hands: how each ended, and each player's part in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import escape

from engine.reports.hand_history import Stake
from service.reports.forms.column import CSV, NO_TEXT, TEXT, Column, Setting, Table
from service.reports.forms.kinds import CARDS, CHANGE, NUMBER, PLAYER, SPAN, TIME, WORDS, html, worded
from service.reports.night_report import HandLine, NightReport
from service.reports.phrases import (
    dealer_told,
    departures_told,
    hand_heading,
    pot_told,
    shadow_told,
    stakes_told,
    streets_told,
)

HOUR = worded(lambda time, setting: setting.clock.time(time))


@dataclass(frozen=True, slots=True)
class LogRow:
    """A hand and how it ended, or how it was bet and what was put into it (`hand` None: it belongs to the row above)."""

    hand: HandLine | None
    told: str


LOG: Table[LogRow] = Table(
    columns=(
        Column("hand", NUMBER, lambda row: row.hand.number if row.hand else None, TEXT),
        Column("event", SPAN, lambda row: (row.hand.first, row.hand.last) if row.hand else None, TEXT),
        Column("time", HOUR, lambda row: row.hand and (row.hand.ended_at or row.hand.started_at), TEXT),
        Column("what", WORDS, lambda row: row.told, TEXT, heading="page", wraps=True),
    )
)


@dataclass(frozen=True, slots=True)
class StakeRow:
    """A player's part in a hand: the stake, the cards they showed or won with, and the hand they announced."""

    hand: HandLine
    stake: Stake
    cards: tuple[str, ...] = ()
    announced: str = ""

    @property
    def took_part(self) -> bool:
        """True if chips went in or out, or cards were shown."""
        return bool(self.stake.put_in or self.stake.got or self.stake.scored or self.cards)


def _cards_on_page(row: StakeRow, setting: Setting) -> str:
    """The cards in the colours of their suits, and what they were announced as; empty if no card was shown."""
    if not row.cards:
        return ""
    cards = CARDS.page(row.cards, setting)
    return html(f"{cards} <q>{escape(row.announced)}</q>") if row.announced else cards


def _shadow_on_page(row: StakeRow, setting: Setting) -> str:
    return escape(shadow_told(row.stake)) if row.stake.by_shadow else ""


def _any_beside(rows: Sequence[StakeRow]) -> bool:
    return any(row.stake.scored for row in rows)


# One row for each player and hand, so that a pivot table can count by player, game or dealer; a page has a table for each
# hand.
STAKES: Table[StakeRow] = Table(
    css="stakes",
    columns=(
        Column("hand", NUMBER, lambda row: row.hand.number, CSV),
        Column("game", WORDS, lambda row: row.hand.game, CSV),
        Column("rulebook", WORDS, lambda row: row.hand.rulebook, CSV),
        Column("dealer", PLAYER, lambda row: row.hand.dealer, CSV),
        Column("began", TIME, lambda row: row.hand.started_at, CSV),
        Column("ended", TIME, lambda row: row.hand.ended_at, CSV),
        Column("first event", NUMBER, lambda row: row.hand.first, CSV),
        Column("last event", NUMBER, lambda row: row.hand.last, CSV),
        Column("pot", NUMBER, lambda row: row.hand.pot, CSV),
        Column("carried in", NUMBER, lambda row: row.hand.carried_in, CSV),
        Column("carried out", NUMBER, lambda row: row.hand.carried_out, CSV),
        Column("set aside", NUMBER, lambda row: row.hand.set_aside, CSV),
        Column("player", PLAYER, lambda row: row.stake.player, NO_TEXT, heads=True, note=_cards_on_page),
        Column("put in", NUMBER, lambda row: row.stake.put_in, NO_TEXT, note=_shadow_on_page),
        Column("by shadow", NUMBER, lambda row: row.stake.by_shadow, CSV),
        Column("got", NUMBER, lambda row: row.stake.got, NO_TEXT, shown=lambda row: row.stake.got),
        Column(
            "beside the pot",
            CHANGE,
            lambda row: row.stake.scored,
            NO_TEXT,
            shown=lambda row: row.stake.scored,
            when=_any_beside,
        ),
        Column("chips", CHANGE, lambda row: row.stake.net, NO_TEXT),
        Column("outcome", WORDS, lambda row: row.hand.told, CSV),
    ),
)


def log_rows(report: NightReport) -> list[LogRow]:
    """The rows of each hand: game, dealer and how it ended; the betting, if there was any; what each player put in."""
    rows = []
    for hand in report.hands:
        heading = ", ".join((hand_heading(hand), dealer_told(report, hand), pot_told(hand)))
        rows.append(LogRow(hand, f"{heading}: {hand.told} {departures_told(hand)}".rstrip()))
        if betting := streets_told(hand):
            rows.append(LogRow(None, betting))
        rows.append(LogRow(None, stakes_told(report, hand)))
    return rows


def stake_rows(hand: HandLine) -> list[StakeRow]:
    """Everyone in the hand."""
    shown = {one.player: one for one in hand.shown}
    won = {share.player: share for award in hand.awards for share in award.shares}
    rows = []
    for stake in hand.stakes:
        showing, share = shown.get(stake.player), won.get(stake.player)
        cards = showing.cards if showing else share.cards if share else ()
        rows.append(StakeRow(hand, stake, tuple(cards), showing.announced if showing else ""))
    return rows


def those_who_took_part(hand: HandLine) -> list[StakeRow]:
    """Everyone in the hand who put in, got, paid or showed something."""
    return [row for row in stake_rows(hand) if row.took_part]
