"""What several rulebooks share: cards that are often wild, and scales."""

from engine.game import wilds
from engine.game.awards import Low, Poker
from engine.game.steps import Bet, Burn, Lay
from engine.game.wilds import Cards

DEUCES = Cards("2")
ONE_EYED = Cards(wilds.ONE_EYED)

ACE_FIVE = Low()
ACE_SIX = Low(runs=True)
DEUCE_SEVEN = Low(ace="high", runs=True)
EIGHT_OR_BETTER = Low(most=8)

DANISH = Poker(low=ACE_SIX, naturals=True)
MUNK = Poker(suits=True)
STANDARD = Poker(low=ACE_FIVE)
SHORT_DECK = Poker(flush_over_house=True)

FLOP_TURN_RIVER = (Burn(), Lay(up=3), Bet(), (Burn(), Lay(up=1), Bet()) * 2)
