"""Shows that a Celery worker and its clock are at work: the signs come from the very loops that do the work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from celery import bootsteps
from celery.beat import Scheduler

from service.app.running.health import CLOCK, EVERY_SECONDS, WORKER, forget, give_sign


def alive_in(home: Path) -> type[bootsteps.StartStopStep]:
    """A step of a worker that makes a sign while it takes messages: its loop makes it, and stops with the connection."""

    class Alive(bootsteps.StartStopStep):  # type: ignore[misc]
        requires = ("celery.worker.consumer.tasks:Tasks",)

        def __init__(self, consumer: Any, **named: Any) -> None:
            super().__init__(consumer, **named)
            self._timer: Any = None

        def start(self, consumer: Any) -> None:
            give_sign(home, WORKER)
            self._timer = consumer.timer.call_repeatedly(EVERY_SECONDS, give_sign, (home, WORKER))

        def stop(self, consumer: Any) -> None:
            # Also called when a connection was lost before this step began.
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            forget(home, WORKER)

        def shutdown(self, consumer: Any) -> None:
            self.stop(consumer)

    return Alive


def clock_of(home: Path) -> type[Scheduler]:
    """The scheduler of a clock that makes a sign at every look at what is due."""

    class Clock(Scheduler):  # type: ignore[misc]
        def tick(self, *args: Any, **named: Any) -> Any:
            give_sign(home, CLOCK)
            return super().tick(*args, **named)

        def close(self) -> None:
            super().close()
            forget(home, CLOCK)

    return Clock
