"""What one stream says: behind a book that was restored, to a reader who loses their right, while the book cannot be read."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from service.api.context import EXTENSION
from service.api.live import feed, stream
from service.api.live.hub import Hub
from service.api.live.stream import LiveStream
from service.app.book import Book
from service.app.seeing import see
from service.book.store.schema import open_book
from service.errors import BookUnreachable
from service.reports.views.visible_night import VisibleNight
from service.web.wsgi import create_app
from tests.service.api.evening import Banker, Table, an_evening
from tests.service.api.live.conftest import NEVER, TOKEN, settings_in
from tests.service.api.live.listeners import EVENT


@dataclass
class Reading:
    """A night, its streams, and how often the book was read for them."""

    book: Book
    hub: Hub
    table: Table
    looks: list[bool] = field(default_factory=list)
    streams: list[LiveStream] = field(default_factory=list)
    unreachable: bool = False
    may: bool = True

    def look(self) -> VisibleNight:
        if self.unreachable:
            raise BookUnreachable("somewhere", "it is away")
        self.looks.append(True)
        return see(self.book, "friday")

    def stream(self, after: int | None = None, seconds: float = NEVER) -> LiveStream:
        made = self.unopened(seconds)
        if after is not None:
            made.begin_after(after)
        assert made.more().startswith(b"retry: ")
        return made

    def unopened(self, seconds: float = NEVER) -> LiveStream:
        listener, sight = self.hub.listen("friday"), "the banker's"
        made = LiveStream(listener, self.hub.feeds, sight, self.look, seconds=seconds, still_may=self.still_may)
        self.streams.append(made)
        return made

    def still_may(self) -> bool:
        if self.unreachable:
            raise BookUnreachable("somewhere", "it is away")
        return self.may

    def lend(self) -> None:
        self.table.play({"type": "give_loan", "player": self.table.ids["Anna"], "chips": self.table.version})


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> Iterator[tuple[Book, Hub, Table]]:
    home = tmp_path_factory.mktemp("stream")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    app = create_app(settings_in(home), database, look_seconds=NEVER)
    context = app.extensions[EXTENSION]
    yield context.book, context.hub, an_evening(Banker(app.test_client(), TOKEN))
    context.hub.close()
    database.close()


@pytest.fixture
def reading(evening) -> Iterator[Reading]:
    made = Reading(*evening)
    yield made
    for one in made.streams:
        one.close()


def ids(text: bytes) -> list[int]:
    return [int(found[1]) for found in EVENT.finditer(text)]


def test_readers_of_one_sight_share_one_look_at_the_book_and_the_same_bytes(reading):
    version = reading.table.version
    streams = [reading.stream() for _ in range(5)]
    assert len(reading.looks) == 1
    reading.lend()
    told = [one.more() for one in streams]
    assert ids(told[0]) == [version + 1]
    assert all(one is told[0] for one in told)
    assert len(reading.looks) == 2
    assert [one.more() for one in streams] == [b""] * 5


def test_who_is_far_behind_gets_a_page_at_a_time_and_meets_the_others_at_the_end_of_it(reading, monkeypatch):
    monkeypatch.setattr(feed, "PAGE", 3)
    version = reading.table.version
    first, second = reading.stream(after=0), reading.stream(after=1)
    assert (ids(first.more()), ids(second.more())) == ([1, 2, 3], [2, 3])
    page = first.more()
    assert ids(page) == [4, 5, 6]
    assert second.more() is page
    heard = []
    while page := first.more():
        heard += ids(page)
    assert heard == list(range(7, version + 1))


def test_an_answer_to_a_decision_is_told_once_though_nothing_has_happened_to_the_night(reading):
    table = reading.table
    anna, bo = table.ids["Anna"], table.ids["Bo"]
    moves = [{"payer": f"chips:{anna}", "payee": f"chips:{bo}", "chips": 1}]
    table.play({"type": "make_ruling", "text": "Bo got one too few.", "moves": moves, "agreed_by": [bo]})
    streams = [reading.stream() for _ in range(2)]
    heard = {"player": anna, "version": table.version, "event": table.version, "answer": "agrees"}
    table.banker.post(f"{table.path}/heard-answers", heard)
    told = b'event: answered\ndata: {"answers":1}\n\n'
    assert [one.more() for one in streams] == [told, told]
    assert [one.more() for one in streams] == [b"", b""]
    # Whoever comes later has read it already.
    assert reading.stream().more() == b""


def test_a_client_that_is_ahead_of_the_book_waits_for_it_a_while(reading):
    version = reading.table.version
    ahead = reading.stream(after=version + 1)
    assert ahead.more() == b""
    reading.lend()
    assert ahead.more() == b""
    reading.lend()
    assert ids(ahead.more()) == [version + 2]


def test_a_client_that_stays_ahead_is_told_where_the_book_ends_and_goes_on_from_there(reading, monkeypatch):
    monkeypatch.setattr(stream, "BEHIND_SECONDS", 0)
    version = reading.table.version
    ahead = reading.stream(after=999_999_999)
    assert ahead.more() == b'id: %d\nevent: reset\ndata: {"version":%d}\n\n' % (version, version)
    reading.lend()
    assert ids(ahead.more()) == [version + 1]


def test_a_reader_who_loses_their_right_hears_no_more(reading, monkeypatch):
    monkeypatch.setattr(stream, "RIGHT_SECONDS", 0)
    listening = reading.stream()
    reading.lend()
    reading.may = False
    assert listening.more() == b""
    assert listening.is_over()
    assert list(listening) == []


def test_every_reader_is_asked_for_their_right_before_everything_they_are_told(reading):
    version = reading.table.version
    listening = reading.unopened()
    assert listening.more().startswith(b"retry: ")
    reading.lend()
    assert ids(listening.more()) == [version + 1]
    reading.lend()
    reading.may = False
    assert listening.more() == b""
    assert listening.is_over()


def test_nobody_is_told_anything_while_the_book_cannot_say_whether_they_still_may(reading):
    version = reading.table.version
    listening = reading.unopened()
    assert listening.more().startswith(b"retry: ")
    reading.lend()
    # Another reader of the same sight has had it read before.
    assert ids(reading.stream(after=version).more()) == [version + 1]
    reading.unreachable = True
    assert listening.more() == b""
    assert not listening.is_over()
    reading.unreachable = False
    assert ids(listening.more()) == [version + 1]


def test_while_the_book_cannot_be_read_a_stream_says_nothing_and_then_goes_on_without_a_gap(reading, monkeypatch):
    monkeypatch.setattr(feed, "AGAIN_SECONDS", 0)
    version = reading.table.version
    listening = reading.stream()
    reading.unreachable = True
    reading.lend()
    assert listening.more() == b""
    assert not listening.is_over()
    reading.lend()
    reading.unreachable = False
    assert ids(listening.more()) == [version + 1, version + 2]


def test_what_no_news_came_of_is_told_all_the_same_a_little_later(reading, monkeypatch):
    version = reading.table.version
    listening = reading.stream()
    monkeypatch.setattr(reading.hub, "hear", lambda _: None)
    reading.lend()
    assert listening.more() == b""
    monkeypatch.setattr(feed, "UNASKED_SECONDS", 0)
    assert ids(listening.more()) == [version + 1]


def test_whoever_comes_as_the_last_one_leaves_hears_what_happens_meanwhile(reading):
    leaving = reading.stream()
    reading.lend()
    leaving.more()
    # The place is given back, and somebody else takes one before what they shared is.
    assert leaving._listener.close()
    reading.lend()
    version = reading.table.version
    listener = reading.hub.listen("friday")
    reading.lend()
    arriving = LiveStream(
        listener, reading.hub.feeds, "the banker's", reading.look, seconds=NEVER, still_may=reading.still_may
    )
    reading.streams.append(arriving)
    reading.hub.feeds.leave("the banker's")
    assert arriving.more().endswith(b"id: %d\n\n" % (version + 1))


def test_a_night_that_cannot_be_read_at_first_gives_its_place_back(reading):
    reading.unreachable = True
    with pytest.raises(BookUnreachable):
        reading.stream()
    assert reading.hub.listening == 0


def test_streams_are_opened_again_at_different_moments(reading):
    assert len({reading.unopened().more() for _ in range(20)}) > 1


def test_a_stream_that_has_gone_on_for_its_time_sends_what_is_there_and_ends(reading):
    listening = reading.stream(after=0, seconds=0)
    assert [number for text in listening for number in ids(text)] == list(range(1, reading.table.version + 1))
