"""Libraries that not every host needs: each comes with an extra of the package, as `chipbook[print]`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

from engine.speech import phrase, to_say
from service.errors.problems import LibraryMissing, Problem


class Extra(NamedTuple):
    """An extra: the module that is imported, the package that has it, and what cannot be done without it."""

    name: str
    module: str
    package: str
    what: str


PRINT = Extra("print", "typst", "typst", to_say("Pages of PDF and pictures"))
POSTGRES = Extra("postgres", "psycopg", "'psycopg[binary]'", to_say("Books on a PostgreSQL server"))
PASSKEYS = Extra("passkeys", "webauthn", "webauthn", to_say("Passkeys"))
DOCS = Extra("docs", "flask_swagger_ui", "flask-swagger-ui", to_say("The pages of Swagger at /docs"))

NOTIFY = Extra("notify", "apprise", "apprise", to_say("Notifications"))


def is_there(extra: Extra) -> bool:
    """True if the library of the extra is installed. Nothing is loaded to find out."""
    return find_spec(extra.module) is not None


def missing(extra: Extra) -> Problem | None:
    """The sentence that says how to install the library of the extra; None if it is there."""
    if is_there(extra):
        return None
    return LibraryMissing(what=phrase(extra.what), extra=extra.name, package=extra.package)


def insist_on(extra: Extra) -> None:
    """Refuses to go on without the library of the extra (LibraryMissing)."""
    if refusal := missing(extra):
        raise refusal
