"""The showdown: showing, giving up, naming winners, and what known cards say to that."""

import pytest

from engine import commands, errors, events
from engine.game.awards import Best, Low, Split
from engine.game.steps import Bet, Deal
from engine.play.script.offers import offers
from tests.engine.hands import worth
from tests.engine.table import Table, announce, game, house, opened

ACES = "As Ah 9c 7d 2s"
KINGS = "Ks Kh 9d 7c 2h"
KINGS_TOO = "Kd Kc 9h 7s 2d"
QUEENS = "Qs Qh 9s 7h 2c"
LOW_86 = "8d 6h 4c 3d Ad"
NO_LOW = "10d 6s 4h 3c Ac"


def showdown(players: str = "ABC", **said: object) -> Table:
    """Five closed cards each, antes of 1, nobody bets; the last player deals."""
    return opened(players).do(announce(game(**said), dealer=players[-1])).checked_down()


def high_low() -> Table:
    return showdown(award=Split(Best(), Best(Low(most=8))))


# Cards decide


def test_when_everybody_has_shown_the_cards_decide() -> None:
    table = showdown().do(f"A shows {KINGS}", f"B shows {ACES}", f"C shows {QUEENS}")
    (award,) = table.of(events.PotAwarded)
    assert award.by == "cards"
    (share,) = award.shares
    assert (share.player, share.chips, share.hand) == ("B", 3, worth("pair of aces"))
    assert sorted(share.cards) == sorted(ACES.split())


def offered_first(table: Table) -> list[str]:
    """Who is asked to show, in the order in which they are."""
    return [offer.player or "" for offer in offers(table.night) if isinstance(offer.command, commands.ShowHand)]


def danish() -> Table:
    return opened("ABCD", rules=house()).do("hand straight poker by D")


def test_the_last_to_open_or_raise_shows_first_and_the_others_as_they_sit() -> None:
    """RULINGS E3, Showdown order."""
    table = danish().do("A 2; B c; C r1; D c; A f; B c")
    assert offered_first(table) == ["C", "D", "B"]
    table.do("C shows As Kd 7h 2c 3c", "D mucks")
    assert offered_first(table) == ["B"]


def test_when_all_checked_the_last_round_the_first_to_act_shows_first() -> None:
    """RULINGS R-E5; that A had not raised last before does not matter."""
    table = opened("ABCD", rules=house(auto="closed")).do("hand three card draw by D", "A x; B 2; C c; D c; A c")
    table.do("A draws 0; B draws 0; C draws 0; D draws 0", "A x; B x; C x; D x")
    assert offered_first(table) == ["A", "B", "C", "D"]
    folded = danish().do("A f; B x; C x; D x")
    assert offered_first(folded) == ["B", "C", "D"]


def test_nobody_is_refused_who_shows_out_of_order() -> None:
    """The source tells who shows when, and punishes nobody."""
    danish().do("A x; B x; C x; D 1; A c; B c; C c").do("B shows As Kd 7h 2c 3c")


def test_equal_hands_share() -> None:
    table = showdown().do(f"A shows {KINGS}", f"B shows {KINGS_TOO}", f"C shows {QUEENS}")
    assert table.won() == {"A": 2, "B": 1}


def test_cards_known_from_the_deal_still_have_to_be_shown() -> None:
    table = showdown().do(f"A has {ACES}", f"B has {KINGS}", f"C has {QUEENS}")
    assert table.night.hand is not None
    table.do(f"A shows {ACES}", "B mucks; C mucks")
    assert table.won() == {"A": 3}


def test_who_gives_up_cannot_win() -> None:
    table = showdown().do(f"A shows {QUEENS}", "B mucks", f"C shows {KINGS}")
    assert table.won() == {"C": 3}


def test_when_all_others_give_up_the_last_one_wins_unseen() -> None:
    table = showdown().do("A mucks; C mucks")
    (award,) = table.of(events.PotAwarded)
    assert (award.by, award.shares) == ("last player", (events.Share(player="B", chips=3),))


def test_somebody_must_win() -> None:
    table = opened("ABC").do("hand texas hold'em by C", "C all-in; A all-in; B f")
    table.refuses("B mucks", errors.PlayerHasFolded)
    table.do("C mucks")
    assert table.night.hand is None


def test_nobody_gives_up_twice_or_before_the_showdown() -> None:
    showdown("ABCD").do("A mucks").refuses("A mucks", errors.PlayerHasFolded, player="A")
    opened().do("hand texas hold'em by C").refuses("A mucks", errors.BettingIsNotOver, waiting=["C"])


def test_the_hand_waits_while_shared_cards_are_unknown() -> None:
    table = opened("AB").do("hand texas hold'em by B", "B all-in; A all-in", "A shows As Ah", "B shows Ks Kh")
    assert table.hand.stage == "showdown"
    table.do("board 2c 3c 4c 9h 9d")
    assert table.won() == {"A": 200}


