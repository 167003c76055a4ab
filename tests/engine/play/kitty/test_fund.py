"""The kitty at the close: equal shares for all who were dealt a hand, odd chips in seat order from the banker's left."""

import pytest

from engine import commands, errors, events
from engine.game.definition import Kitty
from engine.ledger.accounts import dues, gap_in_chips, nets, shares_of_funds
from engine.ledger.invariants import broken
from engine.reports.figures import standings, totals
from engine.reports.gap import gap
from engine.reports.hand_history import hand_history
from engine.reports.statement import Statement, statements
from engine.reports.transfers import transfers
from tests.engine.table import Table, announce, game, house, opened

UNIT = 25


def hands(table: Table, *winners: str, kitty: int = 1, dealer: str = "C") -> Table:
    """So many hands for an ante of 1 that nobody bets in, each with its winner."""
    for winner in winners:
        table.do(announce(game(kitty=Kitty(chips=kitty)), dealer=dealer))
        table.checked_down()
        table.do(f"{winner} win")
    return table


def closed(table: Table) -> Table:
    """Everybody counts what the book says, and the night is closed."""
    uncounted = table.night.from_box if not table.night.inventory else None
    here = [player for player, person in table.night.people.items() if not person.left and player != uncounted]
    table.do(*(f"{player} ={table.holds('chips:' + player)}" for player in here))
    before = nets(table.night)
    table.do("close")
    assert nets(table.night) == before, "The close changes nobody's result."
    assert sum(before.values()) == 0
    assert (table.holds("kitty"), broken(table.night)) == (0, [])
    return table


def shared(table: Table) -> dict[str, int]:
    """The chips of the kitty by player, as the close has shared them out."""
    (event,) = [record.event for record in table.records if isinstance(record.event, events.KittyShared)]
    assert all(share.cents == share.chips * UNIT for share in event.shares)
    return {share.player: share.chips for share in event.shares}


def statement_of(table: Table, player: str) -> Statement:
    return next(told for told in statements(table.records, table.night) if told.player == player)


def test_three_players_share_three_chips() -> None:
    """Each hand brings its winner 2 chips, of 3 that were put in."""
    table = hands(opened("ABC"), "A", "A", "B")
    assert table.stacks() == {"A": 101, "B": 99, "C": 97}
    assert table.holds("kitty") == 3
    assert nets(table.night) == {"A": 2 * UNIT, "B": 0, "C": -2 * UNIT, "Z": 0}
    closed(table)
    assert shared(table) == {"A": 1, "B": 1, "C": 1}
    assert table.holds("loan:A") == 102 * UNIT - 100 * UNIT
    assert table.stacks() == {"A": 0, "B": 0, "C": 0}
    assert gap_in_chips(table.night) == 0
    table.do(commands.FreezePlan(kind="direct"))
    assert table.of(commands.FreezePlan)[0].transfers == (commands.Transfer(payer="C", payee="A", cents=50),)


@pytest.mark.parametrize(
    ("banker", "order"),
    [("A", "BCA"), ("B", "CAB"), ("C", "ABC"), ("Z", "ABC")],
    ids=["first seat", "second seat", "third seat", "a banker without a seat"],
)
def test_odd_chips_go_in_seat_order_from_the_bankers_left(banker, order) -> None:
    """Four chips, and then five: the first gets the fourth, the second the fifth."""
    four = closed(hands(opened("ABC", banker=banker), *"ABCA"))
    assert shared(four) == dict.fromkeys("ABC", 1) | {order[0]: 2}
    five = closed(hands(opened("ABC", banker=banker), *"ABCAB"))
    assert shared(five) == dict.fromkeys("ABC", 1) | {order[0]: 2, order[1]: 2}


def test_fewer_chips_than_players_leave_the_last_ones_out() -> None:
    table = closed(hands(opened("ABC"), "B", kitty=2))
    assert shared(table) == {"A": 1, "B": 1}
    assert nets(table.night) == {"A": 0, "B": 1 * UNIT, "C": -1 * UNIT, "Z": 0}


