"""The rules lawyer, by the sources' own examples: whose hand is best, which card is wild and why, who takes what."""

from typing import Any, get_args

import msgspec
import pytest

from engine import errors
from engine.cards.deck import LETTER_DECKS
from engine.catalogue.standard import STANDARD_BOOK
from engine.game.awards import Best, DealOff, Poker, TwentyOne
from engine.game.counts import own_cards
from engine.game.definition import Game
from engine.game.option_texts import OPTIONS
from engine.game.steps import (
    ROUNDS,
    Announce,
    AnyStep,
    Bet,
    Bid,
    Deal,
    DeclareSides,
    Expose,
    Meld,
    NameGame,
    TakeWidow,
    Tricks,
    TurnTrump,
)
from engine.judge import Case, Judgement, judge
from engine.judge.case import CasePlayer
from engine.judge.playing import ACTS
from tests.engine import table as tables
from tests.engine.kinds import KINDS_OF_GAMES


def judged(game: str, players: dict[str, Any], **said: Any) -> Judgement:
    """The judgement of a case as JSON has it; a player may be given as cards only."""
    seen = {name: {"cards": cards} if isinstance(cards, str) else cards for name, cards in players.items()}
    return judge(msgspec.json.decode(msgspec.json.encode({"game": game, "players": seen, **said}), type=Case))


def winners(judgement: Judgement) -> dict[str, dict[str, int]]:
    """Who takes how much of each share."""
    return {share.share: {won.player: won.chips for won in share.winners} for share in judgement.shares}


def hands(judgement: Judgement) -> dict[str, str]:
    """What counts, by player, for the first share that the player plays for."""
    return {told.player: told.hands[0].counts for told in judgement.players if told.hands}


def rules(judgement: Judgement) -> set[str]:
    return {rule.name for rule in judgement.rules}


# Wild cards, and why


def test_in_baseball_threes_and_nines_are_wild() -> None:
    judgement = judged("Baseball", {"Anna": "As Kd 7h 9c 3d 4s Jc", "Bo": "Ks Kh 5d 5h 8s Js 5c"}, pot=47)
    assert hands(judgement) == {"Anna": "straight, ace high", "Bo": "full house, fives over kings"}
    wild = judgement.players[0].hands[0].wild
    assert {told.card for told in wild} == {"9c", "3d"}
    assert {told.stands_for[:-1] for told in wild} == {"Q", "10"}
    assert {told.because for told in wild} == {"threes and nines"}
    assert winners(judgement) == {"all": {"Bo": 47}}
    assert judgement.shares[0].because == "full house, fives over kings beats straight, ace high"


def test_the_last_card_turned_is_wild_in_hayleys_komet_and_no_other_of_its_rank() -> None:
    judgement = judged(
        "hayley's komet", {"A": "Ah Ad Qs 5c 4c", "B": "2s 2h 4d 4h Qc"}, board=["As", "Kd", "7h", "9c", "5h"], pot=9
    )
    (told,) = judgement.players[0].hands[0].wild
    assert (told.card, told.because) == ("5h", "the last shared card")
    assert hands(judgement) == {"A": "four of a kind, aces", "B": "full house, fours over twos"}


@pytest.mark.parametrize("board", [{"spit": "5h"}, ["5h"], "5h", "spit 5h"])
def test_a_shared_card_is_said_by_its_place_or_in_the_order_laid(board) -> None:
    judgement = judged("Spit in the Ocean", {"A": "Ah Ad 2s 3c", "B": "Ks Kh Kc 4d"}, board=board)
    assert hands(judgement) == {"A": "three of a kind, aces", "B": "four of a kind, kings"}


def test_the_dealer_may_make_more_cards_wild() -> None:
    plain = {"A": "As Ad Kh Qc 2d", "B": "Js Jd 10h 10c 4d"}
    assert hands(judged("Straight Poker", plain)) == {"A": "pair of aces", "B": "two pair, jacks and tens"}
    for said in (
        {"wild": "J"},
        {"options": ["wild J"]},
        {"options": [{"type": "Wild", "rule": {"type": "Cards", "names": "J"}}]},
    ):
        judgement = judged("Straight Poker", plain, **said)
        assert hands(judgement)["B"] == "four of a kind, tens"
        assert judgement.wild == ("jacks",)
    by_place = judged("Cincinnati", {"A": "As Ad Kh Qc 2d"}, board="3c 4c 8h 9h 10d", wild="at 2")
    assert by_place.players[0].hands[0].wild[0].card == "4c"


