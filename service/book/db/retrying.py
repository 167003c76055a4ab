"""Asks a server again that was lost: for some seconds, and only for what takes effect once however often it is asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from service.book.db.failures import is_lost
from service.errors import BookError, BookUnreachable, NoAnswer

# Whoever asked still waits; the client repeats what takes longer.
TRY_SECONDS = 3.0
FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 0.5

Answer = TypeVar("Answer")
# Whether this thread is asking.
_asking = threading.local()


def until_answered(ask: Callable[[], Answer], *, is_repeatable: bool) -> Answer:
    """The answer of the book, asked again while its server is lost, as during a restart or a failover.

    An act without a key is repeated only if it is certain that nothing was recorded; one that `is_repeatable` always, because
    it finds its own answer.
    """
    if getattr(_asking, "already", False):
        # Whoever asks for the whole asks again for its parts.
        return ask()
    pause, give_up_at = FIRST_PAUSE_SECONDS, 0.0
    while True:
        _asking.already = True
        try:
            return ask()
        except (BookUnreachable, NoAnswer) as refusal:
            if not _may_ask_again(refusal, is_repeatable=is_repeatable):
                raise
            give_up_at = give_up_at or time.monotonic() + TRY_SECONDS
            if time.monotonic() + pause > give_up_at:
                raise
        finally:
            _asking.already = False
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


def _may_ask_again(refusal: BookError, *, is_repeatable: bool) -> bool:
    return is_repeatable if isinstance(refusal, NoAnswer) else is_lost(refusal.__cause__)
