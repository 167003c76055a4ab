"""Scroker hands, from scum to the flying scroker: what makes them, and which of two is better (RULINGS A2, A3)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.engine.words.hands import HOT, SCROKER, beats, best, named, words

FROM_THE_LOWEST = [
    ("Xa Ql Vm Zl E5", "Scum"),
    ("Ol Xl Qa Vm Za", "Duck"),
    ("Ol Xl Am Nm Qa", "Two Ducks"),
    ("Ca Aa Ta Ql Vm", "Tadpole"),
    ("Fl Rl Ol Gl Qa", "Frog"),
    ("Ca Aa Ta Ol Xl", "Bullfrog"),
    ("Ql Vl Xl Zl Jl", "Slush"),
    ("Ll El Ml Ol Nl", "Scroker"),
    ("Ma Oa Ua Na Ta", "Flying Scroker"),
]


@pytest.mark.parametrize(("cards", "kind"), FROM_THE_LOWEST)
def test_the_nine_categories(cards: str, kind: str) -> None:
    assert named(cards).startswith(f"{kind},")


def test_a_higher_category_always_beats_a_lower_category() -> None:
    for (worse, _), (better, _) in pairwise(FROM_THE_LOWEST):
        assert beats(better, worse)
        assert not beats(worse, better)


def test_a_bullfrog_beats_a_frog_and_a_slush_beats_a_bullfrog() -> None:
    assert beats("Ca Aa Ta Ol Xl", "Ta Ra Ea Oa Fm")
    assert beats("Ql Vl Xl Zl Jl", "Ca Aa Ta Ol Xl")


def test_a_hand_is_named_with_its_words_and_its_high_card() -> None:
    assert named("Ca Aa Ta Ol Xl") == "Bullfrog, CAT and OX, turtle high"
    assert named("Ma Oa Ua Na Ta") == "Flying Scroker, MOUNT, unicorn high"
    assert named("Ll E5 Ml Ol Nl") == "Scroker, LEMON, hot-'n'-sour, lemon O high"
    assert named("Ql Vl Xl Zl Jl") == "Slush, lemons, lemon Z high"
    assert named("Xa Ql Vm Zl E5") == "Scum, animal X high"


def test_the_cards_stand_in_spelling_order_and_the_others_behind_them() -> None:
    standing = best("Xl Ta Ol Aa Ca").standing
    assert standing.cards == ("Ca", "Aa", "Ta", "Ol", "Xl")
    assert standing.stands_for == ("C", "A", "T", "O", "X")
    assert best("Qa Xl Ol Vm Zl").standing.cards == ("Ol", "Xl", "Qa", "Vm", "Zl")


def test_words_are_of_one_suit() -> None:
    assert named("Ca Al Ta Qm Zm").startswith("Scum")
    assert named("Ol Xm Qa Vm Za").startswith("Scum")


def test_the_words_of_a_bullfrog_may_be_of_different_suits() -> None:
    assert named("Ca Aa Ta Om Xm").startswith("Bullfrog")


def test_animal_words_may_not_contain_chili_peppers() -> None:
    assert named("Ca A5 Ta Ql Vm").startswith("Scum")


def test_only_lemons_and_limes_contain_chili_pepper_vowels() -> None:
    assert named("Cl A5 Tl Qa Vm") == "Tadpole, CAT, hot-'n'-sour, lemon T high"
    assert named("Cm A5 Tm Qa Vl") == "Tadpole, CAT, hot-'n'-sour, lime T high"
    assert named("Cl A5 Tm Qa Vl").startswith("Duck, AT")


def test_a_word_of_chili_peppers_alone_is_clean_and_natural() -> None:
    peppers = replace(SCROKER, kinds="none 2 3")
    made = best("E5 A2 Ql Vm Xa", scale=peppers, dictionary=words("ae"))
    assert (made.kind, made.natural) == ("2", True)
    assert made.standing.name == "Duck, AE, five-pepper E high"


def test_a_slush_is_strictly_clean() -> None:
    assert named("Ql Vl Xl Zl E5").startswith("Scum")
    assert named("U5 O4 I3 E2 A1") == "Slush, peppers, five-pepper U high"


def test_a_slush_needs_no_word_and_a_word_makes_it_no_better() -> None:
    assert beats("Zl Ql Vl Xl Jl", "Cl Al Tl Ol Xl")


def test_a_five_letter_word_of_one_suit_is_a_scroker_and_no_slush() -> None:
    assert named("Ll El Ml Ol Nl").startswith("Scroker")


def test_a_flying_scroker_needs_the_unicorn_and_not_any_u() -> None:
    assert named("Ma Oa Ua Na Ta").startswith("Flying Scroker")
    assert named("Ml Ol Ul Nl Tl").startswith("Scroker")
    assert named("Ml Ol U1 Nl Tl").startswith("Scroker")


def test_a_natural_hand_beats_a_hot_n_sour_one_with_a_higher_card() -> None:
    assert beats("Am Cm Tm Xa Za", "Sl U5 Nl Xm Zm")


def test_a_natural_hand_beats_one_with_a_wild_card() -> None:
    assert beats("Cm Am Tm Zl Qa", "Ca Aa Ta Zl Qa", wild="Ta")


def test_one_hot_n_sour_word_makes_a_bullfrog_one() -> None:
    assert not best("Ca Aa Ta Ol X5".replace("X5", "Xl") + "").borrowed
    assert best("Ca Aa Ta O5 Xl").borrowed
    assert not best("Ca Aa Ta O5 Xl").natural


def test_of_equal_kinds_the_highest_card_of_the_words_rules() -> None:
    assert beats("Ca Aa Ta Ql Vm", "Cl Al Tl Za Vm")
    assert beats("Oa Ua Ta Ql Vm", "Ca Oa Ta Ql Vm")


def test_cards_outside_the_words_decide_nothing() -> None:
    assert best("Cl Al Tl Za Ya").value[:3] == best("Cl Al Tl Qm Vm").value[:3]
    assert best("Cl Al Tl Za Ya").value == best("Cl Al Tl Qm Vm").value


def test_of_scum_and_slush_the_highest_card_in_the_hand_rules() -> None:
    assert beats("Za Ql Vm Xl E5", "Ya Zl Xm Ql E5")
    assert beats("Qm Vm Xm Zm Jm", "Qm Vm Xm Ym Jm")


def test_hot_n_sours_cannot_be_the_high_card() -> None:
    made = best("Cl A5 Tl Qa Vm")
    assert [made.holding.cards[place] for place in made.from_the_top] == ["Tl", "Cl"]


def test_wild_cards_cannot_be_the_high_card() -> None:
    made = best("Ca Aa Ta Ql Vm", wild="Ta")
    assert made.standing.name == "Tadpole, CAT, wild, cat high"


def test_a_wild_card_is_any_letter_of_any_suit() -> None:
    assert named("Ma Oa Ta Na wildcard", wild="wildcard").startswith("Scroker, MOUNT, wild, turtle high")
    assert named("Ml Ol Tl Nl wildcard", wild="wildcard").startswith("Scroker, MOUNT, wild, lemon T high")
    assert named("Qm Vm Xm Zm wildcard", wild="wildcard") == "Slush, limes, wild, lime Z high"


def test_a_wild_card_is_not_the_unicorn() -> None:
    assert named("Ma Oa Na Ta wildcard", wild="wildcard").startswith("Scroker")
    assert named("Ma Oa Ua Na wildcard", wild="wildcard").startswith("Flying Scroker")


def test_equal_high_cards_compare_by_the_next_highest() -> None:
    """RULINGS R-S6: in Spit in the Can the shared card may be the high card of both."""
    assert beats("Ca Oa Ta Ql Vm", "Ca Aa Ta Ql Vm")
    assert best("Ca Aa Ta Ql Vm").value == best("Aa Ca Ta Zl Xm").value


def test_of_seven_cards_five_make_the_hand() -> None:
    assert named("Zl Ma Qm Oa Ua Na Ta") == "Flying Scroker, MOUNT, unicorn high"
    standing = best("Zl Ca Aa Ta Ol Xl Ya").standing
    assert (standing.name, len(standing.cards)) == ("Bullfrog, CAT and OX, turtle high", 5)


def test_no_card_is_in_two_words() -> None:
    assert named("Ca Aa Ta Ql Zm").startswith("Tadpole")


@pytest.mark.parametrize(("most", "kind"), [(None, "Scroker"), (2, "Scroker"), (1, "Scum"), (0, "Scum")])
def test_hot_n_sours_may_be_limited_or_forbidden(most: int | None, kind: str) -> None:
    only_scrokers = replace(SCROKER, kinds="none 5", borrowed=most)
    assert named("Ml O4 U1 Nl Tl", scale=only_scrokers).startswith(kind)


def test_forbidden_hot_n_sours_leave_words_of_peppers_alone() -> None:
    made = best("E5 A2 Ql Vm Xa", scale=replace(SCROKER, borrowed=0), dictionary=words("ae"))
    assert made.kind == "2"


def test_mixing_the_juice_joins_lemons_and_limes_and_stays_natural() -> None:
    mixed = replace(SCROKER, mixed=True)
    assert named("Cl Am Tl Qa Va").startswith("Scum")
    assert best("Cl Am Tl Qa Va", scale=mixed).natural
    assert named("Cl Am Tl Qa Va", scale=mixed) == "Tadpole, CAT, lemon T high"
    assert named("Cl A5 Tm Qa Va", scale=mixed) == "Tadpole, CAT, hot-'n'-sour, lemon C high"


def test_mixing_the_juice_keeps_animals_clean_and_a_slush_of_one_suit() -> None:
    mixed = replace(SCROKER, mixed=True)
    assert named("Ca Al Ta Qm Zm", scale=mixed).startswith("Scum")
    assert named("Qm Vm Xm Zl Jl", scale=mixed).startswith("Scum")


def test_a_hot_five_beats_a_two_and_a_one() -> None:
    """The rules' own example: E5 in a word against A2 and U1 in one of the same length."""
    five, three = "Sl E5 Nl Tm Qa", "Sl U1 Nl A2 Qm"
    assert best(five, scale=HOT, dictionary=words("sen sun")).standing.beats(
        best(three, scale=HOT, dictionary=words("sen sun")).standing
    )


