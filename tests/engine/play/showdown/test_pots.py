"""Main pot and side pots, hi/lo shares, and what is carried."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands, events
from engine.game.awards import Best, Low, Split
from engine.game.betting import Ante
from engine.game.steps import Bet, Deal
from engine.play.showdown.pots import Pot, pots
from tests.engine.table import Table, announce, game, house, opened
from tests.soak import rounds

HI_LO = Split(Best(), Best(Low(most=8)))
# Five cards each: what they make high and low is in the name.
NUTS_BOTH = "As 2s 3s 4s 5s"
LOW_86 = "8d 6h 4c 3d Ah"
LOW_86_TOO = "8c 6c 4h 3h Ac"
KINGS = "Ks Kh 9d 9c 2h"
QUEENS = "Qs Qh 10d 10c 2d"


# Layers


@pytest.mark.parametrize(
    ("put_in", "still_in", "all_in", "expected"),
    [
        ({"A": 5, "B": 5, "C": 5}, "ABC", "", [(15, "ABC")]),
        ({"A": 10, "B": 10, "C": 4}, "ABC", "C", [(12, "ABC"), (12, "AB")]),
        ({"A": 10, "B": 7, "C": 4, "D": 10}, "ABCD", "BC", [(16, "ABCD"), (9, "ABD"), (6, "AD")]),
        # Folded chips stay in the layers they reach.
        ({"A": 10, "B": 6, "C": 4, "D": 10}, "ACD", "C", [(16, "ACD"), (14, "AD")]),
        # Everybody all-in, the largest with more than anybody could call.
        ({"A": 3, "B": 8, "C": 20}, "ABC", "ABC", [(9, "ABC"), (10, "BC"), (12, "C")]),
        # Equal all-ins are one layer.
        ({"A": 6, "B": 6, "C": 9, "D": 9}, "ABCD", "AB", [(24, "ABCD"), (6, "CD")]),
        # What the last folded player put in above every all-in goes to the last pot.
        ({"A": 6, "B": 6, "C": 8}, "AB", "AB", [(20, "AB")]),
        # A short big blind: who paid the full price competes for the rest.
        ({"A": 2, "B": 1, "C": 2}, "ABC", "B", [(3, "ABC"), (2, "AC")]),
    ],
)
def test_a_player_wins_from_each_at_most_what_he_put_in(put_in, still_in, all_in, expected) -> None:
    assert pots(put_in, tuple(still_in), set(all_in), besides=0) == tuple(
        Pot(chips, tuple(eligible)) for chips, eligible in expected
    )


def test_carried_and_dead_chips_are_in_the_main_pot() -> None:
    assert pots({"A": 9, "B": 4}, "AB", {"B"}, besides=7) == (Pot(15, ("A", "B")), Pot(5, ("A",)))


def test_chips_a_ruling_took_out_are_missing_in_the_main_pot_first() -> None:
    assert pots({"A": 9, "B": 4}, "AB", {"B"}, besides=-10) == (Pot(0, ("A", "B")), Pot(3, ("A",)))


@given(
    st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.booleans()), min_size=2, max_size=8),
    st.integers(0, 20),
)
@settings(max_examples=rounds(60, 200))
def test_pots_hold_all_chips_and_nobody_competes_for_more_than_he_paid_into(people, besides) -> None:
    put_in = {f"P{place}": chips for place, (chips, _, _) in enumerate(people)}
    still_in = tuple(f"P{place}" for place, (_, stays, _) in enumerate(people) if stays) or ("P0",)
    all_in = {f"P{place}" for place, (_, _, gone) in enumerate(people) if gone} & set(still_in)
    layers = pots(put_in, still_in, all_in, besides=besides)
    assert sum(pot.chips for pot in layers) == sum(put_in.values()) + besides
    assert layers[0].eligible
    for player in all_in:
        most = sum(min(paid, put_in[player]) for paid in put_in.values())
        competes_for = sum(pot.chips for pot in layers if player in pot.eligible) - besides
        others_above = [p for p in still_in if p not in all_in or put_in[p] > put_in[player]]
        assert competes_for == most or not others_above


# Side pots in play


def three_stacks(said: str = "C all-in; A all-in; B all-in") -> Table:
    """A 30, B 60, C 100: blinds A and B; C deals."""
    return opened("ABC", {"A": 30, "B": 60, "C": 100}).do("hand texas hold'em by C", said)


def test_with_two_all_ins_the_short_stack_wins_the_main_pot_and_the_next_best_the_side_pot() -> None:
    table = three_stacks()
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="C", chips=40)]
    table.do("A > B > C win")
    assert [(award.pot, award.shares[0].chips) for award in table.of(events.PotAwarded)] == [(0, 90), (1, 60)]
    assert table.stacks() == {"A": 90, "B": 60, "C": 40}


def test_with_three_all_ins_there_are_three_pots() -> None:
    table = opened("ABCD", {"A": 10, "B": 20, "C": 30, "D": 100}).do("hand texas hold'em by D")
    table.do("C all-in; D c; A all-in; B all-in")
    table.do("A > B > C win")
    assert [award.shares[0] for award in table.of(events.PotAwarded)] == [
        events.Share(player="A", chips=40),
        events.Share(player="B", chips=30),
        events.Share(player="C", chips=20),
    ]
    assert table.stacks() == {"A": 40, "B": 30, "C": 20, "D": 70}


def test_the_best_hand_takes_every_pot_it_paid_into() -> None:
    assert three_stacks().do("B > A win").won() == {"B": 150}
    assert three_stacks().do("C win").won() == {"C": 150}


def test_what_folded_players_put_in_lies_in_the_pots_it_reaches() -> None:
    table = opened("ABCD", {"A": 100, "B": 100, "C": 10, "D": 100}).do("hand texas hold'em by D")
    table.do("C all-in; D r20; A f; B c", "B b20; D f")
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="B", chips=20)]
    table.do("C > B win")
    assert table.won() == {"C": 10 * 3 + 1, "B": 20 * 2}


def test_all_known_cards_decide_every_pot() -> None:
    table = opened("ABC", {"A": 11, "B": 21, "C": 100}, rules=house("standard", auto="closed"))
    table.do(announce(game(Deal(down=2), Bet(), Deal(up=3)), dealer="C"), "A all-in; B all-in; C c")
    table.do("deal As Kd 9c Ah Kc 9h 5d 6d 7d", "A shows Ac As Ah 2h 5d", "B shows 3h Kd Kc 4c 6d")
    table.do("C shows 2c 9c 9h 4h 7d")
    assert table.won() == {"A": 33, "B": 20}
    assert {award.by for award in table.of(events.PotAwarded)} == {"cards"}


# High and low


def split(players: str = "ABC", ante: int = 3, **said: object) -> Table:
    """Five cards each, no bets, half to the best high hand and half to the best low of eight or better."""
    declared = game(award=HI_LO, forced=Ante(ante), **said)
    return opened(players).do(announce(declared, dealer=players[-1])).checked_down()


def shares(table: Table) -> dict[str, dict[str, int]]:
    return {
        f"{award.pot} {award.share}": {share.player: share.chips for share in award.shares}
        for award in table.of(events.PotAwarded)
    }


@pytest.mark.parametrize(
    ("ante", "said", "won"),
    [
        # The odd chip of a split pot goes to the high hand.
        (3, f"A shows {LOW_86}; B shows {KINGS}; C shows {QUEENS}", {"0 high": {"B": 5}, "0 low": {"A": 4}}),
        # When no hand qualifies for low, high takes all.
        (3, f"A shows 9s 8s 7s 6s Qd; B shows {KINGS}; C shows Qs Qh 10d 10c 2d", {"0 all": {"B": 9}}),
        # One hand may win both shares.
        (3, f"A shows {NUTS_BOTH}; B shows {KINGS}; C shows {LOW_86}", {"0 high": {"A": 5}, "0 low": {"A": 4}}),
        # Equal low hands share the low half, and two may share a quarter each because the table says so.
        (
            6,
            f"A shows {LOW_86}; B shows {KINGS}; C shows {LOW_86_TOO}",
            {"0 high": {"B": 9}, "0 low": {"A": 5, "C": 4}},
        ),
        (6, "A / A, B win", {"0 high": {"A": 9}, "0 low": {"A": 5, "B": 4}}),
    ],
)
def test_each_half_of_a_split_pot_goes_to_its_best_hand(ante, said, won) -> None:
    assert shares(split("ABC", ante).do(said)) == won


def test_without_a_low_ranking_high_takes_all() -> None:
    assert shares(split().do("A, B win")) == {"0 all": {"A": 5, "B": 4}}
    assert shares(split().do(commands.NameWinners(rankings=((("C",),), ())))) == {"0 all": {"C": 9}}


def test_side_pots_are_split_between_high_and_low_each_by_itself() -> None:
    declared = game(Deal(down=5), Bet(), award=HI_LO)
    table = opened("ABC", {"A": 5, "B": 20, "C": 20}).do(announce(declared, dealer="C"), "A all-in; B all-in; C c")
    table.do(f"A shows {NUTS_BOTH}", f"B shows {KINGS}", f"C shows {LOW_86}")
    assert shares(table) == {"0 high": {"A": 8}, "0 low": {"A": 7}, "1 high": {"B": 15}, "1 low": {"C": 15}}


def test_a_side_pot_in_which_nobody_qualifies_for_low_goes_to_high() -> None:
    declared = game(Deal(down=5), Bet(), award=HI_LO)
    table = opened("ABC", {"A": 5, "B": 20, "C": 20}).do(announce(declared, dealer="C"), "A all-in; B all-in; C c")
    table.do(f"A shows {LOW_86}", f"B shows {KINGS}", f"C shows {QUEENS}")
    assert shares(table) == {"0 high": {"B": 8}, "0 low": {"A": 7}, "1 all": {"B": 30}}


# A ruling in the middle of a hand


def test_chips_a_ruling_puts_into_the_pot_are_everybodys() -> None:
    table = three_stacks("C all-in")
    move = commands.ChipMove("chips:B", "pot", 5)
    table.do(commands.MakeRuling(text="B spoke of their cards", moves=(move,), agreed_by=("A", "C")))
    table.do("A all-in; B all-in", "A > B win")
    assert table.won() == {"A": 95, "B": 25 + 25}


def test_when_a_ruling_has_emptied_the_pot_nothing_is_returned_or_won() -> None:
    table = three_stacks("C all-in")
    move = commands.ChipMove("pot", "chips:C", 103)
    table.do(commands.MakeRuling(text="C did not mean it", moves=(move,), agreed_by=("A", "B")), "A f; B f")
    assert table.won() == {"C": 0}
    assert table.stacks() == {"A": 29, "B": 58, "C": 103}


# The odd chip goes to the first winner after the dealer, or into the next pot (RULINGS R-G1).


@pytest.mark.parametrize(("dealer", "first", "second"), [("A", "C", "A"), ("B", "C", "A"), ("C", "A", "C")])
def test_the_odd_chip_goes_to_the_first_winner_left_of_the_dealer(dealer, first, second) -> None:
    table = opened("ABC").do(announce(game(), dealer=dealer)).checked_down().do("A, C win")
    assert table.won() == {first: 2, second: 1}


def test_the_house_may_carry_the_odd_chip_to_the_next_pot() -> None:
    rules = house(forced=Ante(1), odd_chip="carry_to_next_pot")
    table = opened("ABC", rules=rules).do("hand straight poker by C", "A b1; B c; C f", "A, B win")
    assert table.won() == {"A": 2, "B": 2}
    assert table.of(events.PotCarried) == [events.PotCarried(chips=1, rule="standard/odd-chip-carried")]
    table.do("hand straight poker")
    assert table.night.pot_worth() == 4
