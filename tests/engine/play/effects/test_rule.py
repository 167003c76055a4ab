"""Open cards that send out and that offer a card (source: Baseball; RULINGS R-D14, R-D15)."""

from engine import commands, errors, events
from engine.offer import Offer
from engine.play.script.offers import offers
from engine.reports.hand_history import hand_history
from tests.engine.table import Table, house, opened


def baseball(**rules) -> Table:
    table = opened("ABCD", chips=100, rules=house(auto="closed", **rules))
    return table.do(commands.AnnounceHand(game="Baseball", dealer="D"))


def test_an_open_black_seven_sends_its_holder_out_and_his_bets_stay():
    table = baseball().do(commands.Deal(cards=("7s", "Kd", "4c", "2c")))
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="A", card="7s")]
    assert table.hand.still_in == ["B", "C", "D"]
    assert table.holds("pot") == 8


def test_a_red_seven_and_a_closed_black_one_do_nothing():
    table = baseball().do(commands.Deal(cards=("7h", "Kd", "4c", "2c")))
    assert table.of(events.SentOutByCard) == []


def test_who_would_have_opened_and_is_sent_out_leaves_the_opening_to_the_next_best():
    table = baseball().do(commands.Deal(cards=("2s", "Ad", "Kc", "Qc")))
    assert table.turn == "B"
    table.do(*(commands.Check(player=player) for player in "BCDA"))
    table.do(commands.Deal(cards=("5s", "7c", "6c", "8c")))
    assert table.turn == "C"


def test_an_open_red_four_may_be_answered_with_five_chips_for_one_more_closed_card():
    table = baseball().do(commands.Deal(cards=("2s", "Kd", "4h", "2c")))
    assert table.of(events.CardOffered) == [events.CardOffered(player="C", card="4h", price=5)]
    table.do(commands.BuyCard(player="C", card="9h"))
    assert (table.holds("chips:C"), table.holds("pot")) == (93, 13)
    assert [(held.card, held.up) for held in table.hand.cards.own["C"]][-1] == ("9h", False)
    table.refuses(commands.BuyCard(player="C"), errors.NothingIsOffered)
    (told,) = hand_history(table.records)
    assert {stake.player: stake.put_in for stake in told.stakes} == {"A": 2, "B": 2, "C": 2 + 5, "D": 2}


def test_a_bought_card_that_is_again_a_red_four_offers_nothing_because_it_is_closed():
    table = baseball().do(commands.Deal(cards=("2s", "Kd", "4h", "2c"))).do(commands.BuyCard(player="C", card="4d"))
    assert table.of(events.CardOffered) == []
    table.refuses(commands.BuyCard(player="C"), errors.NothingIsOffered)


def test_the_offer_stands_until_betting_begins():
    table = baseball().do(commands.Deal(cards=("2s", "Kd", "4h", "2c"))).do(commands.Check(player="B"))
    table.refuses(commands.BuyCard(player="C"), errors.NothingIsOffered)


def test_who_is_offered_a_card_may_have_it_or_decline_it_whoever_is_to_bet():
    table = baseball().do(commands.Deal(cards=("2s", "Kd", "4h", "2c")))
    assert table.turn == "B"
    offered = [offer for offer in offers(table.night) if offer.player == "C"]
    assert offered == [
        Offer(commands.BuyCard(player="C"), "C", owed=5),
        Offer(commands.DeclineCard(player="C"), "C"),
    ]
    table.do(commands.DeclineCard(player="C"))
    assert {offer.player for offer in offers(table.night)} == {"B"}


def test_an_offer_may_be_declined():
    table = baseball().do(commands.Deal(cards=("2s", "Kd", "4h", "2c"))).do(commands.DeclineCard(player="C"))
    table.refuses(commands.BuyCard(player="C"), errors.NothingIsOffered)
    table.refuses(commands.DeclineCard(player="B"), errors.NothingIsOffered)


def test_who_is_short_buys_with_a_shadow():
    table = opened("ABCD", chips={"A": 100, "B": 100, "C": 4, "D": 100}, rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Baseball", dealer="D")).do(commands.Deal(cards=("2s", "Kd", "4h", "2c")))
    table.do(commands.BuyCard(player="C"))
    assert (table.holds("chips:C"), table.holds("shadow:C"), table.holds("owed:C")) == (0, 3, -3)
    assert table.night.pot_worth() == 13


def test_a_card_can_be_bought_only_where_the_pack_has_one_besides_those_still_to_be_dealt():
    # Seven players of Yankee Baseball need 49 cards, so that three can be bought, and a fourth once one has folded.
    table = opened("ABCDEFG", rules=house(auto="closed")).do(commands.AnnounceHand(game="Yankee Baseball", dealer="G"))
    table.do(commands.Deal(cards=("4h", "4d", "4s", "4c", "2h", "2c", "5s")))
    table.do(*(commands.BuyCard(player=player) for player in "ABC"))
    table.refuses(commands.BuyCard(player="D"), errors.NoCardIsLeft)
    assert [offer.command for offer in offers(table.night) if offer.player == "D"] == [commands.DeclineCard(player="D")]
    for _ in range(3):
        all_check(table).do(commands.Deal(cards=()))
    all_check(table)
    assert sum(map(len, table.hand.cards.own.values())) == 52
    again = opened("ABCDEFG", rules=house(auto="closed")).do(commands.AnnounceHand(game="Yankee Baseball", dealer="G"))
    again.do(commands.Deal(cards=("4h", "4d", "4s", "2s", "2h", "2c", "5s")))
    again.do(*(commands.BuyCard(player=player) for player in "ABC"))
    again.do(commands.Fold(player=again.turn))
    all_check(again).do(commands.Deal(cards=tuple(card for card in ("4c", "6s", "7s", "8s", "9s", "10s"))))
    again.do(next(offer.command for offer in offers(again.night) if isinstance(offer.command, commands.BuyCard)))


def all_check(table: Table) -> Table:
    while table.hand.round is not None:
        table.do(commands.Check(player=table.turn))
    return table


def test_a_card_has_another_price_than_the_game_asks():
    table = baseball().do(commands.Deal(cards=("2s", "Kd", "4h", "2c")))
    table.refuses(commands.BuyCard(player="C", price=3), errors.PriceOfCardIsAnother, price=5, said=3)


def test_where_open_cards_are_not_known_the_table_says_what_they_do():
    table = opened("ABCD", rules=house(auto="all")).do(commands.AnnounceHand(game="Baseball", dealer="D"))
    table.do(commands.SendOut(player="B", reason="a black seven")).do(commands.BuyCard(player="C"))
    assert table.hand.still_in == ["A", "C", "D"]
    assert table.holds("chips:C") == 93


def test_a_card_named_later_takes_effect_from_then_on():
    table = opened("ABCD", rules=house(auto="all")).do(commands.AnnounceHand(game="Baseball", dealer="D"))
    table.do(commands.NameCards(player="B", cards=("7c",)))
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="B", card="7c")]


def test_nothing_sends_out_where_the_game_has_no_such_card():
    table = opened("ABCD", rules=house(auto="all")).do(commands.AnnounceHand(game="Five Card Stud", dealer="D"))
    table.refuses(commands.SendOut(player="B"), errors.NothingSendsOut)


def test_the_last_one_left_takes_the_pot_when_all_others_are_sent_out():
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Baseball", dealer="C"))
    table.do(commands.Deal(cards=("7s", "7c", "Kd")))
    assert table.won() == {"C": 6}
