"""What a rulebook decides, in the sentences that are read where it is chosen."""

import re

import pytest

from engine.catalogue import RULEBOOKS
from engine.game.betting import Ante, HouseLimit
from engine.game.definition import BOOKS
from engine.house.agreements import CUSTOMS, Customs
from engine.library import HOUSE_BOOKS
from engine.reports.sources import DECIDES


def test_every_rulebook_is_called_something_and_says_what_it_decides():
    assert set(HOUSE_BOOKS) == set(DECIDES) <= set(BOOKS)


@pytest.mark.parametrize("book", RULEBOOKS, ids=lambda book: book.name)
def test_the_sentence_names_the_ante_the_limit_and_what_becomes_of_a_player_without_chips(book):
    said = DECIDES[book.name]
    limit, ante = book.limit, book.forced.chips if isinstance(book.forced, Ante) else 0
    numbers = [ante, *((1, limit.most) if isinstance(limit, HouseLimit) and limit.once else ())]
    if isinstance(limit, HouseLimit):
        numbers += [limit.once] if limit.once else [limit.most] if limit.most else []
    numbers.append(CUSTOMS.get(book.name, Customs()).initial_loan)
    assert [int(one) for one in re.findall(r"\d+", said)] == [number for number in numbers if number]
    ends = {"all-in": "all-in", "shadow": "a shadow", "tap-out": "stay in for the pot as it is"}[book.short]
    assert (ends in said) == (book.name != "tarok")
