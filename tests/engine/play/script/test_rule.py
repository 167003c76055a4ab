"""The dealer names the game: who is dealt in, what is frozen; and New Deal."""

import pytest

from engine import commands, errors, events
from engine.game.betting import Ante, HouseLimit
from engine.game.definition import Deck, Game
from engine.game.steps import Bet, Deal, Turn
from engine.offer import Offer
from engine.play.script.offers import offers
from tests.engine.table import Table, announce, game, house, opened

ALL_STAGES = {
    "before the first card": ("none", []),
    "after the deal": ("closed", []),
    "in a betting round": ("all", ["A b5; B c"]),
    "before a card is drawn": ("all", ["A b5; B c; C c"]),
    "while cards are drawn": ("all", ["A b5; B c; C c", "A draws 2"]),
    "in the last round": ("all", ["A b5; B c; C c", "A draws 2; B draws 0; C draws 1", "A x"]),
    "at the showdown": ("all", ["A b5; B c; C c", "A draws 2; B draws 0; C draws 1", "A x; B x; C x"]),
}


def test_everything_the_dealer_left_unsaid_is_filled_in() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C")
    (announced,) = table.of(commands.AnnounceHand)
    assert (announced.game, announced.rulebook) == ("Straight Poker", "enemaerke")
    assert (announced.players, announced.dealer, announced.button) == (("A", "B", "C"), "C", 3)
    assert announced.declaration.limit == HouseLimit(most=5, once=50)


def test_an_unknown_game_is_refused_with_names_like_it() -> None:
    refusal = opened("ABC").refuses("hand texas holdm", errors.UnknownGame, game="texas holdm")
    assert "Texas Hold'em" in str(refusal)
    assert str(opened("ABC").refuses("hand qqqq", errors.UnknownGame)).endswith(
        "names like it: none, but the list of games has them all."
    )
    opened("ABC").refuses(commands.AnnounceHand(game="omaha", rulebook="enemaerke"), errors.UnknownGame)


def test_one_hand_at_a_time() -> None:
    table = opened("ABC").do("hand omaha by C")
    table.refuses("hand omaha by A", errors.HandIsBeingPlayed, number=1, game="Omaha")


def test_the_dealer_may_set_another_ante_or_limit_for_one_hand() -> None:
    said = commands.AnnounceHand(game="straight poker", forced=Ante(5), limit=HouseLimit(most=20))
    table = opened("ABC", rules=house()).do(said)
    assert table.night.pot_worth() == 15
    table.do("B b20")


# Who plays


def test_those_who_are_away_are_not_dealt_in() -> None:
    table = opened("ABCD", rules=house()).do("B stands", "hand straight poker by D")
    assert table.hand.order == ("A", "C", "D")
    table = opened("ABCD", rules=house()).do("B stands")
    table.refuses(
        commands.AnnounceHand(game="straight poker", players=("A", "B", "C")), errors.PlayerIsAway, player="B"
    )


def test_the_game_begins_when_all_antes_are_paid() -> None:
    """RULINGS R-E12: who lacks the ante borrows first, or sits the hand out; the table may waive it."""
    table = opened("ABCDE", {"A": 50, "B": 50, "C": 50, "E": 1}, rules=house())
    table.refuses("hand straight poker by A", errors.AntesAreLacking, players=["D", "E"])
    table.do(commands.AnnounceHand(game="straight poker", dealer="A", players=("A", "B", "C")), "B f; C f")
    table.do("D +2", "E +1", "hand straight poker by A")
    assert table.hand.order == ("B", "C", "D", "E", "A")
    assert (table.stacks()["D"], table.stacks()["E"], table.hand.stage) == (0, 0, "playing")


def test_a_new_deal_is_anted_with_chips_too() -> None:
    table = opened("ABC", {"A": 50, "B": 50, "C": 3}, rules=house()).do("hand straight poker by A", "A demands")
    table.refuses("hand straight poker", errors.AntesAreLacking, players=["C"])


