"""What would change if events were corrected? Hand by hand; nothing is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.events import Recorded
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips
from engine.reports.chips_to_move import chips_to_move
from engine.reports.differences import ActChange, HandChange, differences
from engine.reports.places import by_seat
from engine.reports.sentences import tell
from engine.state import Night
from engine.strikes import Strike
from service.reports.views.events import ToMove, to_move_told
from service.reports.views.putting_right.strike import PlayerChange, hand_told, player_changes
from service.reports.views.visible_night import VisibleNight


class ChangedAct(msgspec.Struct, frozen=True, kw_only=True):
    """One act that would be another, in words: its number in the book and the number it would get; None where there is none."""

    version: int | None
    version_after: int | None
    sentence: str
    sentence_after: str


class ChangedChips(msgspec.Struct, frozen=True, kw_only=True):
    """Chips of one player before and after."""

    id: PlayerId
    name: str
    chips: int
    chips_after: int


class ChangedHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand that would be another, or the acts between two hands (`number` 0 and no `game`).

    `won`: what players got out of the pots, if that differs; `stacks`: those at the hand's end that differ.
    """

    number: int
    game: str
    acts: tuple[ChangedAct, ...]
    pot: int
    pot_after: int
    won: tuple[ChangedChips, ...]
    stacks: tuple[ChangedChips, ...]


class PlannedPayment(msgspec.Struct, frozen=True, kw_only=True):
    """One payment of a plan."""

    payer: PlayerId
    payee: PlayerId
    cents: int


class CorrectionView(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a correction. `first` is the first act after which stacks differ, None if they never do.

    `players` are those whose stack, result or dues would differ. `gap` is what was missing at the count, in chips (below
    zero: over); `counts`: how far the counts of players are from the book, if that differs. `plan` is the frozen plan, None without one; if the two differ, the plan is made anew.
    `to_move`: the chips that would have to change hands.
    """

    night: str
    version: int
    first: int | None
    hands: tuple[ChangedHand, ...]
    players: tuple[PlayerChange, ...]
    pot: int
    pot_after: int
    carry: int
    carry_after: int
    gap: int
    gap_after: int
    counts: tuple[ChangedChips, ...]
    plan: tuple[PlannedPayment, ...] | None
    plan_after: tuple[PlannedPayment, ...] | None
    hand: str
    hand_after: str
    to_move: tuple[ToMove, ...]


def correction_view(seen: VisibleNight, corrected: Strike) -> CorrectionView:
    """The difference between the night as it is and as the correction would leave it."""
    before, after = seen.night, corrected.night
    records = [*seen.records, *corrected.recorded(seen.version)]
    found = differences(seen.records, records)
    return CorrectionView(
        night=seen.night_id,
        version=seen.version,
        first=found.first,
        hands=tuple(_hand(seen, hand, records) for hand in found.hands),
        players=player_changes(seen, before, after),
        pot=before.pot_worth(),
        pot_after=after.pot_worth(),
        carry=before.balance.get("carry", 0),
        carry_after=after.balance.get("carry", 0),
        gap=_gap(before),
        gap_after=_gap(after),
        counts=_chips(seen, before.closing.gaps, after.closing.gaps),
        plan=_plan(before),
        plan_after=_plan(after),
        hand=hand_told(before),
        hand_after=hand_told(after),
        to_move=to_move_told(seen, chips_to_move(before, after)),
    )


def _hand(seen: VisibleNight, hand: HandChange, records: Sequence[Recorded]) -> ChangedHand:
    return ChangedHand(
        number=hand.number,
        game=hand.game,
        acts=tuple(_act(seen, act, records) for act in hand.acts),
        pot=hand.pot,
        pot_after=hand.pot_after,
        won=_chips(seen, hand.won, hand.won_after) if hand.won != hand.won_after else (),
        stacks=_chips(seen, hand.stacks, hand.stacks_after),
    )


def _act(seen: VisibleNight, act: ActChange, records: Sequence[Recorded]) -> ChangedAct:
    return ChangedAct(
        version=act.before,
        version_after=act.after,
        sentence=_told(seen, act.before, records),
        sentence_after=_told(seen, act.after, records),
    )


def _told(seen: VisibleNight, version: int | None, records: Sequence[Recorded]) -> str:
    if version is None:
        return ""
    return tell(records[version - 1].event, seen.names, currency=seen.opened.currency)


def _chips(
    seen: VisibleNight, before: Mapping[PlayerId, int], after: Mapping[PlayerId, int]
) -> tuple[ChangedChips, ...]:
    seats = [*by_seat(seen.night), *(player for player in after if player not in seen.night.people)]
    return tuple(
        ChangedChips(id=player, name=seen.name(player), chips=before.get(player, 0), chips_after=after.get(player, 0))
        for player in seats
        if before.get(player, 0) != after.get(player, 0)
    )


def _gap(night: Night) -> int:
    return gap_in_chips(night) if night.phase != "open" else 0


def _plan(night: Night) -> tuple[PlannedPayment, ...] | None:
    plan = night.closing.plan
    if plan is None:
        return None
    return tuple(PlannedPayment(payer=one.payer, payee=one.payee, cents=one.cents) for one in plan.transfers or ())
