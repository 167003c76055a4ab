"""The keys by which cards are named, for every pack."""

import pytest

from engine.cards.deck import DECKS, copies_in
from service.reports.views.play.controls.form import keypad_of


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_of_a_pack_has_its_keys(deck) -> None:
    pack = tuple(copies_in(deck))
    pad = keypad_of(deck, pack, ())
    named = [rank + suit for rank in pad.ranks for suit in pad.suits]
    named += [key.card for group in pad.others for key in group.keys]
    assert sorted(named) == sorted(pack)


def test_cards_of_letters_stand_by_suit_and_letter_and_are_called_by_name() -> None:
    pad = keypad_of("scroker-52", tuple(copies_in("scroker-52")), ("Ua",))
    assert [(group.title, group.keys[0].face, group.keys[0].name) for group in pad.others] == [
        ("animals", "A", "the ant"),
        ("peppers", "A1", "the one-pepper A"),
        ("lemons", "A", "the lemon A"),
        ("limes", "E", "the lime E"),
    ]
    assert (pad.gone, pad.ranks) == (("Ua",), ())


def test_a_card_of_two_letters_is_one_key() -> None:
    pad = keypad_of("alpha-56", tuple(copies_in("alpha-56")), ())
    (group,) = pad.others
    assert [key.card for key in group.keys][:5] == ["AE", "AI", "AO", "AU", "B"]
