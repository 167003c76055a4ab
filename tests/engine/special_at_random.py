"""Acts of the special words at random, for the walk through a night: shared cards, passing, piles, sides, exchanges."""

from engine import commands
from engine.game import steps
from engine.offer import Offer
from engine.play.dealing.rule import dealt_for_all
from engine.play.holdings.lying import top_card
from engine.state import UNKNOWN, Hand
from tests.engine.unseen_at_random import unseen


def deal(walk, hand: Hand, offer: Offer) -> commands.Command:
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Deal)
    people, depth = len(hand.still_in), walk.chance.random()
    if depth < 0.3:
        return commands.Deal()
    if dealt_for_all(hand, step):
        return commands.Deal(cards=walk.fresh(hand, 1))
    number = people * (step.up if depth < 0.6 and step.up else step.up + step.closed)
    cards = list(walk.fresh(hand, number, unknown=walk.chance.choice((0, 0, 0.3))))
    rare = [card for card in ("4h", "4d", "7s") if card not in hand.cards.out and card not in cards]
    if rare and step.up and hand.game.effects and walk.chance.random() < 0.5:
        # The last card dealt is open where any is.
        cards[-1] = walk.chance.choice(rare)
    return commands.Deal(cards=tuple(cards))


def lay(walk, hand: Hand, offer: Offer) -> commands.Command:
    step = hand.cards.lays_due[0] if hand.cards.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    return commands.Lay(cards=walk.fresh(hand, step.up + step.down) if walk.chance.random() < 0.7 else ())


def turn(walk, hand: Hand, offer: Offer) -> commands.Command:
    closed = next(held for held in hand.cards.board if not held.up)
    if closed.card != UNKNOWN:
        return commands.Turn(card=walk.chance.choice((closed.card, UNKNOWN)))
    return commands.Turn(card=walk.fresh(hand, 1)[0])


def give_away(walk, hand: Hand, offer: Offer) -> commands.Command:
    assert offer.player is not None
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Pass)
    cards = walk.faces(hand, offer.player, whole=True)[: step.right + step.left]
    if walk.chance.random() < 0.4:
        return commands.PassCards(player=offer.player)
    return commands.PassCards(player=offer.player, right=cards[: step.right], left=cards[step.right :])


def expose(walk, hand: Hand, offer: Offer) -> commands.Command:
    assert offer.player is not None
    closed = [held.card for held in hand.cards.own[offer.player] if not held.up]
    card = walk.chance.choice(closed) if walk.chance.random() < 0.6 else UNKNOWN
    if card == UNKNOWN and walk.chance.random() < 0.5 and UNKNOWN in closed:
        (card,) = unseen(walk.chance, hand, offer.player, walk.fresh(hand, 1))
    return commands.ExposeCard(player=offer.player, card=card)


def arrange(walk, hand: Hand, offer: Offer) -> commands.Command:
    assert offer.player is not None
    closed = [held.card for held in hand.cards.own[offer.player] if not held.up]
    walk.chance.shuffle(closed)
    if UNKNOWN in closed or walk.chance.random() < 0.3:
        return commands.ArrangeCards(player=offer.player)
    return commands.ArrangeCards(player=offer.player, cards=tuple(closed))


def turn_own(walk, hand: Hand, offer: Offer) -> commands.Command:
    """The top card, known or not, cards that do something now and then; and what the player says of it."""
    assert offer.player is not None
    lies = top_card(hand.cards.own[offer.player]).card
    card = walk.fresh(hand, 1, unknown=0.3)[0] if lies == UNKNOWN else walk.chance.choice((lies, UNKNOWN))
    rare = [rank + suit for rank in ("3", "4", "9") for suit in "shdc" if rank + suit not in hand.cards.out]
    if lies == UNKNOWN and rare and walk.chance.random() < 0.2:
        card = walk.chance.choice(rare)
    return commands.TurnOwn(player=offer.player, card=card, beats=walk.chance.choice((None, None, None, True, False)))


def exchange(walk, hand: Hand, offer: Offer) -> commands.Command:
    assert offer.player is not None
    own = walk.faces(hand, offer.player, whole=True)
    number = walk.chance.randint(min(offer.least, len(own)), min(offer.most, len(own)))
    if UNKNOWN in own:
        return commands.Exchange(player=offer.player, number=number)
    thrown = tuple(UNKNOWN if walk.chance.random() < 0.2 else card for card in own[:number])
    drawn = walk.fresh(hand, number) if walk.chance.random() < 0.7 else ()
    # What is thrown for the first time must not come back in the same breath.
    drawn = tuple(UNKNOWN if card in own else card for card in drawn)
    return commands.Exchange(
        player=offer.player, number=number, thrown=thrown if walk.chance.random() < 0.6 else (), drawn=drawn
    )


SPECIAL = {
    commands.Deal: deal,
    commands.Lay: lay,
    commands.Turn: turn,
    commands.PassCards: give_away,
    commands.ExposeCard: expose,
    commands.ArrangeCards: arrange,
    commands.TurnOwn: turn_own,
    commands.Exchange: exchange,
}