def test_before_a_hand_a_loan_is_offered_to_whoever_lacks_the_ante() -> None:
    rules = house(initial_loan=150)
    table = opened("ABCD", 0, rules=rules).do(
        commands.TransferChips(payer="A", payee="B", chips=150), "C stands", "D -150"
    )
    assert offers(table.night) == (
        Offer(commands.GiveLoan(player="A", chips=2), "A", least=2, most=150),
        Offer(commands.GiveLoan(player="D", chips=2), "D", least=2, most=150),
    )
    table.do("A +2").do("D +150")
    assert offers(table.night) == ()


def test_nobody_is_offered_more_than_the_box_holds_and_nothing_where_players_go_all_in() -> None:
    few = (commands.Denomination(name="small", worth=1, pieces=101),)
    assert offers(opened("AB", {"A": 100}, rules=house(), inventory=few).night) == ()
    some = (commands.Denomination(name="small", worth=1, pieces=110),)
    offered = offers(opened("AB", {"A": 100}, rules=house(), inventory=some).night)
    assert offered == (Offer(commands.GiveLoan(player="B", chips=2), "B", least=2, most=10),)
    assert offers(opened("AB", {"A": 100}).night) == ()


@pytest.mark.parametrize(
    ("players", "reason", "details"),
    [
        (("A",), errors.TooFewToPlay, {"players": 1, "least": 2}),
        ((), errors.TooFewToPlay, {"players": 0}),
        (("A", "B", "A"), errors.NamedTwice, {}),
        (("A", "B", "Q"), errors.PlayerIsNotSeated, {"player": "Q"}),
    ],
)
def test_who_is_dealt_in_must_be_able_to_play(players, reason, details) -> None:
    table = opened("ABCDEFGH", rules=house())
    table.refuses(commands.AnnounceHand(game="straight poker", players=players), reason, **details)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("scroker", "ABCD"),
        ("spit in the can", "ABCDEFGH"),
        ("longhorn stud", "AB"),
        ("three dog night", "ABCDEFGHIJ"),
        ("texas toothpick toast", "ABCDEFGH"),
        ("straight poker", "AB"),
        ("straight poker", "ABCDEFGHIJ"),
        ("wordpoker", "ABCDEFGH"),
    ],
)
def test_a_number_of_players_that_a_source_recommends_refuses_nobody(game, players) -> None:
    table = opened(players).do(f"hand {game} by A")
    assert sorted(table.hand.order) == list(players)


def test_only_a_pack_that_cannot_serve_everyone_refuses() -> None:
    table = opened("ABCDEFGHIJK")
    table.refuses("hand straight poker by A", errors.DeckIsTooSmall, room=10, players=11)


@pytest.mark.parametrize(
    ("game", "players", "reason"),
    [
        ("lift smoke", "ABC", errors.FewerThanTheGameIsFor),
        ("lift smoke", "ABCDEFG", errors.MoreThanTheGameIsFor),
        ("tarok", "AB", errors.FewerThanTheGameIsFor),
        ("tarok", "ABCDE", errors.MoreThanTheGameIsFor),
    ],
)
def test_a_number_that_the_rules_hang_on_is_a_limit(game, players, reason) -> None:
    opened(players).refuses(f"hand {game} by A", reason, players=len(players))


def test_how_many_a_game_is_for_may_be_waived() -> None:
    table = opened("ABC").waives("hand lift smoke by A", errors.FewerThanTheGameIsFor)
    assert table.hand.order == ("B", "C", "A")


def test_players_are_in_the_hand_in_the_order_of_their_chairs() -> None:
    said = commands.AnnounceHand(game="omaha", players=("D", "A", "C"), dealer="C")
    assert opened("ABCD").do(said).hand.order == ("D", "A", "C")
    said = commands.AnnounceHand(game="omaha", players=("C", "A", "D"), dealer="D")
    assert opened("ABCD").do(said).hand.order == ("A", "C", "D")


# A declaration from outside


def test_a_declaration_that_leaves_something_unsaid_is_refused() -> None:
    table = opened("ABC")
    table.refuses(announce(Game("Mine", play=(Deal(down=5), Bet()))), errors.GameIsIncomplete, game="Mine")
    table.refuses(announce(game(limit=None)), errors.GameIsIncomplete, missing=["limit"])


