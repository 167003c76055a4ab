"""Dealer's options over every kind of game: which fit where, why not elsewhere, and that the order of saying does not matter."""

from itertools import combinations

import pytest

from engine import errors
from engine.game.awards import Best, Split
from engine.game.counts import betting_rounds
from engine.game.definition import Game
from engine.game.findings import findings
from engine.game.option_texts import option_text
from engine.game.options import AnyOption, Exchange, HighLow, HighSpade, Psychology, Wild
from engine.game.steps import Bet, DeclareSides, Draw, Reveal
from engine.game.wilds import Cards, Follower, Personal, SplitPairs
from engine.library import GAMES, named
from engine.play.script.rule import with_options
from tests.engine.kinds import KINDS_OF_GAMES
from tests.soak import in_turn

OPTIONS: tuple[AnyOption, ...] = (
    Psychology(),
    HighLow(),
    HighSpade(),
    Wild(Cards("2")),
    Exchange(2),
    Wild(Follower("Q")),
    Wild(Personal("last")),
    Wild(Personal("lowest closed")),
    Wild(SplitPairs()),
)
OF_THE_SOURCES = tuple(game for game in GAMES if game.rulebook in ("enemaerke", "munk"))


def optioned(game: Game, *options: AnyOption) -> Game | None:
    """The game with these options, or nothing if one of them does not fit."""
    try:
        return with_options(game, options)
    except errors.OptionDoesNotFit:
        return None


def fits(option: AnyOption) -> set[str]:
    return {game.name for game in OF_THE_SOURCES if optioned(game, option)}


def refused(name: str, *options: AnyOption) -> str:
    with pytest.raises(errors.OptionDoesNotFit) as refusal:
        with_options(named(name, "enemaerke")[0], options)
    return str(refusal.value)


def meaning(game: Game) -> tuple[object, ...]:
    """All that a declaration says, whatever the order in which it was said."""
    return (game.steps, frozenset(game.wild_rules), game.scale, game.award, sorted(game.with_options))


@pytest.mark.parametrize(
    ("option", "games"),
    [(Psychology(), 43), (HighLow(), 53), (HighSpade(), 49), (Wild(Cards("2")), 59), (Exchange(2), 5)],
    ids=lambda said: type(said).__name__,
)
def test_an_option_fits_so_many_of_the_games_of_enemaerke_and_munk(option, games) -> None:
    """LANGUAGE 5: 47, 53, 49, 62 and 8 of all 71; the rest are word games."""
    assert len(fits(option)) == games


def test_high_and_low_go_with_every_game_of_enemaerke_but_three() -> None:
    """The midnight games leave one player, Mississippi Ratfuck has it already; Munk's scales know no low."""
    ours = {game.name for game in GAMES if game.rulebook == "enemaerke"}
    assert ours - fits(HighLow()) == {"Midnight Baseball", "Nårwidjan munækklips", "Mississippi Ratfuck"}
    assert fits(HighLow()) <= ours


