"""What is offered about a fault, by the sentences of the source (chapter on errors): whose, when, and in which of its ways."""

import pytest

from engine import commands, errors
from engine.play.corrections.offers import Fault
from engine.play.script.offers import faults
from tests.engine.play.corrections.test_rule import baseball, forgotten_four, seventh_street, straight, stud
from tests.engine.table import Table, house, opened

TOO_FEW, TOO_MANY, EXPOSED = "A closed card too few", "A closed card too many", "A closed card was dealt open"
SKIPPED, TWICE = "A player was skipped, or got an open card too late", "An open card too many"
FORGOTTEN, NEW_DEAL = "A card to buy was not offered", "New Deal"


def offered(table: Table) -> dict[str, Fault]:
    return {fault.what: fault for fault in faults(table.night)}


def whose(fault: Fault) -> list[list[str | None]]:
    """Of each way, the players for whom it may be done."""
    return [[*dict.fromkeys(offer.player for offer in way.offers)] for way in fault.ways]


def bounds(table: Table, what: str) -> tuple[int, int] | None:
    fault = offered(table).get(what)
    return (fault.ways[0].offers[0].least, fault.ways[0].offers[0].most) if fault else None


def test_an_extra_card_can_be_given_after_the_first_deal_and_a_card_too_many_be_drawn_at_once() -> None:
    table = stud()
    assert TOO_FEW not in offered(table)
    assert whose(offered(table)[TOO_MANY]) == [["A", "B", "C", "D"]]
    table.do("deal 2c 3c 4c 5c")
    assert whose(offered(table)[TOO_FEW]) == [["A", "B", "C", "D"]]


def test_nobody_who_has_looked_demands_that_the_first_deal_is_put_right_and_a_later_one_anybody() -> None:
    first = offered(straight("all"))
    assert [what for what, fault in first.items() if not fault.after_looking] == [TOO_FEW, TOO_MANY, EXPOSED, NEW_DEAL]
    assert all(fault.after_looking for fault in offered(seventh_street()).values())


def test_open_cards_are_moved_until_somebody_has_bet_and_then_there_is_new_deal() -> None:
    table = stud().do("deal 9s Kd 4h 5c")
    assert {SKIPPED, TWICE, NEW_DEAL} <= set(offered(table))
    table.do("B x")
    assert not {SKIPPED, TWICE} & set(offered(table))
    assert NEW_DEAL in offered(table)


def test_the_player_chooses_between_the_card_and_the_next_one_once_and_before_anybody_bets() -> None:
    table = seventh_street()
    assert [way.called for way in offered(table)[EXPOSED].ways] == ["Who keeps it", "Who takes the next card"]
    table.do(commands.SettleExposedCard(player="B", card="9d", keeps=True))
    assert whose(offered(table)[EXPOSED]) == [["A", "C"], ["A", "C"]]
    assert EXPOSED not in offered(table.do("A x"))


def test_of_a_player_whose_closed_cards_are_all_known_it_is_one_of_them() -> None:
    table = straight("all").do("A has As Kd 7h 2c 3c")
    cards = [offer.command.card for offer in offered(table)[EXPOSED].ways[0].offers if offer.player == "A"]
    assert cards == ["As", "Kd", "7h", "2c", "3c"]


def test_the_original_card_may_be_bought_until_others_are_dealt_and_the_next_one_after_that_too() -> None:
    table = forgotten_four()
    assert whose(offered(table)[FORGOTTEN]) == [["C"], ["C"]]
    table.do("B x; C x; D x; E x; A x", "deal 3s 3c 3d 5d 6d")
    assert [way.called for way in offered(table)[FORGOTTEN].ways] == ["Who buys the next card"]
    refusal = table.refuses(commands.BuyForgottenCard(player="C", original=True), errors.NothingWasForgotten)
    assert "because other cards were dealt after the open one that offers it" in str(refusal)
    assert FORGOTTEN not in offered(baseball().do("deal 2s Kd 5h 5c"))


def test_the_chips_of_a_wrong_call_are_fewer_than_is_owed_or_more() -> None:
    table = straight("all")
    few, many = "A call with too few chips", "A call with too many chips"
    assert bounds(table, few) is bounds(table, many) is None
    table.do("A 5")
    assert (bounds(table, few), bounds(table, many)) == ((1, 4), (6, 98))
    # Where chips do not stay in the pot, a surplus goes back to whoever put it in.
    table = opened("ABC").do("hand texas hold'em by C")
    assert bounds(table, few) is not None
    assert bounds(table, many) is None


def test_for_closed_cards_only_the_harmed_player_demands_new_deal_and_for_open_ones_anybody() -> None:
    def demanded(table: Table) -> set[tuple[str | None, str | None]]:
        new_deals = [offer.command for offer in offered(table)[NEW_DEAL].ways[0].offers]
        return {(deal.player, deal.harmed) for deal in new_deals}

    assert ("C", "B") not in demanded(straight("all"))
    assert {("B", "B"), ("B", None), (None, "B"), (None, None)} <= demanded(straight("all"))
    assert ("C", "B") in demanded(stud().do("deal 9s Kd 4h 5c"))


@pytest.mark.parametrize(
    "game", ["scroker", "three dog night", "wordpoker", "lift smoke", "tarok", "texas toothpick toast"]
)
def test_the_faults_of_a_deal_are_those_of_every_rulebook(game) -> None:
    table = opened("ABCD", rules=house(auto="all")).do(f"hand {game} by D")
    assert {TOO_FEW, TOO_MANY, NEW_DEAL} <= set(offered(table))
