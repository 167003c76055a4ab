"""Corrections: struck events are void, survivors are decided again, and what is no longer possible is named."""

import pytest

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.events import Recorded
from engine.folding import effective, fold
from engine.ledger.accounts import gap_in_chips, nets
from engine.strikes import acts
from tests.engine.again import correct, strike
from tests.engine.table import Table, house, opened, snapshot

REASON = "wrong"


def evening() -> Table:
    """A Danish hand that A wins; the versions of its acts are asked for by `version_of`."""
    return opened("ABC", rules=house()).do("hand straight poker by C", "A b5; B c; C f", "A win")


def version_of(table: Table, said: type[commands.Command], player: str = "") -> int:
    """The number of the last primary event of this kind (and player)."""
    return next(
        record.version
        for record in reversed(table.records)
        if isinstance(record.event, said) and record.caused_by is None and getattr(record.event, "player", "") == player
    )


def refused(table: Table, versions: tuple[int, ...], reason: type[errors.Refusal], **details: object) -> errors.Refusal:
    before, records = snapshot(table.night), list(table.records)
    with pytest.raises(reason) as caught:
        strike(table.records, commands.StrikeEvents(versions=versions, reason=REASON))
    assert snapshot(table.night) == before
    assert table.records == records
    assert {key: caught.value.details[key] for key in details} == details
    return caught.value


def by_shadow(then: str) -> Table:
    """A hand in which D calls by shadow, gets chips while it goes on, and loses it to A."""
    table = opened("ABC", rules=house()).do("D sits; D +2", "hand straight poker by C")
    return table.do("D x; A b5; B c; C c; D s5", then, "A win")


def test_a_loan_that_an_ante_was_paid_from_is_not_struck_alone() -> None:
    """Nobody antes by shadow (RULINGS R-E12)."""
    table = opened("ABC", rules=house()).do("D sits; D +2", "hand straight poker by C", "D f")
    conflict = refused(table, (version_of(table, commands.GiveLoan, "D"),), errors.StrikeConflicts)
    assert isinstance(conflict.details["because"], errors.AntesAreLacking)


def test_the_strike_is_what_voids_the_events_and_is_caused_by_itself() -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    struck = table.strikes(loan)
    said, void = struck.drafts
    assert said == (commands.StrikeEvents(versions=(loan,), reason=REASON), None, ("reason", "versions"))
    assert void == (events.EventsStruck(void=(loan,)), loan + 1, None)


def test_the_consequences_of_a_struck_event_go_with_it() -> None:
    table = evening()
    named = version_of(table, commands.NameWinners)
    table.strikes(named)
    assert table.hand.stage == "showdown"
    table.do("B win")
    assert table.stacks() == {"A": 93, "B": 109, "C": 98}


def test_a_struck_loan_changes_how_a_later_hand_is_paid() -> None:
    table = by_shadow("D +9")
    loan = version_of(table, commands.GiveLoan, "D")
    struck = table.strikes(loan)
    redrawn = struck.drafts[2:]
    assert redrawn
    assert {draft.caused_by for draft in redrawn} <= {
        record.version for record in table.records if record.caused_by is None
    }
    assert table.stacks() == {"A": 121, "B": 93, "C": 93, "D": 0}
    assert nets(table.night)["D"] == -7 * 25


def test_redrawn_consequences_stand_behind_the_event_they_follow_from() -> None:
    table = by_shadow("D +9")
    won = table.version
    last = len(table.records)
    table.strikes(version_of(table, commands.GiveLoan, "D"))
    (act,) = [act for act in acts(table.records) if act.primary.version == won]
    assert act.consequences
    assert all(record.version > last for record in act.consequences)
    order = [record.version for record in effective(table.records)]
    place = order.index(won)
    assert order[place + 1 : place + 1 + len(act.consequences)] == [record.version for record in act.consequences]
    primaries = [act.primary.version for act in acts(table.records)]
    assert primaries == sorted(primaries)


def test_the_first_event_that_conflicts_is_named() -> None:
    table = opened("AB", 10).do("A +50", commands.TransferChips(payer="A", payee="B", chips=60), "B -70")
    loan = version_of(table, commands.GiveLoan, "A")
    conflict = refused(table, (loan,), errors.StrikeConflicts, kind="chips_transferred")
    assert conflict.details["version"] == loan + 1
    assert "A cannot give 60 with a stack of 10." in str(conflict)
    assert conflict.say({"A": "Anna"}).count("Anna cannot give 60") == 1
    assert str(conflict).endswith(".")


def test_what_would_only_come_back_and_is_not_possible_is_not_advised_to_be_struck() -> None:
    table = opened("AB", 10).do("A +50", commands.TransferChips(payer="A", payee="B", chips=60))
    loan, given = version_of(table, commands.GiveLoan, "A"), table.version
    table.strikes(given)
    table.strikes(loan)
    back = next(record.version for record in table.records if isinstance(record.event, commands.StrikeEvents))
    conflict = refused(table, (back,), errors.ConflictsRemain, version=given, kind="chips_transferred")
    assert "A cannot give 60 with a stack of 10. To strike more does not help: leave everything as it is and" in str(
        conflict
    )


