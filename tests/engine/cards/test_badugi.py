"""Badugi: most cards of different suit and rank, then the lowest of them; aces are low."""

import pytest

from engine.cards.other_scales import best_badugi


def badugi(text: str):
    return best_badugi(text.split())


@pytest.mark.parametrize(
    ("cards", "name", "counts"),
    [
        ("Ah 3s 5d 8c", "four-card badugi, 8-5-3-A", "8c 5d 3s Ah"),
        ("As 2h 3d 4c", "four-card badugi, 4-3-2-A", "4c 3d 2h As"),
        ("Ks 10h 3d 4d", "three-card badugi, K-10-3", "Ks 10h 3d"),
        ("2s 2h Kd Kc", "two-card badugi, K-2", "Kc 2s"),
        ("9s 7s 4s Qs", "one-card badugi, 4", "4s"),
        ("9s 9h 9d 9c", "one-card badugi, 9", "9s"),
        ("As", "one-card badugi, A", "As"),
        ("6h 2h 3d 4c 5s", "four-card badugi, 5-4-3-2", "5s 4c 3d 2h"),
    ],
)
def test_the_most_cards_of_different_suit_and_rank_count(cards, name, counts) -> None:
    standing = badugi(cards)
    assert standing.name == name
    assert set(standing.cards) == set(counts.split())
    assert standing.stands_for == standing.cards


def test_more_cards_beat_lower_ones_and_then_the_highest_card_decides() -> None:
    in_order = ["Ks Kh Kd Kc", "2s 2h 2d 2c", "Ks Qh 4s 5h", "As 2h 2s Ah", "Ks Qh Jd 10d", "As 2h 3d 3s"]
    in_order += ["Ks Qh Jd 10c", "Ks Qh Jd 9c", "8s 5h 3d 2c", "8s 5h 3d Ac", "As 2h 3d 4c"]
    values = [badugi(cards).value for cards in in_order]
    assert values == sorted(set(values))


def test_hands_of_the_same_ranks_are_equal_in_any_suits() -> None:
    assert badugi("8c 5d 3s Ah").value == badugi("8s 5h 3d Ac").value
    assert badugi("8c 5d 3s Kc").value == badugi("8s 5h 3d Kd").value


def test_no_cards_and_cards_without_a_rank_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        best_badugi([])
    with pytest.raises(ValueError, match="'joker' has no rank"):
        best_badugi(["As", "joker"])
