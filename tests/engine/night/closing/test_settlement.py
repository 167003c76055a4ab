"""Both plans settle every net to the cent, and the direct one with as few transfers as there can be."""

import random
from collections import Counter
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import Transfer
from engine.money import Debt
from engine.night.closing.settlement import Plan, bank_plan, direct_plan, plan_of, rounded_to

NAMES = tuple(f"player{number:02}" for number in range(40))


def named(amounts: list[int]) -> dict[str, int]:
    """Nets of sum zero: one more person wins or loses what the others together lost or won."""
    return dict(zip(NAMES, (*amounts, -sum(amounts)), strict=False))


def nets_of(people: int) -> st.SearchStrategy[dict[str, int]]:
    """Small amounts for many coincidences, large ones for none."""
    sizes = st.sampled_from([2, 6, 20, 100, 10**6])
    return sizes.flatmap(lambda size: st.lists(st.integers(-size, size), max_size=people - 1)).map(named)


def after_paying(plan: Plan) -> Counter[str]:
    received: Counter[str] = Counter()
    for transfer in plan.transfers:
        received[transfer.payer] -= transfer.cents
        received[transfer.payee] += transfer.cents
    return received


def fewest_transfers_by_trying_all(nets: Mapping[str, int]) -> int:
    """Lets the first unsettled person pass everything to each other person in turn, and goes on from there."""

    def fewest(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, others = left[0], left[1:]
        if first == 0:
            return fewest(others)
        opposite = [place for place, amount in enumerate(others) if amount * first < 0]
        return 1 + min(fewest((*others[:place], others[place] + first, *others[place + 1 :])) for place in opposite)

    return fewest(tuple(nets.values()))


@given(nets_of(36))
def test_direct_transfers_settle_every_net_exactly(nets) -> None:
    received = after_paying(direct_plan(nets))
    assert all(received[person] == net for person, net in nets.items())
    assert set(received) <= set(nets)


@given(nets_of(36))
def test_in_the_direct_plan_nobody_both_pays_and_receives(nets) -> None:
    plan = direct_plan(nets)
    assert not {transfer.payer for transfer in plan.transfers} & {transfer.payee for transfer in plan.transfers}
    assert all(transfer.cents > 0 for transfer in plan.transfers)


@given(nets_of(8))
def test_up_to_eight_people_the_direct_plan_has_as_few_transfers_as_trying_all_ways(nets) -> None:
    plan = direct_plan(nets)
    assert len(plan.transfers) == fewest_transfers_by_trying_all(nets)
    assert plan.proven_minimal


@given(nets_of(20))
def test_up_to_twenty_people_the_direct_plan_is_proven_minimal(nets) -> None:
    assert direct_plan(nets).proven_minimal


@given(nets_of(36))
def test_nobody_needs_more_than_one_transfer_less_than_there_are_people(nets) -> None:
    owing = sum(1 for net in nets.values() if net)
    assert len(direct_plan(nets).transfers) <= max(0, owing - 1)


@given(nets_of(20))
def test_the_same_nets_give_the_same_plan(nets) -> None:
    assert direct_plan(nets) == direct_plan(dict(nets))
    assert bank_plan(nets, "player00") == bank_plan(dict(nets), "player00")


def test_the_payments_of_a_plan_are_the_same_after_a_stay_in_the_book() -> None:
    payments = direct_plan({"anna": 50, "bo": -30, "carl": -20}).transfers
    assert msgspec.json.decode(msgspec.json.encode(payments), type=tuple[Transfer, ...]) == payments


def test_a_night_of_five_settles_in_two_groups_of_their_own() -> None:
    nets = {"anna": 500, "bo": -300, "carl": 120, "dora": -200, "eva": -120}
    assert direct_plan(nets) == Plan(
        "direct",
        (Transfer("bo", "anna", 300), Transfer("dora", "anna", 200), Transfer("eva", "carl", 120)),
        proven_minimal=True,
    )


def test_within_a_group_the_largest_transfer_comes_first() -> None:
    plan = direct_plan({"anna": -10, "bo": -60, "carl": 25, "dora": 45})
    assert plan.transfers == (
        Transfer("bo", "dora", 45),
        Transfer("bo", "carl", 15),
        Transfer("anna", "carl", 10),
    )


def test_of_people_with_equal_nets_the_first_given_is_grouped_first() -> None:
    plan = direct_plan({"dora": 5, "bo": -5, "anna": 5, "carl": -2, "eva": -3})
    assert plan.transfers == (Transfer("bo", "dora", 5), Transfer("eva", "anna", 3), Transfer("carl", "anna", 2))


def test_groups_that_largest_first_alone_would_mix_are_kept_apart() -> None:
    nets = {"anna": 9, "bo": 7, "carl": -6, "dora": -5, "eva": -3, "finn": -2}
    assert direct_plan(nets).transfers == (
        Transfer("carl", "anna", 6),
        Transfer("eva", "anna", 3),
        Transfer("dora", "bo", 5),
        Transfer("finn", "bo", 2),
    )


def test_beyond_twenty_people_a_plan_that_was_not_searched_exactly_does_not_claim_to_be_minimal() -> None:
    source = random.Random(7)
    plan = direct_plan(named([source.randint(-(10**9), 10**9) for _ in range(30)]))
    assert len(plan.transfers) == 30
    assert not plan.proven_minimal


def test_beyond_twenty_people_one_loser_alone_makes_the_plan_proven() -> None:
    plan = direct_plan(named(list(range(1, 31))))
    assert len(plan.transfers) == 30
    assert plan.proven_minimal


@given(nets_of(36), st.sampled_from(NAMES[:5]))
def test_the_bank_plan_settles_everyone_and_every_transfer_touches_the_banker(nets, banker) -> None:
    plan = bank_plan(nets, banker)
    received = after_paying(plan)
    assert all(received[person] == net for person, net in nets.items())
    assert all(banker in (transfer.payer, transfer.payee) for transfer in plan.transfers)
    assert len(plan.transfers) == sum(1 for person, net in nets.items() if net and person != banker)


def test_the_bank_plan_lists_who_pays_and_then_who_receives_in_the_given_order() -> None:
    nets = {"anna": 40, "bo": -10, "carl": 0, "dora": -70, "eva": 25, "finn": 15}
    assert bank_plan(nets, "finn") == Plan(
        "bank",
        (
            Transfer("bo", "finn", 10),
            Transfer("dora", "finn", 70),
            Transfer("finn", "anna", 40),
            Transfer("finn", "eva", 25),
        ),
        proven_minimal=True,
    )


def test_a_banker_who_did_not_play_passes_all_money_on() -> None:
    assert bank_plan({"anna": 40, "bo": -40}, "carl") == Plan(
        "bank", (Transfer("bo", "carl", 40), Transfer("carl", "anna", 40)), proven_minimal=False
    )


@given(nets_of(8), st.sampled_from(NAMES[:3]))
def test_a_bank_plan_that_calls_itself_minimal_is_minimal(nets, banker) -> None:
    plan = bank_plan(nets, banker)
    assert not plan.proven_minimal or len(plan.transfers) == fewest_transfers_by_trying_all(nets)


@pytest.mark.parametrize("nets", [{}, {"anna": 0}, {"anna": 0, "bo": 0}])
def test_nobody_with_a_net_of_zero_is_in_a_plan(nets) -> None:
    assert bank_plan(nets, "anna") == Plan("bank", (), proven_minimal=True)
    assert direct_plan(nets) == Plan("direct", (), proven_minimal=True)


def test_nets_that_do_not_sum_to_zero_are_refused_with_their_sum() -> None:
    with pytest.raises(ValueError, match=r"must sum to 0 cents.*sum to 3"):
        direct_plan({"anna": 8, "bo": -5})
    with pytest.raises(ValueError, match=r"must sum to 0 cents.*sum to -1"):
        bank_plan({"anna": -1}, "anna")


@given(nets_of(20), st.sampled_from([1, 25, 50, 100]))
def test_rounded_nets_are_whole_coins_sum_to_zero_and_nobody_moves_by_a_coin(nets, coin) -> None:
    whole = rounded_to(coin, nets)
    assert sum(whole.values()) == 0
    assert all(cents % coin == 0 and abs(cents - nets[person]) < coin for person, cents in whole.items())
    assert all(whole[person] == cents for person, cents in nets.items() if cents % coin == 0)
    assert rounded_to(coin, whole) == whole


def test_the_coins_that_are_left_go_to_those_whom_rounding_down_cost_most_of_equals_to_the_first() -> None:
    """RULINGS R-G3: rounded down is towards paying more and receiving less."""
    assert rounded_to(50, {"anna": -25, "bo": -25, "carl": 50}) == {"anna": 0, "bo": -50, "carl": 50}
    assert rounded_to(50, {"anna": 30, "bo": 45, "carl": -75}) == {"anna": 50, "bo": 50, "carl": -100}


def test_what_the_rounding_gave_and_took_stands_in_the_plan() -> None:
    plan = plan_of("direct", {"anna": -25, "bo": -25, "carl": 50}, "carl", coin=50)
    assert plan.transfers == (Transfer("bo", "carl", 50),)
    assert [(moved.player, moved.cents) for moved in plan.rounded] == [("anna", 25), ("bo", -25)]


def test_old_debts_are_netted_with_people_who_were_not_there() -> None:
    plan = plan_of("direct", {"anna": 300, "bo": -300}, "bo", old_debts=[Debt("carl", "bo", 300)])
    assert plan.transfers == (Transfer("carl", "anna", 300),)
    assert plan.proven_minimal


def test_a_plan_for_hundreds_of_old_debtors_is_made_in_good_time() -> None:
    nets = {f"p{number}": (number % 97 + 1) * (1 if number % 2 else -1) for number in range(860)}
    nets["last"] = -sum(nets.values())
    plan = direct_plan(nets)
    assert sum(transfer.cents for transfer in plan.transfers) == sum(cents for cents in nets.values() if cents > 0)