def test_in_jumping_jacks_the_dealer_may_name_the_wild_card_instead() -> None:
    cards = {"A": "Jh Kd Ks 2c 4d", "B": "7h Qd Qs 2d 4c"}
    assert hands(judged("Jumping Jacks", cards))["A"] == "three of a kind, kings"
    for said in ({"wild": "7 instead"}, {"options": ["wild 7 instead"]}):
        judgement = judged("Jumping Jacks", cards, **said)
        assert hands(judgement) == {"A": "pair of kings", "B": "three of a kind, queens"}
        assert judgement.wild == ("sevens",)
    beside = judged("Jumping Jacks", cards, wild="7")
    assert hands(beside) == {"A": "three of a kind, kings", "B": "three of a kind, queens"}
    with pytest.raises(errors.OptionDoesNotFit, match="name all of them at once"):
        judged("Jumping Jacks", cards, options=["wild 2", "wild 7 instead"])


# Ties, and odd chips


def test_of_equal_hands_the_one_with_more_natural_cards_wins() -> None:
    tied = judged("Three Card Draw, Deuces Wild", {"A": "Ks Kd 2h Qc Jd", "B": "Kh Kc 2c Qd Js"}, pot=5)
    assert winners(tied) == {"all": {"A": 3, "B": 2}}
    natural = judged("Three Card Draw, Deuces Wild", {"A": "Kc 2c 2d 9d 6h", "B": "Ks Kd Kh 9c 6d"}, pot=4)
    assert winners(natural) == {"all": {"B": 4}}
    assert "enemaerke/naturals" in rules(natural)
    assert "natural cards are better" in natural.shares[0].because


def test_side_cards_decide_between_equal_combinations() -> None:
    judgement = judged("Straight Poker", {"A": "As Ad Kh Qc 9d", "B": "Ah Ac Kc Qd 10d"})
    assert winners(judgement) == {"all": {"B": 0}}
    assert "10♦ beats" in judgement.shares[0].because


def test_the_odd_chip_goes_to_the_dealers_neighbour() -> None:
    cards = {"Carl": "2c 3c", "Anna": "2h 3h", "Bo": "2d 3d"}
    board = ["As", "Ks", "Qs", "Js", "10s"]
    judgement = judged("Texas Hold'em", cards, board=board, pot=11)
    assert winners(judgement) == {"all": {"Carl": 4, "Anna": 4, "Bo": 3}}
    ordered = judged("Texas Hold'em", cards, board=board, pot=11, order=["Anna", "Bo", "Carl"])
    assert winners(ordered) == {"all": {"Anna": 4, "Bo": 4, "Carl": 3}}
    assert {"standard/odd-chip-first-after-dealer", "all/equal-hands"} <= rules(ordered)


@pytest.mark.parametrize(
    ("game", "cards", "said", "told"),
    [
        ("Straight Poker", {"A": "As Ad Kh Qc 9d", "B": "Ah 3c Kc Qd 10d"}, {}, "A wins: "),
        ("Three Card Draw, Deuces Wild", {"A": "Ks Kd 2h Qc Jd", "B": "Kh Kc 2c Qd Js"}, {}, "A and B win together: "),
        ("Five-Card 21", {"A": "As Kd Qh 2c 3c", "B": "Ah Kc Qd 2d 3d"}, {}, "A and B are equal: "),
        (
            "Straight Poker",
            {"A": {"cards": "As Ad Kh Qc 9d", "side": "high"}, "B": {"cards": "Ah 3c 4d 6d 5s", "side": "low"}},
            {"options": ["high-low"]},
            "A wins the high half: ",
        ),
    ],
)
def test_where_nobody_named_a_pot_none_is_spoken_of(game, cards, said, told) -> None:
    with_pot, without = judged(game, cards, pot=60, **said), judged(game, cards, **said)
    assert told in without.text
    verdict = without.text.split("\n\n")[-2]
    assert not {"chip", "pot"} & set(verdict.replace("chips", "chip").split())
    assert [[won.player for won in share.winners] for share in without.shares] == [
        [won.player for won in share.winners] for share in with_pot.shares
    ]


