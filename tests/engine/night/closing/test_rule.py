"""The end of the night: counts against the book, the gap and who bears it, the plan, and payments in parts."""

import random
from collections.abc import Iterable, Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import commands, errors, events
from engine.commands import Charge, Transfer
from engine.ledger.accounts import dues, gap_in_chips, nets
from engine.library import named
from engine.money import NettedDebt
from engine.night.closing.rule import resolve_gap, uncounted
from engine.reports.gap import gap
from engine.reports.sentences import tell
from engine.sample.table import Plan, ScratchPaper, differences, evening, play
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import BANKER, Table, acts, house, opened, waived
from tests.soak import rounds

BOX = (commands.Denomination(name="small", worth=1, pieces=300),)


def ended(a: int, b: int, c: int, **said: object) -> Table:
    """A, B and C borrowed 100 each; what they hold by the book at the end, and the counts agree."""
    table = moved(a, b, c, **said)
    return table.do(f"A ={a}; B ={b}; C ={c}", "close")


def moved(a: int, b: int, c: int, **said: object) -> Table:
    table = opened("ABC", **said)
    while gains := {p: want - table.holds(f"chips:{p}") for p, want in zip("ABC", (a, b, c), strict=True)}:
        payer, payee = min(gains, key=gains.__getitem__), max(gains, key=gains.__getitem__)
        if gains[payee] == 0:
            break
        chips = min(gains[payee], -gains[payer])
        table.do(commands.TransferChips(payer=payer, payee=payee, chips=chips))
    return table


def gapped(**counts: int) -> Table:
    """A has 130, B 100 and C 70 by the book; counted is what is said."""
    table = moved(130, 100, 70)
    book = {"A": 130, "B": 100, "C": 70} | counts
    return table.do(*(f"{player} ={chips}" for player, chips in book.items()), "close")


def resolve(by: str, player: str | None = None) -> commands.ResolveGap:
    return commands.ResolveGap(by=by, player=player)  # type: ignore[arg-type]


# The close


def test_when_count_and_book_agree_all_chips_go_back_and_accounts_show_the_results() -> None:
    table = ended(130, 100, 70)
    assert table.of(events.GapFound) == []
    assert [event.chips for event in table.of(commands.CashOut)] == [130, 100, 70]
    assert table.stacks() == {"A": 0, "B": 0, "C": 0}
    assert table.holds("box") == 0
    assert nets(table.night) == {"A": 750, "B": 0, "C": -750, BANKER: 0}
    assert table.night.closing.returning == []


def test_everybody_who_has_chips_is_counted_before_the_close() -> None:
    table = opened("ABC").do("A =100")
    assert table.refuses("close", errors.CountIsMissing, players=["B", "C"]).waivable
    table.waives("close", errors.CountIsMissing)
    assert gap_in_chips(table.night) == 0


def test_who_has_no_chips_need_not_be_counted() -> None:
    table = opened("ABC", {"A": 10}).do("A =10", "close")
    assert table.night.closing.returning == []


def test_a_hand_is_finished_before_the_close() -> None:
    opened("ABC").do("hand omaha by C").refuses("close", errors.HandIsBeingPlayed)


def test_the_night_is_closed_once() -> None:
    ended(100, 100, 100).refuses("close", errors.NightIsClosed)
    Table().refuses("close", errors.NightIsNotOpen)


# The gap


def test_a_gap_is_shown_for_each_player_and_in_all() -> None:
    table = gapped(A=125, B=101)
    assert table.of(events.GapFound) == [
        events.GapFound(player="A", book=130, counted=125, cents=-125),
        events.GapFound(player="B", book=100, counted=101, cents=25),
    ]
    assert table.night.closing.gaps == {"A": -5, "B": 1}
    assert gap_in_chips(table.night) == 4


def test_chips_found_with_a_player_who_has_none_by_the_book_are_a_gap() -> None:
    table = opened("AB", {"A": 10}).do("A =10; B =3", "close")
    assert table.night.closing.gaps == {"B": 3}
    assert table.holds("loan:B") == 75


