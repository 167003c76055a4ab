"""Who opens a betting round and who can still bet; the order round the table."""

from collections.abc import Collection
from typing import Any, Final

from engine.cards.card import RANK, SUIT
from engine.events import Opens
from engine.game.awards import Low
from engine.game.betting import BestShowing, Blinds, BringIn, PreviousOpener
from engine.game.steps import TurnUntilBeaten
from engine.ids import PlayerId
from engine.play.around import behind
from engine.play.strength.best_hand import standing_of
from engine.play.strength.evaluating import NotKnown, value_showing
from engine.state import UNKNOWN, Hand, Night, begun

# The suits, lowest first, by which card rooms rank equal open cards.
BRING_IN_SUITS: Final = "cdhs"


def after(hand: Hand, player: PlayerId, among: Collection[PlayerId]) -> list[PlayerId]:
    """The players of `among` in betting order, beginning after `player`, who comes last if among them."""
    return [other for other in (*behind(hand.betting_order, player), player) if other in among]


def can_bet(night: Night, hand: Hand, player: PlayerId) -> bool:
    """Whether the player can still bet: always in a game with shadows, otherwise with chips left and not all-in."""
    return (player not in hand.stakes.all_in and night.stack(player) > 0) or hand.game.short == "shadow"


def able_to_bet(night: Night, hand: Hand) -> list[PlayerId]:
    """The players still in who can still bet."""
    if hand.game.short == "shadow":
        return list(hand.still_in)
    able = night.with_chips(hand.still_in)
    return [player for player in able if player not in hand.stakes.all_in] if hand.stakes.all_in else able


# Who opens a round, None if open cards decide it and are not known; and why.
Opener = tuple[PlayerId | None, Opens]


def opener(hand: Hand) -> Opener:
    """Who opens the next round.

    RULINGS E1, R-D18 (shared cards do not count) and R-D19 (equal combinations: first from the dealer's left).
    """
    if turns_piles(hand):
        first = one_to_beat(hand) or after(hand, begun(hand.piles).beaters[-1], hand.still_in)[0]
        return (first, "hand to beat")
    forced, opens = type(hand.game.forced), type(hand.game.opens)
    if hand.rounds.closed == 0 and forced is BringIn:
        return _worst_showing(hand)
    if hand.rounds.closed == 0 and forced is Blinds:
        blinds = [post.player for post in hand.stakes.posted if post.kind in ("big blind", "straddle")]
        if blinds:
            return (after(hand, blinds[-1], hand.still_in)[0], "behind the blinds")
    if opens is BestShowing:
        return _best_showing(hand)
    if opens is PreviousOpener and hand.rounds.opened_by is not None:
        # The last opener opens again; if they are out, the next player clockwise does (RULINGS R-S4).
        still_in = hand.rounds.opened_by in hand.still_in
        first = hand.rounds.opened_by if still_in else after(hand, hand.rounds.opened_by, hand.still_in)[0]
        return (first, "previous opener")
    return (next_to_dealer(hand), "next to dealer")


def next_to_dealer(hand: Hand) -> PlayerId:
    if hand.betting_order is hand.order:
        return hand.still_in[0]
    return next(player for player in hand.betting_order if player in hand.still_in)


def turns_piles(hand: Hand) -> bool:
    """Whether the hand is in the loop in which piles are turned, its betting rounds included."""
    return hand.stage == "playing" and type(hand.steps[hand.cursor]) is TurnUntilBeaten


def one_to_beat(hand: Hand) -> PlayerId | None:
    """The player whose hand is to be beaten: the last of those still in to beat one; None if none of them has."""
    beaters = hand.piles.beaters if hand.piles is not None else []
    return next((player for player in reversed(beaters) if player in hand.still_in), None)


def _open_cards(hand: Hand) -> dict[PlayerId, list[str]]:
    return {
        player: [held.card for held in hand.cards.own[player] if held.up]
        for player in hand.betting_order
        if player in hand.still_in
    }


def _worst_showing(hand: Hand) -> Opener:
    """The player who brings it in: the lowest open card, then the lowest suit; the highest of both in a low game.

    The player next to the dealer if no card lies open; nobody if an open card is not known.
    """
    open_cards = {player: cards for player, cards in _open_cards(hand).items() if cards}
    if not open_cards:
        return (next_to_dealer(hand), "next to dealer")
    if any(UNKNOWN in cards for cards in open_cards.values()):
        return (None, "lowest showing")
    low_wins = isinstance(hand.game.scale, Low)

    def worth(player: PlayerId) -> tuple[Any, list[int]]:
        cards = sorted(open_cards[player], key=lambda card: RANK.get(card, 0), reverse=True)
        suits = [BRING_IN_SUITS.find(SUIT.get(card, "")) for card in cards]
        standing = standing_of(hand.game, hand.game.compared_by, cards, [])
        return (standing.value if standing else 0, [-suit for suit in suits] if low_wins else suits)

    return (min(open_cards, key=worth), "lowest showing")


def _best_showing(hand: Hand) -> Opener:
    """Who has the best open cards, or the player next to the dealer if no card lies open."""
    # Open cards compare by rank and number alone; a tie goes to the first player from the dealer's left.
    best: PlayerId | None = None
    best_value: Any = None
    try:
        for player in hand.betting_order:
            value = value_showing(hand, player) if player in hand.still_in else None
            if value is not None and (best is None or value > best_value):
                best, best_value = player, value
    except NotKnown:
        return (None, "best showing")
    return (best, "best showing") if best is not None else (next_to_dealer(hand), "next to dealer")
