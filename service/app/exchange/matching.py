"""Whom the names of a file stand for: people of the club, people who are new, and guesses that somebody has to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal, NamedTuple

from engine.ids import PlayerId
from engine.spelling import called, compared
from service.app.refusals import NotInTheFile
from service.imports.results.nights import FoundNight
from service.shorthand.lines import must_be_a_name

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


def matched(
    nights: Sequence[FoundNight], members: Mapping[PlayerId, str], mapped: Mapping[str, str]
) -> dict[str, Match]:
    """Everybody in these nights by compared name, in order of appearance. Refuses to map a name that is not there."""
    said: dict[str, str] = {}
    played: dict[str, set[int]] = {}
    for place, night in enumerate(nights):
        for name, entry in night.entries.items():
            said.setdefault(name, entry.player)
            played.setdefault(name, set()).add(place)
    meant = {compared(name): " ".join(target.split()) for name, target in mapped.items()}
    for name, spoken in mapped.items():
        if compared(name) not in said:
            raise NotInTheFile(name, list(said.values()))
        must_be_a_name(" ".join(spoken.split()))
    matches: dict[str, Match] = {}
    # Whoever is certain first, so that a guess finds them wherever they stand.
    for name, spoken in said.items():
        if match := _certain(spoken, meant.get(name, ""), said, members):
            matches[name] = match
    for name, spoken in said.items():
        if name not in matches:
            others = _apart(name, matches, played, members)
            alike = next((match for match in others if _alike(name, compared(match.name))), None)
            matches[name] = (
                Match(spoken, alike.name, "guessed", alike.player) if alike else Match(spoken, spoken, "new")
            )
    return {name: matches[name] for name in said}


def _certain(spoken: str, target: str, said: Mapping[str, str], members: Mapping[PlayerId, str]) -> Match | None:
    """The person of exactly this name, or whom it was said to stand for; None if that has to be found out."""
    wanted = target or spoken
    if found := called(wanted, members):
        return Match(spoken, members[found[0]], "mapped" if target else "known", found[0])
    if not target:
        return None
    same = compared(target) == compared(spoken)
    return Match(spoken, said.get(compared(target), target), "new" if same else "mapped")


def _apart(
    name: str, matches: Mapping[str, Match], played: Mapping[str, set[int]], members: Mapping[PlayerId, str]
) -> Iterator[Match]:
    """Whom a name may stand for: people of the club and of the file who are in none of its nights under another name."""
    present = {match.person for other, match in matches.items() if other != name and played[other] & played[name]}
    known: Iterable[Match] = (Match(member, member, "known", player) for player, member in members.items())
    fresh = (match for match in matches.values() if match.how == "new")
    for match in (*known, *fresh):
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
