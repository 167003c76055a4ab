"""The fee of the house: who pays it per hand, per hour and of each pot, that no result changes by it, and that chips stay whole."""

import random

import msgspec
import pytest

from engine import commands, errors, events
from engine.ledger.accounts import dues, in_kitty, nets
from engine.ledger.invariants import broken
from engine.reports.expenses import kitty_of, kitty_texts
from engine.reports.figures import totals
from engine.reports.statement import statements
from engine.reports.transfers import transfers
from engine.wording import Voice
from tests.engine.night.expenses.test_rule import counted_and_closed
from tests.engine.table import Table, house, opened

ROOM = "the room"


def playing(stacks: int | dict[str, int] = 100, unit: int = 25, book: str = "standard", **fee: object) -> Table:
    rules = house(book, fee=commands.Fee(purpose=ROOM, **fee))  # type: ignore[arg-type]
    return opened("ABC", stacks, unit=unit, rules=rules)


def charged(table: Table) -> dict[str, tuple[int, int]]:
    """Who paid how many cents, and chips for them, by the latest fee."""
    fee = [record.event for record in table.records if isinstance(record.event, events.FeeCharged)][-1]
    return {share.player: (share.cents, share.chips) for share in fee.shares}


def won(table: Table, *lines: str) -> Table:
    return table.do("hand Straight Poker by C", *lines)


# Per hand


def test_each_who_was_dealt_in_pays_money_per_hand_on_account() -> None:
    table = won(playing(per="hand", cents=500), "A b5; B f; C f")
    assert charged(table) == {"A": (500, 0), "B": (500, 0), "C": (500, 0)}
    assert in_kitty(table.night) == 1500
    assert sum(nets(table.night).values()) == sum(dues(table.night).values()) == 0


def test_chips_per_hand_leave_the_stack_for_the_box_and_the_result_stays_that_of_the_game() -> None:
    table = won(playing(per="hand", chips=2), "A b5; B c; C f", "A win")
    without = won(opened("ABC", 100, unit=25), "A b5; B c; C f", "A win")
    assert charged(table) == dict.fromkeys("ABC", (50, 2))
    assert nets(table.night) == nets(without.night)
    assert table.stacks() == {player: chips - 2 for player, chips in without.stacks().items()}


def test_whoever_has_too_few_chips_left_owes_the_fee() -> None:
    table = won(playing({"A": 100, "B": 100, "C": 6}, per="hand", chips=2), "A b5; B f; C c", "A win")
    assert charged(table)["C"] == (50, 0)
    assert table.stacks()["C"] == 0


def test_a_hand_broken_off_by_new_deal_pays_no_fee_and_the_next_one_does() -> None:
    table = playing(book="enemaerke", per="hand", cents=100).do("hand straight poker by C", commands.NewDeal())
    assert in_kitty(table.night) == 0
    table.do("hand straight poker by C", "A b5; B f; C f")
    assert in_kitty(table.night) == 300


def test_a_struck_hand_pays_no_fee() -> None:
    table = won(playing(per="hand", cents=100), "A b5; B f; C f")
    first = next(at for at, one in enumerate(table.records, 1) if isinstance(one.event, commands.AnnounceHand))
    table.strikes(*(one.version for one in table.records[first - 1 :] if one.caused_by is None))
    assert in_kitty(table.night) == 0


# Of each pot


def test_whoever_takes_a_pot_pays_a_part_of_it_rounded_down_to_whole_chips_and_no_more_than_the_most() -> None:
    """Three antes of 2 and two bets of 50: a pot of 106, of which 5 % are 5.3."""
    lines = ("A b50; B c; C f", "A win")
    assert charged(won(playing(per="pot", permille=50), *lines)) == {"A": (125, 5)}
    assert charged(won(playing(per="pot", permille=50, most=3), *lines)) == {"A": (75, 3)}
    assert charged(won(playing(per="pot", chips=4), *lines)) == {"A": (100, 4)}
    assert charged(won(playing(per="pot", chips=400), *lines)) == {"A": (106 * 25, 106)}


def test_a_pot_too_small_for_one_chip_pays_nothing() -> None:
    table = won(playing(per="pot", permille=50), "A x; B x; C x", "A win")
    assert in_kitty(table.night) == 0


def test_those_who_share_a_pot_pay_as_if_it_had_been_smaller() -> None:
    """A pot of 16: of a fee of 3 they would share 13 as 7 and 6, so B, who is last, pays the odd chip of it."""
    table = won(playing(per="pot", chips=3), "A b5; B c; C f", "A, B win")
    assert charged(table) == {"B": (50, 2), "A": (25, 1)}


