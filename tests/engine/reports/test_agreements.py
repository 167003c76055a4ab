"""Decisions about money of others: who is asked about which, and what counts as their answer."""

import random

from msgspec.structs import replace

from engine import commands
from engine.club.acts import NightAnswer, NoteAnswer, SignNight
from engine.commands import Change, ChipMove
from engine.ledger.accounts import dues
from engine.reports.agreements import PUT_RIGHT, Decision, _brought, _moved, answers_to, decisions
from tests.engine.mistyped import Written
from tests.engine.reports.test_chips_to_move import cut_before_the_close, hand, won
from tests.engine.test_corrections import announced, change_something, puts, table


def ruled() -> commands.MakeRuling:
    return commands.MakeRuling(
        text="Carl got 30 of what was wrongly paid.",
        moves=(ChipMove("chips:anna", "chips:carl", 30),),
        agreed_by=("bo",),
    )


def asked(written: Written) -> dict[int, tuple[str, ...]]:
    return {one.version: one.players for one in decisions(written.records)}


def test_a_ruling_asks_those_whose_chips_it_moves() -> None:
    written = table()
    number = written.do(ruled())
    (one,) = decisions(written.records)
    assert (one.version, one.kind, one.players) == (number, "ruling", ("anna", "carl"))
    assert one.moved == {"anna": -30 * 25, "carl": 30 * 25}


def test_the_banker_is_asked_about_what_a_ruling_gives_out_of_the_box_and_not_again_when_the_bank_passes_on() -> None:
    """Nobody owes for it, so it is the banker's."""
    written = table()
    banker = written.records[0].event.banker
    gift = ChipMove("box", "chips:carl", 8)
    number = written.do(commands.MakeRuling(text="a gift", moves=(gift,), agreed_by=("carl",)))
    written.do(commands.PassBank(to="bo"))
    (one,) = decisions(written.records)
    assert (one.version, set(one.players)) == (number, {banker, "carl"})
    assert one.moved == {banker: -8 * 25, "carl": 8 * 25}


def test_a_correction_of_a_hand_that_is_over_asks_those_whose_result_it_changes() -> None:
    written = table()
    winner = hand(written, "carl")
    corrected = written.corrects(Change(winner, won("bo")))
    (one,) = decisions(written.records)
    assert (one.version, one.kind) == (corrected, "correction")
    assert one.moved == {"bo": 15 * 25, "carl": -15 * 25}
    # Taken back, it asks nobody; taking it back does.
    back = written.strikes(corrected)
    assert asked(written) == {back: ("bo", "carl")}


def test_what_is_put_right_while_its_hand_is_played_asks_nobody() -> None:
    written = table()
    announced(written)
    put = written.do(puts("anna", 5))
    written.corrects(Change(put, puts("anna", 3)))
    assert asked(written) == {}


def test_a_loan_that_was_mistyped_moves_nobodys_money() -> None:
    written = table()
    loan = written.do(commands.GiveLoan(player="anna", chips=50))
    written.strikes(loan)
    assert asked(written) == {}


def test_money_that_a_player_paid_in_and_that_is_struck_is_asked_about() -> None:
    written = table()
    paid = written.do(commands.BuyChips(player="anna", chips=20))
    struck = written.strikes(paid)
    (one,) = decisions(written.records)
    assert (one.version, one.moved) == (struck, {"anna": -500})


def test_the_way_a_gap_is_borne_asks_everybody_at_the_night() -> None:
    written = table()
    for player, chips in (("anna", 100), ("bo", 90), ("carl", 100)):
        written.do(commands.CountChips(player=player, chips=chips))
    written.do(commands.CloseNight())
    first = written.do(commands.ResolveGap(by="all"))
    assert asked(written) == {first: ("finn", "anna", "bo", "carl")}
    # Borne otherwise, it is asked anew, and once.
    corrected = written.corrects(Change(first, commands.ResolveGap(by="banker")))
    assert asked(written) == {written.placed(corrected): ("finn", "anna", "bo", "carl")}


