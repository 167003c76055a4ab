"""The games that a house switch changes: under the same names, declared as the switch says.

What a switch does to every game alike (the scope of wild cards, ties) is in `engine.game.switches`.
"""

from engine.catalogue.enemaerke.community import (
    CRISS_CROSS,
    CROSS,
    FILL_THE_HOLE,
    KINGS_CROSS,
    RUBBERS_IN_THE_DARK,
    RUBBERS_IN_THE_DUSK,
)
from engine.catalogue.enemaerke.simple import LAST_CHANCE
from engine.game.steps import Arrange, Bet, Deal, Draw, Reveal

# The overview of the source counts five rounds for Last Chance and six for Fill the Hole (RULINGS R-D6, R-D7).
LAST_CHANCE_TABLE = LAST_CHANCE.but(play=(Deal(down=5), Bet(), Arrange(), (Reveal(), Bet()) * 4, Reveal()))
FILL_THE_HOLE_TABLE = FILL_THE_HOLE.but(play=(FILL_THE_HOLE.play, Bet()))

# Five cards instead of the first five (RULINGS R-D9).
RUBBERS_IN_THE_DARK_ANEW = RUBBERS_IN_THE_DARK.but(
    play=(RUBBERS_IN_THE_DUSK.play, Draw(up_to=5, compulsory=True), Bet())
)

# One bar of the cross with its centre (RULINGS R-D10).
BARS = CROSS.but(lines=("north centre south", "west centre east"))
CRISS_CROSS_BAR = CRISS_CROSS.but(board=BARS)
KINGS_CROSS_BAR = KINGS_CROSS.but(board=BARS)

ENEMAERKE_SWITCHED = {
    ("rounds", "table"): (FILL_THE_HOLE_TABLE, LAST_CHANCE_TABLE),
    ("dark_mode", "replace"): (RUBBERS_IN_THE_DARK_ANEW,),
    ("criss_cross", "bar"): (CRISS_CROSS_BAR, KINGS_CROSS_BAR),
}
