"""Corrections: another act in the place of one or between two, and what followed from it resolved anew."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from engine import commands, errors, events
from engine.adjudicate import adjudicate
from engine.commands import Change
from engine.decider import REQUESTS
from engine.events import Event
from engine.folding import effective, fold
from engine.ledger.accounts import nets
from tests.engine.again import correct, strike
from tests.engine.folding_alone import digest, folded_alone
from tests.engine.mistyped import Written, evening, slips, until_refused
from tests.engine.simulate.evening import PEOPLE
from tests.engine.table import house, snapshot
from tests.soak import rounds

NIGHTS = rounds(24)


def table(**chips: int) -> Written:
    """A night with anna, bo and carl at the table; finn keeps the bank and does not play."""
    written = Written([commands.OpenNight(night="n", club="c", banker="finn", rules=house())])
    for player in PEOPLE[:3]:
        written.do(commands.SeatPlayer(player=player))
        written.do(commands.GiveLoan(player=player, chips=chips.get(player, 100)))
    return written


def announced(written: Written, dealer: str = "carl") -> int:
    """Everybody antes 2."""
    return written.do(commands.AnnounceHand(game="straight poker", dealer=dealer))


def puts(player: str, chips: int) -> commands.PutIn:
    return commands.PutIn(player=player, chips=chips)


def calls(player: str) -> commands.Call:
    return commands.Call(player=player)


def bet_and_called() -> tuple[Written, int]:
    """Anna bets 5 instead of 4; bo says “call”, carl folds. The number of the bet."""
    written = table()
    announced(written)
    bet = written.do(puts("anna", 5))
    written.do(calls("bo"))
    written.do(commands.Fold(player="carl"))
    return written, bet


def refused(
    written: Written, reason: type[errors.Refusal], *changes: Change, stop_at: int | None = None
) -> errors.Refusal:
    before, records = snapshot(written.night), list(written.records)
    with pytest.raises(reason) as caught:
        written.corrects(*changes, stop_at=stop_at)
    assert type(caught.value) is reason
    assert (snapshot(written.night), written.records) == (before, records)
    return caught.value


def test_a_call_of_the_price_follows_the_corrected_bet() -> None:
    written, bet = bet_and_called()
    written.corrects(Change(bet, puts("anna", 4)))
    assert (written.night.stack("anna"), written.night.stack("bo")) == (94, 94)
    written.holds()


def test_chips_put_in_by_number_stay_what_was_said() -> None:
    written = table()
    announced(written)
    bet = written.do(puts("anna", 5))
    written.do(puts("bo", 5))
    written.corrects(Change(bet, puts("anna", 4)))
    raised = written.at_the_table()[-1]
    assert isinstance(raised, commands.Raise)
    assert (raised.chips, raised.by) == (5, 1)
    written.holds()


def test_an_all_in_puts_in_what_there_is_by_the_corrected_book() -> None:
    written = table(carl=6)
    loan = written.last
    announced(written, "bo")
    written.do(commands.GoAllIn(player="carl"))
    written.corrects(Change(loan, commands.GiveLoan(player="carl", chips=5)))
    (bet,) = (event for event in written.at_the_table() if isinstance(event, commands.Bet))
    assert bet.chips == 3
    written.holds()


def test_a_correction_stands_in_the_book_with_what_is_void_and_every_act_in_its_place() -> None:
    written, bet = bet_and_called()
    last = written.last
    correction = written.corrects(Change(bet, puts("anna", 4)))
    said, struck, *others = written.records[last:]
    assert said.event == commands.CorrectEvents(changes=(Change(bet),), reason="mistyped")
    assert isinstance(struck.event, events.EventsStruck)
    assert [one.at for one in struck.event.placed] == [bet, bet + 1]
    assert {record.caused_by for record in others if record.version in {p.version for p in struck.event.placed}} == {
        correction
    }


@pytest.mark.parametrize("book", ["of now", "of schema 1"])
def test_what_the_rules_filled_in_is_filled_in_anew_and_what_was_stated_stays(book) -> None:
    """Dora, who sat down before the hand, is dealt in; the seat that carl had asked for is his."""
    written = table()
    moved = written.do(commands.StandUp(player="carl"))
    written.do(commands.SitBack(player="carl", seat=7))
    announced(written)
    if book == "of schema 1":
        # It does not say what was stated.
        written.records = [msgspec.structs.replace(one, stated=None) for one in written.records]
    written.corrects(
        Change(moved, commands.SeatPlayer(player="dora"), after=True),
        Change(moved, commands.GiveLoan(player="dora", chips=100), after=True),
    )
    hand = written.night.hand
    assert set(hand.order) == {"anna", "bo", "carl", "dora"}
    assert written.night.people["carl"].seat == 7
    written.holds()


def test_an_act_in_the_place_of_another_happened_when_that_did() -> None:
    written, bet = bet_and_called()
    times = {record.version: f"2026-01-01T20:{record.version:02}:00Z" for record in written.records}
    written.records = [msgspec.structs.replace(one, occurred_at=times[one.version]) for one in written.records]
    placed = written.placed(written.corrects(Change(bet, puts("anna", 4))))
    (found,) = (record for record in effective(written.records) if record.version == placed)
    assert (found.occurred_at, found.caused_by) == (times[bet], None)


def test_a_forgotten_act_is_put_in_between() -> None:
    written = table()
    hand = announced(written)
    written.do(puts("anna", 4))
    bet = written.last
    written.do(calls("bo"))
    written.corrects(Change(hand, commands.GiveLoan(player="carl", chips=50), after=True))
    kinds = [type(event) for event in written.at_the_table()]
    assert kinds.index(commands.GiveLoan, kinds.index(commands.AnnounceHand)) < kinds.index(commands.Bet)
    assert written.night.stack("carl") == 148
    assert written.records[bet - 1].version == bet
    written.holds()


def test_of_several_acts_put_in_after_one_the_first_said_is_the_first_and_the_last_correction_stands_nearest() -> None:
    written = table()
    lent = [commands.GiveLoan(player="carl", chips=chips) for chips in (1, 2, 3)]
    written.corrects(Change(7, lent[1], after=True), Change(7, lent[2], after=True))
    written.corrects(Change(7, lent[0], after=True))
    chips = [event.chips for event in written.at_the_table() if isinstance(event, commands.GiveLoan)]
    assert chips == [100, 100, 100, 1, 2, 3]
    written.holds()


def test_acts_put_in_together_are_decided_in_the_order_in_which_they_stand() -> None:
    """Carl can give only what he was lent just before."""
    written = table(carl=1)
    written.corrects(
        Change(7, commands.GiveLoan(player="carl", chips=50), after=True),
        Change(7, commands.TransferChips(payer="carl", payee="anna", chips=51), after=True),
        Change(7, commands.TransferChips(payer="anna", payee="bo", chips=151), after=True),
    )
    assert [written.night.stack(player) for player in PEOPLE[:3]] == [0, 251, 0]
    written.holds()


def test_a_change_without_an_act_takes_it_out() -> None:
    written, bet = bet_and_called()
    written.corrects(Change(bet, commands.Check(player="anna")), Change(bet + 1), Change(bet + 2))
    hand = written.night.hand
    assert hand.round.waiting[0] == "bo"
    written.holds()


def test_what_can_no_longer_have_been_is_named_with_the_choices() -> None:
    written, bet = bet_and_called()
    refusal = refused(written, errors.CorrectionConflicts, Change(bet, commands.Check(player="anna")))
    assert refusal.details["version"] == bet + 1
    for way in (f'and {bet + 1} to "…"', f"and strike {bet + 1}", f"and stop at {bet + 1}"):
        assert way in refusal.how_typed()


def test_several_acts_are_corrected_in_one_go() -> None:
    written, bet = bet_and_called()
    written.corrects(Change(bet, commands.Check(player="anna")), Change(bet + 1, commands.Check(player="bo")))
    assert written.night.hand is not None
    assert written.night.pot_worth() == 6
    written.holds()


def test_a_correction_may_let_nothing_count_from_an_event_on() -> None:
    written, bet = bet_and_called()
    written.corrects(Change(bet, commands.Check(player="anna")), stop_at=bet + 1)
    hand = written.night.hand
    assert hand.round.waiting[0] == "bo"
    written.holds()


def test_an_act_that_was_not_possible_in_its_place_is_refused_by_its_own_rule() -> None:
    written, bet = bet_and_called()
    refused(written, errors.NothingToCall, Change(bet, calls("anna")))


def test_what_stands_for_good_and_what_is_void_are_not_corrected() -> None:
    written, bet = bet_and_called()
    act = puts("anna", 4)
    refused(written, errors.CannotBeCorrected, Change(1, act))
    refused(written, errors.UnknownEvent, Change(999, act))
    refused(written, errors.NotAPrimaryEvent, Change(announced_at(written) + 1, act))
    refused(written, errors.CorrectedTwice, Change(bet, act), Change(bet, act))
    refused(written, errors.NothingToPutIn, Change(bet, after=True))
    refused(written, errors.CannotStandThere, Change(bet, commands.StrikeEvents(versions=(2,), reason="x")))
    correction = written.corrects(Change(bet, act))
    refused(written, errors.CannotBeCorrected, Change(correction, act))
    refusal = refused(written, errors.WasCorrected, Change(bet, act))
    assert refusal.details["instead"] == written.placed(correction)
    with pytest.raises(errors.WasCorrected):
        written.strikes(bet)


def announced_at(written: Written) -> int:
    return next(one.version for one in written.records if isinstance(one.event, commands.AnnounceHand))


def test_a_correction_waives_nothing_by_itself() -> None:
    written, bet = bet_and_called()
    waiver = commands.Waiver("bet_over_limit", "agreed")
    command = commands.CorrectEvents(changes=(Change(bet, puts("anna", 4)),), waived=(waiver,))
    with pytest.raises(errors.NothingToWaive):
        correct(written.records, command)


def test_a_corrected_act_is_corrected_again_and_struck_like_any() -> None:
    written, bet = bet_and_called()
    first = written.placed(written.corrects(Change(bet, puts("anna", 4))))
    second = written.placed(written.corrects(Change(first, puts("anna", 3))))
    assert written.night.stack("bo") == 95
    written.holds()
    written.corrects(Change(second), stop_at=second)
    assert written.night.stack("anna") == 98
    written.holds()


def test_a_struck_correction_leaves_a_later_one_in_force() -> None:
    written, bet = bet_and_called()
    first = written.corrects(Change(bet, puts("anna", 4)))
    forgotten = commands.GiveLoan(player="carl", chips=50)
    written.corrects(Change(7, forgotten, after=True))
    written.strikes(first)
    assert forgotten.chips in [event.chips for event in written.at_the_table() if isinstance(event, commands.GiveLoan)]
    assert written.night.stack("bo") == 93
    written.holds()


def test_what_was_corrected_last_stands_although_the_first_correction_is_struck() -> None:
    written, bet = bet_and_called()
    first = written.corrects(Change(bet, puts("anna", 4)))
    written.corrects(Change(written.placed(first), puts("anna", 3)))
    written.strikes(first)
    assert written.night.stack("bo") == 95
    written.holds()


def closed_night() -> tuple[Written, int]:
    """Anna lost 10 to bo; the loan of event 7 should have been 150. Its number."""
    written = table()
    written.do(commands.TransferChips(payer="anna", payee="bo", chips=10))
    for player, chips in (("anna", 90), ("bo", 110), ("carl", 150)):
        written.do(commands.CountChips(player=player, chips=chips))
    return written, 7


def test_a_loan_is_corrected_in_a_closed_night_and_the_gap_is_found_anew() -> None:
    written, loan = closed_night()
    written.do(commands.CloseNight())
    assert written.night.closing.gaps
    written.corrects(Change(loan, commands.GiveLoan(player="carl", chips=150)))
    assert not written.night.closing.gaps
    written.holds()


def test_the_plan_is_made_anew_as_long_as_nothing_is_paid() -> None:
    written, loan = closed_night()
    written.corrects(Change(loan, commands.GiveLoan(player="carl", chips=150)))
    written.do(commands.CloseNight())
    written.do(commands.FreezePlan(kind="direct"))
    (moved,) = (one for one in written.records if isinstance(one.event, commands.TransferChips))
    written.corrects(
        Change(moved.version, commands.TransferChips(payer="anna", payee="bo", chips=20)),
        Change(moved.version + 1, commands.CountChips(player="anna", chips=80)),
        Change(moved.version + 2, commands.CountChips(player="bo", chips=120)),
    )
    plan = written.night.closing.plan
    assert [one.cents for one in plan.transfers or ()] == [500]
    written.holds()


def test_after_a_payment_what_would_change_the_plan_is_refused() -> None:
    written, loan = closed_night()
    written.corrects(Change(loan, commands.GiveLoan(player="carl", chips=150)))
    written.do(commands.CloseNight())
    written.do(commands.FreezePlan(kind="direct"))
    paid = written.do(commands.RecordPayment(transfer=1, cents=1))
    (moved,) = (one for one in written.records if isinstance(one.event, commands.TransferChips))
    changes = (
        Change(moved.version, commands.TransferChips(payer="anna", payee="bo", chips=20)),
        Change(moved.version + 1, commands.CountChips(player="anna", chips=80)),
        Change(moved.version + 2, commands.CountChips(player="bo", chips=120)),
    )
    refusal = refused(written, errors.PaidByAnotherPlan, *changes)
    assert refusal.details["version"] == paid
    written.strikes(paid)
    written.corrects(*changes)
    written.holds()


# At random

# What players ask for, say and dispute beside the table.
ASKED = (commands.RaiseDispute, *REQUESTS)


def mistyped(seed: int) -> tuple[Written, int, commands.Command, commands.Command, list[commands.Command]] | None:
    """A night in which one act is mistyped: its number, the slip, what was meant, and all that was meant; None if every
    slip there is refused.
    """
    chance = random.Random(seed)
    said = evening(seed)
    wrong = chance.randrange(2, len(said))
    if isinstance(said[wrong], ASKED):
        # What was approved was handed out, whatever is put right in the request.
        return None
    before = Written(said[:wrong])
    best: tuple[Written, int, commands.Command, int] | None = None
    for slip in slips(said[wrong], before.night, chance):
        written = Written(said[:wrong])
        try:
            number = written.do(slip)
        except errors.Refusal:
            continue
        taken = until_refused(written, said[wrong + 1 :])
        if best is None or taken > best[3]:
            best = (written, number, slip, taken)
        if taken >= 10:
            break
    if best is None:
        return None
    written, number, slip, taken = best
    return written, number, slip, said[wrong], said[: wrong + 1 + taken]


def mistyped_nights(nights: int) -> Iterator[tuple[Written, int, commands.Command, commands.Command, Written]]:
    for seed in range(nights):
        found = mistyped(seed)
        if found is not None:
            *rest, meant = found
            yield (*rest, Written(meant))  # type: ignore[misc]


def without_words(happened: list[Event]) -> list[Event]:
    """The events without what was said beside what it came to: chips put in out of turn lose the name they were said by."""
    return [
        msgspec.structs.replace(one, said=None) if isinstance(one, commands.Wager | commands.Check) else one
        for one in happened
    ]


ENDS = (commands.ResolveGap, commands.FreezePlan)


def with_the_end_said_again(written: Written, right: list[Event]) -> list[Event]:
    """What happened, once it is said again who bears the gap and who pays where other counts made that void."""
    there = {type(one) for one in written.at_the_table()}
    for one in right:
        if isinstance(one, ENDS) and type(one) not in there:
            written.do(one)
    return ends_last(written.at_the_table())


def ends_last(happened: list[Event]) -> list[Event]:
    """The same, without words, with who bears the gap and the plan behind the disputes of that time."""
    told = without_words(happened)
    return [one for one in told if not isinstance(one, ENDS)] + [one for one in told if isinstance(one, ENDS)]


def test_a_night_corrected_later_is_the_night_played_right_and_back_again_the_first() -> None:
    nights = 0
    for written, number, slip, meant, right in mistyped_nights(NIGHTS):
        first, happened = snapshot(written.night), written.at_the_table()
        correction = written.corrects(Change(number, meant))
        placed, kept = written.placed(correction), list(written.records)
        assert with_the_end_said_again(written, right.at_the_table()) == ends_last(right.at_the_table())
        assert nets(written.night) == nets(right.night)
        written.holds()
        written.corrects(Change(placed, slip))
        assert with_the_end_said_again(written, happened) == ends_last(happened)
        written.holds()
        assert nets(written.night) == nets(fold(kept[: correction - 1]))
        written.records = kept
        written.strikes(correction)
        assert written.at_the_table() == happened
        assert snapshot(written.night) == first
        nights += 1
    assert nights > NIGHTS / 3


def forgotten(seed: int) -> tuple[Written, int, commands.Command, Written] | None:
    """A night in which one act was forgotten: the number of the act before it, the act, and the night with it; None if
    nothing of what came next was possible without it.
    """
    said = evening(seed)
    left_out = random.Random(seed).randrange(2, len(said))
    if isinstance(said[left_out], ASKED):
        # What comes next names disputes and requests by their number, which would be another.
        return None
    written = Written(said[: left_out - 1])
    before = written.do(said[left_out - 1])
    taken = until_refused(written, said[left_out + 1 :])
    return (written, before, said[left_out], Written(said[: left_out + 1 + taken])) if taken else None


def put_in_later(written: Written, before: int, act: commands.Command) -> int | None:
    """The number of the correction; None if chips speak against it that lie there out of turn, because the act was missing."""
    try:
        return written.corrects(Change(before, act, after=True))
    except errors.CorrectionConflicts as conflict:
        if not getattr(written.records[conflict.details["version"] - 1].event, "ahead", False):
            raise
        return None


def test_an_act_put_in_later_is_the_act_played_in_its_turn() -> None:
    nights = 0
    for seed in range(NIGHTS):
        found = forgotten(seed)
        if found is None:
            continue
        written, before, act, right = found
        first = written.at_the_table()
        insertion = put_in_later(written, before, act)
        if insertion is None:
            continue
        kept = list(written.records)
        assert with_the_end_said_again(written, right.at_the_table()) == ends_last(right.at_the_table())
        assert snapshot(nets(written.night)) == snapshot(nets(right.night))
        written.holds()
        written.records = kept
        written.strikes(insertion)
        assert written.at_the_table() == first
        nights += 1
    assert nights > NIGHTS / 12


def change_something(written: Written, chance: random.Random) -> None:
    """Corrects, puts in or strikes one act in force, if that is possible."""
    primaries = [one for one in effective(written.records) if one.caused_by is None]
    one = chance.choice(primaries)
    act = one.event
    assert isinstance(act, commands.Command)
    new = next(slips(act, written.night, chance), None)
    before = snapshot(written.night)
    try:
        if new is None or chance.random() < 0.3:
            written.strikes(one.version)
        else:
            after = chance.random() < 0.3
            written.corrects(Change(one.version, new, after=after))
    except errors.Refusal:
        assert snapshot(written.night) == before
        return
    assert adjudicate(written.records).agrees


def test_a_corrected_night_folds_alike_where_no_rule_can_be_imported(tmp_path) -> None:
    nights = []
    for written, number, _, meant, _ in mistyped_nights(6):
        written.corrects(Change(number, meant))
        nights.append(written)
    alone = folded_alone([night.records for night in nights], tmp_path)
    assert alone == [digest(night.night) for night in nights]


def test_a_what_if_of_a_correction_leaves_everything_as_it_is() -> None:
    written, bet = bet_and_called()
    before, records = snapshot(written.night), list(written.records)
    correct(written.records, commands.CorrectEvents(changes=(Change(bet, puts("anna", 4)),)))
    strike(written.records, commands.StrikeEvents(versions=(bet + 2,), reason="x"))
    assert (snapshot(written.night), written.records) == (before, records)


# Words of people and payments (docs: RULINGS R-E17; a correction is the banker's, and their words are not)


def settled(**counts: int) -> tuple[Written, dict[str, int]]:
    """Anna gives bo 30 and carl gives bo 20, all is counted, closed and settled directly. The numbers of these acts."""
    written = table()
    numbers = {
        "anna gives": written.do(commands.TransferChips(payer="anna", payee="bo", chips=30)),
        "carl gives": written.do(commands.TransferChips(payer="carl", payee="bo", chips=20)),
    }
    for player, chips in {"anna": 70, "bo": 150, "carl": 80, **counts}.items():
        numbers[player] = written.do(commands.CountChips(player=player, chips=chips))
    numbers["close"] = written.do(commands.CloseNight())
    numbers["plan"] = written.do(commands.FreezePlan(kind="direct"))
    return written, numbers


def only_ten_from_anna(numbers: dict[str, int]) -> tuple[Change, ...]:
    """Anna gave bo 10 and not 30: then carl owes more than she does, and pays the first transfer."""
    return (
        Change(numbers["anna gives"], commands.TransferChips(payer="anna", payee="bo", chips=10)),
        Change(numbers["anna"], commands.CountChips(player="anna", chips=90)),
        Change(numbers["bo"], commands.CountChips(player="bo", chips=130)),
    )


def test_what_anna_says_she_paid_never_becomes_what_carl_says() -> None:
    written, numbers = settled()
    claim = written.do(commands.SayPayment(transfer=1, cents=750, player="anna"))
    refusal = refused(written, errors.CorrectionConflicts, *only_ten_from_anna(numbers))
    assert refusal.details["version"] == claim
    assert isinstance(refusal.details["because"], errors.NotThePayer)
    assert f"and strike {claim}" in refusal.how_typed()
    written.corrects(*only_ten_from_anna(numbers), Change(claim))
    assert not written.night.open_requests
    written.holds()


def test_a_confirmed_count_never_becomes_another_confirmed_count() -> None:
    written = table()
    counted = written.do(commands.CountChips(player="anna", chips=70))
    word = written.do(commands.ConfirmCount(player="anna"))
    recount = commands.CountChips(player="anna", chips=60)
    for change in (Change(counted, recount), Change(counted, recount, after=True)):
        refusal = refused(written, errors.CorrectionConflicts, change)
        assert (refusal.details["version"], type(refusal.details["because"])) == (word, errors.CountIsAnother)
    written.corrects(Change(counted, recount), Change(word))
    assert not written.night.confirmed


def test_a_confirmed_payment_never_becomes_another_confirmed_payment() -> None:
    written, _ = settled()
    paid = written.do(commands.RecordPayment(transfer=1, cents=750))
    word = written.do(commands.ConfirmPayment(transfer=1, player="bo"))
    refusal = refused(written, errors.CorrectionConflicts, Change(paid, commands.RecordPayment(transfer=1, cents=500)))
    assert (refusal.details["version"], type(refusal.details["because"])) == (word, errors.ConfirmsTooMuch)


def test_a_second_payment_stays_what_was_paid_when_the_first_is_corrected() -> None:
    written, _ = settled()
    first = written.do(commands.RecordPayment(transfer=1, cents=450))
    written.do(commands.RecordPayment(transfer=1, cents=300))
    written.corrects(Change(first, commands.RecordPayment(transfer=1, cents=400)))
    assert written.night.closing.paid == [700, 0]
    written.holds()


def test_a_payment_corrected_there_and_back_leaves_every_word_and_payment_as_it_was() -> None:
    """4.00 paid, 3.00 said and approved; 4 becomes 4.50 and 4 again."""
    written, _ = settled()
    first = written.do(commands.RecordPayment(transfer=1, cents=400))
    written.do(commands.SayPayment(transfer=1, cents=300, player="anna"))
    written.do(commands.ApproveRequest(request=1))
    before, happened = snapshot(written.night), written.at_the_table()
    there = written.corrects(Change(first, commands.RecordPayment(transfer=1, cents=450)))
    assert written.night.closing.paid == [750, 0]
    written.corrects(Change(written.placed(there), commands.RecordPayment(transfer=1, cents=400)))
    assert written.at_the_table() == happened
    assert snapshot(written.night) == before
    written.holds()


def test_a_payment_that_comes_back_never_changes_its_payer() -> None:
    """Struck in one correction, while another makes the plan anew: the first one cannot be taken back alone."""
    written, numbers = settled()
    paid = written.do(commands.RecordPayment(transfer=1, cents=400))
    first = written.corrects(Change(numbers["carl"], commands.CountChips(player="carl", chips=80)), Change(paid))
    numbers["carl"] = written.placed(first)
    written.corrects(*only_ten_from_anna(numbers))
    with pytest.raises(errors.StrikeConflicts) as caught:
        written.strikes(first)
    because = caught.value.details["because"]
    assert caught.value.details["version"] == paid
    assert isinstance(because, errors.TransferIsOfOthers)
    assert because.say({"anna": "Anna", "bo": "Bo", "carl": "Carl"}) == (
        "It speaks of transfer 1 from Anna to Bo, and that would be one from Carl to Bo."
    )
    # What else the night holds is struck as ever.
    written.strikes(numbers["close"])
    written.holds()


def test_a_close_is_kept_from_being_struck_by_a_payment_of_a_plan_with_a_higher_number() -> None:
    """The payment is struck, the plan made anew, and the strike taken back: the plan stands before the payment at the table."""
    written, numbers = settled()
    paid = written.do(commands.RecordPayment(transfer=1, cents=100))
    strike_of_payment = written.strikes(paid)
    written.corrects(
        Change(numbers["anna gives"], commands.TransferChips(payer="anna", payee="bo", chips=28)),
        Change(numbers["anna"], commands.CountChips(player="anna", chips=72)),
        Change(numbers["bo"], commands.CountChips(player="bo", chips=148)),
    )
    written.strikes(strike_of_payment)
    assert written.night.closing.paid == [100, 0]
    assert max(one.version for one in written.records if isinstance(one.event, commands.FreezePlan)) > paid
    with pytest.raises(errors.PaymentStands) as caught:
        written.strikes(numbers["close"])
    assert (caught.value.details["payer"], caught.value.details["version"]) == ("anna", paid)
    written.holds()


def test_an_act_forgotten_after_a_void_one_is_put_in_after_the_one_that_stands_before_it() -> None:
    written = table()
    lent = written.do(commands.GiveLoan(player="anna", chips=40))
    written.strikes(lent)
    forgotten = commands.GiveLoan(player="bo", chips=5)
    refusal = refused(written, errors.NothingStandsThere, Change(lent, forgotten, after=True))
    before = refusal.details["before"]
    assert before == lent - 1
    assert f"insert after {before} " in refusal.how_typed()
    written.corrects(Change(before, forgotten, after=True))
    assert written.night.stack("bo") == 105
