"""Hands of words, what makes them and which of two is better: Scroker (RULINGS A2 to A4) and WordPoker (B4, R-W1 to R-W5).

Each rule stands above its examples: `=` says how the hand's name begins, `>` which of two is better and `~` which are
equal. In brackets stands how the house plays, and which card is wild.
"""

import re
from itertools import combinations, pairwise
from string import ascii_uppercase

import pytest
from msgspec.structs import replace

from engine.words.made import row_of
from tests.engine.words.hands import ENGLISH, HOT, SCROKER, WORDPOKER, best, named, words

SCROKER_HANDS = """
a bullfrog beats a frog and a slush beats a bullfrog
    Ca Aa Ta Ol Xl > Ta Ra Ea Oa Fm
    Ql Vl Xl Zl Jl > Ca Aa Ta Ol Xl
a hand is named with its words and its high card
    Ca Aa Ta Ol Xl = Bullfrog, CAT and OX, turtle high
    Ma Oa Ua Na Ta = Flying Scroker, MOUNT, unicorn high
    Ll E5 Ml Ol Nl = Scroker, LEMON, hot-'n'-sour, lemon O high
    Ql Vl Xl Zl Jl = Slush, lemons, lemon Z high
    Xa Ql Vm Zl E5 = Scum, animal X high
words are of one suit
    Ca Al Ta Qm Zm = Scum
    Ol Xm Qa Vm Za = Scum
the words of a bullfrog may be of different suits
    Ca Aa Ta Om Xm = Bullfrog
animal words may not contain chili peppers
    Ca A5 Ta Ql Vm = Scum
only lemons and limes contain chili pepper vowels
    Cl A5 Tl Qa Vm = Tadpole, CAT, hot-'n'-sour, lemon T high
    Cm A5 Tm Qa Vl = Tadpole, CAT, hot-'n'-sour, lime T high
    Cl A5 Tm Qa Vl = Duck, AT
a slush is strictly clean
    Ql Vl Xl Zl E5 = Scum
    U5 O4 I3 E2 A1 = Slush, peppers, five-pepper U high
a slush needs no word and a word makes it no better
    Zl Ql Vl Xl Jl > Cl Al Tl Ol Xl
a five-letter word of one suit is a scroker and no slush
    Ll El Ml Ol Nl = Scroker
a flying scroker needs the unicorn and not any U
    Ma Oa Ua Na Ta = Flying Scroker
    Ml Ol Ul Nl Tl = Scroker
    Ml Ol U1 Nl Tl = Scroker
a natural hand beats a hot-n-sour one with a higher card
    Am Cm Tm Xa Za > Sl U5 Nl Xm Zm
a natural hand beats one with a wild card
    Cm Am Tm Zl Qa > Ca Aa Ta Zl Qa [wild Ta]
of equal kinds the highest card of the words rules
    Ca Aa Ta Ql Vm > Cl Al Tl Za Vm
    Oa Ua Ta Ql Vm > Ca Oa Ta Ql Vm
cards outside the words decide nothing
    Cl Al Tl Za Ya ~ Cl Al Tl Qm Vm
of scum and slush the highest card in the hand rules
    Za Ql Vm Xl E5 > Ya Zl Xm Ql E5
    Qm Vm Xm Zm Jm > Qm Vm Xm Ym Jm
wild cards cannot be the high card
    Ca Aa Ta Ql Vm = Tadpole, CAT, wild, cat high [wild Ta]
a wild card is any letter of any suit
    Ma Oa Ta Na wildcard = Scroker, MOUNT, wild, turtle high [wild wildcard]
    Ml Ol Tl Nl wildcard = Scroker, MOUNT, wild, lemon T high [wild wildcard]
    Qm Vm Xm Zm wildcard = Slush, limes, wild, lime Z high [wild wildcard]
a wild card is not the unicorn
    Ma Oa Na Ta wildcard = Scroker [wild wildcard]
    Ma Oa Ua Na wildcard = Flying Scroker [wild wildcard]
equal high cards compare by the next highest (R-S6: in Spit in the Can the shared card may be the high card of both)
    Ca Oa Ta Ql Vm > Ca Aa Ta Ql Vm
    Ca Aa Ta Ql Vm ~ Aa Ca Ta Zl Xm
of seven cards five make the hand
    Zl Ma Qm Oa Ua Na Ta = Flying Scroker, MOUNT, unicorn high
    Zl Ca Aa Ta Ol Xl Ya = Bullfrog, CAT and OX, turtle high
no card is in two words
    Ca Aa Ta Ql Zm = Tadpole
hot-n-sours may be limited or forbidden
    Ml O4 U1 Nl Tl = Scroker [only scrokers]
    Ml O4 U1 Nl Tl = Scroker [only scrokers, two hot-n-sours]
    Ml O4 U1 Nl Tl = Scum [only scrokers, one hot-n-sour]
    Ml O4 U1 Nl Tl = Scum [only scrokers, no hot-n-sours]
mixing the juice joins lemons and limes
    Cl Am Tl Qa Va = Scum
    Cl Am Tl Qa Va = Tadpole, CAT, lemon T high [mixed]
    Cl A5 Tm Qa Va = Tadpole, CAT, hot-'n'-sour, lemon C high [mixed]
mixing the juice keeps animals clean and a slush of one suit
    Ca Al Ta Qm Zm = Scum [mixed]
    Qm Vm Xm Zl Jl = Scum [mixed]
a hot five beats a two and a one (the rules' own example)
    Sl E5 Nl Tm Qa > Sl U1 Nl A2 Qm [hot, sen sun]
a hot chili pepper slush beats an animal slush
    Za Qa Va Xa Ja > U5 O4 I3 E2 A1
    U5 O4 I3 E2 A1 > Za Qa Va Xa Ja [hot]
hot peppers count in the whole hand (R-S9: in a word or not)
    Cl Al Tl E5 Qa > Ca Aa Ta Ql Vm [hot]
    Cl Al Tl E5 Qa = Tadpole, CAT, 5 peppers, lemon T high [hot]
hot peppers may be switched to count in words only
    Ca Aa Ta Ql Vm > Cl Al Tl E5 Qa [hot in words]
natural goes before hot
    Cm Am Tm Ql Va > Cl A5 Tl Qa Vm [hot]
of seven hot cards the peppers fill the hand
    Ca Aa Ta Ql Vm U3 E5 = Tadpole, CAT, 8 peppers, turtle high [hot]
a ruling pepper rules the unicorn and below it the order stands (the rules' own example: chili pepper E's rule)
    E1 Ql Vm Xl Zm > Ua Qm Vl Xm Zl [E rules]
    E5 Ql Vm Xl Zm > E1 Qm Vl Xm Zl [E rules]
    Ua Ql Vm Xl Zm > Ta Qm Vl Xm Zl [E rules]
a ruling suit goes to the head of the pack
    Cl Al Tl Qa Vm > Oa Ua Ta Ql Vm [lemons rule]
    Oa Ua Ta Ql Vm > Cl Al Tl Qa Vm
"""
WORDPOKER_HANDS = """
a full house is below a four-letter word
    F R AO G Q > C AO T X EO
a hand is named with its words and its points
    C AO T X EO = full house, CAT and OX, 49 points
    L M N AO P = straight, LMNOP, 56 points
    Q V X Z J = no word
LMNOP needs a vowel card that shows an O (R-W1, the rules' own example)
    P AO N L M = straight, LMNOP, 56 points
    P AE N L M != straight
a vowel card is either of its vowels
    C AO T Q V = three-letter word, CAT
    B C D AE AE = straight, ABCDE, 11 points
a straight takes all five cards and does not go round
    L M N AO Q != straight
    Y Z AE B C != straight
    L L M N AO != straight
of equal kinds the more points win
    S AU N Q V > C AO T Q V
    N IU T Q V > S AU N Q V
of equal points the highest letter in the hand wins (R-W3: used or not)
    C AO T Z V > C AO T X V
    C AO T Z V ~ C EO T Z Q
    Q V X Z J > Q V X W J
a hand without a word is below a two-letter word (R-W4)
    AE T B F H > Q V X Z J
plurals with S are no words, but verbs are (R-W5: CATS can only be a plural, RUNS is a verb)
    C AO T S Q = three-letter word, CAT
    R IU N S Q = four-letter word, RUNS
a card that exists twice can be used twice
    EI EI R EI EI = five-letter word, EERIE, 22 points
"""
# From the lowest kind to the highest.
SCROKER_KINDS = [
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
WORDPOKER_KINDS = [
    ("Q V X Z J", "no word"),
    ("AO X Q V Z", "two-letter word"),
    ("OU X AI N Z", "two two-letter words"),
    ("C AO T Q V", "three-letter word"),
    ("C AO T X EO", "full house"),
    ("F R AO G Q", "four-letter word"),
    ("L EO M AO N", "five-letter word"),
    ("L M N AO P", "straight"),
]
ONLY_SCROKERS = replace(SCROKER, kinds="none 5")
PLAYED = {
    "hot": HOT,
    "hot in words": replace(HOT, ties="naturals peppers-in-words high-card"),
    "mixed": replace(SCROKER, mixed=True),
    "only scrokers": ONLY_SCROKERS,
    "only scrokers, two hot-n-sours": replace(ONLY_SCROKERS, borrowed=2),
    "only scrokers, one hot-n-sour": replace(ONLY_SCROKERS, borrowed=1),
    "only scrokers, no hot-n-sours": replace(ONLY_SCROKERS, borrowed=0),
    "E rules": replace(SCROKER, ruling="E5 E4 E3 E2 E1"),
    "lemons rule": replace(SCROKER, ruling="lemons"),
}
EXAMPLE = re.compile(r"(?P<cards>.+?) (?P<sign>!?=|>|~) (?P<other>[^\[]+?)(?: \[(?P<how>.*)\])?")
RULES = [
    pytest.param(scale, examples, id=rule)
    for scale, table in ((SCROKER, SCROKER_HANDS), (WORDPOKER, WORDPOKER_HANDS))
    for rule, examples in re.findall(r"^(\S.*)\n((?:    .*\n)+)", table, re.MULTILINE)
]


@pytest.mark.parametrize(("scale", "examples"), RULES)
def test_hands_of_words(scale, examples) -> None:
    for line in examples.splitlines():
        said = EXAMPLE.fullmatch(line.strip())
        assert said, line
        how = said["how"] or ""
        wild = how.removeprefix("wild ") if how.startswith("wild ") else ""
        how, _, known = how.partition(", sen")
        kit = {"scale": PLAYED.get(how, scale), "dictionary": words(f"sen{known}") if known else ENGLISH}
        made = best(said["cards"], wild, **kit)
        assert len(made.standing.cards) == 5
        match said["sign"]:
            case "=":
                assert made.standing.name.startswith(said["other"]), line
            case "!=":
                assert not made.standing.name.startswith(said["other"]), line
            case ">":
                other = best(said["other"], wild, **kit)
                assert made.standing.beats(other.standing), line
                assert not other.standing.beats(made.standing), line
            case "~":
                assert made.value == best(said["other"], wild, **kit).value, line


@pytest.mark.parametrize(("scale", "kinds"), [(SCROKER, SCROKER_KINDS), (WORDPOKER, WORDPOKER_KINDS)])
def test_a_higher_category_always_beats_a_lower_category(scale, kinds) -> None:
    for cards, kind in kinds:
        assert named(cards, scale=scale).partition(",")[0] == kind
    for (worse, _), (better, _) in pairwise(kinds):
        assert best(better, scale=scale).standing.beats(best(worse, scale=scale).standing)
        assert not best(worse, scale=scale).standing.beats(best(better, scale=scale).standing)


# Scroker


def test_the_cards_stand_in_spelling_order_and_the_others_behind_them() -> None:
    standing = best("Xl Ta Ol Aa Ca").standing
    assert standing.cards == ("Ca", "Aa", "Ta", "Ol", "Xl")
    assert standing.stands_for == ("C", "A", "T", "O", "X")
    assert best("Qa Xl Ol Vm Zl").standing.cards == ("Ol", "Xl", "Qa", "Vm", "Zl")
    assert best("Ca Aa Ta Ql Vm U3 E5", scale=HOT).standing.cards == ("Ca", "Aa", "Ta", "E5", "U3")


def test_a_word_of_chili_peppers_alone_is_clean_and_natural_even_where_hot_n_sours_are_forbidden() -> None:
    made = best("E5 A2 Ql Vm Xa", scale=replace(SCROKER, kinds="none 2 3"), dictionary=words("ae"))
    assert (made.kind, made.natural) == ("2", True)
    assert made.standing.name == "Duck, AE, five-pepper E high"
    assert best("E5 A2 Ql Vm Xa", scale=replace(SCROKER, borrowed=0), dictionary=words("ae")).kind == "2"


def test_one_hot_n_sour_word_makes_a_bullfrog_one() -> None:
    assert not best("Ca Aa Ta Ol Xl").borrowed
    assert best("Ca Aa Ta O5 Xl").borrowed
    assert not best("Ca Aa Ta O5 Xl").natural
    assert best("Cl Am Tl Qa Va", scale=PLAYED["mixed"]).natural


def test_hot_n_sours_cannot_be_the_high_card() -> None:
    made = best("Cl A5 Tl Qa Vm")
    assert [made.holding.cards[place] for place in made.from_the_top] == ["Tl", "Cl"]


def test_cards_that_nobody_knows_make_no_words() -> None:
    with pytest.raises(ValueError, match=r"\?\?"):
        best("Ca Aa Ta Ql ??")
    with pytest.raises(ValueError, match="'Kd' shows no letter"):
        best("Ca Aa Ta Ql Kd")


# WordPoker


def test_every_one_of_the_22_straights_can_be_held() -> None:
    rows = {row for letters in combinations(ascii_uppercase, 5) if (row := row_of(letters))}
    assert (len(rows), min(rows), max(rows)) == (22, "ABCDE", "VWXYZ")
    pairs = {"A": "AE", "E": "AE", "I": "EI", "O": "AO", "U": "AU"}
    for row in rows:
        made = best(" ".join(pairs.get(letter, letter) for letter in row), scale=WORDPOKER)
        assert (made.kind, made.words[0].word) == ("run", row)


def test_the_points_are_those_of_all_cards_of_the_combination() -> None:
    """RULINGS R-W2: both words of a full house, but no card outside the words."""
    assert best("C AO T X EO", scale=WORDPOKER).points == 3 + 1 + 20 + 24 + 1
    assert best("C AO T Q V", scale=WORDPOKER).points == 3 + 1 + 20


def test_of_seven_cards_the_highest_letter_is_kept_beside_the_words() -> None:
    standing = best("C AO T Q Z V X", scale=WORDPOKER).standing
    assert standing.cards[:3] == ("C", "AO", "T")
    assert "Z" in standing.cards
