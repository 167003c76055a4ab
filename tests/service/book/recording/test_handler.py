"""From a command into the book and back."""

import json
from contextlib import ExitStack

import pytest
from msgspec.structs import replace

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.club.acts import MergeMembers
from engine.events import EventsStruck
from service.app.book import Book
from service.app.seeing import see
from service.book.guards import USUAL_STACK, LooksLikeARepeat, LooksLikeASlip
from service.book.recording import handler as recording_handler
from service.book.recording.handler import NIGHTS_MAX, CommandHandler
from service.book.recording.unit_of_work import IncomingCommand, Joining
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.names import new_member
from service.book.store.verify import verify_stream
from service.errors import (
    BookError,
    NightDoesNotAddUp,
    NightExists,
    NightMissing,
    OutOfBounds,
    VersionConflict,
)
from service.errors.problems import index_of
from tests.engine.table import snapshot
from tests.service.book.store.nights import BANKER, CLUB, founded, open_night

AT = "2026-11-20T19:30:00Z"
PEOPLE = (("a", "Anna"), ("b", "Bo"), ("c", "Carl"))


def opened(database, *, loan: int = 150) -> CommandHandler:
    handler = CommandHandler(database, now=lambda: AT)
    handler.clubs.found_club("Klub", club_id="k")
    opening = commands.OpenNight(
        night="n1", club="k", banker="b", rules=commands.HouseRules(auto="all", initial_loan=loan)
    )
    open_night(handler, opening, joining=Joining(members=[new_member("k", player, name) for player, name in PEOPLE]))
    for player, _ in PEOPLE:
        handler.handle("n1", commands.SeatPlayer(player=player))
    return handler


@pytest.fixture
def database(copy_of):
    return copy_of(opened)


@pytest.fixture
def handler(database) -> CommandHandler:
    return CommandHandler(database, now=lambda: AT)


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request):
    """The same night in a file and on a server."""
    if request.param == "sqlite":
        return request.getfixturevalue("database")
    opened(made := request.getfixturevalue("postgresql_database"))
    return made


def test_an_accepted_command_is_in_the_book_with_what_follows_from_it(either):
    handler = CommandHandler(either, now=lambda: AT)
    happened = handler.handle("n1", commands.AnnounceHand(game="Straight Poker", dealer="c"))
    loaded = CommandHandler(either).load("n1")
    assert loaded.records[-len(happened) :] == list(happened)
    assert [record.caused_by for record in happened] == [None] + [happened[0].version] * (len(happened) - 1)
    assert loaded.night.balance == handler.load("n1").night.balance
    assert loaded.head == handler.load("n1").head
    assert verify_stream(either, stream_of_night("k", "n1")) == []


def test_the_names_of_what_was_stated_stand_in_the_body_of_an_act_and_of_nothing_that_follows(handler, database):
    announced = handler.handle("n1", commands.AnnounceHand(game="Straight Poker", dealer="c"))
    (bet,) = handler.handle("n1", commands.PutIn(player="a", chips=4))
    (call,) = handler.handle("n1", commands.Call(player="b"))
    change = commands.Change(version=bet.version, act=commands.PutIn(player="a", chips=3))
    corrected = handler.handle("n1", commands.CorrectEvents(changes=(change,)))
    stored = handler.store.read(stream_of_night("k", "n1"))
    stated = [json.loads(one.body).get("stated") for one in stored]
    of_the_hand = [stated[one.version - 1] for one in (*announced, bet, call)]
    assert of_the_hand == [["dealer", "game"], *[None] * (len(announced) - 1), ["chips", "player"], ["player"]]
    # What a correction puts in, and what it resolves anew, are acts that can be corrected again.
    assert [stated[one.version - 1] for one in corrected] == [["changes"], None, ["chips", "player"], ["player"]]
    read = CommandHandler(database).load("n1").records
    assert [record.stated for record in read] == [tuple(names) if names else None for names in stated]
    assert read == handler.load("n1").records


def test_a_refusal_leaves_book_and_state_as_they_were(handler):
    before, balance = handler.load("n1").version, dict(handler.load("n1").night.balance)
    with pytest.raises(errors.NoHandIsPlayed):
        handler.handle("n1", commands.Fold(player="a"))
    assert (handler.load("n1").version, handler.load("n1").night.balance) == (before, balance)


