"""A count of the box that is far from the book is asked back when the bank is handed over."""

from __future__ import annotations

import pytest

from engine import commands
from service.book.guards import LooksLikeAMiscountedBox
from tests.engine.table import Table, house, opened
from tests.service.book.guards.asking import asks, yes

BOX = (commands.Denomination("small", 1, 1000),)


@pytest.fixture
def table() -> Table:
    """A keeps a box of 1000 chips, 900 of which are in it."""
    return opened("AB", {"B": 100}, rules=house(), banker="A", inventory=BOX)


def passes(chips: int | None, *waived: commands.Waiver) -> commands.PassBank:
    return commands.PassBank(to="B", chips=chips, waived=waived)


@pytest.mark.parametrize("chips", [30, 0, 449])
def test_a_box_counted_far_from_the_book_is_asked_back_at_the_handover(table: Table, chips: int) -> None:
    with pytest.raises(LooksLikeAMiscountedBox) as doubt:
        asks(table, passes(chips))
    assert doubt.value.details == {"chips": chips, "book": 900, "all_chips": 1000}
    asks(table, passes(chips, *yes(LooksLikeAMiscountedBox.code)))
    asks(table, passes(chips), wary=False)


def test_pieces_are_counted_as_the_chips_they_come_to(table: Table) -> None:
    with pytest.raises(LooksLikeAMiscountedBox):
        asks(table, commands.PassBank(to="B", pieces=(commands.Pieces("small", 30),)))


@pytest.mark.parametrize("chips", [900, 890, 1000, 450])
def test_a_box_counted_near_the_book_is_handed_over_unasked(table: Table, chips: int) -> None:
    asks(table, passes(chips))


def test_a_box_that_nobody_counts_is_no_miscount() -> None:
    asks(opened("AB", {"B": 100}, rules=house(), banker="A"), passes(None))


def test_what_a_banker_who_plays_from_the_box_has_won_is_counted_with_it() -> None:
    rules = commands.HouseRules(rulebook="standard", auto="all", banker_stack="box")
    table = opened("ABC", {"B": 100, "C": 100}, rules=rules, banker="A", inventory=BOX).do("hand five card draw by C")
    while table.night.hand is not None:
        table.do(f"{table.turn} f")
    assert table.holds("chips:A")
    with pytest.raises(LooksLikeAMiscountedBox) as doubt:
        asks(table, passes(90))
    assert doubt.value.details["book"] == table.holds("box") + table.holds("chips:A")
