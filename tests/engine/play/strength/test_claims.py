"""Announcing at the showdown (RULINGS E3, Announcing; R-E6): what is announced counts where players speak."""

import pytest

from engine import commands, errors, events
from engine.game.awards import Best, CardsSpeak, Low, PlayersSpeak, Poker, Split
from engine.game.options import AnyOption, HighLow, HighSpade, Wild
from engine.game.steps import Bet, Deal
from engine.game.wilds import Cards
from engine.play.strength.claims import RULE
from tests.engine.hands import worth
from tests.engine.table import Table, announce, game, house, opened
from tests.engine.word_games import shows

QUADS = "Js Jh Jd Jc 2s"
KINGS_FULL = "Ks Kh Kd 9s 9d"
FLUSH = "Ah Qh 8h 6h 3h"
NINES = "9h 9c 5c 4s 3s"


def showdown(players: str = "ABC", **said: object) -> Table:
    """Five closed cards each, antes of 1, all check, and the showdown; the last player deals."""
    declared = game(Deal(down=5), Bet(), **{"claims": PlayersSpeak(), **said})
    return opened(players).do(announce(declared, dealer=players[-1]), *(f"{player} x" for player in players))


def test_who_announces_too_low_wins_with_the_announced_hand_if_nobody_beats_it() -> None:
    table = showdown("ABC", wild=Cards("2")).do(shows("A", QUADS, "full house"), shows("B", FLUSH, "flush"))
    table.do(shows("C", NINES, "a pair"))
    (award,) = table.of(events.PotAwarded)
    (share,) = award.shares
    assert (share.player, share.hand) == ("A", worth("full house, jacks over jacks"))
    assert award.rule == "standard/odd-chip-first-after-dealer"


WILD, SPEAK = {"wild": Cards("2")}, {"claims": CardsSpeak()}


@pytest.mark.parametrize(
    ("rules", "shown", "won"),
    [
        # Who announces too low loses to what beats the announced hand; unannounced, the cards count as they are.
        (WILD, {"A": (QUADS, "full house"), "B": (KINGS_FULL, "full house")}, {"B": 2}),
        (WILD, {"A": (QUADS,), "B": (KINGS_FULL, "full house")}, {"A": 2}),
        # Who announces what is not there loses the right to the pot, and the only one who did not wins it.
        ({}, {"A": (KINGS_FULL, "four kings"), "B": (FLUSH,), "C": (NINES, "pair of nines")}, {"B": 3}),
        ({}, {"A": (KINGS_FULL, "four kings"), "B": (NINES, "nines")}, {"B": 2}),
        # RULINGS R-E18: all have lost “retten til puljen”, and the better cards do not win it all the same.
        ({}, {"A": (KINGS_FULL, "four kings"), "B": (NINES, "straight")}, {}),
        # Where cards speak announcements do not count.
        (SPEAK, {"A": (KINGS_FULL, "I give up"), "B": (NINES, "five of a kind")}, {"A": 2}),
    ],
)
def test_the_pot_goes_by_what_was_announced_and_is_there(rules, shown, won) -> None:
    table = showdown("".join(shown), **rules).do(*(shows(player, *said) for player, said in shown.items()))
    assert table.won() == won
    assert table.of(events.PotCarried) == ([] if won else [events.PotCarried(chips=2, rule=RULE)])
    assert [award.by for award in table.of(events.PotAwarded)] == ["cards"] * bool(won)


def test_who_has_others_give_up_to_what_is_not_there_does_not_win_either() -> None:
    """RULINGS R-E18: who gave up is out, and the pot is carried."""
    table = showdown().do(shows("A", KINGS_FULL, "five of a kind"), "B mucks; C mucks")
    assert table.of(events.PotCarried) == [events.PotCarried(chips=3, rule=RULE)]
    held = showdown().do(shows("A", KINGS_FULL, "full house"), "B mucks; C mucks")
    assert held.won() == {"A": 3}


def test_the_last_one_left_wins_whatever_he_has_said_of_cards_that_nobody_knows() -> None:
    declared = game(Deal(down=5), Bet(), claims=PlayersSpeak())
    table = opened("AB").do(announce(declared, dealer="B"), "A x; B x", shows("A", "Ks Kh Kd 9s", "five of a kind"))
    assert table.do("B mucks").won() == {"A": 2}


