"""The rules lawyer in games whose wild cards hang on the deal, the order of opening or the line (RULINGS D3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import errors
from engine.game.findings import findings
from engine.judge import Case, Judgement, judge
from tests.engine.declared import DECLARED


def judged(game: str, players: dict[str, Any], **said: Any) -> Judgement:
    seen = {name: {"cards": cards} if isinstance(cards, str) else cards for name, cards in players.items()}
    return judge(msgspec.convert({"game": game, "players": seen, **said}, Case))


def refused(reason: type[errors.Refusal], game: str, players: dict[str, Any], **details: Any) -> None:
    with pytest.raises(reason) as caught:
        judged(game, players)
    assert {key: caught.value.details.get(key) for key in details} == details


def hand(judgement: Judgement, player: str = "A") -> str:
    """What the player's hand counts as."""
    return next(told.hands[0].counts for told in judgement.players if told.player == player)


def wild(judgement: Judgement, player: str = "A") -> set[str]:
    """Which of the player's five cards are wild."""
    return {card.card for told in judgement.players if told.player == player for card in told.hands[0].wild}


def why(judgement: Judgement, card: str) -> str:
    """What makes a card wild, in the first hand that holds it."""
    told = [each for player in judgement.players for shown in player.hands for each in shown.wild]
    return next(each.because for each in told if each.card == card)


@pytest.mark.parametrize("name", DECLARED)
def test_every_game_declared_here_is_sound(name: str) -> None:
    assert findings(DECLARED[name]) == ()


# The last card to be opened


@pytest.mark.parametrize("game", ["Last Chance", "Last Chance Unplugged"])
def test_the_last_card_turned_is_wild_for_its_holder_only(game: str) -> None:
    told = judged(game, {"A": "As Ad 4c 9h 2s", "B": "Ks Kd 2h 5c Jd"})
    assert (hand(told, "A"), wild(told, "A")) == ("three of a kind, aces", {"2s"})
    assert (hand(told, "B"), wild(told, "B")) == ("three of a kind, kings", {"Jd"})
    assert why(told, "2s") == "for each player a personal wild card: the last of their own cards to be turned"
    assert why(told, "2s") in told.text


def test_the_last_of_seven_open_cards_is_wild_as_that_card_only() -> None:
    told = judged("Seven Bright Stars", {"A": "7d 7c As Kd Jh 2c 7s", "B": "2d 2h 3c 5c 9s 8d Kc"})
    assert (hand(told, "A"), wild(told, "A")) == ("three of a kind, sevens", {"7s"})
    assert (hand(told, "B"), wild(told, "B")) == ("three of a kind, twos", {"Kc"})


def test_the_card_kept_closed_to_the_end_is_wild_in_shifting_sands() -> None:
    told = judged(
        "Shifting Sands", {"A": {"open": "As Ad 9c 4h", "closed": "2c"}, "B": {"open": "Ks Kd Kh 4d", "closed": "3c"}}
    )
    assert (hand(told, "A"), wild(told, "A")) == ("three of a kind, aces", {"2c"})
    assert (hand(told, "B"), wild(told, "B")) == ("four of a kind, kings", {"3c"})


def test_where_players_open_cards_of_their_choice_it_is_said_which() -> None:
    refused(errors.OpenedCardsAreNotSaid, "Shifting Sands", {"A": "As Ad 9c 4h 2c"}, player="A")
    short = {"A": {"open": "As Ad 9c", "closed": "4h 2c"}}
    refused(errors.HoldsAnotherNumber, "Mexican Stud", short, down=1, up=4, closed=2, open=3)


def test_mexican_stud_has_no_wild_card() -> None:
    told = judged("Mexican Stud", {"A": {"open": "As Ad 9c 4h", "closed": "2c"}})
    assert (hand(told), wild(told)) == ("pair of aces", set())


# The lowest closed card


def roll(closed: str) -> Judgement:
    return judged("Roll Them", {"A": {"open": "Ks Qd 9c 7h", "closed": closed}})


def test_the_lowest_of_the_three_closed_cards_is_wild() -> None:
    told = roll("5d 8s Kh")
    assert (hand(told), wild(told)) == ("three of a kind, kings", {"5d"})


def test_lowest_cards_that_tie_are_both_wild() -> None:
    told = roll("5d 5s Kh")
    assert (hand(told), wild(told)) == ("four of a kind, kings", {"5d", "5s"})