def test_the_night_is_as_the_book_has_it_after_whatever_was_refused(handler, database):
    handler.clubs.admit("k", "Annie", player="annie")
    handler.clubs.take("k", MergeMembers(player="annie", into="a"))
    nobody, annie = (commands.SeatPlayer(player=player) for player in ("nobody", "annie"))
    fold, loan = commands.Fold(player="a"), commands.GiveLoan(player="a", chips=50)
    refused = ((fold,), (nobody,), (annie,), (loan, fold), (fold, loan), (loan, annie), (loan, nobody))
    for said in refused:
        with pytest.raises((errors.Refusal, BookError)):
            handler.handle("n1", *said)
        remembered, written = handler.cached("n1"), CommandHandler(database).load("n1")
        assert (remembered.records, remembered.head) == (written.records, written.head), said
        assert snapshot(remembered.night) == snapshot(written.night), said


def test_a_batch_is_recorded_whole_or_not_at_all(handler, database):
    before, balance = handler.load("n1").version, dict(handler.load("n1").night.balance)
    said = [IncomingCommand(commands.GiveLoan(player="a", chips=50)), IncomingCommand(commands.Fold(player="a"))]
    with pytest.raises(errors.NoHandIsPlayed):
        handler.handle("n1", *said)
    assert (handler.load("n1").version, handler.load("n1").night.balance) == (before, balance)
    assert CommandHandler(database).load("n1").version == before
    handler.handle("n1", *said[:1])
    assert handler.load("n1").night.stack("a") == 200


def test_a_key_is_answered_even_when_the_act_would_now_be_refused(handler):
    handler.handle("n1", commands.AnnounceHand(game="Straight Poker", dealer="c"))
    first = handler.handle("n1", commands.Fold(player="a"), key="fold")
    assert handler.handle("n1", commands.Fold(player="a"), key="fold") == first


def test_who_is_not_asked_about_repeats_can_waive_one_all_the_same_but_none_that_is_not_there(handler):
    waived = commands.GiveLoan(
        player="a", chips=50, waived=(commands.Waiver(rule=LooksLikeARepeat.code, reason="They asked twice."),)
    )
    with pytest.raises(errors.NothingToWaive):
        handler.handle("n1", waived)
    for _ in range(2):
        handler.handle("n1", commands.GiveLoan(player="a", chips=50))
    (recorded,) = handler.handle("n1", waived)
    assert recorded.event.waived == waived.waived
    assert adjudicate(handler.load("n1").records).agrees


def test_on_scratch_paper_nothing_was_recorded_just_now(handler):
    work = handler.new_unit_of_work("n2")
    work.take(IncomingCommand(commands.OpenNight(night="n2", club="k", banker="b")))
    work.take(IncomingCommand(commands.SeatPlayer(player="a")))
    loan = commands.GiveLoan(player="a", chips=50)
    work.take(IncomingCommand(loan))
    waived = replace(loan, waived=(commands.Waiver(rule=LooksLikeARepeat.code, reason="They asked twice."),))
    before = list(work.loaded.records)
    with pytest.raises(errors.NothingToWaive):
        work.take(IncomingCommand(waived))
    assert work.loaded.records == before


MEANT = (commands.Waiver(rule=LooksLikeASlip.code, reason="They have sold their car."),)


@pytest.fixture
def wary(handler, database) -> CommandHandler:
    """As the API and the command line have it; everybody was lent 150 chips."""
    return CommandHandler(database, now=lambda: AT, wary=True)


@pytest.mark.parametrize("kind", [commands.GiveLoan, commands.BuyChips])
def test_a_loan_of_more_than_twenty_times_the_largest_of_the_night_is_asked_back(wary, kind):
    before = wary.load("n1").version
    with pytest.raises(LooksLikeASlip) as caught:
        wary.handle("n1", kind(player="a", chips=3001))
    assert caught.value.waivable
    assert caught.value.details == {"chips": 3001, "player": "a", "times": 20, "largest": 150}
    assert wary.load("n1").version == before
    wary.handle("n1", kind(player="a", chips=3000))
    # Now it is no more beyond the largest.
    wary.handle("n1", kind(player="c", chips=60_000))


def test_one_that_is_meant_is_recorded_with_its_waiver_and_agrees_with_the_rules(wary):
    (recorded,) = wary.handle("n1", commands.GiveLoan(player="a", chips=3001, waived=MEANT))
    assert recorded.event.waived == MEANT
    assert adjudicate(wary.load("n1").records).agrees
    with pytest.raises(errors.NothingToWaive):
        wary.handle("n1", commands.GiveLoan(player="c", chips=3001, waived=MEANT))


def test_a_slip_is_measured_by_what_is_in_force_and_by_what_came_before_in_the_same_batch(wary):
    (recorded,) = wary.handle("n1", commands.GiveLoan(player="a", chips=3000))
    wary.handle("n1", commands.StrikeEvents(versions=(recorded.version,), reason="another night"))
    with pytest.raises(LooksLikeASlip):
        wary.handle("n1", commands.GiveLoan(player="a", chips=3001))
    said = [
        IncomingCommand(commands.GiveLoan(player="a", chips=chips), index=at)
        for at, chips in enumerate((3000, 60_000, 10**9))
    ]
    with pytest.raises(LooksLikeASlip) as caught:
        wary.handle("n1", *said)
    assert index_of(caught.value) == 2
    wary.handle("n1", *said[:2])


