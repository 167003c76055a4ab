"""Old debts go into the next plan, on both databases; nothing is paid twice, and a plan taken back gives them back."""

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import commands
from engine.folding import effective
from engine.house.agreements import Currency
from engine.night.closing.rule import plan_by_itself
from service.app import people
from service.app.book import Book
from service.app.looking_back import verify
from service.app.looking_back.receipts import receipt_of, verify_receipt
from service.app.looking_back.report import as_html, as_text, for_chat, report
from service.app.night import putting_right, settling
from service.app.refusals import CurrencyUnclear, NobodyOwes, Refused
from service.app.running.keeping import rebuild
from service.app.seeing import find_current, nights, see
from service.app.take import IncomingCommand, take
from service.book.db import Database
from service.book.receipts.form import written
from service.book.recording import unit_of_work
from service.book.store.night_results import results_of
from service.errors import KeyReused
from service.reports.views.settling.settlement import Settlement, nets_now

NAMES = ("Anna", "Bo", "Carl")
DAY_ONE, LATER = "2026-07-03T22:00:00Z", "2026-07-15T08:00:00Z"


class Clock:
    def __init__(self) -> None:
        self.now = DAY_ONE

    def __call__(self) -> str:
        return self.now


class House:
    """A club in a book: nights without hands, in which one pays another some chips."""

    def __init__(self, book: Book, clock: Clock) -> None:
        self.book, self.clock = book, clock
        self.club = people.found_club(book, "Friday").id
        with book.handler() as handler:
            for name in NAMES:
                handler.clubs.admit(self.club, name, player=name.casefold())

    def say(self, night: str, *acts: commands.Command) -> None:
        take(self.book, night, [IncomingCommand(act) for act in acts])

    def play(self, night: str, *moved: tuple[str, str, int], **said: object) -> None:
        """A closed night, at 0.25 a chip, in which chips went from one to another."""
        players = sorted({player for payer, payee, _ in moved for player in (payer, payee)})
        stacks = dict.fromkeys(players, 100)
        for payer, payee, chips in moved:
            stacks[payer] -= chips
            stacks[payee] += chips
        rules = commands.HouseRules(cash=said.pop("cash", "exact"))  # type: ignore[arg-type]
        self.say(
            night,
            commands.OpenNight(night=night, club=self.club, banker="bo", name=night.title(), rules=rules, **said),
            *(commands.SeatPlayer(player=player) for player in players),
            *(commands.GiveLoan(player=player, chips=100) for player in players),
            *(commands.TransferChips(payer=payer, payee=payee, chips=chips) for payer, payee, chips in moved),
            *(commands.CountChips(player=player, chips=chips) for player, chips in stacks.items()),
            commands.CloseNight(),
        )

    def plan(self, night: str) -> Settlement:
        return settling.planned(self.book, see(self.book, night), "direct")

    def holds(self) -> None:
        """Everything in the book agrees, also after it was made again from the events."""
        assert verify.verify_book(self.book).holds
        before = listed(self.book)
        rebuild(self.book)
        assert listed(self.book) == before
        assert verify.verify_book(self.book).holds


def listed(book: Book) -> dict[str, tuple[str, int]]:
    return {row.night: (row.phase, row.unpaid_cents) for row in nights(book, limit=50).nights}


def told(plan: Settlement) -> list[tuple[str, str, int, int]]:
    return [(one.payer_name, one.payee_name, one.cents, one.open_cents) for one in plan.transfers]


@pytest.fixture
def house(sqlite_database, tmp_path) -> House:
    return carl_owes_bo(sqlite_database, tmp_path)


@pytest.fixture
def house_on_both(database, tmp_path) -> House:
    return carl_owes_bo(database, tmp_path)


def carl_owes_bo(database: Database, home: Path) -> House:
    """Carl owes Bo 17.25 and has paid 5.00; the next night, in which Carl is away, is closed."""
    clock = Clock()
    made = House(Book.on(database, home=home, now=clock, wary=False), clock)
    made.play("first", ("carl", "bo", 69))
    made.say("first", commands.FreezePlan(kind="direct"), commands.RecordPayment(transfer=1, cents=500))
    made.play("second", ("anna", "bo", 11))
    return made


