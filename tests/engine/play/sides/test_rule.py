"""High/low with declaration (RULINGS E3 High/low 1 to 5, R-E8); high spade; the options that bring them."""

import pytest

from engine import commands, errors, events
from engine.cards.standing import Standing
from engine.cards.worth import Worth
from engine.game.options import HighLow, HighSpade, Wild
from engine.game.wilds import Cards
from engine.play.sides.rule import winners_by_side
from tests.engine.table import Table, house, opened


def standing(value: int) -> Standing:
    return Standing(value=value, cards=(), stands_for=(), worth=Worth(kind="high card"))


def judged(sides: dict[str, str], high: dict[str, int], low: dict[str, int]) -> tuple[list[str], list[str]]:
    return winners_by_side(
        sides,
        {player: standing(value) for player, value in high.items()},
        {player: standing(value) for player, value in low.items()},
    )


ALL = {"A": 3, "B": 2, "C": 1}
SIDES = [
    ("nobody declared low: high takes all", {"A": "high", "B": "high"}, ALL, ALL, (["A"], [])),
    (
        "a both player who wins or ties each side takes their shares",
        {"A": "both", "B": "low"},
        ALL,
        {"A": 2, "B": 2},
        (["A"], ["A", "B"]),
    ),
    (
        "best high but not low: nothing, nor for the second best high",
        {"A": "both", "B": "high", "C": "low"},
        ALL,
        {"A": 1, "C": 2},
        ([], ["C"]),
    ),
    (
        "best low but not high: nothing, nor for the second best low",
        {"A": "both", "B": "high", "C": "low"},
        {"A": 1, "B": 2},
        {"A": 2, "C": 1},
        (["B"], []),
    ),
    (
        "best on neither side: the two real winners",
        {"A": "both", "B": "high", "C": "low"},
        {"A": 1, "B": 2},
        {"A": 1, "C": 2},
        (["B"], ["C"]),
    ),
    (
        "two both players, one best high, the other best low: nobody",
        {"A": "both", "B": "both"},
        {"A": 2, "B": 1},
        {"A": 1, "B": 2},
        ([], []),
    ),
]


@pytest.mark.parametrize(("rule", "sides", "high", "low", "winners"), SIDES, ids=[row[0] for row in SIDES])
def test_who_wins_which_side(rule, sides, high, low, winners):
    assert judged(sides, high, low) == winners


A_HIGH = ("As", "Ad", "Ah", "Kc", "Kd")
A_LOW = ("2s", "3d", "4h", "5c", "7d")
MIDDLING = ("9s", "9d", "4c", "Jc", "Qd")


def declared(*sides: str, hands=(A_HIGH, A_LOW, MIDDLING)) -> Table:
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighLow(),)))
    table.do(*(commands.Check(player=player) for player in "ABC"))
    for player, side in zip("ABC", sides, strict=True):
        table.do(commands.DeclareSide(player=player, side=side))
    for player, cards in zip("ABC", hands, strict=True):
        if not cards:
            continue
        table.do(commands.ShowHand(player=player, cards=cards))
    return table


def test_sides_are_known_only_when_all_have_declared():
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighLow(),)))
    table.do(*(commands.Check(player=player) for player in "ABC"))
    table.do(commands.DeclareSide(player="C", side="low"), commands.DeclareSide(player="A", side="both"))
    assert table.hand.showdown.sides == {}
    table.refuses(commands.DeclareSide(player="A", side="low"), errors.HasChosenAlready)
    table.do(commands.DeclareSide(player="B", side="high"))
    assert table.of(events.SidesDeclared) == [events.SidesDeclared(low=("C",), both=("A",), high=("B",))]


def test_high_and_low_share_the_pot():
    assert declared("high", "low", "high").won() == {"A": 3, "B": 3}


def test_a_side_nobody_declared_goes_to_the_other():
    assert declared("high", "high", "high").won() == {"A": 6}


def test_who_fails_one_of_both_sides_gets_nothing_and_low_takes_the_whole_pot():
    assert declared("both", "low", "high").won() == {"B": 6}


def test_without_a_winner_on_either_side_the_pot_is_carried():
    table = declared("both", "both", "high")
    assert table.of(events.PotCarried) == [events.PotCarried(chips=6, rule="enemaerke/high-low/5")]
    assert table.holds("carry") == 6


# The same, where the table says who wins


def told(*sides: str) -> Table:
    return declared(*sides, hands=((), (), ()))


