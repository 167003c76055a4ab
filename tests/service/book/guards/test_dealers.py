"""The deal passes to the left; another dealer is asked back once and remarked (RULINGS R-E13)."""

import pytest

from engine import commands, events
from engine.game.options import HighLow, Wild
from engine.game.wilds import Cards
from engine.reports.hand_history import hand_history
from service.book.guards import LooksLikeAnotherDealer, LooksLikeOneCardOfARank
from tests.engine.table import Table, house, opened
from tests.service.book.guards.asking import asks, doubt, yes


def dealt_by(player: str | None, **said: object) -> commands.AnnounceHand:
    return commands.AnnounceHand(game="straight poker", dealer=player, **said)  # type: ignore[arg-type]


def after_a_hand_of(dealer: str) -> Table:
    return opened("ABCD", rules=house()).do(f"hand straight poker by {dealer}", commands.NewDeal())


def test_the_first_deal_of_the_night_is_anybodys() -> None:
    for player in "ABCD":
        asks(opened("ABCD", rules=house()), dealt_by(player))


def test_after_a_new_deal_it_is_the_next_players_deal_and_another_is_asked_back() -> None:
    table = after_a_hand_of("D")
    asks(table, dealt_by("A"))
    asks(table, dealt_by(None))
    with pytest.raises(LooksLikeAnotherDealer) as doubt:
        asks(table, dealt_by("D"))
    assert doubt.value.details == {"player": "D", "due": "A"}
    asks(table, dealt_by("D", waived=yes(LooksLikeAnotherDealer.code)))
    asks(table, dealt_by("D"), wary=False)


def wild(names: str) -> commands.AnnounceHand:
    return dealt_by("A", options=(HighLow(), Wild(rule=Cards(names))))


@pytest.mark.parametrize(("names", "ranks"), [("2s", "2"), ("3s 9s", "3 9"), ("10s", "10"), ("Js", "J")])
def test_a_card_of_spades_alone_is_asked_back_because_people_say_so_of_a_rank(names, ranks) -> None:
    found = doubt(opened("ABCD", rules=house()), wild(names))
    assert isinstance(found, LooksLikeOneCardOfARank)
    assert found.details == {"cards": names.split(), "ranks": ranks}


@pytest.mark.parametrize("names", ["2", "2 Js", "Js Jh Kd", "2h"])
def test_what_is_said_of_other_wild_cards_is_not_asked_about(names) -> None:
    assert doubt(opened("ABCD", rules=house()), wild(names)) is None


def test_who_is_away_is_passed_over() -> None:
    table = after_a_hand_of("D").do("A stands")
    asks(table, dealt_by("B"))


def test_another_dealer_is_remarked_with_the_hand() -> None:
    table = after_a_hand_of("D").do(dealt_by("C"))
    assert table.of(events.DealerIsAnother) == [events.DealerIsAnother(player="A", dealer="C")]
    table.do(commands.NewDeal(), dealt_by("D"), commands.NewDeal(), dealt_by(None))
    assert [hand.deal_was_of for hand in hand_history(table.records)] == [None, "A", None, None]


def test_with_blinds_the_button_goes_its_own_way() -> None:
    table = opened("ABCD").do("hand texas hold'em by D", commands.NewDeal())
    asks(table, commands.AnnounceHand(game="texas hold'em", dealer="D"))
