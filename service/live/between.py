"""Tells the other processes through Redis that a night has gone on, and hears it from them.

Redis carries no event, only that there is one: the night and its version. Nothing depends on it. A message that was lost is
found by polling the book, and without Redis everything is found that way.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from collections.abc import Callable
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

KEY = "chipbook:live"
# Old messages are of no use: whoever was away looks into the book.
KEPT = 1000
# How long one read waits for messages, in milliseconds.
READ_MILLISECONDS = 4000
READ_MOST = 500
ANSWER_SECONDS = 2.0
AGAIN_SECONDS = 1.0
# Nights that wait to be told at once. More than that only while Redis does not answer; then they are found by polling.
WAITING_MAX = 10_000

_log = logging.getLogger("chipbook.live")


class Between:
    """The word between the processes of one book.

    `hear` is called with each night of which another process says that it has gone on; `there` when Redis brings the news
    from now on, `away` when it does not. News may have been lost before either.
    """

    def __init__(
        self, url: str, *, hear: Callable[[str], None], there: Callable[[], None], away: Callable[[], None]
    ) -> None:
        self._hear = hear
        self._there = there
        self._away = away
        # Names this process, so that it does not hear itself.
        self._here = secrets.token_hex(8)
        self._saying = _client(url, ANSWER_SECONDS)
        # By itself a read would be given up after five seconds, which is less than it may have to wait.
        self._hearing = _client(url, READ_MILLISECONDS / 1000 + ANSWER_SECONDS)
        self._waiting: dict[str, int] = {}
        self._changed = threading.Condition()
        self._threads: dict[str, threading.Thread] = {}
        self._closed = threading.Event()
        self._known_away = False

    def say(self, night: str, version: int) -> None:
        """Tells the others, after a while at the latest. Never waits for Redis."""
        with self._changed:
            if len(self._waiting) < WAITING_MAX:
                self._waiting[night] = version
            self._changed.notify()
            self._start("chipbook-live-saying", self._keep_saying)

    def start_hearing(self) -> None:
        """Begins to hear the others, unless it has begun."""
        with self._changed:
            self._start("chipbook-live-hearing", self._keep_hearing)

    def close(self) -> None:
        """Ends both threads; what waits to be said is said first if Redis answers."""
        with self._changed:
            self._closed.set()
            self._changed.notify()
            threads = list(self._threads.values())
        if threads:
            # A last message ends the read that waits. Without Redis there is none.
            with contextlib.suppress(RedisError):
                self._saying.xadd(KEY, {"from": self._here}, maxlen=KEPT, approximate=True)
        for thread in threads:
            thread.join(ANSWER_SECONDS)
        self._saying.close()
        self._hearing.close()

    def _start(self, name: str, run: Callable[[], None]) -> None:
        if name not in self._threads and not self._closed.is_set():
            self._threads[name] = threading.Thread(target=run, name=name, daemon=True)
            self._threads[name].start()

    def _keep_saying(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed.is_set())
                waiting, self._waiting = self._waiting, {}
            if not waiting:
                return
            try:
                self._say(waiting)
            except RedisError as problem:
                # The others poll. The thread that hears says in the log what is wrong, if there is one.
                self._note_away(problem)
                self._closed.wait(AGAIN_SECONDS)

    def _say(self, waiting: dict[str, int]) -> None:
        with self._saying.pipeline(transaction=False) as pipeline:
            for night, version in waiting.items():
                message: dict[Any, Any] = {"night": night, "version": version, "from": self._here}
                pipeline.xadd(KEY, message, maxlen=KEPT, approximate=True)
            pipeline.execute()

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
        for night in {said.get("night", "") for _, said in messages if said.get("from") != self._here}:
            self._hear(night)

    def _note_away(self, problem: RedisError) -> None:
        if not self._known_away:
            self._known_away = True
            _log.warning("live_redis_away", extra={"kind": type(problem).__name__})

    def _note_back(self) -> None:
        if self._known_away:
            self._known_away = False
            _log.info("live_redis_back")


def _client(url: str, seconds: float) -> Redis:
    # What fails is tried again here, not in the library, which would hold up the thread meanwhile.
    return Redis.from_url(
        url,
        decode_responses=True,
        # The older protocol, in which every version of the library answers a read with a list.
        protocol=2,
        socket_timeout=seconds,
        socket_connect_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