def test_another_number_of_cards_goes_where_there_is_one_exchange() -> None:
    assert fits(Exchange(2)) == {
        "Farum Park",
        "Risky Pairs",
        "Three Card Draw",
        "Three Card Draw, Deuces Wild",
        "Three Card Draw, Deuces and One-eyed Picture Card Wild",
    }
    game = optioned(named("Three Card Draw")[0], Exchange(5))
    assert [step.up_to for step in game.steps if isinstance(step, Draw)] == [5]


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: f"{game.rulebook}: {game.name}")
def test_a_legal_pair_of_options_means_the_same_in_either_order(game) -> None:
    # In a quick run every second pair; which of them differs from game to game.
    for one, other in in_turn(list(combinations(OPTIONS, 2)), GAMES.index(game)):
        forth, back = optioned(game, one, other), optioned(game, other, one)
        assert (forth is None) == (back is None), (game.name, one, other)
        if forth and back:
            assert meaning(forth) == meaning(back), (game.name, one, other)
            assert findings(forth) == () == findings(back)


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: f"{game.rulebook}: {game.name}")
def test_psychology_brings_a_round_for_every_closed_card(game) -> None:
    longer = optioned(game, Psychology())
    if longer:
        assert betting_rounds(longer) - betting_rounds(game) >= 2
        assert optioned(longer, Psychology()) is None


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        (
            "Jumping Jacks",
            [Psychology()],
            "Jumping Jacks lays closed cards in a pile where a player holds 0; it takes two or more.",
        ),
        (
            "Five Card Stud",
            [Psychology()],
            "Five Card Stud lays closed cards in a pile where a player holds 1; it takes two or more.",
        ),
        (
            "Roll Them",
            [Psychology()],
            "In Roll Them no own card is closed at the end, so none can be the lowest closed one.",
        ),
        (
            "Straight Poker",
            [Psychology(), HighSpade()],
            "In Straight Poker no own card is closed at the end, so none can be the highest closed one.",
        ),
        (
            "Midnight Baseball",
            [HighLow()],
            "In Midnight Baseball beaten hands leave until one is left, so the pot cannot be shared.",
        ),
        ("Mississippi Ratfuck", [HighLow()], "the pot is divided already."),
        ("Straight Poker", [HighLow(), HighSpade()], "the pot is divided already."),
        ("Straight Poker", [HighSpade(), HighLow()], "the pot is divided already."),
        ("Three Card Draw", [Exchange(6)], "exchanges up to 6 cards where a player holds 5; 5 is the most."),
        (
            "One-Two-Three-Four-Five Card Draw",
            [Exchange(3)],
            "it has 5 exchanges of cards, and there must be exactly one.",
        ),
        (
            "Three Card Draw",
            [Wild(Follower("Q"))],
            "In Three Card Draw no card is dealt open, so none can follow an open one; deal at least one card open.",
        ),
        (
            "Straight Poker",
            [Wild(Personal("last"))],
            "In Straight Poker no own card is ever opened, so none is the last to be opened.",
        ),
        ("Straight Poker", [Wild(Cards("1"))], "makes 1 wild, which its pack does not hold"),
        ("Five-Card 21", [Wild(Cards("2"))], "which know no wild cards; wild cards go with poker hands."),
        ("Texas Toothpick Toast", [HighLow()], "which have no low hand"),
        ("Razz", [HighLow()], "the lowest hand wins all of it, so nobody plays for high."),
        (
            "Straight Poker",
            [Psychology(), Wild(SplitPairs())],
            "In Straight Poker no card lies open beside closed ones, own or shared, so no pair can be split.",
        ),
        (
            "Midnight Baseball",
            [Wild(SplitPairs())],
            "In Midnight Baseball no card lies open beside closed ones, own or shared, so no pair can be split.",
        ),
        (
            "Bet on Five Open Cards",
            [Wild(SplitPairs())],
            "In Bet on Five Open Cards every own card is open and none is shared, so no pair can be split.",
        ),
    ],
)
def test_an_option_that_does_not_fit_is_refused_with_the_reason(name, options, reason) -> None:
    said = refused(name, *options)
    assert said.startswith(f"{option_text(options[-1])} does not fit {name}: ")
    assert reason in said


def test_the_sides_of_an_option_are_declared_after_the_last_round_of_all_and_those_of_ratfuck_before_its_last_card() -> (
    None
):
    """RULINGS R-D25: “efter sidste byderunde”, and of Mississippi Ratfuck alone “inden det sidste kort vendes”."""
    for name in fits(HighLow()):
        game = named(name)[0]
        for options in ((HighLow(),), (HighLow(), Psychology()), (Psychology(), HighLow())):
            played = optioned(game, *options)
            assert played is None or played.steps[-2:] == (Bet(), DeclareSides())
    assert named("Mississippi Ratfuck")[0].steps[-4:] == (Bet(), DeclareSides(), Reveal(), Bet())


def test_the_chips_of_a_declaration_are_said_before_the_showdown_of_high_and_low() -> None:
    game = optioned(named("Follow the Queen")[0], HighLow(), Psychology())
    assert isinstance(game.steps[-1], DeclareSides)
    assert isinstance(game.award, Split)
    assert isinstance(game.award.second, Best)
    assert game.with_options == ("HighLow", "Psychology")


def test_a_game_that_its_book_made_with_an_option_has_no_option_of_the_dealers() -> None:
    assert {game.name for game in GAMES if game.with_options} == set()