def test_in_munk_the_suit_of_the_highest_card_comes_before_better_side_cards() -> None:
    """RULINGS R-M1: A♠ with rags beats A♥ K Q J 9."""
    judgement = judged("Texas Toothpick Toast", {"A": "Ah Kh", "B": "As 3d"}, board="Qc Jd 9s 5h 2c", pot=3)
    assert winners(judgement) == {"all": {"B": 3}}
    assert judgement.shares[0].because == (
        "both have ace high, and by Munk's rule the highest card's suit comes before the side cards: A♠ beats A♥"
    )
    assert "munk/suits" in rules(judgement)


def test_in_munk_a_highest_card_that_both_share_leaves_it_to_the_next_ones_suit() -> None:
    judgement = judged("Texas Toothpick Toast", {"A": "Kh 7c", "B": "Ks 3d"}, board="Ac Jd 9s 5h 2c", pot=3)
    assert winners(judgement) == {"all": {"B": 3}}
    assert judgement.shares[0].because == (
        "both have ace high with A♣, and by Munk's rule the next card's suit comes before the others: K♠ beats K♥"
    )


def test_in_munk_a_higher_card_wins_without_a_word_of_suits() -> None:
    judgement = judged("Texas Toothpick Toast", {"A": "Kh 7c", "B": "Qs 3d"}, board="Ac Jd 9s 5h 2c", pot=3)
    assert judgement.shares[0].because.startswith("both have ace high, and A♣ K♥")
    assert "munk/suits" not in rules(judgement)


# Announcing


def test_a_full_house_announced_with_more_in_hand_beats_a_flush_and_loses_to_four_of_a_kind() -> None:
    too_low = {"closed": "Js Jh 4c", "open": "Jd Jc 8s 8h", "announced": "full house"}
    flush = {"cards": "Ad Qd 8d 6d 4d 5s 10c"}
    judgement = judged("Seven Card Stud", {"A": too_low, "B": flush}, pot=6)
    told = judgement.players[0].hands[0]
    assert (told.claim, told.counts, told.holds) == (
        "too low",
        "full house, jacks over eights",
        "four of a kind, jacks",
    )
    assert winners(judgement) == {"all": {"A": 6}}
    fours = judged("Seven Card Stud", {"A": too_low, "B": "5s 5h 5d 5c Ks Qs 2d"}, pot=6)
    assert winners(fours) == {"all": {"B": 6}}
    assert "enemaerke/announcing" in rules(fours)
    assert "too low" in fours.text


def test_when_nobody_announced_what_is_there_the_pot_is_carried() -> None:
    wrong = {
        "A": {"cards": "As Ah Ad 9c 8c", "announced": "straight"},
        "B": {"cards": "Ks Kh 7d 5c 2c", "announced": "flush"},
    }
    judgement = judged("Straight Poker", wrong, pot=6)
    assert (judgement.shares, judgement.carried) == ((), 6)
    assert "Nobody wins" in judgement.text
    assert "enemaerke/announcing" in rules(judgement)


# Divided pots


@pytest.mark.parametrize(
    ("rule", "sides", "taken"),
    [
        ("enemaerke/high-low/1", ("high", "high", "high"), {"all": {"A": 7}}),
        # The second best gets nothing either.
        ("enemaerke/high-low/3", ("both", "high", "low"), {"all": {"C": 7}}),
        ("enemaerke/high-low/4", ("high", "both", "low"), {"high": {"A": 4}, "low": {"C": 3}}),
        ("enemaerke/high-low/5", ("both", "high", "both"), {}),
    ],
)
def test_the_rule_of_high_low_that_decided_is_named(rule, sides, taken) -> None:
    cards = ("As Ah Ad 9c 8c", "Ks Kh 7d 5c 2c", "7s 5d 4d 3c 2d")
    said = {name: {"cards": held, "side": side} for name, held, side in zip("ABC", cards, sides, strict=True)}
    judgement = judged("Straight Poker", said, options=["high/low"], pot=7)
    assert winners(judgement) == taken
    assert rule in rules(judgement)
    assert [len(told.hands) for told in judgement.players] == [1 + (side == "both") for side in sides]


