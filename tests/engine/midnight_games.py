"""Games with piles that are turned one after another, and with a bring-in, as their sources have them."""

from engine.catalogue.enemaerke import ENEMAERKE_BOOK
from engine.catalogue.munk import MUNK_BOOK
from engine.catalogue.standard import STANDARD_BOOK
from engine.game.betting import BestShowing, BringIn, FixedLimit
from engine.game.definition import Game
from engine.game.effects import Costs, OffersCard, SendsOut
from engine.game.layouts import Layout
from engine.game.scales import Low
from engine.game.steps import Bet, Deal, Lay, Reveal, TurnUntilBeaten
from engine.game.wilds import Cards, Personal

MIDNIGHT_COBAIN_BASEBALL = MUNK_BOOK.resolve(
    Game(
        "Midnight Cobain Baseball",
        play=(Deal(pile=7), Lay(up=1), TurnUntilBeaten()),
        board=Layout("mark", lines=()),
        wild=Cards("3 9"),
        effects=(OffersCard("4"), SendsOut("Kh")),
    )
)
COURTNEY_LOVE_BASEBALL = MIDNIGHT_COBAIN_BASEBALL.but(
    "Courtney Love Baseball", effects=(OffersCard("4"), SendsOut("Qh"))
)
MIDNIGHT_BASEBALL = ENEMAERKE_BOOK.resolve(
    Game(
        "Midnight Baseball",
        play=(Deal(pile=7), TurnUntilBeaten()),
        wild=Cards("3 9"),
        effects=(Costs("3", chips=3), Costs("9", chips=1), OffersCard("4")),
    )
)
NARWIDJAN_MUNAEKKLIPS = MIDNIGHT_BASEBALL.but("Nårwidjan munækklips", wild=(Cards("3 9"), Personal("last")))
LAST_CHANCE_UNPLUGGED = ENEMAERKE_BOOK.resolve(
    Game("Last Chance Unplugged", play=(Deal(pile=5), (Reveal(), Bet()) * 5), wild=Personal("last"))
)
SEVEN_CARD_STUD = STANDARD_BOOK.resolve(
    Game(
        "Seven-Card Stud",
        play=(Deal(down=2, up=1), Bet(), (Deal(up=1), Bet()) * 3, Deal(down=1), Bet()),
        seats=(2, 7),
        forced=BringIn(2, ante=1),
        limit=FixedLimit(small=4, big=8),
        opens=BestShowing(),
    )
)
RAZZ = SEVEN_CARD_STUD.but("Razz", scale=Low())

MIDNIGHT_GAMES = (
    MIDNIGHT_COBAIN_BASEBALL,
    COURTNEY_LOVE_BASEBALL,
    MIDNIGHT_BASEBALL,
    NARWIDJAN_MUNAEKKLIPS,
    LAST_CHANCE_UNPLUGGED,
    SEVEN_CARD_STUD,
    RAZZ,
)
