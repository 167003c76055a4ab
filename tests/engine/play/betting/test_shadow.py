"""Betting with a shadow: the worked example of RULINGS E4 to the chip, and R-E9 to R-E11."""

import pytest

from engine import commands, errors, events
from engine.ledger.accounts import nets
from tests.engine.table import Table, house, opened, waived

EXAMPLE = "A b5; B c; C s5"


def example(game: str = "straight poker") -> Table:
    """A, B, C ante 2 each; A bets 5, B calls; C has 2 chips left, pays 2 and shadows 3."""
    return opened("ABC", {"A": 100, "B": 100, "C": 4}, rules=house()).do(f"hand {game} by C", EXAMPLE)


def results(table: Table) -> dict[str, int]:
    """What each has won or lost, in chips."""
    return {player: cents // table.night.unit for player, cents in nets(table.night).items() if player != "Z"}


def test_the_marker_lies_in_front_of_the_player_and_the_pot_is_worth_what_all_have_paid() -> None:
    table = example()
    assert [table.holds(account) for account in ("pot", "shadow:C", "owed:C", "due")] == [15, 3, -3, 3]
    assert table.night.pot_worth() == 21 == 3 * 7
    assert table.stacks() == {"A": 93, "B": 93, "C": 0}


def test_who_wins_with_a_shadow_keeps_the_marker() -> None:
    table = example().do("C win")
    assert results(table) == {"A": -7, "B": -7, "C": 14}
    assert table.stacks()["C"] == 18
    assert table.of(events.DebtPaid) == []
    assert table.of(commands.GiveLoan) == []


def test_who_loses_with_a_shadow_gives_marker_and_as_many_chips_bought_from_the_bank() -> None:
    table = example().do("A win")
    assert results(table) == {"A": 14, "B": -7, "C": -7}
    assert table.happened == (
        commands.NameWinners(rankings=((("A",),),)),
        events.MarkerReturned(player="C", chips=3),
        commands.GiveLoan(player="C", chips=3, cents=75),
        events.DebtPaid(player="C", chips=3),
        events.PotAwarded(pot=0, share="all", shares=(events.Share(player="A", chips=21),), by="table"),
        events.HandEnded(number=1),
    )
    assert table.stacks() == {"A": 114, "B": 93, "C": 0}
    assert table.holds("loan:C") == -7 * 25


def test_a_tie_strikes_the_debt_out_of_the_share_and_nothing_is_bought() -> None:
    table = example().do("A, C win")
    (award,) = table.of(events.PotAwarded)
    assert award.shares == (events.Share(player="A", chips=11), events.Share(player="C", chips=10, netted=3))
    assert table.stacks() == {"A": 93 + 11, "B": 93, "C": 7}
    assert table.of(commands.GiveLoan) == []
    # What RULINGS calls +4 / -7 / +3: A 7 in and 11 out, C 4 own chips in and 7 out.
    assert results(table) == {"A": 4, "B": -7, "C": 3}


def test_folding_in_a_later_round_does_not_cancel_the_debt() -> None:
    table = example("three card draw").do("A draws 0; B draws 0; C draws 0", "A b1; B c; C f", "A win")
    assert results(table) == {"A": 15, "B": -8, "C": -7}
    assert table.of(events.DebtPaid) == [events.DebtPaid(player="C", chips=3)]


@pytest.mark.parametrize("winners", ["A", "B", "C", "A, B", "A, C", "B, C", "A, B, C"])
def test_results_sum_to_nothing_whoever_wins(winners) -> None:
    table = example()
    in_the_box = table.holds("box")
    table.do(f"{winners} win")
    assert sum(results(table).values()) == 0
    bought = sum(loan.chips for loan in table.of(commands.GiveLoan))
    assert sum(table.stacks().values()) == -in_the_box + bought
    assert [account for account, held in table.night.balance.items() if held and account[:3] in ("pot", "owe")] == []


def test_the_marker_cannot_be_larger_than_the_pot() -> None:
    """R-E9: the rest is noted as debt only."""
    table = opened("ABC", {"A": 2, "B": 2, "C": 2}, rules=house()).do("hand straight poker by C", "A s50")
    assert [table.holds(account) for account in ("pot", "shadow:A", "owed:A", "due")] == [0, 6, -50, 50]
    assert table.night.pot_worth() == 56
    table.do("B s50; C f", "B win")
    assert table.stacks() == {"A": 0, "B": 56, "C": 0}
    assert results(table) == {"A": -52, "B": 54, "C": -2}


def by_shadow(table: Table) -> Table:
    """The table lets everybody ante by shadow, against R-E12."""
    return table.waives("hand straight poker by C", errors.AntesAreLacking)


def test_an_ante_is_a_shadow_where_the_table_waives_that_it_must_be_paid() -> None:
    table = by_shadow(opened("ABC", {"A": 10, "B": 1}, rules=house()))
    pulled = table.of(events.ShadowPulled)
    assert pulled == [
        events.ShadowPulled(player="B", debt=1, marker=1),
        events.ShadowPulled(player="C", debt=2, marker=2),
    ]
    assert table.night.pot_worth() == 6


def test_the_first_ante_by_shadow_finds_an_empty_pot_and_no_marker() -> None:
    table = by_shadow(opened("ABC", {"B": 9, "C": 9}, rules=house()))
    assert table.of(events.ShadowPulled) == [events.ShadowPulled(player="A", debt=2, marker=0)]


def test_a_second_shadow_adds_to_the_first() -> None:
    table = example("three card draw").do("A draws 0; B draws 0; C draws 0", "A b5; B c; C s5")
    assert [table.holds("shadow:C"), table.holds("owed:C")] == [8, -8]
    assert results(table.do("C win")) == {"A": -12, "B": -12, "C": 24}


def test_who_is_not_short_of_chips_needs_no_shadow() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C")
    refusal = table.refuses("A s5", errors.NotShortOfChips, stack=98, chips=5)
    assert not refusal.waivable


def test_where_players_go_all_in_there_is_no_shadow() -> None:
    opened("ABC").do("hand texas hold'em by C").refuses("C s5", errors.NoShadowHere, short="all-in")


def test_a_new_deal_returns_markers_buys_what_is_owed_and_carries_the_pot() -> None:
    """R-E11."""
    table = example()
    table.do("C demands")
    assert table.happened[1:] == (
        events.MarkerReturned(player="C", chips=3),
        commands.GiveLoan(player="C", chips=3, cents=75),
        events.DebtPaid(player="C", chips=3),
        events.PotCarried(chips=21, rule="enemaerke/new-deal"),
        events.HandEnded(number=1),
    )
    assert table.holds("carry") == 21
    table.do("C +2", "hand straight poker")
    assert table.hand.announced.dealer == "A"
    assert table.night.pot_worth() == 21 + 6


def test_chips_are_not_sold_during_a_hand_while_the_banker_plays() -> None:
    table = opened("ABC", {"A": 9, "B": 9, "C": 9}, rules=house(), banker="A").do("hand straight poker by C")
    table.refuses("C +50", errors.BankerIsPlaying, banker="A")
    table.do("A f").do("C +50")
    assert table.stacks()["C"] == 57


def test_chips_bought_while_the_hand_goes_on_pay_the_debt_first() -> None:
    table = example().do("C +10")
    table.do("A win")
    assert table.of(commands.GiveLoan) == []
    assert table.stacks()["C"] == 7


def test_a_shadow_is_refused_when_the_box_could_not_sell_what_is_owed() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=210),)
    table = opened("ABC", {"A": 100, "B": 100, "C": 4}, rules=house(), inventory=few)
    table.do("hand straight poker by C", "A b5; B r5")
    table.refuses("C s15", errors.BoxCannotCoverShadow, player="C", debt=13, left=6)
    table.do("C f")


