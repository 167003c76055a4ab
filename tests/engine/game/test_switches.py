"""House switches: each is a choice between two readings, named after its ruling, and frozen with the announcement."""

from itertools import product

import msgspec
import pytest

from engine import commands, errors
from engine.catalogue import RULEBOOKS, SWITCHED
from engine.game.awards import Poker, Words
from engine.game.counts import betting_rounds
from engine.game.definition import Game
from engine.game.findings import findings
from engine.game.options import Hot, Psychology, Wild
from engine.game.steps import Bet, Draw, Reveal
from engine.game.switches import Switches, as_the_house_has_it, thrown
from engine.game.wilds import Cards, Follower, Personal, Spots
from engine.library import GAMES, as_switched, named
from engine.play.script.offers import offers
from tests.engine.otherwise import OTHERWISE
from tests.engine.table import Table, house, opened


def table(**switches: object) -> Table:
    return opened("ABC", rules=house(switches=Switches(**switches)))  # type: ignore[arg-type]


def announced(name: str, **switches: object) -> Game:
    """The declaration that is frozen when the game is announced in such a house."""
    (said,) = table(**switches).do(f"hand {name} by C").of(commands.AnnounceHand)
    assert said.declaration is not None
    return said.declaration


def changed_by(**switches: object) -> set[str]:
    house_rules = Switches(**switches)  # type: ignore[arg-type]
    return {game.name for game in GAMES if as_switched(game, house_rules) != game}


def test_r_d6_last_chance_is_played_in_five_rounds_where_the_overview_counts() -> None:
    assert betting_rounds(announced("last chance")) == 6
    game = announced("last chance", rounds="table")
    assert betting_rounds(game) == 5
    assert isinstance(game.steps[-1], Reveal)


def test_r_d7_fill_the_hole_is_played_in_six_rounds_where_the_overview_counts() -> None:
    assert betting_rounds(announced("fill the hole")) == 5
    game = announced("fill the hole", rounds="table")
    assert betting_rounds(game) == 6
    assert game.steps[-2:] == (Bet(), Bet())
    assert changed_by(rounds="table") == {"Last Chance", "Fill the Hole"}


def test_r_s3_where_nobody_opens_the_antes_are_carried_or_go_back() -> None:
    assert changed_by(passed_out="refund") == {"Scroker", "Spit in the Can"}


def test_r_s5_a_stake_is_counted_with_the_ante_or_without() -> None:
    assert changed_by(stakes_include_ante=False) == {
        game.name for game in GAMES if game.rulebook in ("scroker", "wordpoker")
    }


def test_r_s9_a_hot_game_counts_the_peppers_of_the_hand_or_of_its_words() -> None:
    told = {}
    for scope in ("hand", "words"):
        scale = (as_switched(named("Scroker", "scroker")[0], Switches(hot_scope=scope)) + Hot()).scale  # type: ignore[arg-type]
        assert isinstance(scale, Words)
        told[scope] = scale.ties
    assert told == {"hand": "naturals peppers high-card", "words": "naturals peppers-in-words high-card"}
    assert changed_by(hot_scope="words") == {game.name for game in GAMES if isinstance(game.scale, Words)}


def test_r_d1_the_follower_of_a_queen_is_wild_with_its_rank_or_alone() -> None:
    assert Follower("Q") in announced("follow the queen").wild_rules
    assert Follower("Q", scope="card") in announced("follow the queen", follower_scope="card").wild_rules
    assert changed_by(follower_scope="card") == {
        "April Reigners",
        "Eleven Bright Stars",
        "Follow the Queen",
        "Follow the Queen and One-eyed Picture Cards",
    }


def test_r_d1_a_single_wild_card_is_wild_alone_or_with_its_rank() -> None:
    assert announced("elevator").wild_rules == (Spots("elevator"),)
    assert announced("elevator", single_wild_scope="rank").wild_rules == (Spots("elevator", scope="rank"),)
    assert announced("roll them", single_wild_scope="rank").wild_rules == (Personal("lowest closed", scope="rank"),)
    single = {game.name for game in GAMES if any(isinstance(rule, Personal | Spots) for rule in game.wild_rules)}
    assert changed_by(single_wild_scope="rank") == single
    assert len(single) > 15


