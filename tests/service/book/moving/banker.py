"""Lends chips in a night, or opens nights, until it is killed; says each only after it was recorded."""

import itertools
import sys
from collections.abc import Iterator

from service.book.recording.handler import CommandHandler
from service.book.store.schema import open_book
from tests.service.book.moving.clubs import lend, now, open_night


def lending(handler: CommandHandler) -> Iterator[int]:
    """The version of the night after each loan."""
    while True:
        lend(handler)
        yield handler.version("n1")


def opening(handler: CommandHandler) -> Iterator[int]:
    """The number of each night after it was opened."""
    for number in itertools.count(1):
        open_night(handler, f"w{number}")
        yield number


def main(url: str, what: str = "lending") -> None:
    handler = CommandHandler(open_book(url), now)
    for done in opening(handler) if what == "opening" else lending(handler):
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
