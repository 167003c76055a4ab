"""Requests: a player asks or says, no chip moves, and the banker's answer is the act of the bank itself."""

import pytest

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.decider import decide, in_the_book
from engine.events import Recorded
from engine.night.requests.rule import NIGHT_MOST
from engine.play.script.offers import asked, offers, offers_beside
from tests.engine.again import correct
from tests.engine.table import Table, commands_replace, house, opened, waived

BOX = (commands.Denomination("small", 1, 1000),)


def asks(player: str = "A", chips: int = 150, **more: bool) -> commands.AskForChips:
    return commands.AskForChips(player=player, chips=chips, **more)


def approves(request: int = 1, chips: int | None = None) -> commands.ApproveRequest:
    return commands.ApproveRequest(request=request, chips=chips)


def says(player: str = "A", chips: int = 100) -> commands.SayCount:
    return commands.SayCount(player=player, chips=chips)


def settled(*, kind: str = "direct") -> Table:
    """A owes B 10 chips, at 25 cents each."""
    table = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=10))
    table.do("A =90; B =110; close", commands.FreezePlan(kind=kind))  # type: ignore[arg-type]
    return table


def states(table: Table) -> list[str]:
    return [request.state for request in table.night.requests.values()]


# Chips


def test_no_chip_moves_by_asking() -> None:
    table = opened("AB")
    before = dict(table.night.balance)
    table.do(asks(), asks("B", 40, paid=True), says("A", 90))
    assert table.night.balance == before
    assert states(table) == ["open"] * 3


@pytest.mark.parametrize(("paid", "kind"), [(False, commands.GiveLoan), (True, commands.BuyChips)])
def test_an_approved_request_is_the_loan_or_buy_in_that_the_banker_would_have_recorded(paid, kind) -> None:
    by_request = opened("AB").do(asks(paid=paid), approves())
    by_hand = opened("AB").do(kind(player="A", chips=150))
    assert by_request.night.balance == by_hand.night.balance
    assert by_request.happened == (commands_replace(by_hand.happened[0], request=1),)
    assert states(by_request) == ["approved"]


def test_the_banker_may_give_fewer_chips_than_were_asked_for_but_not_more() -> None:
    table = opened("AB").do(asks(chips=150))
    table.refuses(approves(chips=151), errors.MoreThanWasAsked, asked=150, chips=151)
    table.do(approves(chips=100))
    assert table.stacks()["A"] == 200
    assert states(table) == ["approved"]


def test_a_loan_of_exactly_what_was_asked_for_answers_the_request_and_another_one_does_not() -> None:
    table = opened("AB").do(asks(chips=50), "A +40")
    assert states(table) == ["open"]
    table.do("A +50 cash")
    assert states(table) == ["open"]
    table.do("A +50")
    assert states(table) == ["approved"]
    assert table.happened[0].request == 1  # type: ignore[union-attr]


def test_a_player_has_one_open_request_for_chips_and_may_ask_again_once_it_is_over() -> None:
    table = opened("AB").do(asks())
    table.refuses(asks(chips=20), errors.AsksAlready, number=1, player="A")
    table.do(
        commands.WithdrawRequest(request=1), asks(chips=20), commands.DeclineRequest(request=2, reason="late"), asks()
    )
    assert states(table) == ["withdrawn", "declined", "open"]


def test_a_request_that_is_over_is_neither_approved_nor_declined_nor_withdrawn() -> None:
    table = opened("AB").do(asks(), approves())
    for command in (approves(), commands.DeclineRequest(request=1), commands.WithdrawRequest(request=1)):
        table.refuses(command, errors.RequestIsOver, number=1, state="approved")
    table.refuses(approves(2), errors.UnknownRequest, number=2, made=1)


def test_only_its_player_withdraws_a_request() -> None:
    table = opened("AB").do(asks())
    table.refuses(commands.WithdrawRequest(request=1, player="B"), errors.RequestIsOfAnother, asked_by="A")


def test_the_rules_of_the_bank_hold_when_a_request_is_approved() -> None:
    table = opened("AB", inventory=(commands.Denomination("small", 1, 300),)).do(asks(chips=101))
    table.refuses(approves(), errors.BoxIsShort, chips=101, left=100)
    table.do(approves(chips=100))


