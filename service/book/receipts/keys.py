"""The private halves of the clubs' keys: files beside the book, never in it.

A backup, an export and a copied book therefore hold nothing with which anybody could sign. The folder is that of the
setting CHIPBOOK_KEYS; processes that share a book on a server share it too, as a mounted secret for example.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.speech import phrase
from service.book.db import FILE_MODE, FOLDER_MODE
from service.book.receipts.form import public_of
from service.errors import KeyNotWritten, PrivateKeyMissing, PrivateKeyUnusable
from service.errors.system import reason_of

ENDING = ".pem"


class KeyFolder:
    """Private keys, one file each (PKCS #8 in PEM, as openssl writes it), in a folder for each club."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, club: str, key: str) -> Ed25519PrivateKey:
        """A new private key, in a new file that only its owner can read.

        A file that is there already was made before its key could be recorded: it is used. Refuses what cannot be written.
        """
        made = Ed25519PrivateKey.generate()
        text = made.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        file = self._file(club, key)
        part = file.with_name(f".{file.name}.part-{os.urandom(4).hex()}")
        try:
            # One after the other, because only the last of several folders made at once is private.
            self.folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            file.parent.mkdir(mode=FOLDER_MODE, exist_ok=True)
            try:
                _write(part, text)
                # Linked and not renamed: it never takes the place of another key.
                with suppress(FileExistsError):
                    os.link(part, file)
            finally:
                part.unlink(missing_ok=True)
        except OSError as problem:
            raise KeyNotWritten(key, str(self.folder), reason_of(problem)) from problem
        return self._read(club, key, called=club)

    def load(self, club: str, key: str, public: str, *, called: str) -> Ed25519PrivateKey:
        """The private half of this public key. Refuses one that is not here, or is another's.

        `called`: the name of the club, for people who are refused.
        """
        result = self._read(club, key, called=called)
        if public_of(result) != public:
            raise PrivateKeyUnusable(key, str(self._file(club, key)), phrase("the club knows another key by this name"))
        return result

    def has(self, club: str, key: str) -> bool:
        """True if there is a file for this key here."""
        return self._file(club, key).is_file()

    def _read(self, club: str, key: str, *, called: str) -> Ed25519PrivateKey:
        file = self._file(club, key)
        try:
            result = serialization.load_pem_private_key(file.read_bytes(), password=None)
        except FileNotFoundError:
            raise PrivateKeyMissing(called, key, str(self.folder)) from None
        except OSError as problem:
            raise PrivateKeyUnusable(key, str(file), reason_of(problem)) from problem
        except (ValueError, TypeError) as problem:
            raise PrivateKeyUnusable(key, str(file), phrase("it holds no private key that can be read")) from problem
        if not isinstance(result, Ed25519PrivateKey):
            raise PrivateKeyUnusable(key, str(file), phrase("it holds a key of another kind, and Ed25519 is needed"))
        return result

    def _file(self, club: str, key: str) -> Path:
        return self.folder / club / f"{key}{ENDING}"


def _write(file: Path, text: bytes) -> None:
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE), "wb") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
