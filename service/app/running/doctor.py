"""Examines an installation: settings, folders, book, server, clock, Redis, workers, keys, backups and address. It changes nothing."""

from __future__ import annotations

import os
import re
import stat
import zoneinfo
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import redis

from engine.grammar import counted
from engine.speech import say, say_number, to_say
from service.app.book import Book
from service.app.looking_back.receipts import keys_of
from service.app.running.health import WORKER, Heartbeat, heartbeats
from service.app.running.jobs import how_the_work_goes
from service.book.db import Database
from service.book.store.jobs import Jobs
from service.book.store.lists import Lists
from service.book.store.machine import free_bytes, little_room, why_not_written
from service.book.store.protection import missing_tables, verify_protection, who_could_drop_the_protection
from service.book.store.schema import HEAD, revision
from service.config import SettingError, Settings, file_of, load_settings
from service.errors import BookDamaged, BookError, BookFromNewerVersion, NotABook
from service.errors.system import reason_of
from service.language.local_time import clock_in
from service.reports.views.running import Examination, Finding, good, note, wrong

# Rights of the group and of everybody.
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def of_the_folders(settings: Settings) -> list[Finding]:
    """One finding of the home folder, and one of each key, and of their folder, that is open to others."""
    home = settings.home
    if not home.exists():
        sentence = say("The folder {home} does not exist yet; the first command that needs it makes it.", home=home)
        return [note("home", sentence)]
    if not home.is_dir() or not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        sentence = say("{home} is no folder that this user may read and write.", home=home)
        mend = say("Name another one with CHIPBOOK_HOME, or: chown -R {user} {home}", user=_me(), home=home)
        return [wrong("home", sentence, mend)]
    private = [settings.keys, *sorted(settings.keys.glob("*/*.pem"))] if settings.keys.is_dir() else []
    open_keys = [open_to_others("keys", one) for one in private]
    return [
        open_to_others("home", home) or good("home", say("{home} is open to this user alone.", home=home)),
        *(one for one in open_keys if one is not None),
    ]


def open_to_others(about: str, place: Path) -> Finding | None:
    """A finding if the group or everybody may do anything with this file or folder; None too if it is not there."""
    if not place.exists():
        return None
    mode = stat.S_IMODE(place.stat().st_mode)
    if not mode & _OTHERS:
        return None
    sentence = (
        to_say("Others on this machine may read and change {place} (mode {mode:04o}).")
        if mode & (stat.S_IWGRP | stat.S_IWOTH)
        else to_say("Others on this machine may read {place} (mode {mode:04o}).")
    )
    return wrong(about, say(sentence, place=place, mode=mode), f"chmod go= {place}")


def _me() -> str:
    return str(os.geteuid())


# Zones of three continents: where they are missing, so are those of a night.
_ZONES = ("Europe/Copenhagen", "America/New_York", "Asia/Tokyo")


def of_the_zones(settings: Settings) -> Finding:
    """Whether times can be told where a night is played."""
    missing = [name for name in _ZONES if name not in zoneinfo.available_timezones()]
    if missing:
        sentence = say("The time zones of the world are missing here ({zone} is one).", zone=missing[0])
        return wrong("zones", sentence, say("Install the package tzdata, of the system or of Python."))
    return good("zones", say("Times are told in {zone} unless a night says otherwise.", zone=settings.zone.key))


def of_the_clock(book: Book) -> Finding:
    """Whether the clock went back behind what the book has recorded."""
    if behind := book.clock_behind():
        return wrong("clock", behind, say("Set the clock, and let it be kept: timedatectl set-ntp true"))
    return good(
        "clock", say("The clock shows {now}, and was not set back.", now=clock_in(book.zone).minute(book.now()))
    )


def opened(settings: Settings) -> tuple[Book | None, Finding]:
    """The book of the settings, without making or migrating anything; None if there is none to examine. With the finding."""
    file = file_of(settings.database_url)
    if file and not file.exists():
        sentence = say("There is no book at {file} yet; `chipbook night open` makes one.", file=file)
        return None, note("book", sentence)
    try:
        database = Database(settings.database_url, settings.server)
    except BookError as refusal:
        return None, _out_of_reach(refusal)
    book = Book.on(database, home=settings.home, zone=settings.zone.key, keys=settings.keys)
    try:
        return book, _of_the_schema(database)
    except BookError as refusal:
        book.close()
        return None, _out_of_reach(refusal)


