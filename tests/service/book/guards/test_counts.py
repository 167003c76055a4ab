"""A count that cannot be, or is far from the book, is asked back when it is said."""

from __future__ import annotations

import pytest

from engine import commands
from service.book.guards import LooksLikeAMiscount
from tests.engine.table import Table, house, opened
from tests.service.book.guards.asking import asks, yes

# B has 95 of 560 chips.
CHIPS = {"A": 465, "B": 95}


@pytest.fixture
def table() -> Table:
    return opened("AB", CHIPS, rules=house())


@pytest.mark.parametrize("chips", [950, 9, 561, 143, 47])
def test_a_count_far_from_the_book_is_asked_back(table: Table, chips: int) -> None:
    for act in (commands.CountChips(player="B", chips=chips), commands.LeaveNight(player="B", counted=chips)):
        with pytest.raises(LooksLikeAMiscount) as doubt:
            asks(table, act)
        assert doubt.value.details == {"player": "B", "chips": chips, "book": 95, "in_play": 560}
    asks(table, commands.CountChips(player="B", chips=chips, waived=yes(LooksLikeAMiscount.code)))
    asks(table, commands.CountChips(player="B", chips=chips), wary=False)


@pytest.mark.parametrize("chips", [95, 91, 99, 76, 114, 142, 48])
def test_a_count_near_the_book_is_not_asked_back(table: Table, chips: int) -> None:
    asks(table, commands.CountChips(player="B", chips=chips))


def test_more_chips_than_there_are_is_never_near() -> None:
    with pytest.raises(LooksLikeAMiscount):
        asks(opened("AB", {"A": 100}, rules=house()), commands.CountChips(player="A", chips=101))


def test_few_chips_are_never_far() -> None:
    table = opened("AB", {"A": 100, "B": 5}, rules=house())
    asks(table, commands.CountChips(player="B", chips=25))
    asks(table, commands.LeaveNight(player="B"))


def test_a_banker_who_plays_from_the_box_counts_the_box() -> None:
    box = (commands.Denomination(name="small", worth=1, pieces=500),)
    table = opened("AB", {"B": 100}, rules=house(banker_stack="box"), banker="A", inventory=box)
    asks(table, commands.CountChips(player="A", chips=390))
    with pytest.raises(LooksLikeAMiscount):
        asks(table, commands.CountChips(player="A", chips=40))
