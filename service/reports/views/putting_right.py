"""What a strike or a correction changes, and what may stand in the place of an act."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from engine import commands
from engine.events import Recorded
from engine.folding import effective, voided
from engine.ids import PlayerId
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.night.closing.rule import plan_by_itself
from engine.reports.corrections import chips_to_move
from engine.reports.differences import HandChange, differences
from engine.reports.gap import recounts_due
from engine.reports.sentences import at_the_board, tell
from engine.speech import say
from engine.state import Night, by_seat, everybody_by_seat
from engine.strikes import Strike, acts
from service.book.closed_cards import as_all_may_see, as_if_recorded, as_the_bank_may_see
from service.reports.views.events import EventView, ToMove, events_text, handings_text, one_event
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


def strike_view(view: VisibleNight, strike: Strike, struck: tuple[int, ...]) -> StrikeView:
    """The difference between the night as it is and as the strike would leave it."""
    void = strike.struck.void
    drawn = strike.recorded(view.version)
    visible = _visible(view, drawn)[view.version :]
    return StrikeView(
        night=view.night_id,
        version=view.version,
        struck=struck,
        void=events_text(view, [record for record in view.records if record.version in void]),
        again=_in_force_again(view, drawn),
        anew=events_text(view, visible[2:]),
        players=player_changes(view, view.night, strike.night),
        pot=view.night.pot_worth(),
        pot_after=strike.night.pot_worth(),
        carry=view.night.balance.get("carry", 0),
        carry_after=strike.night.balance.get("carry", 0),
        payments=_payments(view.night, strike.night),
        settles_anew=_settles_anew(view, strike),
        close=_close_with_open_gap(view, void),
        hand=hand_text(view.night),
        hand_after=hand_text(strike.night),
        to_move=handings_text(view, chips_to_move(view.night, strike.night)),
    )


def _settles_anew(view: VisibleNight, strike: Strike) -> Kind | None:
    """The plan that the house would then freeze by itself; None while somebody has to count again."""
    recounts = recounts_due([*view.records, *strike.recorded(view.version)])
    return None if recounts else plan_by_itself(strike.night)


def _close_with_open_gap(view: VisibleNight, void: Collection[int]) -> int | None:
    """The close that stands while who bears its gap is taken back."""
    if not any(isinstance(view.records[version - 1].event, commands.ResolveGap) for version in void):
        return None
    closes = (one.version for one in effective(view.records) if isinstance(one.event, commands.CloseNight))
    close = next(closes, None)
    return close if close not in void else None


def _in_force_again(view: VisibleNight, records: Sequence[Recorded]) -> tuple[EventView, ...]:
    """The acts that an earlier strike or correction had made void, and that would be in force again."""
    back = voided(view.records) - voided([*view.records, *records])
    if not back:
        return ()
    primaries = (act.primary for act in acts([*view.records, *records]))
    return events_text(view, [view.records[one.version - 1] for one in primaries if one.version in back])


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


def player_changes(view: VisibleNight, before: Night, after: Night) -> tuple[PlayerChange, ...]:
    """Those whose stack, result or dues differ between two states of the night, by seat; who is in only one of them has none there."""
    results, results_after, due, due_after = nets(before), nets(after), dues(before), dues(after)
    everybody = dict.fromkeys((*everybody_by_seat(before), *everybody_by_seat(after)))
    matches = [
        PlayerChange(
            id=player,
            name=view.name(player),
            stack=before.balance.get("chips:" + player, 0),
            stack_after=after.balance.get("chips:" + player, 0),
            result_cents=results.get(player, 0),
            result_cents_after=results_after.get(player, 0),
            due_cents=due.get(player, 0),
            due_cents_after=due_after.get(player, 0),
        )
        for player in everybody
    ]
    return tuple(
        one
        for one in matches
        if (one.stack, one.result_cents, one.due_cents)
        != (one.stack_after, one.result_cents_after, one.due_cents_after)
    )


def hand_text(night: Night) -> str:
    """The hand being played; empty for none."""
    return say("hand {number}, {game}", number=night.hand.number, game=night.hand.game.name) if night.hand else ""


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


def correction_view(view: VisibleNight, corrected: Strike) -> CorrectionView:
    """The difference between the night as it is and as the correction would leave it."""
    before, after = view.night, corrected.night
    records: Sequence[Recorded] = [*view.as_recorded, *corrected.recorded(view.version)]
    result = differences(view.as_recorded, records)
    visible = _visible(view, records[view.version :])
    at, at_after = at_the_board(view.records), at_the_board(records)
    return CorrectionView(
        night=view.night_id,
        version=view.version,
        first=result.first,
        hands=tuple(_hand(view, hand, visible, at, at_after) for hand in result.hands),
        players=player_changes(view, before, after),
        pot=before.pot_worth(),
        pot_after=after.pot_worth(),
        carry=before.balance.get("carry", 0),
        carry_after=after.balance.get("carry", 0),
        gap=_gap(before),
        gap_after=_gap(after),
        counts=_chips(view, before.closing.gaps, after.closing.gaps),
        plan=_plan(before),
        plan_after=_plan(after),
        hand=hand_text(before),
        hand_after=hand_text(after),
        to_move=handings_text(view, chips_to_move(before, after)),
    )


def _visible(view: VisibleNight, outcome: Sequence[Recorded]) -> Sequence[Recorded]:
    """The records, and behind them what would be recorded, as the reader may see it."""
    if view.sees_everything:
        return [*view.records, *outcome]
    as_recorded = [*view.as_recorded, *as_if_recorded(view.as_recorded, view.visible, outcome)]
    return as_the_bank_may_see(as_recorded) if view.sees_cards else as_all_may_see(as_recorded)


def _hand(
    view: VisibleNight,
    hand: HandChange,
    records: Sequence[Recorded],
    at: Mapping[int, str],
    at_after: Mapping[int, str],
) -> ChangedHand:
    return ChangedHand(
        number=hand.number,
        game=hand.game,
        acts=tuple(
            ChangedAct(
                version=act.before,
                version_after=act.after,
                sentence=_text(view, act.before, records, at),
                sentence_after=_text(view, act.after, records, at_after),
            )
            for act in hand.acts
        ),
        pot=hand.pot,
        pot_after=hand.pot_after,
        won=_chips(view, hand.won, hand.won_after) if hand.won != hand.won_after else (),
        stacks=_chips(view, hand.stacks, hand.stacks_after),
    )


def _text(view: VisibleNight, version: int | None, records: Sequence[Recorded], at: Mapping[int, str]) -> str:
    if version is None:
        return ""
    event = records[version - 1].event
    return tell(event, view.names, currency=view.opened.currency, at=at.get(version, ""))


def _chips(
    view: VisibleNight, before: Mapping[PlayerId, int], after: Mapping[PlayerId, int]
) -> tuple[ChangedChips, ...]:
    seats = [*by_seat(view.night), *(player for player in after if player not in view.night.people)]
    return tuple(
        ChangedChips(id=player, name=view.name(player), chips=before.get(player, 0), chips_after=after.get(player, 0))
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


class PutRightView(msgspec.Struct, frozen=True, kw_only=True):
    """The effect, hand by hand.

    `payments` are the transfers of which a different part would be paid. `settles_anew`: the plan that would then be frozen
    by itself, because the house settles so; None if none would. Both are of a strike only.
    """

    changed: CorrectionView
    payments: tuple[PaymentChange, ...] = ()
    settles_anew: Kind | None = None


class ConflictView(msgspec.Struct, frozen=True, kw_only=True):
    """The first event that would no longer be possible, why, and the others."""

    because: str
    first: EventView
    others: tuple[EventView, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """The numbers of all of them."""
        return (self.first.version, *(one.version for one in self.others))


def struck_view(view: VisibleNight, strike: Strike) -> PutRightView:
    """The effect of a strike."""
    return PutRightView(
        changed=correction_view(view, strike),
        payments=_payments(view.night, strike.night),
        settles_anew=_settles_anew(view, strike),
    )


def conflict_view(view: VisibleNight, because: str, versions: tuple[int, ...]) -> ConflictView:
    """The conflict of these events, the first of them first."""
    first, *others = (one_event(view, version) for version in versions)
    return ConflictView(because=because, first=first, others=tuple(others))