def test_the_banker_waives_a_rule_at_the_approval_as_at_the_loan() -> None:
    table = opened("AB", {"A": 100, "B": 20}, rules=house("standard"))
    table.do("hand five card draw by B", asks())
    table.refuses(approves(), errors.TableStakes, player="A")
    table.do(waived(approves(), errors.TableStakes))
    (loan,) = table.happened
    assert isinstance(loan, commands.GiveLoan)
    assert [waiver.rule for waiver in loan.waived] == ["table_stakes"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (asks("C"), errors.PlayerIsNotSeated),
        (asks("B"), errors.PlayerHasGoneHome),
        (commands.AskForChips(player="A", chips=5, number=7), errors.RequestIsNumberedOtherwise),
        (says("A", 1001), errors.CountExceedsAllChips),
        (commands.SayCount(player="A"), errors.NothingCounted),
        (commands.ConfirmCount(player="A"), errors.NothingIsCounted),
        (commands.SayPayment(transfer=1), errors.NoPlanYet),
        (commands.ConfirmPayment(transfer=1), errors.NoPlanYet),
    ],
)
def test_what_nobody_can_ask_for_is_refused(command, reason) -> None:
    opened("AB", inventory=BOX).do("B leaves").refuses(command, reason)


def test_a_banker_who_plays_from_the_box_needs_no_chips() -> None:
    rules = commands.HouseRules(banker_stack="box")
    opened("AB", {"B": 100}, rules=rules, banker="A").refuses(asks("A"), errors.BankerPlaysFromTheBox)


def test_a_night_takes_no_more_requests_than_its_limit() -> None:
    night = opened("A").do(asks(), commands.DeclineRequest(request=1)).night
    night.requests[NIGHT_MOST] = night.requests[1]
    with pytest.raises(errors.NightHasTooManyRequests):
        decide(asks(), night)


# Counts


def test_a_count_that_the_player_said_becomes_the_count_and_is_confirmed_by_it() -> None:
    pieces = (commands.Pieces("small", 90),)
    table = opened("AB", inventory=BOX).do(commands.SayCount(player="A", pieces=pieces), approves())
    assert table.night.counts == {"A": 90}
    assert table.night.confirmed == {"A": 90}
    (count,) = table.of(commands.CountChips)
    assert (count.pieces, count.chips, count.request) == (pieces, 90, 1)


def test_another_count_by_the_banker_ends_what_the_player_said_without_their_word() -> None:
    table = opened("AB").do(says(chips=95), "A =90")
    assert states(table) == ["declined"]
    assert table.night.confirmed == {}


def test_a_confirmed_count_is_confirmed_until_it_is_made_again_or_a_hand_is_played() -> None:
    table = opened("AB").do("A =100", commands.ConfirmCount(player="A"))
    table.refuses(commands.ConfirmCount(player="A"), errors.CountIsConfirmed, chips=100)
    table.do("A =100")
    assert table.night.confirmed == {}
    table.refuses(commands.ConfirmCount(player="A", chips=90), errors.CountIsAnother, chips=100, said=90)
    table.do(commands.ConfirmCount(player="A", chips=100), "A +10")
    assert table.night.confirmed == {"A": 110}
    table.do("hand straight poker by B", "A f")
    assert table.night.confirmed == {}
    table.refuses(commands.ConfirmCount(player="A"), errors.NothingIsCounted)


def test_a_count_may_be_confirmed_after_the_close() -> None:
    table = opened("AB").do("A =100; B =98; close", commands.ConfirmCount(player="B"))
    assert table.night.confirmed == {"B": 98}


def test_requests_for_chips_and_counts_lapse_with_the_close() -> None:
    table = opened("AB").do(asks(), "A =100; B =100", says("B"), "close")
    assert table.night.open_requests == {}
    table.refuses(approves(1), errors.RequestIsOver, state="lapsed")


# Payments


def test_what_the_payer_says_waits_for_the_payee_or_the_banker() -> None:
    for answer in (commands.ConfirmPayment(transfer=1), approves()):
        table = settled().do(commands.SayPayment(transfer=1, cents=200))
        assert table.night.closing.paid == [0]
        table.do(answer)
        assert table.night.closing.paid == [200]
        assert states(table) == ["approved"]
        confirmed = isinstance(answer, commands.ConfirmPayment)
        assert table.night.closing.confirmed == [200 if confirmed else 0]


def test_the_payees_word_alone_is_a_payment() -> None:
    table = settled().do(commands.ConfirmPayment(transfer=1, player="B", cents=100))
    assert (table.night.closing.paid, table.night.closing.confirmed) == ([100], [100])
    table.do(commands.ConfirmPayment(transfer=1))
    assert (table.night.closing.paid, table.night.closing.confirmed) == ([250], [250])
    table.refuses(commands.ConfirmPayment(transfer=1), errors.PaymentIsConfirmed, payee="B")


def test_a_payment_that_the_banker_recorded_is_confirmed_without_being_paid_twice() -> None:
    table = settled().do(commands.RecordPayment(transfer=1, cents=100))
    table.refuses(commands.ConfirmPayment(transfer=1, cents=101), errors.ConfirmsTooMuch, waiting=100)
    table.do(commands.ConfirmPayment(transfer=1))
    assert (table.night.closing.paid, table.night.closing.confirmed) == ([100], [100])


