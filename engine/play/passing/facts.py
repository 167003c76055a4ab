"""Copies which cards were put aside and which changed hands."""

from engine import commands, events
from engine.game import steps
from engine.ids import PlayerId
from engine.play.holdings.lying import fill_in, forget, let_go, throw_seen, without
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Held, Night


@folds_in_hand(commands.PassCards)
def put_aside(night: Night, hand: Hand, event: commands.PassCards) -> None:
    """The choice is sealed until the last one is made; nobody else can hold the cards it names."""
    hand.asked.waiting.remove(event.player)
    fill_in(hand, hand.cards.own[event.player], (*event.right, *event.left))
    hand.asked.sealed[event.player] = event


@folds_in_hand(events.CardsPassed)
def passed(night: Night, hand: Hand, _: events.CardsPassed) -> None:
    """Every card lies with its new holder; if a choice is not known, neither are the cards that are left."""
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Pass)
    people = hand.still_in
    going: list[tuple[PlayerId, tuple[str, ...]]] = []
    for place, player in enumerate(people):
        choice = hand.asked.sealed.get(player)
        right = choice.right if isinstance(choice, commands.PassCards) and choice.right else (UNKNOWN,) * step.right
        left = choice.left if isinstance(choice, commands.PassCards) and choice.left else (UNKNOWN,) * step.left
        _give(hand, player, (*right, *left))
        going.append((people[place - 1], right))
        going.append((people[(place + 1) % len(people)], left))
    for player, cards in going:
        hand.cards.own[player] += [Held(card, up=False) for card in cards]
    hand.asked.sealed.clear()
    hand.step_done()


def _give(hand: Hand, player: PlayerId, cards: tuple[str, ...]) -> None:
    """Takes these cards out of the player's hand."""
    own = hand.cards.own[player]
    known = [card for card in cards if card != UNKNOWN]
    fill_in(hand, own, known)
    kept = without(own, known)
    throw_seen(hand, player, known)
    blind = len(cards) - len(known)
    if blind:
        let_go(hand, player)
        for held in kept:
            if not held.up:
                forget(hand, held)
        closed = [held for held in kept if not held.up]
        gone = closed[:blind]
        kept = [held for held in kept if held not in gone]
    hand.cards.own[player] = kept
