"""The rules lawyer over words: the best hand found, and what was shown judged word by word (RULINGS A3, B4)."""

from __future__ import annotations

import pytest

from engine import errors
from engine.judge import Case, Seen, judge


def scroker(**said: tuple[str, str]) -> Case:
    players = {name: Seen(cards=cards, announced=announced) for name, (cards, announced) in said.items()}
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
    players = {"anna": Seen(cards="S T AO V AE", announced="oats"), "bo": Seen(cards="D G IO X W", announced="dog")}
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
    players = {"anna": Seen(cards="D IO G J B", announced="dog"), "bo": Seen(cards="D EO G B F", announced="dog")}
    told = judge(Case(game="WordPoker", players=players, pot=10))
    assert told.shares[0].winners[0].player == "anna"
    assert told.shares[0].because.startswith("both have three-letter word, DOG, 5 points, and the winner is ahead by")


def test_the_lawyer_judges_by_the_dictionary_that_the_night_has_chosen() -> None:
    """RULINGS R-W13: WordPoker is judged by common words, and the night may name others."""
    players = {"anna": Seen(cards="B R AO C H", announced="brach"), "bo": Seen(cards="D G IO X W", announced="dog")}
    usual = judge(Case(game="WordPoker", players=players))
    wide = judge(Case(game="WordPoker", players=players, dictionary="wide"))
    assert [told.players[0].words[0].good for told in (usual, wide)] == [False, True]
    assert wide.players[0].words[0].dictionary.startswith("wide-english@")
    assert "BRACH is a word (wide-english)." in wide.text
    with pytest.raises(errors.DictionaryIsMissing):
        judge(Case(game="WordPoker", players=players, dictionary="websters"))