def test_an_announcement_that_is_no_hand_is_refused_with_what_is_accepted() -> None:
    refusal = showdown().refuses(shows("A", KINGS_FULL, "a boatload"), errors.AnnouncementIsUnclear, player="A")
    assert "full house" in str(refusal)
    assert "fuldt hus" in str(refusal)


def test_the_first_announcement_stands() -> None:
    declared = game(Deal(down=5), Bet(), claims=PlayersSpeak())
    table = opened("AB").do(announce(declared, dealer="B"), "A x; B x", shows("A", "Ks Kh Kd 9s", "three kings"))
    table.refuses(shows("A", "Ks Kh Kd 9s 9d", "full house"), errors.HasAnnounced, announced="three kings")
    table.do(shows("A", "Ks Kh Kd 9s 9d"), shows("B", FLUSH))
    assert table.won() == {"B": 2}


def test_a_hand_is_announced_at_the_showdown_and_not_while_there_is_betting() -> None:
    table = opened("AB").do(announce(game(Deal(down=5), Bet(), claims=PlayersSpeak()), dealer="B"))
    refusal = table.refuses(shows("A", NINES, "pair of nines"), errors.AnnouncedTooSoon, waiting=["A"])
    assert refusal.waivable
    table.do(shows("A", NINES))


def test_the_same_is_what_the_one_before_announced() -> None:
    table = showdown().do(shows("A", "Ks Kd Qh 7c 2s", "pair of kings"), shows("B", NINES, "pair of nines"))
    table.do(shows("C", "9s 9d 8c 7d 6s", "The same!"))
    assert table.won() == {"A": 3}
    wrong = showdown().do(shows("A", NINES, "pair of nines"), shows("B", "Ks Kd Qd 7c 2c", "the very same"), "C mucks")
    assert wrong.won() == {"A": 3}
    showdown().refuses(shows("A", NINES, "the same"), errors.AnnouncementIsUnclear)


def test_of_a_finished_hand_anything_may_be_said() -> None:
    showdown("AB").do("A mucks", shows("B", KINGS_FULL, "look at that"))


def test_the_table_cannot_name_who_announced_what_is_not_there() -> None:
    table = showdown().do(shows("A", KINGS_FULL, "four kings"))
    refusal = table.refuses("A win", errors.AnnouncedIsNotThere, player="A", announced="four kings")
    assert refusal.waivable
    table.waives("A win", errors.AnnouncedIsNotThere)
    assert table.won() == {"A": 3}


def test_the_table_names_winners_by_what_was_announced() -> None:
    table = showdown("ABC", wild=Cards("2")).do(shows("A", QUADS, "full house"), shows("B", KINGS_FULL))
    table.refuses("A win", errors.CardsSayOtherwise, player="A", other="B")
    table.do("B win")


# High and low


def high_low(players: str = "ABC") -> Table:
    return showdown(players, award=Split(Best(), Best(Low(runs=True))))


LOW_76 = "7h 6d 3c 2s Ac"
LOW_86 = "8d 6h 4c 3d Ad"


def test_high_and_low_are_announced_and_judged_separately() -> None:
    table = high_low().do(shows("A", KINGS_FULL, "flush"), shows("B", LOW_76, "ace high / six-five"))
    table.do(shows("C", LOW_86, "pair / eight-six"))
    won = {award.share: award.shares[0].player for award in table.of(events.PotAwarded)}
    assert won == {"high": "B", "low": "C"}


def test_a_half_that_nobody_has_a_right_to_goes_to_the_other() -> None:
    table = high_low("AB").do(shows("A", LOW_76, "pair / 7-6"), shows("B", LOW_86, "pair / 8-6"))
    assert table.won() == {"A": 2}


def test_when_nobody_has_a_right_to_either_half_the_pot_is_carried() -> None:
    table = high_low("AB").do(shows("A", LOW_76, "pair / 6-5"), shows("B", LOW_86, "pair / 7-6"))
    assert table.of(events.PotCarried) == [events.PotCarried(chips=2, rule=RULE)]


def declared(*sides: str) -> Table:
    table = opened("ABC", rules=house(auto="closed"))
    table.do(commands.AnnounceHand(game="Straight Poker", dealer="C", options=(HighLow(),)), "A x; B x; C x")
    return table.do(
        *(commands.DeclareSide(player=player, side=side) for player, side in zip("ABC", sides, strict=True))  # type: ignore[arg-type]
    )


