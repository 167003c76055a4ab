"""Copies a club into another book until it is killed, and says after each step how far it has come."""

import sys

from service.book.moving.copying import copy_club
from service.book.store.schema import open_book
from tests.service.book.moving.clubs import CLUB

CHUNK = 2


def main(source: str, target: str) -> None:
    def tick(done: int, of: int) -> None:
        sys.stdout.write(f"{done} {of}\n")
        sys.stdout.flush()

    copy_club(open_book(source), open_book(target), CLUB, tick=tick, chunk=CHUNK)


if __name__ == "__main__":
    main(*sys.argv[1:])
