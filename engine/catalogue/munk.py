"""The house rules of munk.org, in the order of their source; names are spelt as there."""

from engine.catalogue.shared import FLOP_TURN_RIVER, MUNK
from engine.game.awards import Best
from engine.game.betting import Ante, HouseLimit, NextToDealer
from engine.game.claims import CardsSpeak
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal

TEXAS_TOOTHPICK_TOAST = Game("Texas Toothpick Toast", direction="right", play=(Deal(down=2), Bet(), FLOP_TURN_RIVER))

MUNK_BOOK = Rulebook(
    name="munk",
    deck=Deck("french-52"),
    seats=(2, 7),
    forced=Ante(1),
    limit=HouseLimit(most=25),
    opens=NextToDealer(),
    short="all-in",
    scale=MUNK,
    claims=CardsSpeak(),
    award=Best(),
    games=(TEXAS_TOOTHPICK_TOAST,),
)
