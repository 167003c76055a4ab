"""Antes and blinds: where the button falls, the dead button, dead small blinds, missed blinds and straddles."""

import pytest

from engine import commands, errors
from engine.commands import Post
from engine.game.betting import Ante, Blinds
from tests.engine.table import Table, announce, game, house, opened

HOLDEM = commands.AnnounceHand(game="Texas Hold'em")


def posts(table: Table) -> str:
    """What was asked before the deal, such as `A small blind 1, B big blind 2`."""
    return ", ".join(f"{post.player} {post.kind} {post.chips}" for post in table.hand.announced.posts or ())


def played(table: Table) -> Table:
    """The hand goes to the last player when everyone else has folded."""
    while table.night.hand is not None:
        table.do(f"{table.turn} f")
    return table


def next_hand(table: Table, **said: object) -> str:
    """Announces hold'em and says who posts what, with the seat of the button."""
    table.do(commands.AnnounceHand(game="Texas Hold'em", **said))  # type: ignore[arg-type]
    asked = f"{table.hand.announced.button}: {posts(table)}"
    played(table)
    return asked


# Antes and the deal


def test_everyone_antes_two_before_a_danish_hand() -> None:
    table = opened("ABCD", rules=house()).do("hand straight poker by D")
    assert posts(table) == "A ante 2, B ante 2, C ante 2, D ante 2"
    assert table.night.pot_worth() == 8


def test_the_deal_passes_to_the_left() -> None:
    table = opened("ABC", rules=house())
    dealers = []
    for _ in range(4):
        table.do("hand straight poker")
        dealers.append(table.hand.announced.dealer)
        played(table)
    assert dealers == ["A", "B", "C", "A"]


def test_the_deal_passes_over_those_who_are_away() -> None:
    table = opened("ABCD", rules=house()).do("hand straight poker by A")
    played(table).do("B stands", "hand straight poker")
    assert table.hand.announced.dealer == "C"
    assert table.hand.order == ("D", "A", "C")


def test_in_a_night_of_mixed_games_the_deal_passes_left_all_the_same() -> None:
    table = opened("ABCD", rules=house())
    dealers = []
    for name in ("straight poker", "texas hold'em", "straight poker", "texas hold'em", "texas hold'em"):
        table.do(f"hand {name}")
        dealers.append(table.hand.announced.dealer)
        played(table)
    assert dealers == ["A", "B", "C", "D", "A"]


def test_an_ante_is_asked_besides_blinds_where_the_game_has_both() -> None:
    table = opened().do(announce(game(forced=Blinds(1, 2, 1)), dealer="C"))
    assert posts(table) == "A ante 1, B ante 1, C ante 1, A small blind 1, B big blind 2"
    assert table.hand.round.paid == {"A": 1, "B": 2}


# Blinds


def test_the_first_two_after_the_dealer_post_the_blinds() -> None:
    table = opened("ABCD").do("hand texas hold'em by D")
    assert posts(table) == "A small blind 1, B big blind 2"


def test_heads_up_the_dealer_posts_the_small_blind_and_speaks_first_then_last() -> None:
    table = opened("AB").do("hand texas hold'em by A")
    assert posts(table) == "A small blind 1, B big blind 2"
    assert table.turn == "A"
    table.do("A c; B x")
    assert table.turn == "B"


def test_heads_up_the_button_changes_every_hand() -> None:
    table = opened("AB")
    assert [next_hand(table) for _ in range(3)] == [
        "1: A small blind 1, B big blind 2",
        "2: B small blind 1, A big blind 2",
        "1: A small blind 1, B big blind 2",
    ]


def test_the_big_blind_moves_one_player_each_hand() -> None:
    table = opened("ABCD")
    assert [next_hand(table) for _ in range(5)] == [
        "1: B small blind 1, C big blind 2",
        "2: C small blind 1, D big blind 2",
        "3: D small blind 1, A big blind 2",
        "4: A small blind 1, B big blind 2",
        "1: B small blind 1, C big blind 2",
    ]


def test_when_the_small_blind_leaves_the_button_is_dead() -> None:
    """B posted the small blind and goes home: the button falls on B's empty chair."""
    table = opened("ABCDE")
    assert next_hand(table) == "1: B small blind 1, C big blind 2"
    table.do("B leaves")
    table.do(HOLDEM)
    assert table.hand.announced.dealer is None
    assert (table.hand.announced.button, posts(table)) == (2, "C small blind 1, D big blind 2")
    assert table.hand.order == ("C", "D", "E", "A")
    played(table)
    assert next_hand(table) == "3: D small blind 1, E big blind 2"