def test_a_hot_chili_pepper_slush_beats_an_animal_slush() -> None:
    peppers, animals = "U5 O4 I3 E2 A1", "Za Qa Va Xa Ja"
    assert beats(animals, peppers)
    assert beats(peppers, animals, scale=HOT)


def test_hot_peppers_count_in_the_whole_hand() -> None:
    """RULINGS R-S9: in a word or not."""
    assert beats("Cl Al Tl E5 Qa", "Ca Aa Ta Ql Vm", scale=HOT)
    assert named("Cl Al Tl E5 Qa", scale=HOT) == "Tadpole, CAT, 5 peppers, lemon T high"


def test_hot_peppers_may_be_switched_to_count_in_words_only() -> None:
    in_words = replace(HOT, ties="naturals peppers-in-words high-card")
    assert beats("Ca Aa Ta Ql Vm", "Cl Al Tl E5 Qa", scale=in_words)


def test_natural_goes_before_hot() -> None:
    assert beats("Cm Am Tm Ql Va", "Cl A5 Tl Qa Vm", scale=HOT)


def test_of_seven_hot_cards_the_peppers_fill_the_hand() -> None:
    standing = best("Ca Aa Ta Ql Vm U3 E5", scale=HOT).standing
    assert standing.cards == ("Ca", "Aa", "Ta", "E5", "U3")
    assert standing.name == "Tadpole, CAT, 8 peppers, turtle high"


