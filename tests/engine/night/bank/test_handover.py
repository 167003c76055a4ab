"""The bank changes hands: box and till are counted, nothing appears or vanishes, and each banker answers for their time."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands, errors, events
from engine.decider import accept
from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from engine.ledger.postings import left_in_the_box, to_be_counted
from engine.library import GAMES
from engine.state import Night
from tests.engine.simulate.evening import Evening, Plan
from tests.engine.simulate.seeded import Seeded
from tests.engine.table import Table, house, opened, waived
from tests.soak import rounds

BOX = (commands.Denomination("small", 1, 1000),)
FROM_THE_BOX = commands.HouseRules(rulebook="standard", auto="all", banker_stack="box")
EXAMPLES = rounds(12)


def passes(to: str = "B", chips: int | None = None, till: int | None = None) -> commands.PassBank:
    return commands.PassBank(to=to, chips=chips, till=till)


def bankers(box: bool = False) -> Table:  # noqa: FBT001, FBT002 - reads like the house rule.
    """A keeps the bank of 1000 chips at 25 cents, B and C have borrowed 100 each, and C has paid 40.00 into the till."""
    rules = FROM_THE_BOX if box else house("standard")
    table = opened("ABC", {"B": 100, "C": 100}, rules=rules, banker="A", inventory=BOX)
    table.do(commands.BuyChips(player="C", chips=160))
    assert (table.holds("box"), table.holds("till")) == (640, 4000)
    return table


def charged(table: Table) -> dict[str, int]:
    (resolved,) = table.of(commands.ResolveGap)
    return {charge.player: charge.cents for charge in resolved.charges}


def all_fold(table: Table) -> Table:
    """Ends the hand: everybody folds but the last."""
    while table.night.hand is not None:
        table.do(f"{table.turn} f")
    return table


# Who may, and when


def test_the_new_banker_keeps_the_bank_from_here_on() -> None:
    table = bankers().do(passes("B", 640, 4000))
    assert table.of(events.BankTaken) == [events.BankTaken(banker="B", chips=640, till=4000)]
    assert (table.night.banker, table.night.bankers) == ("B", ["A", "B"])
    table.refuses(commands.LeaveNight(player="B"), errors.BankerCannotLeave)
    table.do("A leaves")


def test_the_bank_comes_back_to_a_banker_who_never_sat_down() -> None:
    table = opened("AB").do(passes("A"), passes("Z"))
    assert table.night.banker == "Z"
    table.refuses(passes("Q"), errors.PlayerIsNotSeated)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (passes("A", 640, 4000), errors.KeepsTheBankAlready),
        (passes("D", 640, 4000), errors.PlayerIsNotSeated),
        (passes("B", 1001, 4000), errors.BoxCountExceedsAllChips),
        (passes("B"), errors.BankIsNotCounted),
        (commands.PassBank(to="B", chips=640, till=4000, banker="C"), errors.SomebodyElseKeepsTheBank),
    ],
)
def test_what_cannot_be_handed_over_is_refused(said, reason) -> None:
    bankers().refuses(said, reason)


def test_the_bank_does_not_change_hands_during_a_hand_nor_after_the_close() -> None:
    table = bankers().do("hand five card draw by B")
    table.refuses(passes("B", 640, 4000), errors.HandIsBeingPlayed)
    all_fold(table).do(*(f"{player} ={chips}" for player, chips in table.stacks().items()), "close")
    table.refuses(passes("B", 640, 4000), errors.NightIsClosed)


def test_nobody_gets_the_bank_who_has_gone_home() -> None:
    bankers().do("B leaves").refuses(passes("B", 740, 4000), errors.PlayerHasGoneHome)


def test_a_box_that_was_not_declared_is_not_counted() -> None:
    table = opened("AB", banker="A")
    table.refuses(passes("B", 100), errors.BoxHasNoInventory)
    table.do(passes("B"))
    assert table.of(events.BankTaken) == [events.BankTaken(banker="B", chips=None, till=0)]


def test_a_waiver_lets_the_book_stand() -> None:
    table = bankers()
    table.do(waived(passes("B"), errors.BankIsNotCounted))
    assert table.of(events.BankTaken) == [events.BankTaken(banker="B", chips=640, till=4000)]


@pytest.mark.parametrize(("player", "chips"), [("A", 640), ("B", 100)])
def test_nobody_is_counted_by_what_they_said_before_they_gave_or_got_the_box(player, chips) -> None:
    """What A said was in the box is not what A has, and what B said of their stack is not what is in the box."""
    table = bankers(box=True).do(commands.SayCount(player=player, chips=chips))
    handover = table.version + 1
    table.do(passes("B", 640, 4000)).refuses(commands.ApproveRequest(request=1), errors.RequestIsOver)
    table.strikes(handover)
    table.do(commands.ApproveRequest(request=1))
    assert table.night.counts == {player: chips}


def test_a_count_said_stays_open_where_the_banker_plays_from_a_stack_of_their_own() -> None:
    table = bankers().do(commands.SayCount(player="B", chips=100), passes("B", 640, 4000))
    table.do(commands.ApproveRequest(request=1))
    assert table.night.counts == {"B": 100}


# What the outgoing banker answers for


def test_money_missing_in_the_till_is_owed_by_the_outgoing_banker_and_changes_no_result() -> None:
    table = bankers()
    before = nets(table.night)
    table.do(passes("B", 640, 3900))
    assert nets(table.night) == before
    assert dues(table.night) == {"A": -100, "B": -3900, "C": 4000}


def test_money_that_the_banker_advanced_is_theirs_and_not_the_next_bankers() -> None:
    table = opened("ABC", {"B": 100, "C": 100}, banker="A").do("B -40 cash")
    assert table.holds("till") == -1000
    table.do(passes("B"))
    assert table.holds("till") == 0
    assert dues(table.night)["A"] == 1000


def test_what_rulings_gave_out_of_the_box_stays_with_the_banker_of_that_time() -> None:
    move = commands.ChipMove("box", "chips:C", 8)
    table = bankers().do(commands.MakeRuling(text="a gift", moves=(move,), agreed_by=("A",)))
    before = nets(table.night)
    table.do(passes("B", 632, 4000))
    assert nets(table.night) == before == {"A": -200, "B": 0, "C": 200}


def test_a_banker_who_plays_from_the_box_is_paid_what_they_won_and_the_next_one_plays_from_it() -> None:
    table = all_fold(bankers(box=True).do("hand five card draw by C"))
    before, won = nets(table.night), table.holds("chips:A")
    assert won
    in_box = table.holds("box") + won
    table.do(passes("B", in_box, 4000))
    assert nets(table.night) == before
    assert (table.holds("chips:A"), table.holds("box")) == (0, in_box)
    # What lies in front of the new banker is part of what they play from.
    assert to_be_counted(table.night, "B") == in_box + table.holds("chips:B") == left_in_the_box(table.night)


def test_a_count_that_held_the_box_no_longer_holds_once_the_bank_has_passed() -> None:
    table = bankers(box=True).do("A =640; B =100; C =260", passes("B", 640, 4000))
    assert set(table.night.counts) == {"C"}


# Gaps


def test_a_gap_in_the_box_is_charged_to_the_outgoing_banker_and_waits_for_the_close() -> None:
    table = bankers().do(passes("B", 630, 4000))
    assert nets(table.night)["A"] == -250
    assert (table.holds("box"), table.holds("gap")) == (630, 10)
    # The ten chips turn up in front of C, who was handed too many.
    table.do("B =100; C =270; close")
    assert table.holds("gap") == 0
    assert nets(table.night) == {"A": -250, "B": 0, "C": 250}
    table.do(commands.FreezePlan(kind="bank"))


def test_each_banker_bears_the_gap_that_was_found_at_the_end_of_their_time() -> None:
    table = bankers().do(passes("B", 630, 4000), "B =100; C =255; close", commands.ResolveGap(by="banker"))
    assert charged(table) == {"A": 250, "B": 125}
    assert nets(table.night) == {"A": 0, "B": 125, "C": -125}


def test_the_gap_of_an_uncounted_time_belongs_to_whoever_has_the_bank_at_the_close() -> None:
    """RULINGS R-G4: a waiver lets the book stand at the handover, and the ten chips are missing at the close."""
    table = bankers().do(waived(passes("B"), errors.BankIsNotCounted), "B =100; C =250")
    table.do("close", commands.ResolveGap(by="banker"))
    assert charged(table) == {"B": 250}


def test_what_was_found_the_other_way_round_is_taken_off_the_gap_of_the_other_banker() -> None:
    table = bankers().do(passes("B", 630, 4000), "B =100; C =264; close", commands.ResolveGap(by="banker"))
    assert charged(table) == {"A": 150}
    assert sum(nets(table.night).values()) == 0


def test_chips_missing_in_front_of_whoever_went_home_belong_to_the_banker_who_then_handed_over_a_counted_box() -> None:
    table = bankers().do(commands.LeaveNight(player="C", counted=250), passes("B", 890, 4000), "B =100", "close")
    table.do(commands.ResolveGap(by="banker"))
    assert charged(table) == {"A": 250}


def test_what_was_found_before_an_uncounted_handover_goes_with_the_bank() -> None:
    table = bankers().do(commands.LeaveNight(player="C", counted=250))
    table.do(waived(passes("B"), errors.BankIsNotCounted), "B =100", "close", commands.ResolveGap(by="banker"))
    assert charged(table) == {"B": 250}


def test_chips_that_were_only_put_back_are_in_nobodys_gap() -> None:
    """Ten chips are missing in front of C and turn up in A's box; five more are over at the end of B's time."""
    table = bankers().do(commands.LeaveNight(player="C", counted=250), passes("B", 900, 4000), "B =105", "close")
    table.do(commands.ResolveGap(by="banker"))
    assert charged(table) == {"B": -125}


def test_chips_over_in_the_box_are_credited_until_the_close() -> None:
    table = bankers().do(passes("B", 645, 4000))
    assert nets(table.night)["A"] == 125
    table.do("B =100; C =260; close", commands.ResolveGap(by="banker"))
    assert charged(table) == {"A": -125}
    assert nets(table.night) == {"A": 0, "B": 0, "C": 0}


def test_a_struck_handover_gives_the_bank_back() -> None:
    table = bankers().do(passes("B", 630, 3900))
    table.strikes(table.version)
    assert (table.night.banker, table.night.gaps_of_bankers, table.holds("gap")) == ("A", {}, 0)


def test_a_loan_that_is_struck_changes_what_the_handover_found() -> None:
    table = bankers().do("B +50")
    loan = table.version
    table.do(passes("B", 640, 4000))
    assert table.of(events.BoxGapFound)[0].cents == -1250
    table.strikes(loan)
    assert not any(table.night.gaps_of_bankers.values())


# Whole nights

PEOPLE = ("a", "b", "c", "d")


def without_gap(seed: int) -> Iterator[commands.Command]:
    """The commands of a simulated night up to its close."""
    night = Night()
    plan = Plan(night="n", club="k", people=PEOPLE, games=GAMES[:6], hands=5, depth="book")
    for command in Evening(plan, Seeded(seed), lambda: night).said():
        if isinstance(command, commands.CloseNight | commands.PassBank):
            return
        accept(night, command)
        yield command


def played(said: list[commands.Command], *, after: int | None, to: PlayerId) -> Night:
    """The night of these commands; the bank passes on at the first pause after so many, with what the book says."""
    night, passed = Night(), after is None
    for number, command in enumerate(said):
        if not passed and number >= (after or 0) and night.hand is None and to in night.people:
            box = night.balance.get("box", 0) if night.inventory else None
            accept(night, commands.PassBank(to=to, chips=box, till=max(0, night.balance.get("till", 0))))
            passed = True
        accept(night, command)
    return night


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 10_000), after=st.integers(5, 60), to=st.sampled_from(PEOPLE[1:]))
def test_without_a_gap_the_results_are_those_of_the_night_without_a_handover(seed, after, to) -> None:
    # How much may be paid early depends on who holds the till, and whose word ends a dispute on who keeps the bank.
    of_the_bank = (
        *(commands.LeaveNight, commands.PayIn, commands.PayOut),
        *(commands.RaiseDispute, commands.AnswerDispute, commands.ResolveDispute),
        *(commands.AgreeToBanksWord, commands.WithdrawDispute),
    )
    said = [command for command in without_gap(seed) if not isinstance(command, of_the_bank)]
    plain, passed = played(said, after=None, to=to), played(said, after=after, to=to)
    assert nets(passed) == nets(plain)
    assert {k: v for k, v in passed.balance.items() if v and k.startswith("chips:")} == {
        k: v for k, v in plain.balance.items() if v and k.startswith("chips:")
    }
    # Only the money in the till is owed by another person, unless the first banker had advanced it.
    till = max(0, plain.balance.get("till", 0)) if passed.banker != "a" else 0
    moved = {player: dues(passed)[player] - dues(plain)[player] for player in PEOPLE}
    assert sum(moved.values()) == 0
    assert till == 0 or {player for player, cents in moved.items() if cents} <= {"a", passed.banker}
