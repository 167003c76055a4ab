"""A player may double the stakes once; the others accept or fold, and everything else is as in betting."""

from typing import Any

import msgspec
import pytest

from engine import commands, errors, events
from engine.game.betting import Ante, Blinds, BringIn, FixedLimit, HouseLimit
from engine.game.counts import betting_rounds
from engine.game.definition import Game
from engine.game.rules_text import explain
from engine.game.steps import Bet, Deal, Double
from engine.judge import Case
from engine.judge.playing import played
from engine.offer import Offer
from engine.play.betting.rule import command_behind
from engine.play.script.offers import offers
from engine.play.showdown.pots import Pot, pots_of
from engine.reports.sentences import tell
from tests.engine.table import Table, announce, game, house, opened


def doubles(player: str) -> commands.DoubleStakes:
    return commands.DoubleStakes(player=player)


def with_double(**said: Any) -> Game:
    """Two cards, a bet, a card, the doubling, the last card and a bet."""
    return game(Deal(down=2), Bet(), Deal(up=1), Double(), Deal(up=1), Bet(), **said)


def at_the_doubling(chips: int | dict[str, int] = 100, *, bets: int = 4, **said: Any) -> Table:
    """Ante 1 each and a bet that all call, so that each has 5 chips in the pot unless another bet is said."""
    table = opened("ABC", chips, rules=house()).do(announce(with_double(**said), dealer="C"))
    return table.do(f"A b{bets}; B c; C c")


def acts(table: Table) -> list[tuple[str, int]]:
    """What is offered, and what it costs."""
    return [(type(offer.command).__name__, offer.owed) for offer in offers(table.night)]


def told(table: Table) -> list[str]:
    return [tell(event, {}) for event in table.happened]


# The word


def test_the_rules_of_the_game_say_what_it_means_and_it_counts_as_a_round() -> None:
    declared = with_double()
    assert (
        "Each player in turn may double the stakes with as many chips as they have put into the pot so far; once one "
        "does, the others put in as many or fold, and nobody raises."
    ) in explain(declared)
    assert betting_rounds(declared) == 3


# Who doubles, and with how much


def test_the_first_to_double_makes_every_stake_twice_what_it_is() -> None:
    table = at_the_doubling().do("A x", doubles("B"))
    assert table.of(commands.Bet) == [commands.Bet(player="B", chips=5, least=5, said="double")]
    assert acts(table) == [("Call", 5), ("Fold", 0)]
    table.do("C c; A c")
    assert table.hand.stakes.put_in == {"A": 10, "B": 10, "C": 10}
    assert table.holds("pot") == 30
    assert len(table.hand.cards.own["A"]) == 4


def test_each_is_asked_in_betting_order_and_nobody_must() -> None:
    table = at_the_doubling()
    assert (table.turn, acts(table)) == ("A", [("Check", 0), ("DoubleStakes", 5), ("Fold", 0)])
    assert offers(table.night)[1] == Offer(doubles("A"), "A", owed=5)
    table.do("A x; B x; C x")
    assert table.holds("pot") == 15
    assert type(table.hand.steps[table.hand.cursor]) is Bet
    assert table.turn == "A"


def test_it_is_told_as_a_doubling() -> None:
    assert told(at_the_doubling().do(doubles("A")))[0] == "A doubles the stakes with 5."


def test_chips_put_in_by_number_come_to_the_doubling_too() -> None:
    for said in ("A 5", "A b5"):
        assert at_the_doubling().do(said, "B c; C c").holds("pot") == 30


def test_no_limit_on_bets_holds_for_it_and_it_is_not_the_one_large_bet_of_the_hand() -> None:
    table = at_the_doubling(chips=300, bets=49, limit=HouseLimit(most=49, once=50)).do(doubles("A"))
    assert table.of(commands.Bet) == [commands.Bet(player="A", chips=50, said="double")]
    assert table.hand.stakes.once_used == set()


# What is refused


@pytest.mark.parametrize("said", ["A 4", "A b6", "A all-in"])
def test_the_only_bet_is_exactly_the_stake(said) -> None:
    table = at_the_doubling()
    refusal = table.refuses(said, errors.IsNotTheDoubling, stake=5)
    assert str(refusal).endswith("but in this round a player doubles the stakes, with 5, or checks.")
    table.waives("A b6", errors.IsNotTheDoubling).do("B c; C c")
    assert table.holds("pot") == 33


@pytest.mark.parametrize("said", ["B r5", "B 10", "B all-in", doubles("B")])
def test_nobody_raises_the_doubling(said) -> None:
    table = at_the_doubling().do(doubles("A"))
    refusal = table.refuses(said, errors.StakesAreDoubledOnce)
    assert str(refusal) == "B cannot raise: the stakes are doubled, and nobody raises that. B calls or folds."


def test_after_the_doubling_nobody_checks() -> None:
    at_the_doubling().do(doubles("A")).refuses("B x", errors.CheckAfterBet, owed=5)


def test_nobody_doubles_out_of_turn() -> None:
    table = at_the_doubling()
    table.refuses(doubles("B"), errors.NotYourTurn, turn=["A"])
    table.do("A x").refuses(doubles("A"), errors.NotYourTurn, turn=["B"])


