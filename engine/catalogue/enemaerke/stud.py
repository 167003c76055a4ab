"""Stud poker games: some cards open, some closed, and the baseball and queen families."""

from engine.catalogue.shared import DEUCES, ONE_EYED
from engine.game.definition import Game
from engine.game.effects import Costs, OffersCard, SendsOut
from engine.game.steps import Bet, Deal, Expose, TurnUntilBeaten
from engine.game.wilds import Cards, Follower, Personal, SplitPairs

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
