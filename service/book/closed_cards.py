"""Hides what not everybody may see of a night: a card that never lay open and was never shown is `??`; so is a sealed side.

From whoever runs the bank it hides what a player entered for themself, where players enter their own acts; everybody else sees
no closed card but their own. Every field with cards is hidden unless the card lies open after the event, so that a new kind of
event shows no cards by accident.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, partial
from threading import RLock
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import commands, events
from engine.acts import Cards, CardText
from engine.cards.tarok import TRUMPS
from engine.errors import CardsSayOtherwise, Refusal, ShareHasAWinner, StrikeConflicts
from engine.events import Event, Recorded, kinds_of
from engine.folding import effective, evolve
from engine.house.agreements import PLAYERS_ENTER
from engine.ids import PlayerId
from engine.play.strength.best_hand import has_shown, shows_five
from engine.registry import OWN_ACT
from engine.state import UNKNOWN, Hand, Night

# Everybody saw what these events say, even if the event no longer counts.
SHOWN_TO_ALL = (commands.ShowHand, commands.PlayCard, events.RevokeProved)

# A card that everybody saw when it was dealt, although it lies closed, or nowhere, afterwards.
OPEN_TO_ALL: dict[type[Any], tuple[str, ...]] = {commands.SettleExposedCard: ("card",)}


# Where a refusal says by name what somebody's cards make, and whose they are.
HANDS_TOLD: dict[type[Refusal], dict[str, str]] = {
    CardsSayOtherwise: {"hand": "player", "other_hand": "other"},
    ShareHasAWinner: {"hand": "player"},
}


@cache
def card_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of events of a kind in which closed cards are hidden, found when the first of the kind is told."""
    if kind in SHOWN_TO_ALL:
        return ()
    return tuple(name for name in fields_with_cards(kind) if name not in OPEN_TO_ALL.get(kind, ()))


def fields_with_cards(kind: type[Any]) -> tuple[str, ...]:
    """The fields of events of a kind that hold cards."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.type in (Cards, CardText) or field.name in ("card", "cards")
    )


def as_all_may_see(records: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The same records with closed cards and sealed sides hidden."""
    return Hiding(None).visible(records)


def as_the_bank_may_see(records: Sequence[Recorded]) -> Sequence[Recorded]:
    """The same records as whoever runs the bank may see them: all, but for what players entered for themselves."""
    return Hiding(None, bank=True).visible(records) if players_enter(records, kinds_of(records)) else records


def players_enter(records: Sequence[Recorded], kinds: Set[type[Event]]) -> bool:
    """Whether players could enter their own acts at any time of the night, also if that was struck since.

    `kinds` are those of its events, or more.
    """
    changes = commands.ChangeEnteredBy in kinds
    return any(by in PLAYERS_ENTER for by in map(_entered_by, records if changes else records[:1]))


def closed_to(night: Night, records: Sequence[Recorded], player: str) -> frozenset[str]:
    """The cards of which the hand tells anything and this player does not know; if they have the bank, or are nobody, nor the bank."""
    known = frozenset[str]().union(*(_remembered(reader.known(records).hand) for reader in _readers_for(night, player)))
    return _remembered(night.hand) - known


def visible_records_for(night: Night, records: Sequence[Recorded], player: str) -> list[Sequence[Recorded]]:
    """The records as this player is told them; if they have the bank, or are nobody, also as the bank is."""
    return [reader.visible(records) for reader in _readers_for(night, player)]


def _readers_for(night: Night, player: str) -> list[Hiding]:
    readers = [Hiding(player)] if player in night.people else []
    if not readers or player == night.banker:
        readers.append(Hiding(None, bank=True))
    return readers


def closed_in_any(records: Sequence[Recorded], *readings: Sequence[Recorded]) -> frozenset[str]:
    """The cards and sealed sides that an event of the night names, and none of these readings of that event."""
    closed = set[str]()
    for record, *read in zip(records, *readings, strict=True):
        if all(one.event != record.event for one in read):
            closed |= named_in(record.event).difference(*(named_in(one.event) for one in read))
    return frozenset(closed)


def as_if_recorded(
    records: Sequence[Recorded], visible: Sequence[Recorded], outcome: Sequence[Recorded]
) -> Iterator[Recorded]:
    """What a strike or correction would record, without the cards closed to whom the records are `visible` so: nobody looks by asking.

    `outcome` begins with what was said, which names what it names; an act in the place of another tells what that one told.
    """
    closed, (correction, struck, *_) = closed_in_any(records, visible), (one.event for one in outcome)
    assert isinstance(struck, events.EventsStruck)
    named = named_in(correction)
    places = {one.version: one.at for one in struck.placed if not one.after}
    for record in outcome:
        at = places.get(record.caused_by or record.version)
        before = (named_in(one.event) for one in visible if at is not None and at in (one.version, one.caused_by))
        hidden = closed.difference(named, *before)
        fields = {
            name: _without(getattr(record.event, name), hidden, ()) for name in fields_with_cards(type(record.event))
        }
        shown = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
        yield _with_event(record, replace(record.event, **shown)) if shown else record