def test_when_the_big_blind_leaves_the_small_blind_is_dead_and_then_the_button() -> None:
    """C posted the big blind and goes home: nobody posts the small blind, and in the hand after nobody deals."""
    table = opened("ABCDE")
    assert next_hand(table) == "1: B small blind 1, C big blind 2"
    table.do("C leaves")
    assert next_hand(table) == "2: D big blind 2"
    assert next_hand(table) == "3: D small blind 1, E big blind 2"
    assert next_hand(table) == "4: E small blind 1, A big blind 2"


def test_nobody_escapes_the_big_blind_when_both_blinds_leave() -> None:
    table = opened("ABCDE")
    next_hand(table)
    table.do("B leaves; C leaves")
    assert next_hand(table) == "2: D big blind 2"
    assert next_hand(table) == "3: D small blind 1, E big blind 2"
    assert next_hand(table) == "4: E small blind 1, A big blind 2"


def test_when_three_become_two_the_big_blind_still_moves_on() -> None:
    table = opened("ABC")
    assert next_hand(table) == "1: B small blind 1, C big blind 2"
    table.do("B leaves")
    assert next_hand(table) == "3: C small blind 1, A big blind 2"
    assert next_hand(table) == "1: A small blind 1, C big blind 2"


@pytest.mark.parametrize(
    ("seat", "asked"), [(9, "1: B small blind 1, C big blind 2"), (2, "2: B small blind 1, A big blind 2")]
)
def test_a_third_player_joins_two_without_meeting_the_button_in_the_big_blind(seat, asked) -> None:
    table = Table().do(commands.OpenNight(night="n", club="c", banker="Z", rules=house("standard")))
    table.do(commands.SeatPlayer(player="A", seat=1), commands.SeatPlayer(player="B", seat=5), "A +50; B +50")
    assert next_hand(table) == "1: A small blind 1, B big blind 2"
    table.do(commands.SeatPlayer(player="C", seat=seat), "C +50")
    assert next_hand(table) == asked


def test_without_the_dead_button_rule_the_button_moves_to_the_next_player() -> None:
    table = opened("ABCD", rules=commands.HouseRules(auto="all", rulebook="standard", dead_button=False))
    next_hand(table)
    table.do("B leaves")
    assert next_hand(table) == "3: D small blind 1, A big blind 2"


def test_naming_the_dealer_the_rule_gives_changes_nothing() -> None:
    table = opened("ABCDE")
    next_hand(table)
    table.do("C leaves")
    assert next_hand(table, dealer="B") == "2: D big blind 2"


def test_naming_another_dealer_moves_the_blinds_behind_him() -> None:
    table = opened("ABCDE")
    next_hand(table)
    assert next_hand(table, dealer="E") == "5: A small blind 1, B big blind 2"


def test_only_somebody_at_the_table_deals() -> None:
    table = opened()
    table.refuses("hand texas hold'em by Q", errors.PlayerIsNotSeated, player="Q")
    table.do("C stands").refuses("hand texas hold'em by C", errors.DealerIsNotDealtIn, player="C")


# Missed blinds


def away_for_the_blinds() -> Table:
    """B is away while the big blind passes B's chair."""
    table = opened("ABCDE").do("B stands")
    assert next_hand(table, dealer="E") == "5: A small blind 1, C big blind 2"
    # The first hand has no big blind before it that could have passed anybody.
    assert not table.night.people["B"].missed_big
    for _ in range(3):
        next_hand(table)
    assert next_hand(table) == "5: A small blind 1, C big blind 2"
    assert table.night.people["B"].missed_big
    return table


def test_who_was_away_when_the_big_blind_passed_owes_both_blinds_when_he_returns() -> None:
    table = away_for_the_blinds().do("B back", HOLDEM)
    assert posts(table) == "C small blind 1, D big blind 2, B missed big blind 2, B missed small blind 1"
    assert table.hand.stakes.put_in["B"] == 2
    assert table.hand.round.paid == {"C": 1, "D": 2, "B": 2}
    assert table.night.pot_worth() == 6


def test_a_missed_big_blind_is_live_and_a_missed_small_blind_is_dead() -> None:
    table = away_for_the_blinds().do("B back", HOLDEM, "E f; A f")
    assert table.turn == "B"
    table.do("B x; C f; D x")
    assert table.hand.rounds.closed == 1
    assert sum(table.hand.stakes.put_in.values()) == 5
    assert table.night.pot_worth() == 6