def test_who_wins_both_sides_takes_both_halves() -> None:
    said = {"A": {"cards": "7h 5d 4d 3c 2d", "side": "both"}, "B": {"cards": "8s 7d 4h 3h 2h", "side": "low"}}
    judgement = judged("Straight Poker", said, options=["high low"], pot=7)
    assert winners(judgement) == {"high": {"A": 4}, "low": {"A": 3}}
    assert {"enemaerke/high-low/2", "all/odd-chip-of-halves"} <= rules(judgement)


def test_five_shown_cards_of_seven_are_judged_and_the_announcement_counts() -> None:
    """RULINGS R-D23: a full house beats a flush, whatever lies in the two other closed cards of either."""
    said = {
        "Anna": {"cards": "Kd Kh 2s 2d Ks", "announced": "full house"},
        "Bo": {"cards": "3c 5c 7c 9c Ac", "announced": "flush"},
    }
    judgement = judged("Seven Card Stud", said, pot=16)
    assert winners(judgement) == {"all": {"Anna": 16}}
    assert "all/five-shown" in rules(judgement)


def test_five_cards_are_not_enough_where_an_unseen_one_decides_what_is_wild() -> None:
    said = {"A": {"cards": "Kd Kh 2s 2d Ks"}, "B": "3c 5c 7c 9c Ac 4d 6d"}
    with pytest.raises(errors.HoldsAnotherNumber):
        judged("CRS Surprise", said)


LOW_P, LOW_Q = "7h Ah 2d 3c 5h Kd Kc", "As 2c 3d 5s 6d Ks Kh"


def test_shared_cards_of_two_sides_of_a_triangle_are_not_five_of_one_hand() -> None:
    """“Husk at en melding består af præcis 5 kort”: Anna has to show more than one card of her own."""
    case = Case(
        game="The Pyramid",
        board="Ac 3d 4h 7s 8d 9c",
        players={"Anna": CasePlayer(cards="2c Ac 3d 4h 7s"), "Bo": CasePlayer(cards="Ks Qd 9s 8c")},
    )
    with pytest.raises(errors.HoldsAnotherNumber):
        judge(case)


def test_equal_lows_are_won_by_the_larger_number_of_natural_cards() -> None:
    """RULINGS R-E16, with its own example: P's six is a wild seven, Q has five natural cards."""
    said = {"P": {"cards": LOW_P, "side": "low"}, "Q": {"cards": LOW_Q, "side": "low"}}
    judgement = judged("Chicago Seven", said, options=["high-low"], pot=44)
    assert winners(judgement) == {"all": {"Q": 44}}
    assert judgement.shares[0].because.endswith("the winner's natural cards are better")
    assert "enemaerke/naturals" in rules(judgement)


def test_lows_with_as_many_natural_cards_still_share() -> None:
    """RULINGS R-E16: split only if that is equal too."""
    said = {"P": {"cards": LOW_P, "side": "low"}, "R": {"cards": "7c Ac 2h 3h 5d Qd Qc", "side": "low"}}
    judgement = judged("Chicago Seven", said, options=["high-low"], pot=44)
    assert winners(judgement) == {"all": {"P": 22, "R": 22}}


def test_in_other_rulebooks_equal_lows_share_whatever_is_wild() -> None:
    """RULINGS R-E16 reads the rulebook of Enemærke alone."""
    judgement = judged("Razz", {"P": "7h Ah 2d 3c 6h Kd Kc", "Q": "As 2c 3d 4s 6d Ks Kh"}, wild="7", pot=44)
    assert winners(judgement) == {"all": {"P": 22, "Q": 22}}


