"""A club's own deck as a TOML file: a pack of ranks and suits, or cards with letters from the highest down.

A pack of ranks, its suits (all four if none are given), jokers and wildcards; or card by card:

ranks = "7 8 9 10 J Q K A"
suits = "s h d c"
jokers = 2

cards = "9s 10s Js Qs Ks As 9h 10h Jh Qh Kh Ah joker"

A deck of letters, each card with what it shows:

assumption = "The values are a guess."

[[cards]]
text = "Ua"
letters = "U"
suit = "animals"
name = "unicorn"

[[cards]]
text = "AE"
letters = "AE"
value = 1
copies = 2
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import tomlkit

from engine.cards.card import JOKER, RANKS, SUITS, UNKNOWN, WILDCARD, parse_card, rank_named
from engine.cards.deck import flaw_of_pack, of_ranks_and_suits
from engine.cards.letter_card import LetterCard, LetterDeck
from engine.speech import say, to_say
from service.errors import NotADeck
from service.language.toml_mistakes import no_toml
from service.language.validation import validation_message

EITHER = to_say('a pack is written by its cards, cards = "As Ks …", or by its ranks, ranks = "9 10 J Q K A"')
NEITHER = to_say("{either}; a deck of letters card by card, each under [[cards]]")

Written = TypeVar("Written", bound=msgspec.Struct)
Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Extra = Annotated[int, msgspec.Meta(ge=0, le=20)]


class CardWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card of a deck of letters, and how often the deck holds it."""

    text: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]{1,8}$")]
    letters: Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,5}$")]
    suit: Literal["", "animals", "peppers", "lemons", "limes"] = ""
    peppers: Small = 0
    value: Small = 0
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""
    copies: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class LettersWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck of letters as a file."""

    cards: Annotated[tuple[CardWritten, ...], msgspec.Meta(min_length=1, max_length=200)]
    assumption: str = ""


class PackWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pack of ranks as a file: card by card, or every card of these ranks and suits."""

    cards: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    ranks: Annotated[str, msgspec.Meta(max_length=100)] = ""
    suits: Annotated[str, msgspec.Meta(max_length=20)] = " ".join(SUITS)
    jokers: Extra = 0
    wildcards: Extra = 0


def read_deck(name: str, data: bytes) -> LetterDeck | tuple[str, ...]:
    """The deck in a file: a deck of letters, or the cards of a pack of ranks. Refuses a file that is not a deck."""
    try:
        return _deck(name, _toml_of(data))
    except ValueError as mistake:
        raise NotADeck(deck=name, because=str(mistake).rstrip(".")) from None


def _deck(name: str, stated: dict[str, Any]) -> LetterDeck | tuple[str, ...]:
    if "ranks" in stated or isinstance(stated.get("cards"), str):
        return _pack(_converted(stated, PackWritten))
    if "cards" not in stated:
        raise ValueError(say(NEITHER, either=say(EITHER)))
    return _letters(name, _converted(stated, LettersWritten))


def _toml_of(data: bytes) -> dict[str, Any]:
    try:
        text = data.decode()
    except UnicodeDecodeError as mistake:
        line = data.count(b"\n", 0, mistake.start) + 1
        raise ValueError(say("line {line} is not UTF-8; save the file as UTF-8", line=line)) from None
    try:
        return msgspec.toml.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        try:
            tomlkit.parse(text)
        except tomlkit.exceptions.TOMLKitError as wrong:
            line, problem = no_toml(text, wrong)
            raise ValueError(say("line {line}: {problem}", line=line, problem=problem)) from None
        raise ValueError(say("it is not TOML: only some programs can read it")) from None


def _converted(stated: dict[str, Any], kind: type[Written]) -> Written:
    try:
        return msgspec.convert(stated, kind)
    except msgspec.ValidationError:
        sentence = validation_message(stated, kind, say("the deck"))
        raise ValueError(sentence[0].lower() + sentence[1:]) from None


def _pack(written: PackWritten) -> tuple[str, ...]:
    """The cards of the pack. Every card with a rank is there once; there may be several jokers and wildcards."""
    if bool(written.cards) == bool(written.ranks):
        raise ValueError(say(EITHER))
    if written.cards:
        cards = tuple(parse_card(text) for text in _listed(written.cards))
    else:
        ranks = _each_once("ranks", [_rank(text) for text in _listed(written.ranks)])
        suits = _each_once("suits", [_suit(text) for text in _listed(written.suits)])
        cards = of_ranks_and_suits(sorted(ranks, key=RANKS.index), suits)
    cards += (JOKER,) * written.jokers + (WILDCARD,) * written.wildcards
    if flaw := flaw_of_pack(cards):
        raise ValueError(flaw)
    return cards


def _listed(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _each_once(key: str, stated: list[str]) -> list[str]:
    for one in stated:
        if stated.count(one) > 1:
            raise ValueError(
                say("{key} names {one} {times} times; each is named once", key=key, one=one, times=stated.count(one))
            )
    return stated


def _rank(text: str) -> str:
    rank = rank_named(text)
    if rank is None:
        raise ValueError(say("{text} is not a rank; the ranks are {ranks}", text=text, ranks=" ".join(RANKS)))
    return rank


def _suit(text: str) -> str:
    if text.casefold() not in SUITS:
        raise ValueError(say("{text} is not a suit; the suits are {suits}", text=text, suits=" ".join(SUITS)))
    return text.casefold()


def _letters(name: str, written: LettersWritten) -> LetterDeck:
    for because in _written_twice(written.cards):
        raise ValueError(because)
    cards = (
        LetterCard(card.text, card.letters, card.suit, card.peppers, card.value, card.name)
        for card in written.cards
        for _ in range(card.copies)
    )
    return LetterDeck(name, tuple(cards), written.assumption)


def _written_twice(cards: Sequence[CardWritten]) -> Iterator[str]:
    """People type cards in any case, so their texts must differ in more than the case."""
    seen = {JOKER, UNKNOWN, WILDCARD}
    for card in cards:
        if card.text.casefold() in seen:
            yield say("{text} is the text of another card too; copies of one card are its `copies`", text=card.text)
        seen.add(card.text.casefold())
