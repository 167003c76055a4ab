"""Refusals of the word games and of the rules lawyer."""

from engine.errors.base import against, impossible
from engine.speech import to_say

# Dictionaries, words that the cards do not make, challenges, openers, the game named.

DictionaryIsMissing = impossible(
    "dictionary_is_missing",
    "The dictionary {dictionary} is not here, so its words cannot be judged; there are {known}.",
)
WordListIsNotUtf8 = impossible(
    "word_list_is_not_utf8", "Line {line} of the word list {list} is not UTF-8; save it as UTF-8, one word a line."
)
NotAWordList = impossible(
    "not_a_word_list",
    "Line {line} of the word list {list} says “{said}”; a line is one word of letters only, followed by “plural” if it "
    "is only a plural made with S.",
)
WordListIsEmpty = impossible(
    "word_list_is_empty",
    "The word list {list} holds no word of {shortest} to {longest} letters; it takes one word a line.",
)
DeckIsAnother = impossible(
    "deck_is_another",
    "The file decks/{deck}.toml cannot be used: a deck {deck} is known already, with other cards; rename the file.",
)
DeckIsMissing = impossible(
    "deck_is_missing", "The deck {deck} is not here, so nothing can be played or judged with it; {because}."
)
NoSuchHandOfWords = impossible("no_such_hand_of_words", "{said} is not a hand; a hand is {kinds}.")
WordIsNotThere = impossible(
    "word_is_not_there", "{said} cannot be spelled with {cards}; each letter takes a card of its own."
)
WordIsNotClean = impossible("word_is_not_clean", "{said} is not clean with {cards}: {rule}.")
WordsAreUnclear = impossible(
    "words_are_unclear", "The announcement “{announced}” is not a hand of words; say {accepted}."
)
NoChallengesHere = impossible(
    "no_challenges_here", "Nobody challenges words in {game}; only games of words have challenges."
)
OwnWord = impossible("own_word", "{player} cannot challenge a word of their own; the others who stayed to the end may.")
HandsAreNotAllShown = against(
    "hands_are_not_all_shown",
    "words are challenged when all hands are shown",
    "A word is challenged once it is known who wins, so everyone who can win shows or gives up first; still to do so: "
    "{players}.",
)
HandIsNotWinning = against(
    "hand_is_not_winning",
    "only words of the winning hand are challenged",
    "{holder} does not hold the winning hand, and only words of that hand are challenged; it is held by {winners}.",
)
OnlyHandLeft = impossible("only_hand_left", "{holder} holds the only hand left, which takes the pot unchallenged.")
WordIsMissing = impossible(
    "word_is_missing",
    "{player} challenges one word at a time; name which of {holder}'s: {words}.",
    typed="Say it as in “challenges cat”.",
    in_words={"words": {"none": to_say("none is left to be challenged")}},
)
HolderIsMissing = impossible(
    "holder_is_missing",
    "{player} challenges {word}, but it is not clear whose; name who has shown it: {players}.",
    typed="Say it as in “challenges {word} of NAME”.",
    in_words={"players": {"none": to_say("nobody else has shown one")}},
)
WordIsNotClaimed = impossible(
    "word_is_not_claimed", "{holder} has not shown {word}; their words that can be challenged: {words}."
)
WordIsJudged = impossible(
    "word_is_judged", "{word} has been judged in this hand; each shown word is challenged only once."
)
HandIsJudged = impossible(
    "hand_is_judged", "A word of {holder} has been judged, and each hand is challenged only once."
)
DictionarySaysOtherwise = against(
    "dictionary_says_otherwise",
    "the dictionary decides about words",
    "The dictionary {dictionary} says that {word} is {judged}; it decides, unless the table waives it.",
)
NothingToAccept = impossible(
    "nothing_to_accept",
    "No shown word waits to be challenged, so there is nothing to accept; that comes when all hands are shown.",
)
CouldNotHaveOpened = against(
    "could_not_have_opened",
    "whoever opens has what it takes",
    "{player} opened with {cards} and without {openers}, so the second best hand wins.",
)
GameIsNotOffered = against(
    "game_is_not_offered",
    "the dealer names one of the games that are offered",
    "{game} is not among the games the dealer may name; those are {games}.",
)
NamesNoGame = impossible("names_no_game", "In {game} the dealer names the game that is played; name one of {games}.")

