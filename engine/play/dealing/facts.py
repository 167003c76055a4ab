"""Copies where dealt, laid, turned and burned cards lie."""

from engine import commands
from engine.game import steps
from engine.play.around import dealt_to, order_of_falling
from engine.play.holdings.lying import fell_closed, open_up
from engine.registry import folds_in_hand
from engine.state import UNKNOWN, Hand, Held, Night


@folds_in_hand(commands.Deal)
def dealt(night: Night, hand: Hand, event: commands.Deal) -> None:
    """The cards lie with the players in the order they fell."""
    step, cards, named = hand.steps[hand.cursor], hand.cards, event.cards
    assert isinstance(step, steps.Deal)
    if event.common:
        cards.board.append(Held((named or (UNKNOWN,))[0], up=True))
        cards.out.update(card for card in named if card != UNKNOWN)
        hand.step_done()
        return
    if (first := event.first) is not None:
        hand.first_card_to(first)
    people, down, closed = dealt_to(hand), step.down, step.closed
    every = closed + step.up
    if closed and cards.fresh:
        for player in people:
            fell_closed(hand, player, closed)
    elif closed:
        cards.fresh = dict.fromkeys(people, closed)
    faces = named or (UNKNOWN,) * (len(people) * every)
    own = [cards.own[player] for player in people]
    if down == every and step.batch == 1:
        # All lie closed, as most often: nothing but the round in which a card falls tells them apart.
        fallen = list(map(Held, faces))
        for seat, theirs in enumerate(own):
            theirs.extend(fallen[seat :: len(own)])
    else:
        for (seat, place), card in zip(order_of_falling(len(people), every, step.batch), faces, strict=False):
            held = Held(card, place >= closed, place >= closed, down <= place < closed)
            own[seat].append(held)
            if held.up:
                open_up(hand, people[seat], held)
    if step.on_call:
        cards.lays_due = list(step.on_call)
    if named:
        cards.out.update(named)
        cards.out.discard(UNKNOWN)
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
    lying = hand.cards
    step = lying.lays_due.pop(0) if lying.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    up = step.up
    faces = cards or (UNKNOWN,) * (up + step.down)
    lying.board += [Held(card, place < up) for place, card in enumerate(faces)]
    lying.out.update(faces)
    lying.out.discard(UNKNOWN)
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