def by_side(high: str = "", low: str = "") -> commands.NameWinners:
    return commands.NameWinners(rankings=tuple((tuple(side),) if side else () for side in (high, low)))


@pytest.mark.parametrize(
    ("sides", "said", "won"),
    [
        # A "both" player who has the best high but not the best low has nothing, and low takes the whole pot (E3, 3).
        (("high", "low", "both"), by_side("C", "B"), {"B": 6}),
        (("high", "low", "both"), by_side("A", "C"), {"A": 6}),
        (("high", "low", "both"), by_side("C", "C"), {"C": 6}),
        (("high", "low", "both"), by_side("A", "B"), {"A": 3, "B": 3}),
        # Who alone has declared a side has it unsaid.
        (("high", "low", "high"), by_side("A"), {"A": 3, "B": 3}),
        (("high", "low", "high"), "A, C win", {"A": 2, "C": 1, "B": 3}),
        (("high", "high", "high"), "B win", {"B": 6}),
        (("low", "low", "low"), by_side(low="B"), {"B": 6}),
        # Without a side, the winner has the sides that were declared.
        (("high", "low", "both"), "C win", {"C": 6}),
    ],
)
def test_the_tables_word_is_paid_as_the_cards_would_be(sides, said, won):
    assert told(*sides).do(said).won() == won


def test_two_both_players_of_whom_each_is_said_to_win_one_side_leave_the_pot():
    table = told("both", "both", "high").do(by_side("A", "B"))
    assert (table.won(), table.holds("carry")) == ({}, 6)


def test_who_is_said_to_win_a_side_he_has_not_declared_is_refused():
    table = told("high", "low", "high")
    refusal = table.refuses(by_side("B", "B"), errors.DeclaredTheOtherSide, player="B", declared="low", share="high")
    assert str(refusal) == "B has declared low and cannot win the high share; one of A, C wins it."
    table.refuses(by_side("A", "C"), errors.DeclaredTheOtherSide, player="C", share="low")


def test_a_side_that_several_have_declared_is_won_by_one_who_is_named():
    table = told("high", "low", "both")
    table.refuses(by_side("A"), errors.SideWithoutWinner, share="low", players=["B", "C"])
    table.refuses("B win", errors.SideWithoutWinner, share="high", players=["A", "C"])


def test_the_highest_closed_spade_takes_half_the_pot_and_the_odd_chip_goes_to_the_best_hand():
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighSpade(),)))
    table.do(commands.PutIn(player="A", chips=1), commands.Call(player="B"), commands.Fold(player="C"))
    table.do(commands.ShowHand(player="A", cards=("Qh", "Qd", "Qc", "3s", "2d")))
    table.do(commands.ShowHand(player="B", cards=("9s", "8s", "7h", "5d", "4c")))
    assert table.won() == {"A": 4, "B": 4}
    assert [award.share for award in table.of(events.PotAwarded)] == ["high", "spade"]


def test_without_any_closed_spade_the_best_hand_takes_everything():
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighSpade(),)))
    table.do(commands.PutIn(player="A", chips=1), commands.Call(player="B"), commands.Fold(player="C"))
    table.do(commands.ShowHand(player="A", cards=("Qh", "Qd", "Qc", "3h", "2d")))
    table.do(commands.ShowHand(player="B", cards=("9h", "8h", "7h", "5d", "4c")))
    assert table.won() == {"A": 8}


def test_an_extra_wild_card_counts_for_this_hand_only():
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(Wild(Cards("J")),)))
    assert table.hand.game.wild_rules == (Cards("J"),)
    table.do(commands.NewDeal()).do(commands.AnnounceHand(game="Straight Poker", dealer="C"))
    assert table.hand.game.wild_rules == ()


def test_the_low_half_goes_to_the_larger_number_of_natural_cards():
    """RULINGS R-E16, with its own example: A's six is a wild seven, B has five natural cards."""
    table = opened("AB", rules=house())
    table.do(commands.AnnounceHand(game="seven card stud", dealer="B", options=(HighLow(), Wild(Cards("7")))))
    while table.hand.round is not None:
        table.checked_down()
    table.do(*(commands.DeclareSide(player=player, side="low") for player in "AB"))
    table.do("A shows 7h Ah 2d 3c 5h Kd Kc", "B shows As 2c 3d 5s 6d Ks Kh")
    assert table.won() == {"B": 4}
