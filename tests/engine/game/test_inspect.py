"""Unsound declarations: each finding is provoked, says what would be accepted, and leaves sound games alone."""

import pytest

from engine.game.awards import Best, HighestClosed, Split
from engine.game.definition import Deck, Game
from engine.game.effects import SendsOut
from engine.game.inspect import CHECKS, findings, seats_the_deck_allows
from engine.game.layouts import Layout
from engine.game.scales import Low, Poker, Words
from engine.game.steps import Arrange, Bet, Burn, Deal, DeclareSides, Draw, Lay, Pass, Reveal, Turn
from engine.game.wilds import Cards, Spots
from engine.library import GAMES
from tests.engine.game.played import FIVE_CARDS, declared

# One row a finding: its code, a game that has it and no other, and the sentence.
UNSOUND = [
    (
        "no_such_deck",
        declared(deck=Deck("piquet-32")),
        "Five Cards is played with piquet-32; the known decks are french-52, scroker-52, alpha-56.",
    ),
    (
        "no_such_card",
        declared(wild=Cards("2 11")),
        (
            "Five Cards makes 11 wild, which french-52 does not hold; "
            'name a rank such as "3" or "J", or a card such as "Js".'
        ),
    ),
    (
        "seats_are_no_range",
        declared(seats=(7, 3)),
        "Five Cards is for 7 to 3 players; the least number comes first and is 2 or more.",
    ),
    (
        "deck_cannot_suffice",
        declared(Deal(down=9), Lay(up=5), Bet(), seats=(6, 8)),
        "Five Cards is for 6 players or more, but 52 cards suffice for 5: 9 for each and 5 shared.",
    ),
    (
        "step_without_cards",
        declared(Deal(down=5), Lay(), Bet()),
        "Step 2 of Five Cards, Lay, moves no card; Lay moves one or more.",
    ),
    (
        "no_own_cards",
        declared(Lay(up=5), Bet()),
        "Five Cards deals nobody a card of his own; it needs a Deal.",
    ),
    (
        "draw_exceeds_hand",
        declared(Deal(down=4), Bet(), Draw(up_to=5), Bet()),
        "Step 3 of Five Cards exchanges up to 5 cards where a player holds 4; 4 is the most.",
    ),
    (
        "more_turned_than_laid",
        declared(Deal(down=2), Lay(down=1, up=2), Turn(), Bet(), Turn(), Bet()),
        "Step 5 of Five Cards turns a shared card where none lies closed; lay it first, Lay(down=1).",
    ),
    (
        "own_exceeds_hand",
        declared(Deal(down=2), Lay(up=5), Bet(), own=3),
        "3 own cards count in Five Cards, which deals 2; own is from 1 to 2.",
    ),
    (
        "scale_has_no_low",
        declared(scale=Poker(), award=Split(Best(), Best())),
        (
            "The second half of the pot of Five Cards goes by Poker, which has no low hand; "
            "name a low scale, such as Best(Low(most=8))."
        ),
    ),
    (
        "scale_does_not_fit_deck",
        declared(scale=Words("none 2")),
        "Five Cards compares by Words, which asks for cards with letters; those of french-52 have ranks.",
    ),
    (
        "scale_has_no_suits_of_letters",
        declared(deck=Deck("alpha-56"), scale=Words("none 2", clean=True)),
        "Five Cards asks for clean words, and alpha-56 has no suits; leave `clean` out.",
    ),
    (
        "no_such_words",
        declared(deck=Deck("alpha-56"), scale=Words("none 2 6")),
        "6 is no kind of hand of Five Cards, or named twice; there are none, 2, 2+2, 3, 3+2, 4, 5, run, slush, unicorn.",
    ),
    (
        "no_such_ruling_card",
        declared(deck=Deck("scroker-52"), scale=Words("none 2", clean=True, ruling="E5 hearts")),
        "hearts cannot rule in Five Cards; name a card, a letter or a suit of scroker-52, such as Ua or Ta.",
    ),
    (
        "no_such_suit",
        declared(award=Split(Best(), HighestClosed("x"))),
        "Half the pot of Five Cards goes by the suit x, which french-52 does not hold.",
    ),
    (
        "no_such_spot",
        declared(Deal(down=4), Lay(up=1), Bet(), board=Layout("spit"), wild=Spots("shit")),
        "Five Cards speaks of the spot shit; its shared cards lie at spit.",
    ),
    (
        "spots_do_not_match_cards_laid",
        declared(Deal(down=4), Lay(up=1), Bet(), board=Layout("spit shit")),
        "Five Cards lays 1 shared cards on 2 spots; there must be as many.",
    ),
    (
        "pass_exceeds_hand",
        declared(Deal(down=4), Bet(), Pass(right=3, left=2), Bet()),
        "Five Cards passes 5 cards where a player holds 4; from 1 to 4 can be passed.",
    ),
    (
        "nothing_closed_to_arrange",
        declared(Deal(down=1, up=4), Bet(), Arrange(), Reveal(), Bet()),
        "Five Cards arranges closed cards where a player holds 1; it takes two or more.",
    ),
    (
        "no_pile_to_reveal",
        declared(Deal(down=2, up=3), Bet(), Arrange(), (Reveal(), Bet()) * 3),
        "Five Cards turns 3 own cards where a player holds 2 closed; 2 is the most.",
    ),
    (
        "no_closed_card_at_the_end",
        declared(Deal(up=5), Bet(), award=Split(Best(), HighestClosed("s"))),
        "In Five Cards no own card is closed at the end, so that none can be the highest closed one.",
    ),
    (
        "no_open_card_to_take_effect",
        declared(Deal(down=5), Bet(), effects=(SendsOut("7s"),)),
        "In Five Cards no own card ever lies open, so that none can take effect.",
    ),
    (
        "no_sides_to_declare",
        declared(Deal(down=5), Bet(), DeclareSides()),
        "Five Cards declares sides 1 times; it takes one high and one low share, declared once.",
    ),
    (
        "nothing_to_decide",
        declared(Deal(down=5)),
        "Five Cards leaves the players nothing to decide; it needs a Bet.",
    ),
]


