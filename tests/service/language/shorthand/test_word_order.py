"""The parts of a line may stand in any order, each is said once, and no word that means nothing is taken for a reason."""

from itertools import permutations

import pytest

from service.language.shorthand import ShorthandError, read_line

# How a line begins, and the parts that follow in any order.
LINES = [
    ("new deal", ("by anna", "harms bo", "looked", '"a card lay open"')),
    ("strike", ("41, 43-45 and 47", '"wrong player"')),
    ("ruling", ('"split it"', "move 5 from pot to anna, 3 to bo from pot", "agreed by anna, bo")),
    ("gap", ("losers", '"nobody knows"')),
    ("gap", ("eve m", '"miscounted"')),
    ("anna card missing", ("Kd", "looked")),
    ("bo card too many", ("7h", "looked")),
    ("bo skipped", ("5c", "looked")),
    ("carl twice", ("4h", "looked")),
    ("carl keeps", ("9d", "looked")),
    ("carl takes", ("next 5c", "for 9d", "looked")),
    ("eve fee", ("3", '"a three"')),
    ("anna draws 2", ("throws 3h 4h", "gets As Ks")),
    ("widow 2", ("shows 7s 8s 9s", "gets Kh 2h 3h")),
    ("score 44", ("pagat anna", "captured")),
    ("bo challenges", ("cat", "of anna", "foul")),
]
# Where a word alone may be a card or a word that is doubted; which ones there are the rules decide.
TAKES_ANY_WORD = {"missing", "many", "skipped", "twice", "keeps", "challenges"}
OF_CARDS = ("throws", "gets", "shows")
each_line = pytest.mark.parametrize(("begins", "parts"), LINES, ids=[" ".join((line, *parts)) for line, parts in LINES])


@each_line
def test_the_parts_of_a_line_say_the_same_in_any_order(night, names, begins, parts):
    said = {read_line(" ".join((begins, *order)), night, names) for order in permutations(parts)}
    assert len(said) == 1


@each_line
def test_every_part_that_is_said_counts(night, names, begins, parts):
    whole = read_line(" ".join((begins, *parts)), night, names)
    for left_out in parts:
        rest = [part for part in parts if part != left_out]
        try:
            assert read_line(" ".join((begins, *rest)), night, names) != whole
        except ShorthandError:
            continue


@each_line
def test_a_word_that_means_nothing_is_refused_wherever_it_stands(night, names, begins, parts):
    for place in range(len(parts) + 1):
        if place and parts[place - 1].startswith(OF_CARDS):
            # One card more, for all the line knows.
            continue
        line = " ".join((begins, *parts[:place], "because", *parts[place:]))
        with pytest.raises(ShorthandError):
            read_line(line, night, names)
    if begins.split()[-1] not in TAKES_ANY_WORD:
        with pytest.raises(ShorthandError):
            read_line(f"{begins} because", night, names)


@each_line
def test_nothing_is_said_twice(night, names, begins, parts):
    for part in parts:
        with pytest.raises(ShorthandError):
            read_line(" ".join((begins, *parts, part)), night, names)


@pytest.mark.parametrize("order", list(permutations(("bet_over_limit", '"all agreed"'))))
def test_the_rule_that_is_waived_and_the_reason_stand_in_either_order(night, names, order):
    (waived,) = read_line(f"waive {' '.join(order)}: anna 12", night, names).commands
    assert [(waiver.rule, waiver.reason) for waiver in waived.waived] == [("bet_over_limit", "all agreed")]
