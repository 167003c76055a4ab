"""What everybody may do later in the betting round, or beside the others, if the acts before theirs are not recorded yet.

A page that has lost its server goes on with it from one player to the next. It offers what the rules say now; what was queued
is decided when it goes out, one act after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine import commands
from engine.decider import accept
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.around import beginning_with
from engine.play.betting.offers import betting_offers
from engine.speech import say
from engine.state import Hand, Night, Round
from service.reports.views.play.controls.form import Control
from service.reports.views.play.controls.saying import BUTTONS, Moment, control_of
from service.reports.views.visible_night import VisibleNight

# The acts after which everybody else has to answer anew.
RAISES = (commands.Bet, commands.Raise, commands.DoubleStakes)


class Later(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do when the turn comes to them: `now` as long as nobody raises meanwhile, `raised` once somebody has.

    `waits`: they owe an answer as it is; else they are asked only after a raise.
    """

    player: PlayerId
    name: str
    waits: bool
    now: tuple[Control, ...]
    raised: tuple[Control, ...]


def later_in_the_round(view: VisibleNight) -> Iterator[Later]:
    """Everybody who can still be asked in the betting round, in their order; nobody outside one."""
    night, hand = view.night, view.night.hand
    if hand is None or hand.round is None or not hand.round.waiting:
        return
    waiting, raised = hand.round.waiting, [*_raised(night, hand.round)]
    for player in beginning_with(hand.betting_order, waiting[0]):
        after = [result for result in raised if player in _asked(result)]
        if player in waiting or after:
            yield Later(
                player=player,
                name=view.name(player),
                waits=player in waiting,
                now=tuple(_controls(view, night, player, "now")) if player in waiting else (),
                raised=tuple(_after_any_raise(view, after, player)) if after else (),
            )


def _raised(night: Night, betting: Round) -> Iterator[Night]:
    """The night after the next raise, and after the one that follows it: by little and by much, and by whoever may open."""
    for begins in betting.waiting[:2] if betting.anyone else betting.waiting[:1]:
        for most in (False, True):
            first = _after_a_raise(night, begins, most=most)
            second = _after_a_raise(first, _asked(first)[0], most=most) if first and _asked(first) else None
            yield from filter(None, (first, second))


def _after_a_raise(night: Night, begins: PlayerId, *, most: bool) -> Night | None:
    """The night once the first who can has raised, and all before have stayed in; None if nobody can.

    They raise by the least, or by the largest of the few amounts that have a button.
    """
    later, number, player = night.copy(), _rounds(night), begins
    while _asked(later) and _rounds(later) == number:
        can = _offered(later, player)
        wager = next((offer for offer in can if isinstance(offer.command, RAISES)), None)
        if wager is not None:
            few = max(wager.once, wager.most if wager.most - wager.least < BUTTONS else 0)
            accept(later, wager.of(few) if most and few else wager.command)
            return later
        accept(later, can[0].command)
        player = next(iter(_asked(later)), "")
    return None


def _after_any_raise(view: VisibleNight, nights: Sequence[Night], player: PlayerId) -> Iterator[Control]:
    """What the player may do whichever of these raises it was; an amount that hangs on it is typed."""
    results = [list(_controls(view, night, player, "raised")) for night in nights]
    for control in results[0]:
        others = [one.amount for same in results[1:] for one in same if one.id == control.id and one.amount]
        if control.amount is None or not others:
            yield control
            continue
        amounts = [control.amount, *others]
        usual = tuple(number for number in control.amount.usual if all(number in one.usual for one in amounts))
        notes = dict(zip(control.amount.usual, control.amount.notes, strict=True)) if control.amount.notes else {}
        amount = msgspec.structs.replace(
            control.amount,
            least=min(one.least for one in amounts),
            most=max(one.most for one in amounts),
            usual=usual,
            notes=tuple(notes.get(number, "") for number in usual),
        )
        yield msgspec.structs.replace(control, amount=amount)


def _rounds(night: Night) -> int:
    return night.hand.rounds.closed if night.hand else 0


def _betting(night: Night) -> tuple[Hand, Round] | None:
    hand = night.hand
    return (hand, hand.round) if hand is not None and hand.round is not None else None


def _asked(night: Night) -> Sequence[PlayerId]:
    result = _betting(night)
    return result[1].waiting if result else ()


def _offered(night: Night, player: PlayerId) -> list[Offer]:
    result = _betting(night)
    return [*betting_offers(night, *result, player)] if result else []


def _controls(view: VisibleNight, night: Night, player: PlayerId, when: str) -> Iterator[Control]:
    """The controls for that moment, without what hangs on chips that are not in the pot yet."""
    calls = any(isinstance(offer.command, commands.Call) for offer in _offered(night, player))
    for offer in _offered(night, player):
        if isinstance(offer.command, commands.PullShadow) and calls:
            continue
        control = control_of(Moment(msgspec.structs.replace(view, night=night), offer))
        amount = control.amount
        if amount is not None and amount.most - amount.least >= BUTTONS:
            amount = msgspec.structs.replace(amount, usual=(), notes=())
        if amount is not None and when == "raised":
            amount = msgspec.structs.replace(amount, own=None)
        control = msgspec.structs.replace(control, id=f"{when}-{control.id}", amount=amount)
        if when == "raised" and isinstance(offer.command, commands.Call) and not offer.command.agreed:
            control = msgspec.structs.replace(control, label=say("Call"), asks="")
        yield control
