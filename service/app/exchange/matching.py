"""Whom the names of a file stand for: people of the club, people who are new, and guesses that somebody has to confirm.

A file of results has names alone. A log or a ledger of PokerNow has ids too, and the club remembers who came under them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal, NamedTuple

from engine.ids import PlayerId
from engine.spelling import called, compared
from service.app.people import Company
from service.app.refusals import NameOfSeveral, NotInTheFile
from service.book.store.names import PokerNowId
from service.exchange.imports.pokernow_people import LogPerson, names_nobody
from service.exchange.imports.results.nights import ParsedNight
from service.language.shorthand.lines import must_be_a_name

# Two names of at least so many letters are alike if so much of them is the same.
ALIKE = 0.8
LETTERS_MIN = 4


class Match(NamedTuple):
    """A name of a file and the person it stands for. `player`: their id; None if they are new."""

    said: str
    name: str
    how: Literal["known", "mapped", "guessed", "new"]
    player: PlayerId | None = None

    @property
    def person(self) -> str:
        """What tells people apart: the id, or for somebody new the name."""
        return self.player or f"new {compared(self.name)}"

    def player_in(self, company: Company) -> PlayerId:
        """The id of the person, who joins the company if they are new."""
        return self.player or company.add(self.name)

    def as_one(self, company: Company) -> Match:
        """The same with the member whom this one turned out to be."""
        if self.player is None or (person := company.person(self.player)) == self.player:
            return self
        return self._replace(player=person, name=company.names.get(person, self.name))


def matched(
    nights: Sequence[ParsedNight], members: Mapping[PlayerId, str], mapped: Mapping[str, str]
) -> dict[str, Match]:
    """Everybody in these nights by compared name, in order of appearance. Refuses to map a name that is not there.

    Names with ids of a book are people whom that book tells apart.
    """
    ids = {name: entry.id for night in nights for name, entry in night.entries.items() if entry.id}
    stated: dict[str, str] = {}
    played: dict[str, set[int]] = {}
    for place, night in enumerate(nights):
        for name, entry in night.entries.items():
            stated.setdefault(name, entry.player)
            played.setdefault(name, set()).add(place)
    meant = {compared(name): " ".join(target.split()) for name, target in mapped.items()}
    for name, spoken in mapped.items():
        if compared(name) not in stated:
            raise NotInTheFile(name, list(stated.values()))
        must_be_a_name(" ".join(spoken.split()))
    matches: dict[str, Match] = {}
    # Whoever is certain first, so that a guess finds them wherever they stand.
    for name, spoken in stated.items():
        if name not in meant and (player := ids.get(name, "")) in members:
            matches[name] = Match(spoken, members[player], "known", player)
        elif match := _certain(spoken, meant.get(name, ""), stated, members):
            matches[name] = match
    for name, spoken in stated.items():
        if name not in matches:
            others = _apart(name, matches, played, members, fresh=name not in ids)
            alike = next((match for match in others if _alike(name, compared(match.name))), None)
            matches[name] = (
                Match(spoken, alike.name, "guessed", alike.player) if alike else Match(spoken, spoken, "new")
            )
    return {name: matches[name] for name in stated}


def _certain(spoken: str, target: str, stated: Mapping[str, str], members: Mapping[PlayerId, str]) -> Match | None:
    """The person of exactly this name, or whom it was said to stand for; None if that has to be found out."""
    wanted = target or spoken
    if result := called(wanted, members):
        return Match(spoken, members[result[0]], "mapped" if target else "known", result[0])
    if not target:
        return None
    same = compared(target) == compared(spoken)
    return Match(spoken, stated.get(compared(target), target), "new" if same else "mapped")


def _apart(
    name: str,
    matches: Mapping[str, Match],
    played: Mapping[str, set[int]],
    members: Mapping[PlayerId, str],
    *,
    fresh: bool,
) -> Iterator[Match]:
    """Whom a name may stand for: people of the club who are in none of its nights under another name.

    With `fresh`, also those who are new with this file.
    """
    present = {match.person for other, match in matches.items() if other != name and played[other] & played[name]}
    known: Iterable[Match] = (Match(member, member, "known", player) for player, member in members.items())
    new = (match for match in matches.values() if fresh and match.how == "new")
    for match in (*known, *new):
        if match.person not in present:
            yield match


def _alike(name: str, other: str) -> bool:
    """True if one name is the other with more behind it (anna k., anna), has a letter doubled (anna, ana), or both differ
    by a letter or two.
    """
    short, long = sorted((name.rstrip("."), other.rstrip(".")), key=len)
    if long.startswith(f"{short} ") or long.replace(".", " ").startswith(f"{short} "):
        return True
    if len(short) > 2 and _singled(short) == _singled(long):
        return True
    near = len(short) >= LETTERS_MIN and len(long) - len(short) <= 2 and short[0] == long[0]
    return near and SequenceMatcher(None, short, long).ratio() >= ALIKE


def _singled(name: str) -> str:
    """The name without the second of two equal letters."""
    return "".join(letter for letter, _ in groupby(name))


# By the ids of PokerNow


def stated_of_ids(people: Sequence[LogPerson], mapped: Mapping[str, str]) -> dict[str, str]:
    """Whom ids stand for, as somebody said of each or of a nickname. Who plays under that name stands for them too.

    Refuses a key that nobody in the file has (NotInTheFile) or several have (NameOfSeveral).
    """
    of_names: dict[str, str] = {}
    of_ids: dict[str, str] = {}
    for key, spoken in mapped.items():
        target = " ".join(spoken.split())
        if own := next((person for person in people if key in person.ids), None):
            of_ids[key] = own.nickname if target == key else target
        else:
            of_names |= dict.fromkeys(_alone(key, people).ids, target)
    stated = of_names | of_ids
    for target in stated.values():
        must_be_a_name(target)
    for person in people:
        meant = {stated[one] for one in person.ids if one in stated}
        for target in meant:
            named = [other for other in people if other is not person and compared(other.nickname) == compared(target)]
            if len(named) == 1 and compared(person.nickname) != compared(target):
                stated = dict.fromkeys(named[0].ids, target) | stated
    return stated


def _alone(name: str, people: Sequence[LogPerson]) -> LogPerson:
    """The one person of this nickname."""
    named = [person for person in people if compared(person.nickname) == compared(name)]
    if not named:
        raise NotInTheFile(name, [person.nickname for person in people])
    if len(named) > 1:
        raise NameOfSeveral(name, [person.ids[0] for person in named])
    return named[0]


def who_plays(
    people: Sequence[LogPerson],
    members: Mapping[PlayerId, str],
    remembered: Sequence[PokerNowId],
    stated: Mapping[str, str],
) -> list[Match]:
    """Whom everybody in a log or a ledger stands for, in the same order.

    An id under the name that it had before is who it was then; under another name that is a guess. A name alone is the
    member of that name, but for the name of somebody who chose none.
    """
    matching = _Matching(people, members, remembered)
    # Whoever is certain first, so that a guess is nobody who plays as somebody else.
    for find in (
        lambda person: matching.stated(person, stated),
        lambda person: matching.before(person, renamed=False),
        lambda person: matching.before(person, renamed=True),
        matching.by_name,
    ):
        for place, person in enumerate(people):
            if place not in matching.matches and (match := find(person)):
                matching.settle(place, match)
    return [matching.matches[place] for place in range(len(people))]


class _Matching:
    """Who was found to be whom so far, and in which hands each of them plays."""

    def __init__(
        self, people: Sequence[LogPerson], members: Mapping[PlayerId, str], remembered: Sequence[PokerNowId]
    ) -> None:
        self._people = people
        self._members = members
        self._remembered = remembered
        self._names = [compared(person.nickname) for person in people]
        self._playing: dict[str, set[int]] = {}
        self.matches: dict[int, Match] = {}

    def settle(self, place: int, match: Match) -> None:
        """Keeps what was found."""
        self.matches[place] = match
        self._playing.setdefault(match.person, set()).update(self._people[place].hands)

    def _spoken(self, person: LogPerson) -> str:
        """What to call them by on the command line: the nickname, or an id where it is that of several."""
        return person.nickname if self._names.count(compared(person.nickname)) == 1 else person.ids[0]

    def stated(self, person: LogPerson, stated: Mapping[str, str]) -> Match | None:
        """Whom somebody said they are; None if nobody did."""
        target = next((stated[one] for one in person.ids if one in stated), "")
        if not target:
            return None
        if result := called(target, self._members):
            return Match(self._spoken(person), self._members[result[0]], "mapped", result[0])
        same = compared(target) == compared(person.nickname)
        return Match(self._spoken(person), target, "new" if same else "mapped")

    def before(self, person: LogPerson, *, renamed: bool) -> Match | None:
        """Who came under one of their ids before; None if nobody did, or plays in one of these hands as somebody else.

        `renamed` is who had another name then, which is a guess.
        """
        for one in self._remembered:
            if one.identity not in person.ids or one.player not in self._members:
                continue
            name = self._members[one.player]
            same = compared(person.nickname) in (compared(one.nickname), compared(name))
            if same is not renamed and not self._playing.get(one.player, set()) & person.hands:
                return Match(self._spoken(person), name, "guessed" if renamed else "known", one.player)
        return None

    def by_name(self, person: LogPerson) -> Match:
        """The member of this name who is nobody else in the file, or else somebody new."""
        own = [] if names_nobody(person.nickname) else called(person.nickname, self._members)
        player = next((one for one in own if one not in self._playing), None)
        return Match(self._spoken(person), person.nickname, "known" if player else "new", player)