def test_a_player_whose_chips_are_all_gone_is_a_gap() -> None:
    table = opened("AB", 10).do("A =10; B =0", "close")
    assert table.night.closing.gaps == {"B": -10}
    assert table.night.closing.returning == []


def test_before_a_gap_is_borne_nothing_is_settled() -> None:
    missing = gapped(A=125)
    missing.refuses(commands.FreezePlan(), errors.GapIsOpen, chips=5, what="missing")
    gapped(A=137).refuses(commands.FreezePlan(), errors.GapIsOpen, chips=7, what="over")


@pytest.mark.parametrize(
    ("by", "player", "charges"),
    [
        ("banker", None, {BANKER: 100}),
        ("player", "C", {"C": 100}),
        ("winners", None, {"A": 100}),
        ("losers", None, {"C": 100}),
        # Three shares of 100 cents: the odd cent to the first.
        ("all", None, {"A": 34, "B": 33, "C": 33}),
    ],
)
def test_a_gap_is_borne_by_whom_the_table_says(by, player, charges) -> None:
    table = gapped(A=126).do(resolve(by, player))
    (resolved,) = table.of(commands.ResolveGap)
    assert resolved.charges == tuple(Charge(name, cents) for name, cents in charges.items())
    assert sum(nets(table.night).values()) == 0
    assert nets(table.night)["A"] == 650 + charges.get("A", 0)
    table.do(commands.FreezePlan())


def test_chips_missing_that_the_losers_get_make_no_winner_of_one() -> None:
    """A has lost 1.25 and B 0.50; the 7 chips missing are worth all of that, and equal parts would give B 0.88."""
    table = moved(95, 98, 107).do("A =95; B =98; C =100", "close", resolve("losers"))
    (resolved,) = table.of(commands.ResolveGap)
    assert resolved.charges == (Charge("A", 125), Charge("B", 50))
    assert set(nets(table.night).values()) == {0}
    assert tell(resolved, {}) == (
        "The chips missing at the count have cost 175 cents; that goes to the losers, in equal parts, but nobody gets more "
        "than they have lost: A gets 125 cents and B gets 50 cents."
    )


@given(
    st.lists(st.integers(-4, 4), min_size=2, max_size=2),
    st.lists(st.integers(-3, 3), min_size=3, max_size=3).filter(sum),
    st.sampled_from((1, 2, 25)),
)
@settings(max_examples=rounds(40, 100))
def test_no_loser_becomes_a_winner_by_the_gap_and_no_winner_a_loser_and_nobody_bears_nothing(won, off, unit) -> None:
    held = [100 + won[0], 100 + won[1], 100 - sum(won)]
    table = moved(*held, unit=unit)
    table.do(*(f"{player} ={chips + gap}" for player, chips, gap in zip("ABC", held, off, strict=True)), "close")
    before = nets(table.night)
    for by in ("banker", "winners", "losers", "all", "player"):
        said = resolve(by, "A" if by == "player" else None)
        try:
            charges = resolve_gap(said, table.night).charges
        except errors.NobodyToBear:
            continue
        assert all(charge.cents for charge in charges)
        assert sum(charge.cents for charge in charges) == gap_in_chips(table.night) * table.night.unit
        assert len({charge.cents > 0 for charge in charges}) == 1
        if by in ("winners", "losers"):
            assert all(before[charge.player] * (before[charge.player] + charge.cents) >= 0 for charge in charges)


