"""Passing cards to the neighbours (source: Chicago Seven; RULINGS R-D16)."""

from engine import commands, errors, events
from engine.game.steps import Bet, Deal, Pass
from tests.engine.table import Table, game, house, opened

HANDS = {
    "A": ("As", "Ks", "Qs", "Js", "10s"),
    "B": ("Ah", "Kh", "Qh", "Jh", "10h"),
    "C": ("Ad", "Kd", "Qd", "Jd", "10d"),
}


def known() -> Table:
    """Three players whose cards are all known, about to pass two to the right and one to the left."""
    table = opened("ABC", rules=house(auto="none"))
    declared = game(Deal(down=5), Pass(right=2, left=1), Bet())
    table.do(commands.AnnounceHand(game=declared.name, declaration=declared, dealer="C"))
    return table.do(commands.Deal(cards=tuple(HANDS[player][place] for place in range(5) for player in "ABC")))


def cards(table: Table, player: str) -> set[str]:
    return {held.card for held in table.hand.cards.own[player]}


def test_all_cards_change_hands_at_once_and_nobody_passes_on_what_he_was_passed():
    table = known()
    table.do(commands.PassCards(player="A", right=("As", "Ks"), left=("Qs",)))
    assert cards(table, "B") == set(HANDS["B"])
    table.do(commands.PassCards(player="C", right=("Ad", "Kd"), left=("Qd",)))
    table.do(commands.PassCards(player="B", right=("Ah", "Kh"), left=("Qh",)))
    assert table.of(events.CardsPassed) == [events.CardsPassed()]
    # The right neighbour sits before a player, the left one after.
    assert cards(table, "A") == {"Js", "10s", "Ah", "Kh", "Qd"}
    assert cards(table, "B") == {"Jh", "10h", "Ad", "Kd", "Qs"}
    assert cards(table, "C") == {"Jd", "10d", "As", "Ks", "Qh"}


def test_a_player_chooses_once():
    table = known().do(commands.PassCards(player="A", right=("As", "Ks"), left=("Qs",)))
    table.refuses(commands.PassCards(player="A", right=("Js", "10s"), left=("Qs",)), errors.HasChosenAlready)


def test_the_wrong_number_of_cards_is_refused_with_both_numbers():
    known().refuses(
        commands.PassCards(player="A", right=("As",), left=("Qs",)), errors.PassesWrongNumber, right=1, step_right=2
    )


def test_a_card_the_player_does_not_hold_cannot_be_passed():
    known().refuses(commands.PassCards(player="A", right=("As", "2c"), left=("Qs",)), errors.CardsAreNotHeld)


def test_cards_nobody_at_the_book_sees_pass_without_a_tap():
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(game="Chicago Seven", dealer="C"))
    table.do(*(commands.Check(player=player) for player in "ABC"))
    assert table.of(events.CardsPassed) == [events.CardsPassed()]
    assert [len(own) for own in table.hand.cards.own.values()] == [5, 5, 5]


def test_after_an_unknown_choice_nothing_is_known_of_what_is_left():
    table = known().do(*(commands.PassCards(player=player) for player in "ABC"))
    assert cards(table, "A") == {"??"}
    assert len(table.hand.cards.own["A"]) == 5
