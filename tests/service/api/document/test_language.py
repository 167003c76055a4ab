"""Who hears which language over HTTP: the cookie says it, else the browser's header, else the setting."""

import logging
import re
import threading
from dataclasses import replace

import pytest
from flask import g

from engine.speech import say, speech
from service.api.context import EXTENSION
from service.api.live.feed import Feeds
from service.api.nights import Sight
from service.api.refusals import problem_of
from service.errors import BookUnreachable
from service.language.languages import DANISH, in_language
from service.web.wsgi import create_app
from tests.service.api.evening import TOKEN, Banker, an_evening
from tests.service.api.signed_in import signed_in

IN_ENGLISH = "There is nothing at /nothing; /api/v1/openapi.json lists every path."
IN_DANISH = "Der er intet på /nothing; /api/v1/openapi.json har alle adresser."


def asked(app, *, accept: str | None = None, cookie: str | None = None):
    """What somebody is told who asks for what is not there."""
    client = app.test_client()
    if cookie is not None:
        client.set_cookie("language", cookie)
    return client.get("/nothing", headers={} if accept is None else {"Accept-Language": accept})


@pytest.mark.parametrize(
    ("accept", "cookie", "language"),
    [
        (None, None, "en"),
        ("da", None, "da"),
        ("da-DK,da;q=0.9,en;q=0.8", None, "da"),
        ("tlh, la;q=0.9, da;q=0.2", None, "da"),
        ("en-US,en;q=0.9,da;q=0.8", None, "en"),
        ("en;q=0.2,da;q=0.7", None, "da"),
        ("da;q=0", None, "en"),
        ("fr", None, "en"),
        ("en", "da", "da"),
        ("da", "en", "en"),
        ("da", "fr", "da"),
        ("da", "", "da"),
        (", ;;q=x", "da" * 400, "en"),
    ],
)
def test_a_refusal_is_told_in_the_language_that_is_asked_for(shared_app, accept, cookie, language):
    answer = asked(shared_app, accept=accept, cookie=cookie)
    assert answer.json["detail"] == {"en": IN_ENGLISH, "da": IN_DANISH}[language]
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.json["code"] == "nothing_here"
    assert answer.json["details"] == {"path": "/nothing"}


def test_what_a_query_takes_is_told_in_the_language_that_is_asked_for(shared_app):
    banker = Banker(shared_app.test_client(), TOKEN, taps="queries")
    table = an_evening(banker, "queries")
    for path, told in (
        (f"{table.path}/events?after=-1", "after: Der skal stå `next` fra siden før."),
        ("/nights?phase=never", "phase: Der skal stå en af: open, closed,"),
        (f"{table.path}/movements", "player mangler; der skal stå en spillers id."),
    ):
        assert told in banker.get(path, headers={"Accept-Language": "da"}).json["detail"]


def test_a_page_of_a_night_speaks_the_words_of_its_rulebook_and_the_next_page_those_of_its_own(shared_app):
    banker = Banker(shared_app.test_client(), TOKEN, taps="words")
    said = {}
    for rulebook in ("enemaerke", "scroker"):
        table = an_evening(banker, f"words-{rulebook}", rules={"initial_loan": 150, "rulebook": rulebook})
        table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Carl"]})
        table.play({"type": "bet", "player": table.ids["Anna"], "chips": 5})
        banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
        page = signed_in(shared_app, table, "Bo").get(table.path, headers={"Accept-Language": "da"}).text
        said[rulebook] = set(re.findall("Følg 5|Syn 5|Anna byder 5|Anna satser 5", page))
    assert said == {"enemaerke": {"Følg 5", "Anna byder 5"}, "scroker": {"Syn 5", "Anna satser 5"}}


def test_the_setting_is_for_those_who_ask_for_no_language_that_is_spoken(sqlite_database, settings):
    app = create_app(replace(settings, language="da"), sqlite_database)
    assert asked(app).json["detail"] == IN_DANISH
    assert asked(app, accept="fr").json["detail"] == IN_DANISH
    assert asked(app, accept="en-GB").json["detail"] == IN_ENGLISH
    app.extensions[EXTENSION].hub.close()


def test_a_language_ends_with_its_request_and_no_thread_inherits_it(shared_app):
    heard: list[str] = []

    def listen() -> str:
        thread = threading.Thread(target=lambda: heard.append(speech().code))
        thread.start()
        thread.join()
        heard.append(speech().code)
        return ""

    client = shared_app.test_client()
    shared_app.before_request_funcs.setdefault(None, []).append(listen)
    try:
        client.get("/healthz", headers={"Accept-Language": "da"})
    finally:
        shared_app.before_request_funcs[None].remove(listen)
    assert heard == ["en", "da"]
    assert speech().code == "en"
    assert client.get("/nothing").json["detail"] == IN_ENGLISH


