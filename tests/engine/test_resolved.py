"""Values the rules fill in: asked for afterwards, and a mistake of the program where nobody filled them in."""

import pytest

from engine import events
from engine.resolved import resolved
from engine.state import Round, begun


def test_what_is_filled_in_comes_back_even_where_it_is_nothing_much() -> None:
    assert resolved(0) == 0
    assert resolved("") == ""


def test_what_nobody_has_filled_in_is_a_mistake_of_the_program() -> None:
    with pytest.raises(AssertionError, match="filled this in"):
        resolved(None)


def test_only_a_step_that_has_begun_has_a_record() -> None:
    betting = Round(events.RoundOpened(asked=()))
    assert begun(betting) is betting
    with pytest.raises(AssertionError, match="not begun"):
        begun(None)