def _of_the_schema(database: Database) -> Finding:
    match = revision(database)
    if match is None:
        return wrong("book", say("The database is empty."), say("Make the tables, as their owner: chipbook migrate"))
    if match != HEAD:
        sentence = say(
            "The book has the tables of version {found}, and this program needs those of {needed}.",
            found=match,
            needed=HEAD,
        )
        return wrong("book", sentence, say("Bring them up to date, as their owner: chipbook migrate"))
    if missing := missing_tables(database):
        sentence = say_number(
            "The book lacks what its version {version} has: the table {tables}.",
            "The book lacks what its version {version} has: the tables {tables}.",
            len(missing),
            version=HEAD,
            tables=", ".join(missing),
        )
        return wrong("book", sentence, say("Keep what is left of it, and make the book anew: chipbook restore FILE"))
    return good("book", say("The book can be read, and its tables are those of version {version}.", version=HEAD))


def _out_of_reach(refusal: BookError) -> Finding:
    match refusal:
        case BookFromNewerVersion():
            mend = say("Install the newest chipbook.")
        case NotABook():
            mend = say("Name the database of the book with CHIPBOOK_DATABASE_URL.")
        case BookDamaged():
            mend = say("Keep the damaged file, and make the book anew: chipbook restore FILE")
        case _:
            mend = say("Start the server, and check address, user and password in CHIPBOOK_DATABASE_URL.")
    return wrong("book", str(refusal), mend)


