"""The rules lawyer over a deal-off's new cards (RULINGS R-M5) and over a card dealt once for all (RULINGS R-S11)."""

from __future__ import annotations

import pytest

from engine import errors
from engine.game.options import HighSpade
from engine.judge import Case, Judgement, Seen, judge

ANNA, BO, CARL = "10s 3s 2s 2h 2c", "10h 3h 2d 3c Ac", "Jh Qs 9s 8s 7s"
NEW = {"Anna": "As Ah Kd Kc 4c", "Bo": "Ks Kh Qd Qc 9h"}


def twenty_one(game: str = "Five-Card 21", pot: int = 9, cards: dict[str, str] | None = None, **new: str) -> Judgement:
    """Anna and Bo have nineteen, Carl is busted."""
    dealt = cards or {"Anna": ANNA, "Bo": BO, "Carl": CARL}
    players = {name: Seen(cards=text, deal_off=new.get(name, "")) for name, text in dealt.items()}
    return judge(Case(game=game, pot=pot, players=players))


def won(judgement: Judgement) -> dict[str, int]:
    return {winner.player: winner.chips for share in judgement.shares for winner in share.winners}


@pytest.mark.parametrize("game", ["Five-Card 21", "Book'em Danno"])
def test_the_best_of_the_new_cards_takes_the_pot_of_equal_hands(game: str) -> None:
    told = twenty_one(game, **NEW)
    assert won(told) == {"Anna": 9}
    assert [hand.counts for hand in told.players[0].deal_off] == ["two pair, aces and kings"]
    assert told.players[0].hands[0].counts == "nineteen"
    assert told.players[2].deal_off == ()
    assert told.shares[0].because == (
        "the hands are equal, and of the new cards two pair, aces and kings beats two pair, kings and queens"
    )
    assert "  dealt off: two pair, aces and kings: A♠ A♥ K♣ K♦ 4♣" in told.text
    assert "munk/deal-off" in [rule.name for rule in told.rules]


def test_new_cards_without_a_pair_compare_by_suit() -> None:
    told = twenty_one(Anna="As Kd Qh 9c 4s", Bo="Ah Ks Qd 9d 4h")
    assert won(told) == {"Anna": 9}
    assert "munk/suits" in [rule.name for rule in told.rules]


def test_while_the_new_cards_are_equal_too_there_are_newer_ones() -> None:
    equal = {"Anna": "6s 6d Ks Kd 4c", "Bo": "6h 6c Kh Kc 4d"}
    told = twenty_one(**equal)
    assert told.shares[0].tied == ("Anna", "Bo")
    told = twenty_one(Anna=f"{equal['Anna']} | Jd Jc 9h 8d 7c", Bo=f"{equal['Bo']}, Qh Qc Js 8c 7d")
    assert won(told) == {"Bo": 9}
    assert [len(player.deal_off) for player in told.players] == [2, 2, 0]


def test_busted_hands_are_equal_and_dealt_off() -> None:
    told = twenty_one(
        cards={"Anna": "Ks Qs 9s 8s 7s", "Bo": "Kh Qh 9h 8h 7h"}, Anna="2s 2h 3c 4c 5d", Bo="6s 6h 3d 4d 5c"
    )
    assert won(told) == {"Bo": 9}


def test_without_chips_the_winner_is_told_all_the_same() -> None:
    told = twenty_one(pot=0, **NEW)
    assert [(winner.player, winner.chips) for winner in told.shares[0].winners] == [("Anna", 0)]


