"""The rules of piles: arranged (Psychology), turned together, or turned one by one until a hand is beaten.

Turning until a hand is beaten follows RULINGS R-M8 to R-M11. Nobody folds while piles are turned (R-D28).
"""

from collections.abc import Iterator
from itertools import product
from typing import Literal

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.standing import Standing
from engine.cards.worth import Worth, name_of
from engine.game import steps
from engine.game.awards import Poker
from engine.game.wilds import RiskyPairs
from engine.ids import PlayerId
from engine.offer import Offer, of_each, of_the_table
from engine.play.around import behind
from engine.play.betting.round import opening_of
from engine.play.betting.turn_order import one_to_beat, turns_piles
from engine.play.holdings.knowledge import may_hold, may_name, must_hold, read_cards
from engine.play.holdings.lying import (
    coming_again,
    lies_on_top,
    may_be_turned,
    top_card,
    top_cards,
    trades_with,
    unturned,
)
from engine.play.strength.evaluating import evaluate
from engine.play.strength.wild import Lying, sets_of, wild_cards
from engine.preconditions import Follows, at_step, doing_now, insist, playing_in, still_to_choose
from engine.registry import begins, decides, follows, offered_at
from engine.speech import phrase
from engine.state import UNKNOWN, Hand, Held, Night, begun


@decides(commands.ArrangeCards)
def arrange_cards(command: commands.ArrangeCards, night: Night) -> commands.ArrangeCards:
    """A player arranges their pile; if they say the order, it must name every closed card."""
    hand, _ = at_step(night, steps.Arrange)
    player = command.player
    still_to_choose(hand, player)
    closed = [held for held in hand.cards.own[player] if not held.up and not held.pile]
    cards = read_cards(hand, command.cards, besides=may_name(hand, player, closed))
    if cards and len(cards) != len(closed):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(closed), what=phrase("laid in the pile"))
    must_hold(hand, player, closed, cards)
    return replace(command, cards=cards)


@decides(commands.RevealCards)
def reveal_cards(command: commands.RevealCards, night: Night) -> commands.RevealCards:
    """Turns the top cards of everyone still in, in order from the dealer's left."""
    hand, _ = at_step(night, steps.Reveal)
    tops = top_cards(hand)
    closed = [held.card for player in hand.still_in for held in hand.cards.own[player] if not held.up]
    doubtful = [card for player in hand.still_in for card in may_hold(hand, player)]
    cards = read_cards(hand, command.cards, besides=[*closed, *doubtful])
    tops_now = tuple(lies_on_top(hand.cards.own[player], held) for player, held in tops)
    if not cards or set(cards) == {UNKNOWN}:
        return replace(command, cards=tops_now)
    if len(cards) != len(tops):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(tops), what=phrase("turned"))
    for (player, held), card in zip(tops, cards, strict=True):
        _may_lie_on_top(hand, player, held, card)
    # A card that nobody names may be known all the same.
    known = tuple(lies if card == UNKNOWN else card for card, lies in zip(cards, tops_now, strict=True))
    return replace(command, cards=known)


def _may_lie_on_top(hand: Hand, player: PlayerId, held: Held, card: str) -> None:
    """Refuses a card if another is known to lie there, or if it is known to lie elsewhere."""
    if card in (UNKNOWN, held.card):
        return
    trades = trades_with(hand.cards.own[player], held, card)
    if held.card != UNKNOWN and trades is None and not may_be_turned(hand.cards.own[player], held):
        raise errors.CardLiesThere(card=card, lies=held.card)
    if trades is None or trades.card != card:
        read_cards(hand, (card,), besides=may_hold(hand, player))
        must_hold(hand, player, hand.cards.own[player], (card,))


Beaten = Literal["yes", "no", "not known"]


@decides(commands.TurnOwn)
def turn_own(command: commands.TurnOwn, night: Night) -> commands.TurnOwn:
    """The player in turn turns their top card; what they say of it must not contradict known cards."""
    player = command.player
    hand = playing_in(night, player)
    if not turns_piles(hand) or hand.round is not None:
        raise errors.NoPileIsTurned(player=player, doing="bet" if hand.round else doing_now(hand))
    if hand.asked.waiting[:1] != [player]:
        raise errors.NotYourTurnToTurn(player=player, turn=hand.asked.waiting[:1])
    own = hand.cards.own[player]
    if not unturned(own):
        raise errors.PileIsTurned(player=player)
    lies = top_card(own).card
    (card,) = read_cards(hand, (command.card,), besides=(lies, *coming_again(hand, 0)))
    if lies != UNKNOWN and card not in (lies, UNKNOWN):
        raise errors.CardLiesThere(card=card, lies=lies)
    card = lies if card == UNKNOWN else card
    _may_say(command, hand, player, [*_open_cards(hand, player), card])
    return replace(command, card=card)


def _may_say(command: commands.TurnOwn, hand: Hand, player: PlayerId, cards: list[str]) -> None:
    """Refuses a `beats` that known cards contradict."""
    if command.beats is None or hand.game.sends_out(cards[-1]):
        return
    outcome, (mine, theirs) = _compared(hand, player, cards)
    held = name_of(mine) if mine else phrase("no hand")
    best = name_of(theirs) if theirs else phrase("nothing")
    if command.beats and outcome == "no":
        insist(command, errors.HandIsNotBeaten(player=command.player, hand=held, to_beat=best))
    if not command.beats and outcome == "yes":
        insist(command, errors.HandIsBeaten(player=command.player, hand=held, to_beat=best))


