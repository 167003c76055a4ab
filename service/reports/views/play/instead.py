"""What somebody could have done instead of a betting act: each as a button, and as the line that puts it right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine import commands
from engine.commands import BettingAct
from engine.folding import fold
from engine.offer import Offer
from engine.play.script.offers import offers
from engine.speech import say
from engine.strikes import acts
from service.language.shorthand.hints import typed_as
from service.reports.views.play.controls.saying import Moment, control_of
from service.reports.views.visible_night import VisibleNight

# The betting acts of one player, by the word with which a line says them.
LETTERS: dict[type[commands.Command], str] = {
    commands.Fold: "f",
    commands.Check: "x",
    commands.Call: "c",
    commands.Bet: "b",
    commands.Raise: "r",
}


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """One other act: what a button says, and the line that says it."""

    label: str
    line: str


class InItsPlace(NamedTuple):
    """What can be said in the place of an act. `acts`: what the player could have done instead of this betting act.

    `typed` is how such an act of a hand is typed at the table, where it stands. Both are empty for any other event, and for
    a void one.
    """

    acts: tuple[Instead, ...] = ()
    typed: str = ""


def in_its_place(view: VisibleNight, version: int) -> InItsPlace:
    """What can be said in the place of the event with this number."""
    in_force = acts(view.records)
    done = next((act.primary.event for act in in_force if act.primary.version == version), None)
    if not isinstance(done, commands.Command):
        return InItsPlace()
    before = takewhile(lambda act: act.primary.version != version, in_force)
    night = fold([record for act in before for record in (act.primary, *act.consequences)])
    return InItsPlace(_instead_of(done, replace(view, night=night)), typed_as(night, type(done)))


def _instead_of(done: commands.Command, then: VisibleNight) -> tuple[Instead, ...]:
    if not isinstance(done, BettingAct) or type(done) not in LETTERS:
        return ()
    own = (offer for offer in offers(then.night) if offer.player == done.player and type(offer.command) in LETTERS)
    return tuple(one for offer in own for one in _insteads(then, offer, done))


def _insteads(then: VisibleNight, offer: Offer, done: BettingAct) -> Iterator[Instead]:
    """The acts that an offer stands for, without the one that was done."""
    control = control_of(Moment(then, offer))
    text = f"{then.name(offer.player)} {LETTERS[type(offer.command)]}"
    same = type(done) is type(offer.command)
    if control.amount is None:
        if not same:
            yield Instead(label=control.label, line=text)
        return
    for number in control.amount.usual:
        if not (same and getattr(done, control.amount.field) == number):
            label = say("{act} {number}", act=control.label, number=number)
            yield Instead(label=label, line=f"{text} {number}")