def test_nobody_doubles_in_another_round_or_without_a_hand() -> None:
    table = opened("ABC").do(announce(with_double(), dealer="C"))
    refusal = table.refuses(doubles("A"), errors.NotTheNextStep)
    assert str(refusal) == "It is not time to double the stakes or let them stand; now it is time to bet."
    opened("ABC").refuses(doubles("A"), errors.NoHandIsPlayed)


def test_who_has_folded_or_is_not_in_the_hand_does_not_double() -> None:
    table = opened("ABC").do(announce(with_double(), dealer="C"), "A b4; B f; C c")
    table.refuses(doubles("B"), errors.PlayerHasFolded)
    table.refuses(doubles("Z"), errors.PlayerIsNotInTheHand)


# Nobody else stays


def test_who_doubles_and_is_not_called_takes_the_pot_and_their_chips_back() -> None:
    table = at_the_doubling().do(doubles("A"), "B f; C f")
    assert table.of(events.UncalledReturned) == [events.UncalledReturned(player="A", chips=5)]
    assert table.stacks() == {"A": 110, "B": 95, "C": 95}


# Short of chips


def test_who_cannot_pay_the_doubling_goes_all_in_and_there_is_a_side_pot() -> None:
    """C has 3 left of 8: the main pot holds 8 from each, and the 2 above that of A and B are a side pot."""
    table = at_the_doubling({"A": 100, "B": 100, "C": 8}).do(doubles("A"), "B c; C c")
    assert table.of(events.WentAllIn) == [events.WentAllIn(player="C")]
    assert pots_of(table.night, table.hand) == (Pot(24, ("A", "B", "C")), Pot(4, ("A", "B")))
    table.do("A x; B x")
    table.do(commands.NameWinners(rankings=((("C",), ("A",), ("B",)),)))
    assert table.stacks() == {"A": 94, "B": 90, "C": 24}


def test_who_has_fewer_chips_than_their_stake_doubles_as_far_as_they_go() -> None:
    table = at_the_doubling({"A": 8, "B": 100, "C": 100})
    assert acts(table)[1] == ("DoubleStakes", 3)
    table.do(doubles("A"))
    assert table.of(events.WentAllIn) == [events.WentAllIn(player="A")]
    table.refuses("B r2", errors.StakesAreDoubledOnce)
    table.do("B c; C c")
    assert table.holds("pot") == 24


def test_who_is_all_in_is_not_asked() -> None:
    table = at_the_doubling({"A": 100, "B": 5, "C": 100})
    assert table.of(events.RoundOpened) == [events.RoundOpened(asked=("A", "C"))]
    table.do(doubles("A"), "C c")
    assert pots_of(table.night, table.hand) == (Pot(15, ("A", "B", "C")), Pot(10, ("A", "C")))


def test_with_a_shadow_who_is_short_owes_the_rest_of_the_doubling() -> None:
    """B has 2 left and owes 3 of the 5, for which a marker of 3 lies before them."""
    table = at_the_doubling({"A": 100, "B": 7, "C": 100}, short="shadow").do(doubles("A"))
    assert acts(table) == [("Call", 5), ("PullShadow", 3), ("Fold", 0)]
    table.do("B c; C c")
    assert (table.holds("shadow:B"), table.holds("owed:B"), table.holds("pot")) == (3, -3, 24)
    assert table.night.pot_worth() == 30


def test_with_a_shadow_a_player_without_chips_may_double() -> None:
    table = at_the_doubling({"A": 5, "B": 100, "C": 100}, short="shadow").do(doubles("A"))
    assert table.of(commands.Bet) == [commands.Bet(player="A", chips=5, shadow=5, least=5, said="double")]
    assert told(table)[0] == "A doubles the stakes with 5, 5 of it by shadow."


def test_who_cannot_pay_the_doubling_taps_out_if_all_agree() -> None:
    table = at_the_doubling({"A": 100, "B": 8, "C": 100}, short="tap-out").do(doubles("A"))
    table.refuses("B c", errors.TapOutNeedsConsent, stack=3, owed=5)
    table.do(commands.Call(player="B", agreed=True), "C c")
    assert pots_of(table.night, table.hand) == (Pot(24, ("A", "B", "C")), Pot(4, ("A", "C")))


# Out of turn, where the rulebook says what then happens


def test_where_chips_stay_an_early_doubling_stays_and_doubles_nothing() -> None:
    table = at_the_doubling(short="shadow", out_of_turn="stays").do(doubles("B"))
    assert told(table)[0] == "B doubles the stakes with 5 out of turn."
    table.do("A x")
    table.refuses(doubles("B"), errors.LostTheRightToRaise)
    assert acts(table) == [("Check", 0), ("Fold", 0)]
    table.do("B x; C x")
    assert table.holds("pot") == 20


def test_a_doubling_said_twice_out_of_turn_is_asked_about_and_then_stays_too() -> None:
    table = at_the_doubling(short="shadow", out_of_turn="stays").do(doubles("B"))
    table.refuses(doubles("B"), errors.HasSpokenInThisRound, turn=["A"])
    table.waives(doubles("B"), errors.HasSpokenInThisRound, errors.IsNotTheDoubling)
    assert table.holds("pot") == 25


