"""Passing cards to the neighbours: all choose before anyone looks, then all pass at once (RULINGS R-D16)."""

from msgspec.structs import replace

from engine import commands, errors, events
from engine.game import steps
from engine.hand.dealing import at_step, fill_in, forget, read_cards, without
from engine.hand.kept import let_go, may_name, must_hold, throw_seen
from engine.ids import PlayerId
from engine.rules import dealt_in
from engine.state import UNKNOWN, Hand, Held, Night


def pass_cards(command: commands.PassCards, night: Night) -> commands.PassCards:
    """A player puts their cards aside; how many goes by the game, which ones only they know."""
    hand, step = at_step(night, steps.Pass)
    player = command.player
    dealt_in(hand, player)
    if player not in hand.asked.waiting:
        raise errors.HasChosenAlready(player=player)
    own = hand.cards.own[player]
    cards = read_cards(hand, (*command.right, *command.left), besides=may_name(hand, player, own))
    right, left = cards[: len(command.right)], cards[len(command.right) :]
    if cards and (len(right), len(left)) != (step.right, step.left):
        raise errors.PassesWrongNumber(
            player=player, right=len(right), left=len(left), step_right=step.right, step_left=step.left
        )
    must_hold(hand, player, own, cards)
    return replace(command, right=right, left=left)


def may_pass_unseen(hand: Hand) -> bool:
    """Whether nobody at the book knows a closed card, so that the passing needs no tap."""
    return not any(held.card != UNKNOWN for player in hand.still_in for held in hand.cards.own[player])


# What follows only copies facts.


def put_aside(night: Night, hand: Hand, event: commands.PassCards) -> None:
    """The choice is sealed until the last one is made; what it names, nobody else can hold."""
    hand.asked.waiting.remove(event.player)
    fill_in(hand, hand.cards.own[event.player], (*event.right, *event.left))
    hand.asked.sealed[event.player] = event


def passed(night: Night, hand: Hand, _: events.CardsPassed) -> None:
    """Every card lies with its new holder; where a choice is not known, neither is what is left."""
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
