"""Who has to be reminded of what? Each person who owes money for some days, with a text that is ready to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

import msgspec

from engine.club.acts import RecordNight
from engine.club.state import Club, NightRecord
from engine.grammar import amount_told
from engine.ids import NightId, PlayerId
from engine.speech import say, say_number
from service.book.club_codec import RecordedAct
from service.language.local_time import day_told
from service.reports.views.visible_night import Money


class DebtDue(msgspec.Struct, frozen=True, kw_only=True):
    """What a person owes another from one night; `since` is the day (UTC) on which the debt arose.

    That is the day on which the plan of the night was frozen. What the plan took over from earlier nights is as old as
    the oldest of them, for those who owed when they were taken together.
    """

    night: NightId
    night_name: str
    payee: PlayerId
    payee_name: str
    cents: int
    currency: Money
    since: str
    days: int


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """All that one person has owed for long enough, the oldest debt first, and the text to send them."""

    id: PlayerId
    name: str
    debts: tuple[DebtDue, ...]
    text: str


class Reminders(msgspec.Struct, frozen=True, kw_only=True):
    """The reminders of a club on a day, by name. `after_days`: a debt is due so many days after it arose."""

    club: str
    club_name: str
    day: str
    after_days: int
    reminders: tuple[Reminder, ...]


def reminders_of(
    club: Club,
    records: Sequence[RecordedAct],
    *,
    day: date,
    after_days: int,
    names: Mapping[PlayerId, str],
    night_names: Mapping[NightId, str],
) -> Reminders:
    """The reminders of the club on this day; `records` are its acts."""
    ages = _Ages(club, records)
    due: dict[PlayerId, list[DebtDue]] = {}
    for night, record in club.nights.items():
        for payer, debt in _of_a_night(night, record, ages, day, names, night_names):
            if debt.days >= after_days:
                due.setdefault(payer, []).append(debt)
    reminders = [
        Reminder(id=payer, name=names.get(payer, payer), debts=tuple(debts), text=_text(names.get(payer, payer), debts))
        for payer, debts in due.items()
    ]
    reminders.sort(key=lambda one: (one.name.casefold(), one.id))
    return Reminders(
        club=club.id, club_name=club.name, day=day.isoformat(), after_days=after_days, reminders=tuple(reminders)
    )


class _Ages:
    """Since when each person owes what is unpaid of each night."""

    def __init__(self, club: Club, records: Sequence[RecordedAct]) -> None:
        self._club = club
        self._planned = _planned_on(records)
        self._known: dict[tuple[NightId, PlayerId], date] = {}

    def of(self, night: NightId, payer: PlayerId) -> date:
        """The day on which the oldest debt arose that is in what the person owes of this night."""
        found = self._known.get((night, payer))
        if found is None:
            carried = [debt for debt in self._club.nights[night].carried if payer in (debt.payer, debt.payee)]
            owed = [debt for debt in carried if debt.payer == payer]
            # Whoever was owed as much as they owed brought no debt into the plan. Debts are only carried forwards.
            brought = 2 * sum(debt.cents for debt in owed) > sum(debt.cents for debt in carried)
            earlier = [self.of(debt.night, payer) for debt in owed] if brought else []
            found = self._known[night, payer] = min([self._planned[night], *earlier])
        return found


def _planned_on(records: Sequence[RecordedAct]) -> dict[NightId, date]:
    """The day on which the plan of each night was frozen; without nights that have none."""
    planned: dict[NightId, date] = {}
    for record in records:
        if isinstance(record.act, RecordNight):
            if record.act.phase in ("open", "closed"):
                planned.pop(record.act.night, None)
            else:
                planned.setdefault(record.act.night, datetime.fromisoformat(record.recorded_at).date())
    return planned


def _of_a_night(
    night: NightId,
    record: NightRecord,
    ages: _Ages,
    day: date,
    names: Mapping[PlayerId, str],
    night_names: Mapping[NightId, str],
) -> Iterator[tuple[PlayerId, DebtDue]]:
    for (payer, payee), cents in record.remaining().items():
        since = ages.of(night, payer)
        yield (
            payer,
            DebtDue(
                night=night,
                night_name=night_names.get(night) or night,
                payee=payee,
                payee_name=names.get(payee, payee),
                cents=cents,
                currency=Money(code=record.currency.code, exponent=record.currency.exponent),
                since=since.isoformat(),
                days=(day - since).days,
            ),
        )


def _text(name: str, debts: Sequence[DebtDue]) -> str:
    """The text for one person, a line for each debt."""
    hello = say("Hello {name}, this is still to be paid:", name=name)
    return "\n".join([hello, *(f"- {_line(debt)}" for debt in debts), say("Thank you!"), ""])


def _line(debt: DebtDue) -> str:
    return say_number(
        "{amount} to {payee}, from “{night}”, since {since} ({number} day)",
        "{amount} to {payee}, from “{night}”, since {since} ({number} days)",
        debt.days,
        amount=amount_told(debt.cents, debt.currency.exponent, debt.currency.code),
        payee=debt.payee_name,
        night=debt.night_name,
        since=day_told(debt.since),
    )