WITH_OLD = commands.FreezePlan(kind="direct", with_old_debts=True)


def test_what_is_unpaid_of_an_earlier_night_goes_into_the_plan_although_its_payer_was_away(house) -> None:
    assert told(settling.planned(house.book, see(house.book, "second"), "direct", with_old_debts=True)) == [
        ("Carl", "Bo", 1225, 1225),
        ("Anna", "Bo", 275, 275),
    ]
    house.say("second", WITH_OLD)
    plan = house.plan("second")
    assert told(plan) == [("Carl", "Bo", 1225, 1225), ("Anna", "Bo", 275, 275)]
    assert [(debt.night, debt.payer_name, debt.payee_name, debt.cents) for debt in plan.old_debts] == [
        ("first", "Carl", "Bo", 1225)
    ]
    assert plan.proven_minimal
    assert "Old debts that went in: Carl → Bo 12.25 DKK (First of 3 Jul 2026)." in as_text(report(house.book, "second"))


def test_a_plan_that_is_shown_is_of_the_moment_at_which_it_was_asked_for(house, monkeypatch) -> None:
    """Whatever others record meanwhile with the handler that was put back."""
    taking_over = settling.taking_over

    def late(*asked):
        house.say("first", commands.RecordPayment(transfer=1, cents=225))
        return taking_over(*asked)

    monkeypatch.setattr(settling, "taking_over", late)
    shown = settling.planned(house.book, see(house.book, "second"), "direct", with_old_debts=True)
    assert ("Carl", "Bo", 1225, 1225) in told(shown)
    assert listed(house.book)["first"] == ("settling", 1000)


def test_the_log_of_the_club_calls_nights_by_name_and_day(house) -> None:
    house.say("second", WITH_OLD)
    acts = people.log(house.book).acts
    (carried,) = [act.sentence for act in acts if act.type == "debts_netted"]
    assert (
        carried
        == "Carried into the settlement of Second of 3 Jul 2026: Carl owes Bo 12.25 DKK from First of 3 Jul 2026."
    )
    recorded = [act.sentence for act in acts if act.type == "night_recorded"]
    assert recorded[0].startswith("First of 3 Jul 2026 is open after ")


def test_what_a_player_still_has_to_pay_or_get_is_what_the_transfers_leave_also_with_old_debts_and_rounding(
    house,
) -> None:
    house.play("third", ("anna", "carl", 9), cash="0.50")
    house.say("third", WITH_OLD, commands.RecordPayment(transfer=1, cents=100))
    for night in ("first", "third"):
        made = report(house.book, night)
        left = dict.fromkeys(("anna", "bo", "carl"), 0)
        for transfer in made.transfers.transfers:
            left[transfer.payee] += transfer.open
            left[transfer.payer] -= transfer.open
        assert {account.player: account.due for account in made.accounts} == {
            account.player: left[account.player] for account in made.accounts
        }
    assert made.transfers.old_debts
    assert made.transfers.rounded
    assert "From earlier nights" in as_text(made)


def test_a_receipt_of_a_plan_with_old_debts_and_rounding_holds_and_a_changed_debt_is_found(house) -> None:
    house.play("third", ("anna", "carl", 9), cash="0.50")
    house.say("third", WITH_OLD)
    receipt = receipt_of(house.book, "third", make_key=True)
    plan = receipt.plan
    assert plan.old_debts
    assert plan.rounded
    proof, _ = verify_receipt(written(receipt).encode())
    assert proof.holds
    assert any("of old debts, rounded by at most" in check.sentence for check in proof.checks)
    without = replace(receipt, plan=replace(plan, old_debts=()))
    broken, _ = verify_receipt(written(without).encode())
    assert {"plan", "signature"} == {check.name for check in broken.checks if not check.holds}


