"""Where everybody of a night is."""

from __future__ import annotations

from engine.reports.places import place_of
from tests.engine.table import house, opened


def test_a_dealer_of_tarok_who_gets_no_cards_deals_and_has_not_folded() -> None:
    table = opened("ABCD", rules=house("tarok")).do("hand tarok by D")
    assert [place_of(table.night, player) for player in "ABCD"] == ["in the hand"] * 3 + ["deals"]


def test_who_has_folded_has_folded_and_so_has_a_dealer_with_cards() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", "A b2", "B c", "C f")
    assert place_of(table.night, "C") == "folded"
