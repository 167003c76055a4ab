"""Options as they are said, and as words read them."""

from typing import get_args

import pytest
from msgspec.structs import replace

from engine import errors
from engine.game.awards import WORD_KINDS, WORD_TIES, Words
from engine.game.definition import Deck, Game
from engine.game.findings import findings
from engine.game.option_texts import option_stated, option_text
from engine.game.options import Exchange, HighLow, Hot, HotNSours, MixingTheJuice, Psychology, Ruling, Wild, Wildcards
from engine.game.rules_text import explain
from engine.game.switches import Switches
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.game.words_stated import KINDS_OF_WORDS, TIES_OF_WORDS
from engine.library import game_called, named
from engine.play.script.rule import with_options
from engine.words.made import KINDS, TIES
from tests.engine.game.played import FIVE_CARDS, declared
from tests.engine.kinds import KINDS_OF_GAMES
from tests.engine.simulate.evening import OPTIONS
from tests.engine.words.hands import SCROKER, WORDPOKER

# What the dealer says in addition to a game's name: one grammar at the table and before the lawyer (RULINGS R-E15).

CROSS, PYRAMID, COMET = (named(name)[0] for name in ("Criss-Cross", "The Pyramid", "Cincinnati"))


WILDS: list[tuple[str, AnyWildRule]] = [
    ("2 js", Cards("2 Js")),
    ("2 one-eyed", Cards("2 Js Jh Kd")),
    ("3 9 unless at 1 2", Cards("3 9", unless_at="1 2")),
    ("3 9 unless opened at 1 2", Cards("3 9", unless_at="1 2")),
    ("at 5", Spots("5")),
    ("at 1 5 whole rank", Spots("1 5", scope="rank")),
    ("last shared card", Spots("5")),
    ("last card", Personal("last")),
    ("Last", Personal("last")),
    ("lowest closed card", Personal("lowest closed")),
    ("lowest closed", Personal("lowest closed")),
    ("chosen card whole rank", Personal("chosen", scope="rank")),
    ("follower of q", Follower("Q")),
    ("what follows 3 9 card alone", Follower("3 9", scope="card")),
    ("split pairs", SplitPairs()),
    ("risky pairs", RiskyPairs()),
]


@pytest.mark.parametrize(("said", "rule"), WILDS)
def test_every_kind_of_wild_card_can_be_said(said, rule) -> None:
    assert option_stated(f"wild {said}", COMET) == Wild(rule)
    assert option_stated(f"wild {said} instead", COMET) == Wild(rule, instead=True)
    assert option_stated(option_text(Wild(rule)), COMET) == Wild(rule)


def test_no_wild_rule_is_without_words_to_announce_it() -> None:
    assert set(get_args(AnyWildRule)) - {type(rule) for _, rule in WILDS} == set(), (
        "its words: engine/game/option_texts.py"
    )


def test_a_place_of_a_layout_is_said_by_its_name() -> None:
    assert option_stated("wild at centre", CROSS) == option_stated("wild CENTRE", CROSS) == Wild(Spots("centre"))
    assert option_stated("wild at ab bc", PYRAMID) == Wild(Spots("AB BC"))
    # An ace is a card, so that the corner of that name needs its "at".
    assert option_stated("wild A", PYRAMID) == Wild(Cards("A"))
    assert option_stated("wild at A", PYRAMID) == Wild(Spots("A"))


def test_one_card_is_wild_as_this_house_reads_it_unless_the_dealer_says_how() -> None:
    house = Switches(single_wild_scope="rank", follower_scope="card", one_eyed="Js Jh")
    assert option_stated("wild at 5", COMET, house) == Wild(Spots("5", scope="rank"))
    assert option_stated("wild at 5 card alone", COMET, house) == Wild(Spots("5"))
    assert option_stated("wild last", COMET, house) == Wild(Personal("last", scope="rank"))
    assert option_stated("wild follower of Q", COMET, house) == Wild(Follower("Q", scope="card"))
    assert option_stated("wild one-eyed", COMET, house) == Wild(Cards("Js Jh"))


@pytest.mark.parametrize("game", KINDS_OF_GAMES, ids=lambda game: f"{game.rulebook} {game.name}")
def test_what_is_told_of_an_option_is_how_it_is_said(game) -> None:
    wide = (Personal("chosen", scope="rank"), Follower("3 9", scope="card"), Cards("3", unless_at=" ".join(game.spots)))
    others = (Wild(rule, instead=True) for rule in wide if rule != Cards("3"))
    for option in (*OPTIONS, Ruling("E5 lemons"), *others):
        spots = option.rule.names if isinstance(option, Wild) and isinstance(option.rule, Spots) else ""
        if set(spots.split()) <= set(game.spots):
            assert option_stated(option_text(option), game) == option


@pytest.mark.parametrize(
    ("said", "reason", "sentence"),
    [
        ("wild at 7", errors.UnknownSpot, "7 is not a place in Cincinnati; its shared cards lie at 1, 2, 3, 4, 5."),
        ("wild 3 unless at 7", errors.UnknownSpot, "7 is not a place"),
        ("wild", errors.OptionSaysTooLittle, "last card, lowest closed card, chosen card"),
        ("wild 2 whole rank", errors.OptionSaysTooMuch, "says too much; say wild 2 alone"),
        ("wild one-eyed card alone", errors.OptionSaysTooMuch, "says too much; say wild one-eyed alone"),
        ("exchange", errors.OptionSaysTooLittle, "such as exchange 4"),
        ("exchange many", errors.OptionSaysTooLittle, "such as exchange 4"),
        ("scrokers", errors.OptionSaysTooLittle, "such as wildcards 2"),
        ("jokers 9", errors.OptionSaysTooLittle, "from 1 to 8"),
        ("psychology twice", errors.OptionSaysTooMuch, "say psychology alone"),
        ("aces", errors.UnknownOption, "psychology, high-low"),
    ],
)
def test_what_says_no_option_is_refused_with_what_would(said, reason, sentence) -> None:
    with pytest.raises(reason) as caught:
        option_stated(said, COMET)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("name", "game", "options"),
    [
        ("Hot Longhorn Stud", "Longhorn Stud", (Hot(),)),
        ("hot mixing-the-juice scroker", "Scroker", None),
        ("high-low psychology Three Card Draw", "Three Card Draw", (HighLow(), Psychology())),
        ("Longhorn Stud", "Longhorn Stud", ()),
        ("hot dog", "", None),
    ],
)
def test_a_game_is_called_with_its_options_before_its_name(name, game, options) -> None:
    found, said = game_called(name)
    assert [one.name for one in found] == ([game] if game else [])
    assert options is None or said == options


