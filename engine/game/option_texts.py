"""Options and wild cards as the dealer says them with a game's name: one grammar reads and tells them everywhere.

The ranks and cards of a declaration are kept in the usual spelling: T becomes 10, Kn becomes J, jo becomes joker.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from engine import errors
from engine.cards.announcement import read_rank
from engine.cards.card import RANKS, pretty, rank_or_card
from engine.cards.deck import LETTER_DECKS, TAROK
from engine.game.awards import SingleCard, TwentyOne, Words
from engine.game.definition import Game
from engine.game.options import (
    INSTEAD,
    AnyOption,
    Exchange,
    HighLow,
    HotNSours,
    OfSuits,
    Psychology,
    Ruling,
    Wild,
    Wildcards,
)
from engine.game.places import places
from engine.game.switches import USUAL, Switches
from engine.game.wilds import ONE_EYED, AnyWildRule, Cards, Follower, Personal, RiskyPairs, Scope, SplitPairs, Spots
from engine.resolved import resolved
from engine.speech import phrase, say_as, to_say, to_say_each

# What may be said of wild cards, for the sentence of a refusal.
WILD_ACCEPTED = to_say(
    "ranks or cards, such as 2 Js or one-eyed (unless at 1 2: cancelled when opened there); “at” and the places of "
    "shared cards, such as at 5; last card, lowest closed card, chosen card; last shared card; follower of Q; split pairs or "
    "risky pairs"
)
_AT = "at"
_ONE_EYED = ("one-eyed", "en-øjede")
_LAST_SHARED = "last shared card"
_SCOPES: dict[str, Scope] = {"whole rank": "rank", "card alone": "card"}
_FOLLOWS = re.compile(r"(?:follower of|follower|what follows|follows)\s+(?P<of>.+)", re.IGNORECASE)
_UNLESS = re.compile(r"(?P<names>.+?)\s+unless(?: opened)? at\s+(?P<spots>.+)", re.IGNORECASE)
_PERSONAL: dict[str, Personal] = {
    "last card": Personal("last"),
    "lowest closed card": Personal("lowest closed"),
    "chosen card": Personal("chosen"),
}
_PAIRS: dict[str, AnyWildRule] = {"split pairs": SplitPairs(), "risky pairs": RiskyPairs()}


def _dashed(kind: type[Any]) -> str:
    """`HighLow` is said "high-low", `HotNSours` "hot-n-sours"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", kind.__name__).casefold()


OPTIONS: Mapping[str, type[Any]] = {_dashed(kind): kind for kind in get_args(AnyOption)}
_ALSO: Mapping[str, type[Any]] = {
    "psykologi": Psychology,
    "high/low": HighLow,
    "scrokers": Wildcards,
    "jokers": Wildcards,
}
OPTION_NAMES = (*OPTIONS, *_ALSO)
# The words of options that other languages have words of their own for, and spots as they are called in the layouts that have them.
_WORDS = to_say_each(
    "option",
    "psychology, high-low, wild, wildcards, exchange, ruling, at, instead, unless at, one-eyed, "
    "last card, lowest closed card, chosen card, last shared card, follower of, whole rank, card alone, "
    "north, east, south, west, centre, elevator",
)
_CARD = re.compile(r"(?<![\w-])(?:10|[2-9JQKA])[shdc](?![\w-])")
_WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![\w-])")


class OptionText(str):
    """An option as it is said, as part of a sentence: in the words of the language spoken there, as typed for programs.

    Wild cards are said as people write cards, and those that show one eye as such.
    """

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        text = str(self)
        if text.startswith("wild "):
            text = _CARD.sub(lambda found: pretty(found[0]), text.replace(ONE_EYED, _ONE_EYED[0]))
        return _WORD.sub(lambda found: say_as("option", found[0]), text)


# The first words of options; the others may follow after spaces: “mixing the juice”.
FIRST_WORDS = frozenset(re.split("[-/]", name)[0] for name in OPTION_NAMES)
# What an option says after its name, for those that say anything.
_WANTED: Mapping[type[Any], str] = {
    Wild: WILD_ACCEPTED,
    Wildcards: to_say("how many wildcards are put into the pack, from 1 to 8, such as wildcards 2"),
    Exchange: to_say("how many cards may be exchanged, such as exchange 4"),
    Ruling: to_say("the cards, letters or suits that rule, such as E5, E or lemons"),
    HotNSours: to_say("how many peppers a word may borrow, such as hot-n-sours 1"),
}