def test_each_side_pot_pays_for_itself() -> None:
    """A is all-in for 11: the pot is 33, and the side pot of B and C another 40; 10 % are 3 and 4."""
    table = playing({"A": 11, "B": 31, "C": 31}, per="pot", permille=100)
    table.do("hand texas hold'em by C", "C all-in; A all-in; B all-in", "A > B win")
    assert charged(table) == {"A": (75, 3), "B": (100, 4)}


# Per hour


def test_the_time_that_everybody_was_there_is_paid_by_the_minute_at_the_close() -> None:
    table = playing(per="hour", cents=2000)
    for player, chips in table.stacks().items():
        table.do(commands.CountChips(player=player, chips=chips))
    table.do(commands.CloseNight(there=(commands.TimeThere("A", 90), commands.TimeThere("B", 1))))
    assert charged(table) == {"A": (3000, 0), "B": (33, 0)}
    table.do(commands.FreezePlan(kind="direct"))
    assert [(one.payer, one.payee, one.cents) for one in transfers(table.records, table.night).transfers] == [
        ("A", "Z", 3000),
        ("B", "Z", 33),
    ]


# Told, and sound


def test_the_kitty_tells_what_the_fee_came_to_and_pizza_is_paid_out_of_it() -> None:
    table = won(playing(per="hand", cents=500), "A b5; B f; C f")
    table.do(commands.PayExpense(player="B", cents=1000, purpose="pizza", kitty=True))
    told = kitty_texts(kitty_of(table.records, table.night), Voice({"Z": "Zoe"}, table.night.terms.currency))
    assert list(told) == [
        "The kitty got 15.00 DKK.",
        "The fee for the room came to 15.00 DKK.",
        "It paid for pizza 10.00 DKK.",
        "5.00 DKK is left in it, with Zoe.",
    ]


@pytest.mark.parametrize(
    "fee",
    [
        {"per": "hand"},
        {"per": "hand", "cents": 1, "chips": 1},
        {"per": "hand", "permille": 1},
        {"per": "hour", "chips": 1},
        {"per": "pot", "cents": 1},
        {"per": "pot", "chips": 1, "most": 1},
    ],
)
def test_a_fee_is_one_amount_that_fits_what_it_is_taken_per(fee) -> None:
    opening = commands.OpenNight(
        night="n",
        club="c",
        banker="Z",
        rules=house(fee=commands.Fee(purpose=ROOM, **fee)),  # type: ignore[arg-type]
    )
    Table().refuses(opening, errors.FeeCannotBe, purpose=ROOM)


def test_a_house_without_a_fee_is_written_as_before() -> None:
    assert b"fee" not in msgspec.json.encode(house())
    assert msgspec.json.encode(commands.CloseNight()) == b'{"type":"close_night"}'


FEES = (
    {"per": "hand", "cents": 37},
    {"per": "hand", "chips": 3},
    {"per": "pot", "permille": 77, "most": 9},
    {"per": "pot", "chips": 2},
)


@pytest.mark.parametrize("fee", FEES, ids=str)
def test_in_nights_at_random_chips_stay_whole_results_are_the_games_and_one_plan_settles(fee) -> None:
    """The same hands at a table that takes a fee and at one that does not; nobody runs out of chips by it."""
    chance = random.Random(str(fee))
    table, without = playing(5000, **fee), opened("ABC", 5000, unit=25)  # type: ignore[arg-type]
    for _ in range(12):
        bet = chance.randint(1, 5)
        others = chance.choice(("B c; C c", "B f; C c", "B c; C f", "B f; C f"))
        named = "" if others == "B f; C f" else chance.choice(("A win", "A, B win" if "B c" in others else "A, C win"))
        for night in (table, without):
            night.do("hand Straight Poker by C", f"A b{bet}; {others}", *([named] if named else []))
        assert nets(table.night) == nets(without.night)
        assert broken(table.night) == []
    left = sum(table.stacks().values())
    assert left == totals(table.records, table.night).in_stacks
    for night in (table, without):
        counted_and_closed(night).do(commands.FreezePlan(kind="direct"))
    assert nets(table.night) == nets(without.night)
    moved = dict.fromkeys(nets(table.night), 0)
    for one in transfers(table.records, table.night).transfers:
        moved[one.payee] += one.cents
        moved[one.payer] -= one.cents
    assert moved == dues(table.night)
    kitty = kitty_of(table.records, table.night)
    assert 0 < kitty.got == kitty.left == in_kitty(table.night)
    for account in statements(table.records, table.night):
        assert account.due == dues(table.night)[account.player]
        assert account.stack == 0
