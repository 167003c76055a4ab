"""The house rules of munk.org, in the order of the source; names are spelled as there."""

from engine.catalogue.shared import FLOP_TURN_RIVER, MUNK
from engine.game.awards import Best, CardsSpeak, DealOff, SingleCard, TwentyOne
from engine.game.betting import Ante, HouseLimit, NextToDealer
from engine.game.definition import Deck, Game, Layout, Rulebook
from engine.game.steps import Bet, Deal, Draw, Lay, TurnUntilBeaten
from engine.game.wilds import Cards, OffersCard, SendsOut

MIDNIGHT_COBAIN_BASEBALL = Game(
    "Midnight Cobain Baseball",
    play=(Deal(pile=7), Lay(up=1), TurnUntilBeaten()),
    board=Layout("mark", lines=()),
    wild=Cards("3 9"),
    effects=(OffersCard("4"), SendsOut("Kh")),
)
COURTNEY_LOVE_BASEBALL = MIDNIGHT_COBAIN_BASEBALL.but(
    "Courtney Love Baseball", effects=(OffersCard("4"), SendsOut("Qh"))
)

THREE_DOG_NIGHT = Game("Three Dog Night", scale=SingleCard(), play=(Deal(down=1), Bet(), (Draw(up_to=1), Bet()) * 3))
FIVE_CARD_21 = Game(
    "Five-Card 21",
    scale=TwentyOne(),
    award=Best(ties=DealOff(up=5, scale=MUNK)),
    play=(Deal(down=5), Bet(), (Draw(up_to=2), Bet()) * 3),
)
RUDYS_JEWELS = Game(
    "Rudy's Jewels", scale=SingleCard(top="Jh Js"), play=(Deal(down=2), Bet(), (Draw(up_to=1), Bet()) * 5)
)
UNITED_STATES_STUD = Game(
    "United States Stud",
    play=(Deal(down=3), Bet(), (Draw(up_to=1), Bet()) * 4),
    deck=Deck("french-52", wildcards=4),
    scale=SingleCard(top="wildcard"),
)
TEXAS_TOOTHPICK_TOAST = Game("Texas Toothpick Toast", direction="right", play=(Deal(down=2), Bet(), FLOP_TURN_RIVER))
# The cards may go round as the betting does (RULINGS R-M12).
TEXAS_TOOTHPICK_TOAST_TO_THE_RIGHT = TEXAS_TOOTHPICK_TOAST.but(dealing="right")
BOOKEM_DANNO = FIVE_CARD_21.but("Book'em Danno", variation_of=(), scale=TwentyOne(top="As Js"))

MUNK_BOOK = Rulebook(
    name="munk",
    deck=Deck("french-52"),
    forced=Ante(1),
    limit=HouseLimit(most=25),
    opens=NextToDealer(),
    short="all-in",
    scale=MUNK,
    claims=CardsSpeak(),
    award=Best(),
    games=(
        BOOKEM_DANNO,
        COURTNEY_LOVE_BASEBALL,
        FIVE_CARD_21,
        MIDNIGHT_COBAIN_BASEBALL,
        RUDYS_JEWELS,
        TEXAS_TOOTHPICK_TOAST,
        THREE_DOG_NIGHT,
        UNITED_STATES_STUD,
    ),
)

MUNK_SWITCHED = {("toothpick_deal", "right"): (TEXAS_TOOTHPICK_TOAST_TO_THE_RIGHT,)}