def after_turning(hand: Hand) -> events.Event | None:
    """Whether the player in turn has beaten the hand, or can no longer; None while they turn on or have an offer."""
    player = hand.asked.waiting[0]
    outcome, (mine, theirs) = _compared(hand, player, _open_cards(hand, player))
    piles = begun(hand.piles)
    beats = outcome == "yes" if piles.says_beaten is None else piles.says_beaten
    if piles.turned_now and beats:
        return events.HandBeaten(player=player, hand=mine, beaten=theirs)
    if unturned(hand.cards.own[player]) or player in hand.effects.offers:
        return None
    return events.CouldNotBeat(player=player, hand=mine, to_beat=theirs)


def turns_due(hand: Hand) -> list[PlayerId]:
    """The players who turn their piles now, in order: at first everybody, in dealing order (RULINGS R-M10, R-D26).

    After a betting round the next player clockwise begins; the player to beat does not turn.
    """
    best = one_to_beat(hand)
    if hand.asked.begun:
        return [player for player in hand.asked.waiting if player in hand.still_in and player != best]
    if hand.piles is None or not hand.piles.beaters:
        return list(hand.still_in)
    latest = hand.piles.beaters[-1]
    around = (*behind(hand.order, latest), latest)
    return [player for player in around if player in hand.still_in and player != best]


def _compared(hand: Hand, player: PlayerId, cards: list[str]) -> tuple[Beaten, tuple[Worth | None, Worth | None]]:
    """Whether these cards beat the hand to beat, and what both are worth; a hand with unknown cards has no worth."""
    mine, all_mine = _standing(hand, cards, player)
    worth = mine.worth if mine and all_mine else None
    holder = one_to_beat(hand)
    best = _cards_to_beat(hand, holder)
    if not best:
        return "yes", (worth, None)
    theirs, all_theirs = _standing(hand, best, holder)
    worths = (worth, theirs.worth if theirs and all_theirs else None)
    # Unknown cards make no hand worse: a hand that beats without them beats anyway.
    if all_theirs and mine and (theirs is None or mine.beats(theirs)):
        return "yes", worths
    if all_mine and (all_theirs or (theirs and not (mine and mine.beats(theirs)))):
        return "no", worths
    return "not known", worths


def _standing(hand: Hand, cards: list[str], holder: PlayerId | None) -> tuple[Standing | None, bool]:
    """The hand the known cards make (None if they make none), and whether all the cards are known."""
    known = [card for card in cards if card != UNKNOWN]
    whole = len(known) == len(cards)
    scale = hand.game.compared_by
    if not known or not (whole or isinstance(scale, Poker)):
        return None, whole
    made = (evaluate(hand.game, scale, known, wild.intersection(known)) for wild in _wild(hand, cards, holder))
    return max(filter(None, made), key=lambda standing: standing.value, default=None), whole


def _wild(hand: Hand, cards: list[str], holder: PlayerId | None) -> Iterator[frozenset[str]]:
    """The sets of wild cards to choose from: those wild by name and, once the holder's whole pile is turned, their own."""
    by_name = wild_cards(hand.game, ())
    own = hand.cards.own[holder] if holder is not None else []
    if holder is None or not all(held.bought for held in own[len(cards) :]):
        yield by_name
        return
    turned = [Held(card, up=True, bought=held.bought) for card, held in zip(cards, own, strict=False)]
    lying = Lying(hand.game, own=turned, turned_up=turned)
    # A card that is not known may be the third of its rank.
    rules = [rule for rule in hand.game.wild_rules if UNKNOWN not in cards or not isinstance(rule, RiskyPairs)]
    for sets in product(*(sets_of(rule, lying) for rule in rules)):
        yield by_name.union(*sets)


def _open_cards(hand: Hand, player: PlayerId) -> list[str]:
    return [held.card for held in hand.cards.own[player] if held.up]


def _cards_to_beat(hand: Hand, player: PlayerId | None) -> list[str]:
    """The open cards of the player to beat; if nobody is, the mark: shared cards that are in no hand (RULINGS R-M7)."""
    if player is not None:
        return _open_cards(hand, player)
    board = hand.game.board
    return [held.card for held in hand.cards.board if held.up] if board is not None and board.lines == () else []


@begins(steps.TurnUntilBeaten)
def piles_begin(night: Night, hand: Hand, _: steps.TurnUntilBeaten) -> events.Event | None:
    """The players who turn their piles, or the betting round once the hand is beaten; None if both are said already."""
    if hand.asked.begun and not hand.asked.waiting:
        return opening_of(night, hand)
    due = turns_due(hand)
    return None if due == hand.asked.waiting else events.StepBegan(asked=tuple(due))


@follows(steps.Arrange)
def arrange_by_itself(hand: Hand, _: steps.Arrange, auto: str) -> Follows:
    return (commands.ArrangeCards(player=hand.asked.waiting[0]),) if auto != "none" else ()


@follows(steps.Reveal)
def reveal_by_itself(hand: Hand, _: steps.Reveal, auto: str) -> Follows:
    unseen = tuple(lies_on_top(hand.cards.own[player], held) for player, held in top_cards(hand))
    return (commands.RevealCards(cards=unseen),) if auto == "all" else ()


def turning(hand: Hand, player: PlayerId) -> Iterator[Offer]:
    """Turning one more card, as long as the player has a pile."""
    if unturned(hand.cards.own[player]):
        yield Offer(commands.TurnOwn(player=player), player)


offered_at(steps.Reveal)(of_the_table(commands.RevealCards()))
offered_at(steps.Arrange)(of_each(commands.ArrangeCards))
