"""The box and the accounts: loans, buy-ins, cash-outs, transfers, counts, early payments."""

import pytest

from engine import commands, errors
from engine.decider import accept
from engine.ledger.accounts import dues, nets
from engine.ledger.invariants import broken
from tests.engine.table import Table, house, opened, waived

# 100 small chips and 4 peders, 300 in all.
BOX = (
    commands.Denomination(name="small", worth=1, pieces=100),
    commands.Denomination(name="Peder", worth=50, pieces=4),
)


def ledger(table: Table, *accounts: str) -> list[int]:
    return [table.holds(account) for account in accounts]


# Out of the box


def test_everyone_who_sits_down_borrows_the_same() -> None:
    """The source: 50 small chips and 2 peders, 150."""
    table = opened("ABC", 0, rules=house(initial_loan=150))
    assert table.stacks() == {"A": 150, "B": 150, "C": 150}
    assert ledger(table, "box", "loan:A", "credit") == [-450, -3750, 3 * 3750]
    assert table.happened[1] == commands.GiveLoan(player="C", chips=150, cents=3750, initial=True)


def test_the_initial_loan_is_given_once_a_night() -> None:
    table = opened("AB", 0, rules=house(initial_loan=150)).do("A leaves", "A sits")
    assert ledger(table, "chips:A", "loan:A") == [0, 0]


def test_a_latecomer_borrows_what_the_box_still_holds() -> None:
    table = opened("ABC", 0, rules=house(initial_loan=140), inventory=BOX)
    assert table.stacks() == {"A": 140, "B": 140, "C": 20}
    table.do("D sits", "A -30")
    assert table.stacks() == {"A": 110, "B": 140, "C": 20, "D": 0}


def test_nobody_but_the_rules_gives_the_initial_loan() -> None:
    table = opened("A").do(commands.GiveLoan(player="A", chips=5, initial=True))
    assert table.happened == (commands.GiveLoan(player="A", chips=5, cents=125),)


def test_chips_on_credit_are_owed_and_chips_for_money_are_paid() -> None:
    table = opened("A", 0).do("A +40; A +20 cash")
    assert ledger(table, "chips:A", "loan:A", "cash:A", "till", "credit") == [60, -1000, -500, 500, 1000]
    assert nets(table.night)["A"] == 0
    assert dues(table.night) == {"A": 500, "Z": -500}


def test_chips_have_one_price() -> None:
    table = opened("A")
    table.refuses(commands.GiveLoan(player="A", chips=4, cents=101), errors.PriceIsAnother, cents=100, said=101)
    table.refuses(commands.BuyChips(player="A", chips=4, cents=99), errors.PriceIsAnother, cents=100)
    table.refuses(commands.CashOut(player="A", chips=4, cents=99), errors.PriceIsAnother, cents=100)
    table.do(commands.BuyChips(player="A", chips=4, cents=100))


def test_a_declared_box_issues_no_more_than_it_holds() -> None:
    table = opened("AB", {"A": 250}, inventory=BOX)
    table.refuses("B +51", errors.BoxIsShort, chips=51, left=50)
    table.refuses("B +51 cash", errors.BoxIsShort, chips=51, left=50)
    table.do("B +50").refuses("A +1", errors.BoxIsShort, left=0)


def test_chips_worth_more_than_the_book_writes_are_refused_when_they_are_issued_or_counted() -> None:
    """At the close every stack and every net is written in money; a chip of 10,000,000 DKK is dear enough to try."""
    table = opened("AB", 0, unit=10**9, banker="Z")
    refusal = table.refuses("A +1000000", errors.TooMuchForTheBook, cents=10**15, left=250_000 * 10**9)
    assert str(refusal) == (
        "That would be worth 10,000,000,000,000.00 DKK, and the book of this night can hold 2,500,000,000,000.00 DKK more."
    )
    table.do("A +250000").refuses("B +1", errors.TooMuchForTheBook, left=0)
    table.refuses("A =500001", errors.TooMuchForTheBook, left=5 * 10**14)
    table.do("A =500000").refuses("B =1", errors.TooMuchForTheBook, left=0)
    box = (commands.Denomination(name="small", worth=1, pieces=10**6),)
    said = commands.OpenNight(night="n", club="c", banker="Z", unit=10**9, inventory=box)
    Table().refuses(said, errors.TooMuchForTheBook, left=5 * 10**14)


