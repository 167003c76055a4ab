"""What is asked of a night costs what has happened since, not all that ever happened; and says the same."""

import itertools
from collections import Counter
from random import Random
from zoneinfo import ZoneInfo

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands
from engine.decider import accept
from engine.errors import Refusal
from engine.events import kinds_of
from engine.folding import fold
from engine.play.script.offers import offers
from engine.reports.sentences import reasons
from engine.state import Night
from service.api.context import EXTENSION
from service.app.seeing import visible_night
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand, Joining, LoadedNight, UnitOfWork
from service.book.store import event_store
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.book.store.names import new_member
from service.config import Settings
from service.errors import BookLocked
from service.reports import night_report
from service.reports.night_report import report_view
from service.reports.views.events import events_text
from service.web.wsgi import create_app
from tests.bench.hands import ANNOUNCED, PLAYERS, checked_down, opening, random_hand
from tests.engine.table import snapshot
from tests.scenarios.test_scenarios import DEMO, every_file, played_file
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import AT, Banker
from tests.soak import rounds

# Where events are folded, by the names under which it is done there.
FOLDING = (
    "engine.decider",
    "engine.reports.sentences",
    "service.book.recording.unit_of_work",
    "service.book.closed_cards",
)
# Where it is asked what kinds of events a night has, whoever asks.
LOOKING = (
    "engine.reports.agreements",
    "service.book.closed_cards",
    "service.book.recording.unit_of_work",
    "service.reports.views.visible_night",
)
HANDS = 30


@pytest.fixture
def handler(copy_of) -> CommandHandler:
    """A night of many hands in a book."""
    return CommandHandler(copy_of(with_a_long_night), now=lambda: AT)


def with_a_long_night(database) -> None:
    handler = CommandHandler(database, now=lambda: AT)
    handler.clubs.found_club("Klub", club_id="bench")
    work, chance = UnitOfWork(LoadedNight("long"), AT), Random(7)
    for command in opening("long"):
        work.take(IncomingCommand(command))
    for _ in range(HANDS):
        for command in random_hand(work.loaded.night, chance):
            work.take(IncomingCommand(command))
    handler.record(work, joining=Joining(members=[new_member("bench", player, player.title()) for player in PLAYERS]))


@pytest.fixture
def folded(monkeypatch) -> Counter[str]:
    """How many events have been folded, by whom."""
    found: Counter[str] = Counter()
    for room in FOLDING:
        # As the room calls it, so that the events of others are not counted.
        original = __import__(room, fromlist=["evolve"]).evolve

        def counting(*said, room=room, original=original):
            found[room] += 1
            return original(*said)

        monkeypatch.setattr(f"{room}.evolve", counting)
    return found


def test_an_act_over_http_reads_what_is_new_once_and_folds_no_more_than_its_hand(
    handler, tmp_path, folded, monkeypatch
):
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), token=TOKEN)
    app = create_app(settings, handler._database, now=lambda: AT)
    banker = Banker(app.test_client(), TOKEN)
    banker.get("/nights/long")
    loaded = handler.load("long")
    asked: Counter[str] = Counter()
    read = EventStore.read
    monkeypatch.setattr(EventStore, "read", lambda *said, **more: asked.update(["read"]) or read(*said, **more))
    night, version = loaded.night.copy(), loaded.version
    announced, paid = version, 0
    for command in checked_down(night, Random(1)):
        folded.clear()
        asked.clear()
        body = {"command": msgspec.to_builtins(command)}
        answer = banker.post("/nights/long/commands", body, version=version)
        assert answer.status_code == 201, answer.json
        assert asked["read"] == 1
        # What is new is folded as it is decided, and once more where a pot is explained from its hand.
        assert sum(folded.values()) <= version - announced + 2 * len(answer.json["events"])
        paid += sum(event["type"] == "pot_awarded" for event in answer.json["events"])
        version += len(accept(night, command))
    assert paid
    app.extensions[EXTENSION].hub.close()


def test_an_act_over_http_looks_only_at_what_is_new_for_the_kinds_of_events(handler, tmp_path, monkeypatch):
    settings = Settings(home=tmp_path, database_url="", zone=ZoneInfo("UTC"), token=TOKEN)
    app = create_app(settings, handler._database, now=lambda: AT)
    banker = Banker(app.test_client(), TOKEN)
    banker.get("/nights/long")
    looked_at = 0

    def counting(records):
        nonlocal looked_at
        looked_at += len(records)
        return kinds_of(records)

    for room in LOOKING:
        monkeypatch.setattr(f"{room}.kinds_of", counting)
    body = {"command": {"type": "give_loan", "player": "bo", "chips": 50}}
    answer = banker.post("/nights/long/commands", body)
    assert (answer.status_code, looked_at) == (201, 1), answer.json
    app.extensions[EXTENSION].hub.close()


@every_file
def test_a_pot_is_explained_from_before_its_hand_as_from_the_beginning_of_the_night(path):
    evening = played_file(path)
    work = UnitOfWork(LoadedNight("night"), AT)
    explained = 0
    for record in evening.records:
        if record.caused_by is not None:
            continue
        taken = work.take(IncomingCommand(record.event))
        among = {one.version for one in taken}
        told = reasons(work.loaded.records, evening.names, among)
        assert reasons(work.loaded.records, evening.names, among, since=work.loaded.before_hand) == told
        explained += len(told)
    # A night whose cards nobody has told explains nothing.
    assert explained or path != DEMO


