"""Nobody's requests, however many they send at once, keep the bank and the host from being answered."""

import http.client
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.context import EXTENSION
from service.api.http.limits import OF_A_PERSON, OF_ALL, OF_AN_ADDRESS, WAITING, Lanes
from service.api.http.server import OPEN_THREADS
from service.errors.problems import ServerBusy, TooManyAtOnce
from tests.service.api.signed_in import signed_in, token_of
from tests.serving import serving

SECONDS = 60
PEOPLE = ("anna", "bo", "carl", "banker")


def test_the_threads_hold_all_who_are_answered_and_all_who_wait_and_leave_a_third_to_the_bank() -> None:
    assert OF_ALL + WAITING <= OPEN_THREADS * 2 / 3 + 1


@given(st.lists(st.tuples(st.sampled_from(PEOPLE), st.booleans()), max_size=60))
def test_whatever_comes_and_goes_no_limit_is_passed_and_the_bank_is_held_up_by_nobody(steps) -> None:
    lanes, inside = Lanes(wait_seconds=0), Counter()
    leaving: list[tuple[str, object]] = []
    for who, comes in steps:
        bank = who == "banker"
        if not comes:
            if leaving:
                whose, leave = leaving.pop(0)
                leave()
                inside[whose] -= 1
            continue
        others = sum(inside.values()) - inside["banker"]
        may = inside[who] < OF_A_PERSON and (bank or others < OF_ALL)
        try:
            leaving.append((who, lanes.enter(who, OF_A_PERSON, of_the_bank=bank)))
        except ServerBusy:
            assert not may
        else:
            assert may
            inside[who] += 1


def test_a_person_has_some_requests_answered_at_once_as_many_wait_and_the_next_is_refused() -> None:
    lanes = Lanes(wait_seconds=SECONDS)
    leaving = [lanes.enter("anna", OF_A_PERSON) for _ in range(OF_A_PERSON)]
    with ThreadPoolExecutor(OF_A_PERSON) as threads:
        waiting = [threads.submit(lanes.enter, "anna", OF_A_PERSON) for _ in range(OF_A_PERSON)]
        until(lambda: lanes._waiting["anna"] == OF_A_PERSON)
        with pytest.raises(TooManyAtOnce) as refused:
            lanes.enter("anna", OF_A_PERSON)
        assert refused.value.headers == {"Retry-After": "1"}
        assert not any(one.done() for one in waiting)
        lanes.enter("bo", OF_A_PERSON)()
        for leave in leaving:
            leave()
        for one in waiting:
            one.result(SECONDS)()
    lanes.enter("anna", OF_A_PERSON)()


def test_whoever_had_the_bank_of_a_night_is_answered_beside_all_others() -> None:
    lanes = Lanes(wait_seconds=0)
    for number in range(OF_ALL):
        lanes.enter(f"p{number}", OF_A_PERSON)
    with pytest.raises(ServerBusy):
        lanes.enter("bo", OF_A_PERSON)
    lanes.trust("bo")
    lanes.enter("bo", OF_A_PERSON)


def until(holds) -> None:
    ends_at = monotonic() + SECONDS
    while not holds():
        assert monotonic() < ends_at
        threading.Event().wait(0.005)


def test_while_everybodys_places_are_taken_the_bankers_phone_and_the_host_are_answered(app, table) -> None:
    lanes = app.extensions[EXTENSION].lanes
    phone, player, keeper_of_night = (signed_in(app, table, name) for name in ("Carl", "Anna", "Bo"))
    made = table.banker.post(f"/clubs/{table.club}/players/{table.ids['Carl']}/roles", {"role": "banker", "held": True})
    assert made.status_code == 201
    # Bo has the bank of this night, and no role in the club: that is known once he has recorded something.
    loan = {"command": {"type": "give_loan", "player": table.ids["Anna"], "chips": 7}}
    sent = {"Origin": "http://localhost", "Idempotency-Key": "k"}
    assert keeper_of_night.post(f"/api/v1{table.path}/commands", json=loan, headers=sent).status_code == 201
    leaving = [lanes.enter(f"somebody-{number}", OF_A_PERSON) for number in range(OF_ALL)]
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(lambda: player.get(f"/api/v1{table.path}").status_code)
        until(lambda: lanes._waiting)
        assert app.test_client().get("/healthz").status_code == 200
        assert app.test_client().get("/readyz").status_code == 200
        with app.test_client().get("/pages/page.js") as script:
            assert script.status_code == 200
        assert table.banker.get(table.path).status_code == 200
        assert phone.get(f"/api/v1{table.path}").status_code == 200
        assert keeper_of_night.get(f"/api/v1{table.path}").status_code == 200
        assert not answer.done()
        leaving.pop()()
        assert answer.result(SECONDS) == 200
    for leave in leaving:
        leave()
    assert (lanes._answered_of_all, lanes._waiting_of_all, lanes._answered, lanes._waiting) == (0, 0, {}, {})


@pytest.mark.parametrize("body", [b"[" * 1_000_000, b'{"commands":[' + b"{}," * 300_000 + b"{}]}"])
def test_sixteen_large_requests_of_one_player_hold_up_neither_the_host_nor_the_bank(app, table, body) -> None:
    headers = {**token_of(table, "Anna"), "Content-Type": "application/json"}

    def asked(port: int, method: str, path: str, sent: bytes | None = None, **more: str) -> tuple[int, float]:
        connection, began = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS), monotonic()
        connection.request(method, path, sent, {**headers, **more} if sent else more)
        status = connection.getresponse().status
        connection.close()
        return status, monotonic() - began

    slowest = 0.0
    with serving(app) as port, ThreadPoolExecutor(16) as threads:
        attack = [
            threads.submit(asked, port, "POST", f"/api/v1{table.path}/batches", body, **{"Idempotency-Key": f"{at}"})
            for at in range(16)
        ]
        while not all(one.done() for one in attack):
            status, seconds = asked(port, "GET", "/healthz")
            assert status == 200
            slowest = max(slowest, seconds)
            status, seconds = asked(port, "GET", f"/api/v1{table.path}", **table.banker.headers)
            assert status == 200
            slowest = max(slowest, seconds)
        assert {one.result()[0] for one in attack} <= {400, 422, 429}
    # It took ten seconds and more.
    assert slowest < 5


def test_an_address_without_a_proof_has_few_requests_at_once_and_is_refused_by_name(app, table) -> None:
    lanes = app.extensions[EXTENSION].lanes
    lanes._wait_seconds = 0
    leaving = [lanes.enter("2001:db8:1:2::/64", OF_AN_ADDRESS) for _ in range(OF_AN_ADDRESS)]
    asked = {"environ_overrides": {"REMOTE_ADDR": "2001:db8:1:2::99"}}
    answer = app.test_client().get("/api/v1/games", **asked)
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "server_busy", "3")
    leaving.pop()()
    assert app.test_client().get("/api/v1/games", **asked).status_code == 200
