"""Community card games: one or two shared cards, a row, a cross, a house, a triangle and a ring."""

from engine.game.definition import Game
from engine.game.layouts import Layout
from engine.game.options import Psychology
from engine.game.steps import Arrange, Bet, Deal, Draw, Lay, Reveal, Turn
from engine.game.wilds import Cards, Personal, SplitPairs, Spots

SPIT_IN_THE_OCEAN = Game(
    "Spit in the Ocean",
    play=(Deal(down=4, on_call=(Lay(up=1),)), Bet()),
    board=Layout("spit"),
    wild=Spots("spit"),
)
SPIT_N_SHIT = SPIT_IN_THE_OCEAN.but(
    "Spit 'n' Shit",
    play=(Deal(down=5, on_call=(Lay(up=1), Lay(up=1))), Bet()),
    board=Layout("spit shit"),
    wild=Spots("spit shit"),
)
PUKE = (SPIT_N_SHIT + Psychology()).but("Puke")
FARUM_PARK = SPIT_N_SHIT.but(
    "Farum Park",
    play=(Deal(down=5, on_call=(Lay(up=1), Lay(down=1))), Bet(), Draw(up_to=3), Bet(), Turn(), Bet()),
)
RUBBERS_IN_THE_DUSK = SPIT_N_SHIT.but(
    "Rubbers in the Dusk", play=(Deal(down=5), Lay(down=2), Bet(), (Turn(), Bet()) * 2)
)
RUBBERS_IN_THE_DARK = RUBBERS_IN_THE_DUSK.but(
    "Rubbers in the Dark", play=(RUBBERS_IN_THE_DUSK.play, Deal(down=5), Bet())
)
HARAKIRI = Game("Harakiri", play=(Deal(down=2), Lay(up=2), Lay(down=3), Bet(), (Turn(), Bet()) * 3))

# Five shared cards in a row, and in a cross.

CINCINNATI = Game("Cincinnati", play=((Deal(down=1), Lay(down=1)) * 5, Bet(), (Turn(), Bet()) * 5))
HAYLEYS_KOMET = CINCINNATI.but("Hayley's komet", wild=Spots("5"))
LUNATIC = HAYLEYS_KOMET.but("Lunatic", wild=(Cards("3 9", unless_at="1 2 3 4"), Spots("5")))

CROSS = Layout(
    "north east south west centre",
    picture=(
        ".    north  .",
        "west centre east",
        ".    south  .",
    ),
)
SQUARE = Layout(
    "north east south west",
    picture=(
        ".    north .",
        "west .     east",
        ".    south .",
    ),
)
CRISS_CROSS = CINCINNATI.but(
    "Criss-Cross", variation_of=("Cincinnati", "Hayley's komet"), board=CROSS, wild=Spots("centre")
)
KINGS_CROSS = CRISS_CROSS.but("Kings Cross", wild=(Spots("centre"), Cards("K")))
TRAFALGAR_SQUARE = CRISS_CROSS.but("Trafalgar Square", board=CROSS.but(lines=("north east south west", "centre")))
FILL_THE_HOLE = CRISS_CROSS.but(
    "Fill the Hole",
    play=((Deal(down=1), Lay(down=1)) * 4, Deal(down=1), Bet(), (Turn(), Bet()) * 4),
    board=SQUARE,
    wild=Personal("chosen"),
)
PARADISE_LOST = FILL_THE_HOLE.but(
    "Paradise Lost",
    play=(
        ((Deal(down=1), Lay(down=1)) * 4, Deal(down=1), Bet()),
        (Arrange(), (Reveal(), Turn(), Bet()) * 4, Reveal(), Bet()),
    ),
)

# A house in the form of an H: left (tv) and right (th) on the ground floor (st), the first and the second floor.

HOUSE = Layout(
    "st.tv 1.th 2.tv st.th 1.tv 2.th elevator",
    lines=(
        "2.tv elevator 2.th",
        "1.tv elevator 1.th",
        "st.tv elevator st.th",
        "st.tv 1.tv 2.tv",
        "st.th 1.th 2.th",
        "st.tv elevator 2.th",
        "st.th elevator 2.tv",
    ),
    picture=(
        "2.tv  .        2.th",
        "1.tv  elevator 1.th",
        "st.tv .        st.th",
    ),
)
ELEVATOR = Game(
    "Elevator",
    play=((Deal(down=1), Lay(down=1)) * 3, Deal(down=1), Lay(down=4), Bet(), (Turn(), Bet()) * 7),
    board=HOUSE,
    wild=Spots("elevator"),
)

# A triangle with the corners A, B and C; AB lies between A and B.

SIDES = ("A AB B", "B BC C", "C CA A")
TRIANGLE = (
    ". .  A  .  .",
    ". AB .  CA .",
    "B .  BC .  C",
)
THE_PYRAMID = Game(
    "The Pyramid",
    variation_of=("Cincinnati",),
    play=((Deal(down=1), Lay(down=1)) * 3, Deal(down=1), Lay(down=3), Bet(), (Turn(), Bet()) * 6),
    board=Layout("AB BC CA A B C", lines=SIDES, picture=TRIANGLE),
)
GAMMEL_SKAGEN = THE_PYRAMID.but("Gammel Skagen", wild=SplitPairs())
SOMAERKET = THE_PYRAMID.but("Sømærket", wild=Spots("A B C"))
BERMUDA_TREKANTEN = THE_PYRAMID.but(
    "Bermuda Trekanten",
    board=Layout("A B C AB BC CA", lines=SIDES, picture=TRIANGLE),
    wild=Spots("AB BC CA"),
)

RING = Layout(
    "0 2 4 1 3 5",
    lines=("0 1 2", "1 2 3", "2 3 4", "3 4 5", "4 5 0", "5 0 1"),
    picture=(
        ". 0 . 1 .",
        "5 . . . 2",
        ". 4 . 3 .",
    ),
)
KARRUSEL = GAMMEL_SKAGEN.but("Karrusel", board=RING)
