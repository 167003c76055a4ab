"""Copies where dealt, laid, turned and burned cards lie."""

from engine import commands
from engine.game import steps
from engine.play.dealing.falling import dealt_to, falling
from engine.play.holdings.lying import fell_closed, open_up
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Held, Night


@folds_in_hand(commands.Deal)
def dealt(night: Night, hand: Hand, event: commands.Deal) -> None:
    """The cards lie with the players in the order they fell."""
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Deal)
    if event.common:
        hand.cards.board.append(Held((event.cards or (UNKNOWN,))[0], up=True))
        hand.cards.out.update(card for card in event.cards if card != UNKNOWN)
        hand.step_done()
        return
    closed, every = step.closed, step.closed + step.up
    if event.first is not None:
        hand.first_card_to(event.first)
    people = dealt_to(hand)
    if closed:
        for player in people:
            fell_closed(hand, player, closed)
    faces = event.cards or (UNKNOWN,) * (len(hand.still_in) * every)
    for (player, place), card in zip(falling(step, people), faces, strict=False):
        if place < closed:
            hand.cards.own[player].append(Held(card, up=False, pile=step.down <= place))
        else:
            held = Held(card, up=True, dealt_up=True)
            hand.cards.own[player].append(held)
            open_up(hand, player, held)
    hand.cards.lays_due = list(step.on_call)
    if event.cards:
        hand.cards.out.update(event.cards)
        hand.cards.out.discard(UNKNOWN)
    hand.step_done()


@folds_in_hand(commands.Lay)
def laid(night: Night, hand: Hand, event: commands.Lay) -> None:
    """The shared cards lie on the next spots."""
    lay_down(hand, event.cards)


@folds_in_hand(commands.CallSpit)
def called(night: Night, hand: Hand, event: commands.CallSpit) -> None:
    """The card called for lies on the next spot."""
    lay_down(hand, (event.card,))


def lay_down(hand: Hand, cards: tuple[str, ...]) -> None:
    """Lays the cards of the step, those called for during the deal first."""
    step = hand.cards.lays_due.pop(0) if hand.cards.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    faces = cards or (UNKNOWN,) * (step.up + step.down)
    hand.cards.board += [Held(card, up=place < step.up) for place, card in enumerate(faces)]
    hand.cards.out.update(faces)
    hand.cards.out.discard(UNKNOWN)
    hand.step_done()


@folds_in_hand(commands.Turn)
def turned(night: Night, hand: Hand, event: commands.Turn) -> None:
    """The first closed shared card is open now."""
    closed = next(held for held in hand.cards.board if not held.up)
    closed.card, closed.up = event.card, True
    if event.card != UNKNOWN:
        hand.cards.out.add(event.card)
    hand.step_done()


@folds_in_hand(commands.Burn)
def burned(night: Night, hand: Hand, _: commands.Burn) -> None:
    """The top card is gone, unseen."""
    hand.cards.gone += 1
    hand.step_done()
