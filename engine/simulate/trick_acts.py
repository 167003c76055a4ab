"""Fills in the acts of tricks and Tarok: the widow and the discard, cards played, the score."""

from collections.abc import Mapping
from types import MappingProxyType

from engine import commands
from engine.cards.card import UNKNOWN
from engine.cards.tricks import may_be_played
from engine.game import steps
from engine.play.tarok.contract import contract_of
from engine.play.tarok.pagat import possible_ends
from engine.play.tricks.rule import pack_of
from engine.simulate.chance import one_in, pick, shuffled
from engine.simulate.moment import Act, Moment
from engine.state import begun


def play(moment: Moment) -> commands.Command:
    """A random card that may be played."""
    hand, own = moment.hand, moment.own()
    step, tricks = moment.step(steps.Tricks), begun(hand.tricks)
    led = tricks.lying[0][1] if tricks.lying else UNKNOWN
    if UNKNOWN in own:
        return moment.offer.command
    able = own
    if led != UNKNOWN:
        able = may_be_played(pack_of(hand), own, led, tricks.trump, must_trump=step.must_trump)
    return commands.PlayCard(player=moment.player, card=pick(moment.chance, able))


def discard(moment: Moment) -> commands.Command:
    """As many random cards as were taken, of those that may be put aside."""
    step, own = moment.step(steps.TakeWidow), moment.own()
    if UNKNOWN in own:
        return moment.offer.command
    keep = step.keep.split()
    loose = [card for card in own if card not in keep and card[:-1] not in keep]
    return commands.Discard(cards=tuple(shuffled(moment.chance, loose)[: step.cards]))


def widow(moment: Moment) -> commands.Command:
    """Usually the first cards of the widow."""
    return (
        moment.offer.of(1 + moment.chance.below(moment.offer.most))
        if one_in(moment.chance, 4)
        else moment.offer.command
    )


def score(moment: Moment) -> commands.Command:
    """A random result of the deal, within what the known cards allow."""
    offer, ends = moment.offer, possible_ends(moment.hand, contract_of(moment.hand))
    points = offer.least + moment.chance.below(offer.most - offer.least + 1)
    end = pick(moment.chance, ends if one_in(moment.chance, 3) else ends[:1])
    return commands.NameScore(points=points, pagat=end.won_by, captured=end.captured)


TRICK_ACTS: Mapping[type[commands.Command], Act] = MappingProxyType(
    {
        commands.PlayCard: play,
        commands.DrawFromStock: lambda moment: commands.DrawFromStock(card=moment.dealer.card()),
        commands.TakeWidow: widow,
        commands.Discard: discard,
        commands.NameScore: score,
    }
)
