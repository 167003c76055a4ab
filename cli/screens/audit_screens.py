"""How a night looks to whoever checks it: the drawn table, what moved and why, and where two versions part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from cli import render
from cli.screens.night_tables import STACK, setting_in
from engine.grammar import amount_text, capital, listed
from engine.reports.movements import HandBrought
from engine.speech import say, say_as
from engine.wording import cards_text, signed
from service.language.local_time import clock_in
from service.reports.forms.column import CARDS, CHANGE, EVENT, WORDS, Column, Setting, Table, worded
from service.reports.forms.standing import place_text
from service.reports.views.events import EventView
from service.reports.views.movements import MovesView, MoveView, PlayerMovesView, PlayerMoveView
from service.reports.views.table import HandOnTable, Seat, TableView
from service.reports.views.table import Table as TableNow
from service.reports.views.verification import DifferenceView
from service.reports.views.visible_night import Money


def _clock_text(time: str, setting: Setting) -> str:
    return setting.clock.minute(time)[-5:] if time else ""


def _amount_text(line: PlayerMoveView, setting: Setting) -> str:
    amount = PRICE.text(line.moved, setting) if line.money else f"{line.moved}"
    return f"{line.source} → {line.target}: {amount}"


IF_ANY = worded(lambda number, _: f"{number or ''}", right=True)
CHANGE_IF_ANY = worded(lambda chips, _: signed(chips) if chips else "", right=True)
PRICE = worded(lambda cents, setting: amount_text(cents, setting.currency.exponent, setting.currency.code))
RESULT_IF_ANY = worded(
    lambda cents, setting: (
        amount_text(cents, setting.currency.exponent, setting.currency.code, signed=True) if cents else ""
    ),
    right=True,
)

SEATS: Table[Seat] = Table(
    columns=(
        Column("", WORDS, lambda seat: "→" if seat.to_act else ""),
        Column("seat", IF_ANY, lambda seat: seat.seat or 0),
        Column("player", WORDS, lambda seat: seat.name),
        Column("chips", STACK, lambda seat: seat),
        Column("in the pot", IF_ANY, lambda seat: seat.put_in or 0),
        Column("cards", CARDS, lambda seat: seat.cards),
        Column("", WORDS, lambda seat: ", ".join(seat_remarks(seat))),
    )
)
# Each move with the number of its rule.
MOVES: Table[tuple[PlayerMoveView, int]] = Table(
    columns=(
        Column("event", EVENT, lambda row: row[0].version),
        Column("at", worded(_clock_text), lambda row: row[0].occurred_at or ""),
        Column("hand", IF_ANY, lambda row: row[0].hand or 0),
        Column("moved", worded(_amount_text), lambda row: row[0]),
        Column("chips", CHANGE_IF_ANY, lambda row: row[0].chips),
        Column("stack", EVENT, lambda row: row[0].stack),
        Column("account", RESULT_IF_ANY, lambda row: row[0].cents),
        Column("rule", WORDS, lambda row: f"[{row[1]}]"),
    )
)
HANDS: Table[HandBrought] = Table(
    columns=(
        Column("hand", WORDS, lambda one: str(one.hand or say_as("chips that moved outside hands", "between"))),
        Column("game", WORDS, lambda one: one.game),
        Column("chips", CHANGE, lambda one: one.chips),
        Column("account", RESULT_IF_ANY, lambda one: one.cents),
    )
)


def table(view: TableView) -> None:
    """The drawn table, with the events around it."""
    at = clock_in(view.zone).minute(view.event.occurred_at) if view.event.occurred_at else ""
    beside = " · ".join(
        part for part in (say("event {number} of {last}", number=view.at, last=view.version), at) if part
    )
    render.title(view.name or view.night, beside)
    render.line(view.event.sentence)
    for remark in remarks(view):
        render.line(remark, "yellow")
    render.line()
    _show_table(view.table)
    render.line()
    if view.moves:
        _moved(view.moves, view.currency)
        render.line()
    _around(view)


def remarks(view: TableView) -> list[str]:
    """What must be known of the event before its table is believed."""
    texts = []
    if view.event.void_since is not None:
        texts.append(
            say("Void since event {void_since}: this is the table as it stood then.", void_since=view.event.void_since)
        )
    if view.whole_correction:
        texts.append(say("Part of a correction: this is the table after all of it."))
    return texts


def _show_table(now: TableNow) -> None:
    names = {seat.id: seat.name for seat in now.seats}
    if now.hand is not None:
        render.line(_of_hand(now.hand))
        if now.hand.board:
            render.line(say("Board: {cards}", cards=cards_text(now.hand.board)))
        if now.hand.trick:
            played = ", ".join(f"{names[player]} {cards_text((card,))}" for player, card in now.hand.trick)
            render.line(say("Trick: {cards}", cards=played))
    if now.seats:
        render.table(SEATS, now.seats)
    render.lines(_piles(now, names))


def _of_hand(hand: HandOnTable) -> str:
    if hand.over:
        where = say_as("a hand", "over")
    elif hand.stage == "showdown":
        where = say_as("a hand", "showdown")
    else:
        where = say("round {number}", number=hand.round)
    parts = [say("Hand {number}: {game}", number=hand.number, game=hand.game), where]
    if hand.price:
        parts.append(say("to stay in {chips}", chips=hand.price))
    return " · ".join(parts)


def _piles(now: TableNow, names: Mapping[str, str]) -> Iterator[str]:
    """The chips that lie before nobody: each layer of the pot with those who may win it, and what waits elsewhere."""
    for layer in now.pots:
        players = listed([names[player] for player in layer.players])
        pot = f"{capital(layer.name)} {layer.chips}"
        yield say("{pot} for {players}", pot=pot, players=players) if players else pot
    if now.owed:
        yield say(
            "Of the pot {markers} lie out as markers, and {owed} are owed by shadow", markers=now.markers, owed=now.owed
        )
    if now.carry:
        yield say("Carried {chips}", chips=now.carry)
    if now.set_aside:
        yield say("Set aside {chips}", chips=now.set_aside)
    if now.missing:
        yield say("Missing {chips}", chips=now.missing)
    if now.box is not None:
        yield say("Box {chips}", chips=now.box)


def seat_remarks(seat: Seat) -> Iterable[str]:
    """What is to be said of a seat in a word or two."""
    if seat.dealer:
        yield say_as("a player at the table", "dealer")
    if seat.banker:
        yield say_as("a player at the table", "bank")
    if seat.place not in ("at the table", "in the hand", "deals"):
        yield place_text(seat.place)
    if seat.owes_pot:
        yield say("owes the pot {chips}", chips=seat.owes_pot)
    if seat.marker:
        yield say("marker {chips}", chips=seat.marker)
    if seat.to_act:
        yield say("to act, {chips} to stay in", chips=seat.to_call) if seat.to_call else say("to act")


def _moved(moves: Sequence[MoveView], currency: Money) -> None:
    for move in moves:
        render.indented(
            say(
                "{amount} from {source} to {target}",
                amount=_amount(move, currency),
                source=move.source,
                target=move.target,
            )
        )
    for why in dict.fromkeys(move.why for move in moves):
        render.indented(f"{why.name}: {why.says}")


def _amount(move: MoveView, currency: Money) -> str:
    return _money(move.cents, currency) if move.cents else str(move.chips)


def _money(cents: int, currency: Money, *, signed: bool = False) -> str:
    return amount_text(cents, currency.exponent, currency.code, signed=signed)


def _around(view: TableView) -> None:
    for event in (*view.before, view.event, *view.after):
        _event(event, here=event.version == view.at)


def _event(event: EventView, *, here: bool = False) -> None:
    since = event.void_since
    void = [say("(void since event {version})", version=since)] if since is not None else []
    render.indented(
        " ".join((event.sentence, *void)), "bold" if here else "dim", number=f"{'>' if here else ''}{event.version}"
    )


def player_moves(view: PlayerMovesView) -> None:
    """Every move of a player, hand by hand, with the rules behind them at the end."""
    render.title(view.name, say("every chip and every cent, up to event {version}", version=view.version))
    rules = {why: number for number, why in enumerate(dict.fromkeys(line.why for line in view.moves), 1)}
    setting = setting_in(view.currency, view.zone)
    render.table(MOVES, [(line, rules[line.why]) for line in view.moves], setting)
    render.line()
    _sums(view)
    render.line()
    for why, number in rules.items():
        render.indented(f"{why.name}: {why.says}", number=f"[{number}]")


def _sums(view: PlayerMovesView) -> None:
    render.table(HANDS, view.hands, setting_in(view.currency))
    parts = [
        say("{stack} chips at {money}", stack=view.stack, money=_money(view.unit_cents, view.currency)),
        say("account {money}", money=_money(view.account_cents, view.currency, signed=True)),
    ]
    if view.set_aside_cents:
        parts.append(say("set aside {money}", money=_money(view.set_aside_cents, view.currency)))
    render.line(
        say(
            "Result {money}: {parts}.",
            money=_money(view.result_cents, view.currency, signed=True),
            parts=", ".join(parts),
        )
    )


def moves(view: MovesView) -> None:
    """What moved in a hand or by an event, event by event."""
    render.title(
        say("Hand {number}", number=view.number) if view.of == "hand" else say("Event {number}", number=view.number),
        say("every chip and every cent that moved"),
    )
    events = {event.version: event for event in view.events}
    for version in [number for number in events if all(move.version != number for move in view.moves)]:
        _event(events[version])
    for version, group in groupby(view.moves, key=lambda move: move.version):
        _event(events[version], here=True)
        _moved(list(group), view.currency)
    if not view.moves:
        render.line(say("Nothing moved."))


def difference(view: DifferenceView) -> None:
    """Where two versions of a night part, in a sentence, and the fields that differ."""
    render.line(difference_text(view))
    for one in view.fields:
        render.indented(
            say(
                "{field}: {ours} here, {theirs} there",
                field=one.field,
                ours=one.ours or say_as("a field", "nothing"),
                theirs=one.theirs or say_as("a field", "nothing"),
            )
        )
    if view.their_chain:
        render.line(say("The other version does not hold. {their_chain}", their_chain=view.their_chain), "red")


def difference_text(view: DifferenceView) -> str:
    """The relation of two versions in one sentence."""
    match view.relation:
        case "same":
            return say(
                "Both versions are the same: {version} events, head {head}.", version=view.version, head=view.head
            )
        case "differ":
            return say(
                "The versions are the same up to event {last} and differ in event {first}:",
                last=(view.first or 1) - 1,
                first=view.first,
            )
        case "ours goes on":
            return say(
                "The other version ends after event {their_version} and is the beginning of this one, "
                "which has {version} events.",
                their_version=view.their_version,
                version=view.version,
            )
        case "theirs goes on":
            return say(
                "This version ends after event {version} and is the beginning of the other one, which "
                "has {their_version} events.",
                version=view.version,
                their_version=view.their_version,
            )
