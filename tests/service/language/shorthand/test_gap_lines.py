"""What may be said of a gap tells who gains or pays by it, in money."""

from service.language.shorthand.hints import what_now
from tests.engine.table import Table, opened

NAMES = {"A": "Anna", "B": "Bo", "C": "Carl", "Z": "Zoe"}


def closed(counted: int) -> Table:
    """A has lost 10 to B, whose 110 are counted otherwise; a chip is worth 0.25 DKK."""
    table = opened("ABC").do("hand texas hold'em by C").do("C f; A f")
    return table.do(f"A ={table.holds('chips:A')}; B ={counted}; C =100", "close")


def test_the_lines_of_a_gap_say_who_gets_the_worth_of_missing_chips() -> None:
    told = what_now(closed(97).night, NAMES)
    assert told[-1] == "(4 chips missing: those who counted too few lose 1.00 DKK; say who gets the money)"
    assert "gap banker (Zoe gets 1.00 DKK)" in told
    assert "gap losers (Anna gets 0.25 DKK, Bo gets 0.75 DKK)" in told, "Anna has lost no more"
    assert "gap all (Anna gets 0.34 DKK, Bo gets 0.33 DKK, Carl gets 0.33 DKK)" in told
    assert not any(line.startswith("gap winners") for line in told), "nobody has won anything"
    assert told[-2] == "gap NAME (that player gets 1.00 DKK)"


def test_the_lines_of_a_gap_say_who_pays_for_chips_over() -> None:
    told = what_now(closed(103).night, NAMES)
    assert told[-1] == "(2 chips over: those who counted too many gain 0.50 DKK; say who pays it)"
    assert "gap winners (Bo pays 0.50 DKK)" in told
    assert "gap losers (Anna pays 0.50 DKK)" in told


def test_the_ways_to_end_a_gap_come_before_the_remark() -> None:
    told = what_now(closed(97).night, NAMES)
    assert [line.split()[0] for line in told[:-1]] == ["gap"] * (len(told) - 1)