def test_options_that_say_a_number_or_cards_do_not_stand_before_a_name() -> None:
    for option in (Exchange(4), HotNSours(1), Ruling("lemons")):
        assert game_called(f"{option_text(option)} scroker")[0] == ()


def test_scrokers_and_jokers_are_wildcards_in_the_pack() -> None:
    """Source text 000: "[Scrokers] are optional but normally excluded"."""
    scroker = named("Scroker")[0]
    assert option_stated("scrokers 2", scroker) == option_stated("jokers 2", scroker) == Wildcards(2)
    played = with_options(scroker, [Wildcards(2)])
    assert (len(deck_of(played).cards), played.wild_rules) == (54, (Cards("wildcard"),))
    with pytest.raises(errors.OptionDoesNotFit, match="know no wild cards"):
        with_options(named("Three Dog Night")[0], [Wildcards(2)])


def deck_of(game: Game) -> Deck:
    assert game.deck is not None
    return game.deck


# Dealer's Choice with letters: hot peppers, ruling cards, hot-'n'-sours and mixed juice (RULINGS A6).

FIVE_LETTERS = declared(deck=Deck("scroker-52"), scale=SCROKER)
OF_WORDS = [Hot(), Ruling("E5 E3 E1"), HotNSours(1), MixingTheJuice()]


def scale_of(*options) -> Words:
    game = FIVE_LETTERS
    for option in options:
        assert option.objection(game) == ""
        game += option
    assert findings(game) == ()
    assert isinstance(game.scale, Words)
    return game.scale


def test_hot_peppers_count_after_naturals_and_before_the_high_card() -> None:
    assert scale_of(Hot()).ties == "naturals peppers high-card"
    assert scale_of(Hot(), Hot()).ties == "naturals peppers high-card"


def test_ruling_cards_stand_beside_those_that_rule_already() -> None:
    assert scale_of(Ruling("lemons"), Ruling("Ua")).ruling == "lemons Ua"


def test_hot_n_sours_are_limited() -> None:
    assert scale_of(HotNSours(0)).borrowed == 0


def test_juices_are_mixed() -> None:
    assert scale_of(MixingTheJuice()).mixed


@pytest.mark.parametrize("option", OF_WORDS)
@pytest.mark.parametrize("game", [FIVE_CARDS, declared(deck=Deck("alpha-56"), scale=WORDPOKER)])
def test_off_clean_words_there_are_no_suits_of_letters(option, game) -> None:
    assert "clean words" in option.objection(game)


@pytest.mark.parametrize("first", OF_WORDS)
@pytest.mark.parametrize("second", OF_WORDS)
def test_two_options_mean_the_same_in_either_order(first, second) -> None:
    assert scale_of(first, second) == scale_of(second, first)


def test_every_kind_and_tie_of_a_declaration_is_counted_and_has_its_words() -> None:
    assert set(WORD_KINDS) == set(KINDS) == set(KINDS_OF_WORDS)
    assert set(WORD_TIES) == set(TIES) == set(TIES_OF_WORDS)


def told(scale: Words, deck: str = "scroker-52") -> str:
    text = " ".join(explain(declared(deck=Deck(deck), scale=scale)).split())
    return text[text.index("The hand with the best words") :]


def test_scroker_reads_aloud() -> None:
    assert told(SCROKER).startswith(
        "The hand with the best words (from the lowest: no word, one of two letters, two of two, one of three, one of four, "
        "one of three and one of two, five cards of one suit, one of five and one of five with the unicorn; a word is of "
        "one suit, and fruit may borrow chili peppers; ties are broken by having no wild cards or borrowed peppers, then "
        "the highest card of the words) takes the pot; equal hands split it."
    )


def test_wordpoker_reads_aloud() -> None:
    assert told(WORDPOKER, "alpha-56").startswith(
        "The hand with the best words (from the lowest: no word, one of two letters, two of two, one of three, one of three "
        "and one of two, one of four, one of five and five letters in a row; plurals made with S do not count; ties are "
        "broken by the points of the words, then the highest letter in the hand) takes the pot"
    )


def test_options_read_aloud() -> None:
    assert "every E, the unicorn and lemons above all other cards" in told(scale_of(Ruling("E Ua lemons")))
    every = scale_of(Ruling("E5 E1 Zl Xm"))
    assert "the five-pepper E, the one-pepper E, the lemon Z and the lime X above all other cards" in told(every)
    assert "the Z and the A/E above all" in told(replace(WORDPOKER, ruling="Z AE"), "alpha-56")
    assert "fruit may borrow 1 chili pepper;" in told(scale_of(HotNSours(1)))
    assert "fruit may borrow no chili peppers;" in told(scale_of(HotNSours(0)))
    assert "of one suit, or of lemons and limes, and" in told(scale_of(MixingTheJuice()))
    assert "the number of peppers in the hand" in told(scale_of(Hot()))
