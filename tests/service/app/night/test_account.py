"""An account over all nights is read from the list, which says of each night that is over what its events come to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.errors import Refusal
from engine.folding import fold
from engine.ledger.accounts import nets
from engine.reports.night_results import night_accounts
from service.app.book import Book
from service.app.looking_back.verify import verify_night
from service.app.night.settling import account
from service.book.moving.rebuilding import rebuild_club
from service.book.recording.unit_of_work import accounts_in
from service.book.store.event_store import EventStore
from tests.bench.long_club import CLUB, MEMBERS, book_of_years, night_called
from tests.service.book.proof.forging import unguarded
from tests.soak import rounds

NIGHTS = 3


@pytest.fixture
def book(tmp_path):
    with book_of_years(tmp_path / "years.db", NIGHTS, 40) as made:
        yield made


def rows_of(book: Book) -> dict[str, str]:
    with book.handler() as handler:
        return {night: handler.lists.night(CLUB, night).accounts for night in map(night_called, range(NIGHTS))}


def insist_the_list_says_what_the_events_come_to(book: Book) -> None:
    """Folded anew from the events, for everybody and every night; and every account adds up to what is open."""
    open_cents = dict.fromkeys(MEMBERS, 0)
    with book.handler() as handler:
        for night in map(night_called, range(NIGHTS)):
            records = handler.load(night).records
            folded = fold(records)
            kept = accounts_in(handler.lists.night(CLUB, night))
            assert kept == night_accounts(records, folded)
            assert {player: kept[player].result for player in nets(folded)} == nets(folded)
            for player, it in kept.items():
                open_cents[player] += it.result + it.expenses + it.old + it.rounded + it.paid
    for member in MEMBERS:
        balances = [one.balance_cents for one in account(book, CLUB, member).accounts]
        assert sum(balances) == open_cents[member]


def test_an_account_reads_no_event_of_a_night_that_is_over(book, monkeypatch) -> None:
    read, nights = EventStore.read, []

    def reading(self, stream, **more):
        nights.append(stream.night)
        return read(self, stream, **more)

    monkeypatch.setattr(EventStore, "read", reading)
    told = account(book, CLUB, MEMBERS[2])
    assert [len(one.nights) for one in told.accounts] == [NIGHTS]
    assert set(nights) <= {""}


# Payments of parts, of the rest and struck again, in whatever order the rules let them.
ACTS = st.lists(
    st.tuples(st.integers(0, NIGHTS - 1), st.sampled_from(("pay", "strike")), st.integers(1, 5), st.integers(1, 400)),
    max_size=12,
)


@settings(max_examples=rounds(6, 60))
@given(acts=ACTS)
def test_whatever_is_paid_and_struck_the_list_says_what_the_events_come_to(tmp_path_factory, acts) -> None:
    with book_of_years(tmp_path_factory.mktemp("years") / "book.db", NIGHTS, 30) as book:
        for number, kind, which, cents in acts:
            night = night_called(number)
            with book.handler(night) as handler:
                last = handler.load(night).version
                command: commands.Command = commands.RecordPayment(transfer=which, cents=cents)
                if kind == "strike":
                    command = commands.StrikeEvents(versions=(last,), reason="mistyped")
                try:
                    handler.handle(night, command)
                except Refusal:
                    continue
        insist_the_list_says_what_the_events_come_to(book)
        before = rows_of(book)
        rebuild_club(book.database, CLUB, book.now())
        assert rows_of(book) == before
        assert all(verify_night(book, night_called(number)).holds for number in range(NIGHTS))


def test_an_account_that_was_changed_in_the_list_is_found(book) -> None:
    with unguarded(book.database) as execute:
        execute("UPDATE night SET accounts = replace(accounts, '[', '[1') WHERE night = ?", (night_called(1),))
    found = verify_night(book, night_called(1))
    assert [check.name for check in found.checks if not check.holds] == ["list"]
    rebuild_club(book.database, CLUB, book.now())
    assert verify_night(book, night_called(1)).holds
