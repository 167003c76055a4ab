"""Whoever asks too often is told when to ask again: counted by address without a token, and by token with one."""

import socket
from ipaddress import IPv6Address
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.context import EXTENSION
from service.api.http.limits import RateLimits, one_address
from service.config import Settings, load_settings
from service.errors.problems import TooManyRequests
from service.web.wsgi import create_app
from tests import servers

TOKEN = "the-bankers-token-of-the-tests"
RIGHT = {"Authorization": f"Bearer {TOKEN}"}
WRONG = {"Authorization": "Bearer somebody-guesses-a-token"}


@pytest.fixture
def app(sqlite_database, tmp_path):
    settings = Settings(
        home=tmp_path, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=3, token_requests_max=5
    )
    made = create_app(settings, sqlite_database)
    yield made
    made.extensions[EXTENSION].hub.close()


def statuses(app, times: int, headers: dict[str, str] | None = None, address: str = "192.0.2.1") -> list[int]:
    client = app.test_client()
    asked = {"headers": headers or {}, "environ_overrides": {"REMOTE_ADDR": address}}
    return [client.get("/api/v1/nights", **asked).status_code for _ in range(times)]


def test_an_address_without_a_token_that_asks_too_often_waits_and_no_other_does(app):
    assert statuses(app, 4) == [200, 200, 200, 429]
    assert statuses(app, 3, address="192.0.2.2") == [200, 200, 200]
    assert statuses(app, 6, RIGHT) == [200, 200, 200, 200, 200, 429]
    assert statuses(app, 1, RIGHT, address="192.0.2.9") == [429]


def test_guessing_tokens_counts_as_asking_without_one(app):
    assert statuses(app, 4, WRONG) == [401, 401, 401, 429]
    assert statuses(app, 1) == [429]
    assert statuses(app, 1, {"Authorization": "Basic x"}) == [429]


def test_a_network_of_ipv6_counts_as_one_address_like_one_address_of_ipv4(app):
    assert statuses(app, 3, address="2001:db8:1:2::1") == [200, 200, 200]
    assert statuses(app, 1, address="2001:db8:1:2:ffff::9") == [429]
    assert statuses(app, 1, address="2001:db8:1:3::1") == [200]
    assert statuses(app, 3, address="::ffff:192.0.2.7") == [200, 200, 200]
    assert statuses(app, 1, address="192.0.2.7") == [429]


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_all_of_one_network_of_ipv6_and_nobody_else_are_one_address(address, place):
    network = int(address) >> 64 << 64
    neighbour = IPv6Address(network + place)
    if not (address.ipv4_mapped or neighbour.ipv4_mapped):
        assert one_address(str(address)) == one_address(str(neighbour))
        assert one_address(str(IPv6Address(network ^ 1 << 64))) != one_address(str(address))


def test_what_is_refused_is_a_problem_that_says_when_to_go_on(app):
    statuses(app, 3)
    answer = app.test_client().get("/api/v1/nights", environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
    assert (answer.status_code, answer.mimetype) == (429, "application/problem+json")
    seconds = int(answer.headers["Retry-After"])
    assert 1 <= seconds <= 60
    assert answer.json["code"] == "too_many_requests"
    assert answer.json["details"]["seconds"] == seconds
    assert answer.json["detail"] == (
        "More than 3 requests came from one address without a token within a minute; "
        f"send the next one in {seconds} seconds."
    )


def test_the_host_may_look_whether_the_server_lives_as_often_as_it_likes(app):
    statuses(app, 4)
    for path in ("/healthz", "/readyz"):
        answers = [app.test_client().get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}) for _ in range(5)]
        assert {answer.status_code for answer in answers} == {200}


def test_0_is_any_number_and_the_defaults_are_generous():
    limits = RateLimits(most=0, most_with_token=1)
    for _ in range(50):
        limits.count("192.0.2.1", None)
    limits.count("192.0.2.1", TOKEN)
    with pytest.raises(TooManyRequests):
        limits.count("192.0.2.1", TOKEN)
    assert (load_settings({}).requests_max, load_settings({}).token_requests_max) == (3000, 12_000)
    said = load_settings({"CHIPBOOK_REQUESTS_MAX": "0", "CHIPBOOK_TOKEN_REQUESTS_MAX": "7"})
    assert (said.requests_max, said.token_requests_max) == (0, 7)


def test_two_servers_count_together_in_the_redis_of_the_settings(caplog):
    with servers.redis() as url:
        first, second = (RateLimits(most=3, most_with_token=3, redis_url=url) for _ in range(2))
        for server in (first, second, first):
            server.count("192.0.2.77", None)
        for server in (first, second):
            with pytest.raises(TooManyRequests) as refused:
                server.count("192.0.2.77", None)
            assert 1 <= refused.value.details["seconds"] <= 60
        first.count("192.0.2.78", None)
    assert not caplog.records
    # The Redis is gone: each counts alone from here on.
    for _ in range(3):
        first.count("192.0.2.77", None)


def test_cards_that_lie_elsewhere_are_counted_by_two_servers_together():
    with servers.redis() as url:
        first, second = (RateLimits(most=0, most_with_token=0, redis_url=url) for _ in range(2))
        for limits in (first, second, first):
            limits.insist_on_naming_cards("club/anna")
            limits.count_wrong_card("club/anna")
        with pytest.raises(TooManyRequests, match="cards that lie elsewhere"):
            second.insist_on_naming_cards("club/anna")
        second.insist_on_naming_cards("club/bo")


def test_without_its_redis_a_server_counts_alone_and_says_so_once(caplog):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"redis://127.0.0.1:{probe.getsockname()[1]}/0"
        limits = RateLimits(most=2, most_with_token=2, redis_url=nobody)
        limits.count("192.0.2.1", None)
        limits.count("192.0.2.1", None)
        with pytest.raises(TooManyRequests):
            limits.count("192.0.2.1", None)
    assert [record.message for record in caplog.records] == ["limits_alone"]
