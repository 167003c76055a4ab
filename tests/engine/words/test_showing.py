"""Who leads in Longhorn Stud: the best clean pair of open cards, else the highest open card (RULINGS R-S13)."""

from __future__ import annotations

from engine.words.opening import best_showing
from tests.engine.words.hands import EVERY_LETTER, EVERY_VALUE


def showing(cards: str, **more):
    standing = best_showing(EVERY_LETTER, cards.split(), **more)
    assert standing is not None
    return standing


def test_any_clean_pair_beats_any_single_card() -> None:
    assert showing("Em Gm Ua").beats(showing("Ua Zl E5"))
    assert showing("Em Gm Ua").name == "clean pair, lime G and lime E"
    assert showing("Ua Zl E5").name == "unicorn high"


def test_clean_pairs_compare_by_the_higher_card_then_the_other() -> None:
    assert showing("Ma Aa Zl").beats(showing("Ca Ba Zl"))
    assert showing("Ma Ba Zl").beats(showing("Ma Aa Zl"))


def test_a_pepper_makes_no_clean_pair_with_fruit() -> None:
    assert showing("E5 Zl Am").name == "five-pepper E high"
    assert showing("E5 E1 Ua").name == "clean pair, five-pepper E and one-pepper E"


def test_the_best_pair_of_four_cards_is_taken() -> None:
    assert showing("Sa Zl Yl Ma").cards == ("Sa", "Ma")


def test_a_ruling_suit_leads() -> None:
    assert showing("Zl Yl Em", ruling="lemons").beats(showing("Ua Ta Em", ruling="lemons"))


def test_a_wild_card_shows_nothing() -> None:
    assert showing("Ua Ta Em", wild=frozenset({"Ua"})).name == "turtle high"
    assert best_showing(EVERY_LETTER, ["??", "wildcard"]) is None


def test_cards_without_suits_make_no_clean_pair() -> None:
    standing = best_showing(EVERY_VALUE, ["B", "Z"])
    assert standing is not None
    assert standing.cards == ("B",)
