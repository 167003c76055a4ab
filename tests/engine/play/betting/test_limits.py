"""How much may be bet or raised: the house limit with its peder, fixed limit, pot limit, no limit."""

import pytest

from engine import commands, errors
from engine.game.betting import Ante, BestShowing, Blinds, BringIn, FixedLimit, HouseLimit, NoLimit, PotLimit
from engine.game.steps import Bet, Deal
from engine.play.betting.limits import uses_once
from engine.play.script.offers import offers
from tests.engine.table import Table, announce, game, house, opened


def danish(game_name: str = "straight poker") -> Table:
    return opened("ABC", 1000, rules=house()).do(f"hand {game_name} by C")


def limited(
    limit: object, rounds: int = 4, players: str = "ABC", chips: int = 100, lent: str = "", **said: object
) -> Table:
    """A hand with blinds of 1 and 2 (unless said) under this limit; the last player deals. `lent` is lent on top of that."""
    facts = {"forced": Blinds(1, 2), "limit": limit, **said}
    declared = game(Deal(down=2), *(Bet(),) * rounds, **facts)
    return opened(players, chips).do(*filter(None, [lent]), announce(declared, dealer=players[-1]))


# The house limit (RULINGS E1, R-E2)


@pytest.mark.parametrize("chips", [1, 2, 3, 4, 5, 50])
def test_a_bet_is_one_to_five_chips_or_a_peder(chips) -> None:
    danish().do(f"A b{chips}; B r{chips}")


@pytest.mark.parametrize("chips", [6, 49, 51, 100])
def test_nothing_else_may_be_bet_or_raised(chips) -> None:
    table = danish()
    table.refuses(f"A b{chips}", errors.BetOverLimit, player="A", by=chips, most=5, once=50)
    table.do("A b1").refuses(f"B r{chips}", errors.BetOverLimit, by=chips)
    assert table.refuses(f"B {chips + 1}", errors.BetOverLimit, by=chips).waivable
    table.waives(f"B r{chips}", errors.BetOverLimit)


def test_a_peder_is_bet_once_a_hand_not_once_a_round() -> None:
    table = danish("three card draw").do("A b50; B c; C c", "A draws 0; B draws 0; C draws 0")
    assert table.refuses("A b50", errors.PederIsUsed, player="A", once=50).waivable
    table.do("A b5; B r50")


def test_who_has_used_his_peder_still_calls_those_of_others() -> None:
    table = danish().do("A b50; B r50; C r50")
    table.refuses("A r50", errors.PederIsUsed, player="A")
    table.do("A c; B c")
    assert table.hand.stakes.put_in == dict.fromkeys("ABC", 152)


def test_the_next_hand_gives_everyone_his_peder_back() -> None:
    table = danish().do("A b50; B f; C f", "hand straight poker by C").do("A b50")
    assert table.hand.stakes.once_used == {"A"}


def test_a_peder_that_is_within_the_limit_is_nothing_special() -> None:
    assert uses_once(HouseLimit(most=5, once=50), 50)
    assert not uses_once(HouseLimit(most=60, once=50), 50)
    assert not uses_once(HouseLimit(most=5), 5)
    assert not uses_once(NoLimit(), 50)


def test_a_house_limit_without_a_peder_has_only_its_most() -> None:
    table = limited(HouseLimit(most=25), forced=Ante(1))
    refusal = table.refuses("A b26", errors.BetOverLimit, most=25, once=None)
    assert str(refusal) == "A bets or raises 26; the limit is 1 to 25."
    table.do("A b25; B r25; C r25")


@pytest.mark.parametrize("game", ["straight poker", "scroker", "longhorn stud"])
def test_a_limit_of_the_night_holds_for_its_rulebook_and_where_a_game_leaves_it_to_the_table(game) -> None:
    table = opened("ABCD", rules=house(limit=HouseLimit(most=7))).do(f"hand {game} by D")
    assert table.hand.game.limit == HouseLimit(most=7)


def test_a_hand_may_be_announced_with_another_limit_than_the_night_has() -> None:
    said = commands.AnnounceHand(game="straight poker", limit=HouseLimit(most=20))
    table = opened("ABC", rules=house(limit=HouseLimit(most=7))).do(said)
    table.do("B b20")


