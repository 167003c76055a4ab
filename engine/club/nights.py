"""A night as its club records it: its phase, what is unpaid of its plan, and the debts of earlier nights that go into it."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine import commands, errors
from engine.club.acts import ClubAct, NetDebts, NightPhase, RecordNight, ReturnDebts
from engine.club.state import Club, NightRecord, owed_in
from engine.house.agreements import Currency
from engine.ids import NightId, PlayerId
from engine.money import OLD_DEBTS_MAX, Debt, NettedDebt
from engine.speech import Phrase, phrase
from engine.state import Night


def taking_over(command: commands.FreezePlan, night: Night, club: Club) -> commands.FreezePlan:
    """The plan of a night with the old debts that it takes over; as it is if it takes none.

    Refuses a list that the club does not give, more debts than one plan takes, and a club whose debts are all in other
    currencies or not there at all.
    """
    if not command.with_old_debts:
        return command
    terms = night.terms
    debts = old_debts(club, terms.night, terms.currency, night.people)
    if command.old_debts not in ((), debts):
        raise errors.OldDebtsAreFilledIn()
    if len(debts) > OLD_DEBTS_MAX:
        raise errors.TooManyOldDebts(number=len(debts), most=OLD_DEBTS_MAX)
    others = {record.currency for record in left_out(club, terms.night, terms.currency).values()} - {terms.currency}
    if not debts and others:
        raise in_another_currency(terms.currency, others)
    if not debts:
        raise errors.NoOldDebts(currency=terms.currency.code)
    return replace(command, old_debts=debts)


def in_another_currency(currency: Currency, others: Iterable[Currency]) -> errors.Refusal:
    """The refusal of a plan in this currency where all that is unpaid is in these; decimals tell two of one code apart."""
    found = sorted(others, key=lambda one: (one.code, one.exponent))
    called = dict.fromkeys(with_decimals(one) if one.code == currency.code else one.code for one in found)
    alike = any(one.code == currency.code for one in found)
    return errors.OldDebtsAreInAnotherCurrency(
        currency=with_decimals(currency) if alike else currency.code, others=[*called]
    )


def with_decimals(currency: Currency) -> Phrase:
    """A currency in words, with its decimals, because two may share a code."""
    return phrase("{code} with {decimals} decimals", code=currency.code, decimals=currency.exponent)


def old_debts(club: Club, night: NightId, currency: Currency, here: Iterable[PlayerId] = ()) -> tuple[NettedDebt, ...]:
    """The debts that a plan of this night may take over: unpaid, of nights opened before it, in the same currency.

    In the order of the nights and of their plans. What an earlier plan of this night took over is among them, because a
    plan that is made anew gives it back. A night that the club does not know yet is the newest. Each is between the people
    whom the members turned out to be, by the id under which somebody is `here`, so that nobody pays themselves.
    """
    ids: dict[PlayerId, list[PlayerId]] = {}
    for player in here:
        ids.setdefault(club.person(player), []).append(player)
    called = {person: players[0] for person, players in ids.items() if len(players) == 1}
    club = club.of_people()
    own = club.nights.get(night)
    taken = own.carried if own else ()
    results = []
    for name, record in _earlier(club, night):
        if record.currency != currency:
            continue
        open_here = record.remaining()
        for debt in taken:
            if debt.night == name:
                pair = (debt.payer, debt.payee)
                open_here[pair] = open_here.get(pair, 0) + debt.cents
        results += [
            NettedDebt(called.get(payer, payer), called.get(payee, payee), cents, night=name)
            for (payer, payee), cents in open_here.items()
        ]
    return tuple(results)


def owed_before(player: PlayerId, terms: commands.OpenNight, club: Club) -> int:
    """The cents that the player owes from nights before this one, in its currency."""
    person = club.person(player)
    return sum(debt.cents for debt in old_debts(club, terms.night, terms.currency) if debt.payer == person)


def left_out(club: Club, night: NightId, currency: Currency) -> dict[NightId, NightRecord]:
    """The other nights with unpaid debts, none of which a plan of this night may take over, in the order of opening."""
    club = club.of_people()
    earlier = dict(_earlier(club, night))
    return {
        name: record
        for name, record in club.nights.items()
        if name != night and record.remaining() and (name not in earlier or record.currency != currency)
    }


def _earlier(club: Club, night: NightId) -> Iterator[tuple[NightId, NightRecord]]:
    """The nights that were opened before this one, the first of them first."""
    for name, record in club.nights.items():
        if name == night:
            return
        yield name, record


def netting(club: Club, night: Night) -> tuple[ClubAct, ...]:
    """The acts by which the club's stream says what the plan of the night takes over, and no longer takes over.

    Empty while both say the same. They stand before the act that records how far the night has come.
    """
    name, plan = night.terms.night, night.closing.plan
    record = club.nights.get(name)
    carried = record.carried if record else ()
    planned = plan.old_debts if plan else ()
    if carried == planned:
        return ()
    returned = (ReturnDebts(night=name),) if carried else ()
    return (*returned, NetDebts(night=name, debts=planned)) if planned else returned


def insist_nobody_owes_themselves(club: Club, night: Night) -> None:
    """Refuses a plan by which two members who are one person by now owe each other, unless the club has it so already."""
    record = club.nights.get(night.terms.night)
    before = owed_in(record.unpaid) if record else {}
    for debt in unpaid_of(night):
        if club.person(debt.payer) == club.person(debt.payee) and (debt.payer, debt.payee) not in before:
            raise errors.TheyOweEachOther(payer=debt.payer, payee=debt.payee, night=night.terms.night)


def record_of(night: Night, *, version: int, head: str) -> RecordNight:
    """The act that records the night as it stands. An error before the night is open.

    `version` and `head` are the number and the hash of its last event.
    """
    return RecordNight(
        night=night.terms.night,
        version=version,
        head=head,
        phase=phase_of(night),
        currency=night.terms.currency,
        unpaid=unpaid_of(night),
    )


def people_of(night: Night) -> tuple[PlayerId, ...]:
    """Everyone at the table, the bankers, and who has only an old debt in the plan."""
    plan = night.closing.plan
    in_debts = (person for debt in plan.old_debts for person in (debt.payer, debt.payee)) if plan else ()
    return tuple(dict.fromkeys((*night.everybody, *in_debts)))


def phase_of(night: Night) -> NightPhase:
    """The phase of a night that has been opened: open, closed, settling or settled; void if nothing of it is left."""
    if night.phase == "open":
        return "void" if is_void(night) else "open"
    if night.phase == "planned":
        return "settling" if unpaid_of(night) else "settled"
    assert night.phase != "new", "A night that is not open yet has no phase."
    return "void" if is_void(night) else "closed"


def is_void(night: Night) -> bool:
    """Whether this is a settlement without a night, and has no plan: it is nobody's any more."""
    return night.terms.debts_only and not night.people and night.closing.plan is None


def unpaid_of(night: Night) -> tuple[Debt, ...]:
    """What is still to be paid of the frozen plan, in its order; empty before there is one."""
    plan = night.closing.plan
    transfers = plan.transfers if plan is not None and plan.transfers else ()
    return tuple(
        Debt(transfer.payer, transfer.payee, transfer.cents - paid)
        for transfer, paid in zip(transfers, night.closing.paid, strict=True)
        if paid < transfer.cents
    )