def test_the_box_keeps_back_what_it_must_still_sell() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=210),)
    table = opened("ABC", {"A": 100, "B": 100, "C": 4}, rules=house(), inventory=few)
    table.do("hand straight poker by C", "A b5; B c; C s5")
    table.refuses("A +4", errors.BoxIsShort, left=3)
    table.refuses(
        commands.MakeRuling(text="x", moves=(commands.ChipMove("box", "chips:A", 4),), agreed_by=("A",)),
        errors.AccountHoldsLess,
    )
    table.do("A +3", "A win")


def test_antes_that_the_box_could_not_sell_are_refused_before_the_hand_begins() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=11),)
    table = opened("ABC", {"A": 10}, rules=house(), inventory=few)
    announced = waived(commands.AnnounceHand(game="straight poker", dealer="C"), errors.AntesAreLacking)
    table.refuses(announced, errors.BoxCannotCoverShadow, player="B", debt=2, left=1)


def test_a_player_who_folded_with_a_debt_may_go_home_and_pays_it_all_the_same() -> None:
    table = example("three card draw").do("A draws 0; B draws 0; C draws 0", "A b1; B c; C f", "C leaves")
    table.do("A win")
    assert results(table) == {"A": 15, "B": -8, "C": -7}
    assert table.stacks()["C"] == 0
