"""Events of earlier schemas as this program reads them: one converter leads from each schema to the next.

What is stored, and what was hashed, never changes.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

# The fields of a body, each as its text.
Fields = Mapping[str, msgspec.Raw]


def from_1_to_2(fields: Fields) -> Fields:
    """An event of schema 1 has no salt, and all that it says is said in the same way in schema 2."""
    return fields


def from_2_to_3(fields: Fields) -> Fields:
    """In schema 2 a hand was its English name; in schema 3 it is what the name says, as data."""
    hands = _HANDS_OF.get(msgspec.json.decode(fields["type"], type=str), ())
    if not hands:
        return fields
    data = msgspec.json.decode(fields["data"], type=dict[str, Any])
    for holder in (data, *data.get("shares", ())):
        for hand in hands:
            if name := holder.pop(hand, ""):
                holder[hand] = worth_of_name(name)
    return {**fields, "data": msgspec.Raw(msgspec.json.encode(data))}


TO_THE_NEXT: Final[Mapping[int, Callable[[Fields], Fields]]] = {1: from_1_to_2, 2: from_2_to_3}
"""For each schema that was written once, what leads from it to the next."""

# By the type of an event, the fields that held the name of a hand.
_HANDS_OF: Final = {
    "pot_awarded": ("hand",),
    "hand_beaten": ("hand", "beaten"),
    "could_not_beat": ("hand", "to_beat"),
}

_NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one"),
)
_RANK: Final = {
    **{name: str(number) for number, name in enumerate(_NUMBERS[:11]) if number > 1},
    "ace": "A",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
_RANKS: Final = {f"{name}es" if name.endswith("x") else f"{name}s": rank for name, rank in _RANK.items()}
_ONE, _MANY = (f"({'|'.join(names)})" for names in (_RANK, _RANKS))
_OF_POKER: Final = (
    ("five of a kind", f"five of a kind, {_MANY}"),
    ("straight flush", f"straight flush, {_ONE} high"),
    ("four of a kind", f"four of a kind, {_MANY}"),
    ("full house", f"full house, {_MANY} over {_MANY}"),
    ("flush", f"flush, {_ONE} high"),
    ("straight", f"straight, {_ONE} high"),
    ("three of a kind", f"three of a kind, {_MANY}"),
    ("two pair", f"two pair, {_MANY} and {_MANY}"),
    ("pair", f"pair of {_MANY}"),
    ("high card", f"{_ONE} high"),
    ("lone wild card", "lone wild card"),
)
_LOW: Final = re.compile(f"{_ONE}(?:-{_ONE})? low")
_LOW_WITH: Final = re.compile("low with (?:a )?(.+)")
_BADUGI: Final = re.compile("(?:one|two|three|four)-card badugi, ([AJQK0-9-]+)")
_CARD: Final = re.compile(f"{_ONE} of (spades|hearts|diamonds|clubs)")
_HIGHEST_CLOSED: Final = re.compile("the highest closed card, (.+)([♠♥♦♣])")
_BUSTED: Final = re.compile("busted at ([0-9]+)")
_SUITS: Final = dict(zip("♠♥♦♣", "shdc", strict=True))
# What players call hands of words; a full house and a straight of poker are told by their ranks.
_OF_WORDS: Final = frozenset(
    {
        *("Scum", "Duck", "Two Ducks", "Tadpole", "Frog", "Bullfrog", "Slush", "Scroker", "Flying Scroker"),
        *("no word", "two-letter word", "two two-letter words", "three-letter word", "full house"),
        *("four-letter word", "five-letter word", "straight"),
    }
)
_PEPPERS: Final = re.compile("([0-9]+) peppers?")
_POINTS: Final = re.compile("([0-9]+) points?")
_HIGH: Final = re.compile("(.+) high")
_PEPPERED: Final = re.compile(f"({'|'.join(_NUMBERS[1:11])}|[0-9]+)-pepper ([A-Z]+)")
_LETTERS: Final = re.compile(r"(?:([a-z]\S*) )?([^\W\d_](?:/[^\W\d_])*)")


def worth_of_name(name: str) -> dict[str, Any] | str:
    """What the name of a hand says; a name that no version made is left as it is, and cannot be read."""
    if match := _HIGHEST_CLOSED.fullmatch(name):
        return {"kind": "highest closed card", "cards": [match[1] + _SUITS[match[2]]]}
    if match := _LOW.fullmatch(name):
        return {"kind": "high card", "ranks": [_RANK[rank] for rank in match.groups() if rank], "low": True}
    if match := _LOW_WITH.fullmatch(name):
        return {**hand, "low": True} if (hand := _of_poker(match[1])) else name
    if match := _BADUGI.fullmatch(name):
        return {"kind": "badugi", "ranks": match[1].split("-")}
    if match := _BUSTED.fullmatch(name):
        return {"kind": "busted", "number": int(match[1])}
    if name in _NUMBERS:
        return {"kind": "sum", "number": _NUMBERS.index(name)}
    return _of_poker(name) or _of_words(name) or _of_cards(name) or name


def _of_poker(name: str) -> dict[str, Any]:
    for kind, pattern in _OF_POKER:
        if match := re.fullmatch(pattern, name):
            ranks = [_RANK.get(rank) or _RANKS[rank] for rank in match.groups()]
            return {"kind": kind, "ranks": ranks} if ranks else {"kind": kind}
    return {}


def _of_cards(name: str) -> dict[str, Any]:
    if " and " in name:
        return {"kind": "cards together", "cards": [_card(card) for card in name.split(" and ")]}
    cards = [_card(card) for card in name.split(", ")]
    return {} if any(" " in card for card in cards) else {"kind": "cards", "cards": cards}


def _card(name: str) -> str:
    match = _CARD.fullmatch(name)
    return _RANK[match[1]] + match[2][0] if match else name


def _of_words(name: str) -> dict[str, Any]:
    kind, *parts = name.split(", ")
    if kind not in _OF_WORDS:
        return {}
    made: dict[str, Any] = {"kind": kind}
    if parts and kind not in ("Scum", "no word", "Slush"):
        made["words"] = parts.pop(0).split(" and ")
    for part in parts:
        if part in ("hot-'n'-sour", "wild"):
            made.setdefault("marks", []).append(part)
        elif match := _PEPPERS.fullmatch(part):
            made.setdefault("peppers", []).append(int(match[1]))
        elif match := _POINTS.fullmatch(part):
            made["points"] = int(match[1])
        elif match := _HIGH.fullmatch(part):
            made["high"] = _face(match[1])
        else:
            made["suit"] = part
    return made


def _face(name: str) -> dict[str, Any]:
    if match := _PEPPERED.fullmatch(name):
        peppers = int(match[1]) if match[1].isdecimal() else _NUMBERS.index(match[1])
        return {"letters": match[2], "peppers": peppers}
    if match := _LETTERS.fullmatch(name):
        return {"letters": match[2].replace("/", "")} | ({"suit": match[1]} if match[1] else {})
    return {"picture": name}
