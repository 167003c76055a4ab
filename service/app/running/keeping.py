"""The book and its server kept: saved, restored, moved and rebuilt; tables, rights and secrets."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from engine.speech import say, say_number
from service import config
from service.app.book import Book, url_of
from service.app.looking_back.receipts import keys_of
from service.app.people import club_meant
from service.book.db import Database
from service.book.moving import backup
from service.book.moving.backup import ClubKept, Restored
from service.book.moving.copying import copy_club
from service.book.moving.rebuilding import Rebuilt, rebuild_book
from service.book.progress import Tick, silently
from service.book.store import protection as roles
from service.book.store.credentials import Kind, credentials_of
from service.book.store.schema import HEAD, open_book, prepare, revision
from service.config import SettingError, load_settings
from service.errors import SameBook
from service.errors.system import reason_of
from service.language.dictionaries.shipped import learn
from service.reports.views.exchange import ClubMoved, Migrated, StaysBehind, What
from service.reports.views.running import SecretsMade

__all__ = ["ClubKept"]

# In the order in which they are told.
_SIGNING_IN: tuple[tuple[Kind, What], ...] = (
    ("passkey", "passkeys"),
    ("session", "devices"),
    ("link", "links"),
    ("token", "tokens"),
)


def staying_behind(book: Book, club: str) -> tuple[StaysBehind, ...]:
    """What stays in this book or beside it; nothing of what the club has none of."""
    return (*_signing_in(book, club), *_keys(book, club))


def _signing_in(book: Book, club: str) -> Iterator[StaysBehind]:
    now = book.now()
    for kind, what in _SIGNING_IN:
        if number := len(credentials_of(book.database, club, kind, now)):
            yield StaysBehind(what=what, number=number, told=_signing_in_text(what, number))


def _signing_in_text(what: What, number: int) -> str:
    match what:
        case "passkeys":
            return say_number(
                "{number} passkey: a browser uses it for the address of this server alone.",
                "{number} passkeys: a browser uses them for the address of this server alone.",
                number,
            )
        case "devices":
            return say_number(
                "{number} signed-in device: whoever uses it signs in anew at the other address, by a link of `chipbook "
                "club invite`.",
                "{number} signed-in devices: whoever uses them signs in anew at the other address, by a link of `chipbook "
                "club invite`.",
                number,
            )
        case "links":
            return say_number(
                "{number} sign-in link: it leads to this server.",
                "{number} sign-in links: they lead to this server.",
                number,
            )
        case _:
            return say_number(
                "{number} token: it was given out for this server; `chipbook club tokens make` makes one there.",
                "{number} tokens: they were given out for this server; `chipbook club tokens make` makes others there.",
                number,
            )


def _keys(book: Book, club: str) -> Iterator[StaysBehind]:
    here = [one for one in keys_of(book, club).keys if one.private_here]
    if here:
        text = say_number(
            "{number} private key, a file beside the book so that no copy of the book can sign: copy {folder} to the same "
            "place there, or make another key by `chipbook club key lost`.",
            "{number} private keys, files beside the book so that no copy of the book can sign: copy {folder} to the same "
            "place there, or make another key by `chipbook club key lost`.",
            len(here),
            folder=str(book.key_folder / club),
        )
        yield StaysBehind(what="keys", number=len(here), told=text)


def move_club(book: Book, club: str, place: str, *, tick: Tick = silently) -> ClubMoved:
    """Copies a club, by name or id, into the book in a file or at a URL, and checks it there.

    A copy that was stopped goes on when this is called again. The book here stays as it is. What is good for this server
    alone stays, and so do secrets: the answer says how many of each, and why.
    """
    club_id, url = club_meant(book, club).id, url_of(place)
    with closing(open_book(url, book.database.options)) as target:
        if target.place == book.database.place or _same_file(target.path, book.database.path):
            raise SameBook(target.place)
        copied = copy_club(book.database, target, club_id, tick=tick)
    return ClubMoved(**msgspec.structs.asdict(copied), stays=staying_behind(book, copied.club))


def _same_file(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and one.samefile(other)


def back_up(book: Book, file: str, *, tick: Tick = silently) -> Sequence[ClubKept]:
    """Saves the book, as it is at this moment, in a new file, and returns its clubs. Refuses a file that exists."""
    return backup.back_up(book.database, Path(file).expanduser().absolute(), tick=tick)


def restore(file: str, *, tick: Tick = silently) -> Restored:
    """Makes the book of the settings from a backup; a damaged file in its place is put aside. Refuses a sound book that holds anything."""
    settings = config.load_settings(os.environ)
    path = Path(file).expanduser().absolute()
    return backup.restore(path, settings.database_url, settings.server, tick=tick)


def rebuild(book: Book, *, tick: Tick = silently) -> Sequence[Rebuilt]:
    """Rebuilds every club, each whole or not at all. The jobs that follow from the events are due at once."""
    return rebuild_book(book.database, book.now(), tick=tick)


def migrate() -> Migrated:
    """Migrates the book and gives the program's role its rights on every table; both may be done again.

    Signs in by CHIPBOOK_MIGRATION_URL, or by CHIPBOOK_DATABASE_URL where that login owns the tables.
    """
    settings = load_settings(os.environ)
    learn(settings.home)
    with closing(Database(settings.migration_url or settings.database_url, settings.server)) as database:
        before = revision(database)
        prepare(database)
        skipped = roles.grant_application_role(database)
        return Migrated(place=database.place, before=before or "", after=HEAD, role=roles.ROLE, skipped=skipped or "")


def grant_application_role(book: Book) -> str | None:
    """Makes the application's role and gives it its rights. Returns None, or the reason why it was skipped."""
    return roles.grant_application_role(book.database)