def test_the_payer_says_and_the_payee_confirms_and_nobody_else() -> None:
    table = settled()
    table.refuses(commands.SayPayment(transfer=1, player="B"), errors.NotThePayer, payer="A")
    table.refuses(commands.ConfirmPayment(transfer=1, player="A"), errors.NotThePayee, payee="B")
    table.refuses(commands.RecordPayment(transfer=1, confirmed_by="A"), errors.NotThePayee, payee="B")
    table.refuses(commands.SayPayment(transfer=1, cents=251), errors.PaysTooMuch, left=250)
    table.do(commands.SayPayment(transfer=1))
    table.refuses(commands.SayPayment(transfer=1), errors.AsksAlready, number=1)


@pytest.mark.parametrize("answer", [commands.ApproveRequest(request=1), commands.ConfirmPayment(transfer=1)])
@pytest.mark.parametrize("rest", [commands.RecordPayment(transfer=1), commands.ConfirmPayment(transfer=1, cents=150)])
def test_of_more_than_is_left_what_is_left_is_noted_and_answers_the_payer(answer, rest) -> None:
    table = settled().do(commands.SayPayment(transfer=1), commands.RecordPayment(transfer=1, cents=100))
    table.do(commands.ConfirmPayment(transfer=1))
    table.refuses(answer, errors.ClaimIsMore, payer="A", cents=250, left=150)
    table.do(rest)
    assert (states(table), table.night.closing.paid) == (["approved"], [250])


def test_no_other_plan_is_made_while_somebody_says_that_they_paid() -> None:
    table = settled().do(commands.SayPayment(transfer=1))
    table.refuses(commands.FreezePlan(kind="bank"), errors.ClaimsStand, player="A", transfer=1)
    table.do(commands.DeclineRequest(request=1), commands.FreezePlan(kind="bank"))


# Offers


def test_open_requests_are_offered_beside_what_the_hand_waits_for_and_hold_nobody_up() -> None:
    table = opened("AB", rules=house("standard")).do("hand five card draw by B")
    turn, waiting = asked(table.night), offers(table.night)
    table.do(asks("B"))
    assert (asked(table.night), offers(table.night)) == (turn, waiting)
    # In a hand with all-in nobody buys chips, so the approval is offered when it is over.
    assert [type(offer.command) for offer in offers_beside(table.night)] == [
        commands.DeclineRequest,
        commands.WithdrawRequest,
    ]
    table.do(f"{table.turn} f")
    approval, *_ = offers_beside(table.night)
    assert approval.of(20) == approves(chips=20)


def test_a_payee_is_offered_to_confirm_and_a_banker_who_is_paid_is_not() -> None:
    table = settled().do(commands.RecordPayment(transfer=1, cents=100))
    assert [(offer.player, offer.command) for offer in offers_beside(table.night)] == [
        ("B", commands.ConfirmPayment(transfer=1))
    ]
    assert not offers_beside(settled(kind="bank").do(commands.RecordPayment(transfer=1)).night)


# In the book


def test_numbers_are_never_given_twice_not_even_after_a_strike() -> None:
    table = opened("AB").do(asks())
    table.strikes(table.version)
    table.do(asks())
    assert list(table.night.requests) == [2]


def test_a_request_stands_in_the_way_of_its_strike_while_it_is_granted() -> None:
    table = opened("AB").do(asks())
    request = table.version
    table.do(approves())
    loan = table.version
    with pytest.raises(errors.StrikeConflicts):
        table.strikes(request)
    table.strikes(loan)
    assert states(table) == ["open"]
    assert table.stacks()["A"] == 100


def test_a_corrected_request_leaves_the_loan_as_the_chips_that_were_handed_out() -> None:
    table = opened("AB").do(asks(chips=150))
    request = table.version
    table.do("A +150")
    change = commands.Change(version=request, act=commands.AskForChips(player="A", chips=100))
    command = commands.CorrectEvents(changes=(change,), reason="misheard")
    outcome = correct(table.records, command)
    table.records += outcome.recorded(len(table.records))
    assert outcome.night.balance["chips:A"] == 250
    # Whoever names it by its number means the same request.
    assert [(number, request.state) for number, request in outcome.night.requests.items()] == [(1, "open")]


def test_a_request_with_the_number_of_another_is_found_by_adjudication() -> None:
    table = opened("AB").do(asks())
    table.agrees()
    *before, last = table.records
    forged = commands_replace(last.event, number=5)  # type: ignore[arg-type]
    assert not adjudicate([*before, Recorded(last.version, forged)]).agrees
    with pytest.raises(errors.RequestIsNumberedOtherwise):
        in_the_book(before, forged)