def of_the_book(book: Book) -> list[Finding]:
    """Whether it can be written to, and how much room is left."""
    try:
        reason = why_not_written(book.database)
    except BookError as refusal:
        return [_out_of_reach(refusal)]
    if reason:
        mend = say("Make room on its disk, or give this user the right to write there; of a server: name the primary.")
        return [wrong("room", reason, mend)]
    if scarce := little_room(book.database):
        return [wrong("room", scarce, say("Make room on its disk before it is full."))]
    free = free_bytes(book.database)
    if free is None:
        return [good("room", say("The book can be written to."))]
    return [good("room", say("The book can be written to and its disk has {free} MiB left.", free=free // 1024**2))]


# More of the same kind say nothing new.
SHOWN_MAX = 3


def of_the_protection(book: Book) -> list[Finding]:
    """A finding for each guard that is missing, for a login that could remove them, and one if all is well."""
    faults = verify_protection(book.database)
    mend = say(
        "Find out who changed the tables, then: chipbook verify --all; and restore from a backup if it finds anything."
    )
    results = [wrong("guards", fault.sentence, mend) for fault in faults[:SHOWN_MAX]]
    if len(faults) > SHOWN_MAX:
        more = say_number(
            "{number} more guard is missing or changed.",
            "{number} more guards are missing or changed.",
            len(faults) - SHOWN_MAX,
        )
        results.append(wrong("guards", more, mend))
    if not results:
        results.append(good("guards", say("Everything that refuses changes to the events is in place.")))
    if owner := who_could_drop_the_protection(book.database):
        sentence = say("The program signs in as {owner}, who owns the tables and could alter events.", owner=owner)
        results.append(
            note("rights", sentence, say("Give it a login of its own, in the role that `chipbook grant` makes."))
        )
    return results


def of_the_workers(book: Book, settings: Settings) -> list[Finding]:
    """A finding for each worker or clock that fell silent, one of the jobs, and one if there is nobody to do them."""
    signs = heartbeats(settings.home)
    results = [_silent(one) for one in signs if one.is_silent]
    backlog = Jobs(book.database).waiting(book.now())
    if backlog.overdue:
        sentence = say("Jobs should be done by now and are not: {overdue}.", overdue=backlog.overdue)
        results.append(wrong("jobs", sentence, say("Start a worker: chipbook worker")))
    if backlog.failed:
        sentence = say("Jobs failed for good: {failed}.", failed=backlog.failed)
        results.append(
            wrong("jobs", sentence, say("See why, and try again: chipbook jobs --failed; chipbook jobs retry JOB"))
        )
    if results:
        return results
    work = how_the_work_goes(book.database, book.now())
    machines = dict.fromkeys(one.machine for one in signs if one.kind == WORKER)
    sentence = (
        to_say("No job is overdue or failed, {due} are due, and workers are at work on {machines}.")
        if machines
        else to_say("No job is overdue or failed, {due} are due, and no worker of its own has given a sign here.")
    )
    return [good("jobs", say(sentence, due=work.due, machines=", ".join(machines)))]


def _silent(one: Heartbeat) -> Finding:
    sentence = say(
        "The {kind} on {machine}, process {process}, gave its last sign {time} ago.",
        kind=one.kind,
        machine=one.machine,
        process=one.process,
        time=counted(one.seconds, "second"),
    )
    return wrong("workers", sentence, say("Look at its log, and start it anew: chipbook {kind}", kind=one.kind))


# A book of many clubs is looked at as far as a doctor can wait.
CLUBS_MAX = 100


def of_the_keys(book: Book) -> list[Finding]:
    """A finding for each club whose key was lost, or one that none was."""
    clubs = Lists(book.database).clubs()
    keys = [keys_of(book, club.club) for club in clubs[:CLUBS_MAX]]
    signing = [club for club in keys if club.in_force is not None]
    lost = [club for club in signing if not next(key for key in club.keys if key.key == club.in_force).private_here]
    results = [
        wrong(
            "keys",
            say(
                "The private key {key} of {club} is not in {folder}.",
                key=club.in_force,
                club=club.name,
                folder=book.key_folder,
            ),
            say(
                'Bring the folder back; if it is lost for good: chipbook club key lost --club "{club}"', club=club.name
            ),
        )
        for club in lost
    ]
    if not results:
        results.append(good("keys", say("The key of every club that signs is here: {number}.", number=len(signing))))
    if len(clubs) > CLUBS_MAX:
        sentence = say("The first {most} of {number} clubs were looked at.", most=CLUBS_MAX, number=len(clubs))
        results.append(note("keys", sentence))
    return results


# A file is made after an evening, the copy of a server every day.
DAYS_MAX_OF_A_FILE = 14
DAYS_MAX_OF_A_SERVER = 2
_COPY = re.compile(r"\d{8}T\d{6}Z")


def of_the_backups(book: Book, settings: Settings) -> list[Finding]:
    """Whether a backup is there and not too old; nothing is said of a book without a night."""
    if not Lists(book.database).nights(limit=1):
        return []
    on_server = book.database.path is None
    now = datetime.fromisoformat(book.now())
    try:
        newest = max(_times(settings.backups), default=None)
    except OSError as problem:
        sentence = say(
            "The folder of the backups, {folder}, cannot be read ({because}).",
            folder=settings.backups,
            because=reason_of(problem),
        )
        return [
            wrong(
                "backups", sentence, say("Give this user the right to read it, or name another with CHIPBOOK_BACKUPS.")
            )
        ]
    mend = (
        say("Start the service `backup` of compose.yaml, and name its folder with CHIPBOOK_BACKUPS.")
        if on_server
        else say(
            'Save the book now, and copy the file to another machine: chipbook backup "{folder}/{now:%Y-%m-%d}.backup"',
            folder=settings.backups,
            now=now,
        )
    )
    if newest is None:
        return [note("backups", say("There is no backup in {folder}.", folder=settings.backups), mend)]
    days_max = DAYS_MAX_OF_A_SERVER if on_server else DAYS_MAX_OF_A_FILE
    if now - newest > timedelta(days=days_max):
        sentence = say(
            "The newest backup in {folder} is from {newest} UTC, more than {days} days ago.",
            folder=settings.backups,
            newest=clock_in("UTC").minute(f"{newest}"),
            days=days_max,
        )
        return [wrong("backups", sentence, mend)]
    sentence = say(
        "The newest backup in {folder} is from {newest} UTC.",
        folder=settings.backups,
        newest=clock_in("UTC").minute(f"{newest}"),
    )
    return [good("backups", sentence)]


def _times(folder: Path) -> Iterator[datetime]:
    """When each backup in the folder was made."""
    if not folder.is_dir():
        return
    for file in folder.iterdir():
        if file.suffix == ".backup" and file.is_file():
            yield datetime.fromtimestamp(file.stat().st_mtime, UTC)
    copies = folder / "base"
    for copy in copies.iterdir() if copies.is_dir() else ():
        if _COPY.fullmatch(copy.name):
            yield datetime.strptime(copy.name, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


ANSWER_SECONDS = 3
# What the program uses of Redis came with this version.
VERSION_LEAST = (6, 2)


def of_the_broker(settings: Settings) -> list[Finding]:
    """Findings of the Redis in the settings; one that there is none, if there is none."""
    if not settings.redis_url:
        return [good("redis", say("No Redis is set: the server does the jobs itself, and counts requests for itself."))]
    try:
        client = redis.Redis.from_url(
            settings.redis_url, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
        )
        try:
            info: Any = client.info()
        finally:
            client.close()
    except (redis.RedisError, OSError, ValueError) as problem:
        sentence = say("The Redis of CHIPBOOK_REDIS_URL does not answer ({because}).", because=_why(problem))
        return [wrong("redis", sentence, say("Start it, and check address and password; jobs wait until it answers."))]
    return _of_what_it_says(info)


def _of_what_it_says(texts: dict[str, Any]) -> list[Finding]:
    version = str(texts.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if numbers < VERSION_LEAST:
        least = ".".join(map(str, VERSION_LEAST))
        return [
            wrong(
                "redis",
                say("Redis is of version {version}.", version=version),
                say("Install version {least} or a later one.", least=least),
            )
        ]
    if texts.get("maxmemory") and texts.get("maxmemory_policy") != "noeviction":
        sentence = say(
            "Redis forgets messages when its memory is full ({policy}).", policy=texts.get("maxmemory_policy")
        )
        return [
            note(
                "redis",
                sentence,
                say("Set maxmemory-policy to noeviction; what was forgotten is sent again, but late."),
            )
        ]
    return [good("redis", f"Redis {version} answers.")]


def _why(problem: Exception) -> str:
    # The text of some of these errors holds the address, which may hold a password.
    return type(problem).__name__


_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")


def of_the_address(settings: Settings, environ: Mapping[str, str]) -> Finding:
    """Whether what goes over the network is encrypted, as far as the settings say."""
    url = environ.get("CHIPBOOK_URL", "")
    if url.startswith("https://"):
        return good("address", say("People reach the server at {url}, encrypted.", url=url))
    if settings.host in _THIS_MACHINE:
        return good("address", say("The server listens to this machine alone."))
    sentence = say(
        "The server listens at {host}, and what goes over the network, tokens too, is not encrypted.",
        host=settings.host,
    )
    mend = say(
        "Good enough at home; elsewhere put the proxy of compose.yaml before it, and set CHIPBOOK_URL to https://…"
    )
    return note("address", sentence, mend)


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
    results = [
        good("settings", say("Every setting is known and can be read.")),
        *of_the_folders(settings),
        of_the_zones(settings),
    ]
    book, of_opening = opened(settings)
    results.append(of_opening)
    if book is not None:
        with book:
            results += of_the_book(book)
            if all(one.state != "wrong" for one in results if one.about == "book"):
                results += _in_the_book(book, settings)
    return [*results, *of_the_broker(settings), of_the_address(settings, environ)]


def _in_the_book(book: Book, settings: Settings) -> list[Finding]:
    """What the tables say. A look that the book refuses, because of a right that is missing for one, is a finding too."""
    looks: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("guards", lambda: of_the_protection(book)),
        ("clock", lambda: [of_the_clock(book)]),
        ("jobs", lambda: of_the_workers(book, settings)),
        ("keys", lambda: of_the_keys(book)),
        ("backups", lambda: of_the_backups(book, settings)),
    )
    findings: list[Finding] = []
    for about, look in looks:
        try:
            findings += look()
        except BookError as refusal:
            findings.append(wrong(about, str(refusal), say("Give the program's login the rights of `chipbook grant`.")))
    return findings