def named_in(event: Event | commands.Command) -> frozenset[str]:
    """Every text in what was said or happened, its cards among them."""
    return frozenset(_texts(msgspec.to_builtins(event)))


def _texts(stated: Any) -> Iterator[str]:
    if isinstance(stated, str):
        yield stated
    elif isinstance(stated, Mapping | list | tuple):
        for one in stated.values() if isinstance(stated, Mapping) else stated:
            yield from _texts(one)


def without_closed(
    refusal: Refusal,
    closed: Collection[str],
    *readings: Sequence[Recorded],
    whose: Collection[PlayerId] | None = None,
) -> Refusal:
    """The refusal with `??` for these cards, also in one that it quotes, which may name what the readings say of its event.

    What the cards of these players make is closed as well; None: what anybody's make.
    """
    told = closed
    if isinstance(refusal, StrikeConflicts) and (version := refusal.details["version"]) <= min(
        map(len, readings), default=0
    ):
        told = {*closed}.difference(*(named_in(reading[version - 1].event) for reading in readings))
    details = {name: _without(value, told, whose) for name, value in refusal.details.items()}
    for name, player in HANDS_TOLD.get(type(refusal), {}).items():
        if whose is None or details[player] in whose:
            details[name] = UNKNOWN
    if details == refusal.details:
        return refusal
    result = type(refusal)(**details)
    # Which command of a batch it is about is noted beside the details.
    result.__dict__.update({name: value for name, value in vars(refusal).items() if name != "details"})
    return result


def with_closed(hand: Hand | None, closed: Collection[str]) -> frozenset[PlayerId]:
    """The players of the hand who hold any of these cards."""
    held = hand.cards.own.items() if hand else ()
    return frozenset(player for player, own in held if any(one.card in closed for one in own))


def _without(value: Any, closed: Collection[str], whose: Collection[PlayerId] | None) -> Any:
    if isinstance(value, Refusal):
        return without_closed(value, closed, whose=whose)
    if isinstance(value, str):
        return UNKNOWN if value in closed else value
    return [_without(one, closed, whose) for one in value] if isinstance(value, list | tuple) else value


def entered_for_themselves(records: Iterable[Recorded]) -> frozenset[int]:
    """The acts that players entered for themselves while the house had it so, and those that stand in their places.

    Whether a change of who enters acts was struck makes no difference: what was typed in confidence stays so.
    """
    own: set[int] = set()
    places: dict[int, int] = {}
    now: str | None = "bank"
    for record in records:
        event = record.event
        now = _entered_by(record) or now
        if isinstance(event, events.EventsStruck):
            places |= {placed.version: placed.at for placed in event.placed if not placed.after}
        player = getattr(event, "player", None)
        themself = record.actor == f"player:{player}" or (player is None and record.actor.startswith("player:"))
        if type(event) in OWN_ACT and ((now in PLAYERS_ENTER and themself) or places.get(record.version) in own):
            own.add(record.version)
    return frozenset(own)


def _entered_by(record: Recorded) -> str | None:
    """Who enters acts from this event on; None where it says nothing of it."""
    match record.event:
        case commands.OpenNight(rules=rules):
            return rules.entered_by
        case commands.ChangeEnteredBy(by=by):
            return by
        case _:
            return None