def test_who_is_not_there_gets_no_chips() -> None:
    table = opened("AB")
    table.refuses("Q +5", errors.PlayerIsNotSeated, player="Q", seated=["A", "B"])
    table.do("A leaves").refuses("A +5", errors.PlayerHasGoneHome, player="A")


def test_where_players_go_all_in_chips_are_bought_between_hands() -> None:
    table = opened("ABC").do("hand texas hold'em by C")
    assert table.refuses("A +50", errors.TableStakes, player="A").waivable
    table.refuses("A +50 cash", errors.TableStakes)
    table.do("C f", "C +50")
    table.waives("A +50", errors.TableStakes)


# Back into the box


def test_chips_handed_back_are_written_to_the_account_or_paid() -> None:
    table = opened("A").do("A -30; A -20 cash")
    assert ledger(table, "chips:A", "loan:A", "till", "cash:A") == [50, -1750, -500, 500]
    assert nets(table.night)["A"] == 0


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("A -101", errors.HasFewerChips),
        ("A -0", errors.AmountIsMissing),
        (commands.CashOut(player="A", chips=-5), errors.AmountIsMissing),
        (commands.TransferChips(payer="A", payee="B", chips=101), errors.HasFewerChips),
        (commands.TransferChips(payer="A", payee="A", chips=1), errors.PayerIsPayee),
        (commands.TransferChips(payer="A", payee="Q", chips=1), errors.PlayerIsNotSeated),
    ],
)
def test_nobody_gives_what_he_does_not_have(said, reason) -> None:
    opened("AB").refuses(said, reason)


def test_chips_in_a_hand_stay_there_until_the_player_has_folded() -> None:
    table = opened("ABC").do("hand texas hold'em by C")
    table.refuses("A -10", errors.PlayerIsInTheHand, player="A")
    table.refuses(commands.TransferChips(payer="A", payee="C", chips=1), errors.PlayerIsInTheHand, player="A")
    table.do("C f", "C -10", commands.TransferChips(payer="C", payee="A", chips=1))


def test_chips_pass_from_one_player_to_another_without_the_bank() -> None:
    table = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=40))
    assert table.stacks() == {"A": 60, "B": 140}
    assert {player: cents // 25 for player, cents in nets(table.night).items()} == {"A": -40, "B": 40, "Z": 0}


def test_nobody_passes_chips_to_a_player_who_has_gone_home() -> None:
    table = opened("AB").do("B leaves")
    table.refuses(commands.TransferChips(payer="A", payee="B", chips=1), errors.PlayerHasGoneHome, player="B")


# Counts


def test_a_count_by_denomination_adds_up() -> None:
    pieces = (commands.Pieces("PEDER", 1), commands.Pieces("small", 17))
    table = opened("A", inventory=BOX).do(commands.CountChips(player="A", pieces=pieces))
    assert table.night.counts == {"A": 67}
    said = commands.CountChips(player="A", chips=66, pieces=pieces)
    table.refuses(said, errors.CountDoesNotAddUp, said=66, chips=67)


def test_only_chips_of_the_box_are_counted() -> None:
    said = commands.CountChips(player="A", pieces=(commands.Pieces("big", 1),))
    opened("A", inventory=BOX).refuses(said, errors.UnknownDenomination, name="big", known=["small", "peder"])
    opened("A").refuses(said, errors.UnknownDenomination, known=[])


def test_a_count_needs_a_number() -> None:
    opened("A").refuses(commands.CountChips(player="A"), errors.NothingCounted)


def test_counting_again_replaces_the_earlier_count() -> None:
    assert opened("A").do("A =90; A =95").night.counts == {"A": 95}


@pytest.mark.parametrize(("said", "counted"), [("A +5", 103), ("A +5 cash", 103), ("A -5", 93), ("B leaves; A -1", 97)])
def test_a_count_goes_on_with_the_chips_that_the_bank_moves(said, counted) -> None:
    table = opened("AB").do("A =98; B =100", said)
    assert table.night.counts["A"] == counted
    # What was missing at the count is missing still, and nothing else.
    assert counted - table.stacks()["A"] == -2


def test_whoever_hands_over_more_than_they_had_counted_has_not_counted() -> None:
    assert "A" not in opened("AB").do("A =40; B =100", "A -50").night.counts


def test_who_goes_home_and_comes_again_is_counted_anew() -> None:
    table = opened("AB").do("A =100; B =100", "A leaves")
    assert table.night.counts == {"B": 100}
    assert table.do("A sits", "A +10").night.counts == {"B": 100}


def test_what_was_missing_at_a_count_before_a_loan_is_found_at_the_close() -> None:
    table = opened("AB").do("A =98; B =100", "A +50", "close")
    assert table.night.closing.gaps == {"A": -2}


def test_a_pot_moves_the_chips_of_those_who_played() -> None:
    table = opened("ABC", rules=house()).do("D sits", "A =100; B =100; C =100; D =0", "D stands")
    table.do("hand straight poker by C", "A f; B f")
    assert table.night.counts == {"D": 0}


def test_a_player_named_like_an_account_keeps_his_count() -> None:
    table = opened("AB").do("pot sits; box sits", "pot =0; box =0", "A -10")
    assert table.night.counts == {"pot": 0, "box": 0}


def test_chips_are_counted_between_hands() -> None:
    table = opened("ABC").do("hand omaha by C")
    table.refuses("A =100", errors.HandIsBeingPlayed, number=1)


# Money before the settlement


def test_a_player_may_pay_what_he_owes_before_the_end() -> None:
    table = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=40))
    table.refuses(commands.PayIn(player="A", cents=1001), errors.OwesLess, owes=1000, cents=1001)
    table.do(commands.PayIn(player="A", cents=400))
    assert dues(table.night) == {"A": -600, "B": 1000, "Z": -400}
    table.refuses(commands.PayIn(player="B", cents=1), errors.OwesLess, owes=0)


