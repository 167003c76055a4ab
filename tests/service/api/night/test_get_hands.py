"""`GET /nights/{night}/hands.phh`: the standard hands, with closed cards for the banker alone."""

import pytest

from tests.service.api.evening import an_evening


@pytest.fixture
def folded(banker):
    """A hand of hold'em that everybody folds to Bo, who has the big blind."""
    table = an_evening(banker, rules={"initial_loan": 150, "auto": "none", "rulebook": "standard"})
    anna, carl = table.ids["Anna"], table.ids["Carl"]
    table.play(
        {"type": "announce_hand", "game": "Texas Hold'em", "dealer": carl},
        {"type": "deal", "cards": ["As", "Kd", "Qh", "2s", "3d", "4h"]},
        {"type": "fold", "player": carl},
        {"type": "fold", "player": anna},
    )
    assert table.banker.get(table.path).json["hand"] is None
    return table


def test_the_hands_go_into_another_program(folded):
    answer = folded.banker.get(f"{folded.path}/hands.phh")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert 'actions = ["d dh p1 As2s", "d dh p2 Kd3d", "d dh p3 Qh4h", "p3 f", "p1 f"]' in answer.text


def test_cards_that_nobody_showed_are_for_the_banker_alone(folded, onlooker):
    assert 'actions = ["d dh p1 ????", "d dh p2 ????"' in onlooker.get(f"{folded.path}/hands.phh").text


def test_a_night_without_such_hands_has_no_file(table, onlooker):
    refused = onlooker.get(f"{table.path}/hands.phh")
    assert (refused.status_code, refused.json["code"]) == (409, "no_hand_to_write")


def test_there_are_no_hands_of_a_night_that_is_not_there(onlooker):
    assert onlooker.get("/nights/nowhere/hands.phh").status_code == 404