def test_r_m12_the_cards_of_texas_toothpick_toast_go_round_to_the_left_or_with_the_betting() -> None:
    assert changed_by(toothpick_deal="right") == {"Texas Toothpick Toast"}
    dealt = {}
    for way in ("left", "right"):
        switches = Switches(toothpick_deal=way)  # type: ignore[arg-type]
        toast = opened("ABCD", rules=house("munk", auto="none", switches=switches))
        toast.do("hand texas toothpick toast by D", "deal 2s 3s 4s 5s 2h 3h 4h 5h")
        assert toast.turn == "C"
        dealt[way] = {player: [held.card for held in own] for player, own in toast.hand.cards.own.items()}
    assert dealt["left"] == {"A": ["2s", "2h"], "B": ["3s", "3h"], "C": ["4s", "4h"], "D": ["5s", "5h"]}
    assert dealt["right"] == {"C": ["2s", "2h"], "B": ["3s", "3h"], "A": ["4s", "4h"], "D": ["5s", "5h"]}


def test_r_d9_in_the_dark_five_cards_are_added_or_replace_the_first_five() -> None:
    assert not any(isinstance(step, Draw) for step in announced("rubbers in the dark").steps)
    game = announced("rubbers in the dark", dark_mode="replace")
    assert game.steps[-2:] == (Draw(up_to=5, compulsory=True), Bet())
    assert betting_rounds(game) == 4
    assert changed_by(dark_mode="replace") == {"Rubbers in the Dark"}


def test_r_d9_where_cards_are_replaced_all_five_must_go_and_seven_can_play() -> None:
    seven = opened("ABCDEFG", rules=house(switches=Switches(dark_mode="replace"))).do("hand rubbers in the dark by G")
    seven.do(*(commands.Check(player=player) for _ in range(3) for player in "ABCDEFG"))
    seven.refuses("A draws 4", errors.ExchangesTooFew, number=4, least=5)
    seven.do(*(f"{player} draws 5" for player in "ABCDEFG"))
    assert seven.hand.rounds.closed == 3
    assert {len(own) for own in seven.hand.cards.own.values()} == {5}


def test_r_d21_six_or_seven_play_in_the_dark_and_only_a_deal_the_pack_has_no_cards_for_is_refused() -> None:
    six = opened("ABCDEF", rules=house(auto="closed")).do("hand rubbers in the dark by F")
    six.do("A x", "B x", "C x", "D x", "E x", "F f").do("turn", "A x; B x; C x; D x; E x").do(
        "turn", "A x; B x; C x; D x; E x"
    )
    assert {len(six.hand.cards.own[player]) for player in "ABCDE"} == {10}
    nobody = opened("ABCDEF", rules=house(auto="closed")).do("hand rubbers in the dark by F")
    for turns in ("", "turn", "turn"):
        nobody.do(*filter(None, (turns,)), "A x; B x; C x; D x; E x; F x")
    nobody.refuses("deal", errors.PackIsUsedUp, wanted=30, left=20)
    assert [offer.command for offer in offers(nobody.night)] == [commands.NewDeal()]
    nobody.do(commands.NewDeal(player="A"))
    assert nobody.night.hand is None
    opened("ABCDEFG", rules=house()).do("hand rubbers in the dark by G")
    # The source is for three to seven, which is advice: the pack serves ten with the cards before the first betting.
    opened("ABCDEFGHIJ", rules=house()).do("hand rubbers in the dark by J")
    opened("ABCDEFGHIJK", rules=house()).refuses("hand rubbers in the dark by K", errors.DeckIsTooSmall, room=10)


def test_r_d10_the_whole_cross_may_be_used_or_one_bar_of_it() -> None:
    assert announced("criss-cross").board.lines is None  # type: ignore[union-attr]
    board = announced("criss-cross", criss_cross="bar").board
    assert board.lines == ("north centre south", "west centre east")
    assert changed_by(criss_cross="bar") == {"Criss-Cross", "Kings Cross"}


