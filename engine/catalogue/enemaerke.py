"""The games of the Enemærke family, in the order of their source; names are spelt as there."""

from engine.catalogue.shared import DANISH, DEUCES
from engine.game.awards import Best
from engine.game.betting import Ante, BestShowing, HouseLimit
from engine.game.claims import PlayersSpeak
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal, Draw

STRAIGHT_POKER = Game("Straight Poker", play=(Deal(down=5), Bet()))

# Games with exchange of cards.

THREE_CARD_DRAW = Game("Three Card Draw", play=(Deal(down=5), Bet(), Draw(up_to=3), Bet()))
THREE_CARD_DRAW_DEUCES = THREE_CARD_DRAW.but("Three Card Draw, Deuces Wild", wild=DEUCES)

# Stud poker games.

FIVE_CARD_STUD = Game("Five Card Stud", play=(Deal(down=1), (Deal(up=1), Bet()) * 4))
SEVEN_CARD_STUD = Game("Seven Card Stud", play=(Deal(down=2), (Deal(up=1), Bet()) * 4, Deal(down=1), Bet()))

ENEMAERKE_BOOK = Rulebook(
    name="enemaerke",
    deck=Deck("french-52"),
    seats=(3, 7),
    forced=Ante(2),
    limit=HouseLimit(most=5, once=50),
    opens=BestShowing(),
    short="shadow",
    scale=DANISH,
    claims=PlayersSpeak(),
    award=Best(),
    out_of_turn="stays",
    games=(FIVE_CARD_STUD, SEVEN_CARD_STUD, STRAIGHT_POKER, THREE_CARD_DRAW, THREE_CARD_DRAW_DEUCES),
)
