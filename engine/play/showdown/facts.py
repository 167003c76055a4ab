"""Copies cards shown, hands given up, winners named, and where the pots went."""

from collections.abc import Iterable, Sequence

from engine import commands, events
from engine.game.steps import Deal
from engine.ledger.postings import Move, Moves
from engine.play.holdings.lying import all_thrown, fill_in, may_be_shown, put_aside, shown_of_the_board
from engine.registry import copies_nothing, folds, folds_in_hand, moves
from engine.state import UNKNOWN, Hand, Held, Night, begun


@folds(commands.ShowHand)
def shown(night: Night, event: commands.ShowHand) -> None:
    """The cards are known; a player who has shown all of theirs is done. Their first announcement stands."""
    hand = begun(night.hand or night.last_hand)
    player, own = event.player, hand.cards.own[event.player]
    lying, cards = may_be_shown(hand, own), event.cards
    if hand.stage == "showdown":
        shared = shown_of_the_board(hand, lying, cards)
        if shared:
            hand.showdown.of_the_board[player] = shared.union(hand.showdown.of_the_board.get(player, ()))
            cards = tuple([card for card in cards if card not in shared])
    unknown = [held for held in lying if held.card == UNKNOWN]
    if unknown:
        if len(unknown) > 1:
            # Nobody knows where each of several cards shown together lay.
            for held in unknown:
                held.vague = True
        fill_in(hand, lying, cards)
    if hand.stage in ("showdown", "over"):
        _lay_down(lying, cards)
    if event.announced:
        hand.showdown.claimed.setdefault(player, event.announced)
    if len(lying) == len(own) and UNKNOWN not in [held.card for held in unknown]:
        hand.showdown.shown |= {player}


def _lay_down(lying: Sequence[Held], cards: Iterable[str]) -> None:
    """Notes which of the player's cards everybody has seen now."""
    left = [*cards]
    for held in lying:
        if held.card in left:
            left.remove(held.card)
            held.shown = True


@folds_in_hand(commands.Muck)
def mucked(night: Night, hand: Hand, event: commands.Muck) -> None:
    """The player can no longer win."""
    hand.showdown.mucked |= {event.player}


@folds_in_hand(commands.NameWinners)
def winners_named(night: Night, hand: Hand, event: commands.NameWinners) -> None:
    """The winners are as the table named them."""
    hand.showdown.named = event


@folds_in_hand(events.DealOffStarted)
def started(night: Night, hand: Hand, event: events.DealOffStarted) -> None:
    """The tied players wait for new cards; several shares are dealt off one after another."""
    current = hand.showdown.deal_offs[0] if hand.showdown.deal_offs else None
    if current is not None and (current.pot, current.share) != (event.pot, event.share):
        hand.showdown.deal_offs.append(event)
        return
    if current is not None:
        hand.showdown.deal_offs.pop(0)
    hand.showdown.deal_offs.insert(0, event)
    _begin(hand, event)


@folds_in_hand(events.PotAwarded)
def awarded(night: Night, hand: Hand, event: events.PotAwarded) -> None:
    """Shares are won; of those that were dealt off, the next one is dealt off."""
    hand.showdown.won += [(event.pot, share) for share in event.shares]
    if not hand.showdown.deal_offs:
        return
    hand.showdown.deal_offs.pop(0)
    if hand.showdown.deal_offs:
        _begin(hand, hand.showdown.deal_offs[0])


def _begin(hand: Hand, event: events.DealOffStarted) -> None:
    """The tied hands go aside, and a deal of open cards and a showdown follow."""
    for player in event.players:
        own = [held.card for held in hand.cards.own[player]]
        hand.cards.gone += len(own)
        put_aside(hand, own)
        all_thrown(hand, player)
        hand.cards.own[player] = []
    hand.showdown.shown_down = hand.showdown.shown_down or tuple(hand.still_in)
    hand.still_in = [player for player in hand.order if player in event.players]
    hand.showdown.mucked -= set(event.players)
    # The new cards are dealt open.
    hand.showdown.shown |= set(event.players)
    hand.showdown.named = None
    hand.showdown.claimed = {}
    hand.showdown.of_the_board = {}
    hand.first_card_to(None)
    hand.steps = (*hand.steps, Deal(up=event.up))
    hand.cursor = len(hand.steps) - 1
    hand.stage = "playing"


@moves(events.PotAwarded)
def awarded_moves(event: events.PotAwarded) -> Moves:
    moves: list[Move] = []
    for share in event.shares:
        moves.append(("pot", "chips:" + share.player, share.chips - share.netted))
        moves.append(("due", "owed:" + share.player, share.netted))
    return tuple(moves)


@moves(events.StakeReturned)
def stake_returned_moves(event: events.StakeReturned) -> Moves:
    return (("pot", "chips:" + event.player, event.chips),)


@moves(events.PotCarried)
def carried_moves(event: events.PotCarried) -> Moves:
    return (("pot", "carry", event.chips),)


folds(events.StakeReturned, events.PotCarried)(copies_nothing)
