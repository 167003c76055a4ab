"""Acts of trick games at random, for the walk through a night."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import commands
from engine.cards.tricks import may_be_played
from engine.game import steps
from engine.hand.choices import Choice
from engine.hand.tarok import contract_of
from engine.hand.tarok_melds import melds_open
from engine.hand.tarok_pagat import possible_ends
from engine.hand.tricks import pack_of
from engine.state import UNKNOWN, Hand

if TYPE_CHECKING:
    from tests.engine.walker import Walk


def play_a_card(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    """A card that may be played, as far as the book knows his cards; one that nobody has seen now and then."""
    assert choice.player is not None
    assert hand.tricks is not None
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Tricks)
    # Where most cards are out, some of a hand may be left without a face.
    own = [card for card in walk.faces(hand, choice.player, whole=True) if card != UNKNOWN]
    led = hand.tricks.lying[0][1] if hand.tricks.lying else UNKNOWN
    able = own
    if led != UNKNOWN:
        able = may_be_played(pack_of(hand), own, led, hand.tricks.trump, must_trump=step.must_trump)
    return commands.PlayCard(player=choice.player, card=walk.chance.choice((*able, UNKNOWN)))


def draw_stock(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    return commands.DrawFromStock(card=walk.fresh(hand, 1)[0])


def put_aside(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    return commands.Discard()


def widow(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    return commands.TakeWidow(choice=walk.chance.randint(choice.least, choice.most))


def bid(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    assert choice.player is not None
    return commands.MakeBid(player=choice.player, contract=choice.act)


def goal(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    return commands.AnnounceGoal(goal=choice.act)


def meld(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    assert choice.player is not None
    return commands.DeclareMeld(player=choice.player, meld=walk.chance.choice(melds_open(hand, choice.player)))


def score(walk: Walk, hand: Hand, choice: Choice) -> commands.Command:
    end = walk.chance.choice(possible_ends(hand, contract_of(hand)))
    points = walk.chance.randint(choice.least, choice.most)
    return commands.NameScore(points=points, pagat=end.won_by, captured=end.captured)


TRICKS = {
    "play": play_a_card,
    "draw_stock": draw_stock,
    "threesome": bid,
    "solo": bid,
    "widow": widow,
    "discard": put_aside,
    "game": goal,
    "consolation": goal,
    "ultimo": goal,
    "meld": meld,
    "score": score,
}
