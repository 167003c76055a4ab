"""The rules lawyer where decks, scales and endings are others: words, short decks, tarok, deal-offs."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands, errors
from engine.game.definition import Deck
from engine.game.options import HighSpade
from engine.game.switches import Switches
from engine.judge import Case, CasePlayer, Judgement, judge
from engine.library import as_switched, named
from tests.engine.table import Table, announce, house, opened

# The rules lawyer over words: the best hand found, and what was shown judged word by word (RULINGS A3, B4).


def scroker(**said: tuple[str, str]) -> Case:
    players = {name: CasePlayer(cards=cards, announced=announced) for name, (cards, announced) in said.items()}
    return Case(game="Scroker", players=players, pot=15)


def test_the_best_words_are_found() -> None:
    told = judge(scroker(anna=("Ca Aa Ta Zl Ym", ""), bo=("Da Oa Pl Xm Vm", "")))
    assert [hand.counts for player in told.players for hand in player.hands] == [
        "Tadpole, ACT, turtle high",
        "Duck, DO, owl high",
    ]
    assert [(won.player, won.chips) for won in told.shares[0].winners] == [("anna", 15)]
    assert told.shares[0].because == "Tadpole, ACT, turtle high beats Duck, DO, owl high"


def test_what_is_shown_is_judged_word_by_word() -> None:
    told = judge(scroker(anna=("Ra Ba Aa Oa Wl", "rabo"), bo=("Da Sa Ia Xm Vm", "is")))
    anna, bo = told.players
    assert [(word.word, word.good) for word in (*anna.words, *bo.words)] == [("RABO", False), ("IS", True)]
    assert anna.hands[0].claim == "foul"
    assert anna.hands[0].counts.startswith("Scum")
    assert told.shares[0].winners[0].player == "bo"
    assert "RABO is no word" in told.text
    assert "scroker/spellcheck" in [rule.name for rule in told.rules]


def test_a_hand_of_word_poker_with_a_foul_word_is_out() -> None:
    players = {
        "anna": CasePlayer(cards="S T AO V AE", announced="oats"),
        "bo": CasePlayer(cards="D G IO X W", announced="dog"),
    }
    told = judge(Case(game="WordPoker", players=players, pot=10))
    assert (
        told.players[0].out == "OATS is a plural made with S, which does not count, and a hand with such a word is out"
    )
    assert told.shares[0].winners[0].player == "bo"


def test_what_the_cards_do_not_show_is_refused() -> None:
    with pytest.raises(errors.WordIsNotThere):
        judge(scroker(anna=("Ca Aa Ta Zl Ym", "dog"), bo=("Da Oa Pl Xm Vm", "")))


def test_hands_of_one_name_are_told_apart_by_what_breaks_ties() -> None:
    """Equal words with equal points, and J is the higher letter (RULINGS R-W3)."""
    players = {
        "anna": CasePlayer(cards="D IO G J B", announced="dog"),
        "bo": CasePlayer(cards="D EO G B F", announced="dog"),
    }
    told = judge(Case(game="WordPoker", players=players, pot=10))
    assert told.shares[0].winners[0].player == "anna"
    assert told.shares[0].because.startswith("both have three-letter word, DOG, 5 points, and the winner is ahead by")


def test_the_lawyer_judges_by_the_dictionary_that_the_night_has_chosen() -> None:
    """RULINGS R-W13: WordPoker is judged by common words, and the night may name others."""
    players = {
        "anna": CasePlayer(cards="B R AO C H", announced="brach"),
        "bo": CasePlayer(cards="D G IO X W", announced="dog"),
    }
    usual = judge(Case(game="WordPoker", players=players))
    wide = judge(Case(game="WordPoker", players=players, dictionary="wide"))
    assert [told.players[0].words[0].good for told in (usual, wide)] == [False, True]
    assert wide.players[0].words[0].dictionary.startswith("wide-english@")
    assert "BRACH is a word (wide-english)." in wide.text
    with pytest.raises(errors.DictionaryIsMissing):
        judge(Case(game="WordPoker", players=players, dictionary="websters"))


# Short-deck hold'em before the rules lawyer and at the table: its order of hands, its pack, and a pack of one's own.

SHORT = named("Short-Deck Hold'em")[0]


def showdown(declared: object, *cards: str, board: str, **rules: object) -> Table:
    """Anna, Bo and Carl check it down with these cards; the blinds are 1 and 2."""
    table = opened("ABC", 100, rules=house("standard", auto="none", **rules)).do(announce(declared, dealer="C"))
    holes = [hole.split() for hole in cards]
    laid = board.split()
    table.do(commands.Deal(cards=tuple(hole[place] for place in (0, 1) for hole in holes)), "C c; A c; B x")
    for street in (laid[:3], laid[3:4], laid[4:]):
        table.do("burn", commands.Lay(cards=tuple(street)), "A x; B x; C x")
    return table.do(*(f"{player} shows {hole}" for player, hole in zip("ABC", cards, strict=True)))


def test_a_flush_takes_the_pot_from_a_full_house() -> None:
    table = showdown(SHORT, "As 6s", "Kh Kd", "10h 10d", board="Ks 9s 7s Kc 9h")
    assert table.stacks() == {"A": 98, "B": 104, "C": 98}
    table = showdown(SHORT, "As 6s", "9h 9d", "10h 10d", board="Ks 9s 7s Kc 8h")
    assert table.stacks() == {"A": 104, "B": 98, "C": 98}


@pytest.mark.parametrize(("three_over_straight", "winner"), [(False, "A"), (True, "B")])
def test_a_straight_with_the_ace_below_six_beats_three_of_a_kind_unless_the_house_has_it_otherwise(
    winner, three_over_straight
) -> None:
    declared = as_switched(SHORT, Switches(three_over_straight=three_over_straight))
    table = showdown(declared, "Ah 6h", "Kh Kd", "10h 10d", board="7s 8c 9d Ks Qc")
    assert table.stacks()[winner] == 104


def test_the_lawyer_judges_by_the_same_order_and_says_it() -> None:
    players = {"Anna": CasePlayer(cards="Ah 6h"), "Bo": CasePlayer(cards="Ks Kc")}
    found = judge(Case(game="Six Plus Hold'em", pot=10, players=players, board="7s 8h 9d Kd Qs"))
    assert found.shares[0].winners[0].player == "Anna"
    assert "straight, nine high" in str(found)


def test_a_card_that_the_pack_does_not_hold_is_refused() -> None:
    table = opened("ABC", 100, rules=house("standard", auto="none")).do(announce(SHORT, dealer="C"))
    table.refuses("deal 2s Ks As Kd Ah Qd", errors.CardIsNotInTheDeck, card="2s", deck="french-36")
    refusal = table.refuses("deal Zs Ks As Kd Ah Qd", errors.NotACard, text="Zs")
    assert "6 7 8 9 10 J Q K A in s h d c" in str(refusal)


def test_a_pack_of_ones_own_stands_in_the_book_with_its_cards() -> None:
    pack = "9s 10s Js Qs Ks As 9h 10h Jh Qh Kh Ah 9d 10d Jd Qd Kd Ad"
    declared = replace(SHORT, name="Little Deck", rulebook="own", deck=Deck("little", pack=pack))
    # The ace counts below the nine, but nobody's straight goes that far down: the flush wins.
    table = showdown(declared, "As 9s", "9h Ah", "Jd Qd", board="10s Js Ks Kh Kd")
    assert table.stacks() == {"A": 104, "B": 98, "C": 98}
    announced = next(record.event for record in table.records if isinstance(record.event, commands.AnnounceHand))
    assert announced.declaration.deck == Deck("little", pack=pack)
    table.do(announce(declared, dealer="C")).refuses(
        "deal 8s Ks As Kd Ah Qd", errors.CardIsNotInTheDeck, card="8s", deck="little"
    )


# The rules lawyer settles a whole deal of Tarok: widow, goal, melds, pagat, ultimo, and who pays whom (RULINGS C4).


def settled(players: str = "A B C", *, game: str = "Tarok", cards: str = "", **deal: Any) -> Judgement:
    seen: dict[str, Any] = {player: {} for player in players.split()}
    seen[next(iter(seen))] = {"cards": cards}
    case = {"game": game, "rulebook": "tarok", "players": seen, "tarok": deal}
    return judge(msgspec.json.decode(msgspec.json.encode(case), type=Case))


def payments(judgement: Judgement) -> dict[str, int]:
    return {f"{each.payer}>{each.payee}": each.chips for each in judgement.payments}


@pytest.mark.parametrize(
    ("deal", "paid"),
    [
        # The example of the source: 44 points score 68 or 118.
        ({"points": 44}, {"B>A": 68, "C>A": 68}),
        ({"points": 44, "contract": "solo"}, {"B>A": 118, "C>A": 118}),
        # A game is won with 36, and lost by what the opponents have over 35.
        ({"points": 36}, {"B>A": 52, "C>A": 52}),
        ({"points": 69}, {"B>A": 118, "C>A": 118}),
        ({"points": 35}, {"A>B": 50, "A>C": 50}),
        ({"points": 30}, {"A>B": 60, "A>C": 60}),
        ({"points": 1}, {"A>B": 118, "A>C": 118}),
        ({"points": 44, "widow": 3}, {"B>A": 204, "C>A": 204}),
        # RULINGS R-T2, R-T3, R-T5: won with 35 or fewer, with exactly 35 the base only; the widow multiplies the whole.
        ({"points": 35, "goal": "consolation", "widow": 2}, {"B>A": 100, "C>A": 100}),
        ({"points": 30, "goal": "consolation", "widow": 2}, {"B>A": 120, "C>A": 120}),
        ({"points": 36, "goal": "consolation", "widow": 2}, {"A>B": 104, "A>C": 104}),
        ({"points": 44, "bidder": "B"}, {"A>B": 68, "C>B": 68}),
        ({"points": 44, "pagat": "B"}, {"A>B": -18, "B>A": 18, "C>A": 68}),
        ({"points": 44, "ultimo": True, "pagat": "A"}, {"B>A": 168, "C>A": 168}),
        ({"points": 44, "ultimo": True}, {"A>B": 32, "A>C": 32}),
        ({"points": 44, "ultimo": True, "contra": "C", "captured": True}, {"A>B": 132, "A>C": 132}),
        ({"points": 40, "ultimo": True, "contra": "C", "pagat": "B"}, {"A>B": 140, "A>C": 140}),
        ({"points": 44, "melds": {"C": ["Ks Kh Kd Kc"]}}, {"B>A": 68, "B>C": 50, "C>A": 18}),
        ({"contract": "pass"}, {}),
    ],
)
def test_who_pays_whom_in_the_end(deal, paid) -> None:
    assert payments(settled(**deal)) == {pair: chips for pair, chips in paid.items() if chips > 0}


def test_the_dealer_who_sits_out_pays_as_an_opponent() -> None:
    assert payments(settled("A B C D", points=44)) == {"B>A": 68, "C>A": 68, "D>A": 68}


def test_the_cards_of_the_bidder_are_counted_where_no_points_are_said() -> None:
    told = settled(cards="joker XXI I Ks Kh Kd Kc Qs Qh Qd II III", contract="solo")
    assert payments(told) == {"B>A": 112, "C>A": 112}
    assert "A has 41 points" in told.text


def test_every_part_says_why_and_what_it_counts() -> None:
    told = settled(points=44, widow=2, ultimo=True, melds={"B": ["Ks Kh Kd Kc"]})
    assert [(share.share, share.chips) for share in told.shares] == [("meld", 50), ("game", 136), ("ultimo", 100)]
    assert told.text.startswith(
        "Tarok · Lift Smoke / Tarok.\n\nA plays a threesome with the second cards of the widow (double) for game, and has announced ultimo."
    )
    assert "Ultimo: A pays B 100, A pays C 100; ultimo counts twice the value of the contract, 100." in told.text


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({}, errors.BiddersPointsAreMissing),
        ({"points": 44, "cards": "Ks Qs Cs"}, errors.BiddersPointsAreMissing),
        ({"cards": "Ks Qs"}, errors.BiddersPointsAreMissing),
        ({"cards": "Ks Qs Cs", "ultimo": True}, errors.PointsMayHaveMoved),
        ({"points": 44, "pagat": "A", "captured": True}, errors.PagatWasCaptured),
        ({"points": 44, "pagat": "Z"}, errors.PagatCannotBe),
        ({"points": 75}, errors.PointsAreImpossible),
        ({"points": 44, "contract": "grand"}, errors.UnknownContract),
        ({"points": 44, "contract": "solo", "widow": 2}, errors.NotTheNextStep),
        ({"points": 44, "contract": "solo", "goal": "consolation"}, errors.GoalNeedsTheWidow),
        ({"points": 44, "contra": "B"}, errors.NothingToAnswer),
        ({"points": 44, "melds": {"B": ["Ks Qs"]}}, errors.UnknownMeld),
        ({"players": "A B C D", "points": 44, "bidder": "D"}, errors.BidderDoesNotPlay),
        ({"game": "Lift Smoke", "players": "A B C D", "points": 44}, errors.NotScoredLikeTarok),
        ({"players": "A B", "points": 44}, errors.FewerThanTheGameIsFor),
    ],
)
def test_a_deal_that_cannot_have_been_played_so_is_refused(deal, reason) -> None:
    with pytest.raises(reason):
        settled(**deal)


def test_where_all_have_passed_all_pay_forehand_and_only_that_is_told() -> None:
    told = settled(game="Tapp-Tarok", contract="pass")
    assert payments(told) == {"B>A": 25, "C>A": 25}
    assert [rule.says for rule in told.rules] == ["Forehand gets 25 when all pass."]


# The rules lawyer over a deal-off's new cards (RULINGS R-M5) and over a card dealt once for all (RULINGS R-S11).

ANNA, BO, CARL = "10s 3s 2s 2h 2c", "10h 3h 2d 3c Ac", "Jh Qs 9s 8s 7s"
NEW = {"Anna": "As Ah Kd Kc 4c", "Bo": "Ks Kh Qd Qc 9h"}


def twenty_one(game: str = "Five-Card 21", pot: int = 9, cards: dict[str, str] | None = None, **new: str) -> Judgement:
    """Anna and Bo have nineteen, Carl is busted."""
    dealt = cards or {"Anna": ANNA, "Bo": BO, "Carl": CARL}
    players = {name: CasePlayer(cards=text, deal_off=new.get(name, "")) for name, text in dealt.items()}
    return judge(Case(game=game, pot=pot, players=players))


def won(judgement: Judgement) -> dict[str, int]:
    return {winner.player: winner.chips for share in judgement.shares for winner in share.winners}


@pytest.mark.parametrize("game", ["Five-Card 21", "Book'em Danno"])
def test_the_best_of_the_new_cards_takes_the_pot_of_equal_hands(game) -> None:
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
def test_new_cards_that_were_not_dealt_so_are_refused(new, refusal, says) -> None:
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
def test_where_nothing_is_dealt_off_there_are_no_new_cards(game, cards, because) -> None:
    with pytest.raises(errors.NotInADealOff, match=f"Anna is dealt no new cards, because {because}"):
        twenty_one(game, cards=cards, Anna="2s 3s 4s 5s 7s")


def test_of_a_divided_pot_only_the_share_of_the_equal_hands_is_dealt_off() -> None:
    players = {
        "Anna": CasePlayer(cards=ANNA, deal_off=NEW["Anna"]),
        "Bo": CasePlayer(cards=BO, deal_off="Ks Kh 6d 6c 6h"),
    }
    told = judge(Case(game="Five-Card 21", pot=9, options=(HighSpade(),), players=players))
    assert {share.share: share.chips for share in told.shares} == {"high": 5, "spade": 4}
    assert {share.share: share.winners[0].player for share in told.shares} == {"high": "Bo", "spade": "Anna"}


# A card that is dealt once for all

CLOSED = {
    "Anna": "Ca Aa Ma Zl Ym Xm",
    "Bo": "Da Oa Pl Vm Wl Nl",
}


def longhorn(board: object, cards: dict[str, str] = CLOSED) -> Judgement:
    players = {name: CasePlayer(cards=text) for name, text in cards.items()}
    return judge(Case(game="Longhorn Stud", pot=15, board=board, players=players))  # type: ignore[arg-type]


@pytest.mark.parametrize("board", ["Ta", ("Ta",), {"common": "Ta"}])
def test_the_last_card_of_longhorn_stud_may_be_one_for_all(board) -> None:
    told = longhorn(board)
    assert "Ta" in told.players[1].hands[0].cards
    assert [len(player.cards) for player in told.players] == [6, 6]


def test_without_it_each_has_a_card_of_his_own() -> None:
    with pytest.raises(errors.HoldsAnotherNumber, match="deals 4 closed and 4 open|deals 3 closed and 4 open"):
        longhorn("")
    with pytest.raises(errors.HoldsAnotherNumber, match="deals 2 closed and 4 open"):
        longhorn("Ta", {"Anna": f"{CLOSED['Anna']} Sa", "Bo": CLOSED["Bo"]})


@pytest.mark.parametrize("board", ["Ta Sa", "??", ("Ta", "Sa")])
def test_more_than_one_or_an_unknown_one_is_refused(board) -> None:
    with pytest.raises(errors.CommonCardIsAnother, match="Longhorn Stud has at most one: the last card"):
        longhorn(board)


def test_in_other_games_of_words_no_card_is_for_all() -> None:
    case = Case(game="Scroker", board="Ta", players={"Anna": CasePlayer(cards="Ca Aa Ma Zl Ym")})
    with pytest.raises(errors.SharedCardsAreAnother):
        judge(case)
