"""Copies where cards and chips lie once a fault is put right."""

from collections.abc import Iterable, Sequence

from engine import commands
from engine.ids import PlayerId
from engine.play.around import dealt_to
from engine.play.corrections.places import betting_has_begun, chosen_already, dealt_again, dealt_from, place_of
from engine.play.holdings.lying import closed_cards, forget, let_go, note_thrown
from engine.registry import folds_in_hand
from engine.resolved import resolved
from engine.state import UNKNOWN, Hand, Held, Night


@folds_in_hand(commands.GiveMissingCard)
def missing_card_given(night: Night, hand: Hand, event: commands.GiveMissingCard) -> None:
    """The last unknown closed card of the player is the one given."""
    _counted_as_fault(hand, event.player)
    held = resolved(place_of(hand, event.player, UNKNOWN))
    _lies(hand, held, event.card)


@folds_in_hand(commands.TakeBackCard)
def card_taken_back(night: Night, hand: Hand, event: commands.TakeBackCard) -> None:
    """The card is under the stock; if it is not known, neither are the cards the player keeps."""
    _counted_as_fault(hand, event.player)
    aside = chosen_already(hand, event.player)
    if event.card == UNKNOWN:
        let_go(hand, event.player)
    note_thrown(hand, event.player, (event.card,))
    for held in closed_cards(hand, event.player):
        if event.card == UNKNOWN and held.card not in aside:
            forget(hand, held)
        elif held.card == event.card:
            held.card = UNKNOWN
    _put_under(hand, (event.card,))


def _counted_as_fault(hand: Hand, player: PlayerId) -> None:
    hand.cards.faults[player] = hand.cards.faults.get(player, 0) + 1


@folds_in_hand(commands.MoveDealtCards)
def dealt_cards_moved(night: Night, hand: Hand, event: commands.MoveDealtCards) -> None:
    """Each card lies in front of its right player; effects and the opening are as if it had always lain there."""
    people = dealt_to(hand)
    left_over = hand.cards.own[people[-1]][-1].card if event.player != people[-1] else event.card
    _deal_again(hand, people, event)
    if event.fault == "twice":
        _put_under(hand, (left_over,))


@folds_in_hand(commands.SettleExposedCard)
def exposed_card_settled(night: Night, hand: Hand, event: commands.SettleExposedCard) -> None:
    """The exposed card lies closed, or is under the stock and the next card lies in its place."""
    hand.cards.fresh[event.player] = max(0, hand.cards.fresh.get(event.player, 0) - 1)
    hand.cards.settled |= {event.card if event.keeps else event.instead} - {UNKNOWN}
    held = resolved(place_of(hand, event.player, event.card))
    if event.keeps:
        if event.card != UNKNOWN:
            _lies(hand, held, event.card)
        return
    gone = event.card if event.card != UNKNOWN else held.card
    _put_under(hand, (gone,))
    note_thrown(hand, event.player, (gone,))
    _lies(hand, held, event.instead)


@folds_in_hand(commands.MoveBoardCard)
def board_card_moved(night: Night, hand: Hand, event: commands.MoveBoardCard) -> None:
    """The two cards have changed places."""
    spots = hand.game.spots
    one, other = spots.index(event.source), spots.index(event.target)
    hand.cards.board[one], hand.cards.board[other] = hand.cards.board[other], hand.cards.board[one]


@folds_in_hand(commands.BuyForgottenCard)
def forgotten_card_bought(night: Night, hand: Hand, event: commands.BuyForgottenCard) -> None:
    """The player has one more closed card; with the original card, the others dealt wrongly are under the stock."""
    player = event.player
    if event.original:
        _, *behind = dealt_from(hand, player)
        _, *wrong = [held.card for held in behind]
        still_in = dealt_again(hand, player)
        _taken_from_folded(hand, behind)
        _deal_again(hand, still_in, event)
        _put_under(hand, wrong)
    bought = Held(UNKNOWN, up=False, bought=True)
    _lies(hand, bought, event.card)
    hand.cards.own[player].append(bought)
    hand.effects.offers.pop(player, None)
    hand.effects.forgotten.pop(player, None)
    if event.shadow:
        hand.stakes.shadow_due = (player, event.shadow)


def _lies(hand: Hand, held: Held, card: str) -> None:
    held.card = card
    if card != UNKNOWN:
        hand.cards.out.add(card)


def _put_under(hand: Hand, cards: Iterable[str]) -> None:
    """Puts cards under the stock, in this order; a known one cannot be anywhere else until the stock is used up."""
    hand.cards.under.extend(cards)
    hand.cards.out.update(card for card in hand.cards.under if card != UNKNOWN)


def _taken_from_folded(hand: Hand, cards: Sequence[Held]) -> None:
    """Players who have folded lose these cards and get no others for them."""
    for player, own in hand.cards.own.items():
        if player not in hand.still_in:
            hand.cards.own[player] = [held for held in own if held not in cards]
            hand.cards.turned_up = [held for held in hand.cards.turned_up if held not in own or held not in cards]


def _deal_again(
    hand: Hand, players: list[PlayerId], event: commands.MoveDealtCards | commands.BuyForgottenCard
) -> None:
    """Replaces the last open card of each of these players; what the old one had begun to do is undone."""
    for player in event.withdrawn:
        hand.effects.offers.pop(player, None)
    for player, card in zip(players, event.cards, strict=True):
        held = hand.cards.own[player][-1]
        if held.card == card:
            continue
        if (player, held.card) in hand.effects.due:
            hand.effects.due.remove((player, held.card))
            hand.effects.acted.pop((player, held.card), None)
        _lies(hand, held, card)
        if card != UNKNOWN:
            hand.effects.due.append((player, card))
    if hand.round is not None and not betting_has_begun(hand):
        # Another player may show the best cards now, so the round opens again.
        hand.round = None
