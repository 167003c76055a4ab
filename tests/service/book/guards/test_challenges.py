"""A challenge out of the order of RULINGS R-S7 is asked back."""

from service.book.guards import LooksLikeAChallengeOutOfOrder
from tests.engine.table import Table
from tests.engine.word_games import dealt, doubts, shows
from tests.service.book.guards.asking import doubt, meant


def shown() -> Table:
    """Dora deals; Anna holds the winning hand and has shown two words."""
    table = dealt("Scroker", "ABCD").do("A b4", "B c", "C c", "D c", *(f"{player} draws 0" for player in "ABCD"))
    table.checked_down().do(shows("A", "Ca Aa Ta Ia Sa", "cat and is"), shows("B", "Da Oa Ym Vm Xm"))
    return table.do(shows("C", "Pl Wl Tm Rm Km"), shows("D", "Zl Sl Qm Jm Nm"))


def test_the_right_to_challenge_goes_clockwise_from_the_winning_hand() -> None:
    table = shown()
    assert doubt(table, doubts("B", "cat")) is None
    asked = doubt(table, doubts("D", "cat"))
    assert isinstance(asked, LooksLikeAChallengeOutOfOrder)
    assert asked.say({"A": "Anna", "B": "Bo", "C": "Carl", "D": "Dora"}) == (
        "The right to challenge Anna goes clockwise; before Dora it belongs to Bo, Carl, and none of them has challenged."
    )


def test_who_was_passed_over_by_a_challenge_is_not_asked_for_again() -> None:
    table = shown().do(meant(doubts("C", "cat"), LooksLikeAChallengeOutOfOrder))
    for player in "BCD":
        assert doubt(table, doubts(player, "is")) is None