def test_a_debt_that_went_on_is_paid_only_where_it_went(house_on_both) -> None:
    house = house_on_both
    house.say("second", WITH_OLD)
    with pytest.raises(
        Refused, match="12.25 DKK that Carl owes Bo from First of 3 Jul 2026 went into the plan of Second"
    ):
        house.say("first", commands.RecordPayment(transfer=1, cents=100))
    first = house.plan("first")
    assert (told(first), first.phase, first.netted_into) == ([("Carl", "Bo", 1725, 0)], "settled", ("second",))
    assert listed(house.book) == {"second": ("settling", 1500), "first": ("settled", 0)}
    assert "what was unpaid went into Second of 3 Jul 2026" in as_text(report(house.book, "first"))
    house.say("second", commands.RecordPayment(transfer=1), commands.RecordPayment(transfer=2))
    assert listed(house.book) == {"second": ("settled", 0), "first": ("settled", 0)}
    house.holds()


def test_the_chat_reads_of_a_debt_that_went_on_what_is_still_to_be_paid_of_it(house) -> None:
    house.say("second", WITH_OLD)
    (line,) = (line for line in for_chat(see(house.book, "first")).splitlines() if "Carl → Bo" in line)
    assert line.endswith("(12.25 still open)")


def test_a_plan_that_is_taken_back_gives_the_old_debts_back(house) -> None:
    house.say("second", WITH_OLD)
    version = see(house.book, "second").version
    house.say("second", commands.StrikeEvents(versions=(version,), reason="too early"))
    assert listed(house.book) == {"second": ("closed", 0), "first": ("settling", 1225)}
    house.say("second", WITH_OLD)
    assert listed(house.book) == {"second": ("settling", 1500), "first": ("settled", 0)}
    house.holds()


def test_a_plan_is_corrected_into_one_with_old_debts_and_back(house) -> None:
    house.say("second", commands.FreezePlan(kind="direct"))
    for plan, left in ((WITH_OLD, 0), (commands.FreezePlan(kind="bank"), 1225)):
        records = effective(see(house.book, "second").records)
        version = next(one.version for one in records if isinstance(one.event, commands.FreezePlan))
        correction = commands.CorrectEvents(changes=(commands.Change(version=version, act=plan),))
        foreseen = putting_right.if_corrected(house.book, see(house.book, "second"), correction)
        house.say("second", correction)
        assert listed(house.book)["first"] == ("settling" if left else "settled", left)
        assert [act.version for act in foreseen.hands[0].acts] == [version]
    house.holds()


def test_a_plan_of_which_something_is_paid_or_went_on_is_not_taken_back(house) -> None:
    house.say("second", WITH_OLD)
    version = see(house.book, "second").version
    strike = commands.StrikeEvents(versions=(version,), reason="too late")
    settling.settle_club(house.book, house.club, "direct")
    sentence = "owes Bo from Second of 3 Jul 2026 went into the plan of Settlement of 3 Jul 2026: it is paid there"
    with pytest.raises(Refused, match=sentence):
        house.say("second", strike)
    assert listed(house.book)["first"] == ("settled", 0)


def test_what_a_debt_that_was_carried_on_forbids_is_told_before_it_is_recorded(house) -> None:
    house.say("second", WITH_OLD)
    settling.settle_club(house.book, house.club, "direct")
    view = see(house.book, "second")
    records = effective(view.records)
    given = next(one.version for one in records if isinstance(one.event, commands.TransferChips))
    strike = commands.StrikeEvents(versions=(view.version,), reason="too late")
    correction = commands.CorrectEvents(changes=(commands.Change(version=given),))
    told = []
    for command, preview in ((strike, putting_right.if_struck), (correction, putting_right.if_corrected)):
        for act in (partial(preview, house.book, view, command), partial(house.say, "second", command)):
            with pytest.raises(Refused) as refused:
                act()
            told.append(str(refused.value))
    assert told[0] == told[1]
    assert told[2] == told[3]
    assert "went into the plan of Settlement of 3 Jul 2026: it is paid there" in told[0]
    assert settling.ways_to_settle(house.book, view).plans == ()
    # Nobody means to record what a verification tells.
    assert verify.without(house.book, view, [given]).hands


