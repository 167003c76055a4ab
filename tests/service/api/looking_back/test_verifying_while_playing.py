"""A night that is being played is sound: a writer, a worker and everybody who verifies, all at once."""

import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from service.app.looking_back.verify import verification_of
from service.book.recording.outbox import verify_job
from service.book.store.jobs import Jobs
from service.jobs.working import JobContext, Worker
from tests.forked import Forked
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, Table, an_evening

# The writer goes on until everybody has looked so often.
LOOKS = 2
LOOKS_OF_THE_PROGRAM = 1


def _findings(proofs: list[dict]) -> list[str]:
    return [one["sentence"] for proof in proofs for check in proof["checks"] for one in check["findings"]]


def _a_night(banker: Banker, first: Table, name: str) -> Iterator[None]:
    """Opens a night of the club, plays it in the bank alone, and closes it; goes on after every act."""
    rules = {"initial_loan": 150}
    opening = {"night": name, "club": first.club, "banker": first.ids["Bo"], "rules": rules}
    assert banker.post("/nights", opening).status_code == 201
    table = Table(banker, first.club, name, first.ids)
    for player in first.ids.values():
        table.play({"type": "seat_player", "player": player})
        yield
    for player in first.ids.values():
        table.play({"type": "count_chips", "player": player, "chips": 150})
        yield
    table.play({"type": "close_night"})
    yield


@pytest.fixture
def program(database, tmp_path, request) -> Callable[..., dict]:
    """Says `chipbook verify … --json` in a process of its own."""
    url = f"sqlite:///{database.path}" if database.path else request.getfixturevalue("postgresql_url")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("CHIPBOOK_")}
    environ |= {"CHIPBOOK_HOME": str(tmp_path / "home"), "CHIPBOOK_DATABASE_URL": url}

    def run(*words: str) -> dict:
        with Forked(["verify", *words, "--json"], env=environ, stdout=subprocess.PIPE) as process:
            told, _ = process.communicate()
        return json.loads(told)

    return run


def test_nobody_who_verifies_a_night_that_is_played_says_that_it_is_broken(app_on_both, database, program, tmp_path):
    banker = Banker(app_on_both.test_client(), TOKEN)
    first = an_evening(banker)
    jobs = Jobs(database)
    worker = Worker(JobContext(database, tmp_path), jobs)
    names, newest, over = (f"night-{number}" for number in count(1)), [first.night], threading.Event()

    def write() -> None:
        while not over.is_set():
            name = next(names)
            for _ in _a_night(banker, first, name):
                newest[0] = name
                over.wait(0.05)

    def work() -> None:
        while not over.is_set():
            worker.run_due()
            over.wait(0.05)

    def over_http() -> dict:
        return Banker(app_on_both.test_client(), TOKEN).get(f"/nights/{newest[0]}/verification").json

    def a_job(number: int) -> list[str]:
        # Due before all others, of which there are more and more.
        job = verify_job(first.club, f"2026-11-20T19:00:{number:02}Z")
        assert jobs.ask(job)
        while (told := verification_of(database, job.club, job.key)) is None:
            assert not over.wait(0.05)
            assert not at_work[1].done(), at_work[1].result()
        return [one.sentence for one in told.findings]

    faces: list[tuple[int, Callable[[int], list[str]]]] = [
        (LOOKS, lambda _: _findings([over_http()])),
        (LOOKS, a_job),
        (LOOKS_OF_THE_PROGRAM, lambda _: _findings([program("-n", newest[0])])),
        (LOOKS_OF_THE_PROGRAM, lambda _: _findings(program("--club", first.club)["proofs"])),
        (LOOKS_OF_THE_PROGRAM, lambda _: _findings(program("--all")["proofs"])),
    ]

    def look(face: tuple[int, Callable[[int], list[str]]]) -> list[str]:
        times, see = face
        return [wrong for number in range(times) for wrong in see(number)]

    with ThreadPoolExecutor(len(faces) + 2) as threads:
        at_work = [threads.submit(write), threads.submit(work)]
        try:
            wrong = [one for found in threads.map(look, faces) for one in found]
        finally:
            over.set()
        for one in at_work:
            one.result()
    assert wrong == []
