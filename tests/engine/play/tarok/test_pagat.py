"""The pagat: who may announce ultimo, how it can have ended, whether it was played without need (RULINGS R-T11 to R-T18, R-T21)."""

import pytest

from engine import commands, errors, events
from engine.play.tarok.pagat import End, played_without_need, possible_ends
from tests.engine.play.tarok.test_rule import bids, gains, solo, tarok, threesome
from tests.engine.table import Table

OF_A = "I II III Ks Qs Cs Js 10s Kh Qh Ch Jh Ah 2h 3h 4h"


def has(player: str, cards: str) -> commands.NameCards:
    return commands.NameCards(player=player, cards=tuple(cards.split()))


def plays(said: str) -> list[commands.Command]:
    """`A I, B VI, C ??` or, for a whole trick that nobody wrote down, `B takes`."""
    return [
        commands.TakeTrick(player=player) if card == "takes" else commands.PlayCard(player=player, card=card)
        for player, card in (part.split() for part in said.split(", "))
    ]


def taken(table: Table, tricks: int, winner: str) -> Table:
    return table.do(*(commands.TakeTrick(player=winner) for _ in range(tricks)))


def score(points: int, pagat: str | None = None, *, captured: bool = False) -> commands.NameScore:
    return commands.NameScore(points=points, pagat=pagat, captured=captured)


HEARTS_AND_DIAMONDS = "Jh Ah 2h 3h Kd Qd Cd Jd Ad 2d 3d 4d Kc"
ULTIMO = commands.AnnounceGoal(goal="ultimo")


# Who may announce it (R-T18).


@pytest.mark.parametrize(
    "known", [has("A", OF_A.replace("I ", "IV ", 1)), has("B", "I"), commands.NameCards(cards=("I",))]
)
def test_ultimo_is_refused_where_the_known_cards_show_that_the_bidder_does_not_hold_the_pagat(known):
    refusal = solo().do(known).refuses(ULTIMO, errors.UltimoWithoutPagat, player="A")
    assert refusal.waivable


@pytest.mark.parametrize("known", [has("A", OF_A), has("A", "Ks Qs"), has("B", "Ks Qs")])
def test_ultimo_is_announced_where_the_bidder_may_hold_the_pagat(known):
    assert solo().do(known, ULTIMO).hand.contract.ultimo


def test_who_has_discarded_the_pagat_does_not_announce_ultimo():
    table = bids(tarok(), A="threesome").do(commands.TakeWidow(choice=1), commands.Discard(cards=("I",)))
    table.do(commands.AnnounceGoal(goal="game")).refuses(ULTIMO, errors.UltimoWithoutPagat)


def test_an_ultimo_by_a_bidder_who_turns_out_not_to_hold_the_pagat_is_lost_and_so_is_one_that_was_answered():
    """RULINGS R-T18, whether or not contra-ultimo was said: nobody can capture it from the bidder."""
    for answers, stake in (((), 200), ((commands.AnswerGoal(player="C"),), 400)):
        table = taken(solo().do(ULTIMO, *answers, *plays("A V, B I, C Ks")), 15, "A")
        table.do(score(60))
        assert table.of(events.ScorePaid)[1].value == stake
        assert table.of(events.ScorePaid)[1].to == ("B", "C")


@pytest.mark.parametrize("told", ["played", "named"])
def test_who_announced_ultimo_while_an_opponent_held_the_pagat_loses_it_and_a_contra_and_no_points_move(told):
    """RULINGS R-T21: B held the pagat all along and wins the last trick with it."""
    for answers, what, stake in (((), "ultimo", 200), ((commands.AnswerGoal(player="C"),), "contra-ultimo", 400)):
        table = taken(solo().do(ULTIMO, *answers), 15, "A")
        table.do(*plays("A 2h, B I, C 3h") if told == "played" else ())
        table.do(score(40, "B"))
        game, ultimo = table.of(events.ScorePaid)
        assert (game.what, game.to, game.points) == ("game", ("A",), 40)
        assert (ultimo.what, ultimo.to, ultimo.value) == (what, ("B", "C"), stake)


# Whether it was played without need (R-T13, R-T17).


def need(table: Table) -> bool | None:
    hand = table.night.hand or table.night.last_hand
    return played_without_need(hand, hand.contract)


def test_a_pagat_that_was_led_was_played_without_need_whatever_is_known_of_the_hand():
    assert need(taken(solo().do(ULTIMO, *plays("A I, B VI, C V")), 15, "B")) is True


