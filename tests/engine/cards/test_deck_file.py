"""A club's own deck of letters, as a file."""

from __future__ import annotations

import pytest

from engine import errors
from engine.cards.deck_file import read_letter_deck

HEAD = 'assumption = "Guessed."\n'
UNICORN = '[[cards]]\ntext = "Ua"\nletters = "U"\nsuit = "animals"\nname = "unicorn"\n'
VOWEL = '[[cards]]\ntext = "AE"\nletters = "AE"\nvalue = 1\ncopies = 2\n'


def test_a_deck_is_written_from_its_highest_card_down() -> None:
    deck = read_letter_deck("ours", (HEAD + UNICORN + VOWEL).encode())
    assert (deck.name, deck.assumption, deck.texts) == ("ours", "Guessed.", ("Ua", "AE", "AE"))
    assert deck.rank == {"Ua": 2, "AE": 1}
    assert (deck.face["Ua"].name, deck.face["AE"].value) == ("unicorn", 1)


@pytest.mark.parametrize(
    ("written", "because"),
    [
        (b"", "missing required field `cards`"),
        (b"cards = []", "length >= 1"),
        (b"[[cards", "array declaration"),
        ('name = "\xe9"'.encode("latin-1"), "utf-8"),
        ((UNICORN + UNICORN).encode(), "Ua is the text of another card too"),
        ((UNICORN + UNICORN.replace("Ua", "uA")).encode(), "uA is the text of another card too"),
        (UNICORN.replace("Ua", "joker").encode(), "joker is the text of another card too"),
        (UNICORN.replace("animals", "hearts").encode(), r"\$.cards\[0\].suit"),
        (UNICORN.replace('"U"', '"u"').encode(), r"\$.cards\[0\].letters"),
        (UNICORN.replace('"Ua"', '"U a"').encode(), r"\$.cards\[0\].text"),
        (VOWEL.replace("copies", "times").encode(), "unknown field `times`"),
        (VOWEL.replace("value = 1", "value = -1").encode(), r"\$.cards\[0\].value"),
    ],
)
def test_what_is_no_deck_is_refused_with_the_place(written: bytes, because: str) -> None:
    with pytest.raises(errors.NotALetterDeck, match=f"The deck ours cannot be used: .*{because}"):
        read_letter_deck("ours", written)