@pytest.mark.parametrize("seed", range(40))
def test_what_a_night_takes_its_close_can_write(seed) -> None:
    """Whatever was lent, sold, handed back, counted and borne: no sum of the end is larger than the book writes."""
    chance = random.Random(seed)
    inventory = (commands.Denomination(name="small", worth=1, pieces=chance.choice((10**5, 4 * 10**5))),)
    table = opened(
        "ABC",
        0,
        unit=chance.choice((10**6, 10**9)),
        inventory=chance.choice(((), inventory)),
        rules=house(initial_loan=chance.choice((0, 10**5, 10**12))),
    )
    refused = 0
    for _ in range(40):
        player, other = chance.sample("ABC", 2)
        chips = chance.choice((1, 10**3, 10**5, 2 * 10**5, table.holds("chips:" + player) or 1, 10**9, 10**12))
        said = chance.choice(
            (
                commands.GiveLoan(player=player, chips=chips),
                commands.BuyChips(player=player, chips=chips),
                commands.CashOut(player=player, chips=chips, paid=chance.random() < 0.5),
                commands.TransferChips(payer=player, payee=other, chips=chips),
                commands.CountChips(player=player, chips=chips),
                commands.PayIn(player=player, cents=chips),
                commands.PassBank(to=player, till=chance.choice((None, chips, 10**15))),
                commands.LeaveNight(player=player, counted=chips),
                commands.SeatPlayer(player=player),
            )
        )
        try:
            table.do(said)
        except errors.Refusal:
            refused += 1
    (close,) = acts("close")
    table.do(waived(close, errors.CountIsMissing) if uncounted(table.night) else close)
    if gap_in_chips(table.night):
        table.do(resolve(chance.choice(("banker", "all"))))
    table.do(commands.FreezePlan(kind=chance.choice(("bank", "direct"))))
    assert refused
    for record in table.records:
        kind = type(record.event)
        assert msgspec.convert(msgspec.to_builtins(record.event), kind) == record.event


def test_chips_over_at_the_count_are_charged() -> None:
    table = gapped(A=134).do(resolve("all"))
    (resolved,) = table.of(commands.ResolveGap)
    assert resolved.charges == (Charge("A", -34), Charge("B", -33), Charge("C", -33))
    assert sum(dues(table.night).values()) == 0


def test_an_open_night_is_closed_before_it_is_settled_whatever_somebody_asks_for() -> None:
    table = opened("AB").do(commands.AskForChips(player="A", chips=50))
    refusal = table.refuses(commands.FreezePlan(), errors.NightIsNotClosed)
    assert str(refusal) == "The night is still open; close it before you settle."


def test_a_gap_nobody_can_bear_is_refused() -> None:
    table = gapped(A=126)
    table.refuses(resolve("player"), errors.BearerIsMissing)
    table.refuses(resolve("player", "Q"), errors.PlayerIsNotSeated)
    nobody_won = opened("AB", 10).do("A =9; B =9", "close")
    nobody_won.refuses(resolve("winners"), errors.NobodyToBear, by="winners")
    nobody_won.do(resolve("losers"))


def test_a_gap_is_resolved_once_and_only_where_there_is_one() -> None:
    ended(100, 100, 100).refuses(resolve("banker"), errors.NoGapToResolve)
    opened("A").refuses(resolve("banker"), errors.NightIsNotClosed)


def test_a_gap_that_is_resolved_is_said_to_be_so_before_and_after_the_plan_is_frozen() -> None:
    table = gapped(A=126).do(resolve("banker"))
    refusal = table.refuses(resolve("all"), errors.GapIsResolved)
    table.do(commands.FreezePlan()).refuses(resolve("all"), errors.GapIsResolved)
    assert "somebody else can be named" in str(refusal)
    # What is typed stands beside the sentence, because a page shows the sentence alone.
    assert "“gap NAME”" not in str(refusal)
    assert "“gap NAME”" in refusal.how_typed()


def test_gaps_that_cancel_out_need_no_bearer() -> None:
    table = gapped(A=129, C=71)
    assert table.night.closing.gaps == {"A": -1, "C": 1}
    table.refuses(resolve("banker"), errors.NoGapToResolve)
    table.do(commands.FreezePlan())


# Early leavers