def test_a_payment_and_a_plan_that_takes_the_debt_over_are_not_both_recorded(house) -> None:
    """The plan was decided before the payment was there: the club's own stream is asked last, and refuses."""
    with house.book.handler() as one, house.book.handler() as other:
        club_then = one.clubs.look(house.club).club.copy()
        other.handle("first", commands.RecordPayment(transfer=1, cents=200))
        one._club = lambda _: club_then  # type: ignore[method-assign]
        with pytest.raises(Exception, match="owes bo 10.25 DKK from first, so 12.25 DKK cannot be carried"):
            one.handle("second", WITH_OLD)
    assert listed(house.book) == {"second": ("closed", 0), "first": ("settling", 1025)}
    house.holds()


def test_the_page_of_a_night_that_only_takes_debts_over_names_those_who_did_not_play(house) -> None:
    made = settling.settle_club(house.book, house.club, "direct")
    page = as_html(house.book, made.night)
    assert "Carl" in page
    assert '#account-None"' not in page


def test_old_debts_in_another_currency_stay_and_are_named(house) -> None:
    house.play("euros", ("anna", "bo", 4), currency=Currency("EUR"))
    with pytest.raises(Refused, match="The club's unpaid debts are in DKK; a plan in EUR takes none of them over."):
        house.say("euros", WITH_OLD)
    house.say("euros", commands.FreezePlan(kind="direct"))
    house.say("second", WITH_OLD)
    assert [debt.cents for debt in house.plan("second").old_debts] == [1225]
    with pytest.raises(CurrencyUnclear, match="in DKK and EUR; one plan settles one currency"):
        settling.settle_club(house.book, house.club, "direct")
    assert told(settling.settle_club(house.book, house.club, "direct", currency="EUR")) == [("Anna", "Bo", 100, 100)]
    house.holds()


def test_debts_in_a_currency_that_nights_had_with_other_decimals_are_settled_by_two_plans(house) -> None:
    house.play("yen", ("anna", "bo", 4), currency=Currency("JPY", 0))
    house.play("sen", ("carl", "bo", 4), currency=Currency("JPY", 2))
    house.say("sen", commands.FreezePlan(kind="direct"))
    with pytest.raises(
        Refused, match="debts are in DKK, JPY with 2 decimals; a plan in JPY with 0 decimals takes none"
    ):
        house.say("yen", WITH_OLD)
    house.say("yen", commands.FreezePlan(kind="direct"))
    made = [settling.settle_club(house.book, house.club, "direct", currency="JPY") for _ in range(2)]
    assert [(one.currency.exponent, told(one)) for one in made] == [
        (0, [("Anna", "Bo", 100, 100)]),
        (2, [("Carl", "Bo", 100, 100)]),
    ]
    assert settling.owed_besides(house.book, house.club, made[0].currency) == ("JPY with 2 decimals",)
    house.holds()


def test_a_club_without_debts_has_nothing_to_take_over_or_to_settle(house) -> None:
    house.say("first", commands.RecordPayment(transfer=1))
    with pytest.raises(Refused, match="no unpaid debts in DKK from earlier nights"):
        house.say("second", WITH_OLD)
    with pytest.raises(NobodyOwes, match="Nothing is unpaid in the club Friday"):
        settling.settle_club(house.book, house.club, "direct")


def test_a_club_settles_without_a_night_and_the_same_key_settles_once(house) -> None:
    house.say("second", commands.FreezePlan(kind="direct"))
    house.play("third", ("bo", "anna", 11))
    house.say("third", commands.FreezePlan(kind="direct"))
    made = settling.settle_club(house.book, house.club, "direct", key="all")
    assert told(made) == [("Carl", "Bo", 1225, 1225)]
    assert settling.settle_club(house.book, house.club, "direct", key="all") == made
    with pytest.raises(KeyReused):
        settling.settle_club(house.book, house.club, "bank", key="all")
    with pytest.raises(KeyReused):
        settling.settle_club(house.book, house.club, "direct", currency="EUR", key="all")
    assert settling.settle_club(house.book, house.club, "direct", currency="dkk", key="all") == made
    house.say(made.night, commands.RecordPayment(transfer=1))
    assert set(listed(house.book).values()) == {("settled", 0)}
    house.holds()