def test_the_house_may_play_a_rulebook_under_a_limit_of_its_own() -> None:
    table = opened("ABC", rules=house(limit=NoLimit())).do("hand straight poker by C")
    table.do("A b77")


def test_the_limit_of_the_house_does_not_reach_into_other_rulebooks() -> None:
    table = opened("ABC", rules=house(limit=HouseLimit(most=3))).do("hand texas hold'em by C")
    table.do("C r40")


# Fixed limit


def test_fixed_limit_bets_are_small_in_the_first_two_rounds_and_big_after() -> None:
    table = limited(FixedLimit(small=2, big=4))
    for number, size in enumerate((2, 2, 4, 4), start=1):
        assert table.hand.rounds.closed == number - 1
        first, *others = [table.turn, *(player for player in ("A", "B", "C") if player != table.turn)]
        for wrong in (size - 1, size + 1):
            refusal = table.refuses(f"{first} r{wrong}", errors.BetIsNotTheFixedSize, by=wrong, size=size)
            assert refusal.waivable
        table.do(f"{first} r{size}")
        for player in (table.turn, next(other for other in others if other != table.turn)):
            table.do(f"{player} c")


def test_where_the_bets_grow_is_the_games_to_say() -> None:
    table = limited(FixedLimit(small=2, big=4, big_from=2)).do("C c; A c; B x")
    table.do("A b4")


def test_a_short_stack_may_go_all_in_for_less_than_the_fixed_size() -> None:
    limited(FixedLimit(small=2, big=4), chips=3).do("C all-in")


# Raises at a fixed limit: a bet and three of them, between two players as many as they like


def test_a_round_has_a_bet_and_three_raises_and_the_big_blind_is_the_bet() -> None:
    table = limited(FixedLimit(small=2, big=4)).do("C r2; A r2; B r2")
    assert table.refuses("C r2", errors.RaisesAreCapped, player="C", raises=3).waivable
    table.do("C c; A c")
    # No later round has a blind.
    table.do("A b2; B r2; C r2; A r2").refuses("B r2", errors.RaisesAreCapped, raises=3)
    table.waives("B r2", errors.RaisesAreCapped)


def test_between_two_players_raises_have_no_end() -> None:
    limited(FixedLimit(small=2, big=4), players="AB").do("B r2; A r2; B r2; A r2; B r2; A r2; B c")
    limited(FixedLimit(small=2, big=4)).do("C f; A r2; B r2; A r2; B r2; A r2")


def test_a_round_that_is_capped_stays_so_when_others_fold() -> None:
    table = limited(FixedLimit(small=2, big=4)).do("C r2; A r2; B r2; C f")
    table.refuses("A r2", errors.RaisesAreCapped, raises=3)


def test_who_is_all_in_does_not_keep_two_others_from_raising() -> None:
    table = limited(FixedLimit(small=2, big=4), chips=4, lent="A +96; B +96")
    table.do("C all-in; A r2; B r2; A r2; B r2")


def test_how_many_raises_a_round_has_is_the_games_to_say() -> None:
    limited(FixedLimit(small=2, big=4, raises=4)).do("C r2; A r2; B r2; C r2").refuses("A r2", errors.RaisesAreCapped)
    limited(FixedLimit(small=2, big=4, raises="any")).do("C r2; A r2; B r2; C r2; A r2; B r2")


def test_a_straddle_is_the_first_raise() -> None:
    declared = game(Deal(down=2), Bet(), forced=Blinds(1, 2), limit=FixedLimit(small=2, big=4))
    table = opened("ABCD", 100).do(announce(declared, dealer="D", straddle=("C",)))
    table.do("D r2; A r2").refuses("B r2", errors.RaisesAreCapped, raises=3)


def test_a_bring_in_is_no_bet_until_it_is_completed() -> None:
    declared = game(
        Deal(down=2, up=1), Bet(), forced=BringIn(2, ante=1), opens=BestShowing(), limit=FixedLimit(small=4, big=8)
    )
    table = opened("ABC", 100, rules=house("standard", auto="closed"))
    table.do(announce(declared, dealer="C"), "deal 2c 9d Ks")
    table.do("A b2; B r2; C r4; A r4; B r4").refuses("C r4", errors.RaisesAreCapped, raises=3)