def test_omaha_hands_are_made_of_exactly_two_own_cards() -> None:
    """Four hearts on the board and one in the hand make no flush, and four aces in the hand are a pair."""
    table = opened("AB").do("hand omaha by B", "B c; A x; A x; B x; A x; B x; A x; B x")
    table.do("board 2h 7h 9h Jh 3c", "A shows Ah Ks Qs 10d", "B shows Jd Jc 4s 5s")
    assert table.won() == {"B": 4}
    (award,) = table.of(events.PotAwarded)
    assert award.shares[0].hand == worth("three of a kind, jacks")


def test_in_omaha_high_and_low_may_be_made_of_different_cards() -> None:
    table = opened("AB").do("hand omaha hi/lo 8 by B", "B c; A x; A x; B x; A x; B x; A x; B x")
    table.do("board 3h 5d 7c Kd Kc", "A shows Ah 2h Ks Kh", "B shows Qs Qh Jd Js")
    assert {award.share: award.shares[0].player for award in table.of(events.PotAwarded)} == {"high": "A", "low": "A"}


def test_a_deuce_stands_for_what_is_missing_where_deuces_are_wild() -> None:
    table = opened("ABC", rules=house()).do("hand three card draw, deuces wild by C", "A x; B x; C x")
    table.do("A draws 0; B draws 0; C draws 0", "A x; B x; C x")
    table.do("A shows As Ah 9c 7d 3s", "B shows Ks Kh 2d 7c 3h", "C mucks")
    (award,) = table.of(events.PotAwarded)
    (share,) = award.shares
    assert (share.player, share.hand) == ("B", worth("three of a kind, kings"))
    assert dict(zip(share.cards, share.stands_for, strict=True))["2d"][:-1] == "K"


# Showing


def test_cards_shown_must_be_those_that_were_dealt() -> None:
    table = opened(rules=house(auto="closed")).do("hand five card stud by C", "deal Ks 7d 3c", "A x; B x; C x")
    table.refuses("A shows Qs Qd", errors.CardsAreNotHeld, player="A")
    table.refuses("A shows 7d", errors.CardIsAlreadyOut, card="7d")
    table.refuses("A shows Ks 2c 3h 4h", errors.WrongNumberOfCards, given=4, wanted=2, what="shown")
    table.refuses("A shows ??", errors.FaceIsMissing)
    table.refuses("A shows", errors.WrongNumberOfCards)
    table.refuses("D shows Ks", errors.PlayerIsNotInTheHand)
    table.do("A shows Ks Qs")


def test_a_hand_may_be_shown_before_the_end_and_counts_at_the_showdown() -> None:
    table = opened("ABC").do(announce(game(Deal(down=5), Bet()), dealer="C"), f"A shows {QUEENS}")
    table.do("A x; B x; C x", f"B shows {KINGS}", "C mucks")
    assert table.won() == {"B": 3}


def test_who_has_shown_early_shows_again_when_more_cards_have_come() -> None:
    declared = game(Deal(down=2), Bet(), Deal(down=1), Bet())
    table = opened("AB").do(announce(declared, dealer="B"), "A shows As Ah", "A x; B x; A x; B x")
    table.do("B shows Ks Kh 2d")
    assert table.night.hand is not None
    table.do("A shows As Ah 3d")
    assert table.won() == {"A": 2}


def test_part_of_a_hand_shown_decides_nothing() -> None:
    table = showdown("AB").do("A shows As Ah", f"B shows {KINGS}")
    assert table.night.hand is not None
    table.do(f"A shows {ACES}")
    assert table.won() == {"A": 2}


def test_of_a_finished_hand_anybody_who_was_dealt_in_may_show() -> None:
    table = showdown().do("A win", f"B shows {ACES}", f"C shows {QUEENS}")
    assert [held.card for held in table.night.last_hand.cards.own["B"]] == ACES.split()
    assert table.stacks()["A"] == 102


def test_after_the_next_announcement_the_old_hand_is_no_longer_shown() -> None:
    table = showdown().do("A win", announce(game(Deal(down=2), Bet()), dealer="A"))
    table.refuses(f"B shows {ACES}", errors.WrongNumberOfCards, wanted=2)


def test_nothing_is_shown_before_the_first_hand() -> None:
    opened().refuses(f"B shows {ACES}", errors.NoHandIsPlayed)


def test_who_folded_shows_only_when_the_hand_is_over() -> None:
    table = opened().do(announce(game(Deal(down=5), Bet()), dealer="C"), "A f")
    table.refuses(f"A shows {ACES}", errors.PlayerHasFolded)
    table.do("B x; C x", "B win", f"A shows {ACES}")


# The table names the winners


def test_where_cards_are_unknown_the_table_names_the_winners() -> None:
    table = showdown().do("B win")
    (award,) = table.of(events.PotAwarded)
    assert (award.by, table.won()) == ("table", {"B": 3})


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("D win", errors.CannotWin),
        ("A, A win", errors.NamedTwice),
        ("A > A win", errors.NamedTwice),
        ("A / B win", errors.TooManyShares),
        (commands.NameWinners(rankings=((),)), errors.NobodyNamed),
        (commands.NameWinners(rankings=(((),),)), errors.PotWithoutWinner),
    ],
)
def test_only_who_can_win_is_named(said, reason) -> None:
    showdown().refuses(said, reason)


