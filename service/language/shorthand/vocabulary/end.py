"""The end: chips counted."""

from typing import Any

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from service.language.shorthand.tokens import Tokens
from service.language.shorthand.vocabulary.act import Group, GuideRow, Said

# The most that is kept of a count as it was said.
SAID_MOST = 120


def _counts(words: Tokens, player: PlayerId) -> Command:
    return commands.CountChips(player=player, **counted(words))


def counted(words: Tokens) -> dict[str, Any]:
    """The fields of a count: by denomination if the box has denominations, else a number."""
    column = words.column
    pieces = words.pieces()
    letters = any(kind for _, kind in pieces)
    if words.night.opened is not None and words.night.opened.inventory and letters:
        smallest = min(words.night.opened.inventory, key=lambda kind: kind.worth)
        named = [(smallest.name if not kind else words.denomination(kind, column)[0], count) for count, kind in pieces]
        if smallest.worth == 1:
            return {"pieces": tuple(commands.Pieces(denomination=name, pieces=count) for name, count in named)}
    worth = sum(count * (words.denomination(kind, column)[1] if kind else 1) for count, kind in pieces)
    said = " ".join(f"{count}{kind}" for count, kind in pieces) if letters else ""
    return {"chips": worth, "said": said[:SAID_MOST]}


END = Group(
    title="The end",
    acts=(Said(("=", "counts"), _counts, at_any_time=True),),
    guide=(
        GuideRow(
            "anna = 2p 17 · close · gap losers", "count · the end of play · who gets the worth of what is missing"
        ),
        GuideRow("settle direct · pay 1 20.00", "who pays whom · a payment"),
        GuideRow("settle direct with old debts", "the same, with what is unpaid of earlier nights"),
    ),
)
