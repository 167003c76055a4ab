"""One reader's stream of a night: first what is in the book after the last event they have, then new events as they come."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Hashable, Iterator

from service.api.live.feed import Feeds
from service.api.live.hub import Listener
from service.errors import BookError
from service.language.languages import ENGLISH, Language, in_language
from service.reports.views.visible_night import VisibleNight

HEARTBEAT = b": still here\n\n"
HEARTBEAT_SECONDS = 15.0
# A client opens a stream that has ended again after so long: at random within it, so that not all come at once.
RETRY_MILLISECONDS = 2000
RETRY_SPREAD_MILLISECONDS = 4000
# How often it is asked whether the reader still may, while there is nothing to tell: before all that they are told it is asked too.
RIGHT_SECONDS = 10.0
# How long a stream waits for a version that the book does not have yet. A copy of the book may be a little behind.
BEHIND_SECONDS = 10.0

_log = logging.getLogger("chipbook.live")


class LiveStream:
    """What one client is sent, from an event on. It ends after some time, with the process, and with the reader's right.

    `more` is what to send now; whoever is told by `tell_news_to` that there may be more asks again.
    """

    def __init__(
        self,
        listener: Listener,
        feeds: Feeds,
        sight: Hashable,
        look: Callable[[], VisibleNight],
        *,
        seconds: float,
        still_may: Callable[[], bool],
        language: Language = ENGLISH,
    ) -> None:
        """Takes over the listener; begins with the next event. Refuses what `look` refuses.

        `language` is what the events are told in, whichever thread tells them; readers of one sight have one language.
        """
        self._listener = listener
        self._feeds = feeds
        self._sight = sight
        self._feed = feeds.join(sight, look)
        self._still_may = still_may
        self._language = language
        now = time.monotonic()
        self._ends_at = now + seconds
        self._asks_at = now + RIGHT_SECONDS
        self._behind_until = now + BEHIND_SECONDS
        self._may = True
        # Whether the book could not be asked the last time.
        self._waits = False
        self._after = self._answers = 0
        self._has_begun = False
        try:
            self._after = self._feed.version(listener.news)
            self._answers = self._feed.answers
        except BaseException:
            self.close()
            raise

    def begin_after(self, version: int) -> None:
        """Begins after the event with this number, also if the book does not have it yet."""
        self._after = version

    def more(self) -> bytes:
        """The next page of events; empty if there is none."""
        if not self._has_begun:
            self._has_begun = True
            retry = RETRY_MILLISECONDS + secrets.randbelow(RETRY_SPREAD_MILLISECONDS)
            return f"retry: {retry}\nid: {self._after}\n\n".encode()
        if not self._may_go_on():
            return b""
        with in_language(self._language):
            page = self._feed.after(self._after, self._listener.news)
        if page.last < self._after:
            return self._reset(page.last)
        answers = self._feed.answers
        told = page.text or (_answered(answers) if answers != self._answers else b"")
        # Asked once the page is read: whoever may now was allowed to see all that is on it.
        if not told or not self._ask():
            return b""
        if page.text:
            self._after = page.last
        else:
            self._answers = answers
        return told

    def is_over(self) -> bool:
        """True after its time, when the process stops, and when the reader may no longer see the night."""
        return self._listener.ended or not self._may or time.monotonic() >= self._ends_at

    def tell_news_to(self, wake: Callable[[], object]) -> None:
        """From now on, `wake` is called, from any thread, when there may be more to send."""
        self._listener.wake = wake

    def close(self) -> None:
        """Gives the place back."""
        if self._listener.close():
            self._feeds.leave(self._sight)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        """What a server sends that gives the stream a thread: waits until there is something."""
        while True:
            known = self._listener.news
            if data := self.more():
                return data
            if self.is_over():
                raise StopIteration
            left = max(0.0, self._ends_at - time.monotonic())
            if not self._listener.wait(known, min(left, HEARTBEAT_SECONDS)) and not self.is_over():
                return HEARTBEAT

    def _may_go_on(self) -> bool:
        now = time.monotonic()
        if self._may and now >= self._asks_at:
            self._asks_at = now + RIGHT_SECONDS
            self._ask()
        return self._may

    def _ask(self) -> bool:
        """Whether the reader may be told something now: not while the book cannot be asked."""
        try:
            self._may = self._still_may()
        except BookError as refusal:
            if not self._waits:
                _log.warning("stream_right_unknown", extra={"code": refusal.code})
            self._waits = True
            return False
        self._waits = False
        return self._may

    def _reset(self, last: int) -> bytes:
        """Says that the book ends before what the client has: it has to read the night anew, and goes on from there."""
        if time.monotonic() < self._behind_until or not self._ask():
            return b""
        self._after = last
        return b'id: %d\nevent: reset\ndata: {"version":%d}\n\n' % (last, last)


def _answered(answers: int) -> bytes:
    """Says that somebody has answered, which is no event of the night."""
    return b'event: answered\ndata: {"answers":%d}\n\n' % answers
