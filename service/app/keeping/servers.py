"""Sets up a server: tables, rights and secrets."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from engine.speech import say
from service.app.book import Book
from service.book.db import Database
from service.book.store import protection as roles
from service.book.store.schema import HEAD, prepare, revision
from service.config import SettingError, load_settings
from service.language.dictionaries.shipped import learn
from service.reports.views.exchange.exchange import Migrated
from service.reports.views.running.running import SecretsMade


def migrate() -> Migrated:
    """Migrates the book and gives the program's role its rights on every table; both may be done again.

    Signs in by CHIPBOOK_MIGRATION_URL, or by CHIPBOOK_DATABASE_URL where that login owns the tables.
    """
    settings = load_settings(os.environ)
    learn(settings.home)
    with closing(Database.open(settings.migration_url or settings.database_url, settings.server)) as database:
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
        why = problem.strerror or problem
        raise SettingError(
            "FOLDER",
            say("No secrets can be made in {folder} ({because}); name another folder.", folder=folder, because=why),
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
