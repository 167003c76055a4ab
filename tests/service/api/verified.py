"""A verification of a club as somebody asks for it over HTTP, with a worker that makes it."""

from typing import Any

from flask import Flask

from service.api.context import EXTENSION
from service.book.store.jobs import Jobs
from service.jobs.working import JobContext, Worker
from tests.service.api.evening import Table


def worker_of(app: Flask) -> Worker:
    """A worker for the book of this application, by its clock."""
    book = app.extensions[EXTENSION].book
    return Worker(JobContext(book.database, book.home, book.now), Jobs(book.database))


def verified(app: Flask, table: Table, *, head: str = "") -> dict[str, Any]:
    """What a worker finds who is asked now."""
    path = f"/clubs/{table.club}/verifications"
    asked = table.banker.post(path, {"head": head} if head else {})
    assert asked.status_code == 202, asked.json
    assert worker_of(app).run(table.club, asked.json["job"])
    found: dict[str, Any] = table.banker.get(f"{path}/{asked.json['job']}").json["found"]
    return found