def test_who_goes_home_hands_his_chips_back_and_his_account_stays() -> None:
    table = moved(130, 100, 70).do("C leaves")
    assert table.of(commands.CashOut) == [commands.CashOut(player="C", chips=70, cents=1750)]
    assert nets(table.night)["C"] == -750
    table.do("A =130; B =100", "close")
    assert nets(table.night) == {"A": 750, "B": 0, "C": -750, BANKER: 0}


def test_who_goes_home_may_be_counted_and_his_gap_waits_for_the_close() -> None:
    table = moved(130, 100, 70).do(commands.LeaveNight(player="C", counted=68))
    assert table.of(events.GapFound) == [events.GapFound(player="C", book=70, counted=68, cents=-50)]
    table.do("A =130; B =100", "close").refuses(commands.FreezePlan(), errors.GapIsOpen, chips=2)


def test_who_goes_home_counted_before_is_held_to_that_count() -> None:
    table = moved(130, 100, 70).do("C =69", "C leaves")
    assert table.night.closing.gaps == {"C": -1}


def test_who_goes_home_without_chips_leaves_nothing_behind() -> None:
    table = opened("AB", {"A": 10}).do("B leaves")
    assert table.night.closing.returning == []
    table.do("B sits", "B +10", "A =10; B =10", "close")
    assert nets(table.night) == {"A": 0, "B": 0, BANKER: 0}


def test_all_chips_lost_on_the_way_home_are_a_gap() -> None:
    table = opened("AB", 10).do(commands.LeaveNight(player="B", counted=0))
    assert table.night.closing.gaps == {"B": -10}
    assert table.night.closing.returning == []


def test_a_gap_is_found_again_when_a_player_comes_back_and_is_counted_anew() -> None:
    table = opened("AB").do(commands.LeaveNight(player="B", counted=98), "B sits", "B +50", "A =100; B =47", "close")
    assert table.of(events.GapFound) == [events.GapFound(player="B", book=50, counted=47, cents=-75)]
    assert table.night.closing.gaps == {"B": -5}
    assert gap_in_chips(table.night) == 5


def test_the_count_of_a_player_who_left_and_came_back_does_not_stand() -> None:
    table = opened("AB").do(commands.LeaveNight(player="B", counted=100), "B sits", "A =100", "close")
    assert table.night.closing.gaps == {}


# A banker who plays from the box


def from_the_box(**said: object) -> Table:
    """A keeps the bank and plays from the box; B and C have 50 each, and A has won 9 chips."""
    rules = house(banker_stack="box")
    table = opened("ABC", {"B": 50, "C": 50}, rules=rules, banker="A", **said)
    return table.do("hand straight poker by C", "A b5; B c; C f", "A win")


def test_without_an_inventory_the_banker_gets_what_the_others_lost() -> None:
    table = from_the_box().do("B =43; C =48", "close")
    assert nets(table.night) == {"A": 9 * 25, "B": -7 * 25, "C": -2 * 25}
    assert table.holds("box") == 0


def test_a_banker_who_has_lost_pays_from_his_account() -> None:
    table = opened("ABC", {"B": 50, "C": 50}, rules=house(banker_stack="box"), banker="A")
    table.do("hand straight poker by C", "A b5; B c; C f", "B win", "B =59; C =48", "close")
    assert table.of(commands.CashOut)[0] == commands.CashOut(player="A", chips=-7, cents=-175)
    assert nets(table.night) == {"A": -7 * 25, "B": 9 * 25, "C": -2 * 25}


def test_with_an_inventory_the_box_is_counted() -> None:
    table = from_the_box(inventory=BOX)
    table.refuses("close", errors.CountIsMissing, players=["A", "B", "C"])
    table.do("A =209; B =43; C =48", "close")
    assert gap_in_chips(table.night) == 0
    assert table.holds("box") == 300


