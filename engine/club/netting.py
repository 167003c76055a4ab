"""Which debts of earlier nights go into the plan of a night, and what the club's stream says once they do."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors
from engine.club.acts import ClubAct, NetDebts, ReturnDebts
from engine.club.state import Club, NightRecord
from engine.house.agreements import Currency
from engine.ids import NightId, PlayerId
from engine.money import OLD_DEBTS_MAX, NettedDebt
from engine.state import Night


def taking_over(command: commands.FreezePlan, terms: commands.OpenNight, club: Club) -> commands.FreezePlan:
    """The plan of a night with the old debts that it takes over; as it is if it takes none.

    Refuses a list that the club does not give, more debts than one plan takes, and a club whose debts are all in other
    currencies or not there at all.
    """
    if not command.with_old_debts:
        return command
    debts = old_debts(club, terms.night, terms.currency)
    if command.old_debts not in ((), debts):
        raise errors.OldDebtsAreFilledIn()
    if len(debts) > OLD_DEBTS_MAX:
        raise errors.TooManyOldDebts(number=len(debts), most=OLD_DEBTS_MAX)
    others = {record.currency.code for record in left_out(club, terms.night, terms.currency).values()}
    if not debts and others - {terms.currency.code}:
        raise errors.OldDebtsAreInAnotherCurrency(currency=terms.currency.code, others=sorted(others))
    if not debts:
        raise errors.NoOldDebts(currency=terms.currency.code)
    return replace(command, old_debts=debts)


def old_debts(club: Club, night: NightId, currency: Currency) -> tuple[NettedDebt, ...]:
    """The debts that a plan of this night may take over: unpaid, of nights opened before it, in the same currency.

    In the order of the nights and of their plans. What an earlier plan of this night took over is among them, because a
    plan that is made anew gives it back. A night that the club does not know yet is the newest.
    """
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
        results += [NettedDebt(payer, payee, cents, night=name) for (payer, payee), cents in open_here.items()]
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
    if list(map(club.between_people, carried)) == list(map(club.between_people, planned)):
        return ()
    returned = (ReturnDebts(night=name),) if carried else ()
    return (*returned, NetDebts(night=name, debts=planned)) if planned else returned
