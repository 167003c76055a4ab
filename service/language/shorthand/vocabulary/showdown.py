"""The showdown: sides declared, hands shown or given up, and who wins."""

from types import MappingProxyType
from typing import Literal

from engine import commands
from engine.cards.announcement import read_high
from engine.cards.card import parse_card
from engine.cards.deck import LETTER_DECKS
from engine.cards.ranking import Category
from engine.commands import Command
from engine.game import steps
from engine.ids import PlayerId
from engine.play.showdown.offers import shares_open
from engine.speech import phrase, say
from engine.state import Hand, Night
from service.language.shorthand.tokens import Tokens, cards
from service.language.shorthand.vocabulary.act import DOT, Alike, Group, GuideRow, SpokenAct, each, fixed, remarked

# Sides by name, and by the chips that declare them (RULINGS E3, High/low).
SIDES: dict[str, Literal["low", "both", "high"]] = {
    "low": "low",
    "both": "both",
    "high-low": "both",
    "high": "high",
    "1": "low",
    "2": "both",
    "3": "high",
}


# The number of chips in the hand that declares each side.
SIDE_CHIPS = MappingProxyType({"low": 1, "both": 2, "high": 3})


def _shows(words: Tokens, player: PlayerId) -> Command:
    """`anna shows As Ad Ac 7c 7d` · `anna shows As Ad Ac 7c 7d full house`, with what she announces, in quotes or not."""
    announced = _announced_behind(words)
    shown = cards(words)
    if words and words.words[0].quoted:
        announced = words.take().text
    return commands.ShowHand(player=player, cards=shown, announced=announced)


def _announced_behind(words: Tokens) -> str:
    """The kind of hand that is named behind the cards; takes it out of the line. Empty if none is."""
    texts = [word.text for word in words.words]
    behind = next((place for place, text in enumerate(texts) if place and not _is_card(text)), len(texts))
    claim = read_high(" ".join(texts[behind:]))
    if claim is None or claim.category is Category.HIGH_CARD:
        return ""
    del words.words[behind:]
    return " ".join(texts[behind:])


def _is_card(text: str) -> bool:
    try:
        parse_card(text)
    except ValueError:
        return False
    return True


def _mucks(words: Tokens, player: PlayerId) -> Command:
    return commands.Muck(player=player)


def _high(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="high")


def _low(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="low")


def _both(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="both")


def _declares(words: Tokens, player: PlayerId) -> Command:
    """`anna declares both`, or `anna declares 2` with the chips in the hand."""
    if words.key not in SIDES:
        words.wrong(phrase("low, both or high, or the chips: 1, 2 or 3"))
    return commands.DeclareSide(player=player, side=SIDES[words.take().key])


def sides_are_declared(words: Tokens) -> bool:
    """True if chips shown now are a declaration and not a bet."""
    hand = words.night.hand
    playing = hand is not None and hand.stage == "playing" and hand.round is None
    return hand is not None and playing and isinstance(hand.steps[hand.cursor], steps.DeclareSides)


def _to_win(_: Alike, __: Night, hand: Hand) -> str:
    """Who has won; if the pot is divided, who has won each share."""
    shares = shares_open(hand)
    return (
        "NAME wins · NAME, NAME win" if shares == ("all",) else DOT.join(f"NAME, NAME win {share}" for share in shares)
    )


def _to_show(_: Alike, __: Night, hand: Hand) -> str:
    """All cards of the player; if they bear letters, the words they make."""
    shows = "shows {As Kd} …"
    return remarked(f'{shows} "WORD"', say("or the cards alone")) if hand.deck.name in LETTER_DECKS else shows


SHOWDOWN = Group(
    title="The showdown",
    acts=(
        SpokenAct(("shows", "show"), _shows, {commands.ShowHand: _to_show}),
        SpokenAct(("mucks", "muck"), _mucks, {commands.Muck: fixed("mucks")}),
        SpokenAct(("high",), _high),
        SpokenAct(("low",), _low),
        SpokenAct(("both", "high-low"), _both),
        SpokenAct(
            ("declares",),
            _declares,
            {
                commands.DeclareSide: each(
                    lambda command: remarked(command.side, say("or {chips}", chips=SIDE_CHIPS[command.side]))
                )
            },
        ),
    ),
    hints={
        commands.NameWinners: _to_win,
    },
    guide=(
        GuideRow("anna high · bo low · carl both", "declares a side; 3, 1 and 2 chips say the same: anna declares 3"),
        GuideRow("anna shows As Ad 7c 7s 3d · bo mucks", "shows, and the engine names the winner · gives up"),
        GuideRow("anna wins · anna, bo win · anna wins high, bo wins low", "when the book does not know the cards"),
        GuideRow("anna > bo win", "Anna wins, and Bo is next best, for a side pot; a comma is a tie"),
        GuideRow("deal from bo As Kd Qc 9h", "a deal-off of equal hands, in which Bo gets the first card"),
    ),
)
