"""Hides what not everybody may see of a night: a card that never lay open and was never shown is `??`; so is a sealed side.

Used for requests without the banker's token. Every field with cards is hidden unless the card lies open after the event, so
that a new kind of event shows no cards by accident.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import commands, events
from engine.acts import Cards, CardText
from engine.cards.tarok import TRUMPS
from engine.events import NAME_OF, Event, Recorded
from engine.folding import effective, evolve
from engine.state import UNKNOWN, Hand, Night

# Everybody saw what these events say, even if the event no longer counts.
SHOWN_TO_ALL = (commands.ShowHand, commands.PlayCard)

# A card that everybody saw when it was dealt, although it lies closed, or nowhere, afterwards.
SEEN_BY_ALL: dict[type[Any], tuple[str, ...]] = {commands.SettleExposedCard: ("card",)}

CARD_FIELDS: dict[type[Any], tuple[str, ...]] = {
    kind: tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if (field.type in (Cards, CardText) or field.name in ("card", "cards"))
        and field.name not in SEEN_BY_ALL.get(kind, ())
    )
    for kind in NAME_OF
    if kind not in SHOWN_TO_ALL
}


def as_all_may_see(records: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The same records with closed cards and sealed sides hidden."""
    night = Night()
    seen: dict[int, Recorded] = {}
    for record in effective(records):
        evolve(night, record.event)
        if _tells_cards(record.event):
            seen[record.version] = replace(record, event=_without_closed(record.event, night.hand or night.last_hand))
        else:
            seen[record.version] = record
    sealed = _sealed(night)
    return tuple(
        _unsealed(seen[record.version], sealed) if record.version in seen else _void(record) for record in records
    )


def _tells_cards(event: Event) -> bool:
    return bool(CARD_FIELDS.get(type(event))) or isinstance(event, events.PotAwarded)


def _void(record: Recorded) -> Recorded:
    """An event out of force, without any cards: which cards lay open then is no longer known."""
    return replace(record, event=_without_closed(record.event, None)) if _tells_cards(record.event) else record


def _without_closed(event: Event, hand: Hand | None) -> Event:
    if isinstance(event, events.PotAwarded):
        return replace(event, shares=tuple(_share(share, hand) for share in event.shares))
    lying_open = _lying_open(hand) if hand else frozenset()
    hide = partial(_hidden, lying_open=lying_open)
    changed = {name: hide(getattr(event, name)) for name in CARD_FIELDS[type(event)]}
    return replace(event, **changed)


def _hidden(cards: Any, lying_open: frozenset[str]) -> Any:
    if isinstance(cards, str):
        return cards if cards in lying_open else UNKNOWN
    return tuple(card if card in lying_open else UNKNOWN for card in cards)


def _lying_open(hand: Hand) -> frozenset[str]:
    """The cards that lie open.

    If the pack has several copies of a card, none counts as open, because one does not tell where the others are.
    """
    several = hand.deck.several
    lying = [held for own in hand.cards.own.values() for held in own]
    # A trump that is put aside is named aloud.
    named = [card for card in (hand.contract.discarded or () if hand.contract else ()) if card in TRUMPS]
    return frozenset(
        (*(held.card for held in (*lying, *hand.cards.board) if held.up and held.card not in several), *named)
    )


def _share(share: events.Share, hand: Hand | None) -> events.Share:
    """The share, with the winning cards only if the winner has shown them."""
    if hand is not None and share.player in hand.showdown.shown:
        return share
    return replace(share, cards=(), stands_for=(), hand="")


def _sealed(night: Night) -> frozenset[str]:
    """The players who have declared for a side while others have not."""
    choices: Iterable[commands.Command] = night.hand.asked.sealed.values() if night.hand else ()
    return frozenset(choice.player for choice in choices if isinstance(choice, commands.DeclareSide))


def _unsealed(record: Recorded, sealed: frozenset[str]) -> Recorded:
    event = record.event
    if not sealed or not isinstance(event, commands.DeclareSide) or event.player not in sealed:
        return record
    # In this hand or an earlier one: hiding an earlier declaration for a while gives nothing away.
    return replace(record, event=replace(event, side=UNKNOWN))


def open_hands(hand: Hand) -> dict[str, tuple[str, ...]]:
    """Every player's own cards as the table sees them: open and shown cards by name, `??` for the others."""
    return {
        player: tuple(held.card if held.up or player in hand.showdown.shown else UNKNOWN for held in own)
        for player, own in hand.cards.own.items()
    }
