"""How a night looks to whoever checks it: the drawn table, what moved and why, and where two versions part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cli import render
from cli.render import Column
from engine.grammar import amount_told, capital, listed
from engine.wording import cards_told, signed
from service.tables.local_time import clock_in

if TYPE_CHECKING:
    from engine.reports.sources import Source
    from service.views.difference import DifferenceView
    from service.views.events import EventView
    from service.views.movements import MovesView, MoveView, PlayerMovesView
    from service.views.table import HandOnTable, Seat, Table, TableView
    from service.views.visible_night import Money


def table(found: TableView) -> None:
    """The drawn table, with the events around it."""
    at = clock_in(found.zone).minute(found.event.occurred_at) if found.event.occurred_at else ""
    beside = " · ".join(part for part in (f"event {found.at} of {found.version}", at) if part)
    render.title(found.name or found.night, beside)
    render.line(found.event.sentence)
    for remark in remarks(found):
        render.line(remark, "yellow")
    render.line()
    _drawn(found.table)
    render.line()
    if found.moves:
        _moved(found.moves, found.currency)
    _around(found)


def remarks(found: TableView) -> list[str]:
    """What must be known of the event before its table is believed."""
    told = []
    if found.event.void_since is not None:
        told.append(f"Void since event {found.event.void_since}: this is the table as it stood then.")
    if found.whole_correction:
        told.append("Part of a correction: this is the table after all of it.")
    return told


def _drawn(now: Table) -> None:
    names = {seat.id: seat.name for seat in now.seats}
    if now.hand is not None:
        render.line(_of_hand(now.hand))
        if now.hand.board:
            render.line(f"Board: {cards_told(now.hand.board)}")
        if now.hand.trick:
            render.line(
                "Trick: " + ", ".join(f"{names[player]} {cards_told((card,))}" for player, card in now.hand.trick)
            )
    rows = [_seat(seat) for seat in now.seats]
    columns = (
        Column(""),
        Column("seat", right=True),
        Column("player"),
        Column("chips", right=True),
        Column("in the pot", right=True),
        Column("cards"),
        Column(""),
    )
    if rows:
        render.table(columns, rows)
    render.lines(_piles(now, names))


def _of_hand(hand: HandOnTable) -> str:
    where = "over" if hand.over else "showdown" if hand.stage == "showdown" else f"round {hand.round}"
    price = f" · to stay in {hand.price}" if hand.price else ""
    return f"Hand {hand.number}: {hand.game} · {where}{price}"


def _piles(now: Table, names: Mapping[str, str]) -> Iterator[str]:
    """The chips that lie before nobody: each layer of the pot with those who may win it, and what waits elsewhere."""
    for layer in now.pots:
        whose = f" for {listed([names[player] for player in layer.players])}" if layer.players else ""
        yield f"{capital(layer.name)} {layer.chips}{whose}"
    if now.owed:
        yield f"Of the pot {now.markers} lie out as markers, and {now.owed} are owed by shadow"
    for name, chips in (("Carried", now.carry), ("Set aside", now.set_aside), ("Missing", now.missing)):
        if chips:
            yield f"{name} {chips}"
    if now.box is not None:
        yield f"Box {now.box}"


def _seat(seat: Seat) -> tuple[str, ...]:
    stack = "box" if seat.stack is None else str(seat.stack)
    return (
        "→" if seat.to_act else "",
        str(seat.seat or ""),
        seat.name,
        stack,
        str(seat.put_in or ""),
        cards_told(seat.cards),
        ", ".join(seat_remarks(seat)),
    )


def seat_remarks(seat: Seat) -> Iterable[str]:
    """What is to be said of a seat in a word or two."""
    if seat.dealer:
        yield "dealer"
    if seat.banker:
        yield "bank"
    if seat.place not in ("at the table", "in the hand", "deals"):
        yield seat.place
    if seat.owes_pot:
        yield f"owes the pot {seat.owes_pot}"
    if seat.marker:
        yield f"marker {seat.marker}"
    if seat.to_act:
        yield f"to act, {seat.to_call} to stay in" if seat.to_call else "to act"


def _moved(moves: Sequence[MoveView], currency: Money) -> None:
    for move in moves:
        render.indented(f"{_amount(move, currency)} from {move.source} to {move.target}")
    for why in dict.fromkeys(move.why for move in moves):
        render.indented(f"{why.name} ({why.code}): {why.says}")
    render.line()


def _amount(move: MoveView, currency: Money) -> str:
    return _money(move.cents, currency) if move.cents else str(move.chips)


def _money(cents: int, currency: Money, *, signed: bool = False) -> str:
    return amount_told(cents, currency.exponent, currency.code, signed=signed)


def _around(found: TableView) -> None:
    for event in (*found.before, found.event, *found.after):
        _event(event, here=event.version == found.at)


def _event(event: EventView, *, here: bool = False) -> None:
    void = f" (void since event {event.void_since})" if event.void_since is not None else ""
    render.indented(event.sentence + void, "bold" if here else "dim", number=f"{'>' if here else ''}{event.version}")


def player_moves(found: PlayerMovesView) -> None:
    """Every move of a player, hand by hand, with the rules behind them at the end."""
    render.title(found.name, f"every chip and every cent, up to event {found.version}")
    rules: dict[Source, int] = {}
    clock = clock_in(found.zone)
    rows = []
    for line in found.moves:
        number = rules.setdefault(line.why, len(rules) + 1)
        amount = _money(line.moved, found.currency) if line.money else str(line.moved)
        rows.append(
            (
                str(line.version),
                clock.minute(line.occurred_at)[-5:] if line.occurred_at else "",
                str(line.hand or ""),
                f"{line.source} → {line.target}: {amount}",
                signed(line.chips) if line.chips else "",
                str(line.stack),
                _money(line.cents, found.currency, signed=True) if line.cents else "",
                f"[{number}]",
            )
        )
    columns = (
        Column("event", right=True),
        Column("at"),
        Column("hand", right=True),
        Column("moved"),
        Column("chips", right=True),
        Column("stack", right=True),
        Column("account", right=True),
        Column("rule"),
    )
    render.table(columns, rows)
    render.line()
    _sums(found)
    render.line()
    for why, number in rules.items():
        render.indented(f"{why.name} ({why.code}): {why.says}", number=f"[{number}]")


def _sums(found: PlayerMovesView) -> None:
    columns = (Column("hand"), Column("game"), Column("chips", right=True), Column("account", right=True))
    rows = [
        (
            str(one.hand or "between"),
            one.game,
            signed(one.chips),
            _money(one.cents, found.currency, signed=True) if one.cents else "",
        )
        for one in found.hands
    ]
    render.table(columns, rows)
    parts = [
        f"{found.stack} chips at {_money(found.unit_cents, found.currency)}",
        f"account {_money(found.account_cents, found.currency, signed=True)}",
    ]
    if found.set_aside_cents:
        parts.append(f"set aside {_money(found.set_aside_cents, found.currency)}")
    render.line(f"Result {_money(found.result_cents, found.currency, signed=True)}: {', '.join(parts)}.")


def moves(found: MovesView) -> None:
    """What moved in a hand or by an event, event by event."""
    render.title(f"{found.of.capitalize()} {found.number}", "every chip and every cent that moved")
    told = {event.version: event for event in found.events}
    for version in [number for number in told if all(move.version != number for move in found.moves)]:
        _event(told[version])
    for version, group in groupby(found.moves, key=lambda move: move.version):
        _event(told[version], here=True)
        several = list(group)
        for move in several:
            render.indented(f"{_amount(move, found.currency)} from {move.source} to {move.target}")
        for why in dict.fromkeys(move.why for move in several):
            render.indented(f"{why.name} ({why.code}): {why.says}")
    if not found.moves:
        render.line("Nothing moved.")


def difference(found: DifferenceView) -> None:
    """Where two versions of a night part, in a sentence, and the fields that differ."""
    render.line(difference_told(found))
    for one in found.fields:
        render.indented(f"{one.field}: {one.ours or 'nothing'} here, {one.theirs or 'nothing'} there")
    if found.their_chain:
        render.line(f"The other version does not hold. {found.their_chain}", "red")


def difference_told(found: DifferenceView) -> str:
    """The relation of two versions in one sentence."""
    match found.relation:
        case "same":
            return f"Both versions are the same: {found.version} events, head {found.head}."
        case "differ":
            return f"The versions are the same up to event {(found.first or 1) - 1} and differ in event {found.first}:"
        case "ours goes on":
            return (
                f"The other version ends after event {found.their_version} and is the beginning of this one, "
                f"which has {found.version} events."
            )
        case "theirs goes on":
            return (
                f"This version ends after event {found.version} and is the beginning of the other one, "
                f"which has {found.their_version} events."
            )
