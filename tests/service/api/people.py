"""Who asks in the tests: besides those whom the book knows, everybody to whom a test gives a token."""

from dataclasses import replace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.context import EXTENSION, RequestContext
from service.book.store.lists import Lists
from service.people.rights import Who
from tests.service.api.evening import VIEWER


class Proofs:
    """The credentials of a book, and the people that a test knows by their tokens."""

    def __init__(self, context: RequestContext) -> None:
        self.known: dict[str, Who] = {}
        self._kept = context.credentials
        self._lists = Lists(context.book.database)

    def who(self, bearer: str | None, cookie: str | None) -> Who:
        """Who asks. The viewer is one of the first club in the book, which most tests make later than their clients."""
        if bearer == VIEWER:
            club = next((one.club for one in self._lists.clubs()), "not-yet")
            return Who(club=club, player="viewer", roles=frozenset({"viewer"}))
        return self.known.get(bearer or "") or self._kept.who(bearer, cookie)

    def __getattr__(self, name: str) -> Any:
        """Everything else is as in the book."""
        return getattr(self._kept, name)


class Eyes(FlaskClient):
    """A browser that reads a page as people do: what keeps an amount on one line with its currency is a space to them."""

    def open(self, *asked: Any, **options: Any) -> TestResponse:
        answer = super().open(*asked, **options)
        if answer.mimetype == "text/html":
            answer.set_data(answer.get_data().replace(b"&nbsp;", b" "))
        return answer


def with_people(app: Flask) -> Flask:
    """The same application, which knows the people of the test."""
    app.test_client_class = Eyes
    context: RequestContext = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(context, credentials=Proofs(context))  # type: ignore[arg-type]
    return app
