"""Who is who in a log: PokerNow ids become players of the book, and a person with two ids is one player."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.speech import say
from engine.spelling import compared
from service.imports.pokernow_lines import IdChanged, Line, OwnerNamed, StacksStated

# A nickname may itself end in a quote. It begins after one, so that not every position has to be tried as a start.
_TOKEN = re.compile(r'(?<=")([^"]*)"? @ ([^"\s]+)"')
_NOT_IN_AN_ID = re.compile(r"[^A-Za-z0-9_-]+")
_ID_AT_MOST = 40


@dataclass(frozen=True, slots=True)
class People:
    """`player_of` gives the book's player for a PokerNow id, and `names` the nickname of each player who was dealt in.

    `called` also has the nicknames of the others.
    """

    player_of: Mapping[str, str]
    names: dict[str, str]
    called: dict[str, str]
    banker: str
    notes: tuple[str, ...]


def slug(nickname: str, taken: Collection[str]) -> str:
    """An id of the book made from a nickname, different from all that are taken."""
    base = _NOT_IN_AN_ID.sub("-", compared(nickname)).strip("-")[: _ID_AT_MOST - 4] or "player"
    candidates = (base if number == 1 else f"{base}-{number}" for number in range(1, len(taken) + 2))
    return next(candidate for candidate in candidates if candidate not in taken)


def people_of(lines: Sequence[Line], given: Mapping[str, str]) -> People:
    """Everybody the log names. `given` maps nicknames or PokerNow ids to players the book knows already."""
    nicknames = _nicknames(lines)
    seated = _seated(lines)
    same = _Groups(nicknames)
    notes = [*_ids_changed(lines, nicknames, same), *_succeeded(nicknames, seated, same)]
    playing = list(dict.fromkeys(same.first_of(identity) for identity in seated))
    absent = [first for first in dict.fromkeys(map(same.first_of, nicknames)) if first not in playing]
    players: dict[str, str] = {}
    for first in (*playing, *absent):
        ids = same.members(first)
        known = next((given[key] for key in (*ids, nicknames[first]) if key in given), "")
        players[first] = known or slug(nicknames[first], [*players.values(), *given.values()])
    player_of = {identity: players[same.first_of(identity)] for identity in same}
    return People(
        player_of,
        {players[first]: nicknames[first] for first in playing},
        {player: nicknames[first] for first, player in players.items()},
        _banker(lines, player_of, [players[first] for first in playing]),
        tuple(notes),
    )


def _nicknames(lines: Iterable[Line]) -> dict[str, str]:
    """The first nickname of every id, in order of appearance."""
    nicknames: dict[str, str] = {}
    for line in lines:
        for nickname, identity in _TOKEN.findall(line.row.text):
            nicknames.setdefault(identity, nickname.strip() or identity)
    return nicknames


def _seated(lines: Iterable[Line]) -> dict[str, tuple[int, int]]:
    """The first and the last hand that lists each id, counted from 0, in seat order."""
    spans: dict[str, tuple[int, int]] = {}
    stated = (line.said for line in lines if isinstance(line.said, StacksStated))
    for number, said in enumerate(stated):
        for stack in said.stacks:
            spans[stack.who] = (spans.get(stack.who, (number, number))[0], number)
    return spans


class _Groups:
    """Groups of ids that belong to one person, each under the id that appeared first."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._first = {identity: identity for identity in ids}

    def __iter__(self) -> Iterator[str]:
        return iter(self._first)

    def first_of(self, identity: str) -> str:
        return self._first.get(identity, identity)

    def members(self, first: str) -> list[str]:
        return [identity for identity, its_first in self._first.items() if its_first == first]

    def join(self, one: str, other: str) -> bool:
        """Makes two ids one person; False if they already were."""
        ids = list(self._first)
        first, second = sorted((self.first_of(one), self.first_of(other)), key=ids.index)
        if first == second:
            return False
        self._first = {identity: first if its == second else its for identity, its in self._first.items()}
        return True


def _ids_changed(lines: Iterable[Line], nicknames: Mapping[str, str], same: _Groups) -> Iterator[str]:
    """Joins ids that the log itself links, with a sentence for each."""
    for line in lines:
        said = line.said
        if not isinstance(said, IdChanged):
            continue
        for identity in (said.old, said.new):
            if identity in nicknames and same.join(said.who, identity):
                yield say(
                    "Line {line}: {player} has two ids and is one player: {text}",
                    line=line.row.line,
                    player=nicknames[said.who],
                    text=line.row.quoted(),
                )


def _succeeded(nicknames: Mapping[str, str], seated: Mapping[str, tuple[int, int]], same: _Groups) -> Iterator[str]:
    """Joins ids that have one nickname and never sat at the table together, with a sentence for each."""
    for identity, nickname in nicknames.items():
        for other in nicknames:
            if other == identity:
                break
            if nicknames[other] != nickname or not _one_after_the_other(seated.get(other), seated.get(identity)):
                continue
            if same.join(other, identity):
                yield taken_as_one(nickname, other, identity)


def taken_as_one(nickname: str, before: str, identity: str) -> str:
    """The note that two ids, one after the other, are one person."""
    return say(
        "{player} comes under the ids {before} and {identity} in succession and is taken as one player.",
        player=nickname,
        before=before,
        identity=identity,
    )


def _one_after_the_other(one: tuple[int, int] | None, other: tuple[int, int] | None) -> bool:
    return one is None or other is None or one[1] < other[0] or other[1] < one[0]


def _banker(lines: Iterable[Line], player_of: Mapping[str, str], playing: Sequence[str]) -> str:
    """The player who runs the room, if they play; else the player in the first seat of the first hand."""
    owner = next((line.said.who for line in lines if isinstance(line.said, OwnerNamed)), "")
    player = player_of.get(owner, "")
    return player if player in playing or not playing else playing[0]