@pytest.mark.parametrize(
    ("new", "refusal", "says"),
    [
        (
            {"Anna": NEW["Anna"]},
            errors.CardsOfTheDealOff,
            "Bo has 0 new cards, but a deal-off gives 5 open ones to each of",
        ),
        (NEW | {"Bo": "Ks Kh"}, errors.CardsOfTheDealOff, "Bo has 2 new cards"),
        (NEW | {"Carl": "Qs"}, errors.NotInADealOff, "it is for Anna and Bo, whose hands are equal"),
        (NEW | {"Bo": f"{NEW['Bo']} 9d"}, errors.DealOffIsOver, "Bo has 1 new cards too many"),
        (NEW | {"Bo": "Ks Kh Qd Qc ??"}, errors.CardsAreNotKnown, "Bo"),
        (NEW | {"Bo": "Ks Kh Qd Qc As"}, errors.CardIsAlreadyOut, "As"),
        (NEW | {"Bo": "Ks Kh Qd Qc 10s"}, errors.CardIsAlreadyOut, "10s"),
        (NEW | {"Bo": "Ks Kh Qd Qc Zz"}, errors.NotACard, "Zz"),
    ],
)
def test_new_cards_that_were_not_dealt_so_are_refused(
    new: dict[str, str], refusal: type[errors.Refusal], says: str
) -> None:
    with pytest.raises(refusal, match=says):
        twenty_one(**new)


@pytest.mark.parametrize(
    ("game", "cards", "because"),
    [
        ("Five-Card 21", {"Anna": ANNA, "Bo": "10h 4h 2d 3c Ac"}, "no hands are equal for the pot"),
        ("Straight Poker", {"Anna": "As Ah Kd Kc 4c", "Bo": "Ad Ac Ks Kh 4d"}, "in Straight Poker equal hands share"),
        ("Lift Smoke", {"Anna": "As", "Bo": "Kh"}, "in Lift Smoke tricks decide"),
    ],
)
def test_where_nothing_is_dealt_off_there_are_no_new_cards(game: str, cards: dict[str, str], because: str) -> None:
    with pytest.raises(errors.NotInADealOff, match=f"Anna is dealt no new cards, because {because}"):
        twenty_one(game, cards=cards, Anna="2s 3s 4s 5s 7s")


def test_of_a_divided_pot_only_the_share_of_the_equal_hands_is_dealt_off() -> None:
    players = {"Anna": Seen(cards=ANNA, deal_off=NEW["Anna"]), "Bo": Seen(cards=BO, deal_off="Ks Kh 6d 6c 6h")}
    told = judge(Case(game="Five-Card 21", pot=9, options=(HighSpade(),), players=players))
    assert {share.share: share.chips for share in told.shares} == {"high": 5, "spade": 4}
    assert {share.share: share.winners[0].player for share in told.shares} == {"high": "Bo", "spade": "Anna"}


# A card that is dealt once for all

CLOSED = {
    "Anna": "Ca Aa Ma Zl Ym Xm",
    "Bo": "Da Oa Pl Vm Wl Nl",
}


def longhorn(board: object, cards: dict[str, str] = CLOSED) -> Judgement:
    players = {name: Seen(cards=text) for name, text in cards.items()}
    return judge(Case(game="Longhorn Stud", pot=15, board=board, players=players))  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["Ta", ("Ta",), {"common": "Ta"}])
def test_the_last_card_of_longhorn_stud_may_be_one_for_all(board: object) -> None:
    told = longhorn(board)
    assert "Ta" in told.players[1].hands[0].cards
    assert [len(player.cards) for player in told.players] == [6, 6]


def test_without_it_each_has_a_card_of_his_own() -> None:
    with pytest.raises(errors.HoldsAnotherNumber, match="deals 4 closed and 4 open|deals 3 closed and 4 open"):
        longhorn("")
    with pytest.raises(errors.HoldsAnotherNumber, match="deals 2 closed and 4 open"):
        longhorn("Ta", {"Anna": f"{CLOSED['Anna']} Sa", "Bo": CLOSED["Bo"]})


@pytest.mark.parametrize("board", ["Ta Sa", "??", ("Ta", "Sa")])
def test_more_than_one_or_an_unknown_one_is_refused(board: object) -> None:
    with pytest.raises(errors.CommonCardIsAnother, match="Longhorn Stud has at most one: the last card"):
        longhorn(board)


def test_in_other_games_of_words_no_card_is_for_all() -> None:
    case = Case(game="Scroker", board="Ta", players={"Anna": Seen(cards="Ca Aa Ma Zl Ym")})
    with pytest.raises(errors.SharedCardsAreAnother):
        judge(case)