def test_a_ruling_pepper_rules_the_unicorn_and_below_it_the_order_stands() -> None:
    """The rules' own example: chili pepper E's rule, so even E1 is above the unicorn, and E5 above E1."""
    ruled = replace(SCROKER, ruling="E5 E4 E3 E2 E1")
    assert beats("E1 Ql Vm Xl Zm", "Ua Qm Vl Xm Zl", scale=ruled)
    assert beats("E5 Ql Vm Xl Zm", "E1 Qm Vl Xm Zl", scale=ruled)
    assert beats("Ua Ql Vm Xl Zm", "Ta Qm Vl Xm Zl", scale=ruled)


def test_a_ruling_suit_goes_to_the_head_of_the_pack() -> None:
    ruled = replace(SCROKER, ruling="lemons")
    assert beats("Cl Al Tl Qa Vm", "Oa Ua Ta Ql Vm", scale=ruled)
    assert not beats("Cl Al Tl Qa Vm", "Oa Ua Ta Ql Vm")


def test_cards_that_nobody_knows_make_no_words() -> None:
    with pytest.raises(ValueError, match=r"\?\?"):
        best("Ca Aa Ta Ql ??")
    with pytest.raises(ValueError, match="'Kd' shows no letter"):
        best("Ca Aa Ta Ql Kd")