def test_the_ace_counts_low_or_high_as_its_holder_likes() -> None:
    low = judged("Roll Them", {"A": {"open": "8d Qd 9c 7h", "closed": "As 8s 8h"}})
    assert (hand(low), wild(low)) == ("four of a kind, eights", {"As"})
    high = judged("Roll Them", {"A": {"open": "Ad Ac 9c 7h", "closed": "As 2s 5h"}})
    assert (hand(high), wild(high)) == ("four of a kind, aces", {"2s"})


def test_an_open_card_is_never_the_lowest_closed_one() -> None:
    told = judged("Roll Them", {"A": {"open": "2s 3d 2c 7h", "closed": "Jd Qs Kh"}})
    assert wild(told) == {"Jd"}


# The chosen card


def test_the_card_a_player_names_is_the_one_that_makes_the_best_hand() -> None:
    told = judged("Your Choise", {"A": "Ks Kd 9c 9h 2c", "B": "10s Js Qs As 4d"})
    assert (hand(told, "A"), wild(told, "A")) == ("full house, kings over nines", {"2c"})
    assert (hand(told, "B"), wild(told, "B")) == ("straight flush, ace high", {"4d"})
    assert (
        why(told, "2c")
        == "for each player a personal wild card: one of their own cards, which they name at the showdown"
    )


def test_what_was_announced_names_the_card_with_it() -> None:
    said = {"cards": "Ks Kd 9c 9h 2c", "announced": "three kings"}
    told = judged("Your Choise", {"A": said})
    assert (told.players[0].hands[0].counts, told.players[0].hands[0].claim) == ("three of a kind, kings", "too low")


@pytest.mark.parametrize("game", ["Fill the Hole", "Paradise Lost"])
def test_a_shared_card_cannot_be_chosen(game: str) -> None:
    told = judged(game, {"A": "As Ad 4c 7h 10d", "B": "Ks Kd 5c 7s 9d"}, board="Ac 2h 5d Jh")
    assert hand(told, "A") == "four of a kind, aces"
    assert len(wild(told, "A")) == 1
    assert wild(told, "A") < {"4c", "7h", "10d"}


# Follow the Queen


FTQ = {"A": "2s 3d 4h 6h 8h 10h 2c", "B": "Ks Kd 5h 7h 9h Jh 3s"}


def with_open(player: str, cards: str) -> dict[str, str]:
    """The four open cards of one player are these instead."""
    own = FTQ[player].split()
    return FTQ | {player: " ".join([*own[:2], *cards.split(), own[6]])}


def test_without_an_open_queen_only_queens_are_wild() -> None:
    told = judged("Follow the Queen", FTQ)
    assert wild(told, "A") == wild(told, "B") == set()


def test_the_rank_of_the_next_open_card_is_wild_whoever_gets_it() -> None:
    # The order of the deal: A Qs, B 5h, A 6h, B 7h and so on.
    told = judged("Follow the Queen", {"A": "2s 5d Qs 6h 8h 10h 2c", "B": "Ks Kd 5h 7h 9h Jh 5s"})
    assert wild(told, "A") == {"Qs", "5d"}
    assert wild(told, "B") == {"5h", "5s"}
    assert (
        why(told, "5d")
        == "an open card that follows an open queen, with every card of its rank, until another queen is opened"
    )
    assert why(told, "Qs") == "queens"


def test_the_card_after_the_last_player_is_the_first_players_next_one() -> None:
    told = judged("Follow the Queen", with_open("B", "Qs 7h 9h Jh"))
    assert wild(told, "A") == {"6h"}


def test_a_new_open_queen_cancels_the_old_follower() -> None:
    told = judged("Follow the Queen", {"A": "2s 5d Qs 6h Qd 10h 2c", "B": "Ks Kd 5h 7h 9h Jh 9s"})
    assert wild(told, "A") == {"Qs", "Qd"}
    assert wild(told, "B") == {"9h", "9s"}


def test_a_queen_that_follows_a_queen_is_an_open_queen_again() -> None:
    told = judged("Follow the Queen", {"A": "2s 7d Qs 6h 8h 10h 2c", "B": "Ks 6d Qh 7h 9h Jh 3s"})
    assert wild(told, "A") == {"Qs", "6h"}
    assert wild(told, "B") == {"Qh", "6d"}


