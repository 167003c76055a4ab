"""Opening a closed card of one's choice: all choose before any is shown (LANGUAGE 4.23)."""

import random

from engine import commands, errors, events
from engine.cards.deck import DECKS
from engine.decider import accept
from engine.events import Recorded
from engine.game.steps import Bet, Deal, Expose
from engine.game.wilds import OffersCard, SendsOut
from engine.state import Night
from service.book.closed_cards import as_all_may_see
from tests.engine.declared import DECLARED
from tests.engine.table import Table, announce, game, house, opened
from tests.soak import rounds


def stud(auto: str = "none", named: str = "Mexican Stud") -> Table:
    """Three players about to deal."""
    return opened("ABC", rules=house(auto=auto)).do(announce(DECLARED[named], dealer="C"))


def known() -> Table:
    """Three players with two closed cards each, about to open one of them."""
    return stud().do("deal As Ah Ad Ks Kh Kd")


def expose(player: str, card: str = "??") -> commands.ExposeCard:
    return commands.ExposeCard(player=player, card=card)


def open_cards(table: Table) -> list[list[str]]:
    return [[held.card for held in own if held.up] for own in table.hand.cards.own.values()]


def closed_cards(table: Table) -> list[list[str]]:
    return [[held.card for held in own if not held.up] for own in table.hand.cards.own.values()]


def test_nothing_is_open_before_all_have_chosen_and_then_all_is_at_once():
    """RULINGS R-D24: “vælger selv hvilket der lægges på bordet”, and nobody sees what a neighbour has chosen."""
    table = known().do(expose("B", "Kh"), expose("A", "As"))
    assert open_cards(table) == [[], [], []]
    assert table.of(events.CardsExposed) == []
    table.do(expose("C", "Ad"))
    assert table.of(events.CardsExposed) == [events.CardsExposed(cards=("As", "Kh", "Ad"))]
    assert open_cards(table) == [["As"], ["Kh"], ["Ad"]]
    assert closed_cards(table) == [["Ks"], ["Ah"], ["Kd"]]
    assert table.turn == "A"


def test_a_player_chooses_once_and_only_a_closed_card_of_his_own():
    table = known()
    table.refuses(expose("A", "2c"), errors.CardsAreNotHeld, player="A")
    table.refuses(expose("A", "Kh"), errors.CardIsAlreadyOut, card="Kh")
    table.do(expose("A", "As"))
    table.refuses(expose("A", "Ks"), errors.HasChosenAlready, player="A")
    table.do(expose("B", "Kh"), expose("C", "Ad")).checked_down().do("deal 2s 2h 2d")
    table.refuses(expose("A", "As"), errors.CardIsAlreadyOut, card="As")


def test_a_card_is_opened_when_it_is_time_to():
    stud().refuses(expose("A"), errors.NotTheNextStep, wanted="deal")
    known().refuses("deal", errors.NotTheNextStep, wanted="expose")


def test_a_card_that_nobody_knew_is_known_to_be_held_once_it_is_chosen():
    table = stud().do("deal", expose("A", "As"))
    table.refuses(expose("B", "As"), errors.CardIsAlreadyOut, card="As")
    table.do(expose("B"), expose("C", "Kd"))
    assert open_cards(table) == [["As"], ["??"], ["Kd"]]
    assert table.hand.round.anyone


def test_after_an_unknown_choice_nothing_is_known_of_what_stays_closed():
    table = known().do(expose("A"), expose("B", "Ah"), expose("C", "Ad"))
    assert (open_cards(table)[0], closed_cards(table)[0]) == (["??"], ["??"])


def test_the_only_closed_card_is_the_one_that_opens():
    declared = game(Deal(down=1), Bet(), Expose(), Bet())
    table = opened("AB", rules=house(auto="none")).do(announce(declared), "deal As Kd").checked_down()
    table.do(expose("A"), expose("B"))
    assert table.of(events.CardsExposed) == [events.CardsExposed(cards=("As", "Kd"))]