def test_who_gave_up_or_folded_is_not_named() -> None:
    showdown().do("B mucks").refuses("B win", errors.CannotWin, player="B", players=["A", "C"])


def test_winners_are_named_at_the_showdown_only() -> None:
    opened().do("hand texas hold'em by C").refuses("A win", errors.BettingIsNotOver, waiting=["C"])
    table = opened(rules=house("standard", auto="none")).do("hand texas hold'em by C")
    refusal = table.refuses("A win", errors.NotAtTheShowdown)
    assert str(refusal) == "The hand is not at the showdown; it waits for the dealer."


def test_who_was_to_show_first_is_told_when_another_begins() -> None:
    """RULINGS E3, Showdown order: the last to raise; nobody is refused, and who comes later is told nothing."""
    table = opened(rules=house()).do("hand straight poker by C", "A 2; B r1; C c; A c")
    table.do(f"A shows {ACES}")
    assert [(event.player, event.before) for event in table.of(commands.ShowHand)] == [("A", "B")]
    table.do(f"C shows {KINGS}")
    assert [event.before for event in table.of(commands.ShowHand)] == [None]
    in_order = opened(rules=house()).do("hand straight poker by C", "A 2; B r1; C c; A c").do(f"B shows {ACES}")
    assert [event.before for event in in_order.of(commands.ShowHand)] == [None]
    announced = commands.ShowHand(player="A", cards=tuple(KINGS.split()), before="C")
    in_order.do(announced)
    assert [event.before for event in in_order.of(commands.ShowHand)] == [None], "only the rules say so"


def test_every_pot_needs_a_winner() -> None:
    table = opened("ABC", {"A": 30, "B": 60, "C": 100}).do("hand texas hold'em by C", "C all-in; A all-in; B all-in")
    refusal = table.refuses("A win", errors.PotWithoutWinner, chips=60, players=["B", "C"])
    assert "“Anna > Bo > Carl win”" in refusal.how_typed({"A": "Anna", "B": "Bo", "C": "Carl"})
    table.do("A > C win")
    assert table.won() == {"A": 90, "C": 60}


def test_known_cards_contradict_the_table() -> None:
    table = showdown().do(f"A has {ACES}", f"B has {KINGS}")
    refusal = table.refuses("B win", errors.CardsSayOtherwise, player="B", hand="pair of kings", other="A")
    assert refusal.waivable
    table.waives("B win", errors.CardsSayOtherwise)
    assert table.won() == {"B": 3}


def test_equal_known_hands_must_share() -> None:
    table = showdown().do(f"A has {KINGS}", f"B has {KINGS_TOO}")
    table.refuses("A win", errors.CardsSayOtherwise, other="B")
    table.do("A, B win")


def test_unequal_known_hands_must_not_share() -> None:
    showdown().do(f"A has {ACES}", f"B has {KINGS}").refuses("A, B win", errors.CardsSayOtherwise, player="B")


def test_unknown_cards_contradict_nothing() -> None:
    showdown().do(f"A has {ACES}").do("C win")
    showdown().do(f"A has {ACES}", f"B has {KINGS}").do("C win")


def test_known_cards_contradict_the_table_in_a_side_pot_too() -> None:
    table = opened("ABC", {"A": 30, "B": 60, "C": 100}).do(announce(game(Deal(down=5), Bet()), dealer="C"))
    table.do("A all-in; B all-in; C all-in", f"B has {QUEENS}", f"C has {KINGS}")
    table.refuses("A > B win", errors.CardsSayOtherwise, player="B", other="C")
    table.do("A > C win")


def test_a_known_hand_that_does_not_qualify_cannot_be_named_for_low() -> None:
    table = high_low().do(f"A has {NO_LOW}")
    assert table.refuses("B / A win", errors.HandDoesNotQualify, player="A", share="low").waivable
    table.do("B / C win")


def test_a_known_hand_that_qualifies_for_low_is_not_passed_over() -> None:
    table = high_low().do(f"A has {LOW_86}")
    assert table.refuses("B win", errors.ShareHasAWinner, player="A", share="low").waivable
    table.do("B / A win")
    assert {award.share: award.shares[0].player for award in table.of(events.PotAwarded)} == {"high": "B", "low": "A"}


def test_five_known_cards_of_seven_already_contradict_a_lesser_winner() -> None:
    table = opened("ABC", rules=house(auto="closed")).do("hand seven card stud by C", "deal 9s Kd 2c")
    for cards in ("9d 6d 3c", "9h 6h 4c", "5s 7d 8c"):
        table.do(*(commands.Check(player=player) for player in (table.hand.round.waiting)), f"deal {cards}")
    table.do(*(commands.Check(player=player) for player in table.hand.round.waiting))
    table.do(*(commands.Check(player=player) for player in table.hand.round.waiting))
    table.do("A has Ah", "B shows Ks Qs 2d Kd 6d 6h 7d")
    table.refuses("B win", errors.CardsSayOtherwise, player="B", other="A", other_hand="three of a kind, nines")
    table.waives("B win", errors.CardsSayOtherwise)