def option_stated(sentence: str, game: Game, switches: Switches = USUAL) -> AnyOption:
    """The option that the dealer says of this game: `psychology`, `wild 2 Js`, `wild at 5`, `exchange 4`.

    Spaces and slashes may stand for the dash. Refuses a text that is not an option, and an option that says too little
    or too much.
    """
    text = " ".join(sentence.split())
    wanted = re.sub(r"[\s/_]+", "-", text.casefold())
    # Hot-n-sours is not hot: if one name begins another, the longer one is meant.
    for name, kind in sorted({**OPTIONS, **_ALSO}.items(), key=lambda option: len(option[0]), reverse=True):
        dashed = name.replace("/", "-")
        if wanted == dashed or wanted.startswith(dashed + "-"):
            return _made(kind, text[len(name) :].strip(), game, switches, sentence)
    raise errors.UnknownOption(option=OptionText(sentence), known=[OptionText(name) for name in options_for(game)])


def options_for(game: Game) -> list[str]:
    """The options that may be said of games like this one, each by its name; those of suits of letters are of words alone."""
    of_words = isinstance(game.scale, Words)
    return [name for name, kind in OPTIONS.items() if of_words or not issubclass(kind, OfSuits)]


def _made(kind: type[Any], argument: str, game: Game, switches: Switches, text: str) -> AnyOption:
    fields: tuple[str, ...] = kind.__struct_fields__
    if fields and not argument:
        raise errors.OptionSaysTooLittle(option=OptionText(text), wanted=phrase(_WANTED[kind]))
    if kind is Wild:
        return wild_stated(argument, game, switches)
    if argument and not fields:
        raise errors.OptionSaysTooMuch(option=OptionText(text), name=OptionText(_dashed(kind)))
    try:
        made: AnyOption = msgspec.convert(dict.fromkeys(fields, argument) | {"type": kind.__name__}, kind, strict=False)
    except msgspec.ValidationError:
        raise errors.OptionSaysTooLittle(option=OptionText(text), wanted=phrase(_WANTED[kind])) from None
    return made


def wild_stated(text: str, game: Game, switches: Switches = USUAL) -> Wild:
    """The option for wild cards of any kind: `2 Js`, or `7 instead` of the game's own wild cards (RULINGS R-E15)."""
    words = text.replace(",", " ").split()
    instead = len(words) > 1 and words[-1].casefold() == INSTEAD
    return Wild(_rule(words[:-1] if instead else words, game, switches), instead=instead)


def _rule(words: list[str], game: Game, switches: Switches) -> AnyWildRule:
    """The wild rule that the words say, with the house's scope for one card unless a scope is said after it."""
    text = " ".join(words)
    last_two = " ".join(words[-2:]).casefold()
    scope = _SCOPES.get(last_two) if len(words) > 2 else None
    if scope is not None:
        text = " ".join(words[:-2])
    phrase = text.casefold()
    single = scope or switches.single_wild_scope
    personal = _PERSONAL.get(phrase) or _PERSONAL.get(f"{phrase} card")
    if personal is not None:
        return Personal(personal.which, scope=single)
    if phrase == _LAST_SHARED:
        return Spots(" ".join(game.spots[-1:]) or _no_place(_LAST_SHARED, game), scope=single)
    if follows := _FOLLOWS.fullmatch(text):
        return Follower(_cards(follows["of"], game, switches), scope=scope or switches.follower_scope)
    places = _places(text, game)
    if places:
        return Spots(places, scope=single)
    if scope is not None:
        # Ranks and cards are named exactly as meant, and pairs are always both cards, so a scope says too much.
        raise errors.OptionSaysTooMuch(option=OptionText(f"wild {' '.join(words)}"), name=OptionText(f"wild {text}"))
    if phrase in _PAIRS:
        return _PAIRS[phrase]
    if unless := _UNLESS.fullmatch(text):
        return Cards(_cards(unless["names"], game, switches), unless_at=_spots(unless["spots"].split(), game))
    return Cards(_cards(text, game, switches))


