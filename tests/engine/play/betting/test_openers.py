"""What it takes to open, who opens later rounds, and what becomes of a hand that nobody opens (RULINGS R-S1 to R-S4)."""

import pytest

from engine import commands, errors, events
from engine.game.betting import HOLDINGS, Blinds, Openers
from engine.game.steps import Bet, Deal
from engine.game.switches import Switches
from engine.play.script.offers import offers
from engine.words import OPENERS
from tests.engine.table import Table, announce, house, opened
from tests.engine.word_games import NOBODY_DOUBTS, dealt, draws, game, shows

# No two Animals, and no word of three letters.
NO_OPENERS = "Zl Wl Tm Rm Km"
CAT = "Ca Aa Ta Ym Xm"


def known(name: str = "Scroker", players: str = "ABC", cards: dict[str, str] | None = None, **changes) -> Table:
    """A hand whose closed cards are known from the deal."""
    table = dealt(name, players, rules=house("scroker", auto="none", **changes.pop("switches", {})), **changes)
    faces = [(cards or {}).get(player, "").split() for player in players]
    table.do("deal " + " ".join(row[place] if place < len(row) else "??" for place in range(5) for row in faces))
    return table


def test_a_player_may_open_without_openers_and_the_second_best_hand_wins_if_he_would() -> None:
    """RULINGS R-S1: the player draws CAT to nothing, is about to win, and cannot prove openers."""
    table = known(cards={"A": NO_OPENERS}).do("A b4", "B c", "C c")
    table.do(draws("A", "Tm Rm Km", "Ca Aa Ta"), draws("B"), draws("C")).checked_down()
    table.do(shows("A", "Zl Wl Ca Aa Ta", "cat"), shows("B", "Da Oa Ym Xm Hl"), shows("C", "Sm Vm Qm Jm Pl"))
    (fallen,) = table.of(events.CouldNotOpen)
    assert (fallen.player, fallen.cards) == ("A", tuple(NO_OPENERS.split()))
    assert table.of(events.PenaltyPaid) == [], "no further penalty"
    assert table.won() == {"B": 15}


def test_the_opener_who_held_openers_wins() -> None:
    table = known(cards={"A": CAT}).do("A b4", "B c", "C f", draws("A"), draws("B")).checked_down()
    table.do(shows("A", CAT, "cat"), shows("B", "Da Oa Sm Qm Vm"), NOBODY_DOUBTS)
    assert table.won() == {"A": 11}


def test_a_winner_who_merely_called_needs_no_openers() -> None:
    """RULINGS R-S2."""
    table = known(cards={"A": CAT, "B": NO_OPENERS}).do("A b4", "B c", "C f")
    table.do(draws("A"), draws("B", "Tm Rm Km", "Da Oa Ea")).checked_down()
    table.do(shows("A", CAT, "at"), shows("B", "Zl Wl Da Oa Ea", "doe"), NOBODY_DOUBTS)
    assert table.won() == {"B": 11}


def test_an_opener_who_does_not_win_proves_nothing() -> None:
    table = known(cards={"A": NO_OPENERS, "B": CAT}).do("A b4", "B c", "C f", draws("A"), draws("B")).checked_down()
    table.do(shows("A", NO_OPENERS), shows("B", CAT))
    assert table.of(events.CouldNotOpen) == []
    assert table.won() == {"B": 11}


def test_if_all_others_fold_nothing_is_shown_and_nothing_is_proven() -> None:
    table = known(cards={"A": NO_OPENERS}).do("A b4", "B f", "C f")
    assert table.won() == {"A": 3}


def test_openers_of_cards_nobody_has_written_down_refuse_nothing() -> None:
    """The book knows only what is shown at the end, and two of the opening cards were exchanged."""
    table = dealt("Scroker").do("A b4", "B c", "C f", "A draws 2", "B draws 0").checked_down()
    table.do(shows("A", "Zl Wl Pl Xm Km"), shows("B", "Sm Vm Qm Jm Nm"))
    assert table.of(events.CouldNotOpen) == []


def test_who_stands_pat_shows_at_the_end_what_he_opened_with() -> None:
    table = dealt("Scroker").do("A b4", "B c", "C f", "A draws 0", "B draws 0").checked_down()
    table.do(shows("A", NO_OPENERS), shows("B", "Pl Vm Qm Jm Nm"))
    assert [event.player for event in table.of(events.CouldNotOpen)] == ["A"]
    assert table.won() == {"B": 11}


def test_the_shared_card_counts_for_opening_and_is_not_exchanged() -> None:
    """RULINGS R-S2: C and A with the shared T are CAT."""
    table = dealt("Spit in the Can", rules=house("scroker", auto="none"))
    table.do("deal Ca ?? ?? Aa ?? ?? Zl ?? ?? Ym ?? ??").do("lay Ta", "A b2", "B c", "C f")
    table.refuses(draws("A", "Ta", "Xm"), errors.CardIsAlreadyOut, card="Ta")
    table.do(draws("A"), draws("B")).checked_down()
    table.do(shows("A", "Ca Aa Zl Ym", "cat"), shows("B", "Xm Vm Qm Jm"), NOBODY_DOUBTS)
    assert table.won() == {"A": 7}


