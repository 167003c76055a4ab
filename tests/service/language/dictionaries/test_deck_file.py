"""A club's own deck as a file: of letters, or a pack of ranks."""

import pytest

from service.errors import NotADeck
from service.language.dictionaries.deck_file import read_deck

HEAD = 'assumption = "Guessed."\n'
UNICORN = '[[cards]]\ntext = "Ua"\nletters = "U"\nsuit = "animals"\nname = "unicorn"\n'
VOWEL = '[[cards]]\ntext = "AE"\nletters = "AE"\nvalue = 1\ncopies = 2\n'


def test_a_deck_is_written_from_its_highest_card_down() -> None:
    deck = read_deck("ours", (HEAD + UNICORN + VOWEL).encode())
    assert (deck.name, deck.assumption, deck.texts) == ("ours", "Guessed.", ("Ua", "AE", "AE"))
    assert deck.rank == {"Ua": 2, "AE": 1}
    assert (deck.face["Ua"].name, deck.face["AE"].value) == ("unicorn", 1)


@pytest.mark.parametrize(
    ("written", "because"),
    [
        (b"", "a pack is written by its cards, .* a deck of letters card by card"),
        (b"cards = []", "cards must be a list of 1 to 200; a list of 0 is not"),
        (b"[[cards", "line 1: it is not TOML"),
        ('name = "\xe9"'.encode("latin-1"), "line 1 is not UTF-8; save the file as UTF-8"),
        ((UNICORN + UNICORN).encode(), "Ua is the text of another card too"),
        ((UNICORN + UNICORN.replace("Ua", "uA")).encode(), "uA is the text of another card too"),
        (UNICORN.replace("Ua", "joker").encode(), "joker is the text of another card too"),
        (UNICORN.replace("animals", "hearts").encode(), r"cards\[0\]\.suit must be .*animals.*“hearts” is not"),
        (UNICORN.replace('"U"', '"u"').encode(), r"cards\[0\]\.letters must be .*capital letters; “u” is not"),
        (UNICORN.replace('"Ua"', '"U a"').encode(), r"cards\[0\]\.text must be .*letters or digits; “U a” is not"),
        (VOWEL.replace("copies", "times").encode(), "there is no field times here"),
        (VOWEL.replace("value = 1", "value = -1").encode(), r"cards\[0\]\.value must be .*-1 is not"),
    ],
)
def test_what_is_no_deck_is_refused_with_the_place(written, because) -> None:
    with pytest.raises(NotADeck, match=rf"decks/ours\.toml cannot be used: .*{because}"):
        read_deck("ours", written)


# A pack of ranks


def test_a_pack_is_written_by_its_ranks_with_all_four_suits_where_none_are_said() -> None:
    pack = read_deck("ours", b'ranks = "9 T J Q K A"')
    assert isinstance(pack, tuple)
    assert len(pack) == 24
    assert {"9s", "10h", "Ac"} <= set(pack)
    assert read_deck("ours", b'ranks = "A, K, Kn"\nsuits = "s h"') == ("Js", "Ks", "As", "Jh", "Kh", "Ah")


def test_a_pack_is_written_card_by_card_with_jokers_and_wildcards() -> None:
    pack = read_deck("kuhn", b'cards = "Js Qs Ks joker joker"\nwildcards = 1')
    assert pack == ("Js", "Qs", "Ks", "joker", "joker", "wildcard")


@pytest.mark.parametrize(
    ("written", "because"),
    [
        (b'ranks = ""', "a pack is written by its cards, cards = .*, or by its ranks"),
        (b'ranks = "A"\ncards = "As"', "a pack is written by its cards"),
        (b'ranks = "A 1"', "1 is not a rank; the ranks are 2 3 4"),
        (b'ranks = "A K"\nsuits = "s x"', "x is not a suit; the suits are s h d c"),
        (b'ranks = "A K A"', "ranks names A 2 times; each is named once"),
        (b'ranks = "A K"\nsuits = "s h s"', "suits names s 2 times"),
        (b"ranks = 7", "ranks must be .*; 7 is not"),
        (b'cards = "As\n', "line 1: it is not TOML: a quotation mark opens on this line and is never closed"),
        (b'cards = "As"', "two cards with a rank or more"),
        (b'cards = "As Ks As"', "As is in the pack 2 times; a pack holds each card with a rank once"),
        (b'cards = "As Zs"', "'Zs' is not a card"),
        (b'cards = "As ??"', r"\?\? is no card of a pack"),
        (b'cards = "As joker"', "two cards with a rank or more"),
        (b'ranks = "A K"\njokers = 21', "jokers must be .*21 is not"),
        (b'ranks = "A K"\nletters = 2', "there is no field letters here"),
    ],
)
def test_what_is_no_pack_is_refused_with_the_reason(written, because) -> None:
    with pytest.raises(NotADeck, match=rf"decks/ours\.toml cannot be used: .*{because}"):
        read_deck("ours", written)
