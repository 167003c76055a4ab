"""`chipbook club invite`, `invitations`, `tokens` and `devices`: who can sign in over the network, from the terminal."""

import os
import re
import socket

import pytest

from cli.club import club_access
from service.app.book import Book
from service.app.running.addresses import Ways, forget_ways, note_ways
from service.app.sign_in import join
from service.config import load_settings
from service.people import rights as lifetimes


@pytest.fixture
def club(chipbook):
    chipbook("club", "found", "Home")
    for name in ("Anna", "Bo"):
        chipbook("club", "add", name)


def signed_in(url: str, says: str = "") -> str:
    with Book.open() as book:
        return join(book, url.partition("/join/")[2], says=says, user_agent="Firefox/144.0 (Android)").secret


def test_a_person_is_invited_by_a_link_and_a_code_to_scan(chipbook, data, club, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_URL", "https://cards.example.org/")
    answer = chipbook("club", "invite", "anna", "--hours", "2")
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert re.fullmatch(r"https://cards\.example\.org/join/cb_join_\w+", lines[-1])
    assert set("".join(lines[:-1])) <= set("█▀▄ ")
    assert answer.stderr.startswith("Anna; good once, until ")
    (listed,) = data("club", "invitations")["links"]
    assert (listed["name"], listed["uses_left"]) == ("Anna", 1)
    assert lines[-1].rpartition("_")[2] not in chipbook("club", "invitations").output
    assert chipbook("club", "invitations", "end", listed["id"]).stdout == f"{listed['id']} is ended.\n"
    assert "no link that can still be used" in chipbook("club", "invitations").stdout


def test_a_link_that_leads_to_this_machine_alone_says_so(chipbook, club):
    told = chipbook("club", "invite", "anna")
    assert "http://127.0.0.1:8421/join/" in told.stdout
    assert "set CHIPBOOK_URL" in told.stderr


def test_a_link_leads_to_the_server_that_runs_wherever_it_listens(chipbook, data, club, monkeypatch):
    home = load_settings(os.environ).home
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        note_ways(home, Ways(url))
        assert data("club", "invite", "anna")["url"].startswith(f"{url}/join/")
        monkeypatch.setenv("CHIPBOOK_URL", "https://cards.example.org")
        assert data("club", "invite", "anna")["url"].startswith("https://cards.example.org/join/")
        monkeypatch.delenv("CHIPBOOK_URL")
        forget_ways(home, Ways("http://another"))
        assert data("club", "invite", "anna")["url"].startswith(f"{url}/join/")
    # A server that was killed has not taken its note back.
    assert data("club", "invite", "anna")["url"].startswith("http://127.0.0.1:8421/join/")
    forget_ways(home, Ways(url))
    assert not (home / "address").exists()


def test_a_guest_at_the_table_is_confirmed_at_the_terminal(chipbook, data, done, club):
    done("night", "open", "--club", "Home", "--bank", "Bo", "--player", "Anna", "--player", "Bo")
    made = data("club", "invite", "--table", "--uses", "2")
    assert (made["about"]["player"], made["about"]["uses_left"]) == (None, 2)
    signed_in(made["url"], "Zoé")
    assert "says Zoé, waits" in chipbook("club", "devices").stdout
    (device,) = data("club", "devices")["devices"]
    assert chipbook("club", "devices", "confirm", device["id"]).stdout == "Zoé is signed in on Firefox · Android.\n"
    again = chipbook("club", "devices", "confirm", device["id"])
    assert (again.exit_code, again.stderr) == (1, f"The club has no guest {device['id']} that is still good.\n")
    signed_in(made["url"], "Somebody")
    waiting = next(one for one in data("club", "devices")["devices"] if one["waits"])
    assert data("club", "devices", "confirm", waiting["id"], "bo")["name"] == "Bo"
    assert chipbook("club", "devices", "end", device["id"]).exit_code == 0
    assert [one["name"] for one in data("club", "devices")["devices"]] == ["Bo"]


def test_a_token_is_made_listed_and_ended(chipbook, data, club):
    told = chipbook("club", "tokens", "make", "score board", "--player", "bo", "--scope", "play", "--days", "30")
    token = told.stdout.removeprefix("The token: ").strip()
    assert token.startswith("cb_api_")
    assert "shown this once" in told.stderr
    listed = chipbook("club", "tokens").stdout
    assert token not in listed
    assert "score board" in listed
    (one,) = data("club", "tokens")["tokens"]
    assert (one["name"], one["scope"], one["used_at"]) == ("Bo", "play", None)
    assert chipbook("club", "tokens", "end", one["id"]).exit_code == 0
    assert chipbook("club", "tokens").stdout == "There is no token; `chipbook club tokens make LABEL` makes one.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("invite",), "Name a person, or write --table for everybody at a night."),
        (("invite", "anna", "--table"), "Name a person, or write --table for everybody at a night."),
        (("invite", "anna", "--night", "x"), "--night goes with --table."),
        (("invite", "nobody"), "Home has no member called “nobody”"),
        (("invite", "anna", "--hours", "0"), "0 is not in the range 1<=x<=720"),
        (("tokens", "make", ""), "the label is empty"),
        (("tokens", "make", "x", "--scope", "king"), "'king' is not one of"),
        (("tokens", "end", "x"), "The club has no token x that is still good."),
        (("devices", "end", "x"), "The club has no device x that is still good."),
        (("--json", "tokens"), "Write --club and --json at the end"),
        (("tokens", "--json", "end", "x"), "Write --club and --json at the end"),
    ],
)
def test_what_cannot_be_done_is_said(chipbook, club, words, sentence):
    answer = chipbook("club", *words)
    assert answer.exit_code in (1, 2)
    assert sentence in answer.output


def test_the_limits_of_the_command_line_are_those_of_the_server():
    limits = (club_access.HOURS_MAX, club_access.USES_MAX, club_access.DAYS_MAX)
    assert limits == (lifetimes.LINK_HOURS_MAX, lifetimes.LINK_USES_MAX, lifetimes.TOKEN_DAYS_MAX)