def test_a_settlement_that_is_taken_back_leaves_the_club_as_it_was(house_on_both) -> None:
    house = house_on_both
    house.say("second", commands.FreezePlan(kind="direct"))
    owed = {name: settling.account(house.book, house.club, name.casefold()) for name in NAMES}
    before = listed(house.book)
    made = settling.settle_club(house.book, house.club, "direct")
    assert made.night in listed(house.book)
    seen = see(house.book, made.night)
    house.say(made.night, putting_right.undoing(seen))
    assert listed(house.book) == before
    assert {name: settling.account(house.book, house.club, name.casefold()) for name in NAMES} == owed
    assert find_current(house.book, "", or_newest=True).night_id == "second"
    assert see(house.book, made.night).phase == "void"
    assert plan_by_itself(see(house.book, made.night).night) is None
    assert told(settling.settle_club(house.book, house.club, "direct")) == told(made)
    house.holds()


def taking_back_the_last_strike(house: House, night: str) -> commands.StrikeEvents:
    records = see(house.book, night).records
    last = max(one.version for one in records if isinstance(one.event, commands.StrikeEvents))
    return commands.StrikeEvents(versions=(last,), reason="it stands")


def test_a_plan_comes_back_with_its_old_debts_only_while_they_are_owed(house_on_both) -> None:
    house = house_on_both
    house.say("second", commands.FreezePlan(kind="direct"))
    made = settling.settle_club(house.book, house.club, "direct")
    before = listed(house.book)
    house.say(made.night, putting_right.undoing(see(house.book, made.night)))
    house.say(made.night, taking_back_the_last_strike(house, made.night))
    assert listed(house.book) == before
    house.say(made.night, putting_right.undoing(see(house.book, made.night)))
    settling.settle_club(house.book, house.club, "direct")
    with pytest.raises(Refused, match="nothing any more"):
        house.say(made.night, taking_back_the_last_strike(house, made.night))
    house.holds()


def test_a_settlement_without_a_night_cannot_be_opened_to_play(house) -> None:
    """What would be lost there would count as old debts; its close came with the plan and stays."""
    house.say("second", commands.FreezePlan(kind="direct"))
    made = settling.settle_club(house.book, house.club, "direct")
    house.say(made.night, putting_right.undoing(see(house.book, made.night)))
    sit = commands.Change(version=1, act=commands.SeatPlayer(player="anna"), after=True)
    for said, why in (
        (commands.StrikeEvents(versions=(2,), reason="one more hand"), "it stays closed"),
        (commands.CorrectEvents(changes=(sit,), reason="she was there"), "nobody else sits down"),
        (commands.CorrectEvents(changes=(commands.Change(version=2),), reason="not yet"), "it stays closed"),
        (commands.SeatPlayer(player="anna"), "The night is closed"),
    ):
        with pytest.raises(Refused, match=why):
            house.say(made.night, said)
    assert see(house.book, made.night).phase == "void"
    house.holds()


def test_an_account_over_all_nights_adds_up_to_what_is_open(house) -> None:
    house.play("third", ("bo", "carl", 3), cash="0.50")
    house.say("second", WITH_OLD, commands.RecordPayment(transfer=1, cents=225))
    house.say("third", WITH_OLD)
    open_in_all = 0
    for name in NAMES:
        (own,) = settling.account(house.book, house.club, name.casefold()).accounts
        for row in own.nights:
            exact = row.result_cents + row.old_cents + row.rounded_cents + row.paid_cents - row.netted_cents
            assert row.open_cents == exact
            assert row.out_cents - row.in_cents == row.result_cents
        assert own.balance_cents == own.nights[-1].balance_cents == sum(row.open_cents for row in own.nights)
        assert own.balance_cents == own.result_cents + own.rounded_cents + own.paid_cents
        open_in_all += own.balance_cents
    assert open_in_all == 0
    (carl,) = settling.account(house.book, house.club, "carl").accounts
    assert [(row.night, row.open_cents, row.netted_into) for row in carl.nights] == [
        ("first", 0, ("second",)),
        ("second", 0, ("third",)),
        ("third", -900, ()),
    ]
    # 17.25 lost and 0.75 won; 5.00 and 2.25 paid: 9.25 are open, less 0.25 to whole coins.
    assert (carl.result_cents, carl.paid_cents, carl.rounded_cents) == (-1650, 725, 25)


