"""Words are claimed and shown, and open the betting."""

import pytest
from msgspec.structs import replace

from engine import errors
from engine.words.claim import WordClaim, read_word_claim
from engine.words.made import no_words
from engine.words.opening import OPENERS, best_showing, could_open
from tests.engine.words.hands import EVERY_LETTER, EVERY_VALUE, SCROKER, WORDPOKER, best, reading, shown

# A hand counts as it is claimed: it must be there for everyone to see, and is judged as words only when challenged.


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("cat", WordClaim(("CAT",))),
        ("cat and ox", WordClaim(("CAT", "OX"))),
        ("Cat, ox", WordClaim(("CAT", "OX"))),
        ("and", WordClaim(("AND",))),
        ("and or", WordClaim(("AND", "OR"))),
        ("LMNOP", WordClaim(("LMNOP",))),
        ("slush", WordClaim(("SLUSH",))),
        ("a slush", WordClaim(kind="slush")),
        ("a straight", WordClaim(kind="run")),
        ("No words", WordClaim(kind="none")),
        ("", None),
        ("flush, kings", WordClaim(("FLUSH", "KINGS"))),
        ("a full house", None),
        ("f1sh", None),
        ("bananas", None),
    ],
)
def test_what_is_said_is_read_as_words(text, claim) -> None:
    assert read_word_claim(text) == claim


@pytest.mark.parametrize(
    ("cards", "said", "counts"),
    [
        ("Ca Aa Ta Ol Xl", "cat and ox", "Bullfrog, CAT and OX, turtle high"),
        # Less than the cards allow counts as less: only presented words count (RULINGS A3).
        ("Ca Aa Ta Ol Xl", "ox", "Duck, OX, lemon X high"),
        ("Ma Oa Ua Na Ta", "no word", "Scum, unicorn high"),
        # A slush takes no word.
        ("Ll El Ml Ol Nl", "a slush", "Slush, lemons, lemon O high"),
        # What is no word counts until it is challenged.
        ("Xl Ql Zl Va Ja", "qxz", "Tadpole, QXZ, lemon Z high"),
        ("Ca Aa Ta Ql Xl", "cat qx", "Bullfrog, CAT and QX, turtle high"),
    ],
)
def test_a_claim_counts_as_the_words_that_are_laid_out(cards, said, counts) -> None:
    assert shown(cards, said).standing.name == counts


def test_the_cards_that_serve_the_claim_best_are_taken() -> None:
    assert shown("Cl Al Tl Ca Ta", "at", wild="").standing.cards[:2] == ("Al", "Tl")
    assert shown("Al Tl Aa Ta Qm", "at").standing.cards[:2] == ("Aa", "Ta")
    assert shown("A5 Al Tl Qa Zm", "at").natural


def test_the_longer_word_is_laid_out_first() -> None:
    assert shown("Ca Aa Ta Ol Xl", "ox cat").standing.cards == ("Ca", "Aa", "Ta", "Ol", "Xl")


def test_a_foul_hand_becomes_scum_even_where_a_shorter_word_is_to_be_seen() -> None:
    """RULINGS R-S8."""
    scum = no_words(reading(), ["Ca", "Aa", "Ta", "Ql", "Xl"])
    assert scum.standing.name == "Scum, turtle high"
    assert best("Ca Aa Ta Ql Xl").standing.beats(scum.standing)


def test_a_straight_is_claimed_by_its_letters_or_by_its_name() -> None:
    for said in ("lmnop", "PONML", "a straight"):
        assert shown("P AO N L M", said, scale=WORDPOKER).standing.name == "straight, LMNOP, 56 points"


def test_a_wild_card_stands_where_no_other_card_can() -> None:
    standing = shown("Ca wildcard Ta Ql Xl", "cat", wild="wildcard").standing
    assert standing.cards[:3] == ("Ca", "wildcard", "Ta")
    assert standing.stands_for[:3] == ("C", "A", "T")


@pytest.mark.parametrize(
    ("cards", "said", "reason", "sentence"),
    [
        ("Ca Aa Ta Ol Xl", "frog", errors.WordIsNotThere, "FROG cannot be spelled with Ca, Aa, Ta, Ol, Xl"),
        # One card is not in two words.
        ("Ca Aa Ta Ol Xl", "cat at", errors.WordIsNotThere, "CAT and AT cannot be spelled"),
        ("Ll El Ml Ol E5", "a slush", errors.WordIsNotThere, "Slush cannot be"),
        (
            "Ca A5 Ta Ol Xl",
            "cat",
            errors.WordIsNotClean,
            "CAT is not clean with .*: a word is of one suit, and fruit may",
        ),
    ],
)
def test_what_the_cards_do_not_show_cannot_be_claimed(cards, said, reason, sentence) -> None:
    with pytest.raises(reason, match=sentence):
        shown(cards, said)


def test_where_the_house_lends_no_peppers_fruit_borrows_none() -> None:
    with pytest.raises(errors.WordIsNotClean, match="fruit may borrow no chili peppers"):
        shown("Cl A5 Tl Oa Xa", "cat", scale=replace(SCROKER, borrowed=0))


@pytest.mark.parametrize("said", ["cat tot oat", "a straight", "cat oat"])
def test_what_the_game_has_no_kind_for_is_no_hand(said) -> None:
    with pytest.raises(errors.NoSuchHandOfWords, match="a hand is Scum, Duck, Two Ducks, Tadpole, Frog"):
        shown("Ca Aa Ta Oa Tl", said)


# Who leads in Longhorn Stud: the best clean pair of open cards, else the highest open card (RULINGS R-S13).


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
    assert standing.cards == ("B",)


# With what a player may open in Scroker and Spit in the Can (RULINGS R-S1, R-S2).

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
def test_two_animals_or_a_tadpole_open(cards, could) -> None:
    assert could_open(reading(), ANIMALS_OR_TADPOLE, cards.split(), frozenset({"wildcard"})) is could


def test_each_of_them_may_be_asked_by_itself() -> None:
    cards = ["Qa", "Za", "Vl", "Xm", "E5"]
    assert could_open(reading(), ["two Animals"], cards)
    assert not could_open(reading(), ["three-letter word"], cards)
