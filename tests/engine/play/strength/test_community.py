"""Shared cards: called during the deal, turned one by one, wild by the spot where they lie (RULINGS R-D1, D2)."""

from engine import commands, errors, events
from engine.offer import Offer
from engine.play.script.offers import offers
from tests.engine.hands import worth
from tests.engine.table import house, opened


def test_a_player_who_is_not_dealing_calls_the_wild_card():
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


def test_when_nobody_calls_the_card_is_laid_after_the_deal():
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Spit in the Ocean", dealer="C"))
    table.refuses(commands.Check(player="A"), errors.NoBettingNow)
    table.do(commands.Lay(cards=("5h",)))
    assert table.turn == "A"


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
