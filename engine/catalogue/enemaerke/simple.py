"""Simple poker games: five cards for each player and nothing else."""

from engine.game.definition import Game
from engine.game.options import Psychology
from engine.game.steps import Bet, Deal, Reveal
from engine.game.wilds import Cards, Personal

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
