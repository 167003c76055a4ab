"""The games of the Danish table whose wild cards hang on the deal, as LANGUAGE 3.5 declares them."""

from __future__ import annotations

from engine.catalogue.enemaerke import CINCINNATI, ENEMAERKE_BOOK, FIVE_CARD_STUD, SEVEN_CARD_STUD, STRAIGHT_POKER
from engine.catalogue.enemaerke import THREE_CARD_DRAW as DRAW
from engine.game.definition import Game
from engine.game.layouts import Layout
from engine.game.options import Psychology
from engine.game.steps import Arrange, Bet, Deal, Expose, Lay, Reveal, Turn
from engine.game.wilds import Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots

LAST_CHANCE = (STRAIGHT_POKER + Psychology()).but("Last Chance", wild=Personal("last"))
LAST_CHANCE_UNPLUGGED = LAST_CHANCE.but("Last Chance Unplugged", play=(Deal(pile=5), (Reveal(), Bet()) * 5))
YOUR_CHOISE = Game("Your Choise", play=(Deal(down=1), Bet()) * 5, wild=Personal("chosen"))
RISKY_PAIRS = DRAW.but("Risky Pairs", wild=RiskyPairs())
MEXICAN_STUD = FIVE_CARD_STUD.but(
    "Mexican Stud", play=(Deal(down=2), Expose(), Bet(), (Deal(down=1), Expose(), Bet()) * 3)
)
SHIFTING_SANDS = MEXICAN_STUD.but("Shifting Sands", wild=Personal("last"))
CRS_SURPRISE = SEVEN_CARD_STUD.but("CRS Surprise", wild=SplitPairs())
ROLL_THEM = SEVEN_CARD_STUD.but(
    "Roll Them",
    wild=Personal("lowest closed"),
    play=(Deal(down=3), Expose(), Bet(), (Deal(down=1), Expose(), Bet()) * 3, Deal(down=1), Bet()),
)
FOLLOW_THE_QUEEN = SEVEN_CARD_STUD.but("Follow the Queen", wild=(Cards("Q"), Follower("Q")))
SEVEN_BRIGHT_STARS = SEVEN_CARD_STUD.but("Seven Bright Stars", play=(Deal(up=1), Bet()) * 7, wild=Personal("last"))
APRIL_REIGNERS = SEVEN_BRIGHT_STARS.but("April Reigners", wild=(Cards("3 9 Q"), Follower("Q")))
ELEVEN_BRIGHT_STARS = SEVEN_BRIGHT_STARS.but("Eleven Bright Stars", wild=(Cards("3 9"), Follower("3 9")))
LUNATIC = CINCINNATI.but("Lunatic", wild=(Cards("3 9", unless_at="1 2 3 4"), Spots("5")))
CROSS = Layout("north east south west centre")
CRISS_CROSS = CINCINNATI.but("Criss-Cross", board=CROSS, wild=Spots("centre"))
TRAFALGAR_SQUARE = CRISS_CROSS.but("Trafalgar Square", board=CROSS.but(lines=("north east south west", "centre")))
FILL_THE_HOLE = CRISS_CROSS.but(
    "Fill the Hole",
    play=((Deal(down=1), Lay(down=1)) * 4, Deal(down=1), Bet(), (Turn(), Bet()) * 4),
    board=Layout("north east south west"),
    wild=Personal("chosen"),
)
PARADISE_LOST = FILL_THE_HOLE.but(
    "Paradise Lost",
    play=(
        ((Deal(down=1), Lay(down=1)) * 4, Deal(down=1), Bet()),
        (Arrange(), (Reveal(), Turn(), Bet()) * 4, Reveal(), Bet()),
    ),
)
ELEVATOR = Game(
    "Elevator",
    play=((Deal(down=1), Lay(down=1)) * 3, Deal(down=1), Lay(down=4), Bet(), (Turn(), Bet()) * 7),
    board=Layout(
        "st.tv 1.th 2.tv st.th 1.tv 2.th elevator",
        lines=(
            *("st.tv elevator st.th", "1.tv elevator 1.th", "2.tv elevator 2.th"),
            *("st.tv 1.tv 2.tv", "st.th 1.th 2.th", "st.tv elevator 2.th", "st.th elevator 2.tv"),
        ),
    ),
    wild=Spots("elevator"),
)
SIDES = ("A AB B", "B BC C", "C CA A")
THE_PYRAMID = Game(
    "The Pyramid",
    play=((Deal(down=1), Lay(down=1)) * 3, Deal(down=1), Lay(down=3), Bet(), (Turn(), Bet()) * 6),
    board=Layout("AB BC CA A B C", lines=SIDES),
)
GAMMEL_SKAGEN = THE_PYRAMID.but("Gammel Skagen", wild=SplitPairs())
SOMAERKET = THE_PYRAMID.but("Sømærket", wild=Spots("A B C"))
BERMUDA_TREKANTEN = THE_PYRAMID.but(
    "Bermuda Trekanten", board=Layout("A B C AB BC CA", lines=SIDES), wild=Spots("AB BC CA")
)
KARRUSEL = GAMMEL_SKAGEN.but(
    "Karrusel", board=Layout("0 2 4 1 3 5", lines=("0 1 2", "1 2 3", "2 3 4", "3 4 5", "4 5 0", "5 0 1"))
)

DECLARED: dict[str, Game] = {
    game.name: ENEMAERKE_BOOK.resolve(game)
    for game in (
        *(LAST_CHANCE, LAST_CHANCE_UNPLUGGED, YOUR_CHOISE, RISKY_PAIRS, MEXICAN_STUD, SHIFTING_SANDS, CRS_SURPRISE),
        *(ROLL_THEM, FOLLOW_THE_QUEEN, SEVEN_BRIGHT_STARS, APRIL_REIGNERS, ELEVEN_BRIGHT_STARS, LUNATIC),
        *(CRISS_CROSS, TRAFALGAR_SQUARE, FILL_THE_HOLE, PARADISE_LOST, ELEVATOR, THE_PYRAMID, GAMMEL_SKAGEN),
        *(SOMAERKET, BERMUDA_TREKANTEN, KARRUSEL),
    )
}
