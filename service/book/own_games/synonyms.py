"""Other words that people write for the keys of a game, and the key that each means."""

from engine.speech import to_say

# For each word, in small letters: the key, and how to use it.
_SEATS = to_say("the least and greatest number of players is seats = [3, 7]")
_FORCED = to_say('an ante or other forced bet is forced = { type = "Ante", chips = 1 }')
_LIKE = to_say('the game of a rulebook that it is based on is like = "Three Card Draw"')
_PLAY = to_say('the script is play = [{ type = "Deal", down = 5 }, "Bet"]')
_WILD = to_say('wild cards are wild = "J"')
_LIMIT = to_say('the most a bet may be is limit = { type = "HouseLimit", most = 10 }')
_AWARD = to_say('who the pot goes to is award = { type = "Best" }')
_DECK = to_say('the pack is deck = { name = "french-52" }')
_BOARD = to_say('how shared cards lie is board = { spots = "a b c" }')
_OPTIONS = to_say('options that are always played are options = ["HighLow"]')
_NAME = to_say('its name is name = "Friday Draw"')

SYNONYMS = {
    "players": _SEATS,
    "player": _SEATS,
    "min_players": _SEATS,
    "max_players": _SEATS,
    "ante": _FORCED,
    "antes": _FORCED,
    "bring_in": _FORCED,
    "blind": to_say('blinds are forced = { type = "Blinds", small = 1, big = 2 }'),
    "blinds": to_say('blinds are forced = { type = "Blinds", small = 1, big = 2 }'),
    "base": _LIKE,
    "based_on": _LIKE,
    "extends": _LIKE,
    "from": _LIKE,
    "parent": _LIKE,
    "variant": _LIKE,
    "variation_of": _LIKE,
    "steps": _PLAY,
    "script": _PLAY,
    "rounds": _PLAY,
    "deal": _PLAY,
    "cards": _PLAY,
    "joker": _WILD,
    "jokers": _WILD,
    "wilds": _WILD,
    "wild_cards": _WILD,
    "wildcards": to_say('wildcards in the pack are deck = { name = "french-52", wildcards = 2 }'),
    "betting": _LIMIT,
    "bet": _LIMIT,
    "max_bet": _LIMIT,
    "limits": _LIMIT,
    "pot": _AWARD,
    "split": _AWARD,
    "winner": _AWARD,
    "showdown": to_say('how a hand is claimed is claims = { type = "CardsSpeak" }'),
    "hands": to_say('how hands compare is scale = { type = "Poker" }'),
    "ranking": to_say('how hands compare is scale = { type = "Poker" }'),
    "pack": _DECK,
    "layout": _BOARD,
    "community": _BOARD,
    "option": _OPTIONS,
    "with_options": _OPTIONS,
    "title": _NAME,
    "game": _NAME,
    "book": to_say('the rulebook is rulebook = "enemaerke"'),
    "rules": to_say('the rulebook is rulebook = "enemaerke"'),
    "all_in": to_say('how one out of chips goes on is short = "all-in"'),
    "opener": to_say('who opens is opens = { type = "NextToDealer" }'),
    "dealer": to_say('who deals next is next_dealer = "winner"'),
    "order": to_say('the way betting runs is direction = "left"'),
}


def meant_by(key: str) -> str:
    """How to say what people call by this word; empty if the word is not known."""
    return SYNONYMS.get(key.strip().casefold().replace("-", "_").replace(" ", "_"), "")
