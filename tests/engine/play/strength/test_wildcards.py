"""United States Stud: 52 cards and four identical wildcards, which stand for nothing (RULINGS R-M3, R-M14)."""

from engine import commands, errors, events
from engine.game.awards import SingleCard
from engine.game.counts import deck_cards, seats_the_deck_allows
from engine.game.definition import Deck
from engine.game.findings import findings
from engine.game.steps import Bet, Deal, Draw
from engine.game.wilds import Cards
from engine.ledger.invariants import no_card_lies_twice
from engine.state import Held
from tests.engine.hands import worth
from tests.engine.table import Table, announce, game, house, opened

STUD = {"deck": Deck("french-52", wildcards=4), "scale": SingleCard(top="wildcard")}


def stud(players: str = "ABC", **said: object) -> Table:
    declared = game(Deal(down=3), Bet(), (Draw(up_to=1), Bet()) * 4, **(STUD | said))
    assert findings(declared) == ()
    table = opened(players, rules=house("standard", auto="none"))
    return table.do(announce(declared, dealer=players[-1]))


def test_the_pack_has_56_cards() -> None:
    declared = game(Deal(down=3), Bet(), **STUD)
    assert (deck_cards(declared), seats_the_deck_allows(declared)) == (56, 18)
    assert declared.deck.cards.count("wildcard") == 4


def test_four_wildcards_may_be_out_at_once_and_a_fifth_may_not() -> None:
    table = stud()
    table.refuses("deal w w w w w 2s 3s 4s 5s", errors.CardIsAlreadyOut, card="wildcard")
    table.do("deal w wild wildcard W 2s 3s 4s 5s 6s")
    assert [held.card for held in table.hand.cards.own["A"]] == ["wildcard", "wildcard", "4s"]
    table.do("A x; B x; C x")
    table.refuses(draw("A", "4s", "w"), errors.CardIsAlreadyOut, card="wildcard")


def draw(player: str, thrown: str = "", drawn: str = "") -> commands.Exchange:
    cards = tuple(thrown.split()), tuple(drawn.split())
    return commands.Exchange(player=player, number=1, thrown=cards[0], drawn=cards[1])


def test_a_wildcard_thrown_is_one_and_stays_out() -> None:
    table = stud().do("deal w w w 2s 3s 4s 5s 6s 7s", "A x; B x; C x")
    table.do(draw("A", "w", "Ks"))
    assert [held.card for held in table.hand.cards.own["A"]] == ["2s", "5s", "Ks"]
    table.do(draw("B", "w", "w"))
    assert [held.card for held in table.hand.cards.own["B"]] == ["3s", "6s", "wildcard"]
    table.refuses(draw("C", "4s", "w"), errors.CardIsAlreadyOut, card="wildcard")


def test_who_holds_two_wildcards_shows_two_and_not_three() -> None:
    table = stud("AB").do("deal w Kd w Qd Ks Jd", "A x; B x")
    table.refuses("A shows w w w", errors.CardsAreNotHeld, player="A")
    table.do("A shows Ks w w")
    assert "A" in table.hand.showdown.shown


def test_unknown_cards_may_turn_out_to_be_wildcards() -> None:
    table = stud("AB").do("deal", "A x; B x", "A has w w w")
    table.refuses("B has w w", errors.CardIsAlreadyOut, card="wildcard")
    table.do("B has w 2s")


def test_a_pack_without_wildcards_has_none() -> None:
    table = stud(deck=Deck(), scale=SingleCard())
    table.refuses("deal w 2s 3s 4s 5s 6s 7s 8s 9s", errors.CardIsNotInTheDeck, card="wildcard")


def test_a_fifth_wildcard_on_the_table_is_found() -> None:
    table = stud("AB").do("deal w w w 2s w 4s")
    assert no_card_lies_twice(table.night, str) == []
    table.hand.cards.board.append(Held("wildcard", up=True))
    assert no_card_lies_twice(table.night, str) == ["wildcard lies twice."]


def test_wildcards_are_top_cards_equal_among_themselves_and_then_the_next_card_decides() -> None:
    table = stud().do("deal w w As Kd Kc Ah 2d 3d Ac")
    for _ in range(4):
        table.do("A x; B x; C x", "A draws 0; B draws 0; C draws 0")
    table.do("A x; B x; C x", "A shows w Kd 2d", "B shows w Kc 3d", "C mucks")
    (award,) = table.of(events.PotAwarded)
    assert (award.shares[0].player, award.shares[0].hand) == ("B", worth("wildcard, king of clubs"))


def test_wildcards_may_be_wild_where_a_game_says_so() -> None:
    declared = game(Deal(down=5), Bet(), deck=Deck(wildcards=4), wild=Cards("wildcard"))
    assert findings(declared) == ()
    table = opened("AB", rules=house("standard")).do(announce(declared, dealer="B"), "A x; B x")
    table.do("A shows w w Ks Kd 2c", "B shows w w As 3d 4c")
    (award,) = table.of(events.PotAwarded)
    assert award.shares[0].hand == worth("four of a kind, kings")


def test_when_the_stock_is_used_up_thrown_wildcards_come_again() -> None:
    players = "ABCDEFGH"
    declared = game(Deal(down=6), Bet(), (Draw(up_to=1), Bet()) * 2, **STUD)
    table = opened(players, rules=house("standard", auto="closed")).do(announce(declared, dealer="H"))
    table.checked_down() if table.hand.round else None
    table.do(*(draw(player, "w", "") for player in "ABCD"), *(draw(player) for player in "EFGH"))
    assert table.hand.cards.copies_gone == {"wildcard": 4}
    table.do(*(f"{player} x" for player in players))
    table.do(draw("A", "", "w"))
