"""Reads Open Hand History (JSON, hh-specs.handhistory.org): one hand a file, or many with white space between them.

Cash games with a board are read: the format has no streets for the others, and the chips of a tournament are not money.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Never

from engine.grammar import listed_later
from engine.speech import phrase
from service.histories.amounts import Measure, amount_of, decimal_read, placed, quoted
from service.histories.phh_reading import ACTS_AT_MOST, BYTES_AT_MOST, HANDS_AT_MOST, PLAYERS_AT_MOST, within_bounds
from service.histories.refused import (
    FieldIsMissing,
    FieldIsNotUnderstood,
    HistoryHasNoHands,
    HistoryIsNotWellFormed,
    HistoryIsTooLarge,
    VariantIsNotPlayed,
)
from service.histories.told import Act, Kind, Told, ToldHand
from service.histories.variants import VARIANTS, Variant

_NOT_SPACE = re.compile(r"[^ \t\r\n]")
_LIMITS = {"NL": "NoLimit", "PL": "PotLimit", "FL": "FixedLimit"}
_CARD = re.compile(r"[2-9TJQKA][cdhs]|\?\?|XX")
_BY_NAME = {(one.ohh, one.limit.__name__): one for one in VARIANTS if one.ohh}
_BETS: dict[str, Kind] = {"Fold": "folds", "Check": "stays", "Call": "stays", "Bet": "raises", "Raise": "raises"}
# What is posted, with the field that says how much is asked for.
_POSTS = {"Post Ante": "ante_amount", "Post SB": "small_blind_amount", "Post BB": "big_blind_amount", "Straddle": ""}
_SHOWS: dict[str, Kind] = {"Shows Cards": "shows", "Mucks Cards": "mucks"}
_SPOKEN = ("Dealt Cards", *_POSTS, *_BETS, *_SHOWS)
_IDLE = ("Sits Down", "Stands Up", "Added Chips")

Object = Mapping[str, Any]
Amount = Callable[[Decimal], int]


def read_ohh(file: str, text: str) -> Told:
    """The hands of a file, in chips of its smallest decimal."""
    objects = list(_objects(file, text))
    measure = Measure()
    for where, said in objects:
        _Reader(file, where, said, measure.note).hand()
    hands = tuple(_Reader(file, where, said, measure.chips).hand() for where, said in objects)
    currency = objects[0][1].get("currency")
    known = currency if isinstance(currency, str) and re.fullmatch("[A-Z]{3}", currency) else ""
    return Told(file, hands, measure.places, known)


def _objects(file: str, text: str) -> Iterator[tuple[str, Object]]:
    if len(text) > BYTES_AT_MOST:
        raise HistoryIsTooLarge(file, len(text), phrase("characters"), BYTES_AT_MOST)
    decoder = json.JSONDecoder(parse_float=decimal_read, parse_int=decimal_read, parse_constant=decimal_read)
    place, number = 0, 0
    text = text.removeprefix("\ufeff")
    while (place := _next_sign(text, place)) < len(text):
        number += 1
        if number > HANDS_AT_MOST:
            raise HistoryIsTooLarge(file, number, phrase("hands"), HANDS_AT_MOST)
        try:
            said, place = decoder.raw_decode(text, place)
        except json.JSONDecodeError as problem:
            because = phrase(
                "{problem} (at line {line}, column {column})",
                problem=problem.msg,
                line=problem.lineno,
                column=problem.colno,
            )
            raise HistoryIsNotWellFormed(file, "JSON", because) from None
        except RecursionError:
            raise HistoryIsNotWellFormed(file, "JSON", phrase("lists or objects lie too deep in each other")) from None
        hand = said.get("ohh") if isinstance(said, dict) else None
        if not isinstance(hand, dict):
            raise FieldIsMissing(
                file, phrase("hand {number}", number=number), "ohh", phrase("a hand stands under this key")
            )
        yield phrase("hand {number}", number=number), hand
    if not number:
        raise HistoryHasNoHands(file, phrase('a hand is an object {"ohh": {…}}'))


def _next_sign(text: str, place: int) -> int:
    found = _NOT_SPACE.search(text, place)
    return found.start() if found else len(text)


class _Reader:
    """One hand. `amount` turns an amount into chips."""

    def __init__(self, file: str, where: str, said: Object, amount: Amount) -> None:
        self._file = file
        self._where = where
        self._said = said
        self._amount = amount
        self._place: dict[int, int] = {}
        self._left: list[int] = []
        self._antes: list[int] = []
        self._blinds: list[int] = []
        self._paid: list[int] = []

    def hand(self) -> ToldHand:
        """The hand with its acts in their order."""
        variant = self._variant()
        self._must_be_a_cash_game_dealt_once()
        players = self._players()
        self._place = {self._whole(one, "id", f"players[{place}]"): place for place, (one, _) in enumerate(players)}
        if len(self._place) != len(players):
            self._refuse("players", phrase("an id twice"), phrase("an id of its own for each player"))
        count = len(players)
        stacks = tuple(self._chips(one.get("starting_stack"), f"{key}.starting_stack") for one, key in players)
        self._left, self._antes, self._blinds, self._paid = list(stacks), [0] * count, [0] * count, [0] * count
        acts = tuple(self._acts())
        big = self._stake("big_blind_amount")
        winnings = self._winnings(count)
        number = self._said.get("game_number")
        return ToldHand(
            variant=variant,
            players=tuple(self._name(one, key) for one, key in players),
            stacks=stacks,
            antes=tuple(self._antes),
            blinds=tuple(self._blinds),
            big_blind=big,
            small_bet=big,
            big_bet=2 * big if variant.is_fixed else big,
            acts=acts,
            number=number[:40] if isinstance(number, str) else "",
            where=self._where,
            at=self._at(),
            seats=tuple(self._whole(one, "seat", key) for one, key in players),
            table=str(self._said.get("table_name") or "")[:80],
            winnings=winnings,
        )

    def _refuse(self, key: str, found: str, accepted: str) -> Never:
        raise FieldIsNotUnderstood(self._file, placed(self._where, key), found, accepted)

    def _object(self, said: object, key: str) -> Object:
        if not isinstance(said, dict):
            self._refuse(key, quoted(said), phrase("an object"))
        return said

    def _list(self, said: object, key: str, most: int) -> list[Any]:
        if not isinstance(said, list):
            self._refuse(key, quoted(said), phrase("a list"))
        if len(said) > most:
            raise HistoryIsTooLarge(
                self._file, len(said), phrase("entries in {where}, {key}", where=self._where, key=key), most
            )
        return said

    def _whole(self, said: Object, name: str, key: str) -> int:
        number = said.get(name)
        if not isinstance(number, Decimal) or not number.is_finite() or not 0 <= number < 10**9 or number % 1:
            self._refuse(f"{key}.{name}", quoted(number), phrase("a whole number"))
        return int(number)

    def _chips(self, said: object, key: str) -> int:
        chips = self._amount(amount_of(said, self._file, placed(self._where, key)))
        return within_bounds(chips, self._file, placed(self._where, key), said)

    def _variant(self) -> Variant:
        bet_limit = self._said.get("bet_limit")
        kind = bet_limit.get("bet_type") if isinstance(bet_limit, dict) else None
        game = self._said.get("game_type")
        limit = _LIMITS.get(kind) if isinstance(kind, str) else None
        variant = _BY_NAME.get((game, limit)) if isinstance(game, str) and limit else None
        if variant is None:
            spoken = phrase("{game} at {limit}", game=quoted(game), limit=quoted(kind))
            short = {name: code for code, name in _LIMITS.items()}
            known = listed_later(
                [phrase("{game} at {limit}", game=name, limit=short[limit]) for name, limit in _BY_NAME]
            )
            raise VariantIsNotPlayed(self._file, self._where, spoken, known)
        return variant

    def _must_be_a_cash_game_dealt_once(self) -> None:
        if self._said.get("tournament"):
            self._refuse(
                "tournament", quoted(self._said["tournament"]), phrase("false: the chips of a tournament are not money")
            )
        flags = self._said.get("flags")
        if isinstance(flags, list) and "Run_It_Twice" in flags:
            self._refuse("flags", "'Run_It_Twice'", phrase("a hand with one board"))

    def _stake(self, key: str) -> int:
        """What a field asks for; 0 if it is missing or null, as the format allows."""
        said = self._said.get(key) if key else None
        return 0 if said is None else self._chips(said, key)

    def _players(self) -> list[tuple[Object, str]]:
        """The players who are dealt in, in order from the dealer's left, each with their key."""
        said = self._list(self._said.get("players"), "players", 100)
        people = [(self._object(one, f"players[{place}]"), f"players[{place}]") for place, one in enumerate(said)]
        people = [(one, key) for one, key in people if one.get("is_sitting_out") is not True]
        if not 2 <= len(people) <= PLAYERS_AT_MOST:
            self._refuse(
                "players", phrase("{number} players", number=len(people)), phrase("2 to {most}", most=PLAYERS_AT_MOST)
            )
        seats = [self._whole(one, "seat", key) for one, key in people]
        if len(set(seats)) != len(seats) or not all(1 <= seat <= 60 for seat in seats):
            self._refuse(
                "players",
                phrase("seats {seats}", seats=seats),
                phrase("a seat from 1 to 60 of its own for each player"),
            )
        dealer = self._whole(self._said, "dealer_seat", "the hand")
        return sorted(people, key=lambda one: ((seat := int(one[0]["seat"])) <= dealer, seat))

    def _name(self, said: Object, key: str) -> str:
        name = said.get("name")
        if not isinstance(name, str) or not name.strip():
            self._refuse(f"{key}.name", quoted(name), phrase("a name"))
        return name.strip()

    def _at(self) -> str:
        said = self._said.get("start_date_utc")
        if not said:
            return ""
        try:
            moment = datetime.fromisoformat(said if isinstance(said, str) else "")
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        except (ValueError, OverflowError):
            self._refuse("start_date_utc", quoted(said), phrase("a time like 2026-11-20T19:30:00Z"))
        if not 1971 <= moment.year <= 9000:
            self._refuse("start_date_utc", quoted(said), phrase("a year from 1971 on"))
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def _winnings(self, count: int) -> tuple[int, ...]:
        won = [0] * count
        for number, pot in enumerate(self._list(self._said.get("pots") or [], "pots", 100)):
            key = f"pots[{number}]"
            wins = self._list(self._object(pot, key).get("player_wins") or [], f"{key}.player_wins", 100)
            for place, win in enumerate(wins):
                where = f"{key}.player_wins[{place}]"
                player = self._actor(self._object(win, where), where)
                won[player] += self._chips(win.get("win_amount"), f"{where}.win_amount")
        return tuple(won) if any(won) else ()

    # Acts

    def _acts(self) -> Iterator[Act]:
        told = 0
        for number, one in enumerate(self._list(self._said.get("rounds"), "rounds", 50)):
            key = f"rounds[{number}]"
            said = self._object(one, key)
            if number:
                self._paid = [0] * len(self._paid)
            if said.get("cards"):
                yield Act("lays", -1, self._cards(said["cards"], f"{key}.cards"), 0, placed(self._where, key), "cards")
            for place, action in enumerate(self._list(said.get("actions") or [], f"{key}.actions", ACTS_AT_MOST)):
                told += 1
                if told > ACTS_AT_MOST:
                    raise HistoryIsTooLarge(
                        self._file, told, phrase("actions in {where}", where=self._where), ACTS_AT_MOST
                    )
                where = f"{key}.actions[{place}]"
                yield from self._act(self._object(action, where), where)

    def _act(self, said: Object, key: str) -> Iterator[Act]:
        name = said.get("action")
        if name in _IDLE:
            return
        if name not in _SPOKEN:
            self._refuse(f"{key}.action", quoted(name), phrase("one of {known}", known=", ".join(_SPOKEN)))
        player, where = self._actor(said, key), placed(self._where, key)
        if name in _POSTS:
            self._post(name, player, self._chips(said.get("amount"), f"{key}.amount"))
        elif name in _BETS:
            yield self._bet(said, key, player, name)
        elif name in _SHOWS:
            cards = self._cards(said["cards"], f"{key}.cards") if said.get("cards") and name == "Shows Cards" else ()
            yield Act(_SHOWS[name], player, cards, 0, where, name)
        else:
            yield Act("deals", player, self._cards(said.get("cards"), f"{key}.cards"), 0, where, name)

    def _post(self, name: str, player: int, chips: int) -> None:
        """Notes an ante or a blind as it is asked for, which is more than who is all-in with it could pay."""
        self._left[player] -= chips
        asked = chips if self._left[player] > 0 else max(chips, self._stake(_POSTS[name]))
        if name == "Post Ante":
            self._antes[player] += asked
        else:
            self._blinds[player] += asked
            self._paid[player] += chips

    def _bet(self, said: Object, key: str, player: int, name: str) -> Act:
        """A bet as the price it goes to: the file says what the player puts in."""
        if name in ("Bet", "Raise", "Call"):
            self._paid[player] += self._chips(said.get("amount"), f"{key}.amount")
        text = f"{name} {said.get('amount', '')}".strip()
        return Act(_BETS[name], player, (), self._paid[player], placed(self._where, key), text)

    def _actor(self, said: Object, key: str) -> int:
        identity = self._whole(said, "player_id", key)
        if identity not in self._place:
            self._refuse(f"{key}.player_id", str(identity), phrase("the id of a player of the hand"))
        return self._place[identity]

    def _cards(self, said: object, key: str) -> tuple[str, ...]:
        cards = self._list(said, key, 20)
        for place, card in enumerate(cards):
            if not isinstance(card, str) or not _CARD.fullmatch(card):
                self._refuse(f"{key}[{place}]", quoted(card), phrase("a card like As or Td"))
        return tuple("??" if card == "XX" else card.replace("T", "10") for card in cards)
