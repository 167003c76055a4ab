"""What would change if events were struck? Nothing is recorded."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from engine import commands
from engine.events import Recorded
from engine.folding import effective, voided
from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from engine.night.closing.rule import plan_by_itself
from engine.reports.chips_to_move import chips_to_move
from engine.reports.gap import recounts_due
from engine.reports.places import by_seat
from engine.speech import say
from engine.state import Night
from engine.strikes import Strike, acts
from service.reports.views.events import EventView, ToMove, events_told, to_move_told
from service.reports.views.settling.settlement import Kind
from service.reports.views.visible_night import VisibleNight


class PlayerChange(msgspec.Struct, frozen=True, kw_only=True):
    """One player before and after, if there is a difference; `due_cents` is what is left of the result after payments."""

    id: PlayerId
    name: str
    stack: int
    stack_after: int
    result_cents: int
    result_cents_after: int
    due_cents: int
    due_cents_after: int


class PaymentChange(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer of the plan before and after: how much of it is paid."""

    number: int
    payer: PlayerId
    payee: PlayerId
    cents: int
    paid_cents: int
    paid_cents_after: int


class StrikeView(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of the strike: events out of force, acts in force again, new consequences, results, the chips in the pot
    and carried to the next hand, and transfers of which a different part would be paid. `settles_anew`: the plan that would
    then be frozen by itself, because the house settles so; None if none would. `close`: the close that would stand with its gap
    open again; None if there is none. `hand` is the hand being played in words, empty for none. `to_move`: the
    chips that would have to change hands.
    """

    night: str
    version: int
    struck: tuple[int, ...]
    void: tuple[EventView, ...]
    again: tuple[EventView, ...]
    anew: tuple[EventView, ...]
    players: tuple[PlayerChange, ...]
    pot: int
    pot_after: int
    carry: int
    carry_after: int
    payments: tuple[PaymentChange, ...]
    settles_anew: Kind | None
    close: int | None
    hand: str
    hand_after: str
    to_move: tuple[ToMove, ...]


def strike_view(seen: VisibleNight, strike: Strike, struck: tuple[int, ...]) -> StrikeView:
    """The difference between the night as it is and as the strike would leave it."""
    void = strike.struck.void
    drawn = strike.recorded(seen.version)
    return StrikeView(
        night=seen.night_id,
        version=seen.version,
        struck=struck,
        void=events_told(seen, [record for record in seen.records if record.version in void]),
        again=_in_force_again(seen, drawn),
        anew=events_told(seen, drawn[2:]),
        players=player_changes(seen, seen.night, strike.night),
        pot=seen.night.pot_worth(),
        pot_after=strike.night.pot_worth(),
        carry=seen.night.balance.get("carry", 0),
        carry_after=strike.night.balance.get("carry", 0),
        payments=_payments(seen.night, strike.night),
        settles_anew=None if recounts_due([*seen.records, *drawn]) else plan_by_itself(strike.night),
        close=_close_with_open_gap(seen, void),
        hand=hand_told(seen.night),
        hand_after=hand_told(strike.night),
        to_move=to_move_told(seen, chips_to_move(seen.night, strike.night)),
    )


def _close_with_open_gap(seen: VisibleNight, void: Collection[int]) -> int | None:
    """The close that stands while who bears its gap is taken back."""
    taken_back = any(isinstance(seen.records[version - 1].event, commands.ResolveGap) for version in void)
    closes = (one.version for one in effective(seen.records) if isinstance(one.event, commands.CloseNight))
    close = next(closes, None)
    return close if taken_back and close not in void else None


def _in_force_again(seen: VisibleNight, drawn: Sequence[Recorded]) -> tuple[EventView, ...]:
    """The acts that an earlier strike or correction had made void, and that would be in force again."""
    back = voided(seen.records) - voided([*seen.records, *drawn])
    primaries = (act.primary for act in acts([*seen.records, *drawn]))
    return events_told(seen, [seen.records[one.version - 1] for one in primaries if one.version in back])


def _payments(before: Night, after: Night) -> tuple[PaymentChange, ...]:
    """The transfers of which a different part would be paid; empty if the strike removes the plan itself."""
    planned = (
        before.closing.plan.transfers
        if before.closing.plan and before.closing.plan.transfers and after.closing.plan
        else ()
    )
    return tuple(
        PaymentChange(
            number=number, payer=one.payer, payee=one.payee, cents=one.cents, paid_cents=paid, paid_cents_after=left
        )
        for number, (one, paid, left) in enumerate(
            zip(planned, before.closing.paid, after.closing.paid, strict=False), start=1
        )
        if paid != left
    )


def player_changes(seen: VisibleNight, before: Night, after: Night) -> tuple[PlayerChange, ...]:
    """The players whose stack, result or dues differ between two states of the night, by seat."""
    results, results_after, due, due_after = nets(before), nets(after), dues(before), dues(after)
    found = [
        PlayerChange(
            id=player,
            name=seen.name(player),
            stack=before.balance.get("chips:" + player, 0),
            stack_after=after.balance.get("chips:" + player, 0),
            result_cents=results[player],
            result_cents_after=results_after.get(player, 0),
            due_cents=due[player],
            due_cents_after=due_after.get(player, 0),
        )
        for player in by_seat(before)
    ]
    return tuple(
        one
        for one in found
        if (one.stack, one.result_cents, one.due_cents)
        != (one.stack_after, one.result_cents_after, one.due_cents_after)
    )


def hand_told(night: Night) -> str:
    """The hand being played; empty for none."""
    return say("hand {number}, {game}", number=night.hand.number, game=night.hand.game.name) if night.hand else ""