def test_a_strike_names_all_later_events_that_would_have_to_go_with_it() -> None:
    table = opened("ABCD", rules=house()).do("hand straight poker by D", "A b5; B c; C c; D f", "A win")
    bet = version_of(table, commands.Bet, "A")
    conflict = refused(table, (bet,), errors.StrikeConflicts, version=bet + 1, kind="bet_called")
    others = conflict.details["others"]
    assert [(other["version"], other["kind"], other["player"]) for other in others][:2] == [
        (bet + 2, "bet_called", "C"),
        (bet + 3, "hand_folded", "D"),
    ]
    assert (
        f"Nor would {bet + 2} (bet called, C), {bet + 3} (hand folded, D), {others[2]['version']} (winners named). "
        "Strike them all as well, or leave everything as it is and put the result right, "
    ) in str(conflict)
    table.strikes(bet, bet + 1, *(other["version"] for other in others))
    assert table.turn == "A"


def test_of_many_events_that_conflict_the_first_are_said_and_the_rest_counted() -> None:
    table = opened("ABCDEFG", rules=house()).do("hand straight poker by G")
    table.do("A b5; B c; C c; D c; E c; F c; G c", "A win")
    bet = version_of(table, commands.Bet, "A")
    conflict = refused(table, (bet,), errors.StrikeConflicts)
    assert len(conflict.details["others"]) == 6
    assert "(bet called, G) and 1 more. Strike them all" in str(conflict)
    assert "(bet called, Gerd) and 1 more" in conflict.say({"G": "Gerd"})


def test_what_a_survivor_did_never_changes() -> None:
    """Without the loan, C's call would be 2 chips and a shadow of 3: not what was recorded."""
    table = opened("ABC", {"A": 100, "B": 100, "C": 4}, rules=house()).do("C +9", "hand straight poker by C")
    table.do("A b5; B c; C c")
    loan = version_of(table, commands.GiveLoan, "C")
    conflict = refused(table, (loan,), errors.StrikeConflicts, kind="bet_called")
    assert "recorded otherwise" in str(conflict)


def test_a_struck_announcement_takes_its_antes_with_it_and_conflicts_with_the_play() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C")
    announced = table.version
    table.strikes(announced)
    assert table.night.hand is None
    assert table.stacks() == {"A": 100, "B": 100, "C": 100}
    assert table.night.hands_played == 0
    table.do("hand straight poker by C")
    announced = table.version
    table.do("A b1")
    conflict = refused(table, (announced,), errors.StrikeConflicts, version=table.version, kind="bet_made")
    assert "No hand is being played" in str(conflict)


def test_a_conflict_names_only_the_other_ways_that_the_night_would_take_now() -> None:
    """Chips are passed on between hands, a ruling is made in one too, and neither once the night is closed."""
    table = opened("ABC", rules=house()).do(commands.TransferChips(payer="A", payee="B", chips=90))
    given = table.version
    table.do(commands.TransferChips(payer="B", payee="C", chips=150))
    chips, ruling = ("anna gives bo 1", "anna -60"), 'ruling "why" move 1 from bo to anna agreed by anna, bo'
    conflict = refused(table, (given,), errors.StrikeConflicts, way="chips")
    assert "Strike it as well, or leave everything as it is and put the result right, with chips" in str(conflict)
    assert all(way in conflict.how_typed() for way in (*chips, ruling))
    table.do("hand straight poker by C")
    conflict = refused(table, (given,), errors.StrikeConflicts, way="ruling")
    assert "or leave everything as it is and put the result right with a ruling of the table." in str(conflict)
    assert ruling in conflict.how_typed()
    assert not any(way in conflict.how_typed() for way in chips)
    table.do("A f; B f").waives("close", errors.CountIsMissing)
    conflict = refused(table, (given,), errors.StrikeConflicts, way="players")
    assert str(conflict).endswith("or leave everything as it is and settle the difference between the players.")
    assert conflict.how_typed() == ""


def test_debts_that_a_night_holds_are_put_right_and_nobody_plays_there() -> None:
    """A night of debts only: people of elsewhere sit in it, each with what they owe as chips."""
    opening = commands.OpenNight(night="n", club="c", banker="A", unit=1, rules=house(), debts_only=True)
    table = Table().do(opening, "A sits", "B sits", "A +100")
    lent = table.version
    table.refuses("hand straight poker by A", errors.NobodyPlaysHere)
    table.do("A =0; B =100", "close")
    refused(table, (table.version,), errors.NobodyPlaysHere)
    assert nets(table.night) == {"A": -100, "B": 100}
    less = commands.Change(version=lent, act=commands.GiveLoan(player="A", chips=90))
    hand = commands.Change(version=lent, act=commands.AnnounceHand(game="Straight Poker"), after=True)
    for change in (hand, commands.Change(version=lent, act=commands.SeatPlayer(player="C"), after=True)):
        with pytest.raises(errors.NobodyPlaysHere):
            correct(table.records, commands.CorrectEvents(changes=(change,), reason="more fun"))
    assert gap_in_chips(correct(table.records, commands.CorrectEvents(changes=(less,), reason="less")).night) == -10