# A short all-in at a fixed limit


def short_all_in(chips: int, **said: object) -> Table:
    """A checks, and B goes all-in for this many chips of a bet of eight."""
    limit = FixedLimit(small=8, big=8, **said)
    table = limited(limit, forced=Ante(0), rounds=1, chips=chips, lent="A +99; C +99")
    return table.do("A x; B all-in; C c")


@pytest.mark.parametrize("chips", [1, 4, 7])
def test_an_all_in_of_less_than_a_bet_does_not_let_those_who_have_acted_raise(chips) -> None:
    short_all_in(chips).refuses("A r8", errors.BettingIsNotReopened, raised=chips, least=8)


def test_where_half_a_bet_reopens_the_betting_it_does() -> None:
    short_all_in(3, reopens="half").refuses("A r8", errors.BettingIsNotReopened, raised=3, least=4)
    short_all_in(4, reopens="half").do("A r8")


def test_an_all_in_that_reopens_the_betting_counts_as_a_raise() -> None:
    for reopens, last in (("half", False), ("full", True)):
        limit = FixedLimit(small=8, big=8, reopens=reopens)
        table = limited(limit, forced=Ante(0), rounds=1, players="ABCD", chips=12, lent="A +99; C +99; D +99")
        table.do("A b8; B all-in; C r8; D r8")
        assert any(isinstance(offer.command, commands.Raise) for offer in offers(table.night)) is last


# No limit


def test_a_raise_is_at_least_the_last_raise_or_the_big_blind() -> None:
    table = limited(NoLimit())
    assert table.refuses("C r1", errors.RaiseBelowMinimum, by=1, least=2).waivable
    table.do("C r6").refuses("A r5", errors.RaiseBelowMinimum, by=5, least=6)
    table.do("A r6; B r6")


def test_a_bet_after_the_first_round_is_at_least_the_big_blind() -> None:
    table = limited(NoLimit()).do("C r20; A c; B c")
    table.refuses("A b1", errors.RaiseBelowMinimum, by=1, least=2)
    table.do("A b2")


def test_after_a_straddle_a_raise_is_at_least_the_straddle() -> None:
    declared = game(Deal(down=2), Bet(), forced=Blinds(1, 2))
    table = opened("ABCD").do(announce(declared, dealer="D", straddle=("C",)))
    assert table.turn == "D"
    table.refuses("D r3", errors.RaiseBelowMinimum, by=3, least=4)
    table.do("D r4")


# Pot limit


def test_before_the_flop_the_first_raise_to_the_pot_is_to_seven() -> None:
    """Blinds 1 and 2: a call of 2 makes the pot 5, and so much may be raised."""
    table = limited(PotLimit())
    refusal = table.refuses("C r6", errors.BetExceedsPot, player="C", by=6, most=5)
    assert refusal.waivable
    table.do("C r5")
    assert table.hand.round.price == 7


def test_the_small_blind_may_raise_to_six() -> None:
    """He calls 1, which makes the pot 4 with two players, and raises by that."""
    table = limited(PotLimit(), players="AB").refuses
    table("B r5", errors.BetExceedsPot, by=5, most=4)


def test_a_bet_is_at_most_the_pot() -> None:
    table = limited(PotLimit()).do("C c; A c; B x")
    table.refuses("A b7", errors.BetExceedsPot, by=7, most=6)
    table.do("A b6")
    table.refuses("B r19", errors.BetExceedsPot, by=19, most=18)
    table.do("B r18")


def test_all_he_has_may_not_exceed_the_pot() -> None:
    limited(PotLimit()).refuses("C all-in", errors.BetExceedsPot, by=98, most=5)


def test_chips_carried_and_dead_chips_count_in_the_pot() -> None:
    declared = game(Deal(down=2), Bet(), forced=Ante(1), limit=PotLimit())
    table = opened().do(announce(declared, dealer="C"), "A b3", "A demands").do(announce(declared, dealer="C"))
    table.refuses("A b10", errors.BetExceedsPot, by=10, most=9)
    table.do("A b9")
