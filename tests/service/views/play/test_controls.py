"""The buttons of the bank where a share of the pot is nobody's, and where a player has no cards at all."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from engine import commands
from engine.decider import decide
from engine.folding import fold
from engine.game.betting import Ante, Blinds
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


# Amounts


def betting(table: Table) -> dict[str, Control]:
    """What the player in turn may do, by the kind of act."""
    first, *_ = controls(seen_by_the_bank(table)).turns
    return {one.act: one for one in first.controls}


def named_amounts(table: Table) -> dict[str, int]:
    """The amounts of the bet or raise of the player in turn that have a name, by that name."""
    amount = next((one.amount for one in betting(table).values() if one.amount), None)
    return {note: number for number, note in zip(amount.usual, amount.notes, strict=True) if note} if amount else {}


def with_blinds() -> Table:
    """Four players with 98 to 100 chips without limit, A to act: the two after the dealer D have put in 1 and 2."""
    blinds = game(Deal(down=2), Bet(), forced=Blinds(1, 2))
    return opened("BCDA").do(announce(blinds, dealer="D"))


def test_a_raise_by_the_pot_calls_first() -> None:
    table = with_blinds()
    # The pot holds 3, and 5 after the call of 2: a raise by 5, to 7.
    assert named_amounts(table) == {"½ pot": 2, "pot": 5, "all-in": 98}
    table.do(commands.Raise(player=table.turn, by=5))
    assert table.hand.round is not None
    assert table.hand.round.price == 7


def test_a_first_bet_of_the_pot_is_what_the_pot_holds() -> None:
    table = opened("ABC").do(announce(game(Deal(down=2), Bet(), forced=Ante(10))))
    assert named_amounts(table) == {"½ pot": 15, "pot": 30, "all-in": 90}


@given(st.data())
def test_the_pot_and_half_of_it_are_those_parts_of_the_pot_that_a_call_leaves(data: st.DataObject) -> None:
    table = with_blinds()
    while table.night.hand is not None and table.hand.round is not None:
        can, price = betting(table), table.hand.round.price - table.hand.round.paid.get(table.turn, 0)
        for note, number in named_amounts(table).items():
            if note != "all-in":
                assert number == (table.night.pot_worth() + price) // (2 if note == "½ pot" else 1)
        chosen = data.draw(st.sampled_from(sorted(can)))
        said = command_in(MultiDict({"command": json.dumps(can[chosen].command)}))
        amount = can[chosen].amount
        if amount:
            said = replace(said, **{amount.field: data.draw(st.integers(amount.least, amount.most))})
        table.do(said)
