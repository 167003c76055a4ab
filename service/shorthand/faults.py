"""What a line says of a fault of the table: `anna card missing`, `bo skipped 5c`, `carl keeps 9d`, `board move 3 to 4`."""

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from service.shorthand.words import Words

# Said behind a fault of the deal: who demands that it is put right has looked at his closed cards.
LOOKED = "looked"


def one_card(words: Words, *stops: str) -> str:
    """One card, if one is said before the line ends or one of these words comes."""
    return words.take().text if words and words.key not in stops else "??"


def card_missing_or_too_many(words: Words, player: PlayerId) -> Command:
    """`anna card missing Kd` · `bo card too many 7h looked`."""
    too = words.skip("too")
    if words.skip("few" if too else "missing"):
        return missing(words, player)
    if not too or not words.skip("many"):
        words.wrong("“missing” or “too many”, and the card if it is known")
    card = one_card(words, LOOKED)
    return commands.TakeBackCard(player=player, card=card, looked=words.skip(LOOKED))


def missing(words: Words, player: PlayerId) -> Command:
    card = one_card(words, LOOKED)
    return commands.GiveMissingCard(player=player, card=card, looked=words.skip(LOOKED))


def skipped(words: Words, player: PlayerId) -> Command:
    card = one_card(words, LOOKED)
    return commands.MoveDealtCards(player=player, fault="skipped", card=card, looked=words.skip(LOOKED))


def dealt_twice(words: Words, player: PlayerId) -> Command:
    card = one_card(words, LOOKED)
    return commands.MoveDealtCards(player=player, fault="twice", card=card, looked=words.skip(LOOKED))


def keeps(words: Words, player: PlayerId) -> Command:
    """`carl keeps 9d`, which was dealt open by mistake."""
    return commands.SettleExposedCard(player=player, card=one_card(words), keeps=True)


def takes(words: Words, player: PlayerId) -> Command:
    """`carl takes next 5c for 9d`, which was dealt open by mistake."""
    if not words.skip("next"):
        words.wrong("“next”, as in: takes next 5c for 9d")
    instead = one_card(words, "for")
    card = one_card(words) if words.skip("for") else "??"
    return commands.SettleExposedCard(player=player, card=card, keeps=False, instead=instead)


def miscounts(words: Words, player: PlayerId) -> Command:
    """`anna miscounts 3`: she called, and put in so many by mistake."""
    return commands.PutRight(player=player, put_in=words.chips())


def board_card_moved(words: Words) -> Command:
    """`board move 3 to 4`: spots by the names the game gives them, else by number."""
    source = words.take().text if words else words.wrong("the spot where the card lies, such as 3")
    words.skip("to")
    target = words.take().text if words else words.wrong("the spot where it should lie, such as 4")
    return commands.MoveBoardCard(source=source, target=target)
