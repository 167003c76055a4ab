"""Refusals of the word games: dictionaries, and words that the cards do not make."""

from engine.errors.base import Impossible


class DictionaryIsMissing(Impossible):
    code = "dictionary_is_missing"
    sentence = "The dictionary {dictionary} is not here, so its words cannot be judged; there are {known}."


class WordListIsNotUtf8(Impossible):
    code = "word_list_is_not_utf8"
    sentence = "Line {line} of the word list {list} is not UTF-8; save it as UTF-8, one word a line."


class NotAWordList(Impossible):
    code = "not_a_word_list"
    sentence = (
        "Line {line} of the word list {list} says “{said}”; a line is one word of letters only, with “plural” behind it "
        "if it is only a plural made with S."
    )


class WordListIsEmpty(Impossible):
    code = "word_list_is_empty"
    sentence = "The word list {list} holds no word of {shortest} to {longest} letters; it takes one word a line."


class NotALetterDeck(Impossible):
    code = "not_a_letter_deck"
    sentence = "The deck {deck} cannot be used: {because}."


class DeckIsAnother(Impossible):
    code = "deck_is_another"
    sentence = "The deck {deck} is known with other cards; a deck of its own has a name of its own."


class NoSuchHandOfWords(Impossible):
    code = "no_such_hand_of_words"
    sentence = "{said} is no hand; a hand is {kinds}."


class WordIsNotThere(Impossible):
    code = "word_is_not_there"
    sentence = "{said} cannot be spelled with {cards}; each letter takes a card of its own."


class WordIsNotClean(Impossible):
    code = "word_is_not_clean"
    sentence = "{said} is not clean with {cards}: {rule}."
