"""Psychology: the order is fixed, and all turn their top cards at once (RULINGS D3)."""

from engine import commands, errors
from engine.game.counts import own_cards
from engine.game.findings import findings
from engine.game.options import Psychology
from engine.game.steps import Arrange, Bet, Deal, Reveal, closed_at_the_end
from tests.engine.midnight_games import LAST_CHANCE_UNPLUGGED
from tests.engine.table import Table, announce, game, house, opened


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
    assert table.hand.rounds.closed == 6


def test_cards_are_turned_in_the_order_their_holder_laid_them():
    table = straight_poker("none")
    table.do(commands.ArrangeCards(player="B", cards=("8h", "Jh", "Qh", "Kh", "Ah")))
    table.do(commands.ArrangeCards(player="A", cards=("9s", "Js", "Qs", "Ks", "As")))
    table.refuses(commands.ArrangeCards(player="A"), errors.HasChosenAlready)
    table.do(commands.ArrangeCards(player="C", cards=("Ad", "Kd", "Qd", "Jd", "7d")))
    table.refuses(commands.RevealCards(cards=("9s", "8h", "Kd")), errors.CardLiesThere, card="Kd", lies="Ad")
    table.do(commands.RevealCards())
    assert [[held.card for held in own if held.up] for own in table.hand.cards.own.values()] == [["9s"], ["8h"], ["Ad"]]


def test_players_fold_in_these_rounds_and_not_while_the_piles_are_laid_and_turned():
    """RULINGS R-D28: “Alle spillere kan folde når det er deres tur”, and where all turn at once nobody is at turn."""
    table = straight_poker("none")
    for player in "ABC":
        table.refuses(f"{player} f", errors.NoBettingNow, doing="arrange")
        table.do(commands.ArrangeCards(player=player))
    table.refuses("A f", errors.NoBettingNow, doing="reveal")
    table.do(commands.RevealCards(), "A f")
    assert table.hand.still_in == ["B", "C"]


def test_the_best_open_cards_open_each_of_these_rounds():
    table = straight_poker("closed").do(commands.RevealCards(cards=("9s", "Kh", "Ad")))
    assert table.turn == "C"
    table.do(*(commands.Check(player=player) for player in "CAB")).do(commands.RevealCards(cards=("9h", "Ks", "2d")))
    assert table.turn == "B"


def test_a_pile_holds_every_closed_card():
    straight_poker("none").refuses(commands.ArrangeCards(player="A", cards=("9s", "Js")), errors.WrongNumberOfCards)


def test_one_card_is_turned_for_each_player_still_in():
    straight_poker("closed").refuses(commands.RevealCards(cards=("9s", "Kh")), errors.WrongNumberOfCards, wanted=3)


# A pile that was dealt as one (Last Chance Unplugged).


def unplugged() -> Table:
    return opened("ABC", rules=house(auto="closed")).do(announce(LAST_CHANCE_UNPLUGGED, dealer="C"))


def test_a_pile_is_turned_in_the_order_dealt_and_nobody_sees_it_before():
    table = unplugged().do(commands.RevealCards(cards=("9s", "Kh", "Ad")))
    assert table.turn == "C"
    table.refuses(commands.NameCards(player="B", cards=("2c",)), errors.NoCardIsUnknown, player="B")
    table.refuses(commands.ShowHand(player="B", cards=("Kh", "2c")), errors.WrongNumberOfCards, wanted=1)
    table.checked_down().do(commands.RevealCards(cards=("9h", "Ks", "2d")))
    assert [(held.card, held.up) for held in table.hand.cards.own["B"]][:3] == [
        ("Kh", True),
        ("Ks", True),
        ("??", False),
    ]


def test_after_the_last_card_of_the_pile_is_turned_comes_the_showdown():
    table = unplugged()
    for cards in (("9s", "Kh", "Ad"), ("2s", "2h", "2d"), ("5s", "5h", "6d"), ("7s", "7h", "7d"), ("10c", "Jc", "Qc")):
        table.do(commands.RevealCards(cards=cards)).checked_down()
    assert table.hand.stage == "showdown"
    table.do("C win")


def test_a_pile_counts_as_cards_dealt_and_not_as_closed_ones_to_arrange():
    assert own_cards(LAST_CHANCE_UNPLUGGED) == 5
    assert closed_at_the_end(LAST_CHANCE_UNPLUGGED.steps) == 0
    assert [finding.code for finding in findings(LAST_CHANCE_UNPLUGGED + Psychology())] == ["nothing_closed_to_arrange"]


def test_a_pile_beside_closed_cards_is_turned_first_and_is_not_arranged():
    mixed = game(Deal(down=2, pile=1), Bet(), Reveal(), Arrange(), Reveal(), Bet(), Reveal(), Bet())
    table = opened("AB", rules=house(auto="none")).do(announce(mixed, dealer="B"))
    table.do(commands.Deal(cards=("As", "Ah", "Ks", "Kh", "Qs", "Qh"))).checked_down()
    table.do(commands.RevealCards())
    assert [held.card for held in table.hand.cards.own["A"] if held.up] == ["Qs"]
    table.do(commands.ArrangeCards(player="A", cards=("Ks", "As")), commands.ArrangeCards(player="B"))
    table.do(commands.RevealCards(cards=("Ks", "??")))
    assert [held.card for held in table.hand.cards.own["A"] if held.up] == ["Ks", "Qs"]


# A card that is told while nobody has said in which order the pile lies.


