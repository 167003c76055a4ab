"""Lift Smoke, at all three depths (source: LIFT SMOKE; RULINGS C1, R-L1 to R-L6)."""

import random
from typing import Literal

import pytest

from engine import commands, errors, events
from engine.cards.deck import DECKS
from engine.cards.tricks import PACKS, may_be_played
from engine.game.steps import Deal, Tricks, TurnTrump
from engine.library import named
from tests.engine.table import Table, announce, house, opened

FRENCH = PACKS["french-52"]
HANDS = {"A": "2h 3h Ah 5s", "B": "9h Kh 2s 3s", "C": "4c 5c 6c 7c", "D": "10h Jh Qs Kd"}


def lift_smoke(players: str = "ABCD", auto: str = "all") -> Table:
    return opened(players, rules=house("tarok", auto=auto)).do(f"hand Lift Smoke by {players[-1]}")


def dealt() -> Table:
    """Four hands that are known; the dealer's last card, the king of diamonds, makes diamonds trumps."""
    table = lift_smoke(auto="none")
    cards = {player: hand.split() for player, hand in HANDS.items()}
    table.do(commands.Deal(cards=tuple(cards[player][place] for place in range(4) for player in "ABCD")))
    return table.do(commands.TurnTrump())


def play(player: str, card: str) -> commands.PlayCard:
    return commands.PlayCard(player=player, card=card)


def test_everyone_antes_and_is_dealt_as_many_cards_as_there_are_players():
    for players in ("ABCD", "ABCDE", "ABCDEF"):
        table = lift_smoke(players)
        assert table.holds("pot") == len(players)
        assert {len(own) for own in table.hand.cards.own.values()} == {len(players)}


@pytest.mark.parametrize("players", ["ABC", "ABCDEFG"])
def test_four_to_six_may_play(players: str):
    table = opened(players, rules=house("tarok"))
    refusal = errors.FewerThanTheGameIsFor if players == "ABC" else errors.MoreThanTheGameIsFor
    table.refuses("hand Lift Smoke", refusal)


def test_the_dealers_last_card_is_shown_for_trumps_and_belongs_to_his_hand():
    table = dealt()
    assert table.of(commands.TurnTrump) == [commands.TurnTrump(card="Kd", trump="d")]
    assert [(held.card, held.up) for held in table.hand.cards.own["D"]][-1] == ("Kd", True)
    assert table.hand.tricks.trump == "d"


def test_left_of_the_dealer_leads_and_only_he():
    dealt().refuses(play("B", "Kh"), errors.NotYourTurnToPlay, turn=["A"])


def test_the_highest_card_of_the_suit_led_wins_the_trick():
    table = dealt().do(play("A", "Ah"), play("B", "Kh"), play("C", "4c"), play("D", "10h"))
    assert table.of(events.TrickWon) == [events.TrickWon(player="A", number=1, draws=1)]
    assert table.hand.tricks.leader == "A"


def test_the_highest_trump_wins_the_trick():
    table = dealt().do(play("A", "5s"), play("B", "2s"), play("C", "4c"))
    table.waives(play("D", "Kd"), errors.MustFollowSuit)
    assert table.of(events.TrickWon) == [events.TrickWon(player="D", number=1, draws=1)]


def test_who_can_follow_suit_must_and_a_revoke_is_refused():
    refusal = dealt().do(play("A", "Ah")).refuses(play("B", "2s"), errors.MustFollowSuit, able=["9h", "Kh"], led="h")
    assert refusal.waivable


def test_a_card_that_was_played_already_cannot_be_played_again():
    table = dealt().do(play("A", "Ah"), play("B", "Kh"), play("C", "4c"))
    table.refuses(play("D", "Ah"), errors.CardIsAlreadyOut)
    table.refuses(play("D", "2d"), errors.CardsAreNotHeld)


def test_only_the_winner_draws_a_card_and_he_leads_to_the_next_trick():
    table = dealt().do(play("A", "Ah"), play("B", "Kh"), play("C", "4c"), play("D", "10h"))
    table.refuses(play("A", "2h"), errors.NotYourTurnToPlay)
    table.do(commands.DrawFromStock(card="8d"))
    assert {player: len(own) for player, own in table.hand.cards.own.items()} == {"A": 4, "B": 3, "C": 3, "D": 3}
    table.refuses(commands.DrawFromStock(), errors.NothingToDrawNow)
    table.do(play("A", "8d"))


