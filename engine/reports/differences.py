"""Where two tellings of one night differ, hand by hand: the acts, the pot, who won it, and the stacks behind it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from engine import commands
from engine.events import Act, Recorded
from engine.folding import Place, Places, evolve
from engine.ids import PlayerId
from engine.reports.hand_history import HandHistory, hand_history
from engine.state import Night
from engine.strikes import OF_THE_BOOK, acts

Stacks = Mapping[PlayerId, int]
# Instead of the place of an announcement.
BETWEEN_HANDS: Place = ()


class ActChange(msgspec.Struct, frozen=True, kw_only=True):
    """One act in either telling, by number; None where it does not stand."""

    before: int | None
    after: int | None


class HandChange(msgspec.Struct, frozen=True, kw_only=True):
    """One hand in both tellings, or the acts between two hands (`number` 0 and no `game`).

    `acts` are those that differ; `won` is what each player got out of the pots; `stacks` are those at the hand's end, of
    players whose stacks differ.
    """

    number: int
    game: str
    acts: tuple[ActChange, ...]
    pot: int
    pot_after: int
    won: dict[PlayerId, int]
    won_after: dict[PlayerId, int]
    stacks: dict[PlayerId, int]
    stacks_after: dict[PlayerId, int]


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """All that differs. `first` is the act after which stacks differ for the first time, None if they never do."""

    first: int | None
    hands: tuple[HandChange, ...]


class _Moment(NamedTuple):
    """An act with the stacks after it, and the place of the announcement of its hand; an empty place between hands."""

    act: Act
    stacks: Stacks
    hand: Place


class _Telling:
    """One telling of the night: its acts by place, and its hands by the place of their announcement."""

    def __init__(self, records: Sequence[Recorded], places: Places) -> None:
        self.moments: dict[Place, _Moment] = {}
        self.hands: dict[Place, HandHistory] = {places.of_act(hand.first): hand for hand in hand_history(records)}
        night, hand = Night(), BETWEEN_HANDS
        for act in acts(records):
            if isinstance(act.primary.event, OF_THE_BOOK):
                continue
            place = places.of_act(act.primary.version)
            if isinstance(act.primary.event, commands.AnnounceHand):
                hand = place
            for record in (act.primary, *act.consequences):
                evolve(night, record.event)
            stacks = {player: night.stack(player) for player in night.people}
            self.moments[place] = _Moment(act, stacks, hand)
            if night.hand is None:
                hand = BETWEEN_HANDS

    def at(self, place: Place) -> Act | None:
        """The act that stands there."""
        moment = self.moments.get(place)
        return moment.act if moment else None


def differences(before: Sequence[Recorded], after: Sequence[Recorded]) -> Differences:
    """The differences between a night and the same night with more events, which correct some of the first ones."""
    places = Places(after)
    one, other = _Telling(before, places), _Telling(after, places)
    groups: dict[Place, list[Place]] = {}
    first: int | None = None
    stacks: tuple[Stacks, Stacks] = ({}, {})
    ends: dict[Place, tuple[Stacks, Stacks]] = {}
    for place in sorted({*one.moments, *other.moments}):
        was, now = one.moments.get(place), other.moments.get(place)
        moment = now or was
        assert moment is not None
        stacks = (was.stacks if was else stacks[0], now.stacks if now else stacks[1])
        ends[moment.hand] = stacks
        if _stated(was) != _stated(now):
            groups.setdefault(moment.hand, []).append(place)
        if first is None and stacks[0] != stacks[1]:
            first = (was or moment).act.primary.version
    hands = [_hand(one, other, hand, groups.get(hand, []), ends[hand]) for hand in ends]
    return Differences(first=first, hands=tuple(hand for hand in hands if _differs(hand)))


def _stated(moment: _Moment | None) -> object:
    return moment.act.primary.event if moment else None


def _hand(
    one: _Telling, other: _Telling, hand: Place, places: Sequence[Place], ends: tuple[Stacks, Stacks]
) -> HandChange:
    was, now = one.hands.get(hand), other.hands.get(hand)
    result = now or was
    changed = sorted({player for player in (*ends[0], *ends[1]) if ends[0].get(player) != ends[1].get(player)})
    return HandChange(
        number=result.number if result else 0,
        game=result.game if result else "",
        acts=tuple(ActChange(before=_number(one.at(place)), after=_number(other.at(place))) for place in places),
        pot=was.pot if was else 0,
        pot_after=now.pot if now else 0,
        won=_won(was),
        won_after=_won(now),
        stacks={player: ends[0].get(player, 0) for player in changed},
        stacks_after={player: ends[1].get(player, 0) for player in changed},
    )


def _number(act: Act | None) -> int | None:
    return act.primary.version if act else None


def _won(hand: HandHistory | None) -> dict[PlayerId, int]:
    """What each player got out of the pots of the hand."""
    won: dict[PlayerId, int] = {}
    for share in (share for award in (hand.awards if hand else ()) for share in award.shares):
        won[share.player] = won.get(share.player, 0) + share.chips
    return won


def _differs(hand: HandChange) -> bool:
    between = not hand.number and not hand.acts
    return not between and bool(
        hand.acts or hand.pot != hand.pot_after or hand.won != hand.won_after or hand.stacks or hand.stacks_after
    )