def test_the_first_chips_of_a_night_have_nothing_to_be_compared_with(sqlite_database):
    opened(sqlite_database, loan=0)
    wary = CommandHandler(sqlite_database, now=lambda: AT, wary=True)
    wary.handle("n1", commands.BuyChips(player="a", chips=10**6))


def test_up_to_what_the_house_lends_nobody_is_asked_back(sqlite_database):
    opened(sqlite_database, loan=0)
    wary = CommandHandler(sqlite_database, now=lambda: AT, wary=True)
    wary.handle("n1", commands.GiveLoan(player="a", chips=1))
    with pytest.raises(LooksLikeASlip):
        wary.handle("n1", commands.GiveLoan(player="b", chips=USUAL_STACK + 1))
    wary.handle("n1", commands.GiveLoan(player="b", chips=USUAL_STACK))


def test_a_script_and_a_log_are_not_asked_back_about_a_slip(handler):
    handler.handle("n1", commands.GiveLoan(player="a", chips=3001))
    work = handler.new_unit_of_work("n2")
    for command in (
        commands.OpenNight(night="n2", club="k", banker="b"),
        commands.SeatPlayer(player="a"),
        commands.GiveLoan(player="a", chips=10),
        commands.GiveLoan(player="a", chips=10_000),
        commands.GiveLoan(player="a", chips=10**6, waived=MEANT),
    ):
        work.take(IncomingCommand(command))


def test_an_expected_version_that_has_passed_is_a_conflict_with_both_numbers(handler):
    version = handler.load("n1").version
    handler.handle("n1", commands.GiveLoan(player="a", chips=50))
    with pytest.raises(VersionConflict, match=f"{version + 1}.*{version}"):
        handler.handle("n1", commands.GiveLoan(player="a", chips=50), expected=version)


def test_an_expected_version_still_holds_if_only_acts_beside_the_table_came_after_it(handler):
    version = handler.version("n1")
    for command in (
        commands.AskForChips(player="a", chips=50),
        commands.RaiseDispute(by="c", words="the pot was short"),
        commands.WithdrawRequest(request=1),
    ):
        handler.handle("n1", command)
    (loan,) = handler.handle("n1", commands.GiveLoan(player="a", chips=50), expected=version)
    assert loan.version == version + 4
    with pytest.raises(VersionConflict):
        handler.handle("n1", commands.GiveLoan(player="b", chips=50), expected=version)


def test_an_act_beside_the_table_by_another_process_does_not_stop_an_expected_version(handler, database):
    """The other process writes after this one has read, and before it writes."""
    other = CommandHandler(database, now=lambda: AT)
    version = handler.version("n1")
    appended = handler.store.append_all

    def append_late(*args, **kwargs):
        if other.version("n1") == version:
            other.handle("n1", commands.AskForChips(player="a", chips=50))
        return appended(*args, **kwargs)

    handler.store.append_all = append_late
    (loan,) = handler.handle("n1", commands.GiveLoan(player="b", chips=50), expected=version)
    assert loan.version == version + 2


def test_an_expected_version_of_a_night_that_is_only_being_opened_is_a_conflict_that_names_the_night(handler):
    opening = commands.OpenNight(night="n2", club="k", banker="b")
    with pytest.raises(VersionConflict, match="The night n2 is at version 0, not 3"):
        handler.handle("n2", opening, expected=3)
    assert len(handler.handle("n2", opening, expected=0)) == handler.version("n2")


def test_a_desk_sees_what_another_desk_has_recorded(handler, database):
    other = CommandHandler(database)
    other.load("n1")
    handler.handle("n1", commands.GiveLoan(player="a", chips=50))
    assert other.load("n1").night.stack("a") == 200
    other.handle("n1", commands.GiveLoan(player="a", chips=50))
    assert handler.load("n1").night.stack("a") == 250


def test_a_strike_is_seen_by_another_desk(handler, database):
    other = CommandHandler(database)
    loan = handler.handle("n1", commands.GiveLoan(player="a", chips=50))[0].version
    other.load("n1")
    struck = handler.handle("n1", commands.StrikeEvents(versions=(loan,), reason="typed twice"))
    assert struck[1].event == EventsStruck(void=(loan,))
    assert other.load("n1").night.stack("a") == 150
    assert other.load("n1").night.balance == handler.load("n1").night.balance


def test_a_night_is_opened_once(handler):
    with pytest.raises(NightExists):
        open_night(handler, commands.OpenNight(night="n1", club="k", banker="a"))