class Hiding:
    """What one player may see of a night that goes on, or the bank (`bank`): what players entered for themselves is closed to it.

    Events that were told before are not folded again. Safe for many threads.
    """

    def __init__(self, viewer: PlayerId | None, *, bank: bool = False) -> None:
        self._viewer = viewer
        self._bank = bank
        self._lock = RLock()
        # For the bank: what players entered for themselves, which is all that is closed to it.
        self._themselves: frozenset[int] = frozenset()
        self._begin()

    def _begin(self) -> None:
        self._night = Night()
        # The night as the reader knows it: so many of the events in force as they were told, folded.
        self._known, self._known_to = Night(), 0
        # For the bank: who has declared a side for themself, and what.
        self._own_sides: dict[PlayerId, Event] = {}
        # The events in force that the night holds, and how each may be seen, by its version.
        self._folded: list[Recorded] = []
        self._in_sight: dict[int, Event] = {}
        # What was told last, in force or not, and how each of it may be seen while nothing is sealed.
        self._records: tuple[Recorded, ...] = ()
        self._shown: list[Recorded] = []

    def visible(self, records: Sequence[Recorded]) -> tuple[Recorded, ...]:
        """The same records as this player may see them: their own cards by name, and nobody else's closed ones.

        A card of theirs is one they hold, or have just given away; none of a pile that nobody has looked at. For nobody
        (None) every closed card is hidden.
        """
        with self._lock:
            return self._visible(records)

    def _visible(self, records: Sequence[Recorded]) -> tuple[Recorded, ...]:
        records, before = tuple(records), len(self._records)
        if len(records) < before:
            # As it was then; the next one goes on from where the night is.
            return Hiding(self._viewer, bank=self._bank).visible(records)
        if self._bank:
            self._themselves = entered_for_themselves(records)
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
        sealed = self._sealed_from_them()
        return tuple(_unsealed(record, sealed) for record in self._shown) if sealed else tuple(self._shown)

    def known(self, records: Sequence[Recorded]) -> Night:
        """The night of these records as this reader knows it: without any card that is closed to them."""
        with self._lock:
            if len(records) < len(self._records):
                return Hiding(self._viewer, bank=self._bank).known(records)
            self._visible(records)
            return self._known_now().copy()

    def _known_now(self) -> Night:
        for record in self._folded[self._known_to :]:
            evolve(self._known, self._in_sight[record.version])
        self._known_to = len(self._folded)
        return self._known

    def _sealed_from_them(self) -> frozenset[PlayerId]:
        sealed = _sealed(self._night)
        if not self._bank or self._night.hand is None:
            return sealed - {self._viewer}
        chosen = self._night.hand.asked.sealed
        return frozenset(player for player in sealed if self._own_sides.get(player) is chosen[player])

    def _go_on(self, fresh: Sequence[Recorded]) -> None:
        """Tells what came after everything that was told before."""
        for record in fresh:
            self._fold(record)
        self._shown += map(self._visible_record, fresh)

    def _look_again(self, records: Sequence[Recorded]) -> None:
        """Tells everything; folds from the beginning only if something is no longer in force, or it is another night."""
        standing, folded = effective(records), self._folded
        if standing[: len(folded)] != folded:
            self._begin()
        for record in standing[len(self._folded) :]:
            self._fold(record)
        self._shown = [self._visible_record(record) for record in records]

    def _fold(self, record: Recorded) -> None:
        night, viewer, event = self._night, self._viewer, record.event
        own = _named(self._known_now().hand) if self._bank else _own(night.hand, viewer)
        evolve(night, event)
        hand = night.hand or night.last_hand
        own |= frozenset() if self._bank else _own(night.hand, viewer)
        tells = _names_cards(event) and not self._is_open_to_the_bank(record)
        visible = _without_closed(event, hand, own, viewer, bank=self._bank) if tells else event
        self._in_sight[record.version] = visible
        if isinstance(event, commands.DeclareSide) and record.version in self._themselves:
            self._own_sides[event.player] = event
        self._folded.append(record)

    def _is_open_to_the_bank(self, record: Recorded) -> bool:
        """True for the bank of what somebody else than the player said: it saw it, or typed it itself."""
        return self._bank and record.caused_by is None and record.version not in self._themselves

    def _visible_record(self, record: Recorded) -> Recorded:
        visible = self._in_sight.get(record.version)
        if visible is not None:
            return _with_event(record, visible)
        return record if self._is_open_to_the_bank(record) else _void(record)


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


def _named(hand: Hand | None) -> frozenset[str]:
    """The cards that are known to lie with somebody; none of which the pack has several."""
    if hand is None:
        return frozenset()
    return frozenset(held.card for own in hand.cards.own.values() for held in own) - hand.deck.several - {UNKNOWN}


def _remembered(hand: Hand | None) -> frozenset[str]:
    """The same, and those of which it is only known that they are out, or that somebody may have kept them."""
    if hand is None:
        return frozenset()
    return _named(hand).union(hand.cards.out, *(note.cards for notes in hand.cards.kept.values() for note in notes))


def _with_event(record: Recorded, event: Event) -> Recorded:
    return record if event is record.event else replace(record, event=event)


def _names_cards(event: Event) -> bool:
    return bool(card_fields(type(event))) or isinstance(event, events.PotAwarded)


def _void(record: Recorded) -> Recorded:
    """An event out of force, without any cards: which cards lay open then is no longer known."""
    return (
        replace(record, event=_without_closed(record.event, None, frozenset(), None))
        if _names_cards(record.event)
        else record
    )


def _without_closed(
    event: Event, hand: Hand | None, own: frozenset[str], viewer: PlayerId | None, *, bank: bool = False
) -> Event:
    if isinstance(event, events.PotAwarded):
        known = own if bank else ()
        return replace(event, shares=tuple(_share(share, hand, viewer, known) for share in event.shares))
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


def _share(share: events.Share, hand: Hand | None, viewer: PlayerId | None, known: Collection[str]) -> events.Share:
    """The share, with the winning cards only if the winner has shown them or is the viewer, or all of them are known."""
    if hand is not None and (has_shown(hand, share.player) or share.player == viewer):
        return share
    if hand is not None and known and {*share.cards} <= {*known, *(held.card for held in hand.cards.board)}:
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
