"""What the book would have to know for the cards to name the winner, once somebody has shown."""

from collections.abc import Callable, Iterator

from engine.grammar import capital
from engine.ids import PlayerId
from engine.play.showdown.rule import contenders, decided, somebody_has_shown
from engine.play.strength.best_hand import (
    HAND_SIZE,
    has_shown,
    known_cards,
    number_shown,
    shows_five,
    takes_five_shown,
    unseen,
    whole_hand_known,
)
from engine.play.strength.wild import hangs_on_own_cards
from engine.speech import say, say_number
from engine.state import UNKNOWN, Hand

Name = Callable[[PlayerId], str]


def what_is_lacking(hand: Hand, name: Name) -> str:
    """Why the cards shown do not name the winner, as a sentence; empty before anybody has shown and once they do.

    Players who have shown nothing are not named: they are asked to show.
    """
    if hand.stage != "showdown" or hand.showdown.deal_offs or decided(hand) or not somebody_has_shown(hand):
        return ""
    reasons = list(_reasons(hand, name))
    return f"{capital('; '.join(reasons))}." if reasons else ""


def _reasons(hand: Hand, name: Name) -> Iterator[str]:
    board_unknown = UNKNOWN in [held.card for held in hand.cards.board]
    if board_unknown:
        yield say("not all shared cards are known")
    for player in contenders(hand):
        shown = number_shown(hand, player)
        if not has_shown(hand, player):
            if shown:
                yield _of_the_unseen(hand, player, shown, name)
        elif not whole_hand_known(hand, player) and not board_unknown:
            yield _of_the_order(hand, player, name)


def _of_the_unseen(hand: Hand, player: PlayerId, shown: int, name: Name) -> str:
    """What the cards that the player has not shown could still change."""
    closed = len(unseen(hand, player))
    if shows_five(hand, player):
        return say_number(
            "{number} unseen card of {player} may be the highest that takes half the pot",
            "one of {number} unseen cards of {player} may be the highest that takes half the pot",
            closed,
            player=name(player),
        )
    if shown >= HAND_SIZE and takes_five_shown(hand.game) and hangs_on_own_cards(hand.game):
        return say_number(
            "{number} unseen card of {player} may decide what is wild",
            "{number} unseen cards of {player} may decide what is wild",
            closed,
            player=name(player),
        )
    if takes_five_shown(hand.game) and closed + shown > HAND_SIZE:
        return say_number(
            "{player} has shown {number} card, and a hand is five",
            "{player} has shown {number} cards, and a hand is five",
            shown,
            player=name(player),
        )
    return say_number(
        "{number} card of {player} is not known",
        "{number} cards of {player} are not known",
        closed,
        player=name(player),
    )


def _of_the_order(hand: Hand, player: PlayerId, name: Name) -> str:
    """All cards are known, but not which of them lay where."""
    if known_cards(hand, player) is None:
        return say("it is not known how the cards of {player} lay, which decides what is wild", player=name(player))
    return say(
        "it is not known which cards of {player} lay closed, which decides half the pot",
        player=name(player),
    )
