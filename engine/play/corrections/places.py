"""Where cards that were dealt wrongly lie and where they belong, and which deal a fault belongs to.

The first deal is the one before anybody bets (source: the chapter on errors).
"""

from itertools import takewhile

from engine import commands
from engine.game import steps
from engine.ids import PlayerId
from engine.play.around import dealt_to
from engine.play.holdings.lying import closed_cards
from engine.state import UNKNOWN, Hand, Held


def dealt_again(hand: Hand, player: PlayerId) -> list[PlayerId]:
    """The players behind `player` and still in whose last open card is replaced."""
    _, *behind = dealt_from(hand, player)
    return [other for other in dealt_to(hand) if hand.cards.own[other][-1] in behind]


def dealt_from(hand: Hand, player: PlayerId) -> list[Held]:
    """The cards of the last open deal, from the player on round, including those of players who have folded since.

    Every open deal gives each player in it one card, so a player with as many of them was in this one.
    """
    fell = {other: [held for held in own if held.dealt_up] for other, own in hand.cards.own.items()}
    behind = hand.dealing_order[hand.dealing_order.index(player) :]
    return [fell[other][-1] for other in behind if len(fell[other]) == len(fell[player])]


def chosen_already(hand: Hand, player: PlayerId) -> set[str]:
    """The player's cards that they have already chosen, to be passed or opened when everybody has chosen."""
    match hand.asked.sealed.get(player):
        case commands.PassCards(right=right, left=left):
            return {*right, *left}
        case commands.ExposeCard(card=card):
            return {card}
        case _:
            return set()


def place_of(hand: Hand, player: PlayerId, card: str) -> Held | None:
    """The exposed card where the book knows it, or else the last unknown closed card; None if there is neither."""
    closed = closed_cards(hand, player)[::-1]
    unknown = next((held for held in closed if held.card == UNKNOWN), None)
    return next((held for held in closed if held.card == card), unknown)


BY_THE_DEALER = (steps.Deal, steps.Lay, steps.Burn)
HANDS_OUT = (steps.Deal, steps.Draw)
# Steps that touch no player's own cards.
SHARED = (steps.Lay, steps.Burn, steps.Turn)


def _first_steps(hand: Hand) -> int:
    """How many steps come before the first betting: the first deal, in which only the dealer acts."""
    return len(list(takewhile(lambda step: isinstance(step, BY_THE_DEALER), hand.steps)))


def carried_out(hand: Hand) -> tuple[steps.AnyStep, ...]:
    """The steps that are done, and a deal whose cards are out although a shared card may still be called for."""
    if hand.stage == "posting":
        return ()
    return hand.steps[: hand.cursor + bool(hand.cards.lays_due)]


def first_deal_is_over(hand: Hand) -> bool:
    """Whether all the cards before the first betting are dealt and laid."""
    return hand.stage != "posting" and hand.cursor >= _first_steps(hand) and not hand.cards.lays_due


def later_dealt(hand: Hand, player: PlayerId | None) -> bool:
    """Whether the player (or anybody, if None) got cards after the first deal, so that a fault may belong to those."""
    later = any(isinstance(step, HANDS_OUT) for step in carried_out(hand)[_first_steps(hand) :])
    return later or _has_drawn(hand, player)


def last_dealt(hand: Hand, player: PlayerId) -> steps.AnyStep | None:
    """The deal or exchange that gave the player their last cards; None before the first."""
    if _has_drawn(hand, player):
        return hand.steps[hand.cursor]
    return next((step for step in reversed(carried_out(hand)) if isinstance(step, HANDS_OUT)), None)


def _has_drawn(hand: Hand, player: PlayerId | None) -> bool:
    """Whether the player (or anybody, if None) has exchanged cards at the step that is going on."""
    if hand.stage != "playing" or not isinstance(hand.steps[hand.cursor], steps.Draw):
        return False
    return player not in hand.asked.waiting if player is not None else len(hand.asked.waiting) < len(hand.still_in)


def betting_has_begun(hand: Hand) -> bool:
    """Whether anybody has acted in the open betting round."""
    return hand.round is not None and bool(hand.round.answered_at or hand.round.ahead)


def open_deal(hand: Hand) -> steps.Deal | None:
    """The last deal, if its cards were dealt open and nobody has acted since; otherwise None."""
    return None if betting_has_begun(hand) else _last_open_deal(hand, SHARED)


def last_open_deal(hand: Hand) -> steps.Deal | None:
    """The last deal of open cards, with or without betting since; None if cards were dealt or exchanged after it."""
    if _has_drawn(hand, None):
        return None
    return _last_open_deal(hand, (*SHARED, *steps.ROUNDS))


def _last_open_deal(hand: Hand, besides: tuple[type[steps.AnyStep], ...]) -> steps.Deal | None:
    done = reversed(carried_out(hand))
    last = next((step for step in done if not isinstance(step, besides)), None)
    return last if isinstance(last, steps.Deal) and last.up else None


def has_open_cards(hand: Hand) -> bool:
    """Whether the first deal has dealt open cards."""
    return any(isinstance(step, steps.Deal) and step.up for step in carried_out(hand)[: _first_steps(hand)])
