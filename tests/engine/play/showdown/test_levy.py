"""What a kitty takes out of a pot before it is shared: of the main pot first, once a hand, and never more than it holds."""

import pytest

from engine import commands, events
from engine.game.awards import Best, DealOff, Low, PlayersSpeak, Poker, Split, TwentyOne
from engine.game.betting import Ante
from engine.game.definition import Kitty
from engine.game.steps import NameGame
from engine.reports.hand_history import hand_history
from engine.reports.sentences import tell_all
from tests.engine.table import Table, announce, game, house, opened

HI_LO = Split(Best(), Best(Low(most=8)))
DEAL_OFF = DealOff(up=1, scale=Poker(suits=True))


def played(kitty: int = 1, chips: int | dict[str, int] = 100, *, players: str = "ABC", **said: object) -> Table:
    """A hand with an ante of 1 and one betting round; `kitty` chips of its pot go to the kitty. The last player deals."""
    declared = game(kitty=Kitty(chips=kitty), **said)
    return opened(players, chips).do(announce(declared, dealer=players[-1]))


def adds_up(table: Table) -> None:
    """The pot of every hand is what was won, carried and set aside."""
    for hand in hand_history(table.records):
        got = sum(stake.got for stake in hand.stakes)
        assert hand.pot == got + hand.carried_out + hand.set_aside, hand


def test_a_chip_of_the_pot_goes_to_the_kitty_before_the_winner_takes_the_rest() -> None:
    table = played().do("A b5; B c; C f", "A win")
    assert table.of(events.PaidToKitty) == [events.PaidToKitty(chips=1)]
    assert table.won() == {"A": 12}
    assert (table.holds("kitty"), table.holds("pot")) == (1, 0)
    kinds = [type(event) for event in table.happened]
    assert kinds.index(events.PaidToKitty) < kinds.index(events.PotAwarded)
    adds_up(table)


def test_the_last_player_pays_too_and_uncalled_chips_go_back_before() -> None:
    table = played().do("A b50; B f; C f")
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="A", chips=50)]
    assert (table.won(), table.holds("kitty")) == ({"A": 2}, 1)
    assert table.stacks() == {"A": 101, "B": 99, "C": 99}
    adds_up(table)


def test_the_kitty_takes_no_more_than_the_pot_holds() -> None:
    table = played(9).do("A x; B x; C x", "A win")
    assert (table.of(events.PaidToKitty), table.won()) == ([events.PaidToKitty(chips=3)], {"A": 0})
    adds_up(table)


def test_an_empty_pot_pays_nothing() -> None:
    table = played(forced=Ante(0)).do("A x; B x; C x", "A win")
    assert (table.of(events.PaidToKitty), table.holds("kitty")) == ([], 0)


def test_equal_hands_share_what_the_kitty_has_left() -> None:
    table = played().do("A b1; B c; C f", "A, B win")
    assert (table.won(), table.holds("kitty")) == ({"A": 2, "B": 2}, 1)
    table = played(2).do("A b1; B c; C f", "A, B win")
    assert (table.won(), table.holds("kitty")) == ({"A": 2, "B": 1}, 2)


def test_both_halves_bear_the_kitty_and_an_odd_chip_goes_to_the_high_side() -> None:
    table = played(2, award=HI_LO).do("A x; B x; C x", "A / B win")
    assert (table.won(), table.holds("kitty")) == ({"A": 1, "B": 0}, 2)
    table = played(1, award=HI_LO).do("A b1; B c; C c", "A / B win")
    assert (table.won(), table.holds("kitty")) == ({"A": 3, "B": 2}, 1)


def test_the_main_pot_pays_before_the_side_pot() -> None:
    """C has 1 chip, which is the ante: the main pot is 3, the side pot 10."""
    table = played(2, {"A": 50, "B": 50, "C": 1}).do("A b5; B c", "C > A win")
    assert (table.won(), table.holds("kitty")) == ({"C": 1, "A": 10}, 2)
    adds_up(table)


def test_what_the_main_pot_lacks_the_side_pot_pays() -> None:
    table = played(4, {"A": 50, "B": 50, "C": 1}).do("A b5; B c", "C > A win")
    assert (table.won(), table.holds("kitty")) == ({"C": 0, "A": 9}, 4)
    adds_up(table)


def test_a_side_pot_smaller_than_the_kitty_is_used_up_and_no_more() -> None:
    """The main pot is 3 and the side pot 2, of which the kitty takes 4."""
    table = played(4, {"A": 50, "B": 50, "C": 1}).do("A b1; B c", "C > A win")
    assert (table.won(), table.holds("kitty")) == ({"C": 0, "A": 1}, 4)
    table = played(6, {"A": 50, "B": 50, "C": 1}).do("A b1; B c", "C > A win")
    assert (table.won(), table.holds("kitty")) == ({"C": 0, "A": 0}, 5)
    adds_up(table)


def test_why_each_pot_was_won_is_told_as_if_the_kitty_had_not_emptied_it() -> None:
    """The main pot is 3 and the side pot 2: both go to the kitty, and both have a winner."""
    table = played(6, {"A": 50, "B": 50, "C": 1}).do("A b1; B c")
    table.do("A shows 9s 9h 5d 4c 2s", "B shows Ks Qh 5s 4d 2c", "C shows As Ah 8d 7c 3s")
    assert (table.won(), table.holds("kitty")) == ({"C": 0, "A": 0}, 5)
    told = [line.sentence for line in tell_all(table.records, {}) if " wins 0" in line.sentence]
    assert len(told) == 2
    assert "C wins 0 with a pair of aces" in told[0]
    assert "A wins 0 of side pot 1 with a pair of nines" in told[1]


