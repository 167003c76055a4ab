"""Reads lines about a fault at the table: `anna card missing`, `bo skipped 5c`, `carl keeps 9d`, `board move 3 to 4`."""

from typing import Any

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from engine.speech import phrase, to_say
from engine.state import UNKNOWN
from service.language.shorthand.tokens import Tokens, cards, flag, keyed, one_word
from service.language.shorthand.vocabulary.act import Group, GuideRow, Said, fixed

# Said after a fault of the deal: the player who demands the correction has looked at their closed cards.
LOOKED = "looked"


def _card_and_looked(words: Tokens) -> dict[str, Any]:
    """The card, if it is known, and whether its player has looked."""
    return words.parts(looked=flag(LOOKED), card=one_word(phrase("the card"), LOOKED))


def card_missing_or_too_many(words: Tokens, player: PlayerId) -> Command:
    """`anna card missing Kd` · `bo card too many 7h looked`."""
    too = words.skip("too")
    if words.skip("few" if too else "missing"):
        return missing(words, player)
    if not too or not words.skip("many"):
        words.wrong(phrase("“missing” or “too many”, and the card if it is known"))
    return commands.TakeBackCard(player=player, **_card_and_looked(words))


def missing(words: Tokens, player: PlayerId) -> Command:
    return commands.GiveMissingCard(player=player, **_card_and_looked(words))


def skipped(words: Tokens, player: PlayerId) -> Command:
    return commands.MoveDealtCards(player=player, fault="skipped", **_card_and_looked(words))


def dealt_twice(words: Tokens, player: PlayerId) -> Command:
    return commands.MoveDealtCards(player=player, fault="twice", **_card_and_looked(words))


def keeps(words: Tokens, player: PlayerId) -> Command:
    """`carl keeps 9d`: a card that was dealt open by mistake."""
    return commands.SettleExposedCard(player=player, keeps=True, **_card_and_looked(words))


def takes(words: Tokens, player: PlayerId) -> Command:
    """`carl takes next 5c for 9d`: replaces a card that was dealt open by mistake."""

    def one_card(words: Tokens) -> str:
        said = words and words.key not in ("next", "for", LOOKED)
        return words.take().text if said else UNKNOWN

    said = words.parts(
        instead=keyed(phrase("“next” and the card taken"), one_card, "next"),
        card=keyed(phrase("“for” and the card dealt open"), one_card, "for"),
        looked=flag(LOOKED),
    )
    if "instead" not in said:
        words.wrong(phrase("“next”, as in: takes next 5c for 9d"))
    return commands.SettleExposedCard(player=player, keeps=False, **said)


def buys_forgotten(words: Tokens, player: PlayerId) -> Command:
    """`dora buys original gets 5h 6h` · `dora buys next 9h`: a card that was not offered by mistake."""
    if words.skip("original"):
        said = words.parts(
            cards=keyed(phrase("“gets” and the new cards"), cards, "gets", "getting"),
            card=one_word(phrase("the original card"), "gets", "getting"),
        )
        return commands.BuyForgottenCard(player=player, original=True, **said)
    words.skip("next")
    return commands.BuyForgottenCard(player=player, card=words.take().text if words else UNKNOWN)


def miscounts(words: Tokens, player: PlayerId) -> Command:
    """`anna miscounts 3`: the player called and put in 3 chips by mistake."""
    return commands.PutRight(player=player, put_in=words.chips())


def board_card_moved(words: Tokens) -> Command:
    """`board move 3 to 4`: spots by the names that the game gives them, else by number."""
    source = words.take().text if words else words.wrong(phrase("the spot where the card lies, such as 3"))
    words.skip("to")
    target = words.take().text if words else words.wrong(phrase("the spot where it should lie, such as 4"))
    return commands.MoveBoardCard(source=source, target=target)


FAULTS = Group(
    title="Faults",
    acts=(
        Said(("card",), card_missing_or_too_many),
        Said(("missing",), missing),
        Said(("skipped",), skipped),
        Said(("twice",), dealt_twice),
        Said(("keeps",), keeps),
        Said(("miscounts",), miscounts),
    ),
    hints={
        commands.NewDeal: fixed("new deal", to_say("the pack has too few cards left, folded hands shuffled in")),
    },
    guide=(
        GuideRow(
            "anna card missing · bo card too many 7h", "put right; add “looked” if the player who demands it has looked"
        ),
        GuideRow("bo skipped 5c · carl twice 4h", "an open card too few or too late · too many"),
        GuideRow("carl keeps 9d · carl takes next 5c for 9d", "a closed card that was dealt open, kept or changed"),
        GuideRow(
            "board move 3 to 4 · anna miscounts 3", "a card at the wrong spot · a call with the wrong number of chips"
        ),
        GuideRow("dora buys original gets 5h 6h · dora buys next", "a card that nobody had offered"),
        GuideRow('new deal by dora "misdeal" · new deal by dora harms bo', "the hand stops, and the pot is carried"),
    ),
)
