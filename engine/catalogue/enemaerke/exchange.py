"""Games in which cards are exchanged, with the stock or with the neighbours."""

from engine.catalogue.shared import ACE_SIX, DEUCES, ONE_EYED
from engine.game.awards import Best, Split
from engine.game.definition import Game
from engine.game.options import Psychology
from engine.game.steps import Arrange, Bet, Deal, DeclareSides, Draw, Pass, Reveal
from engine.game.wilds import Cards, RiskyPairs

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
MISSISSIPPI_RATFUCK = CHICAGO_SEVEN.but(
    "Mississippi Ratfuck",
    wild=(),
    play=(
        (Deal(down=7), Bet(), Pass(right=3, left=2), Bet()),
        (Arrange(), (Reveal(), Bet()) * 6, DeclareSides(), Reveal(), Bet()),
    ),
    award=Split(Best(), Best(ACE_SIX)),
)