def tarok(auto: str = "all", **switches: object) -> Table:
    """A threesome of A's; the cards are not known."""
    rules = house("tarok", auto=auto, switches=Switches(**switches))  # type: ignore[arg-type]
    night = opened("ABC", 1000, rules=rules).do("hand tarok by C")
    if auto == "none":
        night.do("deal", "lay", "deal")
    night.do(commands.MakeBid(player="A", contract="threesome"))
    return night.do(commands.PassBid(player="B"), commands.PassBid(player="C"))


def in_tarok(points: int, pagat: str | None = None, choice: int = 1, **switches: object) -> list[int]:
    """What A, B and C have after A's game of this many points."""
    night = tarok(**switches).do(
        commands.TakeWidow(choice=choice), commands.Discard(), commands.AnnounceGoal(goal="game")
    )
    night.do(commands.NameScore(points=points, pagat=pagat))
    return list(night.stacks().values())


def test_r_t1_a_jack_counts_two_or_three_and_the_pack_seventy_or_seventy_four() -> None:
    tarok().do(commands.TakeWidow(), commands.Discard(), commands.AnnounceGoal(goal="game")).refuses(
        commands.NameScore(points=71), errors.PointsAreImpossible, all=70
    )
    tarok(jack_value=3).do(commands.TakeWidow(), commands.Discard(), commands.AnnounceGoal(goal="game")).refuses(
        commands.NameScore(points=75), errors.PointsAreImpossible, all=74
    )
    assert changed_by(jack_value=3) == {"Tarok", "Tapp-Tarok"}


def test_r_t5_the_widow_multiplies_the_whole_game_or_its_base() -> None:
    assert in_tarok(44, choice=2) == [1000 + 2 * 136, 1000 - 136, 1000 - 136]
    assert in_tarok(44, choice=2, widow_multiplier_scope="base") == [1000 + 2 * 118, 1000 - 118, 1000 - 118]


def test_r_t8_kings_alone_are_never_discarded_or_all_cards_that_count_five() -> None:
    tarok("none").do(commands.TakeWidow(), commands.Discard(cards=("joker", "XXI", "I")))
    strict = tarok("none", never_discarded="five_points").do(commands.TakeWidow())
    for cards in (("joker", "2h", "3h"), ("XXI", "2h", "3h"), ("I", "2h", "3h"), ("Ks", "2h", "3h")):
        assert strict.refuses(commands.Discard(cards=cards), errors.MayNotBeDiscarded, card=cards[0]).waivable
    strict.do(commands.Discard(cards=("XX", "2h", "3h")))


def test_r_t11_an_opponents_pagat_is_paid_by_the_bidder_or_by_all() -> None:
    assert in_tarok(35, pagat="B") == [1000 - 100 - 50, 1000 + 50 + 50, 1000 + 50]
    assert in_tarok(35, pagat="B", pagat_pays="all") == [1000 - 100 - 50, 1000 + 50 + 100, 1000 + 50 - 50]


def test_r_t10_a_score_is_paid_in_chips_or_kept_on_paper() -> None:
    assert in_tarok(44) == [1000 + 2 * 68, 1000 - 68, 1000 - 68]
    assert in_tarok(44, tarok_kept="paper") == [1000, 1000, 1000]


def test_r_l5_trumps_are_by_the_dealers_last_card_or_by_the_top_of_the_stock() -> None:
    dealt = "deal " + " ".join(f"{rank}{suit}" for rank in "2345" for suit in "shdc")
    told = {}
    for way in ("dealer_last", "stock_top"):
        night = opened("ABCD", rules=house("tarok", auto="none", switches=Switches(trump_from=way)))  # type: ignore[arg-type]
        night.do("hand lift smoke by D", dealt)
        if way == "stock_top":
            night.refuses(commands.TurnTrump(card="5c"), errors.CardIsAlreadyOut, card="5c")
        night.do(commands.TurnTrump(card="5c" if way == "dealer_last" else "Ah"))
        told[way] = (night.hand.tricks.trump, [held.up for held in night.hand.cards.own["D"]])
    assert told["dealer_last"] == ("c", [False, False, False, True])
    assert told["stock_top"] == ("h", [False, False, False, False])
    assert changed_by(trump_from="stock_top") == {"Lift Smoke"}


