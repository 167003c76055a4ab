"""A process that is killed in the middle of appending loses no event that it had acknowledged."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import func, select

from service.store.event_store import EventStore
from service.store.rows import REQUEST
from service.store.schema import open_book
from service.store.verify import verify_book
from tests.service.store.evening import NIGHT

ROOT = Path(__file__).parents[3]
ROUNDS = 3
PER_APPEND = 3


def _append_until_killed(url: str, after: float) -> int:
    """The last version that the killed process had acknowledged."""
    command = [sys.executable, "-m", "tests.service.store.appender", url]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline()]
    time.sleep(after)
    process.kill()
    acknowledged += process.stdout.read().splitlines()
    process.stdout.close()
    assert process.wait(10) == -9
    # The last line may have been cut off by the kill as well; a shorter number only makes the test milder.
    return int(acknowledged[-1])


def test_a_killed_process_loses_no_acknowledged_event(sqlite_url: str) -> None:
    moments = random.Random(20260213)
    for _ in range(ROUNDS):
        acknowledged = _append_until_killed(sqlite_url, moments.uniform(0.01, 0.15))
        database = open_book(sqlite_url)
        version = EventStore(database).version(NIGHT)
        assert acknowledged <= version <= acknowledged + PER_APPEND
        assert version % PER_APPEND == 0, "An append is recorded whole or not at all."
        assert verify_book(database) == []
        with database.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(REQUEST)) == version // PER_APPEND
        database.close()
