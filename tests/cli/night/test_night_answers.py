"""`chipbook night nets`, `plan`, `payments` and `choices` on the screen."""

from __future__ import annotations

from collections.abc import Callable

Done = Callable[..., str]


def test_the_nets_are_told_best_first(done: Done, evening: str) -> None:
    lines = done("night", "nets").splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["Anna", "Bo", "Carl"]
    assert "+1.75" in lines[2]


def test_the_plan_is_told_before_it_is_frozen_and_after_it_with_what_is_paid(done: Done, evening: str) -> None:
    assert "1.25" in done("night", "plan")
    assert done("night", "payments") == "Nothing has been paid yet.\n"
    done("night", "close")
    done("night", "settle", "direct")
    assert "paid" not in done("night", "plan").replace("still to pay", "")
    done("night", "pay", "1")
    assert "paid" in done("night", "plan").replace("still to pay", "")
    assert len(done("night", "payments").splitlines()) == 3


def test_the_choices_are_lines_that_can_be_typed(done: Done, evening: str) -> None:
    assert "close" in done("night", "choices")
