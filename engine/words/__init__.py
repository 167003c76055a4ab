"""Hands of words: how they are read, found, claimed, opened with and shown; used qualified, as `words.best_words`."""

from engine.words.claim import ACCEPTED, WordClaim, claimed, read_word_claim
from engine.words.dictionary import Dictionary, called, find, known, name_of, read_word_list, register
from engine.words.holding import HOUSE, Reading, pinned, reading_of
from engine.words.made import Made, best_words, no_words
from engine.words.opening import OPENERS, best_showing, could_open