def test_a_card_told_of_a_pile_is_pinned_to_no_place_in_it():
    """Whatever is turned, the card told lies deeper, until it is turned itself."""
    table = straight_poker("closed").do("A has 9d 4c", "B has Ah")
    table.do(commands.RevealCards(cards=("Ks", "??", "2c"))).checked_down()
    table.do(commands.RevealCards(cards=("4c", "Ah", "3c"))).checked_down()
    table.do(commands.RevealCards(cards=("Qs", "7h", "5c"))).checked_down()
    table.do(commands.RevealCards(cards=("9d", "8h", "6c"))).checked_down()
    assert [(held.card, held.up) for held in table.hand.cards.own["A"]] == [
        ("Ks", True),
        ("4c", True),
        ("Qs", True),
        ("9d", True),
        ("??", False),
    ]


def test_a_card_told_of_a_pile_is_refused_where_it_cannot_lie():
    table = straight_poker("closed").do("A has 9d 4c Ks")
    table.refuses(commands.RevealCards(cards=("Ah", "9d", "2c")), errors.CardIsAlreadyOut, card="9d")
    table.do(commands.RevealCards(cards=("Ah", "3d", "2c"))).checked_down()
    table.do(commands.RevealCards(cards=("Qs", "7h", "5c"))).checked_down()
    # Three cards were told, and three are left.
    table.refuses(commands.RevealCards(cards=("Kd", "8h", "6c")), errors.CardLiesThere, card="Kd")
    table.do(commands.RevealCards(cards=("Ks", "8h", "6c"))).checked_down()
    table.do(commands.RevealCards(cards=("9d", "9h", "7c"))).checked_down()
    # The last one can only be the one that has not been turned.
    table.refuses(commands.RevealCards(cards=("Kd", "10h", "8c")), errors.CardLiesThere, lies="4c")
    table.do(commands.RevealCards())
    assert [held.card for held in table.hand.cards.own["A"]] == ["Ah", "Qs", "Ks", "9d", "4c"]


def test_a_card_told_of_a_pile_is_not_turned_by_a_tap_that_names_none():
    table = straight_poker("closed").do("A has 9d 4c Ks Qs 2h").do(commands.RevealCards())
    assert [held.card for held in table.hand.cards.own["A"] if held.up] == ["??"]
    table.checked_down().refuses(commands.RevealCards(cards=("??", "9d", "??")), errors.CardIsAlreadyOut)
    table.do(commands.RevealCards(cards=("9d", "??", "??")))
    assert [held.card for held in table.hand.cards.own["A"] if held.up] == ["??", "9d"]


def test_known_cards_laid_in_an_order_nobody_told_are_still_in_the_pile():
    table = straight_poker("none").do(*(commands.ArrangeCards(player=player) for player in "ABC"))
    table.refuses(commands.RevealCards(cards=("As", "Ks", "Kd")), errors.CardIsAlreadyOut, card="Ks")
    table.do(commands.RevealCards(cards=("9s", "8h", "Ad")))
    assert [held.card for held in table.hand.cards.own["A"]] == ["9s", "??", "??", "??", "??"]
    table.refuses("B has As", errors.CardIsAlreadyOut, card="As")
    table.do("A has As")


def test_an_order_told_in_part_leaves_the_rest_of_the_pile_open():
    table = straight_poker("none").do(commands.ArrangeCards(player="A", cards=("9s", "??", "??", "??", "As")))
    table.do(commands.ArrangeCards(player="B"), commands.ArrangeCards(player="C")).do("A has Ks")
    table.refuses(commands.RevealCards(cards=("Ks", "8h", "Ad")), errors.CardLiesThere, lies="9s")
    table.do(commands.RevealCards(cards=("9s", "8h", "Ad"))).checked_down()
    table.do(commands.RevealCards(cards=("Qs", "Ah", "Kd"))).checked_down()
    assert [held.card for held in table.hand.cards.own["A"]] == ["9s", "Qs", "Ks", "??", "As"]


def test_a_card_that_turns_without_a_tap_is_not_the_one_told():
    """Told cards are the open ones first; the other may lie anywhere in the rest of the pile."""
    table = straight_poker("all").do("A has 9d 4c")
    table.do(*(commands.Check(player=player) for player in "ABC"))
    assert [(held.card, held.up) for held in table.hand.cards.own["A"]] == [
        ("9d", True),
        ("??", True),
        ("4c", False),
        ("??", False),
        ("??", False),
    ]


def test_a_card_known_to_lie_on_top_is_turned_though_nobody_names_it():
    table = straight_poker("none").do(
        commands.ArrangeCards(player="A", cards=("9s", "Js", "Qs", "Ks", "As")),
        *(commands.ArrangeCards(player=player) for player in "BC"),
    )
    table.do(commands.RevealCards(cards=("??", "8h", "Ad")))
    assert table.of(commands.RevealCards) == [commands.RevealCards(cards=("9s", "8h", "Ad"))]


def test_a_card_told_may_be_one_that_was_turned_unseen():
    table = straight_poker("closed").do("A has 9d 4c Ks Qs").do(commands.RevealCards()).checked_down()
    for card in ("2h", "Ks", "4c", "Qs"):
        table.do(commands.RevealCards(cards=(card, "??", "??"))).checked_down()
    # 2h was not told, and four of the five are turned before it is clear that 9d was the first.
    table.refuses("B has 9d", errors.CardIsAlreadyOut, card="9d")
    table.do("A has 9d")
    assert [held.card for held in table.hand.cards.own["A"]] == ["9d", "2h", "Ks", "4c", "Qs"]