def test_when_the_last_open_card_is_a_queen_only_queens_are_wild() -> None:
    told = judged("Follow the Queen", {"A": "2s 5d Qs 6h 8h 10h 2c", "B": "Ks Kd 5h 7h 9h Qh 5s"})
    assert wild(told, "A") == {"Qs"}
    assert wild(told, "B") == {"Qh"}


def test_a_closed_queen_is_wild_and_has_no_follower() -> None:
    told = judged("Follow the Queen", FTQ | {"A": "Qs 3d 4h 6h 8h 10h Qd"})
    assert wild(told, "A") == {"Qs", "Qd"}
    assert wild(told, "B") == set()


def test_the_cards_of_a_player_who_has_folded_still_make_others_wild() -> None:
    folded = {"cards": "?? ?? Qs", "folded": True}
    told = judged("Follow the Queen", {"F": folded, "A": "2s 3d 4h 6h 8h 10h 4c", "B": "Ks Kd 5h 7h 9h Jh 3s"})
    assert wild(told, "A") == {"4h", "4c"}
    follower_folded = {"F": {"open": "3c 4d", "folded": True}}
    told = judged("Follow the Queen", {"B": "Ks Kd Qh 7h 9h Jh 3s", **follower_folded, "A": "2s 3d 5h 6h 8h 10h 2c"})
    assert wild(told, "A") == {"3d"}


def test_an_open_card_that_decides_must_be_known() -> None:
    unseen = {"open": "?? 2d", "folded": True}
    refused(errors.OpenCardDecides, "Follow the Queen", {**FTQ, "F": unseen}, player="F")
    told = judged("Follow the Queen", {**with_open("B", "5h Qs 9h Jh"), "F": {"open": "?? 8d", "folded": True}})
    assert wild(told, "A") == {"8h"}


def test_in_april_reigners_threes_and_nines_trigger_nothing() -> None:
    told = judged("April Reigners", {"A": "Qs 5d 9h 6h 8h 10h 2c", "B": "4s Kd 5h 7h 3h Jh 4d"})
    assert wild(told, "A") == {"Qs", "9h"}
    assert wild(told, "B") == {"4s", "4d", "3h"}


def test_in_eleven_bright_stars_threes_and_nines_are_followed_and_nobody_has_a_last_card() -> None:
    told = judged("Eleven Bright Stars", {"A": "3s 5d 9h 6h 8h 10h 2c", "B": "4s Kd 8d 7h Jd Jh 4d"})
    assert wild(told, "A") == {"3s", "9h", "8h"}
    assert wild(told, "B") == {"8d"}


# Pairs


def test_a_closed_and_an_open_card_of_one_rank_are_both_wild() -> None:
    told = judged("CRS Surprise", {"A": {"closed": "9s 2d 8c", "open": "9h Ks Jd 6s"}, "B": "8s 8d Ah Qh 7c 5c 3c"})
    assert (hand(told, "A"), wild(told, "A")) == ("three of a kind, kings", {"9s", "9h"})
    assert (hand(told, "B"), wild(told, "B")) == ("pair of eights", set())


def test_two_open_cards_are_no_split_pair() -> None:
    told = judged("CRS Surprise", {"A": {"closed": "2s 3d 4c", "open": "9h 9s Jd 8d"}})
    assert wild(told) == set()


def test_a_third_card_of_the_rank_stays_natural_whichever_is_best() -> None:
    told = judged("CRS Surprise", {"A": {"closed": "9s 9d 2c", "open": "9h Ks 3h 7c"}})
    assert (hand(told), len(wild(told))) == ("three of a kind, kings", 2)
    flush = judged("CRS Surprise", {"A": {"closed": "9s 9h 2c", "open": "9d Ks Js 5s"}})
    assert (hand(flush), wild(flush)) == ("straight flush, king high", {"9h", "9d"})


def test_jacks_make_two_wild_cards_and_nines_three_of_them_in_risky_pairs() -> None:
    """RULINGS D3, both examples: J J 9 6 3 are three nines, 4 4 4 J J are five fours."""
    told = judged("Risky Pairs", {"A": "Js Jh 9d 6c 3s", "B": "4s 4h 4d Jd Jc"})
    assert (hand(told, "A"), wild(told, "A")) == ("three of a kind, nines", {"Js", "Jh"})
    assert (hand(told, "B"), wild(told, "B")) == ("five of a kind, fours", {"Jd", "Jc"})
    assert why(told, "Js") == (
        "pairs and only pairs (for each player both cards of every rank that they hold exactly twice)"
    )


