"""Writes what people of a club still owe each other, for Splitwise and ihatemoney."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from service.app.book import Book
from service.app.clock import on_the_wall
from service.app.people import club_named
from service.reports.debts import OpenDebt, as_bills_csv, as_bills_json, as_splitwise

Form = Literal["splitwise", "ihatemoney-csv", "ihatemoney-json"]
FORMS = {"splitwise": as_splitwise, "ihatemoney-csv": as_bills_csv, "ihatemoney-json": as_bills_json}


def debts_as(book: Book, form: Form, club: str = "") -> tuple[str, int]:
    """The file, and how many debts are in it."""
    debts = open_debts(book, club)
    return FORMS[form](debts), len(debts)


def open_debts(book: Book, club: str = "") -> Sequence[OpenDebt]:
    """What is still to be paid in a club, oldest first."""
    found = club_named(book, club)
    debts = []
    with book.handler() as handler:
        names = handler.names.by_id(found.id)
        state = handler.clubs.load(found.id).club
        for night, owed in state.unpaid().items():
            listed = handler.lists.night(found.id, night)
            date = on_the_wall(listed.opened_at, listed.zone).strftime("%Y-%m-%d")
            for debt in owed:
                people = (names.get(debt.payer, debt.payer), names.get(debt.payee, debt.payee))
                debts.append(OpenDebt(date, listed.name or night, *people, debt.cents, state.nights[night].currency))
    return sorted(debts, key=lambda debt: debt.date)
