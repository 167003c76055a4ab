"""The hand that opening a round takes: checked only when the opener is about to win (RULINGS R-S1 to R-S4)."""

from engine import events, words
from engine.game.betting import Openers
from engine.game.steps import Bet
from engine.ids import PlayerId
from engine.play.strength.claims import scale_of_words
from engine.play.strength.wild import hangs_on_the_deal, wild_cards
from engine.state import Hand, Round

PASSED_OUT_RULE = "scroker/passed-out"


def openers_now(hand: Hand) -> Openers | None:
    """The hand that opening the betting round at the cursor takes; None if any hand may open."""
    step = hand.steps[hand.cursor] if hand.stage == "playing" else None
    return step.openers if type(step) is Bet else None


def openers_told(hand: Hand) -> str:
    """The hand the opener had to hold, as "two Animals or three-letter word"; empty if any hand could open."""
    return " or ".join(asked.any_of) if (asked := _asked(hand)) else ""


def _asked(hand: Hand) -> Openers | None:
    return next((step.openers for step in hand.steps if isinstance(step, Bet) and step.openers is not None), None)


def passed_out(hand: Hand, betting: Round) -> bool:
    """Whether everybody declined to open a round that needs an opener (RULINGS R-S3); False if nobody was asked."""
    return openers_now(hand) is not None and betting.bettor is None and bool(betting.answered_at)


def could_have_opened(hand: Hand, player: PlayerId) -> bool:
    """Whether the player held what opening the first round takes; unknown cards count as if they did (RULINGS R-S2).

    Always True for a player who did not open that round.
    """
    asked, scale = _asked(hand), scale_of_words(hand.game)
    if player != hand.rounds.opener or asked is None or scale is None or hangs_on_the_deal(hand.game):
        return True
    cards = [held.card for held in hand.rounds.opener_held]
    wild = wild_cards(hand.game, [held.card for held in hand.cards.board]).intersection(cards)
    return words.could_open(words.reading_of(scale, hand.deck.name), asked.any_of, cards, wild) is not False


def fall(hand: Hand, player: PlayerId) -> events.CouldNotOpen:
    """The event that the opener could not open: they were about to win, and the second-best hand wins instead."""
    return events.CouldNotOpen(player=player, cards=tuple(held.card for held in hand.rounds.opener_held))