def test_where_chips_stay_an_early_doubling_covers_that_of_another() -> None:
    table = at_the_doubling(out_of_turn="stays").do(doubles("B"), doubles("A"))
    assert table.turn == "C"
    table.do("C c")
    assert table.hand.stakes.put_in == {"A": 10, "B": 10, "C": 10}


def test_where_an_early_bet_binds_an_early_doubling_stands_when_the_turn_comes() -> None:
    table = at_the_doubling(out_of_turn="binds").do(doubles("B"), "A x")
    assert table.of(events.EarlyBetStands) == [events.EarlyBetStands(player="B", to=5, by=5, least=5)]
    assert acts(table) == [("Call", 5), ("Fold", 0)]


# Nothing at stake


def test_where_nobody_has_put_in_anything_the_step_is_passed_over() -> None:
    table = opened("ABC").do(announce(with_double(forced=Ante(0)), dealer="C"), "A x; B x; C x")
    passed = events.StepPassedOver(step="double", rule="double/nothing-at-stake")
    assert table.of(events.StepPassedOver) == [passed]
    assert tell(passed, {}) == "Nobody is asked at “double” in this hand."
    assert len(table.hand.cards.own["A"]) == 4


@pytest.mark.parametrize("forced", [Blinds(1, 2), BringIn(2, ante=1)])
def test_blinds_and_a_bring_in_are_not_doubled_before_all_have_paid_them(forced) -> None:
    """What the house plays for may be blinds, though the game itself has an ante."""
    declared = game(Deal(up=2), Double(), Bet(), Double(), Deal(up=1), Bet(), forced=Ante(1))
    said = announce(msgspec.structs.replace(declared, forced=forced), dealer="C")
    opened("ABC").refuses(said, errors.GameIsUnsound)
    table = opened("ABC").do(announce(declared, dealer="C"))
    assert acts(table)[1] == ("DoubleStakes", 1)


def test_who_has_put_in_nothing_has_nothing_to_double() -> None:
    """The banker lets C check after a bet, who then has nothing in the pot."""
    table = opened("ABC").do(announce(with_double(forced=Ante(0)), dealer="C"), "A b4; B c")
    table.waives("C x", errors.CheckAfterBet).do("A x; B x")
    assert acts(table) == [("Check", 0), ("Fold", 0)]
    refusal = table.refuses(doubles("C"), errors.HasNothingToDouble)
    assert str(refusal) == "C has put nothing into this pot and cannot double it; they check or fold."
    table.refuses("C 4", errors.HasNothingToDouble)


# The rest of the house


def test_the_round_of_the_doubling_counts_as_a_betting_round() -> None:
    table = at_the_doubling(bets=2, limit=FixedLimit(small=2, big=6)).do(doubles("A"), "B c; C c")
    assert table.hand.rounds.closed == 2
    table.refuses("A b2", errors.BetIsNotTheFixedSize, size=6)


def test_what_was_said_is_a_doubling_when_it_is_resolved_anew() -> None:
    (bet,) = at_the_doubling().do(doubles("A")).of(commands.Bet)
    assert command_behind(bet) == doubles("A")


def test_a_doubling_that_the_banker_lets_pass_as_a_raise_is_told_as_that_raise() -> None:
    table = at_the_doubling().do(doubles("A"))
    table.waives(doubles("B"), errors.StakesAreDoubledOnce)
    assert told(table)[0].startswith("B raises by 5, to 10. The banker waives")
    (raised,) = table.of(commands.Raise)
    assert msgspec.structs.replace(command_behind(raised), waived=()) == doubles("B")


def test_a_strike_before_it_finds_that_it_would_be_another_doubling() -> None:
    """Without C's call the stakes would be the same, so that only the order is wrong; without the bet they are not."""
    table = at_the_doubling().do(doubles("A"), "B c; C c")
    first_bet = next(
        record.version for record in table.records if isinstance(record.event, commands.Bet) and not record.event.said
    )
    with pytest.raises(errors.StrikeConflicts):
        table.strikes(first_bet)
    doubling = next(
        record.version
        for record in table.records
        if isinstance(record.event, commands.Bet) and record.event.said == "double"
    )
    later = [record.version for record in table.records if record.version > doubling and record.caused_by is None]
    table.strikes(doubling, *later)
    assert acts(table)[1] == ("DoubleStakes", 5)


def test_the_lawyer_walks_over_it() -> None:
    """No case says who doubled; a player who has folded may have done so there."""
    seen = {"Anna": {"cards": "As Ad 7h 9c"}, "Bo": {"cards": "Ks Kh 5d 8s"}}
    folded = {"Carl": {"cards": "2s 3s 4h", "folded": True}}
    case = msgspec.convert({"game": "Test", "players": seen | folded}, type=Case)
    declared = game(Deal(down=2), Deal(up=1), Double(), Deal(up=1))
    hand = played(case, declared).night.hand
    assert (hand.stage, set(hand.still_in)) == ("showdown", {"Anna", "Bo"})
