"""Years of results on a phone: a file is chosen, its questions are answered by taps, it is recorded, and taken out again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from service.app.people import add_player
from service.book.store.jobs import Jobs
from service.jobs.runners import InProcess
from service.jobs.working import JobContext, Worker
from tests.browser.house import House, serving
from tests.browser.readable import WIDER_THAN_THE_SCREEN, barriers

RESULTS = """\
date;player;in;out
3/4/2024;Bo;100;150
3/4/2024;Carl;100;50
5/4/2024;Ana;100;80
5/4/2024;Bo;100;110
"""


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A server with its worker, and a club of Anna and Bo."""
    with serving(browser, tmp_path) as found:
        found.found("Torsdag", "Bo")
        add_player(found.book, found.club, "Anna")
        worker = Worker(JobContext(found.book.database, tmp_path), Jobs(found.book.database))
        runner = InProcess(worker, look_seconds=0.05)
        runner.start()
        with closing(_Stopping(runner)):
            yield found


class _Stopping:
    def __init__(self, runner: InProcess) -> None:
        self.close = runner.stop


def test_results_come_in_by_taps_and_are_taken_out_again(house: House) -> None:
    phone = house.device("Bo")
    phone.goto(house.url)
    phone.get_by_role("link", name="In and out").click()
    phone.get_by_label("A spreadsheet").set_input_files(
        {"name": "years.csv", "mimeType": "text/csv", "buffer": RESULTS.encode()}
    )
    phone.get_by_role("button", name="Look what is in it").click()
    phone.get_by_label("With the day").check()
    phone.get_by_role("button", name="Go on").click()
    expect(phone.get_by_text("2 nights, 3 people, 2 questions")).to_be_visible()
    phone.get_by_label("Yes, Anna").check()
    phone.get_by_label("The winners").check()
    assert not phone.evaluate(WIDER_THAN_THE_SCREEN)
    assert barriers(phone) == []
    phone.get_by_role("button", name="Go on").click()
    phone.get_by_role("button", name="Record 2 nights").click()
    expect(phone.get_by_text("2 nights are in the book.")).to_be_visible()
    narrow = house.device("Bo", viewport={"width": 320, "height": 640})
    for path in ("/in-and-out", phone.url.removeprefix(house.url)):
        narrow.goto(house.url + path)
        assert not narrow.evaluate(WIDER_THAN_THE_SCREEN), path
    phone.goto(f"{house.url}/standings")
    expect(phone.get_by_role("heading", name="Anna")).to_be_visible()
    phone.go_back()
    phone.get_by_label("Yes, take these nights out again").check()
    phone.get_by_role("button", name="Undo the import").click()
    expect(phone.get_by_role("heading", name="Taken out again")).to_be_visible()
    phone.goto(house.url)
    expect(phone.get_by_text("Nights before")).to_have_count(0)
