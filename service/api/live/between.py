"""Tells the other processes through Redis that a night has gone on, and hears it from them.

What is said, and that nothing depends on it, is in `news.py`. A message that was lost is found by polling the book, and
without Redis everything is found that way.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from redis.exceptions import RedisError

from service.book.news import AGAIN_SECONDS, ANSWER_SECONDS, KEPT, KEY, Saying, client_of

# How long one read waits for messages, in milliseconds.
READ_MILLISECONDS = 4000
READ_MOST = 500

_log = logging.getLogger("chipbook.live")


class Between:
    """The word between the processes of one book.

    `hear` is called with each night of which another process says that it has gone on; `there` when Redis brings the news
    from now on, `away` when it does not. News may have been lost before either.
    """

    def __init__(
        self, url: str, *, hear: Callable[[str], None], there: Callable[[], None], away: Callable[[], None]
    ) -> None:
        self._url = url
        self._hear = hear
        self._there = there
        self._away = away
        # The others poll. The thread that hears says in the log what is wrong, if there is one.
        self._saying = Saying(url, away=self._note_away)
        self.say = self._saying.say
        # By itself a read would be given up after five seconds, which is less than it may have to wait.
        self._hearing = client_of(url, READ_MILLISECONDS / 1000 + ANSWER_SECONDS)
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self._known_away = False

    def start_hearing(self) -> None:
        """Begins to hear the others, unless it has begun."""
        with self._starting:
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._keep_hearing, name="chipbook-live-hearing", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Ends both threads; what waits to be said is said first if Redis answers."""
        with self._starting:
            self._closed.set()
            thread = self._thread
        self._saying.close()
        if thread is not None:
            # A last message ends the read that waits. Without Redis there is none.
            with contextlib.suppress(RedisError), client_of(self._url, ANSWER_SECONDS) as client:
                client.xadd(KEY, {"from": self._saying.here}, maxlen=KEPT, approximate=True)
            thread.join(ANSWER_SECONDS)
        self._hearing.close()

    def _keep_hearing(self) -> None:
        while not self._closed.is_set():
            try:
                self._read_on()
            except RedisError as problem:
                if self._closed.is_set():
                    return
                self._note_away(problem)
                self._away()
                self._closed.wait(AGAIN_SECONDS)

    def _read_on(self) -> None:
        """Reads from the end of the stream on until Redis goes away or this is closed."""
        newest: Any = self._hearing.xrevrange(KEY, count=1)
        last = newest[0][0] if newest else "0-0"
        self._note_back()
        # Whatever was said before this place may have been missed.
        self._there()
        while not self._closed.is_set():
            read: Any = self._hearing.xread({KEY: last}, count=READ_MOST, block=READ_MILLISECONDS)
            for _, messages in read:
                last = messages[-1][0]
                self._take(messages)

    def _take(self, messages: list[Any]) -> None:
        for night in {stated.get("night", "") for _, stated in messages if stated.get("from") != self._saying.here}:
            self._hear(night)

    def _note_away(self, problem: Exception) -> None:
        if not self._known_away:
            self._known_away = True
            _log.warning("live_redis_away", extra={"kind": type(problem).__name__})

    def _note_back(self) -> None:
        if self._known_away:
            self._known_away = False
            _log.info("live_redis_back")
