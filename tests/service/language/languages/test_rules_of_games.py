"""The rules of every game in another language: nothing is left in English, nothing is lost, and a dozen are read in full."""

import re
from functools import cache

import pytest

from engine import errors
from engine.cards.deck import DECKS
from engine.game.definition import Game
from engine.game.findings import findings
from engine.game.option_texts import option_stated
from engine.game.pictures import Rules
from engine.game.rules_text import explain, rules_of, summary
from engine.game.steps import ANSWERS, CONTRACTS, GOALS, NameGame
from engine.game.switches import Switches
from engine.library import GAMES, as_switched, letters, named
from engine.play.script.rule import with_options
from engine.speech import speaking
from service.language.languages import DANISH, in_language
from service.reports.views.games import rules_view
from tests.golden_copies import GOLDEN, assert_golden
from tests.service.language.languages.masked import Masked
from tests.soak import SOAK

# One of every rulebook at least, and one for every kind of word.
READ = (
    *("Baseball", "Elevator", "Farum Park", "Follow the Queen", "Lunatic", "Midnight Baseball", "Mississippi Ratfuck"),
    *("Five-Card 21", "United States Stud", "Longhorn Stud", "Spit in the Can"),
    *("Omaha Hi/Lo 8", "Razz", "Short-Deck Hold'em", "Lift Smoke", "Tapp-Tarok", "Texas WordPoker"),
)
OPTIONS = (
    *("psychology", "high-low", "high-spade", "hot", "mixing-the-juice", "hot-n-sours 1", "hot-n-sours 2"),
    *("wild 2 Js", "wild last card whole rank", "wild chosen card", "wild lowest closed card", "wild follower of Q"),
    *("wild split pairs", "wild risky pairs", "wild 3 unless at 1 2", "wild at 5", "wildcards 2", "exchange 1"),
    *("ruling E", "ruling lemons", "ruling Ua E5 E1 Zl Xm"),
)
SWITCHES = (
    Switches(follower_scope="card", single_wild_scope="rank", naturals_before_kickers=True, passed_out="refund"),
    Switches(dark_mode="replace", criss_cross="bar", toothpick_deal="right", limit_raises="any", half_bet_reopens=True),
    Switches(three_over_straight=True, hot_scope="words", trump_from="stock_top", jack_value=3, tarok_kept="paper"),
    Switches(widow_multiplier_scope="base", never_discarded="five_points", pagat_pays="all", limit_raises="four"),
)


@cache
def ways_to_play(game: Game) -> tuple[Game, ...]:
    """The game as it is, by options that go with it, and in houses that have thrown the switches.

    Each option is tried with every third game, and with all of them if `CHIPBOOK_SOAK` is set.
    """
    changed = []
    every, begins = (1, 0) if SOAK else (3, GAMES.index(game) % 3)
    for said in OPTIONS[begins::every]:
        try:
            changed.append(with_options(game, [option_stated(said, game)]))
        except errors.Refusal:
            continue
    return tuple(dict.fromkeys((game, *changed, *(as_switched(game, switches) for switches in SWITCHES))))


def sentences_of(rules: Rules) -> list[str]:
    return [rules.title, *rules.steps, *rules.facts]


def names_in(game: Game) -> set[str]:
    """The words of a game that are the same in every language."""
    deck = game.deck.name if game.deck else ""
    named_in_it = [name for step in game.steps if isinstance(step, NameGame) for name in step.games]
    bid = (*CONTRACTS, *GOALS, *ANSWERS)
    names = (game.name, game.rulebook, *game.variation_of, *named_in_it, *bid, *game.spots, deck, *DECKS.get(deck, ()))
    return words_in(" ".join(names))


def words_in(text: str) -> set[str]:
    """The words of two letters or more; single letters stand for ranks, suits and places."""
    return set(re.findall(r"[^\W\d_]{2,}", text.casefold()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.rulebook}-{game.name}")
def test_every_word_of_the_rules_comes_from_a_catalogue(game) -> None:
    for played in ways_to_play(game):
        with speaking(Masked()):
            told = words_in(explain(played) + summary(played).wild)
        assert told - names_in(played) == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.rulebook}-{game.name}")
def test_the_danish_rules_are_as_many_and_none_is_in_english(game) -> None:
    for played in ways_to_play(game):
        english = rules_of(played)
        with in_language(DANISH):
            danish, wild = rules_of(played), summary(played).wild
        assert (len(danish.steps), len(danish.facts)) == (len(english.steps), len(english.facts))
        assert len(danish.picture) == len(english.picture)
        assert set(sentences_of(danish)) & set(sentences_of(english)) == set()
        assert not wild or wild != summary(played).wild
        for sentence in sentences_of(danish):
            assert sentence.endswith(".")
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert not AMISS.search(NAMED.sub("X", sentence))


# Glue that has come apart, and English words between names and what is typed.
AMISS = re.compile(r"  |[{}]|None|\.\.| [,;.:]|\b(the|and|or|of|with|card|cards|player)\b")
NAMES = sorted({game.name for game in GAMES}, key=len, reverse=True)
NAMED = re.compile("|".join(("[“”].*?”", *map(re.escape, NAMES))))


@pytest.mark.parametrize("name", READ)
def test_the_danish_rules_read_as_they_were_read_and_found_right(name) -> None:
    with in_language(DANISH):
        told = "\n\n".join(rules_view(game).rules for game in named(name)) + "\n"
    assert_golden(f"games_da/{letters(name).replace(' ', '-')}.txt", told)


def test_every_rulebook_is_read_and_every_danish_text_is_of_a_game_that_is() -> None:
    assert {named(name)[0].rulebook for name in READ} == {game.rulebook for game in GAMES}
    assert {path.stem for path in (GOLDEN / "games_da").iterdir()} == {letters(name).replace(" ", "-") for name in READ}


def test_why_an_option_does_not_fit_is_said_in_the_language_of_the_reader_and_kept_in_english() -> None:
    game = named("Straight Poker")[0]
    with in_language(DANISH):
        with pytest.raises(errors.OptionDoesNotFit) as refused:
            with_options(game, [option_stated("exchange 4", game)])
        assert str(refused.value).endswith("der byttes ingen kort i det, og der skal byttes netop én gang.")
    assert refused.value.details["because"] == "no cards are exchanged in it, and there must be exactly one exchange."
    assert str(refused.value).endswith("no cards are exchanged in it, and there must be exactly one exchange.")


def test_a_finding_is_looked_for_once_and_said_in_every_language() -> None:
    unsound = named("Straight Poker")[0].but(play=())
    with in_language(DANISH):
        danish = [f"{one.sentence}" for one in findings(unsound)]
    english = [f"{one.sentence}" for one in findings(unsound)]
    assert danish[:1] == ["Straight Poker giver ingen et eget kort; det kræver en Deal."]
    assert english[:1] == ["Straight Poker deals nobody a card of their own; it needs a Deal."]
    assert not set(danish) & set(english)
