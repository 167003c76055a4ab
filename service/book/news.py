"""Says through Redis that a night has gone on, in a thread of its own: for a server, a worker and the command line.

Redis carries no event, only that there is one: the night and its version. Nothing depends on it. Whoever writes neither waits
nor fails, and whoever listens finds what was not said by looking into the book.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from redis import Redis

KEY = "chipbook:live"
# Old messages are of no use: whoever was away looks into the book.
KEPT = 1000
ANSWER_SECONDS = 2.0
AGAIN_SECONDS = 1.0
# How long the command line waits at its end for what it has to say.
AT_THE_END_SECONDS = 1.0
# Nights that wait to be told at once. More than that only while Redis does not answer; then they are found by polling.
WAITING_MAX = 10_000


def _nobody_minds(_problem: Exception) -> None:
    """For the command line: whoever listens finds the act without being told."""


class Saying:
    """What one process says. `away` is called, in the thread, with the reason why Redis did not take it.

    Nothing is connected, and no library loaded, before there is something to say.
    """

    def __init__(self, url: str, *, away: Callable[[Exception], None] = _nobody_minds) -> None:
        # Names this process, so that it does not hear itself.
        self.here = secrets.token_hex(8)
        self._url = url
        self._away = away
        self._waiting: dict[str, int] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def say(self, night: str, version: int) -> None:
        """Tells the others, after a while at the latest. Never waits for Redis."""
        with self._changed:
            if len(self._waiting) < WAITING_MAX:
                self._waiting[night] = version
            self._changed.notify()
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._keep_saying, name="chipbook-live-saying", daemon=True)
                self._thread.start()

    def close(self, seconds: float = ANSWER_SECONDS) -> None:
        """Ends the thread; what waits to be said is said first if Redis answers within these seconds."""
        with self._changed:
            self._closed.set()
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _keep_saying(self) -> None:
        # Loaded here, so that nobody waits for it.
        from redis.exceptions import RedisError  # noqa: PLC0415

        with client_of(self._url, ANSWER_SECONDS) as client:
            while waiting := self._next():
                try:
                    self._say(client, waiting)
                except RedisError as problem:
                    self._away(problem)
                    self._closed.wait(AGAIN_SECONDS)

    def _next(self) -> dict[str, int]:
        """What is to be said next; empty if this is closed and everything is said."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed.is_set())
            waiting, self._waiting = self._waiting, {}
        return waiting

    def _say(self, client: Redis, waiting: dict[str, int]) -> None:
        with client.pipeline(transaction=False) as pipeline:
            for night, version in waiting.items():
                message: dict[Any, Any] = {"night": night, "version": version, "from": self.here}
                pipeline.xadd(KEY, message, maxlen=KEPT, approximate=True)
            pipeline.execute()


def client_of(url: str, seconds: float) -> Redis:
    """A client that gives up after so many seconds. What fails is tried again by whoever uses it, not in the library."""
    # Loaded here, because a command of one line says nothing, or says it in a thread.
    from redis import Redis  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415
    from redis.retry import Retry  # noqa: PLC0415

    return Redis.from_url(
        url,
        decode_responses=True,
        # The older protocol, in which every version of the library answers a read with a list.
        protocol=2,
        socket_timeout=seconds,
        socket_connect_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
    )
