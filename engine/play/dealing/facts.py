"""Copies where dealt, laid, exchanged, passed, opened and named cards lie, and what is still known of the others."""

from engine import commands, events
from engine.game import steps
from engine.ids import PlayerId
from engine.play.around import dealt_to, order_of_falling
from engine.play.betting.facts import keep_as_opened
from engine.play.holdings.lying import (
    closed_cards,
    fell_closed,
    fill_in,
    forget,
    let_go,
    lose_sight,
    may_be_shown,
    note_thrown,
    open_up,
    put_aside,
    without,
)
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


@folds_in_hand(commands.Exchange)
def drew(night: Night, hand: Hand, event: commands.Exchange) -> None:
    """The thrown cards are gone; if they are not known, neither are the cards the player keeps."""
    player = event.player
    own = hand.cards.own[player]
    thrown = [card for card in event.thrown if card != UNKNOWN]
    fill_in(hand, own, thrown)
    hand.cards.own[player] = kept = without(own, thrown)
    note_thrown(hand, player, thrown)
    blind = event.number - len(thrown)
    if blind:
        keep_as_opened(hand, player)
        lose_sight(hand, player, kept, thrown=blind)
        kept = kept[blind:]
    faces = event.drawn or (UNKNOWN,) * event.number
    hand.cards.own[player] = kept + [Held(card, up=False) for card in faces]
    hand.cards.out.update(card for card in faces if card != UNKNOWN)
    hand.cards.gone += event.number
    if event.number:
        fell_closed(hand, player, event.number)
    put_aside(hand, thrown)
    hand.asked.waiting.remove(player)
    if not hand.asked.waiting:
        hand.step_done()


@folds_in_hand(commands.PassCards)
def set_aside(night: Night, hand: Hand, event: commands.PassCards) -> None:
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
    note_thrown(hand, player, known)
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


@folds_in_hand(commands.ExposeCard)
def sealed(night: Night, hand: Hand, event: commands.ExposeCard) -> None:
    """The choice is sealed until the last one is made; nobody else can hold the card it names."""
    hand.asked.waiting.remove(event.player)
    fill_in(hand, closed_cards(hand, event.player), (event.card,))
    hand.asked.sealed[event.player] = event


@folds_in_hand(events.CardsExposed)
def exposed(night: Night, hand: Hand, event: events.CardsExposed) -> None:
    """Each card lies open; if a choice is not known, neither are the cards that stay closed."""
    for player, card in zip(hand.still_in, event.cards, strict=True):
        closed = closed_cards(hand, player)
        if card == UNKNOWN and len(closed) > 1:
            lose_sight(hand, player, closed)
        if card != UNKNOWN:
            # Whoever is told the night without closed cards did not see the choice.
            fill_in(hand, closed, (card,))
        held = next(held for held in closed if held.card == card or len(closed) == 1)
        held.vague, held.exposed = False, True
        open_up(hand, player, held)
    hand.asked.sealed.clear()
    hand.step_done()


@folds_in_hand(commands.NameCards)
def named(night: Night, hand: Hand, event: commands.NameCards) -> None:
    """The faces are known from now on; nothing decided before changes."""
    lying = hand.cards.board if event.player is None else may_be_shown(hand, hand.cards.own[event.player])
    unknown_open = [held for held in lying if held.up and held.card == UNKNOWN]
    fill_in(hand, lying, event.cards)
    unknown = [held for held in unknown_open if held.card != UNKNOWN]
    for held in unknown:
        held.vague = False
    if event.player is not None:
        hand.effects.due.extend((event.player, held.card) for held in unknown)