def test_a_carried_pot_pays_when_it_is_won() -> None:
    table = played(claims=PlayersSpeak()).do("A b5; B c; C c", commands.NewDeal(player="A"))
    assert (table.of(events.PaidToKitty), table.holds("carry"), table.holds("kitty")) == ([], 18, 0)
    table.do(announce(game(kitty=Kitty(chips=1)), dealer="A"), "B x; C x; A x", "B win")
    assert (table.won(), table.holds("carry"), table.holds("kitty")) == ({"B": 20}, 0, 1)
    adds_up(table)


def test_a_game_without_a_kitty_wins_the_whole_of_what_was_carried() -> None:
    table = played().do("A b5; B c; C c", commands.NewDeal(player="A"))
    table.do(announce(game(), dealer="A"), "B x; C x; A x", "B win")
    assert (table.won(), table.holds("kitty")) == ({"B": 21}, 0)


def test_odd_chips_are_carried_after_the_kitty_is_paid() -> None:
    table = opened("ABC", rules=house("standard", odd_chip="carry_to_next_pot"))
    table.do(announce(game(kitty=Kitty(chips=2)), dealer="C"), "A b1; B c; C f", "A, B win")
    assert (table.won(), table.holds("kitty"), table.holds("carry")) == ({"A": 1, "B": 1}, 2, 1)
    adds_up(table)


def test_a_pot_that_is_dealt_off_pays_when_the_new_cards_have_decided() -> None:
    declared = game(scale=TwentyOne(), award=Best(ties=DEAL_OFF), kitty=Kitty(chips=2))
    table = opened("ABC", rules=house("standard", auto="closed")).do(announce(declared, dealer="C"))
    table.do("A x; B x; C x", "A, B > C win")
    assert table.of(events.DealOffStarted) == [
        events.DealOffStarted(players=("A", "B"), up=1, pot=0, share="all", chips=1, levy=2)
    ]
    assert (table.of(events.PaidToKitty), table.holds("pot"), table.holds("kitty")) == ([], 3, 0)
    # The new cards are equal at first: the levy waits with the share.
    table.do("deal ?? ??", "A, B win")
    assert [start.levy for start in table.of(events.DealOffStarted)] == [2]
    table.do("deal As Kd")
    assert (table.won(), table.holds("pot"), table.holds("kitty")) == ({"A": 1}, 0, 2)
    adds_up(table)


def test_a_half_that_is_won_at_once_pays_for_both_and_the_one_dealt_off_pays_no_more() -> None:
    award = Split(Best(ties=DEAL_OFF), Best(Low(most=8)))
    declared = game(award=award, kitty=Kitty(chips=1))
    table = opened("ABC", rules=house("standard", auto="closed")).do(announce(declared, dealer="C"))
    table.do("A b1; B c; C c", "A, B / C win")
    assert (table.won(), table.holds("kitty"), table.holds("pot")) == ({"C": 2}, 1, 3)
    assert [(start.chips, start.levy) for start in table.of(events.DealOffStarted)] == [(3, 0)]
    table.do("deal As Kd")
    assert (table.won(), table.holds("kitty"), table.holds("pot")) == ({"A": 3}, 1, 0)
    adds_up(table)


def test_who_wins_by_shadow_pays_the_kitty_too() -> None:
    """A has 3 chips, bets 8 and owes 6 of them: 17 chips, less 4 for the kitty, are A's, who strikes out the debt."""
    table = played(4, {"A": 3, "B": 50, "C": 50}, short="shadow").do("A s8; B c; C f", "A win")
    assert (table.won(), table.holds("kitty"), table.holds("due")) == ({"A": 15}, 4, 0)
    assert table.stacks() == {"A": 9, "B": 41, "C": 49}
    adds_up(table)


def test_a_debt_larger_than_the_share_is_bought_so_that_the_kitty_is_full() -> None:
    """The pot is worth 20, of which A owes 9: less 14 for the kitty it leaves A 6, so that A has to buy 3."""
    table = played(14, {"A": 1, "B": 50}, players="AB", short="shadow").do("A s9; B c", "A win")
    assert (table.won(), table.holds("kitty")) == ({"A": 6}, 14)
    assert table.of(commands.GiveLoan) == [commands.GiveLoan(player="A", chips=3, cents=75)]
    assert table.stacks() == {"A": 0, "B": 40}
    adds_up(table)


def test_the_game_in_which_another_is_named_has_its_kitty_unless_that_one_says_otherwise() -> None:
    naming = game(NameGame(("Test",)), kitty=Kitty(chips=2))
    for named, taken in ((game(), 2), (game(kitty=Kitty(chips=1)), 1)):
        table = opened("ABC").do(announce(naming, dealer="C"))
        table.do(commands.NameTheGame(game="Test", declaration=named), "A x; B x; C x", "A win")
        assert (table.won(), table.holds("kitty")) == ({"A": 3 - taken}, taken)


@pytest.mark.parametrize("kitty", [1, 2, 5])
def test_a_struck_bet_is_left_out_and_the_kitty_drawn_again(kitty) -> None:
    table = played(kitty).do("A x; B x; C x", "A win")
    won = 3 - min(kitty, 3)
    assert (table.won(), table.holds("kitty")) == ({"A": won}, min(kitty, 3))
    named = table.version
    table.strikes(named)
    assert table.holds("kitty") == 0
    table.do("B win")
    assert (table.won(), table.holds("kitty")) == ({"B": won}, min(kitty, 3))
