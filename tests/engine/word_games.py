"""A kit for hands of words at the table: games for few players, hands shown with their words, challenges in a line."""

from typing import Any

from msgspec.structs import replace

from engine import commands
from engine.game.definition import Game
from engine.library import named
from tests.engine.table import Table, announce, house, opened


def game(name: str, **changes: Any) -> Game:
    """A game of the catalogue as its book has it, but for two players or more."""
    (found,) = named(name)
    return replace(found, seats=(2, 8), **changes)


def dealt(name: str, players: str = "ABC", chips: int | dict[str, int] = 100, **changes: Any) -> Table:
    """A hand of that game whose antes are paid; the last player deals, and closed cards need no tap."""
    rules = changes.pop("rules", house("scroker", auto="closed"))
    inventory = changes.pop("inventory", ())
    table = opened(players, chips, rules=rules, inventory=inventory)
    return table.do(announce(game(name, **changes), dealer=players[-1]))


def shows(player: str, cards: str, announced: str = "") -> commands.ShowHand:
    """`shows("A", "Ca Aa Ta Zl Ym", "cat")`."""
    return commands.ShowHand(player=player, cards=tuple(cards.split()), announced=announced)


def doubts(player: str, word: str = "", holder: str | None = None, **said: Any) -> commands.ChallengeWord:
    """`doubts("B", "cat")`."""
    return commands.ChallengeWord(player=player, word=word, holder=holder, **said)


def draws(player: str, thrown: str = "", drawn: str = "") -> commands.Exchange:
    """An exchange of known cards."""
    cards = tuple(thrown.split())
    return commands.Exchange(player=player, number=len(cards), thrown=cards, drawn=tuple(drawn.split()))


NOBODY_DOUBTS = commands.AcceptHands()