def test_where_nobody_says_which_card_it_opens_without_a_tap():
    for auto in ("closed", "all"):
        table = stud(auto)
        assert table.of(events.CardsExposed) == [events.CardsExposed(cards=("??", "??", "??"))]
        table.do("A has As; B has Kh; C has Qd")
        assert open_cards(table) == [["As"], ["Kh"], ["Qd"]]
        assert len(closed_cards(table)[0]) == 1


def test_where_closed_cards_are_known_the_players_are_asked():
    declared = game(Deal(down=1), Bet(), Deal(down=1), Expose(), Bet())
    table = opened("AB", rules=house(auto="closed")).do(announce(declared, dealer="B"), "A has As").checked_down()
    assert table.hand.asked.waiting == ["A", "B"]
    table.do(expose("A", "As"), expose("B"))
    assert open_cards(table) == [["As"], ["??"]]


def test_an_open_card_takes_effect_however_it_came_to_lie_open():
    declared = game(Deal(down=2), Expose(), Bet(), effects=(SendsOut("7s"), OffersCard("4h", price=3)))
    table = opened("ABC", rules=house(auto="none")).do(announce(declared, dealer="C"), "deal 7s 4h Ad 2s 2h 2d")
    table.do(expose("A", "7s"), expose("B", "4h"), expose("C", "Ad"))
    assert table.of(events.SentOutByCard) == [events.SentOutByCard(player="A", card="7s", rule="own/sends-out")]
    assert table.of(events.CardOffered) == [events.CardOffered(player="B", card="4h", price=3)]
    assert table.hand.still_in == ["B", "C"]


def test_the_best_open_cards_open_the_betting():
    table = known().do(expose("A", "Ks"), expose("B", "Ah"), expose("C", "Kd"))
    assert table.turn == "B"


def test_a_choice_is_told_to_nobody_before_all_have_chosen():
    night, records = Night(), []
    for command in (*(record.event for record in known().records if record.caused_by is None), expose("A", "As")):
        first = len(records) + 1
        records += [
            Recorded(number, event, first if number > first else None)
            for number, event in enumerate(accept(night, command), start=first)
        ]
    assert as_all_may_see(records)[-1].event == expose("A")
    for command in (expose("B", "Kh"), expose("C")):
        first = len(records) + 1
        records += [
            Recorded(number, event, first if number > first else None)
            for number, event in enumerate(accept(night, command), start=first)
        ]
    assert [record.event for record in as_all_may_see(records)][-2:] == [
        events.CardsExposed(cards=("As", "Kh", "??")),
        events.RoundOpened(asked=("A", "B", "C"), opens="best showing", anyone=True),
    ]


def test_a_choice_can_be_struck():
    table = known().do(expose("A", "As"), expose("B", "Kh"))
    table.strikes(table.version)
    table.do(expose("B", "Ah"), expose("C", "Ad"))
    assert open_cards(table) == [["As"], ["Ah"], ["Ad"]]


def test_hands_played_at_random_come_to_their_showdown():
    chance = random.Random(7)
    for named in ("Mexican Stud", "Shifting Sands", "Roll Them") * rounds(1, 5):
        table = stud(named=named)
        pack = list(DECKS["french-52"])
        chance.shuffle(pack)
        while table.hand.stage != "showdown":
            step = table.hand.steps[table.hand.cursor]
            if isinstance(step, Deal):
                seen = chance.random() < 0.8
                table.do(commands.Deal(cards=tuple(pack.pop() if seen else "??" for _ in range(3 * step.down))))
            elif isinstance(step, Expose):
                for player in list(table.hand.asked.waiting):
                    closed = [held.card for held in table.hand.cards.own[player] if not held.up]
                    table.do(expose(player, chance.choice([*closed, "??"])))
            else:
                table.checked_down()
        assert [len(cards) for cards in open_cards(table)] == [4, 4, 4]
