"""People of a PokerNow log: who is who by name and id, and who plays at which table."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.speech import say
from engine.spelling import compared
from service.exchange.imports import pokernow_grammar as grammar
from service.exchange.imports.pokernow_grammar import IdChanged, Line, OwnerNamed, StacksStated
from service.exchange.refused import PlaysBesideThemselves

# A nickname may itself end in a quote. It begins after one, so that not every position has to be tried as a start.
_TOKEN = re.compile(r'(?<=")([^"]*)"? @ ([^"\s]+)"')
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]+")
_ID_AT_MOST = 40


@dataclass(frozen=True, slots=True)
class LogPerson:
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
    banker: str
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
    same = _Groups(ids)
    meant = {one: given.get(one) or given.get(ids[one].nickname, "") for one in ids}
    notes = [*_ids_changed(lines, ids, meant, same), *_succeeded(ids, meant, same)]
    _said_to_be_one(lines, ids, meant, same)
    seated = sorted((one for one in ids if ids[one].hands), key=lambda one: ids[one].seated)
    playing = list(dict.fromkeys(map(same.first_of, seated)))
    absent = [first for first in dict.fromkeys(map(same.first_of, ids)) if first not in playing]
    persons = {first: _person(same.members(first), ids) for first in (*playing, *absent)}
    players: dict[str, str] = {}
    for first, person in persons.items():
        known = next((meant[one] for one in person.ids if meant[one]), "")
        players[first] = known or slug(person.nickname, [*players.values(), *given.values()])
    player_of = {one: players[same.first_of(one)] for one in ids}
    return People(
        player_of,
        {players[first]: persons[first].nickname for first in playing},
        {player: persons[first].nickname for first, player in players.items()},
        _banker(lines, player_of, [players[first] for first in playing]),
        tuple(persons[first] for first in playing),
        tuple(notes),
    )


@dataclass(slots=True)
class _Id:
    """One id: the names it comes under, the last of which counts, and where and in which hands.

    A name in `Player stacks: …` counts before any other. `seated`: when it was first dealt in.
    """

    line: int
    nickname: str = ""
    names: set[str] = field(default_factory=set)
    hands: list[int] = field(default_factory=list)
    seated: int = 0
    # The place in the log of the line that gave it its name.
    named: int = -1


def _ids(lines: Iterable[Line]) -> dict[str, _Id]:
    """Every id of the log, in order of appearance."""
    ids: dict[str, _Id] = {}
    hand = seats = 0
    for place, line in enumerate(lines):
        stated = isinstance(line.meaning, StacksStated)
        for nickname, identity in _TOKEN.findall(line.row.text):
            one = ids.setdefault(identity, _Id(line.row.line))
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


def _person(members: Sequence[str], ids: Mapping[str, _Id]) -> LogPerson:
    """The person of these ids, under the name that the last line says which lists one of them."""
    last = max(members, key=lambda one: (bool(ids[one].hands), ids[one].named))
    hands = frozenset[int]().union(*(ids[one].hands for one in members))
    return LogPerson(tuple(members), ids[last].nickname, min(ids[one].line for one in members), hands)


class _Groups:
    """Groups of ids that belong to one person, each under the id that appeared first."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._members = {identity: [identity] for identity in ids}
        self._first = {identity: identity for identity in self._members}
        self._order = {identity: place for place, identity in enumerate(self._members)}

    def first_of(self, identity: str) -> str:
        return self._first[identity]

    def members(self, first: str) -> list[str]:
        return self._members[first]

    def join(self, one: str, other: str) -> None:
        """Makes two ids one person."""
        first, second = sorted((self._first[one], self._first[other]), key=self._order.__getitem__)
        joined = self._members.pop(second)
        self._members[first] = sorted([*self._members[first], *joined], key=self._order.__getitem__)
        self._first |= dict.fromkeys(joined, first)


