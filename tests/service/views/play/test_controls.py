"""The buttons of the bank where a share of the pot is nobody's, and where a player has no cards at all."""

from __future__ import annotations

import json

import pytest
from werkzeug.datastructures import MultiDict

from engine import commands
from engine.decider import decide
from engine.folding import fold
from engine.game.steps import Bet, Deal
from engine.game.wilds import Personal
from engine.play.strength.showing import wild_by_now
from service.views.play.controls import Control, controls
from service.views.visible_night import VisibleNight
from service.web.night.forms import command_in
from tests.engine.play.sides.test_rule import declared
from tests.engine.play.spelling.test_rule import CAT, IDS, NOTHING, at_showdown
from tests.engine.table import Table, announce, game, house, opened
from tests.engine.word_games import shows


def seen_by_the_bank(table: Table) -> VisibleNight:
    return VisibleNight(
        night_id="night", head="", night=fold(table.records), records=table.records, names={}, is_banker=True
    )


def winning(table: Table) -> list[Control]:
    """The controls that name a winner."""
    return [one for one in controls(seen_by_the_bank(table)).table if one.act == "name_winners"]


@pytest.mark.parametrize(("side", "place"), [("high", 0), ("low", 1)])
def test_only_the_side_that_was_declared_is_asked_about_and_goes_to_its_place(side: str, place: int) -> None:
    table = declared(side, side, side, hands=((), (), ()))
    first, *_ = found = winning(table)
    assert [one.label for one in found] == ["A wins", "B wins", "C wins"]
    assert [(part.share, len(part.winners)) for part in first.parts] == [(place, 3)]
    form = MultiDict({"command": json.dumps(first.command), f"won:{place}:0": "B", f"won:{place}:1": "A"})
    said = command_in(form)
    assert isinstance(said, commands.NameWinners)
    assert decide(said, table.night).rankings[place] == (("B",), ("A",))


def test_a_player_without_cards_has_no_last_one_that_could_be_wild() -> None:
    table = opened("ABC", rules=house()).do(announce(game(Deal(up=2), Bet(), wild=Personal("last"))))
    table.hand.cards.own["A"].clear()
    assert wild_by_now(table.hand, "A") == frozenset()


def test_a_challenge_says_what_it_costs_whom_before_it_is_made() -> None:
    table = at_showdown().do(shows("A", CAT, "cat"), shows("B", IDS), shows("C", NOTHING))
    (asks,) = {
        one.asks
        for turn in controls(seen_by_the_bank(table)).turns
        for one in turn.controls
        if one.player == "B" and one.asks
    }
    # Each has put 5 into the pot.
    assert asks == "If CAT is a word, B pays 5; if not, A pays 5."


def test_only_the_closed_cards_are_asked_for_where_the_open_ones_are_known() -> None:
    table = (
        opened("AB", rules=house(auto="closed"))
        .do(announce(game(Deal(down=2, up=1), Bet())), "deal Ks 7d")
        .checked_down()
    )
    shown = [one for turn in controls(seen_by_the_bank(table)).turns for one in turn.controls if one.act == "show_hand"]
    assert [(asked.least, asked.most) for one in shown for asked in one.cards] == [(1, 2), (1, 2)]
