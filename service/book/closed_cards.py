"""Hides what not everybody may see of a night: a card that never lay open and was never shown is `??`; so is a sealed side.

Used for everybody but those who run the bank of the night. Every field with cards is hidden unless the card lies open after the event, so
that a new kind of event shows no cards by accident.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import commands, events
from engine.acts import Cards, CardText
from engine.cards.tarok import TRUMPS
from engine.events import Event, Recorded
from engine.folding import effective, evolve
from engine.ids import PlayerId
from engine.play.strength.best_hand import has_shown, shows_five
from engine.state import UNKNOWN, Hand, Night

# Everybody saw what these events say, even if the event no longer counts.
SHOWN_TO_ALL = (commands.ShowHand, commands.PlayCard, events.RevokeProved)

# A card that everybody saw when it was dealt, although it lies closed, or nowhere, afterwards.
SEEN_BY_ALL: dict[type[Any], tuple[str, ...]] = {commands.SettleExposedCard: ("card",)}


@cache
def card_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of events of a kind in which closed cards are hidden, found when the first of the kind is told."""
    if kind in SHOWN_TO_ALL:
        return ()
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if (field.type in (Cards, CardText) or field.name in ("card", "cards"))
        and field.name not in SEEN_BY_ALL.get(kind, ())
    )


def as_all_may_see(records: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The same records with closed cards and sealed sides hidden."""
    return as_one_may_see(records, None)


def as_one_may_see(records: Sequence[Recorded], viewer: PlayerId | None) -> tuple[Recorded, ...]:
    """The same records as this player may see them: their own cards by name, and nobody else's closed ones.

    A card of theirs is one they hold, or have just given away; none of a pile that nobody has looked at. For nobody (None)
    every closed card is hidden.
    """
    return Hiding(viewer).told(records)


class Hiding:
    """What one player may see of a night that goes on. Events that were told before are not folded again. For one thread."""

    def __init__(self, viewer: PlayerId | None) -> None:
        self._viewer = viewer
        self._begin()

    def _begin(self) -> None:
        self._night = Night()
        # The events in force that the night holds, and how each may be seen, by its version.
        self._folded: list[Recorded] = []
        self._seen: dict[int, Event] = {}
        # What was told last, in force or not, and how each of it may be seen while nothing is sealed.
        self._records: tuple[Recorded, ...] = ()
        self._told: list[Recorded] = []

    def told(self, records: Sequence[Recorded]) -> tuple[Recorded, ...]:
        """The same records as this player may see them; see `as_one_may_see`."""
        records, before = tuple(records), len(self._records)
        if len(records) < before:
            # As it was then; the next one goes on from where the night is.
            return Hiding(self._viewer).told(records)
        try:
            if records[:before] == self._records and _only_follow(records, before):
                self._go_on(records[before:])
            else:
                self._look_again(records)
        except BaseException:
            # A night that was folded in part is not gone on with.
            self._begin()
            raise
        self._records = records
        sealed = _sealed(self._night) - {self._viewer}
        return tuple(_unsealed(record, sealed) for record in self._told) if sealed else tuple(self._told)

    def _go_on(self, fresh: Sequence[Recorded]) -> None:
        """Tells what came after everything that was told before."""
        for record in fresh:
            self._fold(record)
        self._told += map(self._as_seen, fresh)

    def _look_again(self, records: Sequence[Recorded]) -> None:
        """Tells everything; folds from the beginning only if something is no longer in force, or it is another night."""
        standing, folded = effective(records), self._folded
        if standing[: len(folded)] != folded:
            self._begin()
        for record in standing[len(self._folded) :]:
            self._fold(record)
        self._told = [self._as_seen(record) for record in records]

    def _fold(self, record: Recorded) -> None:
        night, viewer, event = self._night, self._viewer, record.event
        own = _own(night.hand, viewer)
        evolve(night, event)
        hand = night.hand or night.last_hand
        own |= _own(night.hand, viewer)
        self._seen[record.version] = _without_closed(event, hand, own, viewer) if _tells_cards(event) else event
        self._folded.append(record)

    def _as_seen(self, record: Recorded) -> Recorded:
        seen = self._seen.get(record.version)
        return _void(record) if seen is None else _telling(record, seen)


def _only_follow(records: Sequence[Recorded], before: int) -> bool:
    """True if the records after the first so many change nothing about those, and stand in their own order behind them."""
    fresh = records[before:]
    if any(type(record.event) is events.EventsStruck for record in fresh):
        return False
    # A consequence stands behind its act, which a correction may have put elsewhere.
    return all(record.caused_by is None or record.caused_by > before for record in fresh)


def _own(hand: Hand | None, viewer: PlayerId | None) -> frozenset[str]:
    """The closed cards that the player knows because they hold them; none of which the pack has several."""
    if hand is None or viewer is None:
        return frozenset()
    several = hand.deck.several
    return frozenset(held.card for held in hand.cards.own.get(viewer, ()) if not held.pile and held.card not in several)


def _telling(record: Recorded, event: Event) -> Recorded:
    return record if event is record.event else replace(record, event=event)


def _tells_cards(event: Event) -> bool:
    return bool(card_fields(type(event))) or isinstance(event, events.PotAwarded)


def _void(record: Recorded) -> Recorded:
    """An event out of force, without any cards: which cards lay open then is no longer known."""
    return (
        replace(record, event=_without_closed(record.event, None, frozenset(), None))
        if _tells_cards(record.event)
        else record
    )


def _without_closed(event: Event, hand: Hand | None, own: frozenset[str], viewer: PlayerId | None) -> Event:
    if isinstance(event, events.PotAwarded):
        return replace(event, shares=tuple(_share(share, hand, viewer) for share in event.shares))
    lying_open = _lying_open(hand) | own if hand else own
    hide = partial(_hidden, lying_open=lying_open)
    changed = {name: hide(getattr(event, name)) for name in card_fields(type(event))}
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


def _share(share: events.Share, hand: Hand | None, viewer: PlayerId | None) -> events.Share:
    """The share, with the winning cards only if the winner has shown them or is the viewer."""
    if hand is not None and (has_shown(hand, share.player) or share.player == viewer):
        return share
    return replace(share, cards=(), stands_for=(), hand=None)


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


def open_hands(hand: Hand, viewer: PlayerId | None = None) -> dict[str, tuple[str, ...]]:
    """Every player's own cards as the table sees them: open and shown cards by name, `??` for the others.

    Of a hand of which five cards were shown, the others stay unseen, whatever the bank knows of them. The viewer, if there
    is one, knows their own cards too, but none of a pile that nobody has looked at.
    """
    whole = [player for player in hand.showdown.shown if player in hand.cards.own and not shows_five(hand, player)]
    return {
        player: tuple(
            held.card if held.up or held.shown or player in whole or (player == viewer and not held.pile) else UNKNOWN
            for held in own
        )
        for player, own in hand.cards.own.items()
    }
