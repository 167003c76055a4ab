"""How players want to be paid: given, deleted and listed by the banker, and put beside what is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.house.agreements import Currency
from engine.ids import PlayerId
from engine.spelling import called_or_begun
from service.app import people
from service.app.book import Book
from service.app.people import club_named
from service.app.refusals import AmbiguousName, NotAMember
from service.book.store.names import Handle, drop_handle, handles_of, keep_handle
from service.errors import HandleMissing
from service.people.payment_handles import KINDS, HandleKind, KindCalled, handle_of, read_handle
from service.reports.paying import Ways, ticket, tickets, ways_text
from service.reports.views.club import ClubView, Handles, HandleView
from service.reports.views.settling.settlement import frozen_plan

if TYPE_CHECKING:
    from service.reports.night_report import NightReport
    from service.reports.printing.document import Ticket, Tickets
    from service.reports.views.settling.settlement import Settlement, TransferView
    from service.reports.views.settling.standing_account import DebtDue
    from service.reports.views.visible_night import VisibleNight


def handles(book: Book, person: str = "", *, club: str = "") -> Handles:
    """The handles of a club, or of one of its members."""
    return _handles(book, club_named(book, club), person)


def _handles(book: Book, listed: ClubView, person: str) -> Handles:
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
    wanted = _member(names, listed.name, person) if person else ""
    return Handles(
        club=listed.id,
        handles=tuple(
            sorted(
                (
                    HandleView(
                        player=one.player, name=names.get(one.player, one.player), kind=one.kind, handle=one.handle
                    )
                    for one in handles_of(book.database, listed.id)
                    if wanted in ("", one.player)
                ),
                key=lambda one: (one.name, one.player, one.kind),
            )
        ),
    )


def handles_in(book: Book, club_id: str) -> Handles:
    """The handles of the club with this id. Refuses a club that is not there (ClubMissing)."""
    return _handles(book, people.club(book, club_id), "")


def put_handle(book: Book, club_id: str, player: PlayerId, kind: HandleKind, text: str) -> HandleView:
    """Keeps how a member wants to be paid, by the ids of club and member. Refuses what is no handle of this kind."""
    member = people.player(book, club_id, player)
    handle = handle_of(kind, text)
    keep_handle(book.database, Handle(club_id, player, kind, handle))
    return HandleView(player=player, name=member.name, kind=kind, handle=handle)


def delete_handle(book: Book, club_id: str, player: PlayerId, kind: HandleKind) -> None:
    """Deletes a member's handle of this kind. Refuses one that is not there (HandleMissing)."""
    member = people.player(book, club_id, player)
    if not drop_handle(book.database, club_id, player, kind):
        raise HandleMissing(member.name, KindCalled(kind))


def give_handle(book: Book, person: str, words: Sequence[str], *, club: str = "") -> HandleView:
    """Keeps how a member wants to be paid, in place of an earlier handle of the same kind. Refuses what is no handle."""
    listed = club_named(book, club)
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
    player = _member(names, listed.name, person)
    kind, handle = read_handle(words)
    keep_handle(book.database, Handle(listed.id, player, kind, handle))
    return HandleView(player=player, name=names[player], kind=kind, handle=handle)


def remove_handle(book: Book, person: str, kind: str, *, club: str = "") -> HandleView:
    """Deletes a member's handle of this kind and returns what was kept, with an empty handle. Refuses one that is not there."""
    listed = club_named(book, club)
    with book.handler() as handler:
        names = handler.names.by_id(listed.id)
    player = _member(names, listed.name, person)
    if not drop_handle(book.database, listed.id, player, kind):
        raise HandleMissing(names[player], KindCalled(kind))
    return HandleView(player=player, name=names[player], kind=kind, handle="")


def ways_to_pay(book: Book, club_id: str) -> dict[PlayerId, dict[HandleKind, str]]:
    """The handles of a club by player and kind; of a member who turned out to be another one those of that one, if any."""
    results: dict[PlayerId, dict[HandleKind, str]] = {}
    for one in handles_of(book.database, club_id):
        for kind in KINDS:
            if one.kind == kind:
                results.setdefault(one.player, {})[kind] = one.handle
    with book.handler() as handler:
        merged = handler.clubs.look(club_id).club.merged()
    return results | {player: results[person] for player, person in merged.items() if person in results}


def tickets_of(book: Book, report: NightReport, player: PlayerId = "") -> Tickets | None:
    """How to pay what is open of a night, or of one player; None if nobody who is owed gave a handle."""
    ways = ways_to_pay(book, report.night.club)
    return tickets(report, ways, player) if ways else None


def ticket_of_transfer(book: Book, view: VisibleNight, transfer: TransferView) -> Ticket | None:
    """How to pay what is open of one transfer of a frozen plan, a code for each way; None if nothing is open or the payee gave no handle."""
    ways = ways_to_pay(book, view.opened.club).get(transfer.payee)
    if not ways or not transfer.open_cents:
        return None
    what_for = view.title
    return ticket(transfer.payer_name, transfer.payee_name, transfer.open_cents, view.opened.currency, ways, what_for)


def tickets_of_payer(book: Book, view: VisibleNight) -> dict[int, Ticket]:
    """How the player as whom the reader looks pays each open transfer, by its number; those whose payee gave a handle."""
    plan = frozen_plan(view) if view.viewer and view.phase != "open" else None
    theirs = [one for one in plan.transfers if one.payer == view.viewer] if plan else []
    results = {one.number: ticket_of_transfer(book, view, one) for one in theirs}
    return {number: ticket for number, ticket in results.items() if ticket}


def how_to_pay(book: Book, view: VisibleNight, plan: Settlement) -> list[str]:
    """A sentence for each open transfer of a frozen plan whose payee gave a handle; a link has the amount in it."""
    if plan.frozen is None:
        return []
    every = ways_to_pay(book, view.opened.club)
    texts = []
    for transfer in plan.transfers:
        if transfer.open_cents and (ways := every.get(transfer.payee)):
            payee, what_for = view.names.get(transfer.payee, transfer.payee), view.title
            parts = ways_text(ways, transfer.open_cents, view.opened.currency, payee=payee, what_for=what_for)
            texts.append(f"{transfer.number}. {payee}: {' · '.join(parts)}")
    return texts


def ways_to_pay_a_debt(every: Mapping[PlayerId, Ways], debt: DebtDue) -> list[str]:
    """How a debt can be paid, in words; `every` has the handles of the club by player."""
    currency = Currency(code=debt.currency.code, exponent=debt.currency.exponent)
    ways = every.get(debt.payee, {})
    return ways_text(ways, debt.cents, currency, payee=debt.payee_name, what_for=debt.night_name)


def _member(names: Mapping[PlayerId, str], club: str, spoken: str) -> PlayerId:
    """The member of this name, or of the only one that begins so, or of this id."""
    meant = called_or_begun(spoken, names) or [player for player in names if player == spoken]
    if not meant:
        raise NotAMember(club, spoken, list(names.values()))
    if len(meant) > 1:
        raise AmbiguousName(spoken, [names[player] for player in meant])
    return meant[0]
