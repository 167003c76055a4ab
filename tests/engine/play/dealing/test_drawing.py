"""Exchanging cards: in turn, no more than allowed, known or not."""

import pytest

from engine import commands, errors
from engine.game.steps import Bet, Deal, Draw
from tests.engine.table import Table, announce, game, house, opened, waived

A_HAS = ("As", "Kd", "5c", "6h", "7s")


def drawing(up_to: int = 3, players: str = "ABC", **said: object) -> Table:
    """Five cards each, and everybody may exchange; A's cards are known. The last player deals."""
    table = opened(players)
    table.do(announce(game(Deal(down=5), Draw(up_to=up_to), Bet(), **said), dealer=players[-1]))
    return table.do("A has " + " ".join(A_HAS))


def exchange(thrown: str = "", drawn: str = "", number: int | None = None, player: str = "A") -> commands.Exchange:
    cards, fresh = tuple(thrown.split()), tuple(drawn.split())
    return commands.Exchange(player=player, number=number or len(cards or fresh), thrown=cards, drawn=fresh)


def own(table: Table, player: str) -> list[str]:
    return [held.card for held in table.hand.cards.own[player]]


def test_players_exchange_in_turn_from_the_dealers_left() -> None:
    table = drawing()
    table.refuses("B draws 1", errors.NotYourTurnToDraw, player="B", turn=["A"])
    table.do("A draws 3; B draws 0; C draws 1")
    assert table.turn == "A"
    assert table.hand.round is not None


def test_nobody_exchanges_twice() -> None:
    drawing().do("A draws 1").refuses("A draws 1", errors.NotYourTurnToDraw, turn=["B"])


def test_who_has_folded_exchanges_nothing() -> None:
    table = opened(rules=house()).do("hand three card draw by C", "A f; B x; C x")
    table.refuses("A draws 1", errors.PlayerIsNotInTheHand, player="A")
    assert table.turn == "B"


def test_at_most_so_many_cards_as_the_game_allows_are_exchanged() -> None:
    table = drawing()
    assert table.refuses("A draws 4", errors.ExchangesTooMany, number=4, most=3).waivable
    table.waives("A draws 4", errors.ExchangesTooMany)
    assert own(table, "A") == ["??"] * 5


def test_nobody_throws_more_cards_than_he_holds() -> None:
    said = waived(commands.Exchange(player="A", number=6), errors.ExchangesTooMany)
    drawing().refuses(said, errors.WrongNumberOfCards, given=6, wanted=5, what="held")


def test_known_cards_are_thrown_and_drawn() -> None:
    table = drawing().do(exchange("5c 6h 7s", "Ah Ad Kc"))
    assert own(table, "A") == ["As", "Kd", "Ah", "Ad", "Kc"]


def test_after_an_exchange_of_unknown_cards_nobody_knows_what_was_kept() -> None:
    table = drawing().do("A draws 2")
    assert own(table, "A") == ["??"] * 5


def test_a_card_kept_unseen_may_be_shown_later() -> None:
    table = drawing().do("A draws 3; B draws 0; C draws 0", "A x; B x; C x", "A shows As Kd 2c 2h 2d")
    assert own(table, "A") == ["As", "Kd", "2c", "2h", "2d"]


def test_known_cards_may_replace_unknown_ones() -> None:
    table = drawing().do(exchange(drawn="Ah Ad", number=2))
    assert own(table, "A") == ["??", "??", "??", "Ah", "Ad"]


def test_thrown_cards_of_an_unknown_hand_become_known_and_are_gone() -> None:
    table = drawing().do("A draws 0", exchange("2c 3c", "4c 4d", player="B"))
    assert own(table, "B") == ["??", "??", "??", "4c", "4d"]
    table.refuses(exchange("8c", "2c", player="C"), errors.CardIsAlreadyOut, card="2c")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (exchange("9c"), errors.CardsAreNotHeld),
        (exchange("5c 5c"), errors.CardIsAlreadyOut),
        (exchange("5c", "As"), errors.CardIsAlreadyOut),
        (exchange("5c", "5c"), errors.CardIsAlreadyOut),
        (exchange("5c", "2c 3c"), errors.WrongNumberOfCards),
        (exchange("5c 6h", number=1), errors.WrongNumberOfCards),
        (exchange("joker"), errors.CardIsNotInTheDeck),
    ],
)
def test_an_exchange_that_cannot_have_been_is_refused(said, reason) -> None:
    drawing().refuses(said, reason)


def test_when_the_stock_is_used_up_what_was_thrown_is_drawn_again() -> None:
    """RULINGS R-M13: but never what the asking player has thrown himself in that turn."""
    deck = [
        rank + suit for suit in "shdc" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    ]
    table = opened("ABCDEFG", rules=house("standard", auto="none"))
    table.do(announce(game(Deal(down=5), Draw(up_to=5), Bet()), dealer="G"), commands.Deal(cards=tuple(deck[:35])))
    taken = 35
    for place, player in enumerate("ABC"):
        mine = deck[place:35:7]
        table.do(commands.Exchange(player=player, number=5, thrown=tuple(mine), drawn=tuple(deck[taken : taken + 5])))
        taken += 5
    mine = tuple(deck[3:35:7])
    # Two cards are left in the stock.
    table.refuses(
        commands.Exchange(player="D", number=2, thrown=mine[:2], drawn=(deck[50], deck[0])), errors.CardIsAlreadyOut
    )
    table.refuses(
        commands.Exchange(player="D", number=3, thrown=mine[:3], drawn=(*deck[50:52], mine[0])), errors.CardIsAlreadyOut
    )
    table.refuses(
        commands.Exchange(player="D", number=3, thrown=mine[:3], drawn=(*deck[50:52], deck[4])), errors.CardIsAlreadyOut
    )
    table.do(commands.Exchange(player="D", number=3, thrown=mine[:3], drawn=(*deck[50:52], deck[0])))
