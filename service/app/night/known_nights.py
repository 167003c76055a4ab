"""Whether the club has a night of a file already: one of the same day, with the same people and the same results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import NamedTuple

from engine import commands
from engine.folding import effective
from engine.ids import NightId, PlayerId
from engine.ledger.accounts import nets
from engine.speech import say
from service.app.night.clock import on_the_wall
from service.app.people import Company
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import LoadedNight
from service.book.store.lists import ListedNight, Which

NIGHTS_A_PAGE = 500
# How the id of a night begins that only has debts from elsewhere.
DEBTS = "debts"


class CameTo(NamedTuple):
    """What a night came to for everybody: for those whom the club knows by name, and, in order, for the others."""

    known: Mapping[PlayerId, Fraction]
    others: Sequence[Fraction]


class KnownNights:
    """The nights that the club has on these days, and those with debts from elsewhere.

    Whoever is forgotten has no name by which a file could mean them, so they may be anybody who is new with the file.
    """

    def __init__(self, handler: CommandHandler, company: Company, days: Set[str]) -> None:
        self._handler = handler
        self._company = company
        self._of_day: dict[str, list[NightId]] = {}
        self._of_debts: list[NightId] = []
        self._results: dict[NightId, tuple[CameTo, ...]] = {}
        page: list[ListedNight] = []
        while not company.club_is_new:
            after = page[-1] if page else None
            page = handler.lists.nights(Which(club=company.club_id), after=after, limit=NIGHTS_A_PAGE)
            for one in page:
                day = on_the_wall(one.opened_at, one.zone).date().isoformat()
                if day in days and not one.is_empty:
                    self._of_day.setdefault(day, []).append(one.night)
                if one.night.startswith(f"{DEBTS}-") and not one.is_empty:
                    self._of_debts.append(one.night)
            if len(page) < NIGHTS_A_PAGE:
                break

    def of(self, day: str) -> Sequence[NightId]:
        """The nights of this day."""
        return self._of_day.get(day, ())

    def with_results(self, day: str, results: Mapping[str, int], exponent: int) -> Iterator[NightId]:
        """The nights of this day that came to these results; `exponent`: the decimals of their currency.

        What tells apart who is new is any text that is no id of a member.
        """
        stated = self._came_to(results, exponent)
        return (night for night in self.of(day) if stated in self._of(night))

    def with_people(self, day: str, people: Set[str]) -> list[NightId]:
        """The nights of this day in which two of these people were, or more."""
        return self._with_two_of(self.of(day), people)

    def _with_two_of(self, nights: Iterable[NightId], people: Set[str]) -> list[NightId]:
        return [night for night in nights if len(people & self._of(night)[-1].known.keys()) > 1]

    def same_as(self, loaded: LoadedNight) -> NightId:
        """The night at the time of this one, which is not in the book, that came to the same; empty if there is none."""
        stated = self._of_people(nets(loaded.night), loaded)
        return next((night for night in self._at_the_time(loaded) if stated in self._of(night)), "")

    def beside(self, loaded: LoadedNight) -> list[NightId]:
        """The nights at the time of this one, which is not in the book, with two of its people or more."""
        there = self.with_people(day_of(loaded), set(map(self._company.person, loaded.night.people)))
        return [night for night in self._at_the_time(loaded) if night in there]

    def of_its_table(self, loaded: LoadedNight) -> list[LoadedNight]:
        """The nights with hands that began when hands of this one did, which is not in the book."""
        there = map(self._handler.load, self.of(day_of(loaded)))
        return [night for night in there if not _begun(night).isdisjoint(_begun(loaded))]

    def may_be_one(self, nights: Iterable[NightId]) -> list[str]:
        """A sentence for each of these nights, beside which one with other results would be recorded."""
        called = (self._handler.lists.night(self._company.club_id, night).called for night in nights)
        return [
            say(
                "{night} is in the book already, with some of these people and other results: if it is the same night, "
                "it counts twice.",
                night=night,
            )
            for night in called
        ]

    def may_be_owed(self, people: Set[str]) -> list[str]:
        """A sentence for each night with debts of two of these people or more, beside which others would be recorded."""
        called = (
            self._handler.lists.night(self._company.club_id, night).called
            for night in self._with_two_of(self._of_debts, people)
        )
        return [
            say(
                "{night} is in the book already, with debts of some of these people: those that the file has too count twice.",
                night=night,
            )
            for night in called
        ]

    def _at_the_time(self, loaded: LoadedNight) -> Iterator[NightId]:
        """One whose acts all have one time was entered afterwards, and nobody knows when on its day it was."""
        begins, ends = _played(loaded)
        for night in self.of(day_of(loaded)):
            first, last = _played(self._handler.load(night))
            if first == last or (first <= ends and begins <= last):
                yield night

    def _of(self, night_id: NightId) -> tuple[CameTo, ...]:
        """Everyone's result in a night, before and after somebody bore a gap."""
        if night_id not in self._results:
            loaded = self._handler.load(night_id)
            after = nets(loaded.night)
            before = dict(after)
            for record in effective(loaded.records):
                if isinstance(record.event, commands.ResolveGap):
                    for charge in record.event.charges or ():
                        before[charge.player] -= charge.cents
            self._results[night_id] = (self._of_people(before, loaded), self._of_people(after, loaded))
        return self._results[night_id]

    def _of_people(self, results: Mapping[PlayerId, int], loaded: LoadedNight) -> CameTo:
        """The results without that of a banker who only kept the bank."""
        of_people = {
            self._company.person(player): cents
            for player, cents in results.items()
            if cents or player in loaded.night.people
        }
        return self._came_to(of_people, loaded.night.terms.currency.exponent)

    def _came_to(self, results: Mapping[PlayerId, int], exponent: int) -> CameTo:
        """These results in the whole unit of their currency, because nights of one currency may have other decimals."""
        amounts = {person: Fraction(cents, 10**exponent) for person, cents in results.items()}
        known = self._company.names.keys() - {one.id for one in self._company.newcomers}
        others = sorted(amount for person, amount in amounts.items() if person not in known)
        return CameTo({person: amount for person, amount in amounts.items() if person in known}, others)


def holds(night: LoadedNight, other: LoadedNight) -> bool:
    """Whether a night has all hands of another one of the same table, and goes on at least as long."""
    return _begun(night) >= _begun(other) and _played(night)[1] >= _played(other)[1]


def day_of(loaded: LoadedNight) -> str:
    """The day on which the night was opened, by its own clock."""
    return on_the_wall(loaded.records[0].occurred_at, loaded.night.terms.zone).date().isoformat()


def _played(loaded: LoadedNight) -> tuple[str, str]:
    """When the night was opened, and when it was closed, or what was recorded of it last happened."""
    closes = (one.occurred_at for one in effective(loaded.records) if isinstance(one.event, commands.CloseNight))
    return loaded.records[0].occurred_at, next(closes, loaded.records[-1].occurred_at)


def _begun(loaded: LoadedNight) -> Set[str]:
    """When its hands began or, of a night of the bank alone, when its players came."""
    acts = effective(loaded.records)
    hands = {one.occurred_at for one in acts if isinstance(one.event, commands.AnnounceHand)}
    return hands or {one.occurred_at for one in acts if isinstance(one.event, commands.SeatPlayer)}