def test_the_highest_closed_spade_takes_half_and_open_ones_do_not_count() -> None:
    said = {"A": {"closed": "2s", "open": "As Ks Qh Jh"}, "B": {"closed": "9s", "open": "8d 7d 4c 3c"}}
    judgement = judged("Five Card Stud", said, options=["high-spade"], pot=7)
    assert winners(judgement) == {"high": {"A": 4}, "spade": {"B": 3}}
    assert judgement.shares[1].because.startswith("the highest closed card, 9♠ beats")


# Who is out


def test_a_black_seven_dealt_open_sends_its_holder_out() -> None:
    cards = {"A": "As Ah 7s Ad Ac Kc Qd", "B": "2h 4d 5s 6s 8h 10s Js"}
    judgement = judged("Baseball", cards, pot=5)
    assert judgement.players[0].out == "7♠ sends them out"
    assert winners(judgement) == {"all": {"B": 5}}
    assert {"enemaerke/sends-out", "all/last-player"} <= rules(judgement)
    assert judged("Baseball", {**cards, "A": {"closed": "As 7s Ad", "open": "Ac Kc Qd Ah"}}).players[0].out == ""


def test_who_was_sent_out_was_dealt_no_more_cards() -> None:
    cards = {"A": {"closed": "As", "open": "7s"}, "B": "2h 4d 5s 6s 8h 10s Js", "C": "2d 4c 5h 6h 8c 10d Jd"}
    assert judged("Baseball", cards).players[0].out == "7♠ sends them out"
    assert winners(judged("Baseball", cards, pot=4)) == {"all": {"B": 2, "C": 2}}
    with pytest.raises(errors.HoldsAnotherNumber):
        judged("Baseball", {**cards, "A": {"closed": "As", "open": "7d"}})
    with pytest.raises(errors.HoldsAnotherNumber):
        judged("Baseball", {**cards, "A": {"closed": "As", "open": "7s Kd Kh Kc Ks"}})


def test_who_has_folded_has_no_hand_and_his_cards_are_gone() -> None:
    folded = {"closed": "", "open": "7h 9d", "folded": True}
    judgement = judged("Seven Card Stud", {"A": folded, "B": "As Kd 8h 9c 3d 4s Jc", "C": "2s Kh 8d 9h 3c 4d Jd"})
    assert judgement.players[0].hands == ()
    assert winners(judgement) == {"all": {"B": 0}}
    with pytest.raises(errors.CardIsAlreadyOut):
        judged("Seven Card Stud", {"A": folded, "B": "As Kd 7h 9c 3d 4s Jc"})


def test_a_red_four_dealt_open_may_have_brought_one_more_card() -> None:
    bought = {"closed": "As Ah Kd Ad", "open": "4h 5c 6c 8d"}
    assert hands(judged("Baseball", {"A": bought})) == {"A": "three of a kind, aces"}
    assert hands(judged("Baseball", {"A": "As Ah 4h 5c 6c 8d Kd Ad"})) == {"A": "three of a kind, aces"}
    with pytest.raises(errors.HoldsAnotherNumber):
        judged("Baseball", {"A": "As Ah 4s 5c 6c 8d Kd Ad"})


# What is no case