# A case that does not fit how the game is played.

TrickCaseIsAnother = impossible(
    "trick_case_is_another",
    "{game} is judged trick by trick. Say the one card each player has played, from the leader on, and put the turned "
    "trump on the board if the game turns one. For Tarok, put the bidder first and say the cards the bidder has taken, "
    "in threes, or how the whole deal was played.",
)
NotScoredLikeTarok = impossible(
    "not_scored_like_tarok",
    "{game} is not settled between a bidder and opponents; leave out how a deal of Tarok was played.",
)
BidderDoesNotPlay = impossible("bidder_does_not_play", "{player} cannot be the bidder; the bidder is one of {players}.")
BiddersPointsAreMissing = impossible(
    "bidders_points_are_missing",
    "Say either the points of {player}, the bidder, or the cards that {player} has taken and discarded, in threes, "
    "without the cards of others.",
)
PointsMayHaveMoved = impossible(
    "points_may_have_moved",
    "Say the points of {player}: after ultimo the five points of the pagat may count for the other side, which the "
    "cards alone do not tell.",
)
GameIsAmbiguous = impossible("game_is_ambiguous", "{game} may mean {games}; type more of the name.")
UnknownOption = impossible("unknown_option", "{option} is not an option; the options are {known}.")
OptionSaysTooLittle = impossible("option_says_too_little", "The option “{option}” does not say enough; say {wanted}.")
OptionSaysTooMuch = impossible(
    "option_says_too_much", "The option “{option}” says too much; say {name} alone, and other options after a comma."
)
HoldsAnotherNumber = impossible(
    "holds_another_number",
    "{player} has {closed} closed and {open} open cards, but {game} deals {down} closed and {up} open ones.",
)
CardsSaidTwice = impossible(
    "cards_said_twice", "{player} has cards in the order dealt and also closed or open ones; say one or the other."
)
CardsAreNotKnown = impossible(
    "cards_are_not_known", "Not every card of {player} is known; say all of them, or say that {player} has folded."
)
OpenedCardsAreNotSaid = impossible(
    "opened_cards_are_not_said",
    "In {game} players choose which cards they open; say the closed and the open cards of {player} separately.",
)
OpenCardDecides = impossible(
    "open_card_decides",
    "An open card of {player} is not known, and it decides what is wild in {game}; say which card it was.",
)
UnknownSpot = impossible(
    "unknown_spot",
    "{spot} is not a place in {game}; its shared cards lie at {spots}.",
    in_words={"spots": {"none": to_say("no place, because it has none")}},
)
SharedCardsAreAnother = impossible(
    "shared_cards_are_another",
    "{given} shared cards were given, but {game} has {wanted}; they lie at {spots}, and at least one is open.",
)
SharedCardIsSkipped = impossible(
    "shared_card_is_skipped",
    "The shared card at {spot} is missing, but later ones are given; {game} turns them in this order: {spots}.",
)
OrderIsAnother = impossible(
    "order_is_another", "The order names {order}, but cards were given for {players}; name each of them once."
)
NobodyIsLeft = impossible("nobody_is_left", "All players have folded; at least one must be in the hand.")
SidesAreMissing = impossible(
    "sides_are_missing", "In {game} everyone declares high, low or both; say what these declared: {players}."
)
NoSidesHere = impossible(
    "no_sides_here", "{player} declares {side}, but in {game} nobody declares; the option high-low adds that."
)
CommonCardIsAnother = impossible(
    "common_card_is_another",
    "{given} shared cards were given, but {game} has at most one: the last card, dealt once for all when the pack has "
    "none for each player.",
)
NotInADealOff = impossible(
    "not_in_a_deal_off",
    "{player} is dealt no new cards, because {because}; leave out what they were dealt in a deal-off.",
)
CardsOfTheDealOff = impossible(
    "cards_of_the_deal_off",
    "{player} has {given} new cards, but a deal-off gives {up} open ones to each of {players}; say all of them.",
)
DealOffIsOver = impossible(
    "deal_off_is_over", "{player} has {left} new cards too many; the pot was decided before them (deal-offs: {rounds})."
)
