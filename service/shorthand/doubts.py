"""What a line says where words decide: who stays in without paying all, and whose words are doubted."""

from engine import commands
from engine.ids import PlayerId
from service.shorthand.words import Words


def taps_out(words: Words, player: PlayerId) -> commands.Command:
    """`anna taps out`: she has too few chips to call, and all agree that she stays in for the pot as it is."""
    words.skip("out")
    return commands.Call(player=player, agreed=True)


def challenges(words: Words, player: PlayerId) -> commands.Command:
    """`bo challenges cat` · `bo challenges cat of anna` · `bo challenges cat of anna good` where the table decides."""
    word = "" if not words or words.key in ("of", "good", "foul") else words.take().text
    holder = words.player("whose word it is") if words.skip("of", "af") else None
    good = {"good": True, "foul": False}.get(words.take().key) if words and words.key in ("good", "foul") else None
    return commands.ChallengeWord(player=player, word=word, holder=holder, good=good)
