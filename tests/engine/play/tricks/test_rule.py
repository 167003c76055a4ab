"""Lift Smoke, at all three depths (source: LIFT SMOKE; RULINGS C1, R-L1 to R-L6)."""

import random

import pytest

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.cards.deck import DECKS
from engine.cards.tricks import PACKS, may_be_played
from engine.game.steps import Deal, Tricks, TurnTrump
from engine.library import named
from engine.play.tricks.facts import to_play
from engine.reports.sentences import tell
from tests.engine.table import Table, announce, house, opened
from tests.soak import rounds

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
def test_four_to_six_may_play(players):
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


def test_a_suit_is_said_in_words() -> None:
    refusal = dealt().do(play("A", "Ah")).refuses(play("B", "2s"), errors.MustFollowSuit, trick=1)
    assert str(refusal) == "B holds 9h, Kh and must follow suit: trick 1 began with hearts, and 2s does not follow."


def trick(table: Table, leader: str, *cards: str) -> Table:
    players = "ABCD"["ABCD".index(leader) :] + "ABCD"[: "ABCD".index(leader)]
    return table.do(*(play(player, card) for player, card in zip(players, cards, strict=True)))


def trumps(card: str = "Kd") -> Table:
    """Nobody's cards are known but the trump; the cards drawn are seen by nobody."""
    return lift_smoke(auto="none").do(commands.Deal(), commands.TurnTrump(card=card))


def test_a_revoke_that_a_later_play_proves_is_told_at_once_and_moves_nothing() -> None:
    """RULINGS R-L7: clubs are led, B throws the nine of diamonds, and follows clubs in the next trick."""
    table = trick(trumps("Ks"), "A", "Ac", "9d", "5c", "6c").do(commands.DrawFromStock(), play("A", "Kc"))
    thrown = next(record.version for record in table.records if record.event == play("B", "9d"))
    assert table.of(events.RevokeProved) == []
    table.do(play("B", "4c"))
    (proved,) = table.happened[1:]
    assert proved == events.RevokeProved(
        player="B", trick=1, card="9d", led="c", held=("4c",), rule="tarok/follow-suit"
    )
    assert tell(proved, {"B": "Bo"}) == (
        "Bo revoked in trick 1: 9♦ was played to clubs while 4♣ was in hand. Everybody follows suit."
    )
    judged = adjudicate(table.records)
    assert judged.agrees
    (remark,) = judged.remarks
    assert (remark.version, remark.kind) == (thrown, "came to light")
    assert "B holds 4c and must follow suit: trick 1 began with clubs, and 9d does not follow." in remark.sentence
    table.do(play("C", "7c"), play("D", "8c"), commands.DrawFromStock(), play("A", "2c"), play("B", "3c"))
    assert table.of(events.RevokeProved) == [], "it is told once"


def test_a_card_that_may_have_been_drawn_since_proves_no_revoke() -> None:
    """RULINGS R-L7: B wins the first trick with a trump and draws; only the second club cannot have been drawn."""
    table = trick(trumps(), "A", "Ac", "9d", "5c", "6c").do(commands.DrawFromStock())
    trick(table, "B", "4c", "7c", "8c", "Kc")
    assert table.of(events.RevokeProved) == []
    table.do(commands.DrawFromStock(), play("A", "2c"), play("B", "3c"))
    (proved,) = table.of(events.RevokeProved)
    assert (proved.trick, proved.held) == (1, ("4c", "3c"))
    assert "while one of 4♣ 3♣ was in hand" in tell(proved, {})


def test_a_card_that_was_seen_to_be_drawn_proves_no_revoke() -> None:
    table = trick(trumps(), "A", "Ac", "9d", "5c", "6c").do(commands.DrawFromStock(card="4c"))
    trick(table, "B", "4c", "7c", "8c", "Kc")
    assert table.of(events.RevokeProved) == []


def test_a_revoke_for_which_the_rule_was_waived_is_not_told_again() -> None:
    table = dealt().do(play("A", "Ah"))
    table.waives(play("B", "2s"), errors.MustFollowSuit).do(play("C", "4c"), play("D", "10h"))
    table.do(commands.DrawFromStock(), play("A", "3h"), play("B", "9h"))
    assert table.of(events.RevokeProved) == []


@pytest.mark.parametrize("seed", range(rounds(6, 24)))
def test_every_revoke_that_is_told_was_one_and_with_the_draws_seen_none_is_missed(seed) -> None:
    """RULINGS R-L7, against a count that knows all the hands: players follow suit in two of three cases where they can."""
    chance = random.Random(seed)
    stock = list(DECKS["french-52"])
    chance.shuffle(stock)
    hands = {player: [stock.pop() for _ in range(4)] for player in "ABCD"}
    table = lift_smoke(auto="none").do(commands.Deal(), commands.TurnTrump(card=hands["D"][3]))
    seen = seed % 2 == 0
    told: set[tuple[str, int]] = set()
    could: dict[tuple[str, int], set[str]] = {}
    proven: set[tuple[str, int]] = set()
    while table.night.hand is not None:
        player, number = to_play(table.hand)[0], table.hand.tricks.number + 1
        led = table.hand.tricks.lying[0][1][-1] if table.hand.tricks.lying else ""
        able = [card for card in hands[player] if card[-1] == led]
        card = chance.choice(able if able and chance.random() < 0.66 else hands[player])
        try:
            table.do(play(player, card))
        except errors.MustFollowSuit:
            # A card that everybody has seen would be revoked.
            card = chance.choice(able)
            table.do(play(player, card))
        hands[player].remove(card)
        proven |= {key for key, cards in could.items() if key[0] == player and card in cards}
        if able and card not in able:
            could[player, number] = set(able)
        told |= {(event.player, event.trick) for event in table.of(events.RevokeProved)}
        if table.night.hand is not None and table.hand.tricks.draws_due:
            drawn = stock.pop()
            hands[table.hand.tricks.leader].append(drawn)
            table.do(commands.DrawFromStock(card=drawn if seen else "??"))
    if seen:
        assert told == proven
    assert told <= proven


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
def test_r_l3_when_the_stock_is_empty_nobody_draws(trump, draws):
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


@pytest.mark.parametrize("seed", range(rounds(3, 12)))
def test_a_deal_ends_after_at_most_2n_minus_1_tricks_and_the_stock_suffices(seed):
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
