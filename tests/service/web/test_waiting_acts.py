"""Acts that waited to be sent: each holds on what its page showed and on what the same device has done since."""

import itertools
import json
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from engine.offer import Offer
from engine.play.script.offers import offers
from engine.state import Night
from service.api.context import EXTENSION
from service.app.seeing import see
from tests.service.api.evening import Table
from tests.service.api.signed_in import ORIGIN, signed_in
from tests.service.web.browsing import Page
from tests.service.web.conftest import opened
from tests.soak import rounds

NUMBERS = itertools.count(1)
GAMES = (("Straight Poker", "enemaerke"), ("Texas Hold'em", "standard"), ("Seven Card Stud", "enemaerke"))
ACTS_MOST = 60


@dataclass
class Phone:
    """A phone at a night of its own. What it queues was decided at `version`, and goes out after the acts of `done`."""

    app: Any
    table: Table
    browser: FlaskClient
    token: str
    version: int = 0
    done: list[str] = field(default_factory=list)

    def look(self) -> None:
        """The page is shown as it is now."""
        self.version, self.done = self.table.version, []

    def send(self, command: dict[str, Any]) -> TestResponse:
        key = f"waits-{next(NUMBERS)}"
        said = MultiDict(
            {"form_token": self.token, "key": key, "version": str(self.version), "command": json.dumps(command)}
        )
        said.setlist("after", self.done)
        answer = self.browser.post(f"{self.table.path}/acts", data=said, headers=ORIGIN)
        assert answer.status_code in (303, 409, 422), answer.text
        if answer.status_code == 303:
            self.done.append(key)
        return answer

    @property
    def night(self) -> Night:
        return see(self.app.extensions[EXTENSION].book, self.table.night).night

    def told(self) -> list[str]:
        """All that has happened, with names in the place of ids: two nights of the same acts are told alike."""
        records = see(self.app.extensions[EXTENSION].book, self.table.night).records
        text = json.dumps([[record.caused_by, msgspec.to_builtins(record.event)] for record in records[1:]])
        for name, player in self.table.ids.items():
            text = text.replace(player, name)
        return [json.dumps(one) for one in json.loads(text)]


def phone(app: Any) -> Phone:
    table = opened(app)
    browser = signed_in(app, table, "Bo")
    (line,) = [form for form in Page(browser.get(table.path).text).forms if "type" in form.place]
    return Phone(app, table, browser, dict(line.fields)["form_token"])


@pytest.fixture
def bo(shared_app) -> Phone:
    """A phone that shows a hand of straight poker: Anna is asked, then Bo, then Carl."""
    found = phone(shared_app)
    announced(found, *GAMES[0], dealer=found.table.ids["Carl"])
    found.look()
    return found


def announced(here: Phone, game: str, rulebook: str, **more: str) -> bool:
    """Announces the game; False if somebody has lost the chips for it."""
    return here.table.say({"type": "announce_hand", "game": game, "rulebook": rulebook, **more}).status_code == 201


def act(here: Phone, kind: str, name: str, **more: object) -> dict[str, object]:
    return {"type": kind, "player": here.table.ids[name], **more}


def test_what_was_queued_behind_an_act_that_went_out_is_not_stale(bo):
    assert bo.send(act(bo, "check", "Anna")).status_code == 303
    assert bo.send(act(bo, "bet", "Bo", chips=3)).status_code == 303


def test_an_act_that_was_refused_does_not_make_those_behind_it_stale(bo):
    bo.send(act(bo, "check", "Anna"))
    refused = bo.send(act(bo, "check", "Anna"))
    assert refused.status_code == 409
    assert "It is not Anna" in refused.text
    assert bo.send(act(bo, "bet", "Bo", chips=3)).status_code == 303


def test_a_loan_that_was_queued_before_an_act_of_the_hand_does_not_make_it_stale(bo):
    for one in (act(bo, "check", "Anna"), act(bo, "fold", "Bo")):
        assert bo.send(one).status_code == 303
    # The bank is out of the hand, so that it may lend.
    assert bo.send(act(bo, "give_loan", "Anna", chips=60)).status_code == 303
    assert bo.send(act(bo, "bet", "Carl", chips=2)).status_code == 303