def test_behind_a_strike_within_the_hand_the_night_is_told_from_before_the_hand(handler):
    night = handler.load("long").night.copy()
    for command in itertools.islice(checked_down(night, Random(2)), 6):
        happened = handler.handle("long", command)
        accept(night, command)
    before = handler.load("long").before_hand
    assert before is not None
    handler.handle("long", commands.StrikeEvents(versions=(happened[0].version,), reason="mistyped"))
    assert handler.load("long").before_hand is before
    assert handler.load("long").kinds == kinds_of(handler.load("long").records)
    # Whoever reads the strike only now has the night from its beginning.
    assert CommandHandler(handler._database).load("long").kinds == handler.load("long").kinds
    assert visible_night(CommandHandler(handler._database), "long", sees_cards=True).before_hand is None


def test_behind_a_strike_of_something_earlier_the_night_is_told_from_its_beginning(handler):
    given = handler.handle("long", commands.GiveLoan(player="bo", chips=50))
    for command in itertools.islice(checked_down(night := handler.load("long").night.copy(), Random(2)), 3):
        handler.handle("long", command)
        accept(night, command)
    assert handler.load("long").before_hand is not None
    handler.handle("long", commands.StrikeEvents(versions=(given[0].version,), reason="mistyped"))
    assert handler.load("long").before_hand is None


def test_what_is_told_of_any_page_of_events_is_what_is_told_of_all_together(handler):
    given = handler.handle("long", commands.GiveLoan(player="bo", chips=50))
    handler.handle("long", commands.StrikeEvents(versions=(given[0].version,), reason="mistyped"))
    for sees_cards in (True, False):
        seen = visible_night(handler, "long", sees_cards=sees_cards)
        everything = events_text(replace(seen, before_hand=None), seen.visible)
        assert [event.version for event in everything if event.void_since] == [one.version for one in given]
        for start in range(0, seen.version, 37):
            assert events_text(seen, seen.visible[start : start + 37]) == everything[start : start + 37]


def test_two_desks_that_take_turns_go_on_from_what_they_have(handler, folded):
    other = CommandHandler(handler._database)
    other.load("long")
    night = handler.load("long").night.copy()
    for one, command in zip(itertools.cycle((handler, other)), checked_down(night, Random(3)), strict=False):
        folded.clear()
        one.handle("long", command)
        # What the other one has written in between, and no more.
        assert sum(folded.values()) < 30
        accept(night, command)
    for one in (handler, other):
        loaded = one.load("long")
        assert snapshot(loaded.night) == snapshot(night) == snapshot(fold(loaded.records))
        assert loaded.head == handler.store.head(stream_of_night("bench", "long"))
        assert loaded.kinds == kinds_of(loaded.records)


def anything(night: Night, version: int, chance: Random) -> commands.Command:
    """What may be said of the night or not: acts in their turn, of the bank, taken back and corrected, most of them refused."""
    number, player = chance.randint(1, version), chance.choice(PLAYERS)
    instead = commands.Change(version=number, act=commands.GiveLoan(player=player, chips=chance.randint(1, 9)))
    offered = [offer.command for offer in offers(night)] if night.hand else [ANNOUNCED]
    return chance.choice(
        (
            *offered[:3],
            commands.GiveLoan(player=player, chips=chance.randint(1, 9)),
            commands.CountChips(player=player, chips=chance.randint(0, 9)),
            commands.ChangeEnteredBy(by=chance.choice(("bank", "everyone", "both"))),
            commands.StandUp(player=player),
            commands.StrikeEvents(versions=(number,), reason="mistyped"),
            commands.CorrectEvents(changes=(instead,), reason="mistyped"),
            commands.StrikeEvents(versions=(version,), reason="mistyped"),
        )
    )


def test_the_kinds_kept_with_a_night_are_those_of_its_events_whatever_was_refused_or_lost(handler, monkeypatch):
    """Two desks, batches refused half-way, and a book that fails in the middle of an append."""
    chance, done, refused = Random("kinds"), 0, Counter[str]()
    desks = (handler, CommandHandler(handler._database, now=lambda: AT))
    keeping = event_store.insert_events

    def failing(*said):
        keeping(*said)
        if chance.random() < 0.2:
            raise BookLocked("the book")

    monkeypatch.setattr(event_store, "insert_events", failing)
    for _ in range(rounds(150, 5_000)):
        desk = chance.choice(desks)
        loaded = desk.load("long")
        said = [anything(loaded.night, loaded.version, chance) for _ in range(chance.choice((1, 1, 1, 2, 3)))]
        try:
            desk.handle("long", *said)
            done += 1
        except (Refusal, BookLocked) as refusal:
            refused[type(refusal).__name__] += 1
        for one in desks if chance.random() < 0.5 else (desk,):
            loaded = one.load("long")
            assert loaded.kinds == kinds_of(loaded.records)
            assert [record.version for record in loaded.records] == [*range(1, loaded.version + 1)]
            assert snapshot(loaded.night) == snapshot(fold(loaded.records))
    assert done > 15
    assert refused["BookLocked"]
    assert len(refused) > 3


def test_a_report_is_made_once_for_all_who_read_it_and_anew_when_it_would_say_something_else(handler, monkeypatch):
    made: Counter[bool] = Counter()
    build = night_report.build
    monkeypatch.setattr(
        "service.reports.night_report.build",
        lambda *said, **more: made.update(["report"]) or build(*said, **more),
    )

    def read(*, sees_cards: bool = True):
        return report_view(visible_night(CommandHandler(handler._database), "long", sees_cards=sees_cards))

    assert read() is read()
    assert made["report"] == 1
    assert read(sees_cards=False) is read(sees_cards=False)
    assert made["report"] == 2
    handler.clubs.rename_member("bench", "bo", "Bodil")
    assert read().names["bo"] == "Bodil"
    handler.handle("long", commands.GiveLoan(player="bo", chips=5))
    assert read().version == handler.load("long").version
    assert made["report"] == 4
