"""`chipbook club webhooks` at the terminal: a program is added, tested, told of a close, and removed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from service.app.running.webhooks import EVENTS
from tests.cli.conftest import END, EVENING
from tests.service.webhooks.receiver import Receiver, receiving


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    monkeypatch.setenv("CHIPBOOK_WEBHOOKS_TO", "127.0.0.1")
    with receiving() as found:
        yield found


@pytest.fixture
def club(done) -> None:
    done("club", "found", "Friday")


def here(receiver: Receiver) -> str:
    return receiver.url(host="127.0.0.1")


def test_a_program_is_told_of_a_close_at_once(chipbook, done, data, receiver, club, tmp_path):
    added = data("club", "webhooks", "add", here(receiver), "--events", "night_closed, plan_frozen", "--club", "Friday")
    assert added["secret"].startswith("whsec_")
    night = tmp_path / "friday.night"
    night.write_text(f"club: Friday\n{EVENING}{END}", encoding="utf-8")
    done("replay", night)
    assert [json.loads(got.body)["type"] for got in receiver.got] == ["night_closed", "plan_frozen"]
    webhook = added["webhook"]["id"]
    assert "127.0.0.1 answered 204" in done("club", "webhooks", "log", webhook)
    assert data("club", "webhooks", "log", webhook)["deliveries"][0]["status"] == 204


def test_a_test_says_what_came_back(chipbook, done, data, receiver, club):
    webhook = data("club", "webhooks", "add", here(receiver), "--club", "Friday")["webhook"]["id"]
    assert done("club", "webhooks", "ping", webhook, "--club", "Friday").startswith("127.0.0.1 answered 204 (")
    receiver.statuses = [404]
    receiver.said = b"no such page"
    answer = chipbook("club", "webhooks", "ping", webhook, "--club", "Friday")
    assert answer.exit_code == 4
    assert "127.0.0.1 did not take it: it answered 404: no such page. (" in answer.stdout
    assert webhook not in done("jobs", "--failed", "--kind", "webhook")


def test_a_program_is_listed_turned_off_and_on_and_removed(chipbook, done, data, receiver, club):
    assert "No program is told of anything" in done("club", "webhooks", "--club", "Friday")
    webhook = data("club", "webhooks", "add", here(receiver), "--club", "Friday")["webhook"]["id"]
    assert "night_closed, plan_frozen, payment_recorded" in " ".join(
        done("club", "webhooks", "--club", "Friday").split()
    )
    assert (
        done("club", "webhooks", "off", webhook, "--club", "Friday") == f"{webhook} is off: somebody turned it off.\n"
    )
    assert done("club", "webhooks", "on", webhook, "--club", "Friday") == f"{webhook} is on\n"
    assert "whsec_" in done("club", "webhooks", "rotate", webhook, "--club", "Friday")
    assert done("club", "webhooks", "remove", webhook, "--club", "Friday") == f"{webhook} is told of nothing more.\n"
    gone = chipbook("club", "webhooks", "ping", webhook, "--club", "Friday")
    assert (gone.exit_code, "has no webhook" in gone.stderr) == (1, True)


def test_without_the_setting_no_program_of_the_own_network_is_told(chipbook, done, club):
    for url in ("http://127.0.0.1:8080/", "https://192.168.1.7/"):
        refused = chipbook("club", "webhooks", "add", url, "--club", "Friday")
        assert refused.exit_code == 1
        assert "CHIPBOOK_WEBHOOKS_TO may name networks" in refused.stderr


def test_the_help_names_every_event(done):
    told = " ".join(done("club", "webhooks", "add", "--help").split())
    assert [event for event in EVENTS if event not in told] == []