def test_pages_say_their_language_and_documents_in_english_stay_so(shared_app):
    client = shared_app.test_client()
    for path, language in (("/sign-in", "da"), ("/guide/", "en"), ("/docs/", "en")):
        assert client.get(path, headers={"Accept-Language": "da"}).headers["Content-Language"] == language
    assert "Content-Language" not in client.get("/guide/guide.css").headers


def test_an_answer_known_in_one_language_is_sent_again_in_another_if_it_reads_otherwise(shared_table, shared_app):
    """The version of a night is the same in both languages; what is told of it may not be."""
    path = f"/api/v1{shared_table.path}/events"
    client = shared_app.test_client()
    headers = {"Authorization": shared_table.banker.headers["Authorization"]}
    english, danish = (client.get(path, headers={**headers, "Accept-Language": code}) for code in ("en", "da"))
    assert (english.headers["ETag"] == danish.headers["ETag"]) == (english.data == danish.data)
    again = client.get(path, headers={**headers, "Accept-Language": "en", "If-None-Match": english.headers["ETag"]})
    assert again.status_code == 304


def test_readers_of_a_stream_share_what_they_are_told_only_in_one_language(shared_table, shared_app, monkeypatch):
    sights: list[Sight] = []
    join = Feeds.join

    def joined(self, sight, look):
        sights.append(sight)
        return join(self, sight, look)

    monkeypatch.setattr(Feeds, "join", joined)
    spoken: list[str] = []
    told = "service.api.live.feed.events_text"
    monkeypatch.setattr(told, lambda _seen, _events: spoken.append(say("Call")) or ())
    headers = {"Authorization": shared_table.banker.headers["Authorization"], "Last-Event-ID": "1"}
    client = shared_app.test_client()
    for code in ("en", "da"):
        assert client.get(f"/api/v1{shared_table.path}/stream", headers={**headers, "Accept-Language": code}).text
    assert [sight.language.code for sight in sights] == ["en", "da"]
    assert sights[0] != sights[1]
    assert {*spoken} == {"Call", "Følg"}, "in the words of the night's rulebook"


def test_what_the_rules_refuse_names_people_in_danish_and_keeps_its_code_and_details(shared_table, shared_app):
    """The same command is refused three times, in English, in Danish and in English again."""
    path = f"/api/v1{shared_table.path}/commands"
    body = {"command": {"type": "give_loan", "player": shared_table.ids["Anna"], "chips": 10**6}}
    client, told = shared_app.test_client(), []
    for number, code in enumerate(("en", "da", "en")):
        headers = {
            **shared_table.banker.headers,
            "Accept-Language": code,
            "Idempotency-Key": f"language-{number}",
            "If-Match": f'"{shared_table.version}"',
        }
        told.append(client.post(path, json=body, headers=headers).json)
    english, danish, again = told
    assert english["detail"].startswith("1000000 chips for Anna is more than 20 times")
    assert danish["detail"].startswith("1000000 chips til Anna er mere end 20 gange")
    assert danish["title"] == "Konflikt"
    assert danish["how"].startswith("For at gøre det alligevel")
    assert english == again
    assert (english["code"], english["details"]) == (danish["code"], danish["details"])


def test_a_field_of_the_wrong_kind_is_refused_in_danish(shared_table, shared_app):
    headers = {**shared_table.banker.headers, "Accept-Language": "da", "Idempotency-Key": "language-field"}
    body = {"command": {"type": "give_loan", "player": shared_table.ids["Anna"], "chips": "many"}}
    answer = shared_app.test_client().post(f"/api/v1{shared_table.path}/commands", json=body, headers=headers).json
    assert answer["detail"].startswith("Indholdet er forkert: ")
    assert {found["at"]: found["sentence"] for found in answer["details"]["errors"]}["command.chips"] == (
        "chips skal være et helt tal, mindst 1; ”many” er det ikke."
    )


def test_the_log_is_english_whoever_asks(shared_app, caplog):
    with (
        shared_app.test_request_context("/"),
        in_language(DANISH),
        caplog.at_level(logging.ERROR, logger="chipbook.problem"),
    ):
        g.request_id = "r-1"
        answer = problem_of(BookUnreachable("db.example/club", "no answer"))
    assert answer.json["detail"] == "Bogen kan ikke læses lige nu."
    assert [record.sentence for record in caplog.records] == [
        "The book at db.example/club cannot be reached: no answer."
    ]