def _places(text: str, game: Game) -> str:
    """The places said, as in "at 5"; "at" may be left out if no card has that name. Empty if no places are said."""
    words = text.split()
    if words[:1] and words[0].casefold() == _AT:
        return _spots(words[1:], game) if words[1:] else _no_place(text, game)
    cards = {card.casefold() for card in _named_in(game)}
    known = {spot.casefold() for spot in game.spots}
    bare = all(word.casefold() in known and word.casefold() not in cards for word in words)
    return _spots(words, game) if bare else ""


def _spots(words: list[str], game: Game) -> str:
    known = {spot.casefold(): spot for spot in game.spots}
    for word in words:
        if word.casefold() not in known:
            _no_place(word, game)
    return " ".join(known[word.casefold()] for word in words)


def _no_place(spot: str, game: Game) -> str:
    raise errors.UnknownSpot(spot=spot, game=game.name, spots=places(game))


def _named_in(game: Game) -> tuple[str, ...]:
    return (*resolved(game.deck).cards, *RANKS)


def _cards(text: str, game: Game, switches: Switches) -> str:
    """The ranks and cards in the spelling of the deck, whatever their case; one-eyed cards are those of the house."""
    known = {card.casefold(): card for card in _named_in(game)}
    of_suits = resolved(game.deck).name not in (*LETTER_DECKS, TAROK)

    def one(word: str) -> str:
        if word.casefold() in _ONE_EYED:
            return switches.one_eyed
        return known.get(word.casefold()) or (of_suits and read_rank(word)) or word

    return " ".join(map(one, text.split()))


def option_text(option: AnyOption) -> str:
    """The words a dealer says for this option."""
    match option:
        case Wild(rule=rule, instead=instead):
            return f"wild {wild_text(rule)}{' ' + INSTEAD if instead else ''}"
        case Wildcards() | Exchange() | Ruling() | HotNSours():
            return f"{_dashed(type(option))} {getattr(option, option.__struct_fields__[0])}"
        case _:
            return _dashed(type(option))


def wild_text(rule: AnyWildRule) -> str:
    """The words for this rule, with its scope only if it is not the usual one."""
    stated = _WILD_SAID[type(rule)](rule)
    scope = getattr(rule, "scope", None)
    usual = next((field.default for field in msgspec.structs.fields(rule) if field.name == "scope"), None)
    return stated if scope == usual else f"{stated} {next(words for words, known in _SCOPES.items() if known == scope)}"


def _cards_stated(rule: Cards) -> str:
    return f"{rule.names} unless at {rule.unless_at}" if rule.unless_at else rule.names


_WILD_SAID: Mapping[type[Any], Callable[[Any], str]] = {
    Cards: _cards_stated,
    Personal: lambda rule: next(words for words, known in _PERSONAL.items() if known.which == rule.which),
    Spots: lambda rule: f"{_AT} {rule.names}",
    Follower: lambda rule: f"follower of {rule.of}",
    SplitPairs: lambda _: "split pairs",
    RiskyPairs: lambda _: "risky pairs",
}


def spelled(game: Game) -> Game:
    """The game in the usual spelling; one with letters or tarok cards stays as it is, because there T is a letter."""
    deck = game.deck
    if deck is None or deck.name in LETTER_DECKS or deck.name == TAROK:
        return game
    scale = game.scale
    if isinstance(scale, SingleCard | TwentyOne):
        scale = replace(scale, top=_usual(scale.top))
    return replace(
        game,
        deck=replace(deck, pack=_usual(deck.pack)),
        wild=tuple(_usual_rule(rule) for rule in game.wild_rules),
        effects=tuple(replace(effect, cards=_usual(effect.cards)) for effect in game.effects),
        scale=scale,
    )


def _usual_rule(rule: AnyWildRule) -> AnyWildRule:
    match rule:
        case Cards():
            return replace(rule, names=_usual(rule.names))
        case Follower():
            return replace(rule, of=_usual(rule.of))
        case _:
            return rule


def _usual(names: str) -> str:
    return " ".join(map(rank_or_card, names.split()))
