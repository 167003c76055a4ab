"""Makes the secrets of a deployment, each in a file of its own, so that nowhere is a password that somebody else knows."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from engine.speech import say
from service.config import SettingError
from service.reports.views.running.secrets_made import SecretsMade

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
