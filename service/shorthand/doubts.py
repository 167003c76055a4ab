"""Reads lines of games in which words decide: who stays in without paying in full, and whose words are challenged."""

from engine import commands
from engine.ids import PlayerId
from service.shorthand.tokens import Part, Tokens, keyed, one_word

# What the table says about a word if the table decides.
SAYS = {"good": True, "foul": False}


def taps_out(words: Tokens, player: PlayerId) -> commands.Command:
    """`anna taps out`: the player has too few chips to call, and all agree that they stay in for the pot as it is."""
    words.skip("out")
    return commands.Call(player=player, agreed=True)


def challenges(words: Tokens, player: PlayerId) -> commands.Command:
    """`bo challenges cat` · `bo challenges cat of anna` · `bo challenges cat of anna good` if the table decides."""
    said = words.parts(
        holder=keyed("“of” and whose word it is", lambda words: words.player("whose word it is"), "of", "af"),
        good=Part("good or foul", lambda words: words.key in SAYS, lambda words: SAYS[words.take().key]),
        word=one_word("the word", "of", "af", *SAYS),
    )
    return commands.ChallengeWord(player=player, **said)
