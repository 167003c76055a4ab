"""The language of a request: the reader's choice, else what their browser asks for, else that of the server.

It is spoken from the first hook of a request to its last byte, refusals included, and by nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Response, request
from werkzeug import Request

from service.api.routes import PROBLEM_JSON
from service.language.languages import ENGLISH, LANGUAGES, Language, in_language, language_called, language_spoken

# The cookie that keeps the reader's choice: the code of a language.
COOKIE = "language"
# What is written for people to read, in their language; data for programs may hold sentences, and says no language.
SPOKEN = (PROBLEM_JSON, "text/html")
# Rooms whose pages are written in English only.
IN_ENGLISH = ("guide", "swagger_ui")

Application = Callable[..., Iterable[bytes]]


class InTheLanguageAsked:
    """The application, which answers every request in its own language. `otherwise` is that of who asks for none we speak."""

    def __init__(self, application: Application, otherwise: Language) -> None:
        self._application = application
        self._otherwise = otherwise

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        # An answer is whole when it comes back, except for a live stream, which keeps its language itself.
        with in_language(self._language_of(environ)):
            return self._application(environ, start_response)

    def _language_of(self, environ: dict[str, Any]) -> Language:
        # Programs ask for none, and have no cookie.
        if "HTTP_COOKIE" not in environ and "HTTP_ACCEPT_LANGUAGE" not in environ:
            return self._otherwise
        return language_asked(Request(environ, populate_request=False), self._otherwise)


def language_asked(of: Request, otherwise: Language) -> Language:
    """The language of the cookie if we speak it, else the best of the header Accept-Language that we do, else `otherwise`."""
    chosen = language_called(of.cookies.get(COOKIE, ""))
    if chosen is not None:
        return chosen
    best = of.accept_languages.best_match(LANGUAGES)
    return otherwise if best is None else LANGUAGES[best]


def languages_wanted(of: Request) -> list[str]:
    """The languages that the reader wants, the best first, with their countries: `en-GB`. None stands before the one they chose."""
    asked = [tag for tag, _ in of.accept_languages]
    chosen = language_called(of.cookies.get(COOKIE, ""))
    return asked if chosen is None else [*(tag for tag in asked if language_called(tag) == chosen), chosen.code]


def say_which_language(response: Response) -> None:
    """Names the language of what people read, and what decides it."""
    response.vary.add("Accept-Language")
    if response.mimetype in SPOKEN:
        language = ENGLISH if request.blueprint in IN_ENGLISH else language_spoken()
        response.headers.setdefault("Content-Language", language.code)
