"""WordPoker, and the two forms of it that its author leaves to the reader (RULINGS B4)."""

from engine.catalogue.shared import FLOP_TURN_RIVER
from engine.game.awards import Best, Spellcheck, Words
from engine.game.betting import Ante, Blinds, NextToDealer, NoLimit
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal, Draw

WORDPOKER = Game("WordPoker", play=(Deal(down=5), Bet(), Draw(up_to=5), Bet()))
SEVEN_CARD_WORDPOKER = WORDPOKER.but(
    "Seven-Card WordPoker", play=(Deal(down=2, up=1), Bet(), (Deal(up=1), Bet()) * 3, Deal(down=1), Bet())
)
TEXAS_WORDPOKER = WORDPOKER.but("Texas WordPoker", forced=Blinds(1, 2), play=(Deal(down=2), Bet(), FLOP_TURN_RIVER))

WORDPOKER_BOOK = Rulebook(
    name="wordpoker",
    deck=Deck("alpha-56"),
    best=(2, 6),
    forced=Ante(1),
    limit=NoLimit(),
    opens=NextToDealer(),
    short="all-in",
    scale=Words("none 2 2+2 3 3+2 4 5 run", ties="points top-letter", plurals=False, dictionary="common-english"),
    claims=Spellcheck(foul="out", good_pays="half pot", once="hand"),
    award=Best(),
    games=(SEVEN_CARD_WORDPOKER, TEXAS_WORDPOKER, WORDPOKER),
)
