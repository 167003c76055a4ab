"""Standings over the nights of a club: what is kept with the events, and what is made of it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from engine import commands
from engine.acts import Waiver
from engine.reports.figures import standings as standings_of_a_night
from service.app import people
from service.app.book import Book
from service.app.looking_back import standings as app
from service.app.looking_back.standings import Question, as_html
from service.app.refusals import Refused
from service.book.db import Database
from service.book.moving.rebuilding import rebuild_book
from service.book.proof.book import prove_book
from service.book.store.lists import ListedNight, list_night
from service.book.store.night_results import keep_results, results_kept
from service.errors.problems import OptedOut
from service.reports.season import FORGOTTEN, OTHERS_CALLED
from tests.service.book.moving.clubs import rows
from tests.service.season.nights import CLUB, PEOPLE, Clock, club, play_nights

NIGHTS = 5
AT = "2026-07-01T12:00:00Z"


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> bytes:
    """The file of a book with some nights: played once, because it takes a while."""
    from service.book.store.schema import open_book

    path = tmp_path_factory.mktemp("season") / "book.db"
    database = open_book(f"sqlite:///{path}")
    clock = Clock()
    play_nights(club(database, clock), clock, NIGHTS, hands=2)
    with database.reading() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return path.read_bytes()


@pytest.fixture
def book(played, tmp_path) -> Iterator[Book]:
    from service.book.store.schema import open_book

    path = tmp_path / "book.db"
    path.write_bytes(played)
    with Book.on(open_book(f"sqlite:///{path}"), home=tmp_path, now=lambda: AT) as book:
        yield book


@contextmanager
def counted(database: Database) -> Iterator[list[str]]:
    """The statements that the database is sent meanwhile."""
    sent: list[str] = []
    database.close()

    def listen(connection: Any, _: object) -> None:
        connection.set_trace_callback(sent.append)

    event.listen(database.engine, "connect", listen)
    try:
        yield sent
    finally:
        database.close()
        event.remove(database.engine, "connect", listen)


def events(book: Book) -> list[tuple[Any, ...]]:
    return rows(book.database, "event")


def test_standings_are_the_sums_of_the_reports_of_the_nights(book) -> None:
    wanted: Counter[str] = Counter()
    nights: Counter[str] = Counter()
    with book.handler() as handler:
        for number in range(1, NIGHTS + 1):
            for one in standings_of_a_night(handler.load(f"n{number}").night):
                wanted[one.player] += one.result
                nights[one.player] += 1
    (table,) = app.standings(book, CLUB).seasons
    assert {line.player: line.result for line in table.standings} == dict(wanted)
    assert {line.player: line.nights for line in table.standings} == dict(nights)
    assert {line.player: line.name for line in table.standings}.items() <= PEOPLE.items()
    assert sum(line.result for line in table.standings) == 0
    assert table.nights == NIGHTS


def test_days_choose_the_nights_by_the_clock_of_the_night(book) -> None:
    (table,) = app.standings(book, CLUB, Question(since="2026-01-09", until="2026-01-16")).seasons
    assert table.nights == 2
    assert app.standings(book, CLUB, Question(until="2026-01-01")).seasons == ()


def test_names_roles_and_opting_out_change_no_event_of_a_night(book) -> None:
    before = [row for row in events(book) if row[1].startswith("night")]
    assert before
    people.rename_player(book, CLUB, "p-anna", "Annette")
    people.forget_player(book, CLUB, "p-bo")
    people.opt_out(book, CLUB, "p-carl", out=True)
    assert [row for row in events(book) if row[1].startswith("night")] == before
    (table,) = app.standings(book, CLUB).seasons
    names = {line.player: line.name for line in table.standings}
    assert names["p-anna"] == "Annette"
    assert names["p-bo"] == FORGOTTEN
    assert names[""] == OTHERS_CALLED
    assert "p-carl" not in names


def test_who_opted_out_is_named_in_no_table_and_on_no_page_but_the_sums_stay(book) -> None:
    (before,) = app.standings(book, CLUB).seasons
    carl = next(line for line in before.standings if line.player == "p-carl")
    people.opt_out(book, CLUB, "p-carl", out=True)
    (table,) = app.standings(book, CLUB).seasons
    assert (table.standings[-1].player, table.standings[-1].result) == ("", carl.result)
    assert sum(line.result for line in table.standings) == 0
    for told in (
        as_html(book, CLUB, Question()),
        str(app.standings(book, CLUB)),
        str(app.player_season(book, CLUB, "p-bo")),
    ):
        assert "Carl" not in told
        assert "p-carl" not in told
    assert "Carl" not in app.as_csv(book, CLUB, Question()).decode()


def test_the_own_season_stays_and_is_for_its_player_alone(book) -> None:
    (before,) = app.player_season(book, CLUB, "p-carl").seasons
    people.opt_out(book, CLUB, "p-carl", out=True)
    own = app.player_season(book, CLUB, "p-carl")
    assert own.opted_out
    assert own.seasons == (before,)
    with pytest.raises(OptedOut):
        app.player_season(book, CLUB, "p-carl", of_the_hidden=False)
    people.opt_out(book, CLUB, "p-carl", out=False)
    assert not app.player_season(book, CLUB, "p-carl", of_the_hidden=False).opted_out


def test_opting_out_twice_is_refused_in_words(book) -> None:
    people.opt_out(book, CLUB, "p-carl", out=True)
    with pytest.raises(Refused, match="Carl opted out of standings already"):
        people.opt_out(book, CLUB, "p-carl", out=True)


def test_a_player_has_nights_games_and_opponents_that_add_up(book) -> None:
    (own,) = app.player_season(book, CLUB, "p-anna").seasons
    assert own.nights[-1].total == own.standing.result == sum(night.result for night in own.nights)
    assert sum(game.hands for game in own.games) == own.standing.hands
    assert sum(pair.won for pair in own.pairs) >= 0
    assert {pair.player for pair in own.pairs} == {"p-anna"}


def closed_night(book: Book) -> str:
    """A night of chips alone that is closed: Anna won 10 chips from Bo."""
    night = "handmade"
    acts = (
        commands.OpenNight(night=night, club=CLUB, banker="p-anna", unit=100),
        *(commands.SeatPlayer(player=player) for player in ("p-anna", "p-bo")),
        *(commands.GiveLoan(player=player, chips=50) for player in ("p-anna", "p-bo")),
        commands.TransferChips(payer="p-bo", payee="p-anna", chips=10),
    )
    uncounted = (Waiver(rule="count_is_missing", reason="the book stands"),)
    with book.handler() as handler:
        for act in acts:
            handler.handle(night, act)
        assert kept(book, night) == {}
        handler.handle(night, commands.CloseNight(waived=uncounted))
    return night


def kept(book: Book, night: str) -> dict[str, int]:
    """The results that are kept of a night."""
    return {row[2]: row[6] for row in rows(book.database, "night_result") if row[1] == night}


def test_a_night_counts_from_its_close_on_and_no_longer_when_the_close_is_struck(book) -> None:
    night = closed_night(book)
    assert kept(book, night) == {"p-anna": 1000, "p-bo": -1000}
    with book.handler() as handler:
        closing = next(
            record for record in handler.load(night).records if isinstance(record.event, commands.CloseNight)
        )
        handler.handle(night, commands.StrikeEvents(versions=(closing.version,), reason="one hand more"))
    assert kept(book, night) == {}


def test_a_strike_after_the_close_changes_the_rows_with_it_or_not_at_all(book, monkeypatch) -> None:
    night = closed_night(book)
    before = rows(book.database, "night_result")
    with book.handler() as handler:
        records = list(handler.load(night).records)
        moved = next(record for record in records if isinstance(record.event, commands.TransferChips))
        command = commands.StrikeEvents(versions=(moved.version,), reason="never happened")
        with monkeypatch.context() as patched:
            patched.setattr("service.book.store.event_store.keep_results", _fails)
            with pytest.raises(RuntimeError):
                handler.handle(night, command)
        assert rows(book.database, "night_result") == before
        assert handler.load(night).version == len(records)
        handler.handle(night, command)
    assert kept(book, night) == {"p-anna": 0, "p-bo": 0}
    assert all(proof.holds for proof in prove_book(book.database))


def _fails(*_: object) -> None:
    raise RuntimeError


def test_rebuilding_makes_the_same_rows_byte_for_byte(book) -> None:
    before = rows(book.database, "night_result")
    with book.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM night_result")
    rebuild_book(book.database, AT)
    assert rows(book.database, "night_result") == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE night_result SET result_cents = result_cents + 1 WHERE night = 'n2' AND player = 'p-bo'",
        "UPDATE night_result SET more = replace(more, '\"lowest\":', '\"lowest\":1') WHERE night = 'n2'",
        "UPDATE night_result SET opened_at = CAST(opened_at AS BLOB) WHERE night = 'n2'",
        "DELETE FROM night_result WHERE night = 'n2' AND player = 'p-bo'",
        (
            "INSERT INTO night_result SELECT club, night, 'p-finn', opened_at, ended_at, unit, 0, 0, 0, 0, 0, 0, more "
            "FROM night_result WHERE night = 'n4' AND player = 'p-bo'"
        ),
    ],
)
def test_a_row_that_was_changed_by_hand_is_found_and_made_again(book, change) -> None:
    with book.database.writing() as connection:
        assert connection.exec_driver_sql(change).rowcount
    faulty = [check.name for proof in prove_book(book.database) for check in proof.checks if not check.holds]
    assert faulty == ["results"]
    rebuild_book(book.database, AT)
    assert all(proof.holds for proof in prove_book(book.database))


def test_results_of_a_night_that_the_club_never_recorded_are_found(book) -> None:
    with book.database.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO night_result SELECT club, 'never', player, opened_at, ended_at, unit, "
            "result_cents, issued, left_with, minutes, hands, won, more FROM night_result LIMIT 1"
        )
    (fault,) = [
        defect.sentence for proof in prove_book(book.database) for check in proof.checks for defect in check.findings
    ]
    assert "never, which the club never recorded" in fault


def _many(book: Book, first: int, nights: int) -> None:
    """So many nights straight into the tables, each like the last that was played."""
    database = book.database
    listed = next(ListedNight(*row) for row in rows(database, "night") if row[1] == "n4")
    results = results_kept(database, CLUB, "n4")
    with database.writing("many") as connection:
        for number in range(first, first + nights):
            night = f"many{number:04}"
            list_night(connection, listed._replace(night=night))
            keep_results(connection, CLUB, night, [{**row, "night": night} for row in results])


def test_standings_over_five_hundred_nights_read_no_events_of_nights_and_send_as_many_statements_as_over_fifty(
    book,
) -> None:
    _many(book, 0, 50)
    asked: list[list[str]] = []
    for more in (0, 450):
        _many(book, 50, more)
        with counted(book.database) as sent:
            (table,) = app.standings(book, CLUB).seasons
            app.player_season(book, CLUB, "p-anna")
            as_html(book, CLUB, Question())
        assert table.nights == NIGHTS + 50 + more
        asked.append([statement for statement in sent if "SELECT" in statement])
    fifty, five_hundred = asked
    assert len(five_hundred) == len(fifty) < 40
    of_events = [statement for statement in five_hundred if "FROM event" in statement]
    # Only the club's own stream, which says who opted out.
    assert all("'night:" not in statement for statement in of_events)
    assert any("FROM night_result" in statement for statement in five_hundred)


def test_currencies_are_never_added_up(book) -> None:
    _many(book, 0, 1)
    with book.database.writing() as connection:
        connection.exec_driver_sql("UPDATE night SET currency = 'EUR' WHERE night = 'many0000'")
    kroner, euros = app.standings(book, CLUB).seasons
    assert (kroner.currency, kroner.nights, euros.currency, euros.nights) == ("DKK", NIGHTS, "EUR", 1)
    page = as_html(book, CLUB, Question())
    assert page.count('id="standings-') == 2
    csv = app.as_csv(book, CLUB, Question()).decode("utf-8-sig")
    assert csv.count("place;player") == 1
    assert csv.count(";EUR;") == len(euros.standings)


def test_the_page_stands_alone_and_writes_names_as_they_are(book) -> None:
    people.rename_player(book, CLUB, "p-anna", "Anna & co")
    page = as_html(book, CLUB, Question())
    assert "Anna &amp; co" in page
    assert "Anna & co" not in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert "Running totals in DKK over 5 nights, 2 Jan 2026 to 30 Jan 2026" in page
    assert page.count('<path id="trace-dkk-2-') == len(PEOPLE)


def test_a_page_of_one_night_has_no_chart(book) -> None:
    assert 'class="trace' not in as_html(book, CLUB, Question(until="2026-01-03"))


def test_at_most_so_many_lines_are_told_and_how_many_are_left_out(book) -> None:
    (table,) = app.standings(book, CLUB, Question(limit=2)).seasons
    assert (len(table.standings), table.left_out) == (2, len(PEOPLE) - 2)
    (own,) = app.player_season(book, CLUB, "p-anna", Question(limit=2)).seasons
    assert (len(own.nights), own.nights_before) == (2, NIGHTS - 2)
