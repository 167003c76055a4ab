"""With what a betting round may be opened: asked late, and only of an opener who is about to win (RULINGS R-S1 to R-S4)."""

from engine import events, words
from engine.game.betting import Openers
from engine.game.steps import Bet
from engine.ids import PlayerId
from engine.play.strength.wild import hangs_on_the_deal, wild_cards
from engine.play.strength.word_claims import scale_of_words
from engine.state import Hand, Round

PASSED_OUT_RULE = "scroker/passed-out"


def openers_now(hand: Hand) -> Openers | None:
    """What it takes to open the round at the cursor, if anything."""
    step = hand.steps[hand.cursor] if hand.stage == "playing" else None
    return step.openers if type(step) is Bet else None


def openers_told(hand: Hand) -> str:
    """What the opener had to hold: "two Animals or three-letter word"."""
    return " or ".join(asked.any_of) if (asked := _asked(hand)) else ""


def _asked(hand: Hand) -> Openers | None:
    return next((step.openers for step in hand.steps if isinstance(step, Bet) and step.openers is not None), None)


def passed_out(hand: Hand, betting: Round) -> bool:
    """Whether nobody has opened a round for which somebody must (RULINGS R-S3); where nobody could bet, nobody was asked."""
    return openers_now(hand) is not None and betting.bettor is None and bool(betting.answered_at)


def could_have_opened(hand: Hand, player: PlayerId) -> bool:
    """No only where the cards of that moment say no; who did not open the first round needs nothing (RULINGS R-S2)."""
    asked, scale = _asked(hand), scale_of_words(hand.game)
    if player != hand.rounds.opener or asked is None or scale is None or hangs_on_the_deal(hand.game):
        return True
    cards = [held.card for held in hand.rounds.opener_held]
    wild = wild_cards(hand.game, [held.card for held in hand.cards.board]).intersection(cards)
    return words.could_open(words.reading_of(scale, hand.deck.name), asked.any_of, cards, wild) is not False


def fall(hand: Hand, player: PlayerId) -> events.CouldNotOpen:
    """They were about to win, and it goes to the second best hand."""
    return events.CouldNotOpen(player=player, cards=tuple(held.card for held in hand.rounds.opener_held))
