"""Examines an installation: settings, folders, book, server, clock, Redis, workers, keys, backups and address.

It changes nothing: no table is made and none migrated. Each file of this room looks at one thing and returns findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.speech import say
from service.app.book import Book
from service.app.running.doctor.address import of_the_address
from service.app.running.doctor.backups import of_the_backups
from service.app.running.doctor.book import of_the_book, opened
from service.app.running.doctor.broker import of_the_broker
from service.app.running.doctor.clock import of_the_clock, of_the_zones
from service.app.running.doctor.folders import of_the_folders
from service.app.running.doctor.keys import of_the_keys
from service.app.running.doctor.protection import of_the_protection
from service.app.running.doctor.workers import of_the_workers
from service.config import SettingError, Settings, load_settings
from service.errors import BookError
from service.reports.views.running.examination import Examination, Finding, good, wrong


def examine(environ: Mapping[str, str]) -> Examination:
    """Everything that was found. What hangs on a thing that is wrong is not looked at."""
    findings = tuple(_findings(environ))
    return Examination(sound=all(one.state != "wrong" for one in findings), findings=findings)


def _findings(environ: Mapping[str, str]) -> list[Finding]:
    try:
        settings = load_settings(environ)
    except SettingError as refusal:
        name = str(refusal.details["name"])
        return [wrong("settings", str(refusal), say("Correct {name} in the environment, or remove it.", name=name))]
    found = [
        good("settings", say("Every setting is known and can be read.")),
        *of_the_folders(settings),
        of_the_zones(settings),
    ]
    book, of_opening = opened(settings)
    found.append(of_opening)
    if book is not None:
        with book:
            found += of_the_book(book)
            if all(one.state != "wrong" for one in found if one.about == "book"):
                found += _in_the_book(book, settings)
    return [*found, *of_the_broker(settings), of_the_address(settings, environ)]


def _in_the_book(book: Book, settings: Settings) -> list[Finding]:
    """What the tables say. A look that the book refuses, because of a right that is missing for one, is a finding too."""
    looks: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("guards", lambda: of_the_protection(book)),
        ("clock", lambda: [of_the_clock(book)]),
        ("jobs", lambda: of_the_workers(book, settings)),
        ("keys", lambda: of_the_keys(book)),
        ("backups", lambda: of_the_backups(book, settings)),
    )
    found: list[Finding] = []
    for about, look in looks:
        try:
            found += look()
        except BookError as refusal:
            found.append(wrong(about, str(refusal), say("Give the program's login the rights of `chipbook grant`.")))
    return found