def test_who_was_dealt_no_hand_has_no_share() -> None:
    table = hands(opened("ABC"), "A", "A", "A")
    table.do(commands.SeatPlayer(player="D"), commands.GiveLoan(player="D", chips=10))
    assert shared(closed(table)) == {"A": 1, "B": 1, "C": 1}
    assert nets(table.night)["D"] == 0


def test_a_player_who_went_home_early_has_a_share_on_account() -> None:
    table = hands(opened("ABC"), "A", "A")
    table.do(commands.LeaveNight(player="B", counted=98))
    assert table.holds("loan:B") == -2 * UNIT
    hands(table, "A", dealer="C")
    assert table.holds("kitty") == 3
    closed(table)
    assert shared(table) == {"A": 1, "B": 1, "C": 1}
    assert (table.holds("loan:B"), nets(table.night)["B"]) == (-1 * UNIT, -1 * UNIT)


def test_a_guest_on_the_seat_of_one_who_went_home_comes_behind_them() -> None:
    table = hands(opened("ABC"), "A", "A", "A")
    table.do(commands.LeaveNight(player="A"), commands.SeatPlayer(player="D", seat=1))
    table.do(commands.GiveLoan(player="D", chips=10))
    hands(table, "B", "B")
    assert dict(shares_of_funds(table.night)) == {"A": 2, "D": 1, "B": 1, "C": 1}
    closed(table)
    assert shared(table) == {"A": 2, "D": 1, "B": 1, "C": 1}


def test_a_struck_hand_takes_its_chip_out_of_the_kitty_and_its_player_out_of_the_shares() -> None:
    table = hands(opened("ABC"), "A", "B", "C")
    closed(table)
    assert shared(table) == {"A": 1, "B": 1, "C": 1}
    table = hands(opened("ABC"), "A", "B", "C")
    last = table.version
    announced = next(
        record.version for record in reversed(table.records) if isinstance(record.event, commands.AnnounceHand)
    )
    table.strikes(*(record.version for record in table.records if announced <= record.version and not record.caused_by))
    assert last > announced
    assert (table.holds("kitty"), table.stacks()) == (2, {"A": 100, "B": 100, "C": 98})
    closed(table)
    assert shared(table) == {"A": 1, "B": 1}


def test_a_strike_after_the_close_shares_out_what_is_left() -> None:
    table = hands(opened("ABC"), "A", "B", "C")
    named = table.version
    table.do(*(f"{player} ={chips}" for player, chips in table.stacks().items()), "close")
    table.strikes(*(record.version for record in table.records if record.version > named and not record.caused_by))
    assert (table.holds("kitty"), table.night.phase) == (3, "open")
    assert shares_of_funds(table.night) == {"A": 1, "B": 1, "C": 1}


def test_a_gap_stays_a_gap_and_the_kitty_is_no_part_of_it() -> None:
    """C has counted one chip less than the book says; the three chips of the kitty are none of them."""
    table = hands(opened("ABC"), "A", "A", "B").do("A =101; B =99; C =96", "close")
    assert table.of(events.GapFound) == [events.GapFound(player="C", book=97, counted=96, cents=-25)]
    assert (gap(table.records).chips, shared(table)) == (-1, {"A": 1, "B": 1, "C": 1})
    assert sum(nets(table.night).values()) == -UNIT
    table.do(commands.ResolveGap(by="banker"))
    assert nets(table.night) == {"A": 2 * UNIT, "B": 0, "C": -3 * UNIT, "Z": UNIT}


def from_the_box(**said: object) -> Table:
    """Z keeps the bank and plays from the box, on the third seat; A and B have 50 each."""
    return opened("ABZ", {"A": 50, "B": 50}, rules=house("standard", banker_stack="box"), banker="Z", **said)