def test_what_a_banker_answers_for_at_a_handover_is_asked_about_if_somebody_else_counted_it() -> None:
    written = table()
    written.do(commands.BuyChips(player="anna", chips=20))
    passed = written.do(commands.PassBank(to="bo", till=300))
    # Whoever hands the bank over has counted it themselves.
    assert decisions(written.records) == ()
    written.records[passed - 1] = replace(written.records[passed - 1], actor="player:bo")
    (one,) = decisions(written.records)
    assert (one.version, one.kind, one.players, one.moved, one.entered_by) == (
        passed,
        "gap",
        ("finn",),
        {"finn": -200},
        "bo",
    )


def test_a_resolution_asks_whoever_raised_the_dispute() -> None:
    written = table()
    written.do(commands.RaiseDispute(by="bo", words="I paid twice.", number=1))
    ended = written.do(commands.ResolveDispute(dispute=1, words="Paid back.", agreed_by=("bo", "anna")))
    (one,) = decisions(written.records)
    assert (one.version, one.kind, one.players, one.noted) == (ended, "resolution", ("bo",), ("bo", "anna"))


def test_nobody_is_asked_about_what_they_entered_themselves() -> None:
    written = table()
    number = written.do(ruled())
    at = number - 1
    written.records[at] = replace(written.records[at], actor="player:anna")
    (one,) = decisions(written.records)
    assert [(said.player, said.answer, said.by) for said in answers_to(one, ())] == [
        ("anna", "agrees", "entry"),
        ("carl", None, None),
    ]


DECISION = Decision(version=20, kind="ruling", players=("anna", "bo"), moved={}, entered_by="finn", noted=("bo",))


def phone(player: str, answer: NightAnswer, *, version: int = 40, event: int = 0) -> SignNight:
    return SignNight(
        night="n",
        player=player,
        key="0" * 32,
        version=version,
        head="0" * 64,
        answer=answer,
        reason="No." if answer == "refuses" else "",
        event=event,
        signature="0" * 128,
    )


def answers(*given: SignNight | NoteAnswer) -> list[tuple[str | None, str | None]]:
    return [(one.answer, one.by) for one in answers_to(DECISION, given)]


def test_whom_the_decision_names_has_agreed_at_the_table_until_their_phone_says_otherwise() -> None:
    assert answers() == [(None, None), ("agrees", "table")]
    assert answers(phone("bo", "refuses", event=20)) == [(None, None), ("refuses", "phone")]


def test_whoever_signs_the_settlement_agrees_to_every_decision_before_it() -> None:
    assert answers(phone("anna", "agrees")) == [("agrees", "phone"), ("agrees", "table")]
    # Not to what came later, and a refusal of the whole refuses none of its parts.
    assert answers(phone("anna", "agrees", version=19)) == [(None, None), ("agrees", "table")]
    assert answers(phone("anna", "refuses")) == [(None, None), ("agrees", "table")]


def test_the_last_word_about_an_event_counts_and_another_event_is_another() -> None:
    first, then = phone("anna", "refuses", event=20), phone("anna", "agrees", version=41, event=20)
    assert answers(first, then)[0] == ("agrees", "phone")
    assert answers(then, first)[0] == ("refuses", "phone")
    assert answers(phone("anna", "agrees", event=19))[0] == (None, None)
    heard = NoteAnswer(night="n", player="anna", version=40, head="0" * 64, answer="agrees", event=20)
    assert answers(heard)[0] == ("agrees", "table")


def test_what_a_correction_moves_is_the_difference_of_what_everybody_has_coming() -> None:
    compared = 0
    for seed in range(6):
        chance = random.Random(seed)
        written = cut_before_the_close(seed, chance)
        for _ in range(12):
            before, first = written.night.copy(), written.last
            change_something(written, chance)
            fresh = written.records[first:]
            if not fresh or not isinstance(fresh[0].event, PUT_RIGHT):
                continue
            was, now = dues(before), dues(written.night)
            moved = _moved(_brought(written.records, fresh[0]), written.night.unit)
            # What was taken out of the box, or paid into the till or a fund, is the banker's or everybody's.
            ours = {player for player in was if player != written.night.banker}
            passed_on = len({*before.bankers, *written.night.bankers}) > 1
            if not passed_on and "kitty" not in {*before.balance, *written.night.balance}:
                assert {one: moved.get(one, 0) for one in ours} == {one: now[one] - was[one] for one in ours}
                compared += 1
    assert compared > 5, "nothing of this has been put to the test"
