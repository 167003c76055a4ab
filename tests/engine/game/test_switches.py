"""House switches: each is a choice between two readings, named after its ruling, and frozen with the announcement."""

from __future__ import annotations

import msgspec
import pytest

from engine import commands, errors
from engine.catalogue import RULEBOOKS, SWITCHED
from engine.game.counts import betting_rounds
from engine.game.definition import Game
from engine.game.inspect import findings
from engine.game.options import Hot, Psychology, Wild
from engine.game.scales import Poker, Words
from engine.game.steps import Bet, Draw, Reveal
from engine.game.switches import Switches, as_the_house_has_it, thrown
from engine.game.wilds import Cards, Follower, Personal, Spots
from engine.library import GAMES, as_switched, named
from tests.engine.table import Table, house, opened

OTHERWISE = {
    "rounds": "table",
    "follower_scope": "card",
    "single_wild_scope": "rank",
    "dark_mode": "replace",
    "criss_cross": "bar",
    "naturals_before_kickers": True,
    "passed_out": "refund",
    "stakes_include_ante": False,
    "hot_scope": "words",
    "toothpick_deal": "right",
    "one_eyed": "Js Jh",
}


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
        dealt[way] = {player: [held.card for held in own] for player, own in toast.hand.own.items()}
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
    assert seven.hand.rounds_closed == 3
    assert {len(own) for own in seven.hand.own.values()} == {5}
    usual = opened("ABCDEFG", rules=house())
    usual.refuses("hand rubbers in the dark by G", errors.DeckIsTooSmall, players=7, room=5)


def test_r_d10_the_whole_cross_may_be_used_or_one_bar_of_it() -> None:
    assert announced("criss-cross").board.lines is None  # type: ignore[union-attr]
    board = announced("criss-cross", criss_cross="bar").board
    assert board is not None
    assert board.lines == ("north centre south", "west centre east")
    assert changed_by(criss_cross="bar") == {"Criss-Cross", "Kings Cross"}


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
def test_what_is_no_card_cannot_be_one_eyed(cards: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="one_eyed"):
        msgspec.convert({"one_eyed": cards}, Switches)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.rulebook}: {game.name}")
def test_every_game_is_sound_however_the_house_reads_it(game: Game) -> None:
    for switches in (*(Switches(**{key: value}) for key, value in OTHERWISE.items()), Switches(**OTHERWISE)):  # type: ignore[arg-type]
        other = as_switched(game, switches)
        assert findings(other) == ()
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
    assert game is not None
    assert game.board is not None
    assert game.board.lines == ("north centre south", "west centre east")
    assert game.wild_rules == (Spots("centre", scope="rank"), Cards("2"))
    assert betting_rounds(game) == 6 + 5


def test_a_switch_thrown_on_another_night_does_not_touch_what_was_announced() -> None:
    """The announcement freezes the declaration: decided again it is the same."""
    before = table(rounds="table").do("hand last chance by C")
    (said,) = before.of(commands.AnnounceHand)
    assert opened("ABC", rules=house()).do(said).happened[0] == said