def test_a_night_that_is_not_there_is_named(handler):
    with pytest.raises(NightMissing, match="n9"):
        handler.load("n9")


@pytest.mark.parametrize(
    ("command", "part"),
    [
        (commands.GiveLoan(player="a", chips=0), "chips must be a whole number, at least 1; 0 is not"),
        (commands.GiveLoan(player="a", chips=10**13), "from 1 to 1000000000000; 10000000000000 is not"),
        (commands.LeaveNight(player="a", counted=-1), "at least 0"),
        (
            commands.StrikeEvents(versions=(4,), reason="x" * 501),
            "reason must be a text of at most 500 characters without control characters; a text of 501 characters is not",
        ),
    ],
)
def test_what_could_not_be_read_again_is_never_recorded(handler, command, part):
    before = handler.load("n1").version
    with pytest.raises(OutOfBounds, match=part):
        handler.handle("n1", command)
    assert handler.load("n1").version == before
    handler.handle("n1", commands.GiveLoan(player="a", chips=1))


def test_an_amount_of_money_beyond_all_bounds_is_refused_and_the_book_stays_readable(sqlite_database):
    handler = CommandHandler(sqlite_database, now=lambda: AT)
    handler.clubs.found_club("Klub", club_id="k")
    opening = commands.OpenNight(night="n1", club="k", banker="b", unit=10**9)
    open_night(handler, opening, joining=Joining(members=[new_member("k", "b", "Bo")]))
    handler.handle("n1", commands.SeatPlayer(player="b"))
    with pytest.raises(errors.TooMuchForTheBook):
        handler.handle("n1", commands.GiveLoan(player="b", chips=10**12))
    assert handler.load("n1").night.stack("b") == 0
    assert CommandHandler(sqlite_database).load("n1").version == 2


def test_events_that_do_not_fit_together_are_one_sentence_and_no_crash(handler, monkeypatch):
    handler.handle("n1", commands.GiveLoan(player="a", chips=5))

    def torn(*_: object) -> None:
        raise ValueError("list.remove(x): x not in list")

    monkeypatch.setattr("service.book.recording.unit_of_work.evolve", torn)
    fresh = CommandHandler(handler.store._database)
    with pytest.raises(NightDoesNotAddUp, match="night n1 do not fit together"):
        fresh.load("n1")


# Which handler a request gets: one that knows its night, so that many tables do not read each other's nights away.
TABLES = 2 * NIGHTS_MAX + 5


@pytest.fixture
def book(sqlite_database, tmp_path):
    made = Book.on(sqlite_database, home=tmp_path, now=lambda: AT, wary=False)
    with made.handler() as handler:
        founded(handler, "n0")
        for number in range(1, TABLES):
            open_night(handler, commands.OpenNight(night=f"n{number}", club=CLUB, banker=BANKER))
    return made


def test_many_tables_at_once_are_each_read_from_the_beginning_once(book, monkeypatch):
    read, begun = EventStore.read, []

    def reading(self, stream, *, after=0, **more):
        if stream.night and not after:
            begun.append(stream.night)
        return read(self, stream, after=after, **more)

    monkeypatch.setattr(EventStore, "read", reading)
    for _ in range(3):
        for number in range(TABLES):
            see(book, f"n{number}")
    assert len(begun) <= TABLES
    assert len(begun) == len({*begun})


def test_a_night_whose_handler_is_lent_gets_another_one_and_both_see_the_same(book):
    with book.handler("n1") as first:
        first.load("n1")
        with book.handler("n1") as second:
            assert second is not first
            assert second.load("n1").head == first.load("n1").head
    with book.handler("n1") as again:
        assert again in (first, second)


def test_what_idle_handlers_remember_is_bounded_by_the_events_of_all_nights(book, monkeypatch):
    monkeypatch.setattr(recording_handler, "IDLE_EVENTS_MAX", 12)
    with ExitStack() as stack:
        lent = [stack.enter_context(book.handler()) for _ in range(4)]
        for number, handler in enumerate(lent):
            for night in range(5):
                handler.load(f"n{5 * number + night}")
    # What was used last stays.
    assert sum(handler.size for handler in lent) == 12
    assert sum(handler.remembers(f"n{number}") for handler in lent for number in range(TABLES)) == 12
    assert lent[0].remembers("n4")
    assert lent[3].remembered == 0
    assert see(book, "n19").version == 1


def test_a_handler_remembers_no_more_events_than_it_has_room_for_beside_the_night_it_reads(book, monkeypatch):
    monkeypatch.setattr(recording_handler, "EVENTS_MAX", 3)
    with book.handler() as handler:
        for night in range(6):
            handler.load(f"n{night}")
        assert [handler.remembers(f"n{night}") for night in range(6)] == [False, False, False, True, True, True]