@pytest.mark.parametrize("found", [0, 200, 206, 211])
def test_chips_missing_in_the_box_are_a_gap(found) -> None:
    table = from_the_box(inventory=BOX).do(f"A ={found}; B =43; C =48", "close")
    assert table.of(events.GapFound) == [events.GapFound(player="A", book=209, counted=found, cents=(found - 209) * 25)]
    assert gap_in_chips(table.night) == 209 - found
    assert table.night.closing.returning == []
    table.do(resolve("all"), commands.FreezePlan(kind="direct"))


# The plan


def test_by_the_bank_everyone_settles_with_the_banker() -> None:
    table = ended(130, 100, 70).do(commands.FreezePlan(kind="bank"))
    assert table.night.closing.plan.transfers == (Transfer("C", BANKER, 750), Transfer(BANKER, "A", 750))


def test_directly_as_few_as_possible_pay_each_other() -> None:
    table = ended(130, 100, 70).do(commands.FreezePlan(kind="direct"))
    assert table.night.closing.plan.transfers == (Transfer("C", "A", 750),)
    assert table.night.closing.plan.proven_minimal


def test_money_in_the_till_is_the_bankers_to_pay_out() -> None:
    table = opened("AB", 0).do("A +100 cash; B +100", commands.TransferChips(payer="B", payee="A", chips=40))
    table.do("A =140; B =60", "close", commands.FreezePlan(kind="bank"))
    # A paid 2500 and gets them back with the 1000 won; the banker has them in the till.
    assert table.night.closing.plan.transfers == (Transfer("B", BANKER, 1000), Transfer(BANKER, "A", 3500))


def test_money_paid_before_the_plan_is_not_paid_again() -> None:
    table = ended(130, 100, 70).do(commands.PayIn(player="C", cents=300), commands.FreezePlan(kind="bank"))
    assert table.night.closing.plan.transfers == (Transfer("C", BANKER, 450), Transfer(BANKER, "A", 750))


def test_chips_a_ruling_took_from_the_box_are_the_bankers_loss() -> None:
    table = opened("AB", 10)
    move = commands.ChipMove("box", "chips:A", 5)
    table.do(commands.MakeRuling(text="the bank pays for the cold pizza", moves=(move,), agreed_by=("A",)))
    assert nets(table.night) == {"A": 125, "B": 0, BANKER: -125}
    table.do("A =15; B =10", "close", commands.FreezePlan())
    assert table.night.closing.plan.transfers == (Transfer(BANKER, "A", 125),)


def test_a_fine_to_the_bank_is_the_bankers_gain_with_a_gap_too() -> None:
    table = opened("AB", 10).do("B +4 cash")
    move = commands.ChipMove("chips:A", "box", 3)
    table.do(commands.MakeRuling(text="a fine", moves=(move,), agreed_by=("B",)), "A =7; B =12", "close")
    assert nets(table.night) == {"A": -75, "B": -50, BANKER: 75}
    table.do(resolve("banker"), commands.FreezePlan())
    assert nets(table.night) == {"A": -75, "B": -50, BANKER: 125}


def test_a_banker_who_never_sat_down_may_bear_the_gap_and_settles_all_the_same() -> None:
    table = gapped(A=126).do(resolve("banker"), commands.FreezePlan(kind="direct"))
    assert nets(table.night) == {"A": 650, "B": 0, "C": -750, BANKER: 100}


def test_the_plan_is_frozen_once_and_only_after_the_close() -> None:
    opened("A").refuses(commands.FreezePlan(), errors.NightIsNotClosed, act="settle")
    table = ended(130, 100, 70).do(commands.FreezePlan())
    table.refuses(commands.FreezePlan(), errors.PlanIsFrozen)
    table.refuses(commands.PayIn(player="C", cents=1), errors.PlanIsFrozen)
    table.refuses(commands.PayOut(player="A", cents=1), errors.PlanIsFrozen)
    table.refuses(resolve("all"), errors.NoGapToResolve)


def test_a_plan_that_does_not_follow_from_the_nets_is_refused() -> None:
    said = commands.FreezePlan(kind="direct", transfers=(Transfer("B", "A", 750),))
    ended(130, 100, 70).refuses(said, errors.PlanIsAnother, kind="direct")