def test_who_declared_both_and_announces_one_side_wrongly_gets_nothing() -> None:
    table = declared("both", "high", "low").do(shows("A", LOW_76, "pair / seven-six"), shows("B", NINES, "nines"))
    table.do(shows("C", LOW_86, "eight-six"))
    assert table.won() == {"B": 6}


def test_an_announcement_is_for_the_side_declared() -> None:
    table = declared("high", "low", "low").do(shows("A", KINGS_FULL, "full house"), shows("B", LOW_76, "eight-six"))
    table.do(shows("C", LOW_86, "eight-six"))
    assert {award.share: award.shares[0].player for award in table.of(events.PotAwarded)} == {"high": "A", "low": "C"}


def test_sides_are_named_before_a_colon() -> None:
    table = declared("both", "high", "low")
    table.do(shows("A", LOW_76, "low: seven-six / high: ace high"))
    table.refuses(shows("B", NINES, "high: nines / high: nines"), errors.AnnouncementIsUnclear)
    table.refuses(shows("B", NINES, "nines / 9-5 / 3"), errors.AnnouncementIsUnclear)


def test_a_last_player_who_declared_takes_the_pot_unseen() -> None:
    table = declared("both", "high", "low").do("B mucks; C mucks")
    assert table.won() == {"A": 6}


def test_a_wrong_announcement_loses_the_highest_spade_too() -> None:
    table = opened("AB", rules=house(auto="closed"))
    said = commands.AnnounceHand(game="Straight Poker", dealer="B", options=(HighSpade(), Wild(Cards("2"))))
    table.do(said, "A x; B x")
    table.do(shows("A", "As 8s 7h 6d 4c", "pair"), shows("B", NINES, "nines"))
    assert table.won() == {"B": 4}


# Side pots


def test_a_side_pot_goes_to_those_who_announced_what_is_there() -> None:
    declared_game = game(Deal(down=5), Bet(), claims=PlayersSpeak())
    table = opened("ABC", {"A": 30, "B": 60, "C": 100}).do(announce(declared_game, dealer="C"))
    table.do("A all-in; B all-in; C all-in")
    table.do(shows("A", FLUSH, "flush"), shows("B", KINGS_FULL, "four kings"), shows("C", NINES, "three nines"))
    assert table.won() == {"A": 150}


def test_a_side_pot_in_which_nobody_wins_his_side_is_carried() -> None:
    declared_game = game(Deal(down=5), Bet(), award=Best(), scale=Poker(low=Low(runs=True))) + HighLow()
    table = opened("ABC", {"A": 100, "B": 60, "C": 30}).do(
        announce(declared_game, dealer="C"), "A all-in; B all-in; C all-in"
    )
    for player, side in zip("ABC", ("both", "both", "low"), strict=True):
        table.do(commands.DeclareSide(player=player, side=side))  # type: ignore[arg-type]
    table.do(shows("A", KINGS_FULL), shows("B", LOW_86), shows("C", LOW_76))
    assert table.won() == {"C": 90}
    assert table.of(events.PotCarried) == [events.PotCarried(chips=60, rule="enemaerke/high-low/5")]


def dealt_unseen(name: str, *options: AnyOption) -> Table:
    """A stud hand of which nobody tells a card before the showdown."""
    table = opened("ABC", rules=house(auto="all"))
    return table.do(commands.AnnounceHand(game=name, dealer="C", options=options)).checked_down().do("C mucks")


def test_which_spade_lay_closed_is_not_read_out_of_cards_shown_together() -> None:
    table = dealt_unseen("Five Card Stud", HighSpade()).do("A shows As Kh 9d 7c 2h", "B shows Qs Qh 8d 6c 3h")
    table.refuses("A / B win", errors.CardsSayOtherwise, share="high", player="A")
    table.do("B / B win")
    assert table.won() == {"B": 6}, "the ace of spades lay open"
    no_spade = dealt_unseen("Five Card Stud", HighSpade()).do("A shows Ah Kh 9d 7c 2h", "B shows Qd Qh 8d 6c 3h")
    assert no_spade.won() == {"B": 6}


def test_which_card_followed_the_queen_is_not_read_out_of_cards_shown_together() -> None:
    table = dealt_unseen("Follow the Queen").do("A shows Qs 5h 9d 7c 2h 3c Jd", "B shows 5s 5d 8d 6c 3h 4c 10s")
    table.do("B win")
    assert table.won() == {"B": 6}
