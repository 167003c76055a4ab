"""Who opens a betting round, and who follows."""

import pytest

from engine import commands, errors, events
from engine.game.betting import BestShowing
from engine.game.steps import Bet, Deal, Lay
from engine.game.wilds import Cards
from tests.engine.table import HOUSE_LIMIT, Table, announce, game, house, opened

STUD = "hand five card stud by D"


def stud(*dealt: str, players: str = "ABCD") -> Table:
    """Five Card Stud dealt with open cards as they fall; the last player deals."""
    table = opened(players, rules=house(auto="closed")).do(STUD if players == "ABCD" else STUD[:-1] + players[-1])
    for cards in dealt:
        table.do("deal " + cards)
    return table


def test_when_all_cards_are_closed_the_player_left_of_the_dealer_opens() -> None:
    for dealer, first in zip("ABC", "BCA", strict=True):
        assert opened("ABC", rules=house()).do(f"hand straight poker by {dealer}").turn == first


@pytest.mark.parametrize(
    ("cards", "then", "opens"),
    [
        # The best open cards open; of equal ones the first from the dealer's left (R-D19).
        ("Kd 7s Ac 2h", (), "C"),
        ("Kd As Ac 2h", (), "B"),
        # A pair showing opens before an ace, and the open cards of those who have folded do not count.
        ("Kd 7s Ac 2h", ("C x; D x; A x; B x", "deal Qd 7c Kh 3h"), "B"),
        ("Kd 7s Ac 2h", ("C f; D x; A x; B x", "deal Qd 8c 3h"), "A"),
    ],
)
def test_the_best_open_cards_of_those_still_in_open_the_betting(cards, then, opens) -> None:
    assert stud(cards).do(*then).turn == opens


def test_only_own_open_cards_count_for_the_opening() -> None:
    """R-D18: shared cards do not count; if nobody has an open card of their own, the player left of the dealer opens."""
    declared = game(Deal(down=2), Lay(up=3), Bet(), opens=BestShowing())
    table = opened("ABC", rules=house(auto="none")).do(announce(declared, dealer="C"), "deal As Ad 2c 3c 4h 5h")
    assert table.do("lay Kd Kh Ks").turn == "A"


def test_a_round_names_the_rule_by_which_its_opener_opens() -> None:
    """Open cards do not decide where none lies open, even in a game in which they would."""
    shown = stud("Kd 7s Ac 2h").happened[-1]
    assert isinstance(shown, events.RoundOpened)
    assert (shown.asked[0], shown.opens) == ("C", "best showing")
    closed = opened("ABC", rules=house()).do("hand straight poker by C").happened[-1]
    assert isinstance(closed, events.RoundOpened)
    assert (closed.asked[0], closed.opens) == ("A", "next to dealer")


def test_a_wild_card_showing_counts_as_what_it_can_be() -> None:
    declared = game(Deal(down=1, up=2), Bet(), opens=BestShowing(), wild=Cards("2"))
    table = opened("ABC", rules=house(auto="none")).do(announce(declared, dealer="C"), "deal Ks Qd Ac 9h 2d Jc")
    assert table.turn == "B"


def test_while_open_cards_are_unknown_anybody_may_open() -> None:
    table = opened("ABCD", rules=house()).do(STUD)
    assert table.hand.round.anyone
    table.do("C b1")
    assert table.hand.round.waiting == ["D", "A", "B"]
    table.refuses("B f", errors.NotYourTurn, turn=["D"])


@pytest.mark.parametrize("first", ["C x", "C f"])
def test_whoever_speaks_first_has_opened(first) -> None:
    table = opened("ABCD", rules=house()).do(STUD, first)
    assert table.turn == "D"
    table.do("D x; A x; B x")
    assert table.hand.rounds.closed == 1


@pytest.mark.parametrize(
    ("players", "said", "opens"),
    [
        # After blinds the player behind the big blind opens; later whoever is left of the dealer and still in.
        ("ABCD", (), "C"),
        ("ABCD", ("C c; D c; A f; B x",), "B"),
        # A round begins anew with the opener even if others bet last.
        ("ABC", ("C c; A c; B r5; C c; A c",), "A"),
    ],
)
def test_who_opens_a_round_of_holdem(players, said, opens) -> None:
    assert opened(players).do(f"hand texas hold'em by {players[-1]}", *said).turn == opens


def test_after_a_straddle_the_player_behind_the_straddle_opens() -> None:
    table = opened("ABCD").do(commands.AnnounceHand(game="Texas Hold'em", dealer="D", straddle=("C",)))
    assert table.turn == "D"
    table.do("D c; A c; B c")
    assert table.turn == "C"
    table.do("C x")
    assert table.turn == "A"


def test_where_betting_runs_to_the_right_the_player_right_of_the_dealer_opens() -> None:
    declared = game(Deal(down=5), Bet(), direction="right", limit=HOUSE_LIMIT)
    table = opened("ABCD").do(announce(declared, dealer="D"))
    assert table.hand.order == ("A", "B", "C", "D")
    assert table.turn == "C"
    table.do("C b1")
    assert table.hand.round.waiting == ["B", "A", "D"]
