"""What the readers of one sight are told of a night: read from the book once, written as bytes once, for all of them.

A sight is all that decides what somebody may see: the banker's, that of everybody, that of one player.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable
from typing import NamedTuple

import msgspec

from service.errors import BookError
from service.language.languages import in_words_of
from service.reports.views.events import EventView, events_text
from service.reports.views.visible_night import VisibleNight

# Events that a reader gets at once. Pages end at multiples of it, so that readers who are behind soon share them.
PAGE = 100
# Pages that are kept while the night does not go on: one for those who have everything, others for those who are behind.
PAGES_MAX = 32
# How long a book that could not be read is left alone.
AGAIN_SECONDS = 1.0
# The book is read so often without any news too: what was lost on the way to us stands there.
UNASKED_SECONDS = 20.0

_log = logging.getLogger("chipbook.live")


class Page(NamedTuple):
    """Events as server-sent events, and the version of the last one."""

    text: bytes
    last: int


class Feed:
    """One sight of one night. `look` reads the night as this sight shows it, and is called again when there is news."""

    def __init__(self, look: Callable[[], VisibleNight]) -> None:
        self._look = look
        # A reader who waits for it wants the same.
        self._lock = threading.Lock()
        self._seen: VisibleNight | None = None
        self._news = 0
        self._look_again_at = 0.0
        self._looked_at = 0.0
        self._pages: dict[int, Page] = {}
        # How many streams tell of it.
        self.readers = 0

    def version(self, news: int) -> int:
        """The number of the last event. `news` counts what has happened so far: a higher number has the book read again."""
        with self._lock:
            return self._fresh(news).version

    @property
    def answers(self) -> int:
        """How much people have said of the settlement and of decisions, as of the last look."""
        return len(self._seen.answers) if self._seen else 0

    def after(self, version: int, news: int) -> Page:
        """The events after this version, at most a page of them. The page is empty if there are none."""
        with self._lock:
            view = self._fresh(news)
            page = self._pages.get(version)
            if page is None:
                if len(self._pages) >= PAGES_MAX:
                    self._pages.clear()
                page = self._pages[version] = _page(view, version)
            return page

    def _fresh(self, news: int) -> VisibleNight:
        """The night with all there is news of. If the book cannot be read, what was seen before; the first time, it refuses."""
        now = time.monotonic()
        if self._seen is None:
            self._seen, self._news, self._looked_at = self._look(), news, now
        elif now >= self._look_again_at and (news != self._news or now >= self._looked_at + UNASKED_SECONDS):
            try:
                view = self._look()
            except BookError as refusal:
                self._look_again_at = now + AGAIN_SECONDS
                _log.warning("stream_look_failed", extra={"code": refusal.code})
            else:
                if news == self._news and view.version != self._seen.version:
                    _log.warning("stream_heard_late", extra={"version": view.version})
                self._seen, self._news, self._looked_at = view, news, now
                self._pages.clear()
        return self._seen


class Feeds:
    """The feeds of one process, each for as long as somebody reads it."""

    def __init__(self) -> None:
        self._feeds: dict[Hashable, Feed] = {}
        self._lock = threading.Lock()

    def join(self, sight: Hashable, look: Callable[[], VisibleNight]) -> Feed:
        """The feed of this sight, one reader more."""
        with self._lock:
            feed = self._feeds.get(sight)
            if feed is None:
                feed = self._feeds[sight] = Feed(look)
            feed.readers += 1
            return feed

    def leave(self, sight: Hashable) -> None:
        """One reader fewer."""
        with self._lock:
            feed = self._feeds[sight]
            feed.readers -= 1
            if not feed.readers:
                del self._feeds[sight]


def _page(view: VisibleNight, after: int) -> Page:
    # Whoever reads on may not have been there when the night was read.
    in_words_of(view.opened.rules.rulebook)
    last = min(view.version, (after // PAGE + 1) * PAGE)
    if after >= last:
        return Page(b"", view.version)
    return Page(b"".join(map(_written, events_text(view, view.visible[after:last]))), last)


def _written(event: EventView) -> bytes:
    # JSON from msgspec has no line breaks, which would end the field.
    return b"id: %d\nevent: recorded\ndata: %s\n\n" % (event.version, msgspec.json.encode(event))