def test_the_banker_pays_in_no_more_than_they_owe_either() -> None:
    """What the banker pays goes into a till that they keep themselves, so it is their own account that says what is left."""
    table = opened("AB", banker="A").do(commands.TransferChips(payer="A", payee="B", chips=40))
    table.do(commands.PayIn(player="A", cents=600))
    table.refuses(commands.PayIn(player="A", cents=401), errors.OwesLess, owes=400, cents=401)
    table.do(commands.PayIn(player="A", cents=400))
    table.refuses(commands.PayIn(player="A", cents=1), errors.OwesLess, owes=0, cents=1)
    assert nets(table.night) == {"A": -1000, "B": 1000}


def test_a_refusal_tells_money_in_the_currency_of_the_night() -> None:
    table = opened("AB", unit=2500, currency=commands.Currency(code="JPY", exponent=0))
    refusal = table.refuses(commands.PayIn(player="A", cents=2000), errors.OwesLess, owes=0, cents=2000)
    assert (
        refusal.say({"A": "Anna"})
        == "Anna owes 0 JPY and cannot pay in 2,000 JPY; they can pay in as much as they owe, or less."
    )
    said = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=40))
    for command, told in (
        (
            commands.PayIn(player="A", cents=2000),
            "A owes 10.00 DKK and cannot pay in 20.00 DKK; they can pay in as much as they owe, or less.",
        ),
        (commands.GiveLoan(player="A", chips=4, cents=101), "4 chips are worth 1.00 DKK, not 1.01 DKK."),
        (
            commands.PayOut(player="B", cents=1),
            "B is owed 0.00 DKK and cannot be paid 0.01 DKK; to be paid more, they hand back chips first.",
        ),
    ):
        with pytest.raises(errors.Refusal) as caught:
            accept(said.night, command)
        assert str(caught.value) == told


def test_a_player_may_be_paid_what_he_has_coming_once_his_chips_are_back() -> None:
    table = opened("AB").do(commands.TransferChips(payer="A", payee="B", chips=40))
    table.refuses(commands.PayOut(player="B", cents=1), errors.HasLessComing, coming=0)
    table.do("B -140").refuses(commands.PayOut(player="B", cents=1001), errors.HasLessComing, coming=1000)
    table.do(commands.PayOut(player="B", cents=1000))
    assert dues(table.night) == {"A": -1000, "B": 0, "Z": 1000}
    assert nets(table.night) == {"A": -1000, "B": 1000, "Z": 0}


# The banker