def test_who_owes_for_so_many_days_is_reminded_of_what_is_due_to_whom_and_since_when(house) -> None:
    house.clock.now = LATER
    house.say("second", commands.FreezePlan(kind="direct"))
    found = settling.reminders(house.book, house.club, after_days=7)
    (carl,) = found.reminders
    assert (found.day, carl.name, [debt.days for debt in carl.debts]) == ("2026-07-15", "Carl", [12])
    assert carl.text == (
        "Hello Carl, this is still to be paid:\n"
        "- 12.25 DKK to Bo, from “First”, since 3 Jul 2026 (12 days)\n"
        "Thank you!\n"
    )
    assert settling.reminders(house.book, house.club, after_days=13).reminders == ()
    assert [one.name for one in settling.reminders(house.book, house.club, after_days=0).reminders] == ["Anna", "Carl"]


def test_a_debt_that_is_carried_on_is_as_old_as_on_the_day_it_arose(house) -> None:
    house.clock.now = LATER
    house.say("second", WITH_OLD)
    house.clock.now = "2026-07-20T08:00:00Z"
    made = settling.settle_club(house.book, house.club, "direct")
    house.say(made.night, commands.RecordPayment(transfer=1, cents=100))
    assert settling.ask_for_reminders(house.book, after_days=14), (
        "Only the settlement has something unpaid, and it is new."
    )
    found = settling.reminders(house.book, house.club, after_days=0)
    since = {(one.name, debt.since, debt.night) for one in found.reminders for debt in one.debts}
    assert since == {("Carl", "2026-07-03", made.night), ("Anna", "2026-07-15", made.night)}
    assert [one.name for one in settling.reminders(house.book, house.club, after_days=10).reminders] == ["Carl"]


def test_a_payment_that_is_taken_back_leaves_a_debt_as_old_as_it_was(house) -> None:
    house.say("first", commands.RecordPayment(transfer=1))
    house.clock.now = LATER
    house.say("first", commands.StrikeEvents(versions=(len(see(house.book, "first").records),), reason="never came"))
    (carl,) = settling.reminders(house.book, house.club, after_days=0).reminders
    assert [debt.since for debt in carl.debts] == ["2026-07-03"]


def test_reminders_are_asked_for_once_a_day_and_never_if_the_settings_say_so(house) -> None:
    assert settling.ask_for_reminders(house.book, after_days=7) == [], "Nothing is old enough."
    house.clock.now = LATER
    assert settling.ask_for_reminders(house.book, after_days=0) == []
    (asked,) = settling.ask_for_reminders(house.book, after_days=7)
    assert (asked.club, asked.key) == (house.club, "remind:2026-07-15")
    assert dict(asked.payload) == {"day": "2026-07-15", "after_days": 7}
    assert settling.ask_for_reminders(house.book, after_days=7) == []
    house.clock.now = "2026-07-16T00:00:00Z"
    assert [draft.key for draft in settling.ask_for_reminders(house.book, after_days=7)] == ["remind:2026-07-16"]


def test_a_member_who_is_forgotten_has_an_account_under_the_id(house) -> None:
    people.forget_player(house.book, house.club, "carl")
    told_of = settling.account(house.book, house.club, "carl")
    assert (told_of.name, told_of.accounts[0].balance_cents) == ("carl", -1225)


