"""An award says why a better-looking hand did not win it, in the words of the rules lawyer."""

import pytest
from msgspec.structs import replace

from engine import commands, events
from engine.game.awards import PlayersSpeak, TarokScore
from engine.game.options import HighSpade
from engine.game.steps import Bet, Deal
from engine.game.wilds import Cards
from engine.judge.of_tricks import why_scored
from engine.library import named
from engine.reports.hand_history import hand_history
from engine.reports.sentences import reasons, tell_all
from engine.state import Contract, Hand
from tests.engine.play.sides import test_rule as sides
from tests.engine.play.strength import test_claims as claims
from tests.engine.play.strength.test_claims import FLUSH, KINGS_FULL, LOW_76, LOW_86, NINES, QUADS, showdown, shows
from tests.engine.table import Table, announce, game, house, opened

NAMES = {"A": "Anna", "B": "Bo", "C": "Carl"}
ODD_HALF = "The odd chip of a divided pot goes to the first half."
BOTH_AND_ONE = (
    "a player who declared both and wins only one side gets nothing, nor does the second best there: that side goes to "
    "the other."
)


def awards(table: Table) -> list[str]:
    """What is said of every pot of the last hand."""
    told = {line.version: line.sentence for line in tell_all(table.records, NAMES)}
    divided = events.PotAwarded | events.PotCarried
    return [told[record.version] for record in table.records if isinstance(record.event, divided)]


def why(table: Table) -> list[str]:
    """What is said about every pot, apart from who won it."""
    return list(reasons(table.records, NAMES).values())


def test_too_low_counts_and_not_the_better_hand_that_was_held() -> None:
    table = showdown(wild=Cards("2")).do(shows("A", QUADS, "full house"), shows("B", KINGS_FULL, "full house"))
    assert awards(table.do("C mucks")) == [
        (
            "Bo wins 3 with a full house, kings over nines. Anna announced “full house”. That is too low, but it "
            "counts instead of the five of a kind, jacks."
        )
    ]


def test_a_hand_announced_too_low_that_would_have_lost_anyhow_is_not_worth_a_word() -> None:
    table = showdown(wild=Cards("2")).do(shows("A", KINGS_FULL, "a pair"), shows("B", QUADS, "four of a kind"))
    assert all("Anna announced" not in told for told in why(table.do("C mucks")))


def test_what_is_announced_and_not_there_loses_the_right_to_the_pot() -> None:
    table = showdown().do(shows("A", KINGS_FULL, "four kings"), shows("B", FLUSH), shows("C", NINES))
    assert awards(table) == [
        (
            "Bo wins 3 with a flush, ace high. Anna announced “four kings”. That is not there: the right to the pot is "
            "lost."
        )
    ]


def test_a_pot_that_nobody_has_a_right_to_says_what_was_announced() -> None:
    table = showdown("AB").do(shows("A", KINGS_FULL, "four kings"), shows("B", NINES, "flush"))
    (told,) = awards(table)
    assert told.startswith("2 chips are carried to the next hand, because nobody announced the hand they held")
    assert "Anna announced “four kings”. That is not there" in told
    assert "Bo announced “flush”. That is not there" in told


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        (
            ("high", "high", "high"),
            (
                "Anna wins 6 with a full house, aces over kings. Nobody at the showdown declared low: a side that nobody "
                "declared goes to the other side."
            ),
        ),
        (
            ("both", "low", "high"),
            f"Bo wins 6 with a seven-five low. Anna declared both and is best for high only: {BOTH_AND_ONE}",
        ),
        (
            ("both", "both", "both"),
            (
                "6 chips are carried to the next hand, because nobody won them. Anna declared "
                f"both and is best for high only: {BOTH_AND_ONE} Bo declared both and is best for low only: {BOTH_AND_ONE} "
                "Carl declared both and is best for neither side: a player who declared both and is best on neither "
                "side has simply lost."
            ),
        ),
    ],
)
def test_high_and_low_declared_say_the_rule_that_decided(declared, said) -> None:
    assert awards(sides.declared(*declared)) == [said]


def test_a_better_hand_declared_for_the_other_side_cannot_win() -> None:
    high, low = awards(sides.declared("low", "high", "high"))
    assert high.endswith("Anna (full house, aces over kings) declared low and cannot win high.")
    assert "Bo (seven-five low) declared high and cannot win low." in low


def test_announced_for_high_and_for_low_each_half_says_what_was_lost() -> None:
    table = claims.high_low().do(shows("A", KINGS_FULL, "flush"), shows("B", LOW_76, "ace high / six-five"))
    high, low = awards(table.do(shows("C", LOW_86, "pair / eight-six")))
    assert "Anna announced “flush”. That is not there: the right to the high half is lost" in high
    assert "Bo announced “ace high / six-five”. That is not there: the right to the low half is lost" in high
    assert high.endswith(ODD_HALF)
    assert low == "Carl wins 1 for low with an eight-six low."


def test_a_half_that_nobody_can_win_goes_to_the_other_and_says_so() -> None:
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighSpade(),)))
    table.do(commands.PutIn(player="A", chips=1), commands.Call(player="B"), commands.Fold(player="C"))
    table.do(shows("A", "Qh Qd Qc 3h 2d"), shows("B", "9h 8h 7h 5d 4c"))
    assert why(table) == ["Nobody holds a closed spade that counts: that half goes to the other side."]