def _ids_changed(
    lines: Iterable[Line], ids: Mapping[str, _Id], meant: Mapping[str, str], same: _Groups
) -> Iterator[str]:
    """Joins ids that the log itself links, with a sentence for each."""
    for line in lines:
        stated = line.meaning
        if not isinstance(stated, IdChanged):
            continue
        for identity in (stated.old, stated.new):
            if identity not in ids or same.first_of(stated.who) == same.first_of(identity):
                continue
            one, other = (same.members(same.first_of(which)) for which in (stated.who, identity))
            if not _may_be_one(one, other, ids, meant):
                continue
            same.join(stated.who, identity)
            yield say(
                "Line {line}: {player} has two ids and is one player: {text}",
                line=line.row.line,
                player=_person([*one, *other], ids).nickname,
                text=line.row.quoted(),
            )


def _may_be_one(one: Sequence[str], other: Sequence[str], ids: Mapping[str, _Id], meant: Mapping[str, str]) -> bool:
    """False if both play in one hand, or if it was said that they are two people."""
    stated = {meant[identity] for identity in (*one, *other)} - {""}
    return len(stated) < 2 and not _person(one, ids).hands & _person(other, ids).hands


def _succeeded(ids: Mapping[str, _Id], meant: Mapping[str, str], same: _Groups) -> Iterator[str]:
    """Joins ids that come one after the other under one name, which is the only one of each, with a sentence for each."""
    called: dict[str, list[str]] = {}
    for identity, one in ids.items():
        if not names_nobody(one.nickname) and _chosen(same.members(same.first_of(identity)), ids) == {one.nickname}:
            called.setdefault(one.nickname, []).append(identity)
    for nickname, own in called.items():
        for place, identity in enumerate(own):
            for before in own[:place]:
                if same.first_of(before) == same.first_of(identity):
                    continue
                earlier, later = (same.members(same.first_of(which)) for which in (before, identity))
                if _in_turn(earlier, later, ids) and _may_be_one(earlier, later, ids, meant):
                    same.join(before, identity)
                    yield taken_as_one(nickname, before, identity)


def _chosen(members: Iterable[str], ids: Mapping[str, _Id]) -> set[str]:
    return {name for one in members for name in ids[one].names if not names_nobody(name)}


def _said_to_be_one(lines: Sequence[Line], ids: Mapping[str, _Id], meant: Mapping[str, str], same: _Groups) -> None:
    """Joins ids of which it was said that they are the same player. Refuses two that play in the same hand."""
    first: dict[str, str] = {}
    for identity, player in meant.items():
        if not player:
            continue
        before = first.setdefault(player, identity)
        one, other = (same.members(same.first_of(which)) for which in (before, identity))
        if one == other:
            continue
        if _person(one, ids).hands & _person(other, ids).hands:
            file = lines[0].row.file
            raise PlaysBesideThemselves(file, ids[identity].nickname, identity, ids[before].nickname, before)
        same.join(before, identity)


def taken_as_one(nickname: str, before: str, identity: str) -> str:
    """The note that two ids, one after the other, are one person."""
    return say(
        "{player} comes under the ids {before} and {identity} in succession and is taken as one player.",
        player=nickname,
        before=before,
        identity=identity,
    )


def _in_turn(one: Iterable[str], other: Sequence[str], ids: Mapping[str, _Id]) -> bool:
    """True if no id of the one comes in while an id of the other still plays."""
    return all(
        not first or not second or first[-1] < second[0] or second[-1] < first[0]
        for first in (ids[identity].hands for identity in one)
        for second in (ids[identity].hands for identity in other)
    )


def _banker(lines: Iterable[Line], player_of: Mapping[str, str], playing: Sequence[str]) -> str:
    """The player who runs the room, if they play; else the player in the first seat of the first hand."""
    owner = next((line.meaning.who for line in lines if isinstance(line.meaning, OwnerNamed)), "")
    player = player_of.get(owner, "")
    return player if player in playing or not playing else playing[0]


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
