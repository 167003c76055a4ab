"""What a line says where words decide: who stays in without paying all, and whose words are doubted."""

from engine import commands
from engine.ids import PlayerId
from service.shorthand.tokens import Part, Tokens, keyed, one_word

# What the table says of a word where it decides.
SAYS = {"good": True, "foul": False}


def taps_out(words: Tokens, player: PlayerId) -> commands.Command:
    """`anna taps out`: she has too few chips to call, and all agree that she stays in for the pot as it is."""
    words.skip("out")
    return commands.Call(player=player, agreed=True)


def challenges(words: Tokens, player: PlayerId) -> commands.Command:
    """`bo challenges cat` · `bo challenges cat of anna` · `bo challenges cat of anna good` where the table decides."""
    said = words.parts(
        holder=keyed("“of” and whose word it is", lambda words: words.player("whose word it is"), "of", "af"),
        good=Part("good or foul", lambda words: words.key in SAYS, lambda words: SAYS[words.take().key]),
        word=one_word("the word", "of", "af", *SAYS),
    )
    return commands.ChallengeWord(player=player, **said)