@pytest.mark.parametrize(("short", "said"), [("all-in", "was all-in"), ("tap-out", "had tapped out")])
def test_who_ran_out_of_chips_has_no_part_in_what_others_put_in_above(short, said) -> None:
    declared = game(Deal(down=5), Bet(), claims=PlayersSpeak(), short=short)
    table = opened("ABC", {"A": 30, "B": 60, "C": 100}).do(announce(declared, dealer="C"))
    table.do("A all-in; B all-in; C all-in")
    # Whoever taps out of what others put in above is asked whether all agree.
    table.do(*(commands.Call(player=player, agreed=True) for player in "AB" if short == "tap-out"))
    table.do(shows("A", KINGS_FULL, "kings full"), shows("B", FLUSH, "flush"), shows("C", NINES, "two nines"))
    main, side, *_ = awards(table)
    assert main == "Anna wins 90 with a full house, kings over nines."
    assert side == (
        f"Bo wins 60 of side pot 1 with a flush, ace high. Anna (full house, kings over nines) {said} with 30 "
        "in the pot and has no part in what others put in above that."
    )


def test_of_two_hands_with_one_name_the_cards_that_decide_are_told() -> None:
    table = showdown().do(shows("A", "Ks Kh 9d 8c 2s"), shows("B", "Kd Kc 9s 7s 3d"), shows("C", "Ac Qs Jh 8s 7h"))
    assert why(table) == ["Both have pair of kings, and K♠ K♥ 9♦ 8♣ 2♠ beats K♣ K♦ 9♠ 7♠ 3♦."]


def test_equal_hands_say_who_got_the_odd_chip_and_by_what_rule() -> None:
    table = showdown().do(shows("A", "Ks Kh 9d 8c 2s"), shows("B", "Kd Kc 9s 8h 2h"), shows("C", "Ac Qs Jh 8s 7h"))
    assert why(table) == [
        ("Equal hands split. Odd chips go one at a time to the winners, beginning left of the dealer.")
    ]


def test_where_betting_runs_to_the_right_the_odd_chip_is_said_to_go_there() -> None:
    """RULINGS R-G1: as in Texas Toothpick Toast; C deals, so B comes first."""
    declared = game(Deal(down=5), Bet(), direction="right")
    table = opened("ABC").do(announce(declared, dealer="C"), "B x; A x; C x")
    table.do(shows("A", "Ks Kh 9d 8c 2s"), shows("B", "Kd Kc 9s 8h 2h"), shows("C", "Ac Qs Jh 8s 7h"))
    assert table.won() == {"B": 2, "A": 1}
    assert why(table) == [
        ("Equal hands split. Odd chips go one at a time to the winners, beginning right of the dealer.")
    ]


def test_where_the_better_hand_has_won_nothing_is_added() -> None:
    assert why(showdown().do(shows("A", KINGS_FULL), shows("B", FLUSH), shows("C", NINES))) == []


def test_cards_that_were_not_shown_give_no_reason() -> None:
    table = showdown().do(shows("A", KINGS_FULL, "full house"), "B mucks; C mucks")
    assert why(table) == []


def test_who_had_others_give_up_to_what_is_not_there_is_told_why_the_pot_is_carried() -> None:
    table = showdown().do(shows("A", KINGS_FULL, "four kings"), "B mucks; C mucks")
    assert why(table) == ["Anna announced “four kings”. That is not there: the right to the pot is lost."]


def test_reasons_are_found_only_for_the_events_that_are_asked() -> None:
    table = showdown().do(shows("A", KINGS_FULL, "four kings"), shows("B", FLUSH), shows("C", NINES))
    (version,) = reasons(table.records, NAMES)
    assert list(reasons(table.records, NAMES, {version})) == [version]
    assert reasons(table.records, NAMES, {version - 1}) == {}


@pytest.mark.parametrize(
    ("multiplier", "choice", "goal", "said"),
    [
        (
            "game",
            1,
            "game",
            (
                "Anna has 26 points, and a game of a solo takes 36 or more; it counts 100 for the solo and twice the "
                "winning side's points over 35."
            ),
        ),
        (
            "game",
            3,
            "consolation",
            (
                "Anna has 26 points, and a consolation of a solo takes 35 or fewer; it counts 100 for the solo and "
                "twice the points between the bidder's and 35, all 3 times for the widow."
            ),
        ),
        (
            "base",
            2,
            "game",
            (
                "Anna has 26 points, and a game of a solo takes 36 or more; it counts 100 for the solo, 2 times for "
                "the widow, and twice the winning side's points over 35."
            ),
        ),
    ],
)
def test_the_score_of_a_tarok_says_what_was_needed_and_what_it_counts(multiplier, choice, goal, said) -> None:
    declared = replace(
        named("Tarok", "tarok")[0], award=TarokScore(threesome=50, solo=100, target=36, multiplier=multiplier)
    )
    hand = Hand(1, commands.AnnounceHand(game="Tarok", players=("A", "B", "C"), declaration=declared), declared)
    hand.contract = Contract()
    hand.contract.player, hand.contract.name, hand.contract.choice, hand.contract.goal = "A", "solo", choice, goal
    paid = events.ScorePaid(what="game", to=("B", "C"), value=118, points=26)
    assert why_scored(hand, paid, NAMES.__getitem__) == said


def test_who_declared_what_stands_in_the_hand() -> None:
    table = sides.declared("low", "high", "high")
    (hand,) = hand_history(table.records)
    told = {line.version: line.sentence for line in tell_all(table.records, NAMES)}
    assert told[hand.outcome[0]] == "All sides are open: Anna for low; Bo and Carl for high."
