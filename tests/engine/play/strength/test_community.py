"""Shared cards: called during the deal, turned one by one, wild by the spot where they lie (RULINGS R-D1, D2)."""

import pytest

from engine import commands, errors, events
from engine.offer import Offer
from engine.play.script.offers import offers
from tests.engine.hands import worth
from tests.engine.table import house, opened


def test_a_player_who_is_not_dealing_calls_the_wild_card():
    """RULINGS R-D30: “siger en af medspillerne Spit”."""
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Spit in the Ocean", dealer="C"))
    table.refuses(commands.CallSpit(player="C", card="5h"), errors.DealerCannotCall)
    assert offers(table.night) == (
        Offer(commands.Lay()),
        Offer(commands.CallSpit(player="A"), "A"),
        Offer(commands.CallSpit(player="B"), "B"),
    )
    table.do(commands.CallSpit(player="A", card="5h"))
    assert [(held.card, held.up) for held in table.hand.cards.board] == [("5h", True)]
    assert table.turn == "A"
    table.refuses(commands.CallSpit(player="B"), errors.NobodyMayCallNow)


@pytest.mark.parametrize(("name", "cards"), [("Spit in the Ocean", ["5h"]), ("Spit 'n' Shit", ["5h", "4s"])])
def test_what_nobody_calls_for_is_laid_after_the_deal(name, cards):
    """RULINGS R-D30: “hvis ingen giver tegnet” is said of “Spit” and holds for “Shit” too."""
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game=name, dealer="C"))
    for card in cards:
        table.refuses(commands.Check(player="A"), errors.NoBettingNow)
        table.do(commands.Lay(cards=(card,)))
    assert table.turn == "A"


def test_a_closed_card_on_call_is_laid_at_once_where_closed_cards_need_no_tap():
    """RULINGS R-D30, in Farum Park: “på Shit lægges det fælles vildkort lukket”; who says it decides nothing."""
    shit, spit = (commands.CallSpit(player=player) for player in "BA")
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Farum Park", dealer="C"), spit)
    assert [held.up for held in table.hand.cards.board] == [True, False]
    table.refuses(shit, errors.NobodyMayCallNow, player="B")
    tapped = opened("ABC", rules=house(auto="none")).do(commands.AnnounceHand(game="Farum Park", dealer="C"), "deal")
    tapped.do(spit).refuses(commands.CallSpit(player="C"), errors.DealerCannotCall)
    assert [held.up for held in tapped.do(shit).hand.cards.board] == [True, False]


def test_the_card_at_the_spot_is_wild_and_the_others_of_its_rank_are_not():
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Spit in the Ocean", dealer="C"))
    table.do(commands.CallSpit(player="A", card="5h")).do(*(commands.Check(player=player) for player in "ABC"))
    table.do(commands.ShowHand(player="A", cards=("5s", "5d", "9c", "2c")))
    table.do(commands.ShowHand(player="B", cards=("As", "Ad", "Ac", "2h")))
    table.do(commands.Muck(player="C"))
    (award,) = table.of(events.PotAwarded)
    (share,) = award.shares
    assert (share.player, share.hand) == ("B", worth("four of a kind, aces"))
    assert "Ah" in share.stands_for