FIVE = "As Kd Qh Jc 9s"
NO_CASES: list[tuple[type[errors.Refusal], str, dict[str, Any]]] = [
    (errors.UnknownGame, "Cincinnati", {"game": "Sincinati"}),
    (errors.UnknownGame, "names like it", {"game": "Texas Hold'em", "rulebook": "munk"}),
    (errors.UnknownRulebook, "enemaerke, munk", {"rulebook": "hoyle"}),
    (errors.GameIsAmbiguous, "Three Card Draw", {"game": "three"}),
    (errors.UnknownOption, "psychology, high-low", {"options": ["aces"]}),
    (errors.OptionSaysTooLittle, "such as exchange 4", {"options": ["exchange some"]}),
    (errors.OptionSaysTooLittle, "last card, lowest closed card", {"options": ["wild"]}),
    (errors.OptionSaysTooMuch, "say psychology alone", {"options": ["psychology 3"]}),
    (errors.OptionDoesNotFit, "divided already", {"options": ["high-low", "high-spade"]}),
    (errors.OptionDoesNotFit, "does not hold", {"wild": "Zz"}),
    (errors.UnknownSpot, "lie at no place, because it has none", {"wild": "at 5"}),
    (errors.NotACard, "a card is", {"players": {"A": {"cards": "As Kd Qh Jc 9x"}}}),
    (errors.CardIsNotInTheDeck, "french-52", {"players": {"A": {"cards": "As Kd Qh Jc joker"}}}),
    (errors.CardIsAlreadyOut, "As", {"players": {"A": {"cards": FIVE}, "B": {"cards": "As Kc Qc Jd 9d"}}}),
    (errors.HoldsAnotherNumber, "A has 4 closed and 0 open", {"players": {"A": {"cards": "As Kd Qh Jc"}}}),
    (errors.HoldsAnotherNumber, "deals 5 closed", {"players": {"A": {"closed": "As Kd Qh Jc", "open": "9s"}}}),
    (errors.CardsSaidTwice, "one or the other", {"players": {"A": {"cards": FIVE, "open": "9h"}}}),
    (errors.CardsAreNotKnown, "folded", {"players": {"A": {"cards": "As Kd Qh Jc ??"}}}),
    (errors.SharedCardsAreAnother, "1 shared cards were given", {"board": ["2c"]}),
    (errors.SharedCardsAreAnother, "has 1; they lie at spit", {"game": "Spit in the Ocean"}),
    (errors.SharedCardIsSkipped, "at 1 is missing", {"game": "Harakiri", "board": {"5": "2c"}}),
    (errors.UnknownSpot, "lie at spit", {"game": "Spit in the Ocean", "board": {"shit": "2c"}}),
    (errors.OrderIsAnother, "each of them once", {"order": ["A", "B"]}),
    (errors.NobodyIsLeft, "at least one", {"players": {"A": {"cards": FIVE, "folded": True}}}),
    (errors.NoSidesHere, "high-low adds that", {"players": {"A": {"cards": FIVE, "side": "low"}}}),
    (errors.SidesAreMissing, "declared: A", {"options": ["high-low"]}),
    (errors.AnnouncementIsUnclear, "fuldt hus", {"players": {"A": {"cards": FIVE, "announced": "a lot"}}}),
]


@pytest.mark.parametrize(("reason", "says", "said"), NO_CASES)
def test_what_is_no_case_is_refused_in_a_sentence(reason, says, said) -> None:
    case = {"game": "Straight Poker", "players": {"A": {"cards": FIVE}}, **said}
    with pytest.raises(reason) as refused:
        judge(msgspec.convert(case, Case))
    assert says in str(refused.value)


@pytest.mark.parametrize("field", ["bord", "winner"])
def test_a_misspelt_field_is_told(field) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.convert({"game": "Straight Poker", "players": {"A": {}}, field: "x"}, Case)


# The whole


@pytest.mark.parametrize(
    "game",
    [game for game in KINDS_OF_GAMES if game.rulebook != "tarok" and game.name != "Dealer's Choice"],
    ids=lambda game: f"{game.rulebook}: {game.name}",
)
def test_every_game_can_be_judged_with_as_many_shared_cards_as_are_laid(game) -> None:
    french = [f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "8", "6", "5") for suit in "shdc"]
    letters = LETTER_DECKS.get(game.deck.name)
    pack = iter(letters.texts if letters else french)
    board = [next(pack) for _ in game.spots]
    players: dict[str, Any] = {name: {"cards": " ".join(next(pack) for _ in range(own_cards(game)))} for name in "AB"}
    if exposed := sum(isinstance(step, Expose) for step in game.steps):
        said = {name: seen["cards"].split() for name, seen in players.items()}
        players = {
            name: {"open": " ".join(cards[:exposed]), "closed": " ".join(cards[exposed:])}
            for name, cards in said.items()
        }
    if any(isinstance(step, DeclareSides) for step in game.steps):
        players = {name: {**seen, "side": "high"} for name, seen in players.items()}
    for laid in range(1, len(board) + 1) if board else (0,):
        judgement = judged(game.name, players, rulebook=game.rulebook, board=board[:laid], pot=10)
        waiting = sum(share.chips for share in judgement.shares if share.tied)
        assert sum(share.chips for share in judgement.shares if not share.tied) + judgement.carried + waiting == 10
        assert judgement.to_come == len(board) - laid


