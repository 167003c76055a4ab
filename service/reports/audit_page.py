"""A night as one self-contained page: the drawn table at every event, under a slider. It asks nobody and runs from a file.

Without its script the page is a plain list of the events, with what each moved and by which rule. The script reads that list,
so nothing is said twice; of the table it gets what changes from event to event.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from engine.commands import AnnounceHand, Currency
from engine.events import Recorded
from engine.folding import evolve, fold
from engine.grammar import amount_text, capital, listed
from engine.ids import PlayerId
from engine.reports.movements import Move, moved_by
from engine.speech import say, say_as
from engine.state import Night
from engine.wording import cards_text
from service.language.local_time import clock_in
from service.reports.forms.as_page import marked
from service.reports.forms.standing import place_text, stage_text
from service.reports.html import ENVIRONMENT, part_of_the_page
from service.reports.phrases import phase_text
from service.reports.views.events import EventView, events_text
from service.reports.views.movements import account_text
from service.reports.views.table import Seat, Table, is_corrected_together, just_ended, table_of
from service.reports.views.visible_night import VisibleNight

# Who takes no part in the hand is drawn paler.
OUT = ("folded", "away", "gone home")
# What changes at an event, by the short key of what is drawn.
Change = dict[str, Any]


class ListedEvent(NamedTuple):
    """One event as the list tells it: what it moved as amount, accounts and the number of the rule."""

    told: EventView
    at: str
    moved: tuple[tuple[str, str, str, int], ...]


class _Rules:
    """The rules that moved something, numbered as they come up."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, str, str], int] = {}

    def number(self, move: Move) -> int:
        why = move.why
        return self.numbers.setdefault((why.name, why.code, why.says), len(self.numbers) + 1)


def render_audit(view: VisibleNight) -> str:
    """The page of the night as this reader may see it."""
    clock, rules = clock_in(view.opened.zone), _Rules()
    last = table_of(view, view.night, is_fresh=False)
    around = sorted(last.seats, key=lambda seat: seat.seat or len(last.seats))
    places = {seat.id: place for place, seat in enumerate(around)}
    changes, hands, moments = list[Change](), list[tuple[int, int, str]](), list[ListedEvent]()
    change: Change = {}
    for sentence, (record, now, moves) in zip(events_text(view, view.visible), _moments(view), strict=True):
        after = _change(now, places, view)
        changes.append({key: value for key, value in after.items() if change.get(key) != value})
        change = after
        if isinstance(record.event, AnnounceHand) and now.hand is not None:
            hands.append((record.version, now.hand.number, now.hand.game))
        at = clock.minute(record.occurred_at)[-5:] if record.occurred_at else ""
        moments.append(ListedEvent(sentence, at, tuple(_moved(view, move, rules) for move in moves)))
    data = {
        "say": words_of_the_script(),
        "seats": [view.name(player) for player in places],
        "hands": hands,
        "changes": changes,
    }
    return ENVIRONMENT.get_template("audit.html").render(
        seen=view,
        viewer=view.name(view.viewer),
        moments=moments,
        rules=[(number, *rule) for rule, number in rules.numbers.items()],
        seats=last.seats,
        day=clock.day(view.records[0].occurred_at) if view.records[0].occurred_at else "",
        money=partial(_money, view, signed=True),
        marked=lambda text: marked(text, view.version),
        data=_embedded(data),
        style=_STYLE,
        style_hash=_STYLE_HASH,
        script=_SCRIPT,
        script_hash=_SCRIPT_HASH,
    )


def _moments(view: VisibleNight) -> Iterator[tuple[Recorded, Table, tuple[Move, ...]]]:
    """Every event with the table after it and what it moved.

    A strike or correction changes the table once, by all of it, and moves nothing by itself.
    """
    records, night = view.records, Night()
    at = 0
    for written in _written(records):
        at += len(written)
        if is_corrected_together(records, at):
            night = fold(records[:at])
            after = table_of(view, night, is_fresh=just_ended(records[:at]))
            yield from ((record, after, ()) for record in written)
            continue
        for record in written:
            moves = moved_by(record, night)
            evolve(night, record.event)
            yield record, table_of(view, night, is_fresh=night.hand is None and just_ended(written)), moves


