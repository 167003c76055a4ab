"""Whether the club has a night of a file already: one of the same day, with the same people and the same results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import NamedTuple

from engine import commands
from engine.folding import effective
from engine.ids import NightId, PlayerId
from engine.ledger.accounts import nets
from service.app.night.clock import on_the_wall
from service.app.people import Company
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import LoadedNight
from service.book.store.lists import ListedNight, Which

NIGHTS_A_PAGE = 500


class CameTo(NamedTuple):
    """What a night came to for everybody: for those whom the club knows by name, and, in order, for the others."""

    known: Mapping[PlayerId, Fraction]
    others: Sequence[Fraction]


class KnownNights:
    """The nights that the club has on these days.

    Whoever is forgotten has no name by which a file could mean them, so they may be anybody who is new with the file.
    """

    def __init__(self, handler: CommandHandler, company: Company, days: Set[str]) -> None:
        self._handler = handler
        self._company = company
        self._of_day: dict[str, list[NightId]] = {}
        self._results: dict[NightId, tuple[CameTo, ...]] = {}
        page: list[ListedNight] = []
        while not company.club_is_new:
            after = page[-1] if page else None
            page = handler.lists.nights(Which(club=company.club_id), after=after, limit=NIGHTS_A_PAGE)
            for one in page:
                day = on_the_wall(one.opened_at, one.zone).date().isoformat()
                if day in days and not one.is_empty:
                    self._of_day.setdefault(day, []).append(one.night)
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

    def as_recorded(self, loaded: LoadedNight) -> Iterator[NightId]:
        """The nights at the time of this one, which is not in the book, that came to the same.

        One whose acts all have one time was entered afterwards, and nobody knows when on its day it was.
        """
        day = on_the_wall(loaded.records[0].occurred_at, loaded.night.terms.zone).date().isoformat()
        begins, ends = _played(loaded)
        stated = self._of_people(nets(loaded.night), loaded)
        for night in self.of(day):
            first, last = _played(self._handler.load(night))
            if (first == last or (first <= ends and begins <= last)) and stated in self._of(night):
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


def _played(loaded: LoadedNight) -> tuple[str, str]:
    """When the night was opened, and when it was closed, or what was recorded of it last happened."""
    closes = (one.occurred_at for one in effective(loaded.records) if isinstance(one.event, commands.CloseNight))
    return loaded.records[0].occurred_at, next(closes, loaded.records[-1].occurred_at)
