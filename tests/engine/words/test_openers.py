"""With what a player may open in Scroker and Spit in the Can (RULINGS R-S1, R-S2)."""

from __future__ import annotations

import pytest

from engine.words.opening import OPENERS, could_open
from tests.engine.words.hands import reading

ANIMALS_OR_TADPOLE = tuple(OPENERS)


@pytest.mark.parametrize(
    ("cards", "could"),
    [
        ("Qa Za Vl Xm E5", True),
        ("Cl Al Tl Qm Za", True),
        ("Cl A5 Tl Qm Za", True),
        ("Sl Ul El Tl Qa", True),
        ("Qa Al Tl Xm Ym", False),
        ("Al Tl Om Xm Qa", False),
        ("Ca Al Tm Xm Qm", False),
        ("U5 O4 I3 E2 A1", False),
        ("Qa wildcard Vl Xm Zm", True),
        ("Qa Vl Xm Zm ??", None),
        ("Qa Za Vl Xm ??", True),
    ],
)
def test_two_animals_or_a_tadpole_open(cards: str, *, could: bool | None) -> None:
    assert could_open(reading(), ANIMALS_OR_TADPOLE, cards.split(), frozenset({"wildcard"})) is could


def test_each_of_them_may_be_asked_by_itself() -> None:
    cards = ["Qa", "Za", "Vl", "Xm", "E5"]
    assert could_open(reading(), ["two Animals"], cards)
    assert not could_open(reading(), ["three-letter word"], cards)