def test_what_somebody_beside_the_table_asks_for_does_not_make_what_waits_stale(bo):
    bo.send(act(bo, "check", "Anna"))
    bo.table.play(act(bo, "ask_for_chips", "Carl", chips=20))
    assert bo.send(act(bo, "check", "Bo")).status_code == 303
    assert bo.send(act(bo, "check", "Carl")).status_code == 303


@pytest.mark.parametrize("before", [0, 1])
def test_what_somebody_else_has_done_makes_everything_stale_that_waits(bo, before):
    if before:
        bo.send(act(bo, "check", "Anna"))
    bo.table.play(act(bo, "bet", "Bo" if before else "Anna", chips=1))
    for name in ("Bo", "Carl"):
        stale = bo.send(act(bo, "bet", name, chips=3))
        assert stale.status_code == 409
        assert "Something has happened meanwhile" in stale.text


def test_a_key_of_another_night_or_of_nothing_takes_an_act_no_further(shared_app, bo):
    other = phone(shared_app)
    announced(other, *GAMES[0], dealer=other.table.ids["Carl"])
    other.look()
    other.send(act(other, "check", "Anna"))
    bo.table.play(act(bo, "bet", "Anna", chips=1))
    bo.done = [*other.done, "never-used", "x" * 500, "\x00"]
    assert bo.send(act(bo, "call", "Bo")).status_code in (409, 422)


def drawn_act(data: st.DataObject, here: Phone) -> dict[str, Any]:
    """One that may be done now in the hand, with any amount; or one that perhaps may not, by anybody."""
    known: list[Offer] = [one for one in offers(here.night) if one.player is not None and not one.needs_cards]
    if not known or data.draw(st.integers(0, 4)) == 0:
        kind = data.draw(st.sampled_from(["check", "call", "fold", "give_loan", "deal", "bet"]))
        more = {"chips": data.draw(st.integers(1, 90))} if kind in ("bet", "give_loan") else {}
        name = data.draw(st.sampled_from(["Anna", "Bo", "Carl"]))
        return {"type": kind, **({} if kind == "deal" else {"player": here.table.ids[name]}), **more}
    chosen = data.draw(st.sampled_from(known))
    amount = data.draw(st.integers(chosen.least, chosen.most)) if chosen.most else 0
    found: dict[str, Any] = msgspec.to_builtins(chosen.of(amount) if amount else chosen.command)
    return found


def of_the_other(command: dict[str, Any], here: Phone, there: Phone) -> dict[str, Any]:
    """The same act at the other night."""
    text = json.dumps(command)
    for name, player in here.table.ids.items():
        text = text.replace(player, there.table.ids[name])
    found: dict[str, Any] = json.loads(text)
    return found


# A night takes a second or two, and shrinking one would take minutes.
@settings(
    max_examples=rounds(3, 60),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_night_of_queued_acts_comes_to_the_same_as_on_line(shared_app, data):
    """One phone sends every act at once, the other keeps some of them and sends them together: book and refusals are the same."""
    here, there = phone(shared_app), phone(shared_app)
    for game in data.draw(st.lists(st.sampled_from(GAMES), min_size=1, max_size=3)):
        begun = [announced(one, *game) for one in (here, there)]
        if not all(begun):
            break
        there.look()
        for _ in range(ACTS_MOST):
            night = here.night
            if night.hand is None:
                break
            of_the_table = next((one for one in offers(night) if one.player is None), None)
            if of_the_table is not None and not any(one.player for one in offers(night)):
                command: dict[str, Any] = msgspec.to_builtins(of_the_table.command)
            elif night.hand.stage == "showdown":
                command = msgspec.to_builtins(of_the_table.command)
            else:
                command = drawn_act(data, here)
            here.look()
            on_line = here.send(command).status_code
            queued = there.send(of_the_other(command, here, there)).status_code
            assert queued == on_line, command
            if data.draw(st.integers(0, 5)) == 0:
                # The connection is back, and the page shows what all of it has led to.
                there.look()
        assert there.told() == here.told()
