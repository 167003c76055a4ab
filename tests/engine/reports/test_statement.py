"""A player's account is the ledger's own, line by line, and adds up to the player's result at any moment of any night."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands, events
from engine.folding import POSTINGS
from engine.ledger.accounts import dues, nets
from engine.play.betting.shadow import loans_offered
from engine.reports.hand_history import NOTES
from engine.reports.statement import KINDS, Statement, statements
from tests.engine.reports.evening import Evening, counted_and_closed, opened, random_evening
from tests.soak import rounds

SEEDS = st.integers(0, 2**32)


def statement_of(evening: Evening, player: str) -> Statement:
    return next(statement for statement in statements(evening.records, evening.night) if statement.player == player)


def lost_400() -> Evening:
    """Bo loses a loan of 100 and three hundred bought chips, and wins one hand in between."""
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="all", initial_loan=100))
    for bet in (50, 40):
        straight_poker(evening, opener="carl", bet=bet, winner="carl")
    evening.do(commands.BuyChips(player="bo", chips=300))
    straight_poker(evening, opener="carl", bet=20, winner="bo")
    for _ in range(5):
        straight_poker(evening, opener="carl", bet=62, winner="carl")
    return evening


def straight_poker(evening: Evening, *, opener: str, bet: int, winner: str) -> None:
    """Everyone calls one bet that is over every limit."""
    waived = (commands.Waiver(rule="bet_over_limit", reason="last round"),)
    evening.do(*(commands.GiveLoan(player=one.player, chips=one.chips) for one in loans_offered(evening.night)))
    evening.do(commands.AnnounceHand(game="Straight Poker", dealer="bo", limit=None))
    needed = () if bet <= 5 or bet == 50 else waived
    evening.do(commands.Bet(player=opener, chips=bet, waived=needed))
    evening.do(*(commands.Call(player=player) for player in ("eva", "bo")))
    evening.do(commands.NameWinners(rankings=(((winner,),),)))


def test_who_lost_400_sees_every_hand_and_what_became_of_every_chip() -> None:
    evening = lost_400()
    counted_and_closed(evening)
    bo = statement_of(evening, "bo")
    told = [(line.kind, line.put_in, line.got, line.chips, line.stack) for line in bo.movements]
    assert told == [
        ("initial loan", 0, 0, 100, 100),
        ("hand", 52, 0, -52, 48),
        ("hand", 42, 0, -42, 6),
        ("buy-in", 0, 0, 300, 306),
        ("hand", 22, 66, 44, 350),
        ("hand", 64, 0, -64, 286),
        ("hand", 64, 0, -64, 222),
        ("hand", 64, 0, -64, 158),
        ("hand", 64, 0, -64, 94),
        ("hand", 64, 0, -64, 30),
        ("count", 0, 0, 0, 30),
        ("cash-out", 0, 0, -30, 0),
    ]
    assert (bo.issued, bo.returned, bo.hands, bo.hands_played, bo.hands_won) == (400, 30, -370, 8, 1)
    assert bo.result == -370 * 25
    assert bo.paid == 300 * 25
    assert bo.due == -(100 - 30) * 25


def test_a_loan_that_pays_a_shadow_names_its_hand_and_the_hand_counts_the_shadow_as_paid() -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="all", initial_loan=10))
    evening.do(
        commands.AnnounceHand(game="Straight Poker", dealer="eva"),
        commands.Bet(player="bo", chips=5),
        commands.Raise(player="carl", by=5),
    )
    evening.do(commands.Fold(player="eva"), commands.Call(player="bo"))
    during = statement_of(evening, "carl").movements[-1]
    assert (during.put_in, during.got, during.chips, during.owes) == (12, 0, -10, 2)
    evening.do(commands.NameWinners(rankings=((("bo",),),)))
    loan, hand = statement_of(evening, "carl").movements[-2:]
    assert (loan.kind, loan.hand, loan.chips, loan.cents) == ("shadow loan", 1, 2, -50)
    assert (hand.put_in, hand.got, hand.chips, hand.stack, hand.owes) == (12, 0, -12, 0, 0)


def test_money_paid_in_parts_changes_what_is_due_and_not_the_result() -> None:
    evening = opened("eva", "bo")
    evening.do(
        commands.GiveLoan(player="bo", chips=10),
        commands.TransferChips(payer="bo", payee="eva", chips=10),
        commands.PayIn(player="bo", cents=100),
    )
    counted_and_closed(evening)
    evening.do(commands.FreezePlan(), commands.RecordPayment(transfer=1, cents=40))
    bo, eva = statement_of(evening, "bo"), statement_of(evening, "eva")
    assert (bo.result, bo.paid, bo.due) == (-250, 140, -110)
    assert (eva.result, eva.paid, eva.till, eva.due) == (250, -40, 100, 110)
    assert [(line.kind, line.paid, line.other) for line in bo.movements if line.paid] == [
        ("paid in", 100, None),
        ("plan payment", 40, "eva"),
    ]


def test_chips_that_a_ruling_takes_out_of_the_box_are_the_bankers_loss() -> None:
    evening = opened("eva", "bo")
    move = commands.ChipMove(payer="box", payee="chips:bo", chips=4)
    evening.do(commands.MakeRuling(text="the door prize", moves=(move,), agreed_by=("eva", "bo")))
    assert (statement_of(evening, "bo").ruled, statement_of(evening, "bo").result) == (4, 100)
    assert (statement_of(evening, "eva").bank_ruled, statement_of(evening, "eva").result) == (-100, -100)


def test_a_banker_who_does_not_play_has_an_account_too() -> None:
    evening = opened("bo", "carl", banker="eva")
    evening.do(commands.BuyChips(player="bo", chips=10))
    counted_and_closed(evening, bo=-1)
    evening.do(commands.ResolveGap(by="banker"))
    assert [(line.kind, line.cents) for line in statement_of(evening, "eva").movements] == [("gap resolved", 25)]


def test_every_event_that_moves_chips_has_a_line_or_belongs_to_the_line_of_a_hand() -> None:
    within_the_pot = {events.ShadowPulled, events.MarkerReturned}
    # What leaves a pot for a fund is no player's; what a fund pays out is found by its account.
    of_funds = {events.PaidToKitty, events.KittyShared}
    # The line of a ruling has charged the banker of that time already.
    at_the_ruling = {events.RuledChipsCharged}
    read_apart = {commands.OpenNight, commands.GiveLoan, commands.PayExpense, commands.GiveTip, events.FeeCharged}
    with_a_line = set(KINDS) | (set(NOTES) & set(POSTINGS)) | within_the_pot | of_funds | at_the_ruling | read_apart
    assert set(POSTINGS) - with_a_line == set(), "needs a line of the account: engine/reports/statement.py"
    assert with_a_line - set(POSTINGS) == set(), "moves nothing"


@settings(max_examples=rounds(10, 60))
@given(SEEDS)
def test_every_account_is_the_ledgers_at_any_moment(seed) -> None:
    evening = random_evening(seed)
    night = evening.night
    results, due = nets(night), dues(night)
    for transfer, cents in zip(
        night.closing.plan.transfers or () if night.closing.plan else (), night.closing.paid, strict=True
    ):
        due[transfer.payer] += cents
        due[transfer.payee] -= cents
    told = statements(evening.records, evening.night)
    assert {statement.player for statement in told} == set(results)
    for statement in told:
        assert statement.stack == night.balance.get("chips:" + statement.player, 0)
        assert statement.result == results[statement.player]
        assert statement.due == due[statement.player]


@settings(max_examples=rounds(10, 60))
@given(SEEDS)
def test_opening_and_movements_add_up_to_the_result(seed) -> None:
    evening = random_evening(seed)
    for statement in statements(evening.records, evening.night):
        lines = statement.movements
        assert sum(line.chips for line in lines) == statement.stack
        assert sum(line.cents for line in lines) == statement.account
        assert statement.result == statement.stack * statement.unit + statement.account
        play = statement.hands + statement.ruled + statement.transferred + statement.gap
        assert statement.stack == statement.issued - statement.returned + play
        assert (
            statement.result
            == play * statement.unit + statement.gap_share + statement.bank_ruled + statement.on_account
        )
        assert sum(line.chips for line in lines if line.kind == "hand") == statement.hands
        for line in lines:
            assert line.kind != "hand" or line.chips == line.got - line.put_in + line.owes
