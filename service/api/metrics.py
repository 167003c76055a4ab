"""What Prometheus may read: requests and how long they took, events appended, jobs that wait, streams that listen.

Each process counts for itself, in a registry of its own application. Names of routes are their templates, so that no
night, player or token can be read from them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.api.live.hub import Hub
from service.api.routes import needing
from service.book.db import Database
from service.book.job_kinds import KIND_NAMED
from service.book.store.chain import StoredEvent
from service.book.store.event_store import Append, EventStore
from service.book.store.jobs import Jobs
from service.book.store.machine import free_bytes, why_not_written
from service.errors import BookError
from service.language.local_time import seconds_between
from service.people.rights import Deed

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
# What stands for a path or method of no route: everything a stranger may invent is one.
OTHER = "other"
# Seconds, from an answer out of the cache to one nobody waits for.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The numbers of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route")
        self.requests = Counter("chipbook_requests", "Requests answered.", (*labels, "status"), registry=self.registry)
        self.seconds = Histogram(
            "chipbook_request_seconds",
            "From the arrival of a request to the beginning of its answer.",
            labels,
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.events = Counter(
            "chipbook_events_appended",
            "Events that requests to this process put into the book, without what a club's stream says of its nights.",
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)
        # Finding a number by its labels takes longer than counting; there are few of them.
        self._of = cache(self._labelled)

    def install(self, app: Flask, database: Database, hub: Hub, now: Callable[[], str]) -> None:
        """Counts every request of the application, and puts `/metrics` into it for the keeper of the book."""
        self.registry.register(BookCollector(database, hub, now))
        self.registry.register(RoomCollector(database))
        app.before_request(_begin)
        app.after_request(self._count)

        @app.get("/metrics")
        @needing(Deed.OPERATE)
        def metrics() -> Response:
            """The numbers, in the format that the reader asks for."""
            encode, kind = choose_encoder(request.headers.get("Accept", ""))
            return Response(encode(self.registry), content_type=kind)

    def _count(self, response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else OTHER
        method = request.method if request.method in METHODS else OTHER
        requests, seconds = self._of(method, route, response.status_code)
        requests.inc()
        seconds.observe(time.monotonic() - g.counted_from)
        return response

    def _labelled(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        return self.requests.labels(method, route, str(status)), self.seconds.labels(method, route)


def _begin() -> None:
    g.counted_from = time.monotonic()


class CountingStore(EventStore):
    """An event store that counts what it appends."""

    def __init__(self, database: Database, counter: Counter) -> None:
        super().__init__(database)
        self._counter = counter

    def append_all(self, appends: Sequence[Append], *, lock: str) -> list[tuple[StoredEvent, ...]]:
        """The same as in the event store; what is refused is not counted."""
        appended = super().append_all(appends, lock=lock)
        self._counter.inc(sum(map(len, appended)))
        return appended


class BookCollector(Collector):
    """What is asked of the book and the hub when somebody reads, rather than counted."""

    def __init__(self, database: Database, hub: Hub, now: Callable[[], str]) -> None:
        self._jobs = Jobs(database)
        self._hub = hub
        self._now = now

    def describe(self) -> list[Metric]:
        """Nothing, so that the book is not asked before anybody reads."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The numbers as they are now. A book that cannot be read is a number too, and then there are none of its jobs."""
        yield GaugeMetricFamily("chipbook_streams", "Live streams that are open.", value=self._hub.listening)
        try:
            waiting = self._jobs.waiting(self._now())
        except BookError:
            yield GaugeMetricFamily("chipbook_book_readable", "1 if the book can be read.", value=0)
            return
        yield GaugeMetricFamily("chipbook_book_readable", "1 if the book can be read.", value=1)
        jobs = GaugeMetricFamily("chipbook_jobs", "Jobs of the book that are not done, by state.", labels=("state",))
        for state in ("due", "claimed", "failed"):
            jobs.add_metric((state,), getattr(waiting, state))
        yield jobs
        yield GaugeMetricFamily("chipbook_jobs_overdue", "Jobs that should be done by now.", value=waiting.overdue)
        yield from self._of_the_work()

    def _of_the_work(self) -> Iterator[Metric]:
        """Who waits: jobs by kind, how long the oldest of each has been due, and nights without their plan."""
        now = self._now()
        by_kind = GaugeMetricFamily(
            "chipbook_jobs_by_kind", "Jobs that are not done, by kind and state.", labels=("kind", "state")
        )
        oldest = GaugeMetricFamily(
            "chipbook_jobs_oldest_seconds", "How long the oldest job of a kind has been due.", labels=("kind",)
        )
        counted = {(one.kind, one.state): one for one in self._jobs.by_kind()}
        for kind in KIND_NAMED:
            for state in ("due", "claimed", "failed"):
                one = counted.get((kind, state))
                by_kind.add_metric((kind, state), one.number if one else 0)
            open_since = [
                counted[kind, state].oldest_due_at for state in ("due", "claimed") if (kind, state) in counted
            ]
            oldest.add_metric((kind,), max(0, seconds_between(min(open_since), now)) if open_since else 0)
        yield by_kind
        yield oldest
        late = self._jobs.settlements_late(now)
        yield GaugeMetricFamily("chipbook_settlements_late", "Plans that failed or are overdue.", value=late)
        without = self._jobs.nights_without_plan()
        yield GaugeMetricFamily(
            "chipbook_nights_without_plan", "Nights that are closed and not settled.", value=without
        )


class RoomCollector(Collector):
    """Whether the book can be written to, and how much room its disk has, at the moment somebody reads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def describe(self) -> list[Metric]:
        """Nothing, so that the book is not asked before anybody reads."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Two numbers; the second is of a book in a file only."""
        try:
            writable = not why_not_written(self._database)
        except BookError:
            writable = False
        yield GaugeMetricFamily("chipbook_book_writable", "1 if acts can be recorded.", value=int(writable))
        free = free_bytes(self._database)
        if free is not None:
            yield GaugeMetricFamily("chipbook_book_free_bytes", "Room on the disk of the book.", value=free)