def test_a_game_in_which_the_dealer_names_another_is_asked_for_that() -> None:
    with pytest.raises(errors.NamesNoGame, match="Longhorn Stud"):
        judged("Dealer's Choice", {"A": ""}, rulebook="scroker")


def test_options_are_said_as_the_dealer_says_them() -> None:
    assert {"psychology", "high-low", "high-spade", "wild", "exchange"} <= set(OPTIONS)
    judgement = judged("Three Card Draw", {"A": FIVE}, options=["Psychology", "exchange 4"])
    assert judgement.options == ("Psychology", "Exchange")


@pytest.mark.parametrize("option", ["hot", "ruling E5", "hot-n-sours 1", "Hot N Sours 1", "mixing the juice"])
def test_options_about_letters_are_known_and_do_not_fit_poker(option) -> None:
    with pytest.raises(errors.OptionDoesNotFit, match="clean words"):
        judged("Three Card Draw", {"A": FIVE}, options=[option])


def test_a_judgement_reads_aloud() -> None:
    said = {"Anna": {"cards": "As Ad 2h Kc Qd", "announced": "three aces"}, "Bo": "Kh Kd 7c 7d 4d"}
    assert judged("Three Card Draw, Deuces Wild", said, pot=47).text.splitlines()[:9] == [
        "Three Card Draw, Deuces Wild · Pokerregler (Enemærke). Wild: twos.",
        "",
        "Anna: A♠ A♦ 2♥ K♣ Q♦",
        "  three of a kind, aces: A♠ A♦ 2♥ K♣ Q♦",
        "    2♥ is wild (twos) and stands for A♥.",
        "    Announced: “three aces”. That is right.",
        "",
        "Bo: K♥ K♦ 7♣ 7♦ 4♦",
        "  two pair, kings and sevens: K♥ K♦ 7♣ 7♦ 4♦",
    ]


def test_a_long_rule_of_wild_cards_is_said_once() -> None:
    anna = {"closed": "As Kd 3c", "open": "7h 9c 3d 4s"}
    bo = {"closed": "3s Kh 5d", "open": "Qh 3h Js 5c"}
    told = judged("Follow the Queen", {"Anna": anna, "Bo": bo}, pot=4).text
    assert (
        told.count(
            "an open card that follows an open queen, with every card of its rank, until another queen is opened"
        )
        == 1
    )
    assert "Wild: (1) queens; (2) an open card that follows" in told.splitlines()[0]
    assert "    9♣ is wild (wild rule 2 above) and stands for 3♠." in told
    assert "    Q♥ is wild (queens) and stands for " in told
    roll = {"closed": "2s 9d Kc", "open": "Ah Ad 7h 8c"}
    told = judged("Roll Them", {"Anna": roll, "Bo": roll | {"closed": "3s 9h Ks", "open": "Qh Qd 7s 8s"}}, pot=4).text
    assert told.count("the lowest of their closed cards") == 1
    assert "    2♠ is wild and stands for A♠." in told


# Deal-offs


def test_equal_hands_that_are_dealt_off_win_nothing_yet(monkeypatch) -> None:
    """Five-Card 21 (RULINGS R-M5)."""
    ties = DealOff(up=5, scale=Poker(suits=True))
    declared = tables.game(scale=TwentyOne(), award=Best(ties=ties)).but("Twenty-One", rulebook="munk")
    monkeypatch.setattr("engine.judge.case.named", lambda *_: (declared,))
    judgement = judged(
        "Twenty-One", {"Anna": "10s 3s 2s 2h 2c", "Bo": "10h 3h 2d 3c Ac", "Carl": "Ks Qs 9s 8s 7s"}, pot=9
    )
    (share,) = judgement.shares
    assert (share.winners, share.tied, share.chips, share.rule) == ((), ("Anna", "Bo"), 9, "munk/deal-off")
    assert "Anna and Bo are equal for the pot, 9 chips: nineteen: equal, a deal-off decides." in judgement.text
    assert "munk/deal-off" in rules(judgement)
    assert (judgement.carried, hands(judgement)["Carl"]) == (0, "busted at 44")