@pytest.mark.parametrize(
    "unsound", [game(deck=Deck("tarot-99")), game(Deal(down=1), Turn(), Bet()), game(Deal(down=5))], ids=str
)
def test_a_declaration_that_cannot_be_played_is_refused(unsound) -> None:
    opened("ABC").refuses(announce(unsound), errors.GameIsUnsound, game="Test")


# New Deal (RULINGS E3, Misdeal)


@pytest.mark.parametrize("stage", ALL_STAGES)
def test_a_new_deal_stops_the_hand_at_any_stage_and_carries_the_pot(stage) -> None:
    auto, said = ALL_STAGES[stage]
    table = opened("ABC", rules=house(auto=auto)).do("hand three card draw by C", *said)
    worth = table.night.pot_worth()
    table.do("B demands")
    assert table.night.hand is None
    assert table.holds("carry") == worth
    assert table.of(events.PotCarried) == [events.PotCarried(chips=worth, rule="enemaerke/new-deal")]


def test_after_a_new_deal_the_next_player_deals_and_everybody_antes_again() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by A", "B b5; C c", "C demands", "hand straight poker")
    assert table.hand.announced.dealer == "B"
    assert table.of(events.CarryAdded) == [events.CarryAdded(chips=16)]
    assert table.night.pot_worth() == 16 + 6
    table.do("C x; A x; B x", "A win")
    assert table.won() == {"A": 22}
    assert table.holds("carry") == 0


def test_pots_carried_twice_add_up() -> None:
    table = opened("ABC", rules=house())
    for number in (1, 2, 3):
        table.do("hand straight poker", "A demands")
        assert table.holds("carry") == 6 * number


def test_who_has_folded_may_demand_a_new_deal_and_who_was_not_dealt_in_may_not() -> None:
    table = opened("ABCD", rules=house()).do("D stands", "hand straight poker by C", "A f")
    table.refuses("D demands", errors.PlayerIsNotInTheHand, player="D")
    table.do("A demands")


def test_the_table_may_demand_a_new_deal_together() -> None:
    table = opened("ABC", rules=house()).do("hand straight poker by C", commands.NewDeal(reason="a card too many"))
    assert table.holds("carry") == 6


def test_there_is_no_new_deal_without_a_hand() -> None:
    opened("ABC").refuses("A demands", errors.NoHandIsPlayed)


def test_a_new_deal_before_anybody_has_put_in_a_chip_carries_nothing() -> None:
    table = opened("ABC").do(commands.AnnounceHand(game="omaha", posts=()), "A demands")
    assert table.of(events.PotCarried) == []
    assert table.night.hand is None


def test_a_carried_pot_starts_a_hand_without_antes_too() -> None:
    table = opened("ABC").do(announce(game(), dealer="C"), "A demands")
    table.do(commands.AnnounceHand(game="omaha", posts=(), dealer="C"))
    assert table.night.pot_worth() == 3
    assert table.hand.stage == "playing"


def test_a_carried_pot_that_nobody_plays_for_must_be_ruled_before_the_close() -> None:
    table: Table = opened("ABC", rules=house()).do("hand straight poker by C", "A b5; B c", "B demands")
    table.refuses("close", errors.PotIsCarried, chips=16)
    moves = (commands.ChipMove("carry", "chips:A", 8), commands.ChipMove("carry", "chips:B", 8))
    table.do(commands.MakeRuling(text="we stop and share", moves=moves, agreed_by=("A", "B", "C")))
    table.do("A =101; B =101; C =98", "close")
    assert table.night.phase == "closed"


def test_a_banker_whose_box_has_lent_all_chips_also_those_won_is_not_dealt_in() -> None:
    """Left in is what stands behind the banker, the box and the chips in front of them together."""
    rules = house("standard", banker_stack="box")
    box = (commands.Denomination(name="white", worth=1, pieces=200),)
    table = opened("ABZ", {"A": 50, "B": 50}, rules=rules, banker="Z", inventory=box)
    table.do("hand texas hold'em by A", "A f; B f")
    assert table.holds("chips:Z") > 0
    table.do(commands.GiveLoan(player="A", chips=table.night.stack("Z")))
    (announced,) = table.do("hand texas hold'em by A").of(commands.AnnounceHand)
    assert announced.players == ("B", "A")
