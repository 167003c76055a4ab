"""Results of many nights are recorded in one transaction: a process that dies on the way leaves nothing."""

import pytest

from engine import commands
from engine.ledger.accounts import nets
from service.app.book import Book
from service.app.exchange.exports import debts_as, results_of
from service.app.exchange.results import bring, look
from service.app.people import clubs, forget_player, found_club
from service.app.refusals import NoResults
from service.app.seeing import nights, see
from service.app.take import IncomingCommand, take
from service.book.store.schema import open_book
from service.errors import VersionConflict
from service.reports.views.exchange import ImportAnswers
from tests.forked import Forked

NOTHING = ImportAnswers()
FILE = "date;Anna;Bo\n2019-01-01;5;-5\n2019-01-02;6;-6\n2019-01-03;7;-7\n"
DIES = """
import os, sys
from pathlib import Path
from service.app.book import Book
from service.app.exchange.results import bring, look
from service.reports.views.exchange import ImportAnswers
from service.book.store import event_store
from service.book.store.schema import open_book

inserted = event_store.insert_events
calls = []

def dying(*args):
    calls.append(1)
    if len(calls) == int(sys.argv[2]):
        os._exit(9)
    return inserted(*args)

event_store.insert_events = dying
with Book.on(open_book(sys.argv[1]), home=Path(sys.argv[3])) as book:
    bring(book, look(book, "Home", [("old.csv", sys.argv[4].encode())], ImportAnswers()))
"""


# Each night is inserted, and then what the club says of it.
@pytest.mark.parametrize("at", [1, 2, 5, 6])
def test_a_process_that_dies_on_the_way_leaves_nothing(tmp_path, at) -> None:
    url = f"sqlite:///{tmp_path / 'book.db'}"
    open_book(url).close()
    assert Forked(["-c", DIES, url, at, tmp_path, FILE]).wait(60) == 9
    with Book.on(open_book(url), home=tmp_path) as book:
        assert not nights(book, limit=9).nights
        assert not clubs(book).clubs
        assert bring(book, look(book, "Home", [("old.csv", FILE.encode())], NOTHING)).recorded
        assert len(nights(book, limit=9).nights) == 3


def test_two_who_import_the_same_file_at_once_record_it_once(book) -> None:
    bring(book, look(book, "Home", [("old.csv", b"date;Anna;Bo\n2018-01-01;5;-5\n")], NOTHING))
    first, second = (look(book, "Home", [("old.csv", FILE.encode())], NOTHING) for _ in range(2))
    bring(book, first)
    with pytest.raises(VersionConflict):
        bring(book, second)
    assert len(nights(book, limit=9).nights) == 4


def test_imported_nights_bring_no_jobs(book) -> None:
    bring(book, look(book, "Home", [("old.csv", FILE.encode())], NOTHING))
    assert not book.followed


def test_a_club_without_a_closed_night_has_no_results(book) -> None:
    bring(book, look(book, "Home", [("old.csv", FILE.encode())], NOTHING))
    with pytest.raises(NoResults):
        results_of(book, "Home", currency="EUR")


CHIPS = (commands.Denomination(name="chip", worth=1, pieces=1000),)
RULING = commands.MakeRuling(
    text="a coin decides", moves=(commands.ChipMove(payer="box", payee="chips:anna", chips=5),), agreed_by=("anna",)
)
# A banker who does not play, what happens while the chips are out, and who bears the chip that is missing at the end.
GAPS = {
    "two bankers, each their own": ("bo", (commands.PassBank(to="anna", chips=798),), "banker"),
    "the last banker": ("bo", (commands.PassBank(to="anna", chips=800),), "banker"),
    "all, and the banker is none of them": ("dora", (RULING,), "all"),
    "losers, and the banker is one of them": ("dora", (RULING,), "losers"),
    "winners": ("dora", (), "winners"),
}