def test_a_banker_who_plays_from_the_box_has_a_share_too() -> None:
    table = hands(from_the_box(), "A", "Z", "Z", dealer="Z")
    assert (table.holds("chips:Z"), table.holds("kitty")) == (1, 3)
    closed(table)
    assert shared(table) == {"A": 1, "B": 1, "Z": 1}
    assert nets(table.night) == {"A": 0, "B": -2 * UNIT, "Z": 2 * UNIT}
    assert table.holds("box") == 0


def test_the_kitty_is_no_part_of_the_box_that_is_counted() -> None:
    """Of 300 chips the others hold 97, the kitty 3: the box is counted at 200, and has no gap."""
    table = hands(from_the_box(inventory=(commands.Denomination("chip", 1, 300),)), "A", "Z", "Z", dealer="Z")
    assert table.stacks() == {"A": 49, "B": 47, "Z": 1}
    table.do("A =49; B =47; Z =201", "close")
    assert (table.of(events.GapFound), shared(table)) == ([], {"A": 1, "B": 1, "Z": 1})
    assert nets(table.night) == {"A": 0, "B": -2 * UNIT, "Z": 2 * UNIT}
    assert table.holds("box") == 300


def test_a_banker_from_the_box_who_breaks_even_has_no_gap_by_the_kitty() -> None:
    table = from_the_box(inventory=(commands.Denomination("chip", 1, 300),))
    hands(table, "Z", "A", kitty=1, dealer="Z")
    assert table.holds("chips:Z") == 0
    table.do("A =50; B =48; Z =200", "close")
    assert (table.of(events.GapFound), shared(table)) == ([], {"A": 1, "B": 1})
    assert nets(table.night) == {"A": UNIT, "B": -UNIT, "Z": 0}


def test_a_night_without_a_kitty_closes_as_ever() -> None:
    table = opened("ABC").do(announce(game(), dealer="C"), "A x; B x; C x", "A win")
    closed(table)
    assert table.of(events.KittyShared) == []


def test_the_kitty_can_be_shared_once_only() -> None:
    table = closed(hands(opened("ABC"), "A", "A", "B"))
    table.refuses("close", errors.NightIsClosed)
    table.do(commands.FreezePlan())
    assert len([record for record in table.records if isinstance(record.event, events.KittyShared)]) == 1


# The reports


def test_the_columns_of_the_report_add_up_before_and_after_the_close() -> None:
    table = hands(opened("ABC"), "A", "A", "B")
    for done in (False, True):
        if done:
            closed(table)
        assert [(hand.pot, hand.set_aside, hand.carried_out) for hand in hand_history(table.records)] == [(3, 1, 0)] * 3
        for told in statements(table.records, table.night):
            assert told.result == nets(table.night)[told.player] == told.stack * UNIT + told.account + told.in_funds
            assert told.due == dues(table.night)[told.player]
            assert told.issued - told.returned + told.hands == told.stack
            assert told.fund_share == (0 if told.player == "Z" else UNIT)
            assert told.in_funds == (0 if done else told.fund_share)
        counts = totals(table.records, table.night)
        assert (counts.in_funds, counts.shared_out) == ((0, 3) if done else (3, 0))
        assert counts.issued == counts.returned + counts.in_stacks + counts.in_funds + counts.shared_out
        assert {told.player: told.result for told in standings(table.night)} == nets(table.night)
        assert [(each.payer, each.payee, each.cents) for each in transfers(table.records, table.night).transfers] == [
            ("C", "Z", 50),
            ("Z", "A", 50),
        ]


def test_a_share_is_a_line_of_the_account() -> None:
    table = closed(hands(opened("ABC"), "A", "A", "B"))
    told = statement_of(table, "B")
    assert [(line.kind, line.chips, line.cents, line.fund) for line in told.movements][-2:] == [
        ("cash-out", -99, 99 * UNIT, ""),
        ("fund", 0, UNIT, "kitty"),
    ]
