"""Refusals of the word games: dictionaries, words that the cards do not make, challenges, openers, the game named."""

from engine.errors.base import AgainstTheRules, Impossible, said
from engine.speech import to_say


class DictionaryIsMissing(Impossible):
    code = "dictionary_is_missing"
    sentence = "The dictionary {dictionary} is not here, so its words cannot be judged; there are {known}."


class WordListIsNotUtf8(Impossible):
    code = "word_list_is_not_utf8"
    sentence = "Line {line} of the word list {list} is not UTF-8; save it as UTF-8, one word a line."


class NotAWordList(Impossible):
    code = "not_a_word_list"
    sentence = (
        "Line {line} of the word list {list} says “{said}”; a line is one word of letters only, followed by "
        "“plural” if it is only a plural made with S."
    )


class WordListIsEmpty(Impossible):
    code = "word_list_is_empty"
    sentence = "The word list {list} holds no word of {shortest} to {longest} letters; it takes one word a line."


class DeckIsAnother(Impossible):
    code = "deck_is_another"
    sentence = (
        "The file decks/{deck}.toml cannot be used: a deck {deck} is known already, with other cards; rename the file."
    )


class DeckIsMissing(Impossible):
    code = "deck_is_missing"
    sentence = "The deck {deck} is not here, so nothing can be played or judged with it; {because}."


class NoSuchHandOfWords(Impossible):
    code = "no_such_hand_of_words"
    sentence = "{said} is not a hand; a hand is {kinds}."


class WordIsNotThere(Impossible):
    code = "word_is_not_there"
    sentence = "{said} cannot be spelled with {cards}; each letter takes a card of its own."


class WordIsNotClean(Impossible):
    code = "word_is_not_clean"
    sentence = "{said} is not clean with {cards}: {rule}."


class WordsAreUnclear(Impossible):
    code = "words_are_unclear"
    sentence = "The announcement “{announced}” is not a hand of words; say {accepted}."


class NoChallengesHere(Impossible):
    code = "no_challenges_here"
    sentence = "Nobody challenges words in {game}; only games of words have challenges."


class OwnWord(Impossible):
    code = "own_word"
    sentence = "{player} cannot challenge a word of their own; the others who stayed to the end may."


class HandsAreNotAllShown(AgainstTheRules):
    code = "hands_are_not_all_shown"
    title = "words are challenged when all hands are shown"
    sentence = (
        "A word is challenged once it is known who wins, so everyone who can win shows or gives up first; still to "
        "do so: {players}."
    )


class HandIsNotWinning(AgainstTheRules):
    code = "hand_is_not_winning"
    title = "only words of the winning hand are challenged"
    sentence = (
        "{holder} does not hold the winning hand, and only words of that hand are challenged; it is held by {winners}."
    )


class OnlyHandLeft(Impossible):
    code = "only_hand_left"
    sentence = "{holder} holds the only hand left, which takes the pot unchallenged."


class WordIsMissing(Impossible):
    code = "word_is_missing"
    said_as = said(words={"none": to_say("none is left to be challenged")})
    sentence = "{player} challenges one word at a time; name which of {holder}'s: {words}."
    typed = "Say it as in “challenges cat”."


class HolderIsMissing(Impossible):
    code = "holder_is_missing"
    said_as = said(players={"none": to_say("nobody else has shown one")})
    sentence = "{player} challenges {word}, but it is not clear whose; name who has shown it: {players}."
    typed = "Say it as in “challenges {word} of NAME”."


class WordIsNotClaimed(Impossible):
    code = "word_is_not_claimed"
    sentence = "{holder} has not shown {word}; their words that can be challenged: {words}."


class WordIsJudged(Impossible):
    code = "word_is_judged"
    sentence = "{word} has been judged in this hand; each shown word is challenged only once."


class HandIsJudged(Impossible):
    code = "hand_is_judged"
    sentence = "A word of {holder} has been judged, and each hand is challenged only once."


class DictionarySaysOtherwise(AgainstTheRules):
    code = "dictionary_says_otherwise"
    title = "the dictionary decides about words"
    sentence = "The dictionary {dictionary} says that {word} is {judged}; it decides, unless the table waives it."


class NothingToAccept(Impossible):
    code = "nothing_to_accept"
    sentence = (
        "No shown word waits to be challenged, so there is nothing to accept; that comes when all hands are shown."
    )


class CouldNotHaveOpened(AgainstTheRules):
    code = "could_not_have_opened"
    title = "whoever opens has what it takes"
    sentence = "{player} opened with {cards} and without {openers}, so the second best hand wins."


class GameIsNotOffered(AgainstTheRules):
    code = "game_is_not_offered"
    title = "the dealer names one of the games that are offered"
    sentence = "{game} is not among the games the dealer may name; those are {games}."


class NamesNoGame(Impossible):
    code = "names_no_game"
    sentence = "In {game} the dealer names the game that is played; name one of {games}."
