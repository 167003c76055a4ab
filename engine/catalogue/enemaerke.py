"""The rulebook of the Enemærke family: its games by the chapters of the source, names spelled as there, and what holds for all.

At the end the games that a house switch changes, under the same names; what a switch does to every game alike (the scope
of wild cards, ties) is in `engine.game.switches`.
"""

from engine.catalogue.shared import ACE_SIX, DANISH, DEUCES, ONE_EYED
from engine.game.awards import Best, PlayersSpeak, Split
from engine.game.betting import Ante, BestShowing, HouseLimit
from engine.game.definition import Deck, Game, Layout, Rulebook
from engine.game.options import Psychology
from engine.game.steps import Arrange, Bet, Deal, DeclareSides, Draw, Expose, Lay, Pass, Reveal, Turn, TurnUntilBeaten
from engine.game.wilds import Cards, Costs, Follower, OffersCard, Personal, RiskyPairs, SendsOut, SplitPairs, Spots

# Simple poker games: five cards for each player and nothing else.
STRAIGHT_POKER = Game("Straight Poker", play=(Deal(down=5), Bet()))
BET_ON_FIVE_OPEN_CARDS = Game("Bet on Five Open Cards", play=(Deal(up=1), Bet()) * 5)
JUMPING_JACKS = BET_ON_FIVE_OPEN_CARDS.but("Jumping Jacks", variation_of=(), wild=Cards("J"), decides=("wild",))
LAST_CHANCE = (STRAIGHT_POKER + Psychology()).but("Last Chance", variation_of=(), wild=Personal("last"))
LAST_CHANCE_UNPLUGGED = LAST_CHANCE.but(
    "Last Chance Unplugged", variation_of=(), play=(Deal(pile=5), (Reveal(), Bet()) * 5)
)
YOUR_CHOISE = Game("Your Choise", play=(Deal(down=1), Bet()) * 5, wild=Personal("chosen"))
UPS_AND_DOWNS = Game("Ups and Downs", play=((Deal(down=1), Bet(), Deal(up=1), Bet()) * 2, Deal(down=1), Bet()))
DOWNS_AND_UPS = UPS_AND_DOWNS.but(
    "Downs and Ups", play=((Deal(up=1), Bet(), Deal(down=1), Bet()) * 2, Deal(up=1), Bet())
)

# Games in which cards are exchanged, with the stock or with the neighbours.
THREE_CARD_DRAW = Game("Three Card Draw", play=(Deal(down=5), Bet(), Draw(up_to=3), Bet()), decides=("exchange",))
THREE_CARD_DRAW_DEUCES = THREE_CARD_DRAW.but("Three Card Draw, Deuces Wild", wild=DEUCES)
THREE_CARD_DRAW_ONE_EYED = THREE_CARD_DRAW.but(
    "Three Card Draw, Deuces and One-eyed Picture Card Wild", wild=(DEUCES, ONE_EYED), decides=("exchange", "wild")
)
RISKY_PAIRS = THREE_CARD_DRAW.but("Risky Pairs", wild=RiskyPairs(), decides=())

ONE_TO_FIVE_CARD_DRAW = Game(
    "One-Two-Three-Four-Five Card Draw",
    play=(
        (Deal(down=5), Bet()),
        (Draw(up_to=1), Bet(), Draw(up_to=2), Bet(), Draw(up_to=3), Bet(), Draw(up_to=4), Bet(), Draw(up_to=5), Bet()),
    ),
)
FIVE_TO_ONE_CARD_DRAW = Game(
    "Stora Spelet",
    wild=(Cards("2 3"), ONE_EYED),
    play=(
        (Deal(down=5), Bet()),
        (Draw(up_to=5), Bet(), Draw(up_to=4), Bet(), Draw(up_to=3), Bet(), Draw(up_to=2), Bet(), Draw(up_to=1), Bet()),
    ),
)
STORA_SPELET = FIVE_TO_ONE_CARD_DRAW + Psychology()

CHICAGO_SEVEN = Game(
    "Chicago Seven",
    wild=Cards("7"),
    play=(Deal(down=5), Bet(), Pass(right=3), Bet(), Deal(down=2), Bet(), Pass(right=2), Bet()),
)
SEVEN_ELEVEN = CHICAGO_SEVEN.but("Seven Eleven", wild=Cards("7 J"))
SIBERIAN_HUSKY = CHICAGO_SEVEN.but(
    "Siberian Husky",
    wild=DEUCES,
    play=(Deal(down=5), Bet(), Pass(right=2), Bet(), Deal(down=2), Bet(), Pass(left=1), Bet()),
)
# The sides are declared before the last card is turned by its own description (RULINGS R-D25).
MISSISSIPPI_RATFUCK = CHICAGO_SEVEN.but(
    "Mississippi Ratfuck",
    wild=(),
    play=(
        (Deal(down=7), Bet(), Pass(right=3, left=2), Bet()),
        (Arrange(), (Reveal(), Bet()) * 6, DeclareSides(), Reveal(), Bet()),
    ),
    award=Split(Best(), Best(ACE_SIX)),
)

# Stud poker games: some cards open, some closed, and the baseball and queen families.
FIVE_CARD_STUD = Game("Five Card Stud", play=(Deal(down=1), (Deal(up=1), Bet()) * 4))
FIVE_CARD_STUD_DEUCES = FIVE_CARD_STUD.but("Five Card Stud, Deuces Wild", wild=DEUCES)
MEXICAN_STUD = FIVE_CARD_STUD.but(
    "Mexican Stud", play=(Deal(down=2), Expose(), Bet(), (Deal(down=1), Expose(), Bet()) * 3)
)
SHIFTING_SANDS = MEXICAN_STUD.but("Shifting Sands", wild=Personal("last"))

