"""The standard games, as every card room plays them."""

from engine.catalogue.shared import ACE_FIVE, DEUCE_SEVEN, EIGHT_OR_BETTER, FLOP_TURN_RIVER, SHORT_DECK, STANDARD
from engine.game.awards import Badugi, Best, CardsSpeak, Split
from engine.game.betting import BestShowing, Blinds, BringIn, FixedLimit, NextToDealer, NoLimit, PotLimit
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal, Draw

TEXAS_HOLDEM = Game("Texas Hold'em", play=(Deal(down=2), Bet(), FLOP_TURN_RIVER))
FIXED_LIMIT_HOLDEM = TEXAS_HOLDEM.but("Fixed-Limit Hold'em", limit=FixedLimit(small=2, big=4))
SHORT_DECK_HOLDEM = TEXAS_HOLDEM.but("Short-Deck Hold'em", deck=Deck("french-36"), scale=SHORT_DECK)
OMAHA = TEXAS_HOLDEM.but("Omaha", play=(Deal(down=4), Bet(), FLOP_TURN_RIVER), own=2, limit=PotLimit())
OMAHA_HI_LO_8 = OMAHA.but("Omaha Hi/Lo 8", award=Split(Best(), Best(EIGHT_OR_BETTER)))
FIXED_LIMIT_OMAHA_HI_LO_8 = OMAHA_HI_LO_8.but("Fixed-Limit Omaha Hi/Lo 8", limit=FixedLimit(small=2, big=4))
SEVEN_CARD_STUD = Game(
    "Seven-Card Stud",
    play=(Deal(down=2, up=1), Bet(), (Deal(up=1), Bet()) * 3, Deal(down=1), Bet()),
    forced=BringIn(2, ante=1),
    limit=FixedLimit(small=4, big=8),
    opens=BestShowing(),
)
STUD_HI_LO_8 = SEVEN_CARD_STUD.but("Stud Hi/Lo 8", award=Split(Best(), Best(EIGHT_OR_BETTER)))
RAZZ = SEVEN_CARD_STUD.but("Razz", scale=ACE_FIVE)
FIVE_CARD_DRAW = Game("Five-Card Draw", play=(Deal(down=5), Bet(), Draw(up_to=5), Bet()))
DEUCE_SEVEN_SINGLE_DRAW = FIVE_CARD_DRAW.but("2-7 Single Draw", scale=DEUCE_SEVEN)
DEUCE_SEVEN_TRIPLE_DRAW = DEUCE_SEVEN_SINGLE_DRAW.but(
    "2-7 Triple Draw",
    play=(Deal(down=5), Bet(), (Draw(up_to=5), Bet()) * 3),
    limit=FixedLimit(small=2, big=4),
)
BADUGI = DEUCE_SEVEN_TRIPLE_DRAW.but("Badugi", play=(Deal(down=4), Bet(), (Draw(up_to=4), Bet()) * 3), scale=Badugi())

STANDARD_BOOK = Rulebook(
    name="standard",
    deck=Deck("french-52"),
    best=(2, 10),
    forced=Blinds(1, 2),
    limit=NoLimit(),
    opens=NextToDealer(),
    short="all-in",
    scale=STANDARD,
    claims=CardsSpeak(),
    award=Best(),
    games=(
        BADUGI,
        DEUCE_SEVEN_SINGLE_DRAW,
        DEUCE_SEVEN_TRIPLE_DRAW,
        FIVE_CARD_DRAW,
        FIXED_LIMIT_HOLDEM,
        FIXED_LIMIT_OMAHA_HI_LO_8,
        OMAHA,
        OMAHA_HI_LO_8,
        RAZZ,
        SEVEN_CARD_STUD,
        SHORT_DECK_HOLDEM,
        STUD_HI_LO_8,
        TEXAS_HOLDEM,
    ),
)
