"""What has expired does not come back when the clock of the machine is set back."""

import pytest

from service.api.context import EXTENSION
from service.people.rights import DAY, HOUR
from service.web.wsgi import create_app
from tests.service.api.evening import AT
from tests.service.api.signed_in import ORIGIN, link_of, me, signed_in, token_of


def test_an_expired_link_stays_expired_when_the_clock_is_set_back(app, table, clock):
    path = link_of(table, "Anna", hours=1)
    clock.pass_seconds(2 * HOUR)
    assert app.test_client().get(path).status_code == 401
    clock.pass_seconds(-DAY)
    assert app.test_client().get(path).status_code == 401
    assert app.test_client().post(path, headers=ORIGIN).status_code == 401


def test_an_expired_session_and_token_stay_expired_when_the_clock_is_set_back(app, table, clock):
    browser = signed_in(app, table, "Anna")
    made = table.banker.post(f"/clubs/{table.club}/tokens", {"label": "short", "scope": "bank", "days": 1}).json
    token = {"Authorization": f"Bearer {made['token']}"}
    clock.pass_seconds(31 * DAY)
    assert me(browser)["who"] == "stranger"
    assert app.test_client().get("/api/v1/me", headers=token).status_code == 401
    clock.pass_seconds(-31 * DAY)
    assert me(browser)["who"] == "stranger"
    assert app.test_client().get("/api/v1/me", headers=token).status_code == 401


def test_a_process_that_starts_with_its_clock_set_back_goes_on_from_the_last_use_the_book_knows(
    sqlite_database, settings, app, table, clock
):
    path = link_of(table, "Anna", hours=1)
    clock.pass_seconds(2 * HOUR)
    signed_in(app, table, "Bo")
    clock.pass_seconds(-DAY)
    again = create_app(settings, sqlite_database, now=clock, stream_seconds=0)
    try:
        assert again.test_client().get(path).status_code == 401
    finally:
        again.extensions[EXTENSION].hub.close()


def test_whoever_signs_in_while_the_clock_is_behind_stays_signed_in(app, table, clock):
    clock.pass_seconds(90 * DAY)
    token_of(table, "Anna")
    clock.pass_seconds(-90 * DAY)
    browser = signed_in(app, table, "Anna")
    assert me(browser)["who"] == "member"
    clock.pass_seconds(90 * DAY)
    assert me(browser)["who"] == "member"


@pytest.mark.parametrize("seconds", [-DAY, -1, 0])
def test_events_are_recorded_by_the_machines_own_clock(app, table, clock, seconds):
    signed_in(app, table, "Bo")
    clock.pass_seconds(seconds)
    table.play({"type": "give_loan", "player": table.ids["Anna"], "chips": 7})
    place = app.extensions[EXTENSION].book
    with place.handler() as handler:
        assert handler.load(table.path.rpartition("/")[2]).records[-1].recorded_at == clock()
    assert place.latest() == max(clock(), AT)
