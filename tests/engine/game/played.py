"""A rulebook for tests, and games that a test wants changed in one point only."""

from engine.cards.deck import DECKS
from engine.game.awards import Best, CardsSpeak, Low, Poker
from engine.game.betting import Ante, NextToDealer, NoLimit
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal

PACK = DECKS["french-52"]
FIVE_CARDS = Game("Five Cards", play=(Deal(down=5), Bet()))
KITCHEN_BOOK = Rulebook(
    name="kitchen",
    games=(FIVE_CARDS,),
    deck=Deck("french-52"),
    seats=(2, 8),
    forced=Ante(1),
    limit=NoLimit(),
    opens=NextToDealer(),
    short="all-in",
    scale=Poker(low=Low()),
    claims=CardsSpeak(),
    award=Best(),
)


def declared(*play, **said):
    """A resolved game of this script, by default five cards and a betting round."""
    return KITCHEN_BOOK.resolve(FIVE_CARDS.but(**said, **({"play": play} if play else {})))
