"""A count that cannot be, or is far from the book, is asked back when it is said, of a player or of the box."""

import pytest

from engine import commands
from service.book.guards import LooksLikeAMiscount, LooksLikeAMiscountedBox
from tests.engine.table import Table, house, opened
from tests.service.book.guards.asking import asks, yes

# B has 95 of 560 chips.
CHIPS = {"A": 465, "B": 95}


@pytest.fixture
def table() -> Table:
    return opened("AB", CHIPS, rules=house())


@pytest.mark.parametrize("chips", [950, 9, 561, 143, 47])
def test_a_count_far_from_the_book_is_asked_back(table, chips) -> None:
    for act in (commands.CountChips(player="B", chips=chips), commands.LeaveNight(player="B", counted=chips)):
        with pytest.raises(LooksLikeAMiscount) as doubt:
            asks(table, act)
        assert doubt.value.details == {"player": "B", "chips": chips, "book": 95, "in_play": 560}
    asks(table, commands.CountChips(player="B", chips=chips, waived=yes(LooksLikeAMiscount.code)))
    asks(table, commands.CountChips(player="B", chips=chips), wary=False)


@pytest.mark.parametrize("chips", [95, 91, 99, 76, 114, 142, 48])
def test_a_count_near_the_book_is_not_asked_back(table, chips) -> None:
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


BOX = (commands.Denomination("small", 1, 1000),)


@pytest.fixture
def with_a_box() -> Table:
    """A keeps a box of 1000 chips, 900 of which are in it."""
    return opened("AB", {"B": 100}, rules=house(), banker="A", inventory=BOX)


def passes(chips: int | None, *waived: commands.Waiver) -> commands.PassBank:
    return commands.PassBank(to="B", chips=chips, waived=waived)


@pytest.mark.parametrize("chips", [30, 0, 449])
def test_a_box_counted_far_from_the_book_is_asked_back_at_the_handover(with_a_box, chips) -> None:
    with pytest.raises(LooksLikeAMiscountedBox) as doubt:
        asks(with_a_box, passes(chips))
    assert doubt.value.details == {"chips": chips, "book": 900, "all_chips": 1000}
    asks(with_a_box, passes(chips, *yes(LooksLikeAMiscountedBox.code)))
    asks(with_a_box, passes(chips), wary=False)


def test_pieces_are_counted_as_the_chips_they_come_to(with_a_box) -> None:
    with pytest.raises(LooksLikeAMiscountedBox):
        asks(with_a_box, commands.PassBank(to="B", pieces=(commands.Pieces("small", 30),)))


@pytest.mark.parametrize("chips", [900, 890, 1000, 450])
def test_a_box_counted_near_the_book_is_handed_over_unasked(with_a_box, chips) -> None:
    asks(with_a_box, passes(chips))


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
