"""Whose log it is: "Your hand is ..." names no one, so the owner is the player who shows those cards and never others.

The report only says so. Cards that the owner did not show at the table stay out of the book.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.speech import say
from service.exchange.imports import pokernow_lines as lines
from service.exchange.imports.pokernow_people import People


def owners(said: Iterable[lines.Line], people: People) -> Iterator[str]:
    """One sentence for each file that holds its owner's cards."""
    dealt: dict[str, tuple[str, ...]] = {}
    agree: dict[str, Counter[str]] = {}
    contradicted: set[tuple[str, str]] = set()
    for line in said:
        match line.said:
            case lines.HandStarts():
                dealt.clear()
            case lines.OwnCards(cards):
                dealt[line.row.file] = cards
                agree.setdefault(line.row.file, Counter())
            case lines.Shown(who, cards):
                player = people.player_of[who]
                for file, own in dealt.items():
                    agree[file][player] += 1
                    if not set(own).issuperset(cards):
                        contradicted.add((file, player))
            case _:
                pass
    for file, shows in agree.items():
        found = [player for player in shows if (file, player) not in contradicted]
        if len(found) == 1:
            (player,) = found
            yield say(
                "{file} is the log of {player}: {hands} shown hands are the ones dealt to its owner. Cards that {player} did "
                "not show are not recorded.",
                file=file,
                player=people.called[player],
                hands=shows[player],
            )
        else:
            yield say(
                "Whose log {file} is cannot be told from the hands shown; its owner's cards are not recorded.",
                file=file,
            )
