"""A hand as a player claims it, and what it is worth as claimed; words are judged only when they are challenged.

The cards lie open when a hand is claimed. Everyone sees whether they spell the word and whether their suits go
together, so a claim that fails there is refused at once. Whether it is a word is decided by the dictionary, and only
in a spellcheck.
"""

import re
from collections.abc import Sequence, Set
from itertools import product
from typing import Final, NamedTuple

from engine import errors
from engine.game.words_stated import clean_stated
from engine.speech import phrase
from engine.words.dictionary import LONGEST, SHORTEST
from engine.words.holding import Holding, Reading, hold
from engine.words.made import NONE, RUN, SLUSH, WAYS, WORDS_OF, Made, best_of, kind_named, of_words
from engine.words.spelling import is_in, spellings_of


class WordClaim(NamedTuple):
    """The words a player lays out, in capitals; or no words but a kind: `none`, `slush` or `run`."""

    words: tuple[str, ...] = ()
    kind: str = ""


ACCEPTED: Final = phrase(
    "its words, as in “cat” or “cat and ox”; “a slush” or “a straight” where the game has them; or “no word”"
)
# With the article, because "slush" and "scum" are words too.
_WITHOUT_WORDS: Final = {
    NONE: ("no word", "no words", "nothing", "a scum"),
    SLUSH: ("a slush",),
    RUN: ("a run", "a straight"),
}
_KIND_SAID: Final = {said: kind for kind, phrases in _WITHOUT_WORDS.items() for said in phrases}
_BETWEEN: Final = re.compile(r"[\s,;+/&]+")


def read_word_claim(text: str) -> WordClaim | None:
    """The claim in a text such as "cat and ox", "CAT, OX", "a slush" or "no word"; None if there is none."""
    stated = [word for word in _BETWEEN.split(text.strip()) if word]
    kind = _KIND_SAID.get(" ".join(stated).casefold())
    if kind:
        return WordClaim(kind=kind)
    # AND is a word too, so it joins only between two words.
    words = [word.upper() for word in (stated[::2] if len(stated) == 3 and stated[1].casefold() == "and" else stated)]
    if not words or not all(word.isalpha() and SHORTEST <= len(word) <= LONGEST for word in words):
        return None
    return WordClaim(words=tuple(words))


def claimed(reading: Reading, cards: Sequence[str], wild: Set[str], claim: WordClaim) -> Made:
    """The hand as claimed, with the cards that make it best.

    Refuses a claim that the cards do not show, or that is not a hand in this game.
    """
    holding = hold(reading, cards, wild)
    kinds = reading.scale.kinds.split()
    for kind in reversed(kinds):
        made = _made_as(kind, claim, holding)
        if made is not None:
            return made
    if claim.words and _lengths(claim.words) in [WORDS_OF.get(kind) for kind in kinds]:
        raise _why_not(claim.words, holding)
    text = kind_named(claim.kind, clean=reading.scale.clean) if claim.kind else " and ".join(claim.words)
    if claim.kind in kinds:
        raise errors.WordIsNotThere(said=text, cards=list(cards))
    accepted = [kind_named(kind, clean=reading.scale.clean) for kind in kinds]
    raise errors.NoSuchHandOfWords(said=text, kinds=accepted)


def _lengths(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(map(len, words), reverse=True))


def _made_as(kind: str, claim: WordClaim, holding: Holding) -> Made | None:
    """The best hand of this kind that fits the claim, or None."""
    if claim.kind:
        return best_of(WAYS[kind](holding)) if kind == claim.kind else None
    if kind == RUN:
        rows = [sorted(word) for word in claim.words]
        return best_of(made for made in WAYS[RUN](holding) if rows == [list(made.words[0].word)])
    if WORDS_OF.get(kind) != _lengths(claim.words):
        return None
    # The longest word is laid out first.
    words = sorted(claim.words, key=len, reverse=True)
    return best_of(of_words(kind, holding, product(*(spellings_of(word, holding) for word in words))))


def _why_not(words: Sequence[str], holding: Holding) -> errors.Refusal:
    """The refusal for what everyone sees: a letter is missing, suits do not go together, or two words need one card."""
    cards = list(holding.cards)
    for word in words:
        if not is_in(word, holding):
            return errors.WordIsNotThere(said=word, cards=cards)
    for word in words:
        if not spellings_of(word, holding):
            return errors.WordIsNotClean(said=word, cards=cards, rule=clean_stated(holding.reading.scale))
    return errors.WordIsNotThere(said=" and ".join(words), cards=cards)