def test_when_everybody_checks_the_hand_ends_and_the_antes_stay_in_the_pot() -> None:
    """RULINGS R-S3: carried to the next hand, for which all ante again."""
    table = dealt("Scroker").do("A x; B x; C x")
    assert table.night.hand is None
    assert [event.chips for event in table.of(events.PotCarried)] == [3]
    assert table.holds("carry") == 3
    table.do(announce(game("Scroker")))
    assert table.holds("pot") == 6, "all ante again"


def test_the_house_may_switch_what_becomes_of_the_antes() -> None:
    rules = house("scroker", auto="closed", switches=Switches(passed_out="refund"))
    table = opened("ABCDE", rules=rules).do("hand Scroker by E", "A x; B x; C x; D x; E x")
    assert table.stacks() == dict.fromkeys("ABCDE", 100)


@pytest.mark.parametrize(
    ("passed_out", "carried", "stacks"), [({}, 20, [0, 90, 100]), ({"passed_out": "refund"}, 0, [10, 100, 100])]
)
def test_of_a_blind_that_nobody_matched_the_rest_goes_back_before_the_antes_are_carried_or_go_back(
    passed_out, carried, stacks
) -> None:
    """RULINGS R-S3 with blinds of 1 and 20: Anna has 10 chips and is all-in with them, and Bo's other 10 are nobody's."""
    asked = Openers(("two Animals",), **passed_out)
    table = opened("ABC", rules=house("scroker", auto="closed")).do(commands.CashOut(player="A", chips=90))
    table.do(
        announce(game("Scroker", forced=Blinds(small=1, big=20), play=(Deal(down=5), Bet(openers=asked))), dealer="C"),
        "C f",
        commands.GoAllIn(player="A", agreed=True),
    )
    assert table.holds("carry") == carried
    assert [table.stacks()[player] for player in "ABC"] == stacks


def test_a_round_without_openers_may_be_checked() -> None:
    table = dealt("Scroker").do("A b4", "B c", "C c", *(draws(player) for player in "ABC")).checked_down()
    assert table.hand.stage == "showdown"


def test_who_opened_the_first_round_opens_the_second() -> None:
    """Scroker: A checks, B opens, and B speaks first after the draw."""
    table = dealt("Scroker").do("A x", "B b2", "C c", "A c", *(draws(player) for player in "ABC"))
    assert table.turn == "B"


def test_when_the_opener_has_folded_the_next_clockwise_opens() -> None:
    """RULINGS R-S4: B opened and folded to the raise."""
    table = dealt("Scroker", "ABCD").do(
        "A x", "B b2", "C r2", "D c", "A c", "B f", *(draws(player) for player in "ACD")
    )
    assert table.turn == "C"


def test_in_the_first_round_of_longhorn_stud_nobody_checks() -> None:
    """RULINGS R-S14: open or fold; the last player left takes the pot without showing."""
    table = dealt("Longhorn Stud", "ABC", rules=house("scroker", auto="none"))
    table.do("deal Ua Dl E5 Tm Fl Zl E1 Ym Im")
    table.refuses("B x", errors.NoCheckInThisRound)
    assert {type(offer.command) for offer in offers(table.night)} == {commands.Bet, commands.Fold}
    table.do("B f", "C f")
    assert table.won() == {"A": 3}


def test_the_best_clean_pair_leads_every_round() -> None:
    """RULINGS R-S13: two lemons beat the unicorn alone; a pepper and a lemon are no pair."""
    table = dealt("Longhorn Stud", "ABC", rules=house("scroker", auto="none"))
    table.do("deal Ua Dl E5 Tm Fl Zl E1 Ym Im")
    assert table.turn == "B"
    table.do("B b1", "C c", "A c", "deal Sa Ol Al")
    assert table.turn == "A", "unicorn and snail"


def longhorn(players: str) -> Table:
    """Five cards each, the first round opened and called; then a card open for everyone still in."""
    table = dealt("Longhorn Stud", players, rules=house("scroker", auto="none")).do("deal")
    return table.do(f"{players[0]} b1", *(f"{player} c" for player in players[1:]), "deal")


def test_eight_players_who_all_stay_share_the_last_card() -> None:
    """RULINGS R-S11: 8 times 6 cards leave 4, which are not enough for a seventh card each."""
    table = longhorn("ABCDEFGH")
    table.do(*(f"{player} x" for player in "ABCDEFGH"))
    table.refuses("deal Ua Ta", errors.WrongNumberOfCards, given=2, wanted=1)
    table.do("deal Ua")
    assert [held.card for held in table.hand.cards.board] == ["Ua"]
    assert {len(own) for own in table.hand.cards.own.values()} == {6}


def test_with_a_folded_hand_shuffled_in_seven_are_dealt_their_last_card() -> None:
    """RULINGS R-S11: 4 cards are left and 6 folded ones are shuffled in, enough for 7."""
    table = longhorn("ABCDEFGH")
    table.do("A f", *(f"{player} x" for player in "BCDEFGH"), "deal")
    assert table.hand.cards.board == []
    assert [len(table.hand.cards.own[player]) for player in "BCDEFGH"] == [7] * 7


def test_every_opener_of_the_language_can_be_judged() -> None:
    assert set(HOLDINGS) == set(OPENERS)