def test_the_banker_who_plays_borrows_from_his_own_bank() -> None:
    table = opened("AB", banker="A")
    assert ledger(table, "chips:A", "loan:A") == [100, -2500]


def from_the_box(players: str = "ABC", **said: object) -> Table:
    """A keeps the bank and plays straight from the box; the others have 50 each."""
    lent = {player: 50 for player in players if player != "A"}
    return opened(players, lent, rules=house(banker_stack="box"), banker="A", **said)


def test_a_banker_who_plays_from_the_box_has_no_stack_of_his_own() -> None:
    table = from_the_box()
    table.refuses("A +50", errors.BankerPlaysFromTheBox, player="A")
    table.refuses(commands.TransferChips(payer="B", payee="A", chips=5), errors.BankerPlaysFromTheBox)
    table.refuses(commands.TransferChips(payer="A", payee="B", chips=5), errors.BankerPlaysFromTheBox)
    assert opened("A", 0, rules=house(banker_stack="box", initial_loan=9), banker="A").stacks() == {"A": 0}


def test_a_banker_who_plays_from_the_box_is_never_short_without_an_inventory() -> None:
    table = from_the_box().do("hand straight poker by C", "A b50; B c; C f")
    assert ledger(table, "chips:A", "shadow:A", "owed:A") == [-52, 0, 0]
    table.do("B win")
    assert nets(table.night) == {"A": -52 * 25, "B": 54 * 25, "C": -2 * 25}


def test_a_banker_who_plays_from_a_declared_box_puts_in_no_more_than_it_holds() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=110),)
    table = from_the_box(inventory=few).do("hand straight poker by C")
    table.refuses("A b50", errors.BoxCannotCoverShadow, player="A", debt=42, left=0)
    table.do("A b5; B r5; C c").refuses("A r5", errors.BoxCannotCoverShadow)


def test_what_a_banker_who_plays_from_the_box_has_won_lies_there_already() -> None:
    table = from_the_box().do("hand straight poker by C", "A b5; B c; C f", "A win")
    table.refuses("A -5", errors.BankerPlaysFromTheBox, player="A")


def test_the_chips_a_banker_has_won_can_be_lent_again() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=110),)
    table = from_the_box(inventory=few).do("hand straight poker by C", "A b5; B c; C f", "A win")
    assert ledger(table, "chips:A", "box") == [9, 10]
    table.refuses("B +20", errors.BoxIsShort, left=19)
    table.do("B +19")
    assert broken(table.night) == []


def test_antes_of_a_banker_who_plays_from_the_box_need_chips_in_it() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=101),)
    table = from_the_box(inventory=few)
    table.refuses("hand straight poker by C", errors.AntesAreLacking, players=["A"])
    announced = waived(commands.AnnounceHand(game="straight poker", dealer="C"), errors.AntesAreLacking)
    table.refuses(announced, errors.BoxCannotCoverShadow, player="A", debt=1)


def test_the_box_is_counted_where_the_banker_plays_from_it() -> None:
    table = from_the_box()
    table.refuses("A =5", errors.BoxIsNotDeclared)
    table = from_the_box(inventory=BOX).do("A =200; B =50; C =50", "C +10")
    assert table.night.counts == {"A": 190, "B": 50, "C": 60}
    table.do("C leaves")
    assert table.night.counts == {"A": 250, "B": 50}


# When


def test_before_the_opening_there_is_nothing_and_after_the_close_chips_no_longer_move() -> None:
    Table().refuses("A +5", errors.NightIsNotOpen)
    Table().refuses(commands.PayIn(player="A", cents=5), errors.NightIsNotOpen)
    table = opened("AB").do("A =100; B =100", "close")
    moves = ("A +5", "A +5 cash", "A -5", "A =5", "close", "hand omaha", "C sits", "A stands", "A leaves", "A 5")
    for said in (*moves, commands.TransferChips(payer="A", payee="B", chips=5)):
        table.refuses(said, errors.NightIsClosed)


def test_nobody_counts_more_chips_than_the_box_was_opened_with() -> None:
    white = commands.Denomination(name="white", worth=1, pieces=400)
    table = opened("AB", inventory=(white,))
    table.refuses("A =401", errors.CountExceedsAllChips, chips=401, all_chips=400)
    table.do("A =400")
