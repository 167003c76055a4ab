"""Words: the game that is named, and words that are challenged."""

from engine import commands
from engine.ids import PlayerId
from engine.speech import phrase, say
from engine.state import Hand, Night
from service.language.shorthand.tokens import Part, Tokens, keyed, one_word
from service.language.shorthand.vocabulary.act import Alike, Group, GuideRow, Said, each, fixed, remarked

# What the table says about a word if the table decides.
SAYS = {"good": True, "foul": False}


def challenges(words: Tokens, player: PlayerId) -> commands.Command:
    """`bo challenges cat` · `bo challenges cat of anna` · `bo challenges cat of anna good` if the table decides."""
    said = words.parts(
        holder=keyed(
            phrase("“of” and whose word it is"), lambda words: words.player(phrase("whose word it is")), "of", "af"
        ),
        good=Part(phrase("good or foul"), lambda words: words.key in SAYS, lambda words: SAYS[words.take().key]),
        word=one_word(phrase("the word"), "of", "af", *SAYS),
    )
    return commands.ChallengeWord(player=player, **said)


def _to_name(alike: Alike, _: Night, __: Hand) -> str:
    first, *others = (_game_named(offer.command) for offer in alike)
    line = f"name the game {first}"
    return remarked(line, say("or {games}", games=", ".join(others))) if others else line


def _game_named(command: commands.Command) -> str:
    assert isinstance(command, commands.NameTheGame)
    return command.game


WORDS = Group(
    title="Words",
    acts=(
        Said(
            ("challenges", "challenge"),
            challenges,
            {commands.ChallengeWord: each(lambda command: f"challenges {command.word.casefold()}")},
        ),
    ),
    hints={
        commands.NameTheGame: _to_name,
        commands.AcceptHands: fixed("no challenge"),
    },
    guide=(
        GuideRow("name the game scroker · hand hot longhorn stud by bo", "the dealer's choice · hot, by its name"),
        GuideRow('anna shows Ca Aa Ta Zl Ym "cat"', "her words, said as she shows"),
        GuideRow("bo challenges cat · bo challenges cat of anna · no challenge", "doubts a word · whose · nobody does"),
    ),
)