@pytest.mark.parametrize(("banker", "meanwhile", "by"), GAPS.values(), ids=GAPS)
def test_results_of_a_night_with_a_gap_are_the_same_for_everybody_when_they_are_read_again(
    book, banker, meanwhile, by
) -> None:
    club = found_club(book, "Home").id
    with book.handler() as handler:
        for name in ("Anna", "Bo", "Dora"):
            handler.clubs.admit(club, name, player=name.casefold())
    rules = commands.HouseRules(initial_loan=100, settles="ask")
    opened = commands.OpenNight(night="one", club=club, banker=banker, inventory=CHIPS, rules=rules)
    seated = (commands.SeatPlayer(player=player) for player in ("anna", "bo"))
    played = (*seated, commands.TransferChips(payer="bo", payee="anna", chips=33), *meanwhile)
    stacks = take(book, "one", [IncomingCommand(act) for act in (opened, *played)]).view.night.balance
    counts = (
        commands.CountChips(player=player, chips=stacks[f"chips:{player}"] - missing)
        for player, missing in (("anna", 1), ("bo", 0))
    )
    ended = (*counts, commands.CloseNight(), commands.ResolveGap(by=by), commands.FreezePlan())
    results = nets(take(book, "one", [IncomingCommand(act) for act in ended]).view.night)
    bring(book, look(book, "Away", [("out.csv", results_of(book, "Home").as_csv())], NOTHING))
    (copy,) = (one.night for one in nights(book, limit=9).nights if one.night != "one")
    again = see(book, copy)
    by_name = {again.name(player).casefold(): cents for player, cents in nets(again.night).items()}
    assert by_name == {player: cents for player, cents in results.items() if player in by_name or cents}


def played_with_decimals(book: Book, *of_nights: int) -> str:
    """A club in which Anna won 30 crowns from Bo in each night; a program may open one with other decimals."""
    club = found_club(book, "Home").id
    with book.handler() as handler:
        for name in ("Anna", "Bo"):
            handler.clubs.admit(club, name, player=name.casefold())
    rules = commands.HouseRules(initial_loan=100, settles="ask")
    for number, exponent in enumerate(of_nights, 1):
        money, night = commands.Currency(code="DKK", exponent=exponent), f"night-{number}"
        acts = (
            commands.OpenNight(night=night, club=club, banker="bo", unit=10**exponent, currency=money, rules=rules),
            *(commands.SeatPlayer(player=player) for player in ("anna", "bo")),
            commands.TransferChips(payer="bo", payee="anna", chips=30),
            commands.CountChips(player="anna", chips=130),
            commands.CountChips(player="bo", chips=70),
            commands.CloseNight(),
            commands.FreezePlan(),
        )
        take(book, night, [IncomingCommand(act) for act in acts])
    return club


def read_again(book: Book, exported: bytes) -> list[bool]:
    """Whether the club has each night of the file already."""
    return [night.already for night in look(book, "Home", [("out.csv", exported)], NOTHING).view.nights]


def test_a_night_that_was_played_here_is_known_also_in_an_export_with_finer_amounts(book) -> None:
    played_with_decimals(book, 0)
    exported = results_of(book, "Home").as_csv()
    assert read_again(book, exported) == [True]
    assert read_again(book, exported.replace(b"100", b"100,00")) == [True]


def test_a_night_that_was_played_here_is_known_also_once_one_of_its_players_is_forgotten(book) -> None:
    club = played_with_decimals(book, 2)
    before = results_of(book, "Home").as_csv()
    forget_player(book, club, "bo")
    after = results_of(book, "Home").as_csv()
    assert b"Bo" not in after
    assert read_again(book, before) == read_again(book, after) == [True]
    assert read_again(book, before.replace(b"130,00", b"131,00").replace(b"70,00", b"69,00")) == [False]
    assert read_again(book, before.replace(b"Anna", b"Dora").replace(b";anna", b";dora")) == [False]


def test_nights_of_one_currency_with_other_decimals_are_exported_alike(book) -> None:
    played_with_decimals(book, 2, 0, 2)
    rows = [line.split(";")[2:5] for line in results_of(book, "Home").as_csv().decode("utf-8-sig").splitlines()[1:]]
    assert rows == [["Anna", "100,00", "130,00"], ["Bo", "100,00", "70,00"]] * 3
    *debts, total = debts_as(book, "splitwise", "Home")[0].splitlines()[1:]
    assert [line.rpartition("DKK,")[2] for line in debts] == ["30.00,-30.00", "30,-30", "30.00,-30.00"]
    assert total.endswith("DKK,90.00,-90.00")