# Tricks


def test_the_highest_trump_takes_the_trick_and_the_trump_lies_on_the_board() -> None:
    told = judged("Lift Smoke", {"A": "Ks", "B": "As", "C": "2d", "D": "3h"}, board="Qd")
    assert [won.player for won in told.shares[0].winners] == ["C"]
    assert told.text.splitlines()[-3] == "C takes the trick: 2♦ is the highest trump."


def test_without_a_trump_the_highest_card_of_the_suit_led_takes_it() -> None:
    told = judged("Tarok", {"A": "7s", "B": "Kh", "C": "Cs"})
    assert told.shares[0].because == "C♠ is the highest card of the suit led"


@pytest.mark.parametrize(
    ("announced", "value", "winners"),
    [("threesome game", 62, ["A"]), ("solo", 112, ["A"]), ("consolation", 62, ["B", "C"])],
)
def test_the_bidders_pile_is_counted_in_threes(announced, value, winners) -> None:
    pile = "joker XXI I Ks Kh Kd Kc Qs Qh Qd II III"
    told = judged("Tarok", {"A": {"cards": pile, "announced": announced}, "B": {}, "C": {}})
    assert (told.shares[0].chips, [won.player for won in told.shares[0].winners]) == (value, winners)
    assert "A has 41 points" in told.text


def test_what_is_neither_a_trick_nor_a_pile_is_refused() -> None:
    for players, board in (
        ({"A": "Ks Qs", "B": "2h"}, ""),
        ({"A": "Ks", "B": "2h"}, "Qd"),
        ({"A": "??", "B": "2h"}, ""),
    ):
        with pytest.raises(errors.TrickCaseIsAnother):
            judged("Tarok", players, board=board)


def test_as_it_lies_nothing_is_wild_that_nobody_has_turned() -> None:
    """In Hayley's komet the last shared card is wild; four of five are open."""
    players = {"A": {"cards": "As Ah 2c 7d 9s"}, "B": {"cards": "Kd 3h 8c Jd 5s"}}
    four = ("Ks", "Kh", "4c", "6d")
    now = judged("Hayley's komet", players, board=four)
    assert [hand.counts for player in now.players for hand in player.hands] == [
        "two pair, aces and kings",
        "three of a kind, kings",
    ]
    assert "Judged as it lies: one shared card is still to come." in now.text
    done = judged("Hayley's komet", players, board=(*four, "3d"))
    assert [hand.counts for player in done.players for hand in player.hands][1] == "four of a kind, kings"
    assert "as it lies" not in done.text


def test_extra_wildcards_are_called_joker_and_scroker_as_well() -> None:
    for name in ("joker", "wild", "wildcard"):
        told = judged("Straight Poker", {"A": f"Ks Kh 4d 5c {name}", "B": "Qs Qh Qd 5s 6c"}, options=["jokers 2"])
        assert winners(told) == {"all": {"A": 0}}
        assert "Straight Poker · Pokerregler (Enemærke) with wildcards." in told.text
    told = judged("Scroker", {"A": "Ca Aa scroker Vm Xm", "B": "Pl Wl Tm Rm Km"}, options=["scrokers 1"])
    assert "wildcard" in told.text


def test_every_step_of_a_game_without_tricks_is_played_for_the_rules_lawyer() -> None:
    """A step that has no command here would end in a fault, and not in a judgement; where tricks are played none is walked."""
    of_tricks = {Bid, TakeWidow, Announce, Meld, Tricks}
    assert {*ACTS} == {*get_args(AnyStep)} - of_tricks - {*ROUNDS} - {NameGame}
    for turn in (TurnTrump(), TurnTrump(of="stock_top")):
        own = STANDARD_BOOK.resolve(Game("Trumped", play=(Deal(down=5), turn, Bet())))
        case = Case(
            game="Trumped", players={"A": CasePlayer(cards="As Kd Jc 3h 4h"), "B": CasePlayer(cards="Ks Kh 5c 5h 8s")}
        )
        assert winners(judge(case, (own,))) == {"all": {"B": 0}}
