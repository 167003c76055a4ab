"""Dealer's Choice: the dealer names the game of a hand, with options (RULINGS A6, R-S9, R-S16; LANGUAGE 1.10)."""

import pytest

from engine import commands, errors, events
from engine.game.findings import findings
from engine.game.options import AnyOption, Hot, HotNSours, MixingTheJuice, Ruling, Wild
from engine.game.steps import Bet
from engine.game.wilds import Cards
from engine.offer import Offer
from engine.play.script.offers import offers
from tests.engine.table import Table, announce, house, opened
from tests.engine.word_games import dealt, draws, game, shows

# What a hand is without an option, and with it. Peppers are A1 to U3, lemons end in l and limes in m.
DUEL: list[tuple[AnyOption | None, str, str, str]] = [
    # A five-chili-pepper E beats the one of another tadpole where peppers are hot, although lemon W is above lemon T.
    (None, "Wl E1 Dl Km Jm", "Tl E5 Nl Ym Xm", "A"),
    (Hot(), "Wl E1 Dl Km Jm", "Tl E5 Nl Ym Xm", "B"),
    # Lemons rule: even the highest animal is below them.
    (None, "Ca Aa Ta Km Jm", "Fl Al Nl Ym Xm", "A"),
    (Ruling("lemons"), "Ca Aa Ta Km Jm", "Fl Al Nl Ym Xm", "B"),
    # Without borrowed peppers TEN is no word any more, and DO is left.
    (None, "Tl E5 Nl Ym Xm", "Da Oa Km Jm Pl", "A"),
    (HotNSours(0), "Tl E5 Nl Ym Xm", "Da Oa Km Jm Pl", "B"),
    # Lemons with a lime make a word where the juice is mixed.
    (None, "Fl Al Nm Xm Jm", "Da Oa Km Qm Pl", "B"),
    (MixingTheJuice(), "Fl Al Nm Xm Jm", "Da Oa Km Qm Pl", "A"),
    # A wild card stands for any letter of any suit.
    (None, "Ca Zl Ta Xm Jm", "Da Oa Km Qm Pl", "B"),
    (Wild(Cards("Zl")), "Ca Zl Ta Xm Jm", "Da Oa Km Qm Pl", "A"),
]


def choice(players: str = "ABC") -> Table:
    return dealt("Dealer's Choice", players)


@pytest.mark.parametrize(("option", "first", "second", "winner"), DUEL)
def test_an_option_decides_a_hand(option, first, second, winner) -> None:
    table = opened("ABCDE", rules=house("scroker", auto="closed")).do("hand dealer's choice by E")
    table.do(commands.NameTheGame(game="Scroker", options=(option,) if option else ()))
    table.do("A b2", "B c", "C f", "D f", "E f", draws("A"), draws("B")).checked_down()
    table.do(shows("A", first), shows("B", second))
    assert set(table.won()) == {winner}


def test_the_named_game_is_played_and_the_antes_stay() -> None:
    table = opened("ABCDE", rules=house("scroker", auto="closed")).do("hand dealer's choice by E")
    assert table.holds("pot") == 5
    assert offers(table.night) == tuple(
        Offer(commands.NameTheGame(game=name)) for name in ("Scroker", "Spit in the Can", "Longhorn Stud")
    )
    table.do(commands.NameTheGame(game="spit in the can", options=(Hot(),)))
    (named,) = table.of(commands.NameTheGame)
    assert (named.game, named.declaration.with_options) == ("Spit in the Can", ("Hot",))
    assert named.declaration.scale.dictionary.startswith("wide-english@")  # type: ignore[union-attr]
    table.do("lay Ta")
    assert table.holds("pot") == 5
    assert table.turn == "A"


def test_a_game_that_is_not_offered_takes_the_consent_of_the_table() -> None:
    table = opened("ABCDE", rules=house("scroker", auto="closed")).do("hand dealer's choice by E")
    table.refuses(commands.NameTheGame(game="WordPoker"), errors.GameIsNotOffered, game="WordPoker")
    table.refuses(commands.NameTheGame(game="Dealer's Choice"), errors.NamesNoGame)
    table.refuses(commands.NameTheGame(game="Bridge"), errors.UnknownGame)
    table.refuses("A b1", errors.NoBettingNow, doing="name game")
    table.waives(commands.NameTheGame(game="Five-Card Draw"), errors.GameIsNotOffered)
    assert table.hand.game.name == "Five-Card Draw"


def test_hot_may_be_said_in_the_name_of_the_game() -> None:
    table = opened("ABCDE", rules=house("scroker")).do(commands.AnnounceHand(game="Hot Longhorn Stud", dealer="E"))
    said = table.hand.announced
    assert (said.game, said.options) == ("Longhorn Stud", (Hot(),))
    table = opened("ABCDE", rules=house("scroker")).do("hand dealer's choice by E")
    table.do(commands.NameTheGame(game="hot spit in the can", options=(MixingTheJuice(),)))
    (named,) = table.of(commands.NameTheGame)
    assert (named.game, named.options) == ("Spit in the Can", (Hot(), MixingTheJuice()))


def test_a_game_that_the_club_has_invented_may_be_named() -> None:
    table = opened("ABCDE", rules=house("scroker")).do("hand dealer's choice by E")
    invented = game("Scroker").but("Big Scroker", rulebook="own")
    table.do(commands.NameTheGame(game="Big Scroker", declaration=invented))
    assert table.hand.game.name == "Big Scroker"


def test_options_are_said_with_the_game_named() -> None:
    """LANGUAGE 5, name_the_game_first."""
    edited = game("Dealer's Choice") + Hot()
    assert [finding.code for finding in findings(edited)] == ["name_the_game_first"]
    assert [finding.code for finding in findings(game("Dealer's Choice").but(play=(*edited.play, Bet())))] == [
        "name_the_game_first"
    ]
    table = opened("ABCDE", rules=house("scroker"))
    table.refuses(
        commands.AnnounceHand(game="Dealer's Choice", options=(Hot(),)), errors.OptionDoesNotFit, option="hot"
    )


def test_a_game_is_named_only_where_the_dealer_has_the_choice() -> None:
    dealt("Scroker").refuses(commands.NameTheGame(game="Scroker"), errors.NotTheNextStep)


def test_a_hand_whose_game_was_named_is_told_by_all_who_read_the_book() -> None:
    table = opened("ABCDE", rules=house("scroker", auto="closed")).do("hand dealer's choice by E")
    table.do(commands.NameTheGame(game="Scroker"), "A x; B x; C x; D x; E x")
    assert len(table.of(events.PotCarried)) == 1
    table.do(announce(game("Scroker"), dealer="A"))
    assert table.holds("pot") == 10