def test_a_whole_hand_may_be_struck() -> None:
    table = evening()
    versions = [record.version for record in table.records if record.caused_by is None and record.version > 7]
    table.strikes(*versions)
    assert table.stacks() == {"A": 100, "B": 100, "C": 100}
    assert table.night.hand is None


def test_a_second_strike_voids_what_the_first_one_redrew() -> None:
    table = by_shadow("D +9; D +1")
    nine, one = (record.version for record in table.records if record.event in LOANS)
    table.strikes(one)
    table.strikes(nine)
    assert snapshot(fold(table.records)) == snapshot(table.night)
    assert table.stacks()["D"] == 0
    assert adjudicate(table.records).agrees


LOANS = (commands.GiveLoan(player="D", chips=9, cents=225), commands.GiveLoan(player="D", chips=1, cents=25))


# What cannot be struck


def test_a_consequence_is_struck_with_what_caused_it() -> None:
    table = evening()
    named = version_of(table, commands.NameWinners)
    refused(table, (named + 1,), errors.NotAPrimaryEvent, version=named + 1, caused_by=named)


def test_the_opening_cannot_be_struck() -> None:
    refused(opened("AB"), (1,), errors.CannotBeStruck, version=1, kind="night_opened")


def test_what_does_not_exist_cannot_be_struck() -> None:
    table = opened("AB")
    refused(table, (99,), errors.UnknownEvent, version=99, last=len(table.records))


def test_a_strike_is_no_act_of_the_night_alone() -> None:
    opened("AB").refuses(commands.StrikeEvents(versions=(2,), reason=REASON), errors.NotAStrike)


# A strike taken back


def strike_of(table: Table) -> int:
    """The number of the last strike."""
    return max(record.version for record in table.records if isinstance(record.event, commands.StrikeEvents))


def test_a_strike_taken_back_leaves_the_night_as_it_was_before_the_strike() -> None:
    table = by_shadow("D +9")
    before, happened = snapshot(table.night), table.stacks()
    table.strikes(version_of(table, commands.GiveLoan, "D"))
    assert table.stacks() != happened
    table.strikes(strike_of(table))
    assert snapshot(table.night) == before
    table.do("A +1")


def test_the_strike_of_a_strike_is_taken_back_too() -> None:
    table = opened("AB").do("A +50")
    table.strikes(table.version)
    table.strikes(strike_of(table))
    assert table.stacks()["A"] == 150
    table.strikes(strike_of(table))
    assert table.stacks()["A"] == 100


def test_whoever_strikes_what_is_void_is_told_which_strike_to_take_back() -> None:
    table = opened("AB").do("A +50")
    loan = table.version
    table.strikes(loan)
    refusal = refused(table, (loan,), errors.AlreadyVoid, version=loan, since=strike_of(table))
    assert (
        str(refusal)
        == f"Event {loan} is void already, by event {loan + 1}; whoever strikes {loan + 1} takes that back."
    )


def test_what_was_done_since_a_strike_stands_in_the_way_of_taking_it_back() -> None:
    """A gave B what she had, so she cannot have given it before."""
    table = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=100))
    given = table.version
    table.strikes(given)
    table.do(commands.TransferChips(payer="A", payee="B", chips=40))
    conflict = refused(table, (strike_of(table),), errors.StrikeConflicts, version=table.version)
    assert conflict.details["kind"] == "chips_transferred"


def test_the_strike_of_a_close_taken_back_brings_back_the_close_with_the_gap_and_the_plan() -> None:
    table = opened("AB").do(
        "A =90; B =100", "close", commands.ResolveGap(by="losers"), commands.FreezePlan(kind="direct")
    )
    before = snapshot(table.night)
    table.strikes(version_of(table, commands.CloseNight))
    assert table.night.phase == "open"
    table.strikes(strike_of(table))
    assert snapshot(table.night) == before


def test_a_struck_correction_that_is_brought_back_is_in_force_again() -> None:
    table = opened("AB").do("A +50")
    change = commands.Change(version=table.version, act=commands.GiveLoan(player="A", chips=60))
    corrected = correct(table.records, commands.CorrectEvents(changes=(change,)))
    correction = len(table.records) + 1
    table.records += corrected.recorded(len(table.records))
    table.night = corrected.night
    table.strikes(correction)
    assert table.stacks()["A"] == 150
    table.strikes(strike_of(table))
    assert table.stacks()["A"] == 160


# What-if


def test_a_strike_in_the_middle_keeps_later_acts_in_their_order() -> None:
    table = opened("AB").do("A +1; A +2; A +3")
    table.strikes(table.version - 1)
    table.do("A +4")
    chips = [record.event.chips for record in effective(table.records) if isinstance(record.event, commands.GiveLoan)]
    assert chips == [100, 100, 1, 3, 4]
    assert isinstance(table.records[0], Recorded)
