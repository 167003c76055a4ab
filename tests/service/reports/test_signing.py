"""What a phone is asked to sign, and whose word at the table the bank may note."""

from engine import commands
from engine.club.acts import SignNight
from engine.commands import Change
from engine.folding import fold
from engine.money import Debt
from service.reports.night_report import report_view
from service.reports.phrases import money_text
from service.reports.signing import answered_decisions, asked_about, lines_of_decisions, signing_of, to_hear
from service.reports.views.visible_night import VisibleNight
from tests.engine.reports.test_chips_to_move import hand, won
from tests.engine.test_corrections import table
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.service.reports.test_expenses import PIZZA, TAXI, played


def test_whoever_has_answered_by_phone_speaks_by_phone_of_every_decision() -> None:
    records = small_night().records
    view = VisibleNight("night", HEAD, fold(records), records, NAMES, sees_cards=True)
    waiting = {(one.id, one.event) for one in to_hear(view, answered_decisions(view))}
    assert {player for player, event in waiting if not event} == {*NAMES}
    player = next(player for player, event in waiting if event)
    refusal = SignNight(
        night="night",
        player=player,
        key="k" * 64,
        version=view.version,
        head=HEAD,
        answer="refuses",
        reason="No.",
        signature="s" * 128,
    )
    told = VisibleNight("night", HEAD, fold(records), records, NAMES, sees_cards=True, answers=(refusal,))
    assert {(one.id, one.event) for one in to_hear(told, answered_decisions(told))} == {
        (one, event) for one, event in waiting if one != player
    }


def test_what_a_phone_is_asked_to_sign_adds_up_with_what_was_spent_beside_the_game() -> None:
    evening = played(PIZZA, TAXI)
    # What is paid by the plan changes nothing of what it came from.
    evening.do(commands.RecordPayment(transfer=1))
    records = evening.records
    # Nor does what a later night has taken over.
    carried_on = {"saturday": (Debt("eva", "bo", 1350),)}
    view = VisibleNight("friday", HEAD, fold(records), records, NAMES, sees_cards=True, carried_on=carried_on)
    report = report_view(view)
    told = {account.player: money_text(report, account) for account in report.accounts}
    assert "Carried into later nights +13.50 DKK." in told["eva"]
    asked = {player: signing_of(view, player) for player in ("eva", "bo", "carl")}
    assert {player: one and one.sums.partition(" · ")[2] for player, one in asked.items()} == {
        "eva": "−1.75 DKK · Expenses −170.01 DKK · you pay Carl 158.26 DKK · you pay Bo 13.50 DKK",
        "bo": "+3.50 DKK · Expenses +10.00 DKK · Eva pays you 13.50 DKK",
        "carl": "−1.75 DKK · Expenses +160.01 DKK · Eva pays you 158.26 DKK",
    }


def test_what_was_put_right_says_what_it_is_now_instead_of_what() -> None:
    written = table()
    winner = hand(written, "carl")
    corrected = written.corrects(Change(winner, won("bo")))
    names = {player: player.capitalize() for player in ("finn", "anna", "bo", "carl")}

    def seen() -> VisibleNight:
        return VisibleNight("night", HEAD, fold(written.records), written.records, names, sees_cards=True)

    view, now = seen(), written.placed(corrected)
    (line,) = lines_of_decisions(view, answered_decisions(view))
    changed = f"{winner}: The table names the winner: Carl. Now {now}: The table names the winner: Bo."
    assert changed in line
    (question,) = asked_about(view, answered_decisions(view), "carl")
    assert question.told.endswith(changed)
    # Taken back, it is the other way round.
    written.strikes(corrected)
    view = seen()
    (line,) = lines_of_decisions(view, answered_decisions(view))
    assert f"{now}: The table names the winner: Bo. Now {winner}: The table names the winner: Carl." in line
