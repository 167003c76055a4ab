"""Reads lines of trick games: `anna plays Ks`, `bo takes`, `carl bids solo`, `dora melds Ks Kh Kd Kc`."""

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from service.shorthand import faults
from service.shorthand.tokens import Tokens, cards


def plays(words: Tokens, player: PlayerId) -> Command:
    return commands.PlayCard(player=player, card=words.take().text if words else "??")


def takes(words: Tokens, player: PlayerId) -> Command:
    """`bo takes the trick`; `carl takes next 5c for 9d` corrects an exposed card."""
    if words and words.key not in ("it", "the", "trick"):
        return faults.takes(words, player)
    words.skip("it", "the")
    words.skip("trick")
    return commands.TakeTrick(player=player)


def bids(words: Tokens, player: PlayerId) -> Command:
    if not words:
        words.wrong("a contract, such as threesome or solo")
    return commands.MakeBid(player=player, contract=words.take().text)


def melds(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareMeld(player=player, meld=" ".join(cards(words)))


def contra(words: Tokens, player: PlayerId) -> Command:
    return commands.AnswerGoal(player=player)