def test_a_trump_of_the_stock_is_set_aside_and_nobody_draws_it() -> None:
    """RULINGS R-L5: it belongs to no hand."""
    rules = house("tarok", auto="none", switches=Switches(trump_from="stock_top"))
    night = opened("ABCD", rules=rules).do("hand lift smoke by D", "deal", commands.TurnTrump(card="Ah"))
    night.refuses(commands.PlayCard(player="A", card="Ah"), errors.CardIsAlreadyOut, card="Ah")
    assert night.hand.cards.gone == 1


def test_r_e7_naturals_break_ties_after_the_side_cards_or_before_them() -> None:
    assert announced("baseball").scale == Poker(low=_low(), naturals=True)
    first = announced("baseball", naturals_before_kickers=True).scale
    assert first == Poker(low=_low(), naturals=True, naturals_first=True)
    assert changed_by(naturals_before_kickers=True) == {game.name for game in GAMES if game.rulebook == "enemaerke"}


def _low() -> object:
    scale = announced("straight poker").scale
    assert isinstance(scale, Poker)
    return scale.low


def test_one_eyed_cards_are_those_of_the_house() -> None:
    """RULINGS D3: three in the usual pattern; pictures differ."""
    name = "follow the queen and one-eyed picture cards"
    assert Cards("Js Jh Kd") in announced(name).wild_rules
    assert Cards("Js Jh") in announced(name, one_eyed="Js Jh").wild_rules
    assert changed_by(one_eyed="Js Jh") == {
        "Follow the Queen and One-eyed Picture Cards",
        "Stora Spelet",
        "Three Card Draw, Deuces and One-eyed Picture Card Wild",
    }


@pytest.mark.parametrize("cards", ["", "one-eyed", "1s", "js", "Js,Jh", "Js  Jh"])
def test_what_is_no_card_cannot_be_one_eyed(cards) -> None:
    with pytest.raises(msgspec.ValidationError, match="one_eyed"):
        msgspec.convert({"one_eyed": cards}, Switches)


def test_every_game_is_sound_however_the_house_reads_it() -> None:
    houses = (*(Switches(**{key: value}) for key, value in OTHERWISE.items()), Switches(**OTHERWISE))  # type: ignore[arg-type]
    for game, switches in product(GAMES, houses):
        other = as_switched(game, switches)
        assert findings(other) == (), game.name
        assert (other.name, other.rulebook, other.variation_of) == (game.name, game.rulebook, game.variation_of)
        assert as_switched(other, switches) == other


def test_every_switch_has_another_reading_and_changes_some_game() -> None:
    assert set(OTHERWISE) == set(Switches.__struct_fields__)
    assert thrown(Switches(**OTHERWISE)) == OTHERWISE  # type: ignore[arg-type]
    assert all(changed_by(**{key: value}) for key, value in OTHERWISE.items())
    assert thrown(Switches()) == {}


def test_the_rulings_are_the_usual_reading() -> None:
    assert all(as_switched(game, Switches()) is game for game in GAMES)
    assert all(as_the_house_has_it(game, Switches()) is game for game in GAMES)


def test_a_game_declared_otherwise_belongs_to_a_switch_and_to_a_game_of_its_rulebook() -> None:
    books = {book.name: book for book in RULEBOOKS}
    for rulebook, switched in SWITCHED.items():
        names = {game.name for game in books[rulebook].games}
        for (switch, choice), games in switched.items():
            assert OTHERWISE[switch] == choice
            assert {game.name for game in games} <= names


def test_what_is_switched_and_what_the_dealer_adds_go_together() -> None:
    said = commands.AnnounceHand(game="criss-cross", dealer="C", options=(Psychology(), Wild(Cards("2"))))
    (event,) = table(criss_cross="bar", single_wild_scope="rank").do(said).of(commands.AnnounceHand)
    game = event.declaration
    assert game.board.lines == ("north centre south", "west centre east")
    assert game.wild_rules == (Spots("centre", scope="rank"), Cards("2"))
    assert betting_rounds(game) == 6 + 5


def test_a_switch_thrown_on_another_night_does_not_touch_what_was_announced() -> None:
    """The announcement freezes the declaration: decided again it is the same."""
    before = table(rounds="table").do("hand last chance by C")
    (said,) = before.of(commands.AnnounceHand)
    assert opened("ABC", rules=house()).do(said).happened[0] == said
