"""Tables of the night as a whole: its hands, events, games, stacks and gap."""

from dataclasses import dataclass

from markupsafe import escape

from engine.commands import ExpenseShare
from engine.reports.expenses import KittyMove
from engine.reports.figures import GameReport, StacksAfter
from engine.reports.gap import GapAt
from engine.reports.hand_history import Stake
from engine.reports.sentences import EventSentence
from engine.speech import say, say_as
from service.reports.forms.chart import Chart
from service.reports.forms.column import (
    CARDS,
    CHANGE,
    CSV,
    CURRENCY_BESIDE,
    EVENT,
    MONEY,
    NO_TEXT,
    NUMBER,
    PAGE,
    PEOPLE,
    PLAYER,
    SPAN,
    TEXT,
    TIME,
    WORDS,
    Aside,
    Column,
    Setting,
    Table,
    html,
    phrased,
    worded,
)
from service.reports.night_report import ExpenseLine, HandLine, NightReport
from service.reports.phrases import (
    dealer_text,
    departures_text,
    hand_heading,
    pot_text,
    shadow_text,
    stakes_text,
    streets_text,
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
    return escape(shadow_text(row.stake)) if row.stake.by_shadow else ""


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
            if_any=True,
        ),
        Column("chips", CHANGE, lambda row: row.stake.net, NO_TEXT),
        Column("outcome", WORDS, lambda row: row.hand.told, CSV),
    ),
)


def log_rows(report: NightReport) -> list[LogRow]:
    """The rows of each hand: game, dealer and how it ended; the betting, if there was any; what each player put in."""
    rows = []
    for hand in report.hands:
        heading = ", ".join((hand_heading(hand), dealer_text(report, hand), pot_text(hand)))
        rows.append(LogRow(hand, f"{heading}: {hand.told} {departures_text(hand)}".rstrip()))
        if betting := streets_text(hand):
            rows.append(LogRow(None, betting))
        rows.append(LogRow(None, stakes_text(report, hand)))
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


EVENTS_TOLD: Table[EventSentence] = Table(
    columns=(
        Column("event", NUMBER, lambda event: event.version, CSV),
        Column("follows from", NUMBER, lambda event: event.caused_by, CSV),
        Column("time", TIME, lambda event: event.occurred_at, CSV),
        Column("what", WORDS, lambda event: event.sentence, CSV),
        Column("void", WORDS, lambda event: say_as("an event", "void") if event.void else "", CSV),
    )
)


GAMES: Table[GameReport] = Table(
    columns=(
        Column("game", WORDS, lambda game: game.game, TEXT, heading="page", wraps=True),
        Column("hands", NUMBER, lambda game: game.hands, TEXT),
        Column("chips put in", NUMBER, lambda game: game.chips, TEXT),
        Column("best for", PLAYER, lambda game: game.results[0].player, TEXT),
        Column("best result", CHANGE, lambda game: game.results[0].net, TEXT, heading="page"),
        Column("worst for", PLAYER, lambda game: game.results[-1].player, TEXT),
        Column("worst result", CHANGE, lambda game: game.results[-1].net, TEXT, heading="page"),
    )
)


def _counted_at(part: GapAt, setting: Setting) -> str:
    return _with_box(setting.name(part.player), part)


def _counted_at_on_page(part: GapAt, setting: Setting) -> str:
    return html(_with_box(PLAYER.page(part.player, setting), part))


def _with_box(name: str, part: GapAt) -> str:
    """The name; behind that of a banker whose box was counted when the bank passed on, that it was the box."""
    return say("{banker} (box)", banker=name) if part.box else name


COUNTED_AT = worded(_counted_at, page=_counted_at_on_page)

GAP: Table[GapAt] = Table(
    css="gap",
    totalled="In all",
    columns=(
        Column("player", COUNTED_AT, lambda part: part, PEOPLE, heading="page", wraps=True, heads=True),
        Column("book", NUMBER, lambda part: part.book, PEOPLE),
        Column("counted", NUMBER, lambda part: part.counted, PEOPLE),
        Column("gap", CHANGE, lambda part: part.chips, PEOPLE, total=lambda found: sum(part.chips for part in found)),
        Column(
            "{currency}", MONEY, lambda part: part.cents, PEOPLE, total=lambda found: sum(part.cents for part in found)
        ),
        Column("event", EVENT, lambda part: part.version, PEOPLE, aside=Aside(phrased("event {value}", EVENT))),
    ),
)


@dataclass(frozen=True, slots=True)
class ExpenseRow:
    """One person's share of an expense."""

    expense: ExpenseLine
    share: ExpenseShare


EXPENSES: Table[ExpenseRow] = Table(
    columns=(
        Column("event", NUMBER, lambda row: row.expense.version, CSV),
        Column("time", TIME, lambda row: row.expense.occurred_at, CSV),
        Column("paid for", WORDS, lambda row: row.expense.purpose, CSV),
        Column("paid by", PLAYER, lambda row: row.expense.player, CSV),
        Column("player", PLAYER, lambda row: row.share.player, CSV),
        CURRENCY_BESIDE,
        Column("share", MONEY, lambda row: row.share.cents, CSV),
    )
)


def expense_rows(report: NightReport) -> list[ExpenseRow]:
    """One row for each expense and each who shares in it."""
    return [ExpenseRow(expense, share) for expense in report.expenses for share in expense.shares]


SOMEBODY = worded(lambda player, setting: setting.name(player) if player else say("the kitty of the house"))
KITTY: Table[KittyMove] = Table(
    columns=(
        Column("event", NUMBER, lambda move: move.version, CSV),
        Column("time", TIME, lambda move: move.occurred_at, CSV),
        Column("from", SOMEBODY, lambda move: move.payer or "", CSV),
        Column("to", SOMEBODY, lambda move: move.payee or "", CSV),
        Column("paid for", WORDS, lambda move: move.purpose, CSV),
        CURRENCY_BESIDE,
        Column("amount", MONEY, lambda move: move.cents, CSV),
    )
)


def _hand_on_page(hand: int, setting: Setting) -> str:
    return html(f'<a href="#hand-{hand}">{hand}</a>') if hand else escape(_start())


def _start() -> str:
    return say_as("before the first hand", "start")


HAND = worded(lambda hand, _: f"{hand or _start()}", page=_hand_on_page)


def stack_table(report: NightReport, chart: Chart) -> Table[StacksAfter]:
    """The columns, one of them for each line of the chart."""
    return Table(
        columns=(
            Column("hand", HAND, lambda row: row.hand, PAGE, heads=True),
            *(_stack_of(report.stacks.players.index(line.player), line.player) for line in chart.lines),
        )
    )


def _stack_of(place: int, player: str) -> Column[StacksAfter]:
    return Column("", NUMBER, lambda row: row.stacks[place], PAGE, of_player=player)