def _written(records: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """The events in groups that were written together: each begins with what nothing caused."""
    group: list[Recorded] = []
    for record in records:
        if record.caused_by is None and group:
            yield group
            group = []
        group.append(record)
    if group:
        yield group


def _change(now: Table, places: Mapping[PlayerId, int], view: VisibleNight) -> Change:
    """The table as the script draws it, by short keys; what is empty is left out of no table, so that it can be emptied."""
    hand = now.hand
    change: Change = {
        "hand": say("Hand {number}: {game}", number=hand.number, game=hand.game) if hand else "",
        "phase": say("Between hands")
        if now.phase == "open"
        else say("The night is {phase}", phase=phase_text(now.phase)),
        "stage": _stage(now),
        "price": hand.price if hand else 0,
        "board": _cards(hand.board) if hand else [],
        "trick": [[places[player], cards_text((card,))] for player, card in hand.trick] if hand else [],
        "pots": [[capital(pot.name), pot.chips, listed([view.name(one) for one in pot.players])] for pot in now.pots],
        "owed": [now.markers, now.owed] if now.owed else [],
        "beside": [[name, chips] for name, chips in _beside(now) if chips],
    }
    for place in places.values():
        change[f"{place}"] = None
    for seat in now.seats:
        place = places[seat.id]
        change[f"{place}"] = _words(seat)
        change[f"{place}out"] = seat.place in OUT
        change[f"{place}chips"] = "box" if seat.stack is None else seat.stack
        change[f"{place}in"] = seat.put_in
        change[f"{place}cards"] = _cards(seat.cards)
        change[f"{place}turn"] = -1 if not seat.to_act else seat.to_call or 0
        change[f"{place}result"] = "" if hand else _money(view, seat.result_cents, signed=True)
    return change


def words_of_the_script() -> dict[str, str]:
    """What the script says itself; it fills in the fields."""
    return {
        "♠": say("{rank} of spades"),
        "♥": say("{rank} of hearts"),
        "♦": say("{rank} of diamonds"),
        "♣": say("{rank} of clubs"),
        "closed": say("closed card"),
        "box": say_as("chips beside the pot", "box"),
        "put in": say("{chips} in the pot"),
        "to act": say("to act"),
        "to stay": say("to act: {chips} to stay in"),
        "price": say("to stay in {chips}"),
        "for": say("for {players}"),
        "owed": say("of the pot {markers} out as markers, {owed} owed"),
        "event": say("Event {number} of {last}"),
        "void": say("{void}; this is the table as it stood then"),
        "at": say("{number} of {last}: {event}"),
        "before": say("before the first hand"),
    }


def _stage(now: Table) -> str:
    hand = now.hand
    if hand is None:
        return ""
    return say_as("a hand", "over") if hand.over else stage_text(hand.stage, hand.round)


def _beside(now: Table) -> Iterator[tuple[str, int]]:
    yield say_as("chips beside the pot", "carried"), now.carry
    yield say_as("chips beside the pot", "set aside"), now.set_aside
    yield say_as("chips beside the pot", "missing"), now.missing
    yield say_as("chips beside the pot", "box"), now.box or 0


def _words(seat: Seat) -> str:
    """What is said of a seat: where the player is, who deals, who keeps the bank, and what they owe the pot."""
    words = [
        say_as("a player at the table", "dealer") if seat.dealer else "",
        say_as("a player at the table", "bank") if seat.banker else "",
        "" if seat.place in ("at the table", "in the hand", "deals") else place_text(seat.place),
        say("owes the pot {chips}", chips=seat.owes_pot) if seat.owes_pot else "",
        say("marker {chips}", chips=seat.marker) if seat.marker else "",
    ]
    return ", ".join(word for word in words if word)


def _cards(cards: Sequence[str]) -> list[str]:
    return [cards_text((card,)) for card in cards]


def _moved(view: VisibleNight, move: Move, rules: _Rules) -> tuple[str, str, str, int]:
    amount = _money(view, move.amount) if move.money else str(move.amount)
    source, target = (account_text(account, view.name) for account in (move.source, move.target))
    return amount, source, target, rules.number(move)


def _money(view: VisibleNight, cents: int, *, signed: bool = False) -> str:
    currency: Currency = view.opened.currency
    return amount_text(cents, currency.exponent, currency.code, signed=signed)


def _embedded(data: Mapping[str, Any]) -> Markup:
    """The data as JSON within a page; no name in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))  # noqa: S704


_STYLE, _STYLE_HASH = part_of_the_page("report.css", "audit.css")
_SCRIPT, _SCRIPT_HASH = part_of_the_page("audit.js")
