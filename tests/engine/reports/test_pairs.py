"""Who wins from whom: both sides come out to the cent, whatever the hand was."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.reports.hand_history import HandHistory, Stake
from engine.reports.night_results import NOBODY, divided, won_from

CENTS = st.integers(1, 10**9)
SIDES = st.tuples(
    st.dictionaries(st.sampled_from("abcde"), CENTS, max_size=5),
    st.dictionaries(st.sampled_from("vwxyz"), CENTS, max_size=5),
)


def hand(results: dict[str, int], *, carried_in: int = 0, carried_out: int = 0) -> HandHistory:
    """An ended hand with these results, in chips."""
    stakes = tuple(
        Stake(player=player, put_in=max(-net, 0), by_shadow=0, got=max(net, 0), owes=0)
        for player, net in results.items()
    )
    empty = dict.fromkeys(HandHistory.__struct_fields__, ())
    return msgspec.structs.replace(
        HandHistory(**empty), stakes=stakes, carried_in=carried_in, carried_out=carried_out, ended=True
    )


@given(SIDES)
def test_what_is_divided_adds_up_on_both_sides(sides: tuple[dict[str, int], dict[str, int]]) -> None:
    paid, got = sides
    pairs = divided(paid, got)
    assert all(cents > 0 for cents in pairs.values())
    for player, cents in paid.items():
        assert sum(share for (_, loser), share in pairs.items() if loser == player) == cents
    for player, cents in got.items():
        assert sum(share for (winner, _), share in pairs.items() if winner == player) == cents
    nobodys = sum(cents for pair, cents in pairs.items() if NOBODY in pair)
    assert nobodys == abs(sum(paid.values()) - sum(got.values()))


def test_a_pot_of_two_losers_goes_to_two_winners_in_proportion() -> None:
    pairs = won_from([hand({"anna": 30, "bo": 10, "carl": -20, "dora": -20})], unit=25)
    assert pairs == {
        ("anna", "carl"): 375,
        ("anna", "dora"): 375,
        ("bo", "carl"): 125,
        ("bo", "dora"): 125,
    }


def test_an_odd_cent_goes_to_the_largest_remainder_and_no_cent_is_lost() -> None:
    pairs = won_from([hand({"anna": 5, "bo": 2, "carl": -4, "dora": -3})], unit=1)
    assert pairs == {("anna", "carl"): 3, ("bo", "carl"): 1, ("anna", "dora"): 2, ("bo", "dora"): 1}


def test_a_carried_pot_is_won_from_those_who_paid_it() -> None:
    hands = [hand({"anna": -5, "bo": -5, "carl": 0}, carried_out=10), hand({"carl": 10, "bo": 0}, carried_in=10)]
    assert won_from(hands, unit=1) == {("carl", "anna"): 5, ("carl", "bo"): 5}


def test_who_takes_a_carried_pot_wins_nothing_from_themselves() -> None:
    hands = [hand({"anna": -5, "bo": -5}, carried_out=10), hand({"anna": 10, "bo": 0}, carried_in=10)]
    assert won_from(hands, unit=1) == {("anna", "bo"): 5}


def test_what_was_set_aside_from_a_pot_is_nobodys() -> None:
    assert won_from([hand({"anna": 8, "bo": -10})], unit=1) == {("anna", "bo"): 8}