# Payments


def test_a_transfer_is_paid_in_parts_and_never_too_much() -> None:
    table = ended(130, 100, 70).do(commands.FreezePlan(kind="direct"))
    table.do(commands.RecordPayment(transfer=1, cents=500))
    refusal = table.refuses(commands.RecordPayment(transfer=1, cents=251), errors.PaysTooMuch, left=250, cents=251)
    assert str(refusal) == "Transfer 1 has 2.50 DKK left to pay, and 2.51 DKK is too much."
    table.do(commands.RecordPayment(transfer=1))
    assert table.happened == (commands.RecordPayment(transfer=1, cents=250),)
    table.refuses(commands.RecordPayment(transfer=1, cents=1), errors.TransferIsPaid, number=1)
    table.refuses(commands.RecordPayment(transfer=2), errors.UnknownTransfer, number=2, last=1)


def test_without_a_plan_there_is_nothing_to_pay() -> None:
    ended(130, 100, 70).refuses(commands.RecordPayment(transfer=1), errors.NoPlanYet)


# What differs is said when it is counted


def test_a_count_that_differs_from_the_book_is_said_at_once() -> None:
    table = opened("AB").do("A =98")
    assert table.of(events.CountDiffers) == [events.CountDiffers(player="A", book=100, counted=98)]
    table.do("A =103")
    assert table.of(events.CountDiffers) == [events.CountDiffers(player="A", book=100, counted=103)]
    table.do("A =100")
    assert table.of(events.CountDiffers) == []


def test_a_struck_loan_changes_what_is_said_of_the_count_behind_it() -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.do("A =150")
    struck = table.strikes(loan)
    assert events.CountDiffers(player="A", book=100, counted=150) in [draft.event for draft in struck.drafts]


def test_a_banker_who_plays_from_the_box_and_breaks_even_has_no_gap() -> None:
    """The box fills up as the others hand back their chips, and Z has counted it before that."""
    inventory = (commands.Denomination("chip", 1, 1000),)
    table = opened("ZAB", {"A": 100, "B": 100}, rules=house(banker_stack="box"), banker="Z", inventory=inventory)
    table.do("A =100; B =100; Z =800", "close")
    assert table.of(events.GapFound) == table.of(events.CountDiffers) == []
    assert [back.player for back in table.of(commands.CashOut)] == ["A", "B"]


def test_what_was_counted_is_compared_once_and_not_again_when_the_chips_are_handed_back() -> None:
    assert opened("AB").do("A =100; B =100", "close").of(events.CountDiffers) == []
    table = opened("ABC").do("A =100", commands.LeaveNight(player="A", counted=98))
    assert table.of(events.CountDiffers) == []
    assert [event.counted for event in table.of(events.GapFound)] == [98]


def test_old_debts_stand_in_the_plan_as_facts_and_are_judged_again_the_same() -> None:
    old = (NettedDebt("D", "A", 500, night="earlier"),)
    table = ended(130, 100, 70).do(commands.FreezePlan(kind="direct", with_old_debts=True, old_debts=old))
    plan = table.night.closing.plan
    assert (plan.old_debts, plan.transfers) == (old, (Transfer("C", "A", 750), Transfer("D", "A", 500)))


def test_old_debts_that_nobody_asked_for_or_that_are_not_there_are_refused() -> None:
    table = ended(130, 100, 70)
    table.refuses(commands.FreezePlan(with_old_debts=True), errors.NoOldDebts, currency="DKK")
    unasked = commands.FreezePlan(old_debts=(NettedDebt("D", "A", 500, night="earlier"),))
    table.refuses(unasked, errors.OldDebtsAreFilledIn)


