"""The keys by which cards are named: a rank and then a suit, or a key for each card, those of a suit together."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.card import RANKS, SUITS, pretty
from engine.cards.deck import LETTER_DECKS
from engine.cards.letter_card import LetterDeck
from engine.cards.tarok import SUITED, TRUMPS
from engine.game.words_said import SUITS_OF_LETTERS, called
from engine.speech import say, say_as
from service.reports.views.play.controls.form import Key, Keypad, Keys


def keypad_of(deck: str, pack: Sequence[str], gone: Sequence[str]) -> Keypad:
    """The keypad of the cards of a pack, of which those in `gone` cannot be named any more."""
    letters = LETTER_DECKS.get(deck)
    if letters:
        return _of_cards(_of_letters(letters, pack), gone)
    plain = {card for card in pack if card[:-1] in RANKS and card[-1] in SUITS}
    ranks, suits = ([one for one in named if any(one in _parts(card) for card in plain)] for named in (RANKS, SUITS))
    if not all(rank + suit in plain for rank in ranks for suit in suits):
        return _of_cards(_of_tarok(pack), gone)
    others = _keys("", [card for card in pack if card not in plain])
    return Keypad(
        ranks=tuple(ranks),
        suits=tuple(suits),
        others=(others,) if others.keys else (),
        gone=tuple(gone),
        example="As Kd 10h",
    )


def _parts(card: str) -> tuple[str, str]:
    return card[:-1], card[-1]


def _of_cards(groups: Sequence[Keys], gone: Sequence[str]) -> Keypad:
    known = [key.card for group in groups for key in group.keys]
    return Keypad(ranks=(), suits=(), others=tuple(groups), gone=tuple(gone), example=" ".join(known[:3]))


def _of_letters(deck: LetterDeck, pack: Sequence[str]) -> list[Keys]:
    """The cards of each suit by their letters: whoever looks for a card knows its letter, and not how high it is."""
    by_letter = sorted((card for card in deck.face.values() if card.text in pack), key=lambda card: card.text)
    rest = [card for card in pack if card not in deck.face]
    return [
        Keys(
            title=say_as("suit", SUITS_OF_LETTERS.get(suit, suit)) if suit else "",
            keys=tuple(
                Key(
                    card=card.text,
                    face=card.letters if suit and not card.peppers else card.text,
                    name=called(card.text, deck),
                )
                for card in by_letter
                if card.suit == suit
            ),
        )
        for suit in (*deck.suits, "")
        if any(card.suit == suit for card in by_letter)
    ] + ([_keys("", rest)] if rest else [])


def _of_tarok(pack: Sequence[str]) -> list[Keys]:
    trumps = [card for card in TRUMPS if card in pack]
    suits = [[card for card in cards if card in pack] for cards in SUITED.values()]
    shown = {card for cards in (trumps, *suits) for card in cards}
    rest = [card for card in pack if card not in shown]
    return [_keys(say("trumps"), trumps), *(_keys("", cards) for cards in suits), *([_keys("", rest)] if rest else [])]


def _keys(title: str, cards: Sequence[str]) -> Keys:
    return Keys(title=title, keys=tuple(Key(card=card, face=pretty(card), name=pretty(card)) for card in cards))