# Digits and letters alone, so that they stand in a URL as they are.
PASSWORD_BYTES = 24
PASSWORDS = (
    "postgres_password",
    "owner_password",
    "program_password",
    "replication_password",
    "redis_password",
    "token",
)
# Where compose.yaml has the servers. `{}` is the password.
URLS = {
    "owner_url": ("owner_password", "postgresql://chipbook_owner:{}@postgres:5432/chipbook"),
    "program_url": ("program_password", "postgresql://chipbook_program:{}@postgres:5432/chipbook"),
    "redis_url": ("redis_password", "redis://:{}@redis:6379/0"),
}
# Readable in a container, whose user is another than here; the folder keeps everybody else out.
FILE_MODE = 0o444
FOLDER_MODE = 0o700


def make_secrets(folder: Path) -> SecretsMade:
    """Makes every secret that the folder does not have yet. Files that are there stay as they are.

    Refuses a folder that cannot be written to, and one in which a URL is left whose password is gone.
    """
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        folder.chmod(FOLDER_MODE)
        return _made_in(folder)
    except OSError as problem:
        raise SettingError(
            "FOLDER",
            say(
                "No secrets can be made in {folder} ({because}); name another folder.",
                folder=folder,
                because=reason_of(problem),
            ),
        ) from problem


def _made_in(folder: Path) -> SecretsMade:
    there = {name for name in (*PASSWORDS, *URLS) if (folder / name).exists()}
    for url, (password, _) in URLS.items():
        if url in there and password not in there:
            raise SettingError(
                "FOLDER",
                say(
                    "{folder} has {url} but no {password}; bring it back, or remove {url} too.",
                    folder=folder,
                    url=url,
                    password=password,
                ),
            )
    texts = {name: _text(folder, name) if name in there else secrets.token_hex(PASSWORD_BYTES) for name in PASSWORDS}
    texts |= {name: form.format(texts[password]) for name, (password, form) in URLS.items()}
    made = [name for name in texts if name not in there]
    _write(folder, {name: texts[name] for name in made})
    return SecretsMade(folder=str(folder), made=tuple(made), kept=tuple(sorted(there)))


def _text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="ascii").strip()


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        # Made anew and by nobody else at the same time.
        with os.fdopen(os.open(folder / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE), "w") as file:
            file.write(text + "\n")
        (folder / name).chmod(FILE_MODE)