def test_transfers_are_rounded_to_the_coin_that_the_house_agreed_on_at_the_opening() -> None:
    table = ended(101, 99, 100, rules=house("standard", cash="0.50")).do(commands.FreezePlan(kind="direct"))
    plan = table.night.closing.plan
    assert plan.transfers == (Transfer("B", "A", 50),)
    assert plan.rounded == (Charge("A", 25), Charge("B", -25))


def test_a_currency_without_such_a_coin_cannot_be_rounded_to_it() -> None:
    opening = commands.OpenNight(
        night="n", club="c", banker="Z", currency=commands.Currency("JPY", 0), rules=house("standard", cash="0.50")
    )
    Table().refuses(opening, errors.CoinIsTooSmall, coin="0.50", currency="JPY")


# Chips in the book alone

IN_THE_BOOK = house("standard", chips="none")


def test_where_the_book_alone_has_the_chips_the_night_closes_by_what_it_says() -> None:
    table = moved(130, 100, 70, rules=IN_THE_BOOK)
    assert uncounted(table.night) == []
    table.do("close")
    assert [event.chips for event in table.of(commands.CashOut)] == [130, 100, 70]
    assert nets(table.night) == {"A": 750, "B": 0, "C": -750, BANKER: 0}
    table.refuses(resolve("all"), errors.NoGapToResolve)
    table.agrees()


def test_where_the_book_alone_has_the_chips_a_banker_plays_from_the_box_without_a_count() -> None:
    table = opened("AB", banker="B", rules=house("standard", chips="none", banker_stack="box"), chips={"A": 100})
    table.do("close")
    assert gap_in_chips(table.night) == 0


@pytest.mark.parametrize(
    "said",
    [
        commands.CountChips(player="A", chips=100),
        commands.SayCount(player="A", chips=100),
        commands.LeaveNight(player="A", counted=100),
        commands.PassBank(to="A", chips=100),
    ],
)
def test_where_the_book_alone_has_the_chips_there_is_nothing_to_count(said) -> None:
    table = opened("ABC", rules=IN_THE_BOOK)
    refusal = table.refuses(said, errors.ChipsAreInTheBook)
    assert "there is nothing to count; close the night" in str(refusal)
    assert not refusal.waivable


def test_where_the_book_alone_has_the_chips_a_player_goes_home_and_the_bank_passes_on_without_a_count() -> None:
    table = opened("ABC", rules=IN_THE_BOOK).do("A leaves", commands.PassBank(to="B"), "close")
    assert gap_in_chips(table.night) == 0
    assert sum(nets(table.night).values()) == 0


def test_chips_that_are_in_the_book_alone_have_no_kinds() -> None:
    said = commands.OpenNight(night="n", club="c", banker=BANKER, rules=IN_THE_BOOK, inventory=BOX)
    Table().refuses(said, errors.NoKindsOfChip, kinds=["small"])


def test_house_rules_with_real_chips_are_written_as_before() -> None:
    assert b"chips" not in msgspec.json.encode(house("standard", chips="real"))


@pytest.mark.parametrize("seed", range(4))
def test_a_random_night_with_chips_in_the_book_alone_closes_without_a_gap(seed) -> None:
    def in_the_book(acts: Iterable[commands.Command]) -> Iterator[commands.Command]:
        for one in acts:
            if isinstance(one, commands.OpenNight):
                yield replace(one, rules=replace(one.rules, chips="none"))
            elif not isinstance(one, commands.CountChips):
                yield one

    paper = ScratchPaper()
    games = tuple(named(name, "enemaerke")[0] for name in ("Straight Poker", "Five Card Stud"))
    plan = Plan(night="n", club="c", people=("A", "B", "C", "D"), games=games, hands=6)
    assert play(in_the_book(evening(plan, Seeded(seed), paper.night)), paper) == ()
    assert paper.night().phase == "planned"
    assert gap_in_chips(paper.night()) == 0
    assert differences(paper.records()) == ()
    told = gap(paper.records())
    assert (told.chips, told.found, told.uncounted, told.in_the_book) == (0, (), (), True)
