"""Acts of trick games at random, for the walk through a night."""

from engine import commands
from engine.cards.tricks import may_be_played
from engine.game import steps
from engine.offer import Offer
from engine.play.tarok.facts import contract_of
from engine.play.tarok.pagat import possible_ends
from engine.play.tricks.rule import pack_of
from engine.state import UNKNOWN, Hand


def play_a_card(walk, hand: Hand, offer: Offer) -> commands.Command:
    """A card that may be played, as far as the book knows his cards; one that nobody has seen now and then."""
    assert offer.player is not None
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Tricks)
    # Where most cards are out, some of a hand may be left without a face.
    own = [card for card in walk.faces(hand, offer.player, whole=True) if card != UNKNOWN]
    led = hand.tricks.lying[0][1] if hand.tricks.lying else UNKNOWN
    able = own
    if led != UNKNOWN:
        able = may_be_played(pack_of(hand), own, led, hand.tricks.trump, must_trump=step.must_trump)
    return commands.PlayCard(player=offer.player, card=walk.chance.choice((*able, UNKNOWN)))


def draw_stock(walk, hand: Hand, offer: Offer) -> commands.Command:
    return commands.DrawFromStock(card=walk.fresh(hand, 1)[0])


def widow(walk, hand: Hand, offer: Offer) -> commands.Command:
    return offer.of(walk.chance.randint(offer.least, offer.most))


def score(walk, hand: Hand, offer: Offer) -> commands.Command:
    end = walk.chance.choice(possible_ends(hand, contract_of(hand)))
    points = walk.chance.randint(offer.least, offer.most)
    return commands.NameScore(points=points, pagat=end.won_by, captured=end.captured)


TRICKS = {
    commands.PlayCard: play_a_card,
    commands.DrawFromStock: draw_stock,
    commands.TakeWidow: widow,
    commands.NameScore: score,
}
