"""What somebody paid for several, by the form of one page without a script: for all, by parts, taken back, and after the plan."""

from functools import partial

import pytest

from tests.service.api.evening import Table
from tests.service.api.signed_in import signed_in
from tests.service.web.conftest import opened
from tests.service.web.test_closing import Sheet, counted


class Expenses(Sheet):
    """The page of expenses in the browser of one person."""

    def __init__(self, app, table: Table, name: str) -> None:
        super().__init__(signed_in(app, table, name), table)
        self.path = f"{table.path}/expenses"
        self.look()

    def filled(self, cents: str, **said: object) -> dict[str, object]:
        """The fields as the page has them, with the amount and what else was chosen."""
        parts = {f"parts-{player}": 1 for player in self.table.ids.values()}
        return {"cents": cents, "player": self.table.ids["Bo"], "purpose": "pizza", **parts, **said}

    def enter(self, cents: str, **said: object) -> str:
        """The page after the expense is entered, in words."""
        return self.done("enter", **self.filled(cents, **said))


@pytest.fixture
def evening(shared_app) -> Table:
    return opened(shared_app)


@pytest.fixture
def at(shared_app, evening):
    return partial(Expenses, shared_app, evening)


def dues(evening: Table) -> dict[str, int]:
    nets = evening.banker.get(f"{evening.path}/nets").json["nets"]
    assert {one["result_cents"] for one in nets} == {0}
    return {one["name"]: one["due_cents"] for one in nets}


def test_the_form_shares_equally_and_everybody_reads_it(at, evening):
    bo, anna = at("Bo"), at("Anna")
    told = bo.enter("240", player=evening.ids["Anna"])
    assert "Anna paid for pizza Bo 80.00 Carl 80.00 Anna 80.00 240.00 DKK" in told
    assert dues(evening) == {"Anna": 16000, "Bo": -8000, "Carl": -8000}
    told = anna.look().text
    assert "paid for pizza" in told
    assert "Enter it" not in told
    assert anna.browser.post(anna.path, data={"act": "enter"}).status_code == 403
    own = anna.browser.get(f"{evening.path}/mine").text
    assert f'href="{evening.path}/expenses"' in own
    assert "+160.00" in own


def test_parts_say_who_shares_and_how_much(at, evening):
    bo, ids = at("Bo"), evening.ids
    told = bo.enter("90,00", purpose="taxi & tip", **{f"parts-{ids['Carl']}": 0, f"parts-{ids['Anna']}": 2})
    assert "Bo paid for taxi & tip Anna 60.00 Bo 30.00 90.00 DKK" in told
    assert "<script>" not in bo.enter("3", purpose="<script>")
    assert "93.00 DKK in all." in bo.look().text


def test_what_is_refused_stands_at_the_form_with_what_was_typed(at, evening):
    bo, ids = at("Bo"), evening.ids
    nobody = {f"parts-{player}": 0 for player in ids.values()}
    assert "would pay for nobody else" in bo.refused("enter", **bo.filled("90", purpose="taxi", **nobody))
    assert 'value="taxi"' in bo.page.text
    bo.look()
    assert "No amount was noted" in bo.refused("enter", **bo.filled("many"))


def test_an_expense_is_taken_back_with_a_reason(at, evening):
    bo = at("Bo")
    bo.enter("240")
    assert "paid for pizza" not in bo.done("take-back", why="it was a gift")
    assert set(dues(evening).values()) == {0}


def test_after_the_plan_one_more_makes_it_anew_until_somebody_has_paid(at, evening):
    counted(evening, dict.fromkeys(evening.ids, 150))
    evening.play({"type": "close_night"}, {"type": "freeze_plan", "kind": "direct"})
    bo = at("Bo")
    assert "The plan is made anew with it" in bo.page.text
    bo.enter("240")
    assert dues(evening) == {"Anna": -8000, "Bo": 16000, "Carl": -8000}
    plan = evening.banker.get(f"{evening.path}/settlement").json
    assert sum(one["cents"] for one in plan["transfers"]) == 16000
    evening.play({"type": "record_payment", "transfer": 1})
    told = bo.look().text
    assert "Somebody has paid by the plan already" in told
    assert "Enter it" not in told


def test_a_tip_and_the_kitty_are_entered_by_the_second_form_and_the_kitty_pays(at, evening):
    bo, ids = at("Bo"), evening.ids
    told = bo.done("tip", player=ids["Anna"], payee="", cents="300")
    assert "Anna for the kitty 300.00 DKK" in told
    assert "300.00 DKK is left in it, with Bo." in told
    told = bo.done("tip", player=ids["Anna"], payee=ids["Carl"], cents="20")
    assert "Anna tipped Carl 20.00 DKK" in told
    assert "Out of the kitty, which has 300.00 DKK" in told
    told = bo.enter("240", player=ids["Carl"], kitty="yes")
    assert "Carl paid for pizza out of the kitty 240.00 DKK" in told
    assert dues(evening) == {"Anna": -32000, "Bo": 6000, "Carl": 26000}
    assert "There is 60.00 DKK in the kitty" in bo.refused("enter", **bo.filled("61", kitty="yes"))
    close = bo.browser.get(f"{evening.path}/close").text
    assert "60.00 DKK is left in it, with Bo." in close
    assert evening.banker.get(evening.path).json["kitty_cents"] == 6000
