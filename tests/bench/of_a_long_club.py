"""A club of five years as a server has it: the processor's time for each page, the memory for all of them, and a whole verification."""

import contextlib
import http.client
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from zoneinfo import ZoneInfo

from flask.testing import FlaskClient

from engine.night.table.rule import RULES_VERSION
from service.api.context import EXTENSION
from service.app.looking_back.verify import verify_book
from service.book.db import Database
from service.book.store.chain import SCHEMA
from service.book.store.schema import open_book
from service.config import Settings
from service.web.wsgi import create_app
from tests.bench.long_club import CLUB, MEMBERS, book_of_years, night_called
from tests.bench.of_the_command_line import PROGRAM
from tests.bench.rounds import Size
from tests.bench.rows import Row
from tests.servers import free_port

TOKEN = "a-token-for-the-bench"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
V1 = "/api/v1"
PAGES = {
    "a member's account": f"{V1}/clubs/{CLUB}/players/{MEMBERS[0]}/account",
    "the standings": f"{V1}/clubs/{CLUB}/standings",
    "a member's season": f"{V1}/clubs/{CLUB}/players/{MEMBERS[0]}/season",
    "the list of nights": f"{V1}/nights?club={CLUB}",
    "who has to be reminded": f"{V1}/clubs/{CLUB}/reminders",
    "a night": f"{V1}/nights/{night_called(1)}",
    "a night's report": f"{V1}/nights/{night_called(1)}/report",
}
PAGE_MS, MEMORY_MB, VERIFIED_SECONDS = 300, 250, 60
READY_SECONDS = 60


def measured(folder: Path, kept: Path, size: Size) -> list[Row]:
    """The pages, the memory and the verification of a book with so many nights."""
    path = shutil.copyfile(_kept_book(kept, size), folder / "years.db")
    database = open_book(f"sqlite:///{path}")
    try:
        rows = [*_pages(folder, database, size), _verified(database, folder, size)]
    finally:
        database.close()
    return [*rows, *_memory(folder, path, size)]


def _kept_book(kept: Path, size: Size) -> Path:
    """The book of years in this folder, made if this version of the rules and of the book has not made it yet."""
    version = f"{RULES_VERSION}-{SCHEMA}"
    path = kept / f"years-{size.nights}-{size.events_of_a_night}-{version}.db"
    if not path.exists():
        made = path.with_suffix(".making")
        made.unlink(missing_ok=True)
        book_of_years(made, size.nights, size.events_of_a_night).close()
        made.rename(path)
    return path


def _pages(folder: Path, database: Database, size: Size) -> Iterator[Row]:
    settings = Settings(
        home=folder, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=0, token_requests_max=0
    )
    app = create_app(settings, database)
    with app.test_client() as client:
        # What the program loads for its first request is no page's.
        _took(client, "/healthz")
        for name, path in PAGES.items():
            what = f"{name}, of {size.nights} nights: processor"
            yield Row(what=what, ours=_took(client, path), unit=" ms", aim_most=PAGE_MS)
    app.extensions[EXTENSION].hub.close()


def _took(client: FlaskClient, path: str) -> float:
    begun = process_time()
    answer = client.get(path, headers=BEARER)
    assert answer.status_code == 200, answer.text
    return 1000 * (process_time() - begun)


def _verified(database: Database, folder: Path, size: Size) -> Row:
    app = create_app(Settings(home=folder, database_url="", zone=ZoneInfo("UTC"), token=TOKEN), database)
    begun = process_time()
    assert verify_book(app.extensions[EXTENSION].book).holds
    seconds = process_time() - begun
    app.extensions[EXTENSION].hub.close()
    return Row(
        what=f"the whole book of {size.nights} nights verified", ours=seconds, unit=" s", aim_most=VERIFIED_SECONDS
    )


def _memory(folder: Path, path: Path, size: Size) -> Iterator[Row]:
    """The most memory of a process of its own, after every member's account and the reports of forty nights."""
    if not Path("/proc/self/status").exists():
        return
    with _served(folder, path) as (process, ask):
        for member in MEMBERS:
            ask(f"{V1}/clubs/{CLUB}/players/{member}/account")
        for page in PAGES.values():
            ask(page)
        for number in range(min(40, size.nights)):
            ask(f"{V1}/nights/{night_called(number)}/report")
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
    yield Row(
        what=f"memory of a server with {size.nights} nights",
        ours=int(line.split()[1]) / 1000,
        unit=" MB",
        aim_most=MEMORY_MB,
    )


@contextmanager
def _served(folder: Path, path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Callable[[str], None]]]:
    port = free_port()
    environ = {
        **os.environ,
        "CHIPBOOK_HOME": str(folder),
        "CHIPBOOK_DATABASE_URL": f"sqlite:///{path}",
        "CHIPBOOK_TOKEN": TOKEN,
        "CHIPBOOK_PORT": str(port),
    }
    # What it says is no measurement.
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.argv[1:] = ['serve']; {PROGRAM}"],
        env=environ,
        stdout=quiet,
        stderr=quiet,
    )

    def ask(page: str) -> None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=READY_SECONDS)) as connection:
            connection.request("GET", page, headers=BEARER)
            assert connection.getresponse().read()

    try:
        ends_at = time.monotonic() + READY_SECONDS
        while True:
            try:
                ask("/healthz")
                break
            except OSError:
                assert process.poll() is None
                assert time.monotonic() < ends_at
                time.sleep(0.05)
        yield process, ask
    finally:
        process.terminate()
        process.wait(READY_SECONDS)