SEVEN_CARD_STUD = Game("Seven Card Stud", play=(Deal(down=2), (Deal(up=1), Bet()) * 4, Deal(down=1), Bet()))
SEVEN_CARD_STUD_DEUCES = SEVEN_CARD_STUD.but("Seven Card Stud, Deuces Wild", wild=DEUCES)
CRS_SURPRISE = SEVEN_CARD_STUD.but("CRS Surprise", wild=SplitPairs())
ROLL_THEM = SEVEN_CARD_STUD.but(
    "Roll Them",
    variation_of=(),
    wild=Personal("lowest closed"),
    play=(Deal(down=3), Expose(), Bet(), (Deal(down=1), Expose(), Bet()) * 3, Deal(down=1), Bet()),
)

BASEBALL = SEVEN_CARD_STUD.but("Baseball", wild=Cards("3 9"), effects=(SendsOut("7s 7c"), OffersCard("4h 4d", price=5)))
YANKEE_BASEBALL = BASEBALL.but("Yankee Baseball", wild=Cards("9"), effects=(SendsOut("3"), OffersCard("4", price=3)))
MIDNIGHT_BASEBALL = BASEBALL.but(
    "Midnight Baseball",
    play=(Deal(pile=7), TurnUntilBeaten()),
    effects=(Costs("3", chips=3), Costs("9", chips=1), OffersCard("4")),
)
NARWIDJAN_MUNAEKKLIPS = MIDNIGHT_BASEBALL.but("Nårwidjan munækklips", wild=(Cards("3 9"), Personal("last")))

FOLLOW_THE_QUEEN = SEVEN_CARD_STUD.but("Follow the Queen", wild=(Cards("Q"), Follower("Q")))
FOLLOW_THE_QUEEN_ONE_EYED = FOLLOW_THE_QUEEN.but(
    "Follow the Queen and One-eyed Picture Cards", wild=(Cards("Q"), Follower("Q"), ONE_EYED)
)
SEVEN_BRIGHT_STARS = SEVEN_CARD_STUD.but(
    "Seven Bright Stars",
    variation_of=("Seven Card Stud", "Bet on Five Open Cards"),
    play=(Deal(up=1), Bet()) * 7,
    wild=Personal("last"),
)
APRIL_REIGNERS = SEVEN_BRIGHT_STARS.but(
    "April Reigners", variation_of=("Seven Bright Stars", "Follow the Queen"), wild=(Cards("3 9 Q"), Follower("Q"))
)
ELEVEN_BRIGHT_STARS = SEVEN_BRIGHT_STARS.but(
    "Eleven Bright Stars", variation_of=("Seven Bright Stars", "April Reigners"), wild=(Cards("3 9"), Follower("3 9"))
)

# Community card games: one or two shared cards, a row, a cross, a house, a triangle and a ring.
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

# Five shared cards in a row, and in a cross, which begins at its top (RULINGS R-D29).

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

# A triangle with the corners A, B and C; AB lies between A and B. It begins with AB or A (RULINGS R-D29).

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

ENEMAERKE_BOOK = Rulebook(
    name="enemaerke",
    deck=Deck("french-52"),
    best=(3, 7),
    forced=Ante(2),
    limit=HouseLimit(most=5, once=50),
    opens=BestShowing(),
    short="shadow",
    scale=DANISH,
    claims=PlayersSpeak(),
    award=Best(),
    out_of_turn="stays",
    # In the order of the source's own alphabetical overview, in which Sømærket stands behind Straight Poker.
    games=(
        APRIL_REIGNERS,
        BASEBALL,
        BERMUDA_TREKANTEN,
        BET_ON_FIVE_OPEN_CARDS,
        CHICAGO_SEVEN,
        CINCINNATI,
        CRISS_CROSS,
        CRS_SURPRISE,
        DOWNS_AND_UPS,
        ELEVATOR,
        ELEVEN_BRIGHT_STARS,
        FARUM_PARK,
        FILL_THE_HOLE,
        FIVE_CARD_STUD,
        FIVE_CARD_STUD_DEUCES,
        FOLLOW_THE_QUEEN,
        FOLLOW_THE_QUEEN_ONE_EYED,
        GAMMEL_SKAGEN,
        HARAKIRI,
        HAYLEYS_KOMET,
        JUMPING_JACKS,
        KARRUSEL,
        KINGS_CROSS,
        LAST_CHANCE,
        LAST_CHANCE_UNPLUGGED,
        LUNATIC,
        MEXICAN_STUD,
        MIDNIGHT_BASEBALL,
        MISSISSIPPI_RATFUCK,
        NARWIDJAN_MUNAEKKLIPS,
        ONE_TO_FIVE_CARD_DRAW,
        PARADISE_LOST,
        PUKE,
        RISKY_PAIRS,
        ROLL_THEM,
        RUBBERS_IN_THE_DARK,
        RUBBERS_IN_THE_DUSK,
        SEVEN_BRIGHT_STARS,
        SEVEN_CARD_STUD,
        SEVEN_CARD_STUD_DEUCES,
        SEVEN_ELEVEN,
        SHIFTING_SANDS,
        SIBERIAN_HUSKY,
        SPIT_IN_THE_OCEAN,
        SPIT_N_SHIT,
        STORA_SPELET,
        STRAIGHT_POKER,
        SOMAERKET,
        THE_PYRAMID,
        THREE_CARD_DRAW,
        THREE_CARD_DRAW_ONE_EYED,
        THREE_CARD_DRAW_DEUCES,
        TRAFALGAR_SQUARE,
        UPS_AND_DOWNS,
        YANKEE_BASEBALL,
        YOUR_CHOISE,
    ),
)

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
