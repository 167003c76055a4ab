"""One line on the command line opens a file: it waits neither for the driver of a server nor for migrations."""

import json
import subprocess
import sys
from pathlib import Path

from service.book.store.schema import open_book

ROOT = Path(__file__).parents[4]
HEAVY = ("psycopg", "alembic")
PROGRAM = """
import json, sys
from service.book.recording.handler import CommandHandler
from service.book.store.schema import open_book
from tests.service.book.store.nights import CLUB, close, founded, opened, played

book = open_book(sys.argv[1])
handler = CommandHandler(book)
founded(handler, "n1")
played(handler, "n1")
close(handler, "n1")
opened(handler, "n2")
handler.clubs.admit(CLUB, "Carl", key="carl")
handler.clubs.admit(CLUB, "Carl", key="carl")
assert [night.night for night in handler.lists.nights(limit=9)] and handler.names.by_id(CLUB)
book.close()
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_a_night_is_recorded_in_a_file_without_them(sqlite_url) -> None:
    open_book(sqlite_url).close()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, sqlite_url], cwd=ROOT, check=True, capture_output=True, text=True
    )
    imported = json.loads(done.stdout)
    assert [name for name in HEAVY if name in imported] == []