def test_what_one_person_owes_under_two_names_of_a_plan_goes_on_from_each_transfer(house) -> None:
    house.say("second", WITH_OLD)
    house.say("second", commands.RecordPayment(transfer=2, cents=75))
    people.merge(house.book, house.club, "carl", "anna")
    assert told(settling.settle_club(house.book, house.club, "direct")) == [("Anna", "Bo", 1425, 1425)]
    assert told(house.plan("second")) == [("Carl", "Bo", 1225, 0), ("Anna", "Bo", 275, 0)]
    (account,) = settling.account(house.book, house.club, "anna").accounts
    rows = [
        (one.result_cents, one.old_cents, one.paid_cents, one.netted_cents, one.open_cents) for one in account.nights
    ]
    assert rows == [(-1725, 0, 500, -1225, 0), (-275, -1225, 75, -1425, 0), (0, -1425, 0, 0, -1425)]
    assert account.balance_cents == -1425
    house.holds()


def test_two_are_not_taken_apart_while_a_plan_that_was_made_anew_has_the_debts_of_both_as_one(house) -> None:
    house.say("second", WITH_OLD)
    people.merge(house.book, house.club, "carl", "anna")
    house.say("second", replace(WITH_OLD, kind="bank"))
    assert told(house.plan("second")) == [("Anna", "Bo", 1500, 1500)]
    with pytest.raises(Refused, match="were one person; take that plan back first"):
        people.merge(house.book, house.club, "carl", None)
    house.holds()
    house.say("second", commands.RecordPayment(transfer=1))
    assert listed(house.book) == {"second": ("settled", 0), "first": ("settled", 0)}


def test_a_plan_by_which_one_person_would_owe_themselves_does_not_come_back(house) -> None:
    house.play("third", ("bo", "anna", 30))
    house.say("third", WITH_OLD)
    assert ("Carl", "Anna", 750, 750) in told(house.plan("third"))
    house.say("third", commands.StrikeEvents(versions=(see(house.book, "third").version,), reason="later"))
    house.say("second", commands.FreezePlan(kind="direct"))
    people.merge(house.book, house.club, "carl", "anna")
    with pytest.raises(Refused, match="so they cannot be one person"):
        house.say("third", taking_back_the_last_strike(house, "third"))
    people.merge(house.book, house.club, "carl", None)
    house.say("third", taking_back_the_last_strike(house, "third"))
    assert ("Carl", "Anna", 750, 750) in told(house.plan("third"))
    house.holds()


def test_what_is_left_to_settle_is_what_is_open_of_the_plan(house) -> None:
    assert left(house, "first") == {"bo": 1225, "carl": -1225}
    house.say("first", commands.RecordPayment(transfer=1, cents=225))
    assert left(house, "first") == {"bo": 1000, "carl": -1000}
    house.say("second", WITH_OLD)
    assert left(house, "first") == {"bo": 0, "carl": 0}
    assert left(house, "second") == {"anna": -275, "bo": 1275, "carl": -1000}


def left(house: House, night: str) -> dict[str, int]:
    return {one.id: one.due_cents for one in nets_now(see(house.book, night)).nets}


def test_the_results_of_a_night_are_worked_out_again_only_by_what_may_change_them(house, monkeypatch) -> None:
    worked_out: list[int] = []
    monkeypatch.setattr(
        unit_of_work, "results_of", lambda records, night: worked_out.append(1) or results_of(records, night)
    )
    house.say("second", commands.FreezePlan(kind="direct"))
    house.say("first", commands.RecordPayment(transfer=1, cents=100))
    house.say("first", commands.RaiseDispute(by="carl", words="I paid before"))
    assert not worked_out
    house.say("first", commands.RecordPayment(transfer=1))
    assert worked_out == [1]
    house.say("first", commands.StrikeEvents(versions=(len(see(house.book, "first").records),), reason="never came"))
    assert worked_out == [1, 1]
    house.holds()


def test_a_plan_with_old_debts_may_take_the_place_of_one_that_came_by_itself(house) -> None:
    house.say("second", commands.FreezePlan(kind="direct"))
    house.say("second", WITH_OLD)
    assert told(house.plan("second")) == [("Carl", "Bo", 1225, 1225), ("Anna", "Bo", 275, 275)]
    assert listed(house.book)["first"] == ("settled", 0)
    house.say("second", commands.FreezePlan(kind="bank"))
    assert listed(house.book)["first"] == ("settling", 1225)
    house.holds()
