"""The games of the Enemærke family, in the order of their source; names are spelt as there."""

from engine.catalogue.shared import DANISH, DEUCES
from engine.game.awards import Best
from engine.game.betting import Ante, BestShowing, HouseLimit
from engine.game.claims import PlayersSpeak
from engine.game.definition import Deck, Game, Rulebook
from engine.game.effects import OffersCard, SendsOut
from engine.game.layouts import Layout
from engine.game.steps import Bet, Deal, Draw, Lay, Pass, Turn
from engine.game.wilds import Cards, Spots

STRAIGHT_POKER = Game("Straight Poker", play=(Deal(down=5), Bet()))

# Games with exchange of cards.

THREE_CARD_DRAW = Game("Three Card Draw", play=(Deal(down=5), Bet(), Draw(up_to=3), Bet()))
THREE_CARD_DRAW_DEUCES = THREE_CARD_DRAW.but("Three Card Draw, Deuces Wild", wild=DEUCES)

CHICAGO_SEVEN = Game(
    "Chicago Seven",
    wild=Cards("7"),
    play=(Deal(down=5), Bet(), Pass(right=3), Bet(), Deal(down=2), Bet(), Pass(right=2), Bet()),
)

# Stud poker games.

FIVE_CARD_STUD = Game("Five Card Stud", play=(Deal(down=1), (Deal(up=1), Bet()) * 4))
SEVEN_CARD_STUD = Game("Seven Card Stud", play=(Deal(down=2), (Deal(up=1), Bet()) * 4, Deal(down=1), Bet()))
BASEBALL = SEVEN_CARD_STUD.but("Baseball", wild=Cards("3 9"), effects=(SendsOut("7s 7c"), OffersCard("4h 4d", price=5)))

# Community card games.

SPIT_IN_THE_OCEAN = Game(
    "Spit in the Ocean",
    play=(Deal(down=4, on_call=(Lay(up=1),)), Bet()),
    board=Layout("spit"),
    wild=Spots("spit"),
)
CINCINNATI = Game("Cincinnati", play=((Deal(down=1), Lay(down=1)) * 5, Bet(), (Turn(), Bet()) * 5))
HAYLEYS_KOMET = CINCINNATI.but("Hayley's komet", wild=Spots("5"))

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
    games=(
        BASEBALL,
        CHICAGO_SEVEN,
        CINCINNATI,
        FIVE_CARD_STUD,
        HAYLEYS_KOMET,
        SEVEN_CARD_STUD,
        SPIT_IN_THE_OCEAN,
        STRAIGHT_POKER,
        THREE_CARD_DRAW,
        THREE_CARD_DRAW_DEUCES,
    ),
)
