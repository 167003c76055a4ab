"""The page of every event: complete, of a size that grows with the night, and without a closed card that is not the viewer's."""

import json
import random
import re
from typing import Any

from engine import commands
from engine.wording import cards_text
from service.reports.audit_page import render_audit
from tests.engine.again import correct
from tests.engine.reports.evening import Evening, opened, play_at_random, table, won_by
from tests.engine.reports.test_movements import random_night
from tests.service.reports.views.test_table import ANNAS, BOS, dealt, seen


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def drawn_at(data: dict[str, Any], at: int) -> dict[str, Any]:
    """The table that the script draws at an event."""
    state: dict[str, Any] = {}
    for change in data["changes"][:at]:
        state |= change
    return state


def stacks_in(data: dict[str, Any], at: int) -> dict[str, int]:
    state = drawn_at(data, at)
    return {name: state[f"{place}chips"] for place, name in enumerate(data["seats"]) if state[f"{place}"] is not None}


def test_the_last_table_of_the_page_is_the_nights() -> None:
    for seed in range(0, 240, 60):
        told = seen(random_night(seed))
        data = data_of(render_audit(told))
        assert stacks_in(data, told.version) == {
            told.name(player): told.night.stack(player) for player in told.night.people
        }


def test_after_a_strike_and_a_correction_the_page_goes_on_from_the_table_that_was_put_right() -> None:
    evening = table()
    won_by(evening, "bo")
    lent = evening.do(commands.GiveLoan(player="carl", chips=10))
    struck = evening.strike(lent, reason="twice")
    bet = evening.numbers(commands.Bet)[0]
    other = commands.Change(bet, act=commands.Bet(player="bo", chips=3))
    corrected = correct(evening.records, commands.CorrectEvents(changes=(other,), reason="mistyped"))
    first = evening.last + 1
    evening.records += corrected.recorded(evening.last)
    evening.night = corrected.night
    last = evening.do(commands.GiveLoan(player="eva", chips=5))
    data = data_of(render_audit(seen(evening.records)))
    assert {at: stacks_in(data, at)["Carl"] for at in (lent, struck, struck + 1)} == {
        lent: 43,
        struck: 33,
        struck + 1: 33,
    }
    assert {stacks_in(data, at)["Bo"] for at in range(struck, first)} == {54}
    # No event of the correction shows a table that is half the one and half the other.
    assert {stacks_in(data, at)["Bo"] for at in range(first, last)} == {50}
    assert stacks_in(data, last) == {"Eva": 40, "Bo": 50, "Carl": 35}


def told_anywhere(page: str, cards: tuple[str, ...]) -> list[str]:
    """The cards that stand anywhere in the page, as the book writes them or as people read them."""
    return [card for card in cards if cards_text((card,)) in page or f'"{card}"' in page]


def folded() -> Evening:
    """A hand that Anna wins because Bo folds; the book knows all cards."""
    evening = dealt()
    evening.do(commands.Bet(player="bo", chips=2), commands.Raise(player="anna", by=3), commands.Fold(player="bo"))
    return evening


def test_the_page_for_a_player_holds_their_own_cards_and_no_byte_of_others() -> None:
    records = folded().records
    assert told_anywhere(render_audit(seen(records)), (*ANNAS, *BOS)) == [*ANNAS, *BOS]
    mine = render_audit(seen(records, viewer="anna"))
    assert told_anywhere(mine, BOS) == []
    assert told_anywhere(mine, ANNAS) == list(ANNAS)
    assert told_anywhere(render_audit(seen(records, sees_cards=False)), (*ANNAS, *BOS)) == []


def test_a_struck_deal_tells_nobody_its_cards() -> None:
    evening = dealt()
    deal = evening.numbers(commands.Deal)[0]
    evening.strike(deal, reason="misdealt")
    assert told_anywhere(render_audit(seen(evening.records, viewer="anna")), BOS) == []


def test_an_event_takes_a_few_hundred_bytes_however_long_the_night_is() -> None:
    sizes = []
    for hands in (10, 40):
        evening = opened("anna", "bo", "carl", rules=commands.HouseRules(auto="all", initial_loan=100_000))
        play_at_random(evening, random.Random(3), hands=hands, games=("Texas Hold'em@standard",))
        sizes.append(len(render_audit(seen(evening.records)).encode()) / evening.last)
    assert max(sizes) < 700
    assert sizes[1] <= sizes[0]
