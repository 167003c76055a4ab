"""Reads and writes the Poker Hand History format (PHH, a TOML of its own fields): one hand a `.phh`, many a `.phhs`.

The formats of the fields are those of the specification, `uoftcprg/phh-std`. What a hand does not need is not read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, NoReturn
from zoneinfo import ZoneInfo

from engine.commands import Currency
from engine.speech import phrase, say, to_say
from engine.state import UNKNOWN
from service.exchange.histories.hands import BETTING, BY_CODE, Act, HistoryFile, Kind, ParsedHand, Variant
from service.exchange.refused import (
    FieldIsMissing,
    FieldIsNotUnderstood,
    HistoryHasNoHands,
    HistoryIsNotWellFormed,
    HistoryIsTooLarge,
    VariantIsNotPlayed,
)
from service.language.local_time import WRITTEN, is_zone
from service.language.toml_mistakes import TOO_LARGE, too_large

# More than a long night needs, and what bounds the time that a hostile file takes.
BYTES_AT_MOST = 4_000_000
HANDS_AT_MOST = 5_000
ACTS_AT_MOST = 1_000
PLAYERS_AT_MOST = 23
CHIPS_AT_MOST = 10**11
# A key of many parts takes tomllib the square of its length.
_DOTS_AT_MOST = 24
_STRING = re.compile(r'"[^"\\\n]*"|\'[^\'\n]*\'')
_BETWEEN_KEYS = re.compile(r"[=,\n{}\[\]]")
_CARD = re.compile(r"[2-9TJQKA][cdhs]|\?\?")
_ACTOR = re.compile(r"p([1-9][0-9]?)")
# How each kind of act is written; where there are two forms, the last is ours.
_WRITTEN: tuple[tuple[Kind, str], ...] = (
    ("lays", "d db CARDS"),
    ("deals", "d dh ACTOR CARDS"),
    ("brings in", "ACTOR pb"),
    ("folds", "ACTOR f"),
    ("stays", "ACTOR cc"),
    ("raises", "ACTOR cbr CHIPS"),
    ("draws", "ACTOR sd"),
    ("draws", "ACTOR sd CARDS"),
    ("mucks", "ACTOR sm"),
    ("shows", "ACTOR sm -"),
    ("shows", "ACTOR sm CARDS"),
)
_VALUES = ("ACTOR", "CARDS", "CHIPS")
_ACTIONS = "'d dh p1 AsKs', 'd db AsKsQs', 'p1 f', 'p1 cc', 'p1 cbr 8', 'p1 pb', 'p1 sd As', 'p1 sm AsKs'"

Table = Mapping[str, Any]

# As many digits before the point as the book counts, and more decimals than any currency has.
_LARGEST = Decimal(10) ** 12
_PLACES_AT_MOST = 6


def _decimal(stated: object) -> Decimal:
    """A number of a file, or of an action; what no decimal can hold is no number (NaN)."""
    if isinstance(stated, Decimal):
        return stated
    sound = len(stated) <= 40 if isinstance(stated, str) else type(stated) is int and abs(stated) < 10**30
    try:
        return Decimal(f"{stated}") if sound else Decimal("NaN")
    except InvalidOperation:
        return Decimal("NaN")


def _float(text: str) -> Decimal:
    """A number with decimals as TOML writes it."""
    try:
        return Decimal(text.replace("_", "")) if len(text) <= 60 else Decimal("NaN")
    except InvalidOperation:
        return Decimal("NaN")


def _places_of(amount: Decimal) -> int:
    """How many decimals the amount needs, of which 2.50 needs one; one more than are read if it needs more."""
    return next((some for some in range(_PLACES_AT_MOST + 1) if amount == round(amount, some)), _PLACES_AT_MOST + 1)


_SHAPES = {"list": to_say("a list"), "dict": to_say("a table"), "NoneType": to_say("nothing")}


def _quoted(stated: object) -> str:
    """What a file says, cut short for a sentence."""
    kind = type(stated).__name__
    if isinstance(stated, str):
        text = repr(stated)
    elif isinstance(stated, int) and abs(stated) >= 10**30:
        text = phrase("a number of more than 30 digits")
    else:
        text = phrase(_SHAPES[kind]) if kind in _SHAPES else f"{stated}" if isinstance(stated, Decimal | int) else kind
    return text if len(text) <= 80 else text[:79] + "…"


def read_phh(file: str, text: str) -> HistoryFile:
    """The hands of a file, in chips of its smallest decimal."""
    tables = list(_hands(file, _toml(file, text)))
    places = 0
    for where, table in tables:
        reader = _Reader(file, where, table, 0)
        reader.hand()
        places = max(places, reader.finest)
    readers = [_Reader(file, where, table, places) for where, table in tables]
    return HistoryFile(file, tuple(reader.hand() for reader in readers), places, *readers[0].money())


def _toml(file: str, text: str) -> dict[str, Any]:
    if len(text) > BYTES_AT_MOST:
        raise HistoryIsTooLarge(file, len(text), phrase("characters"), BYTES_AT_MOST)
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _DOTS_AT_MOST and _has_a_long_key(line):
            because = phrase("a key of more than {most} parts (at line {line})", most=_DOTS_AT_MOST, line=number)
            raise HistoryIsNotWellFormed(file, "TOML", because)
    try:
        read = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"), parse_float=_float)
    except RecursionError:
        raise HistoryIsNotWellFormed(file, "TOML", phrase("lists or tables lie too deep in each other")) from None
    except ValueError as problem:
        raise HistoryIsNotWellFormed(file, "TOML", str(problem)[:200].rstrip(".")) from None
    if any(too_large(read)):
        raise HistoryIsNotWellFormed(file, "TOML", say(TOO_LARGE))
    return read


def _has_a_long_key(line: str) -> bool:
    """Whether a key of a line has too many parts; strings and comments do not count."""
    bare = _STRING.sub("s", line).partition("#")[0]
    return any(part.count(".") > _DOTS_AT_MOST for part in _BETWEEN_KEYS.split(bare))


def _hands(file: str, read: dict[str, Any]) -> Iterator[tuple[str, Table]]:
    """Each hand with its place in the file: the file itself, or one table after another."""
    if "variant" in read or "actions" in read:
        yield phrase("the hand"), read
        return
    tables = [(key, value) for key, value in read.items() if isinstance(value, dict)]
    if not tables:
        raise HistoryHasNoHands(file, phrase("a hand has the fields variant, antes, starting_stacks and actions"))
    if len(tables) > HANDS_AT_MOST:
        raise HistoryIsTooLarge(file, len(tables), phrase("hands"), HANDS_AT_MOST)
    for key, table in tables:
        yield phrase("hand {number}", number=key[:40]), table


class _Reader:
    """One hand, of whose amounts a chip has so many `places`. `finest`: the most places that one of its amounts has."""

    def __init__(self, file: str, where: str, table: Table, places: int) -> None:
        self._file = file
        self._where = where
        self._table = table
        self._places = places
        self.finest = 0
        self._players = 0

    def hand(self) -> ParsedHand:
        """The hand with its acts in their order."""
        variant = self._variant()
        stacks = self._amounts("starting_stacks", why=phrase("every player's stack is needed"), least=1)
        self._players = len(stacks)
        if not 2 <= self._players <= PLAYERS_AT_MOST:
            self._refuse(
                "starting_stacks",
                phrase("{number} stacks", number=self._players),
                phrase("a list of 2 to {most} amounts", most=PLAYERS_AT_MOST),
            )
        antes = self._as_paid(self._amounts("antes", why=phrase("write a 0 for each player if there is none")))
        blinds = (0,) * self._players
        bring_in = small_bet = big_bet = 0
        if variant.bring_in:
            bring_in = self._one("bring_in", variant)
        else:
            why = phrase("{code} is played with blinds; write a 0 for each player who has none", code=variant.code)
            blinds = self._as_paid(self._amounts("blinds_or_straddles", why=why))
        if variant.is_fixed:
            small_bet, big_bet = self._one("small_bet", variant), self._one("big_bet", variant)
        else:
            small_bet = big_bet = self._one("min_bet", variant)
        return ParsedHand(
            variant=variant,
            players=self._names(),
            stacks=stacks,
            antes=antes,
            blinds=blinds,
            bring_in=bring_in,
            small_bet=small_bet,
            big_bet=big_bet,
            acts=tuple(self._acts()),
            file=self._file,
            number=str(self._table.get("hand", ""))[:40] if isinstance(self._table.get("hand"), str | int) else "",
            where=self._where,
            at=self._at(),
            on_a_day="day" in self._table or "year" not in self._table,
            seats=self._seats(),
            table=str(self._table.get("table", ""))[:80] if isinstance(self._table.get("table"), str | int) else "",
            finishing=self._given("finishing_stacks"),
            winnings=self._given("winnings"),
        )

    def money(self) -> tuple[str, int | None]:
        """The currency and the worth of a chip in cents, where the file says them."""
        unit = self._table.get("_chip_cents")
        stated = self._table.get("_currency" if isinstance(unit, int) else "currency")
        currency = stated if isinstance(stated, str) and re.fullmatch("[A-Z]{3}", stated) else ""
        known = isinstance(unit, int) and not isinstance(unit, bool) and 0 < unit <= 10**9
        return currency, unit if known and currency else None

    def _placed(self, key: str) -> str:
        return phrase("{where}, {key}", where=self._where, key=key)

    def _refuse(self, key: str, text: str, accepted: str) -> NoReturn:
        raise FieldIsNotUnderstood(self._file, self._placed(key), text, accepted)

    def _variant(self) -> Variant:
        stated = self._table.get("variant")
        if stated is None:
            raise FieldIsMissing(self._file, self._where, "variant", phrase("it says which game was played"))
        if not isinstance(stated, str) or stated not in BY_CODE:
            raise VariantIsNotPlayed(self._file, self._where, _quoted(stated), ", ".join(BY_CODE))
        return BY_CODE[stated]

    def _one(self, key: str, variant: Variant) -> int:
        if key not in self._table:
            raise FieldIsMissing(self._file, self._where, key, phrase("{code} is played with one", code=variant.code))
        chips = self._chips(self._table[key], key)
        if self._table[key] == 0:
            self._refuse(key, "0", phrase("more than 0"))
        return chips

    def _chips(self, stated: object, key: str) -> int:
        """An amount in chips. Refuses what is no number, negative, infinite, too large or too fine."""
        amount = _decimal(stated)
        if not amount.is_finite() or amount < 0:
            accepted = phrase("a number of 0 or more")
        elif amount >= _LARGEST:
            accepted = phrase("less than {most:,f}", most=_LARGEST)
        elif (places := _places_of(amount)) > _PLACES_AT_MOST:
            accepted = phrase("a number with at most {most} decimals", most=_PLACES_AT_MOST)
        elif (chips := int(amount.scaleb(self._places))) > CHIPS_AT_MOST:
            accepted = phrase("at most {most:,} of the smallest chip", most=CHIPS_AT_MOST)
        else:
            self.finest = max(self.finest, places)
            return chips
        raise FieldIsNotUnderstood(self._file, self._placed(key), _quoted(stated), accepted)

    def _amounts(self, key: str, *, why: str, least: int = 0) -> tuple[int, ...]:
        stated = self._table.get(key)
        if stated is None:
            raise FieldIsMissing(self._file, self._where, key, why)
        if not isinstance(stated, list) or (self._players and len(stated) != self._players):
            many = (
                phrase("a list of {number} amounts, one a player", number=self._players)
                if self._players
                else phrase("a list of amounts")
            )
            self._refuse(
                key,
                phrase("{number} values", number=len(stated)) if isinstance(stated, list) else _quoted(stated),
                many,
            )
        for place, one in enumerate(stated[:PLAYERS_AT_MOST]):
            if least and one == 0:
                self._refuse(f"{key}[{place}]", "0", phrase("more than 0"))
        return tuple(self._chips(one, f"{key}[{place}]") for place, one in enumerate(stated[: PLAYERS_AT_MOST + 1]))

    def _given(self, key: str) -> tuple[int, ...]:
        return self._amounts(key, why="") if self._table.get(key) is not None else ()

    def _as_paid(self, stated: tuple[int, ...]) -> tuple[int, ...]:
        """What each player pays: between two, the format says it the other way round."""
        return stated[::-1] if len(stated) == 2 else stated

    def _names(self) -> tuple[str, ...]:
        stated = self._table.get("players")
        if stated is None:
            return tuple(f"p{number}" for number in range(1, self._players + 1))
        if not isinstance(stated, list) or len(stated) != self._players:
            self._refuse("players", _quoted(stated), phrase("a list of {number} names", number=self._players))
        names = []
        for place, one in enumerate(stated):
            if not isinstance(one, str):
                self._refuse(f"players[{place}]", _quoted(one), phrase("a name"))
            names.append(one.strip() or f"p{place + 1}")
        for place, name in enumerate(names):
            if name in names[:place]:
                self._refuse(f"players[{place}]", _quoted(name), phrase("another name than the players before have"))
        return tuple(names)

    def _seats(self) -> tuple[int, ...]:
        stated = self._table.get("seats")
        if (
            not isinstance(stated, list)
            or len(stated) != self._players
            or len({str(one) for one in stated}) != len(stated)
        ):
            return ()
        sound = all(isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= 60 for one in stated)
        return tuple(stated) if sound else ()

    def _at(self) -> str:
        """When the hand began, in UTC, on the first day that it may have been; empty if the file does not say the year."""
        if self._table.get("year") is None:
            return ""
        month = self._table.get("month", 1)
        parts = (self._table["year"], month, self._table.get("day", 1) if "month" in self._table else 1)
        clock, zone = self._table.get("time"), self._table.get("time_zone")
        try:
            day = date(*(part if isinstance(part, int) else 0 for part in parts))
        except (ValueError, OverflowError):
            self._refuse("year, month, day", " ".join(_quoted(part) for part in parts), phrase("a day of the calendar"))
        known = zone if isinstance(zone, str) and is_zone(zone) else "UTC"
        # Without a time it is noon, which is on that day in the zone of most clubs too.
        moment = datetime.combine(day, clock if isinstance(clock, time) else time(12), ZoneInfo(known))
        if not 1971 <= moment.year <= 9000:
            self._refuse("year", str(moment.year), phrase("a year from 1971 on"))
        return moment.astimezone(UTC).strftime(WRITTEN)

    # Acts

    def _acts(self) -> Iterator[Act]:
        stated = self._table.get("actions")
        if stated is None:
            raise FieldIsMissing(self._file, self._where, "actions", phrase("they are what happened"))
        if not isinstance(stated, list):
            self._refuse("actions", _quoted(stated), phrase("a list of texts"))
        if len(stated) > ACTS_AT_MOST:
            raise HistoryIsTooLarge(
                self._file, len(stated), phrase("actions in {where}", where=self._where), ACTS_AT_MOST
            )
        for place, text in enumerate(stated):
            key = f"actions[{place}]"
            if not isinstance(text, str):
                self._refuse(key, _quoted(text), phrase("a text like one of these: {actions}", actions=_ACTIONS))
            words = text.partition("#")[0].split()
            if words:
                yield self._act(key, text, words)

    def _act(self, key: str, text: str, words: list[str]) -> Act:
        where = self._placed(key)
        for kind, form in _WRITTEN:
            said = dict(zip(form.split(), words, strict=False))
            if len(words) != len(form.split()) or any(word not in (text, *_VALUES) for word, text in said.items()):
                continue
            actor = self._actor(key, said["ACTOR"]) if "ACTOR" in said else -1
            cards = self._cards(key, said["CARDS"]) if "CARDS" in said else ()
            chips = self._chips(said["CHIPS"], key) if "CHIPS" in said else 0
            return Act(kind, actor, cards, chips, where, text)
        accepted = phrase("an action like one of these: {actions}", actions=_ACTIONS)
        raise FieldIsNotUnderstood(self._file, where, _quoted(text), accepted)

    def _actor(self, key: str, text: str) -> int:
        match = _ACTOR.fullmatch(text)
        if match is None or int(match[1]) > self._players:
            self._refuse(key, _quoted(text), phrase("a player from p1 to p{last}", last=self._players))
        return int(match[1]) - 1

    def _cards(self, key: str, text: str) -> tuple[str, ...]:
        cards = tuple(_CARD.findall(text)) if len(text) <= 200 else ()
        if not cards or "".join(cards) != text:
            self._refuse(key, _quoted(text), phrase("cards like AsTd9h, or ?? for each unknown one"))
        return tuple(card.replace("T", "10") for card in cards)


class Setting(NamedTuple):
    """What all hands of a night have in common: its name, and its money. `unit` is the worth of a chip in cents."""

    table: str
    zone: str
    currency: Currency
    unit: int


def write_phh(hands: Sequence[ParsedHand], setting: Setting) -> str:
    """The hands, each as a table; one hand alone stands without."""
    if len(hands) == 1:
        return "\n".join([*_fields(hands[0], setting), ""])
    blocks = ("\n".join([f"[{number}]", *_fields(hand, setting), ""]) for number, hand in enumerate(hands, 1))
    return "\n".join(blocks)


def _fields(hand: ParsedHand, setting: Setting) -> Iterator[str]:
    between_two = len(hand.players) == 2
    yield f"variant = {_text(hand.variant.code)}"
    yield "ante_trimming_status = true"
    yield f"antes = {list(hand.antes[::-1] if between_two else hand.antes)}"
    if hand.variant.bring_in:
        yield f"bring_in = {hand.bring_in}"
    else:
        yield f"blinds_or_straddles = {list(hand.blinds[::-1] if between_two else hand.blinds)}"
    if hand.variant.is_fixed:
        yield f"small_bet = {hand.small_bet}"
        yield f"big_bet = {hand.big_bet}"
    else:
        yield f"min_bet = {hand.small_bet}"
    yield f"starting_stacks = {list(hand.stacks)}"
    yield f"actions = {_texts(map(_action, in_order_of_pokerkit(hand)))}"
    if hand.at:
        moment = datetime.fromisoformat(hand.at).astimezone(ZoneInfo(setting.zone))
        yield f"time = {moment:%H:%M:%S}"
        yield f"time_zone = {_text(setting.zone)}"
        yield f"day = {moment.day}"
        yield f"month = {moment.month}"
        yield f"year = {moment.year}"
    yield f"hand = {hand.number}"
    yield f"seats = {list(hand.seats)}"
    if setting.table:
        yield f"table = {_text(setting.table)}"
    yield f"players = {_texts(hand.players)}"
    yield f"finishing_stacks = {list(hand.finishing)}"
    if setting.unit == 10**setting.currency.exponent:
        yield f"currency = {_text(setting.currency.code)}"
    yield f"_chip_cents = {setting.unit}"
    yield f"_currency = {_text(setting.currency.code)}"


def in_order_of_pokerkit(hand: ParsedHand) -> list[Act]:
    """The acts in the order that the field's own parser asks for.

    Once nobody can bet any more, hands are shown before the last cards are dealt, except in a game with a draw. At stud
    they are shown again with all their cards.
    """
    acts = _draws_first(hand.acts)
    last_bet = max((place for place, act in enumerate(acts) if act.kind in BETTING), default=-1)
    shows = [act for act in acts if act.kind in ("shows", "mucks")]
    later = [act for act in acts[last_bet + 1 :] if act.kind in ("deals", "lays", "draws")]
    if not shows or not later or any(act.kind == "draws" for act in acts):
        return acts
    before = acts[: last_bet + 1]
    if not hand.variant.bring_in:
        return [*before, *shows, *later]
    early = [replace(act, cards=_dealt_to(act.player, before)) for act in shows if act.kind == "shows"]
    return [*before, *(act for act in early if UNKNOWN not in act.cards), *later, *shows]


def _draws_first(given: Iterable[Act]) -> list[Act]:
    """The same acts with every card drawn after everybody has thrown theirs."""
    acts: list[Act] = []
    drawn: list[Act] = []
    threw: set[int] = set()
    for act in given:
        if threw and act.kind == "deals":
            drawn.append(act)
            continue
        # Whoever throws again does so at the next draw: all-in, there is no bet between.
        if act.kind != "draws" or act.player in threw:
            acts += drawn
            drawn = []
            threw = set()
        if act.kind == "draws":
            threw.add(act.player)
        acts.append(act)
    return acts + drawn


def _dealt_to(player: int, acts: Iterable[Act]) -> tuple[str, ...]:
    return tuple(card for act in acts if act.kind == "deals" and act.player == player for card in act.cards)


def _action(act: Act) -> str:
    values = f"p{act.player + 1}", "".join(card.replace("10", "T") for card in act.cards), f"{act.chips}"
    text = dict(_WRITTEN)[act.kind]
    for name, value in zip(_VALUES, values, strict=True):
        text = text.replace(name, value)
    return text.rstrip()


def _texts(many: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, many))}]"


def _text(text: str) -> str:
    """The text as a string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}" for sign in escaped) + '"'