@pytest.mark.parametrize(("code", "game", "sentence"), UNSOUND, ids=[row[0] for row in UNSOUND])
def test_an_unsound_declaration_has_its_finding_and_no_other(code: str, game: Game, sentence: str) -> None:
    assert [(finding.code, finding.sentence) for finding in findings(game)] == [(code, sentence)]


@pytest.mark.parametrize(
    "scale",
    [
        Words("2 3"),
        Words("none none 2"),
        Words("none 2", ties="high-card luck"),
        Words("none 2", ties="points points"),
        Words("none 2", borrowed=-1),
    ],
)
def test_words_know_their_kinds_and_ties_and_name_each_once(scale: Words) -> None:
    assert [finding.code for finding in findings(declared(deck=Deck("alpha-56"), scale=scale))] == ["no_such_words"]


def test_a_poker_hand_takes_cards_with_ranks() -> None:
    codes = [finding.code for finding in findings(declared(deck=Deck("scroker-52")))]
    assert codes == ["scale_does_not_fit_deck"]


def test_a_letter_deck_has_no_suit_of_the_french_cards() -> None:
    game = declared(deck=Deck("alpha-56"), scale=Words("none 2"), award=Split(Best(), HighestClosed("s")))
    assert [finding.code for finding in findings(game)] == ["no_such_suit"]


def test_a_letter_or_a_card_of_letters_can_be_wild() -> None:
    words = Words("none 2", clean=True)
    assert findings(declared(deck=Deck("scroker-52"), scale=words, wild=Cards("E Ua"))) == ()
    (finding,) = findings(declared(deck=Deck("scroker-52"), scale=words, wild=Cards("Kd")))
    assert finding.sentence.endswith('name a letter such as "U", or a card such as "Ua".')


def test_every_finding_is_provoked_under_the_name_of_its_check() -> None:
    assert [check.__name__ for check in CHECKS] == [code for code, _, _ in UNSOUND]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.rulebook}: {game.name}")
def test_the_catalogue_is_sound(game: Game) -> None:
    assert findings(game) == ()


def test_the_catalogue_has_games_to_be_judged() -> None:
    assert len(GAMES) >= 8


@pytest.mark.parametrize(
    "game",
    [
        declared(Deal(down=2, up=3), Draw(up_to=5), Bet()),
        declared(Deal(down=1), Lay(down=2), Turn(), Bet(), Turn(), Bet(), own=1),
        declared(Deal(down=7), Lay(up=3), Bet(), seats=(7, 7)),
        declared(award=Split(Best(), Best(Low()))),
        declared(scale=Low(), award=Split(Best(), Best())),
        declared(wild=Cards("10 As wildcard"), deck=Deck("french-52", wildcards=2)),
    ],
)
def test_what_just_suffices_is_sound(game: Game) -> None:
    assert findings(game) == ()


def test_a_draw_counts_only_the_cards_dealt_before_it() -> None:
    game = declared(Deal(down=2), Draw(up_to=3), Bet(), Deal(down=3), Draw(up_to=5), Bet())
    assert [finding.sentence[:6] for finding in findings(game)] == ["Step 2"]


def test_a_wildcard_in_the_rules_needs_one_in_the_pack() -> None:
    assert [finding.code for finding in findings(declared(wild=Cards("wildcard")))] == ["no_such_card"]


def test_a_card_turned_too_early_does_not_excuse_one_turned_too_often() -> None:
    game = declared(Deal(down=5), Turn(), Lay(down=1), Turn(), Turn(), Bet())
    assert [finding.sentence[:6] for finding in findings(game)] == ["Step 2", "Step 5"]


def test_cards_cannot_be_dealt_backwards() -> None:
    game = declared(Deal(down=6), Deal(down=-1, up=1), Bet())
    assert [finding.code for finding in findings(game)] == ["step_without_cards"]


def test_a_game_may_have_several_findings_at_once() -> None:
    assert {finding.code for finding in findings(declared(Draw(up_to=1)))} == {
        "no_own_cards",
        "draw_exceeds_hand",
        "nothing_to_decide",
    }


def test_only_a_game_that_its_rulebook_has_resolved_is_judged() -> None:
    with pytest.raises(AssertionError, match=r"Rulebook\.resolve"):
        findings(FIVE_CARDS)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (declared(Deal(down=7), Bet()), 7),
        (declared(Deal(down=2), Burn(), Lay(up=3), Bet(), Burn(), Lay(up=1), Burn(), Lay(up=1), Bet()), 22),
        (declared(Deal(down=5), Lay(down=2), Deal(down=5), Bet()), 5),
        (declared(Deal(down=7), Bet(), deck=Deck("french-52", wildcards=4)), 8),
        (declared(Deal(down=2), Lay(up=60), Bet()), 0),
    ],
)
def test_the_pack_allows_as_many_seats_as_it_has_cards_for(game: Game, seats: int) -> None:
    assert seats_the_deck_allows(game) == seats