WON_WITH_IT = "A Qh, B Kh, C 4h, B Ks, C 7s, A I"
"""B takes the first trick; in the second A has no spade and wins with the pagat."""


@pytest.mark.parametrize(("later", "without"), [("A XX", True), ("A 2h", None)])
def test_a_card_played_later_tells_whether_it_might_have_been_played_instead(later, without):
    table = solo().do(ULTIMO, *plays(WON_WITH_IT), *plays(f"{later}, B ??, C ??, B takes"))
    assert need(taken(table, 13, "B")) is without


def test_cards_told_before_they_are_played_unseen_tell_it_as_well():
    table = solo().do(ULTIMO, *plays(WON_WITH_IT), has("A", f"XX {HEARTS_AND_DIAMONDS}"))
    assert need(taken(table, 14, "B")) is True


def test_the_pagat_was_forced_where_all_other_cards_are_known_and_none_would_have_done():
    table = solo().do(ULTIMO, *plays(WON_WITH_IT), has("A", f"Ch {HEARTS_AND_DIAMONDS}"))
    assert need(taken(table, 14, "B")) is False


def test_where_nobody_saw_the_card_led_a_trump_beside_the_pagat_would_always_have_done():
    unseen = WON_WITH_IT.replace("B Ks", "B ??")
    with_trump = solo().do(ULTIMO, *plays(unseen), *plays("A takes, A XX, B ??, C ??, B takes"))
    assert need(taken(with_trump, 13, "B")) is True
    without = solo().do(ULTIMO, *plays(unseen), *plays("A takes"), has("A", f"Ch {HEARTS_AND_DIAMONDS}"))
    assert need(taken(without, 14, "B")) is False


def test_as_long_as_a_card_decides_that_nobody_saw_the_table_says_the_score():
    """The bidder has played the pagat, and of the other cards nothing is known."""
    table = taken(solo().do(ULTIMO, *plays(WON_WITH_IT)), 14, "A")
    assert table.hand.stage == "showdown"
    assert gains(table.do(score(60)))["A"] == 2 * (100 + 50) - 2 * 200


# What the table may name (R-T18).


def test_nobody_wins_the_last_trick_with_a_pagat_that_was_captured():
    refusal = threesome().refuses(score(36, "A", captured=True), errors.PagatWasCaptured, player="A")
    assert not refusal.waivable


@pytest.mark.parametrize(
    ("played", "named"),
    [
        ("A II, B I, C III", score(44, "B")),
        ("A II, B I, C III", score(44, "C")),
        ("A I, B II, C III", score(44, "A")),
    ],
)
def test_a_named_end_of_the_pagat_may_not_contradict_the_cards(played, named):
    table = solo().do(ULTIMO, commands.AnswerGoal(player="B"), *plays(played))
    assert table.refuses(named, errors.PagatEndedOtherwise).waivable


def test_an_end_of_the_pagat_that_nobody_says_is_the_one_that_the_known_cards_tell():
    captured = solo().do(ULTIMO, commands.AnswerGoal(player="B"), *plays("A I, B II, C III"))
    assert captured.do(score(44)).of(commands.NameScore) == [score(44, captured=True)]
    won = taken(taken(threesome(), 8, "A"), 7, "C").do(*plays("C I, A Ks, B Qs"))
    assert won.do(score(28)).of(commands.NameScore) == [score(28, "C")]


def test_the_last_trick_is_won_with_the_pagat_by_nobody_but_its_winner():
    table = taken(threesome(), 16, "A")
    assert possible_ends(table.hand, table.hand.contract) == (End(None, captured=False), End("A", captured=False))
    table.refuses(score(60, "B"), errors.PagatEndedOtherwise, because="another player took the last trick")
    assert gains(table.do(score(60, "A")))["A"] == 2 * (50 + 50 + 50)


@pytest.mark.parametrize(("winner", "points"), [("B", 20), ("A", 43)])
def test_points_that_the_tricks_taken_cannot_hold_are_refused(winner, points):
    refusal = taken(threesome(), 16, winner).refuses(score(points), errors.PointsAreOutOfReach, points=points)
    assert refusal.waivable


def test_a_bidder_of_a_solo_cannot_have_the_points_of_the_widow():
    solo().refuses(score(69), errors.PointsAreOutOfReach, least=0, most=68)