def test_three_or_four_of_a_rank_give_nothing_and_two_pairs_four_wild_cards() -> None:
    told = judged("Risky Pairs", {"A": "Js Jh Jd Jc 3s", "B": "9s 9h 4d 4c Kd"})
    assert (hand(told, "A"), wild(told, "A")) == ("four of a kind, jacks", set())
    assert hand(told, "B") == "five of a kind, kings"


# Shared cards and lines


def test_a_rank_opened_before_the_last_card_is_cancelled_and_no_other() -> None:
    told = judged("Lunatic", {"A": "3d 9d Ks Qc 2h", "B": "3h 4s 6s 8c Jd"}, board="3s 4h 7c 10d 8h")
    assert wild(told, "A") == {"9d", "8h"}
    assert wild(told, "B") == {"8h"}


def test_a_three_or_nine_opened_last_cancels_nothing_and_is_wild() -> None:
    told = judged("Lunatic", {"A": "3d 9d Ks Qc 2h"}, board="5s 4h 7c 10d 3h")
    assert wild(told) == {"3d", "9d", "3h"}


def test_the_fifth_card_is_wild_even_where_its_rank_is_cancelled() -> None:
    told = judged("Lunatic", {"A": "3d 5d Ks Qc 2h"}, board="3s 4h 7c 10d 3h")
    assert wild(told) == {"3h"}


def test_lions_or_nelson_and_never_both() -> None:
    lions = judged("Trafalgar Square", {"A": "As Ad 2c 5h 8d"}, board="Ac Ah 9s 9c Kd")
    assert (hand(lions), wild(lions)) == ("four of a kind, aces", set())
    nelson = judged("Trafalgar Square", {"A": "As Ad 2c 5h 8d"}, board="6c Jh 9s 10c Kd")
    assert (hand(nelson), wild(nelson)) == ("three of a kind, aces", {"Kd"})


def test_a_column_of_the_elevator_has_no_wild_card() -> None:
    board = {"st.tv": "As", "1.tv": "Ad", "2.tv": "Ac", "st.th": "7d", "1.th": "9c", "2.th": "Jd", "elevator": "2c"}
    column = judged("Elevator", {"A": "Ah Kd 4s 6h"}, board=board)
    assert (hand(column), wild(column)) == ("four of a kind, aces", set())
    row = judged("Elevator", {"A": "9s 9h 4s 6h"}, board=board)
    assert (hand(row), wild(row)) == ("four of a kind, nines", {"2c"})


PYRAMID = {"A": "Ks", "B": "8d", "C": "3h", "AB": "5c", "BC": "Jh", "CA": "10s"}


def test_a_pair_of_an_own_and_a_shared_card_is_split_only_on_the_side_used() -> None:
    told = judged("Gammel Skagen", {"A": "Kd Jd 6h 2c"}, board=PYRAMID)
    # The king lies on the sides A-B and C-A, the jack on B-C: never both.
    assert (hand(told), wild(told)) == ("straight, nine high", {"Kd", "Ks"})


def test_two_own_cards_are_no_split_pair_where_cards_are_shared() -> None:
    told = judged("Gammel Skagen", {"A": "Qd Qc 6h 2c"}, board=PYRAMID)
    assert (hand(told), wild(told)) == ("pair of queens", set())


def test_the_ring_wraps_round() -> None:
    ring = {"0": "5h", "1": "8d", "2": "10c", "3": "2h", "4": "Js", "5": "6c"}
    told = judged("Karrusel", {"A": "Jd 5d Ac 9s"}, board=ring)
    # Only 4 5 0 holds the jack and the five: four wild cards.
    assert (hand(told), wild(told)) == ("five of a kind, aces", {"Jd", "Js", "5d", "5h"})


def test_both_corners_of_the_side_are_wild_in_somaerket() -> None:
    told = judged("Sømærket", {"A": "Qd Qc 6h 2c"}, board=PYRAMID)
    assert hand(told) == "four of a kind, queens"
    assert len(wild(told)) == 2
    assert wild(told) < {"Ks", "8d", "3h"}


def test_the_middle_of_the_side_is_wild_in_bermuda_trekanten() -> None:
    told = judged("Bermuda Trekanten", {"A": "Qd Qc 6h 2c"}, board=PYRAMID)
    assert hand(told) == "three of a kind, queens"
    assert len(wild(told)) == 1
    assert wild(told) < {"5c", "Jh", "10s"}
