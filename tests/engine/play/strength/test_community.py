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


def test_the_last_shared_card_of_hayleys_komet_is_wild():
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Hayley's komet", dealer="C"))
    table.do(*(commands.Check(player=player) for player in "ABC"))
    for card in ("2c", "7d", "9h", "Js", "3d"):
        table.do(commands.Turn(card=card)).do(*(commands.Check(player=player) for player in "ABC"))
    table.do(commands.ShowHand(player="A", cards=("As", "Ad", "4c", "5c", "6h")))
    table.do(commands.ShowHand(player="B", cards=("Ks", "Kd", "Kc", "4h", "5s")))
    table.do(commands.Muck(player="C"))
    (award,) = table.of(events.PotAwarded)
    assert award.shares[0].hand == worth("four of a kind, kings")
    assert "3d" in award.shares[0].cards


def test_betting_runs_to_the_right_in_texas_toothpick_toast():
    table = opened("ABCD", rules=house("munk")).do(commands.AnnounceHand(game="Texas Toothpick Toast", dealer="D"))
    assert table.turn == "C"
    table.do(commands.PutIn(player="C", chips=3))
    assert table.turn == "B"
    table.do(commands.Call(player="B"), commands.Fold(player="A"))
    assert table.turn == "D"


def test_the_odd_chip_of_texas_toothpick_toast_goes_to_the_first_winner_right_of_the_dealer():
    table = opened("ABC", rules=house("munk", auto="closed"))
    table.do(commands.AnnounceHand(game="Texas Toothpick Toast", dealer="C"))
    table.do(commands.PutIn(player="B", chips=1), commands.Call(player="A"), commands.Fold(player="C"))
    for cards in (("As", "Ks", "Qs"), ("Js",), ("10s",)):
        table.do(commands.Lay(cards=cards)).do(commands.Check(player="B"), commands.Check(player="A"))
    table.do(commands.ShowHand(player="A", cards=("2c", "3c"))).do(commands.ShowHand(player="B", cards=("2d", "3d")))
    assert table.won() == {"B": 3, "A": 2}
