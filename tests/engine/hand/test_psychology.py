"""Psychology: the order is fixed, and all turn their top cards at once (RULINGS D3)."""

from engine import commands, errors
from engine.game.options import Psychology
from tests.engine.table import Table, house, opened


def straight_poker(auto: str) -> Table:
    table = opened("ABC", rules=house(auto=auto))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(Psychology(),)))
    if auto == "none":
        table.do(
            commands.Deal(
                cards=("As", "Ah", "Ad", "Ks", "Kh", "Kd", "Qs", "Qh", "Qd", "Js", "Jh", "Jd", "9s", "8h", "7d")
            )
        )
    return table.do(*(commands.Check(player=player) for player in "ABC"))


def test_after_the_last_ordinary_round_every_closed_card_brings_a_round_of_betting():
    table = straight_poker("all")
    for _ in range(5):
        table.do(*(commands.Check(player=player) for player in "ABC"))
    assert table.hand.stage == "showdown"
    assert table.hand.rounds_closed == 6


def test_cards_are_turned_in_the_order_their_holder_laid_them():
    table = straight_poker("none")
    table.do(commands.ArrangeCards(player="B", cards=("8h", "Jh", "Qh", "Kh", "Ah")))
    table.do(commands.ArrangeCards(player="A", cards=("9s", "Js", "Qs", "Ks", "As")))
    table.refuses(commands.ArrangeCards(player="A"), errors.HasChosenAlready)
    table.do(commands.ArrangeCards(player="C", cards=("Ad", "Kd", "Qd", "Jd", "7d")))
    table.refuses(commands.RevealCards(cards=("9s", "8h", "Kd")), errors.CardLiesThere, card="Kd", lies="Ad")
    table.do(commands.RevealCards())
    assert [[held.card for held in own if held.up] for own in table.hand.own.values()] == [["9s"], ["8h"], ["Ad"]]


def test_the_best_open_cards_open_each_of_these_rounds():
    table = straight_poker("closed").do(commands.RevealCards(cards=("9s", "Kh", "Ad")))
    assert table.turn == "C"
    table.do(*(commands.Check(player=player) for player in "CAB")).do(commands.RevealCards(cards=("9h", "Ks", "2d")))
    assert table.turn == "B"


def test_a_pile_holds_every_closed_card():
    straight_poker("none").refuses(commands.ArrangeCards(player="A", cards=("9s", "Js")), errors.WrongNumberOfCards)


def test_one_card_is_turned_for_each_player_still_in():
    straight_poker("closed").refuses(commands.RevealCards(cards=("9s", "Kh")), errors.WrongNumberOfCards, wanted=3)