def test_missed_blinds_are_posted_once() -> None:
    table = away_for_the_blinds().do("B back")
    next_hand(table)
    assert next_hand(table) == "3: D small blind 1, E big blind 2"


def test_who_waits_for_his_big_blind_owes_nothing_else() -> None:
    table = away_for_the_blinds()
    for _ in range(3):
        next_hand(table)
    table.do("B back")
    assert next_hand(table) == "5: A small blind 1, B big blind 2"
    assert next_hand(table) == "1: B small blind 1, C big blind 2"


def test_who_has_gone_home_and_comes_back_owes_no_blinds() -> None:
    table = away_for_the_blinds().do("B leaves", "B sits; B +50")
    assert next_hand(table) == "1: C small blind 1, D big blind 2"


# Short stacks and straddles


def test_nobody_who_plays_all_in_posts_more_than_he_has() -> None:
    table = opened("ABC", {"A": 1, "B": 1, "C": 50}).do("hand texas hold'em by C")
    assert posts(table) == "A small blind 1, B big blind 1"
    assert table.turn == "C"
    assert table.hand.stakes.all_in == {"A", "B"}
    table.do("C c")
    assert table.hand.stakes.put_in == {"A": 1, "B": 1, "C": 1}
    assert table.hand.stage == "showdown"


def test_a_short_big_blind_does_not_make_the_call_cheaper() -> None:
    table = opened("ABCD", {"A": 50, "B": 1, "C": 50, "D": 50}).do("hand texas hold'em by D", "C c")
    assert table.hand.stakes.put_in["C"] == 2
    table.refuses("D r1", errors.RaiseBelowMinimum, least=2)


def test_blinds_that_put_everybody_all_in_leave_nothing_to_bet() -> None:
    table = opened("AB", {"A": 1, "B": 2}).do("hand texas hold'em by A")
    assert table.hand.stage == "showdown"
    assert table.night.pot_worth() == 2
    assert table.stacks() == {"A": 0, "B": 1}


def test_heads_up_a_short_big_blind_is_matched_without_asking() -> None:
    table = opened("AB", {"A": 50, "B": 1}).do("hand texas hold'em by A")
    assert table.hand.stage == "showdown"


def test_who_has_no_chips_is_not_dealt_in_where_players_go_all_in() -> None:
    table = opened("ABCD", {"A": 50, "B": 50, "D": 50}).do("hand texas hold'em by A")
    assert table.hand.order == ("B", "D", "A")
    played(table)
    table.refuses(commands.AnnounceHand(game="Omaha", players=("A", "C")), errors.HasNoChips, player="C")


def test_a_straddle_is_twice_the_bet_before_it() -> None:
    table = opened("ABCDE").do(commands.AnnounceHand(game="Texas Hold'em", dealer="E", straddle=("C", "D")))
    assert posts(table) == "A small blind 1, B big blind 2, C straddle 4, D straddle 8"
    assert table.turn == "E"
    assert table.hand.round.price == 8


def test_a_blind_who_straddles_puts_in_what_is_missing() -> None:
    table = opened("ABC").do(commands.AnnounceHand(game="Texas Hold'em", dealer="C", straddle=("A",)))
    assert posts(table) == "A small blind 1, B big blind 2, A straddle 3"
    assert (table.hand.round.price, table.hand.round.paid["A"]) == (4, 4)


def test_who_is_not_dealt_in_cannot_straddle() -> None:
    said = commands.AnnounceHand(game="Texas Hold'em", players=("A", "B"), straddle=("C",))
    opened("ABC").refuses(said, errors.PlayerIsNotInTheHand, player="C")


def test_posts_may_be_said_as_they_fell() -> None:
    said = commands.AnnounceHand(
        game="Texas Hold'em", dealer="C", posts=(Post("A", "big blind", 2), Post("B", "ante", 7))
    )
    table = opened().do(said)
    assert table.hand.stakes.put_in == {"A": 2, "B": 7, "C": 0}
    assert table.turn == "B"
    too_much = commands.AnnounceHand(game="Texas Hold'em", posts=(Post("A", "ante", 101),))
    opened().refuses(too_much, errors.BetExceedsStack, player="A", chips=101, stack=100)


def test_without_posts_the_player_left_of_the_dealer_opens_and_may_check() -> None:
    table = opened().do(commands.AnnounceHand(game="Texas Hold'em", dealer="C", posts=()), "A x; B x; C x")
    assert table.hand.rounds.closed == 1


def test_the_house_may_ask_another_ante() -> None:
    table = opened(rules=house(forced=Ante(3))).do("hand straight poker")
    assert table.night.pot_worth() == 9