def test_tricks_are_recorded_by_their_winner_where_nobody_writes_down_the_cards():
    table = lift_smoke().do(commands.TakeTrick(player="C"))
    assert {player: len(own) for player, own in table.hand.cards.own.items()} == {"A": 3, "B": 3, "C": 4, "D": 3}
    assert table.of(commands.DrawFromStock) == [commands.DrawFromStock()]


def test_a_trick_is_not_taken_by_who_has_been_beaten():
    table = dealt().do(play("A", "Ah"), play("B", "Kh"))
    refusal = table.refuses(commands.TakeTrick(player="B"), errors.CardsWinOtherwise, winner="A")
    assert refusal.waivable


def test_a_player_without_cards_is_out_and_the_last_one_with_cards_takes_the_pot():
    """With the draw before the test (R-L1) the winner of the last trick is then the only one with a card (R-L2)."""
    table = lift_smoke()
    for _ in range(4):
        table.do(commands.TakeTrick(player="A"))
    assert [event.player for event in table.of(events.RanOutOfCards)] == ["B", "C", "D"]
    assert table.won() == {"A": 4}
    assert table.stacks() == {"A": 103, "B": 99, "C": 99, "D": 99}


def test_the_winner_of_the_pot_deals_the_next_hand():
    table = lift_smoke()
    for _ in range(4):
        table.do(commands.TakeTrick(player="B"))
    table.do("hand Lift Smoke")
    assert table.hand.announced.dealer == "B"


@pytest.mark.parametrize(("trump", "draws"), [("dealer_last", 1), ("stock_top", 0)])
def test_r_l3_when_the_stock_is_empty_nobody_draws(trump: Literal["dealer_last", "stock_top"], draws: int):
    """It cannot happen with as many cards as players: here 51 are dealt, and one turned for trumps is set aside (R-L5)."""
    (lift,) = named("Lift Smoke", "tarok")
    own = lift.but("Lift All", play=(Deal(down=17), TurnTrump(of=trump), Tricks(winner_draws=1)), seats=(3, 3))
    table = opened("ABC", rules=house("tarok")).do(announce(own, dealer="C"))
    drawn = 0
    while table.night.hand is not None:
        table.do(commands.TakeTrick(player="A"))
        drawn += len(table.of(commands.DrawFromStock))
        assert drawn <= draws
    assert drawn == draws
    # Where all hands are empty at once, the winner of the last trick has won (R-L2).
    assert table.won() == {"A": 3}


def test_where_only_the_result_is_known_the_table_names_the_winner():
    table = lift_smoke().do("C win")
    assert table.won() == {"C": 4}
    assert table.do("hand Lift Smoke").hand.announced.dealer == "C"


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_ends_after_at_most_2n_minus_1_tricks_and_the_stock_suffices(seed: int):
    """RULINGS C1, derived: the stock cannot run out, and no chip is lost on the way."""
    chance = random.Random(seed)
    players = "ABCDEF"[: 4 + seed % 3]
    table = lift_smoke(players, auto="none")
    stock = list(DECKS["french-52"])
    chance.shuffle(stock)
    table.do(commands.Deal(cards=tuple(stock.pop() for _ in range(len(players) ** 2))), commands.TurnTrump())
    tricks = 0
    while table.night.hand is not None:
        hand = table.hand
        if hand.tricks.draws_due:
            table.do(commands.DrawFromStock(card=stock.pop()))
            continue
        played = [player for player, _ in hand.tricks.lying]
        around = [*hand.order[hand.order.index(hand.tricks.leader) :], *hand.order]
        player = next(each for each in around if each in hand.still_in and each not in played)
        held = [each.card for each in hand.cards.own[player]]
        led = hand.tricks.lying[0][1] if played else ""
        able = may_be_played(FRENCH, held, led, hand.tricks.trump, must_trump=False) if led else held
        table.do(play(player, chance.choice(able)))
        tricks += bool(table.of(events.TrickWon))
    assert tricks <= 2 * len(players) - 1
    assert sum(table.stacks().values()) == 100 * len(players)
