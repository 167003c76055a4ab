"""People of a PokerNow log: who is who by name and id, and who plays at which table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.speech import say
from engine.spelling import compared
from service.exchange.imports import pokernow_grammar as grammar
from service.exchange.imports.pokernow_grammar import IdChanged, Line, OwnerNamed, StacksStated
from service.exchange.refused import PlaysBesideThemselves

# A nickname may itself end in a quote. It begins after one, so that not every position has to be tried as a start.
_TOKEN = re.compile(r'(?<=")([^"]*)"? @ ([^"\s]+)"')
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]+")
_ID_AT_MOST = 40


class LogPerson(NamedTuple):
    """Somebody who plays: their ids, the last name they played under, the line that named them, and their hands.

    `hands` counts from 0 the hands that list them; it is empty where a file has no hands.
    """

    ids: tuple[str, ...]
    nickname: str
    line: int
    hands: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class People:
    """`player_of` gives the book's player for a PokerNow id, and `names` the nickname of each player who was dealt in.

    `called` also has the nicknames of the others. `found` are those who were dealt in, by seat.
    """

    player_of: Mapping[str, str]
    names: dict[str, str]
    called: dict[str, str]
    found: tuple[LogPerson, ...]
    notes: tuple[str, ...]


def names_nobody(nickname: str) -> bool:
    """True for the name that PokerNow gives to everybody who has not chosen one."""
    return compared(nickname) == "guest"


def slug(nickname: str, taken: Collection[str]) -> str:
    """An id of the book made from a nickname, different from all that are taken."""
    base = _NOT_IN_AN_ID.sub("-", compared(nickname)).strip("-")[: _ID_AT_MOST - 4] or "player"
    candidates = (base if number == 1 else f"{base}-{number}" for number in range(1, len(taken) + 2))
    return next(candidate for candidate in candidates if candidate not in taken)


def people_of(lines: Sequence[Line], given: Mapping[str, str]) -> People:
    """Everybody the log names. `given` maps nicknames or PokerNow ids to players the book knows already.

    Refuses to take for one player two ids that play in the same hand (PlaysBesideThemselves).
    """
    ids = _ids(lines)
    same = _Groups(ids, given)
    notes = [*_ids_changed(lines, same), *same.join_those_in_turn()]
    same.join_those_given(lines[0].row.file if lines else "")
    return _named(same, given, notes)


def people_with(ids: Mapping[str, Id], given: Mapping[str, str]) -> People:
    """Everybody who has one of these ids, if no line says anything else of them."""
    same = _Groups(ids, given)
    notes = [*same.join_those_in_turn()]
    return _named(same, given, notes)


def _named(same: _Groups, given: Mapping[str, str], notes: Sequence[str]) -> People:
    """The people of these groups, those who were dealt in first; who is not known gets an id made of their name."""
    seated = sorted((one for one in same.ids.values() if one.hands), key=lambda one: one.seated)
    playing = list(dict.fromkeys(same.first_of[one.id] for one in seated))
    persons = {first: same.person(first) for first in dict.fromkeys((*playing, *same.first_of.values()))}
    players: dict[str, str] = {}
    for first, person in persons.items():
        known = next(filter(None, (same.meant[one] for one in person.ids)), "")
        players[first] = known or slug(person.nickname, [*players.values(), *given.values()])
    return People(
        {one: players[first] for one, first in same.first_of.items()},
        {players[first]: persons[first].nickname for first in playing},
        {player: persons[first].nickname for first, player in players.items()},
        tuple(persons[first] for first in playing),
        tuple(notes),
    )


@dataclass(slots=True)
class Id:
    """One id: the names it comes under, the last of which counts, and where and in which hands.

    A name in `Player stacks: …` counts before any other. `seated`: when it was first dealt in.
    """

    id: str
    line: int
    nickname: str = ""
    names: set[str] = field(default_factory=set)
    hands: list[int] = field(default_factory=list)
    seated: int = 0
    # The place in the log of the line that gave it its name.
    named: int = -1


def _ids(lines: Iterable[Line]) -> dict[str, Id]:
    """Every id of the log, in order of appearance."""
    ids: dict[str, Id] = {}
    hand = seats = 0
    for place, line in enumerate(lines):
        stated = isinstance(line.meaning, StacksStated)
        for nickname, identity in _TOKEN.findall(line.row.text):
            one = ids.setdefault(identity, Id(identity, line.row.line))
            name = nickname.strip() or identity
            one.names.add(name)
            if stated or not one.hands:
                one.nickname, one.named = name, place
            if stated and one.hands[-1:] != [hand]:
                if not one.hands:
                    one.seated, seats = seats, seats + 1
                one.hands.append(hand)
        hand += stated
    return ids


class _Groups:
    """Groups of ids that belong to one person, each under the id that appeared first. `meant`: whom an id was said to be."""

    def __init__(self, ids: Mapping[str, Id], given: Mapping[str, str]) -> None:
        self.ids = ids
        self.first_of = {one: one for one in ids}
        self._members = {one: [each] for one, each in ids.items()}
        self._place = {one: place for place, one in enumerate(ids)}
        self.meant = {one: given.get(one) or given.get(ids[one].nickname, "") for one in ids}

    def members(self, identity: str) -> list[Id]:
        """All ids of whoever has this one, in order of appearance."""
        return self._members[self.first_of[identity]]

    def person(self, identity: str) -> LogPerson:
        """Whoever has this id, under the name that the last line says which lists one of theirs."""
        members = self.members(identity)
        last = max(members, key=lambda one: (bool(one.hands), one.named))
        hands = frozenset[int]().union(*(one.hands for one in members))
        return LogPerson(tuple(one.id for one in members), last.nickname, min(one.line for one in members), hands)

    def are_one(self, one: str, other: str) -> bool:
        """True if they are known to be one person."""
        return self.first_of[one] == self.first_of[other]

    def play_together(self, one: str, other: str) -> bool:
        """True if both play in one hand."""
        return bool(self.person(one).hands & self.person(other).hands)

    def may_be_one(self, one: str, other: str) -> bool:
        """False if both play in one hand, or if it was said that they are two people."""
        stated = {self.meant[each.id] for each in (*self.members(one), *self.members(other))} - {""}
        return len(stated) < 2 and not self.play_together(one, other)

    def join(self, one: str, other: str) -> None:
        """Makes two ids one person."""
        first, second = sorted((self.first_of[one], self.first_of[other]), key=self._place.__getitem__)
        joined = self._members.pop(second)
        self._members[first] = sorted([*self._members[first], *joined], key=lambda each: self._place[each.id])
        self.first_of |= dict.fromkeys((each.id for each in joined), first)

    def join_those_in_turn(self) -> Iterator[str]:
        """Joins ids that come one after the other under one name, which is the only one of each, with a sentence for each."""
        called: dict[str, list[str]] = {}
        for one in self.ids.values():
            chosen = {name for each in self.members(one.id) for name in each.names if not names_nobody(name)}
            if chosen == {one.nickname}:
                called.setdefault(one.nickname, []).append(one.id)
        for nickname, own in called.items():
            for before, identity in ((before, one) for place, one in enumerate(own) for before in own[:place]):
                if self.are_one(before, identity) or not self._in_turn(before, identity):
                    continue
                if self.may_be_one(before, identity):
                    self.join(before, identity)
                    yield say(
                        "{player} comes under the ids {before} and {identity} in succession and is taken as one player.",
                        player=nickname,
                        before=before,
                        identity=identity,
                    )

    def _in_turn(self, one: str, other: str) -> bool:
        """True if no id of the one comes in while an id of the other still plays."""
        played = [[each.hands for each in self.members(which) if each.hands] for which in (one, other)]
        return all(first[-1] < second[0] or second[-1] < first[0] for first in played[0] for second in played[1])

    def join_those_given(self, file: str) -> None:
        """Joins ids of which it was said that they are the same player. Refuses two that play in the same hand."""
        first: dict[str, str] = {}
        for identity, player in self.meant.items():
            before = first.setdefault(player, identity)
            if not player or self.are_one(before, identity):
                continue
            if self.play_together(before, identity):
                names = self.ids[identity].nickname, identity, self.ids[before].nickname, before
                raise PlaysBesideThemselves(file, *names)
            self.join(before, identity)


def _ids_changed(lines: Iterable[Line], same: _Groups) -> Iterator[str]:
    """Joins ids that the log itself links, with a sentence for each."""
    for line in lines:
        stated = line.meaning
        if not isinstance(stated, IdChanged):
            continue
        for identity in (stated.old, stated.new):
            if identity not in same.ids or same.are_one(stated.who, identity):
                continue
            if same.may_be_one(stated.who, identity):
                same.join(stated.who, identity)
                yield say(
                    "Line {line}: {player} has two ids and is one player: {text}",
                    line=line.row.line,
                    player=same.person(identity).nickname,
                    text=line.row.quoted(),
                )


def banker_of(lines: Iterable[Line], people: People) -> str:
    """The player who runs the room, if they play; else the player in the first seat of the first hand."""
    owner = next((line.meaning.who for line in lines if isinstance(line.meaning, OwnerNamed)), "")
    player = people.player_of.get(owner, "")
    return player if player in people.names else next(iter(people.names))


def owners(lines: Iterable[grammar.Line], people: People) -> Iterator[str]:
    """One sentence for each file that holds its owner's cards."""
    dealt: dict[str, tuple[str, ...]] = {}
    agree: dict[str, Counter[str]] = {}
    contradicted: set[tuple[str, str]] = set()
    for line in lines:
        match line.meaning:
            case grammar.HandStarts():
                dealt.clear()
            case grammar.OwnCards(cards):
                dealt[line.row.file] = cards
                agree.setdefault(line.row.file, Counter())
            case grammar.Shown(who, cards):
                player = people.player_of[who]
                for file, own in dealt.items():
                    agree[file][player] += 1
                    if not set(own).issuperset(cards):
                        contradicted.add((file, player))
            case _:
                pass
    for file, shows in agree.items():
        results = [player for player in shows if (file, player) not in contradicted]
        if len(results) == 1:
            (player,) = results
            yield say(
                "{file} is the log of {player}: {hands} shown hands are the ones dealt to its owner. Cards that {player} did "
                "not show are not recorded.",
                file=file,
                player=people.called[player],
                hands=shows[player],
            )
        else:
            yield say(
                "Whose log {file} is cannot be told from the hands shown; its owner's cards are not recorded.",
                file=file,
            )
