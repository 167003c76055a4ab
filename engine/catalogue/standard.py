"""The standard games, as every card room plays them."""

from engine.catalogue.shared import EIGHT_OR_BETTER, FLOP_TURN_RIVER, STANDARD
from engine.game.awards import Best, Split
from engine.game.betting import Blinds, NextToDealer, NoLimit, PotLimit
from engine.game.claims import CardsSpeak
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal

TEXAS_HOLDEM = Game("Texas Hold'em", play=(Deal(down=2), Bet(), FLOP_TURN_RIVER))
OMAHA = TEXAS_HOLDEM.but("Omaha", play=(Deal(down=4), Bet(), FLOP_TURN_RIVER), own=2, limit=PotLimit())
OMAHA_HI_LO_8 = OMAHA.but("Omaha Hi/Lo 8", award=Split(Best(), Best(EIGHT_OR_BETTER)))

STANDARD_BOOK = Rulebook(
    name="standard",
    deck=Deck("french-52"),
    seats=(2, 10),
    forced=Blinds(1, 2),
    limit=NoLimit(),
    opens=NextToDealer(),
    short="all-in",
    scale=STANDARD,
    claims=CardsSpeak(),
    award=Best(),
    games=(OMAHA, OMAHA_HI_LO_8, TEXAS_HOLDEM),
)
