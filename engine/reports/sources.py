"""By which rule an event moved chips or money: the rule's code, where it stands by name, and its sentence.

A consequence quotes its rule by a code. An act that people chose rests on the game's own rule, as it is printed for the table,
on the house rules of the night, or on what the table agreed.
"""

import msgspec

from engine import commands, events
from engine.events import Event
from engine.game.definition import Game, book_title
from engine.game.sentences import sentence
from engine.grammar import capital
from engine.judge.reasons import DEAL_OFF, LAST_PLAYER, ODD_CHIP, SAYS, odd_chips_text
from engine.registry import RESTS_ON
from engine.speech import say, say_as, to_say, to_say_as
from engine.wording import closed


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. `code` is short and never changes its meaning, `name` says where the rule stands, `says` is its sentence."""

    code: str
    name: str
    says: str


# What a night is like that is opened by a rulebook: antes, limits, and how a player without chips goes on.
DECIDES = {
    "bank": to_say(
        "No cards and no bets are written down: chips are lent, bought and handed back, counted at the end, and the book "
        "says who owes whom."
    ),
    "standard": to_say(
        "Hold'em, Omaha, stud and draw with blinds or an ante, and no limit where the game has none. Whoever runs out of chips "
        "is all-in."
    ),
    "enemaerke": to_say(
        "Dealer's choice among many stud and draw games. An ante of 2, bets of 1 to 5, and once a hand 50. Whoever runs out of "
        "chips plays on with a shadow, which is owed to the pot. In its rules all chips are the banker's, who lends everybody else 150."
    ),
    "munk": to_say(
        "Dealer's choice among wild games such as Baseball and Midnight Cobain. An ante of 1, bets of at most 25. Whoever runs "
        "out of chips is all-in."
    ),
    "scroker": to_say(
        "Poker with words in place of pairs and straights. An ante of 1, and the table agrees on the limit. Whoever runs out of "
        "chips may stay in for the pot as it is, if all agree."
    ),
    "tarok": to_say(
        "Tricks instead of bets: there is no pot, and bidder and opponents pay each other what the contract is worth."
    ),
    "wordpoker": to_say(
        "Poker with letters that make words. An ante of 1 and no limit. Whoever runs out of chips is all-in."
    ),
}
# By the code of a rule: where it stands within its book.
PLACES = {
    "enemaerke/shadow": to_say_as("rule", "shadow betting, RULINGS E4, R-E9 to R-E11"),
    "enemaerke/costs": to_say_as("rule", "cards that cost, RULINGS R-D13"),
    "enemaerke/new-deal": to_say_as("rule", "misdeal, RULINGS E3 and R-E11"),
    "enemaerke/announcing": to_say_as("rule", "announcing, RULINGS E3, R-E6 and R-E18"),
    "enemaerke/naturals": to_say_as("rule", "ties, RULINGS E3 and R-E7"),
    "enemaerke/high-low/1": to_say_as("rule", "high/low, RULINGS E3, no. 1"),
    "enemaerke/high-low/2": to_say_as("rule", "high/low, RULINGS E3, no. 2"),
    "enemaerke/high-low/3": to_say_as("rule", "high/low, RULINGS E3, no. 3"),
    "enemaerke/high-low/4": to_say_as("rule", "high/low, RULINGS E3, no. 4"),
    "enemaerke/high-low/5": to_say_as("rule", "high/low, RULINGS E3, no. 5"),
    "munk/suits": to_say_as("rule", "suits without a pair, RULINGS R-M1"),
    DEAL_OFF: to_say_as("rule", "equal hands, RULINGS D1"),
    ODD_CHIP: to_say_as("rule", "odd chips, RULINGS R-G1"),
    "standard/odd-chip-carried": to_say_as("rule", "odd chips, RULINGS R-G1"),
    "standard/uncalled": to_say_as("rule", "a bet that nobody called"),
    "scroker/passed-out": to_say_as("rule", "everybody checks, RULINGS R-S3"),
    "all/kitty": to_say_as("rule", "the kitty"),
    "all/kitty-odd-chips-left-of-banker": to_say_as("rule", "the kitty at the close"),
    LAST_PLAYER: to_say_as("rule", "the last player in the hand, RULINGS E2"),
    "tarok/score": to_say_as("rule", "what a deal scores, RULINGS C3"),
    "tarok/no-pot": to_say_as("rule", "nobody plays, RULINGS C3"),
    "spellcheck": to_say_as("rule", "words challenged, RULINGS E6"),
    "all/equal-hands": to_say_as("rule", "equal hands"),
    "sends-out": to_say_as("rule", "sends out"),
    "all/odd-chip-of-halves": to_say_as("rule", "odd chip of halves"),
    "all/carried-pot": to_say_as("rule", "carried pot"),
    "house/initial-loan": to_say_as("rule", "initial loan"),
    "house/loan": to_say_as("rule", "loan"),
    "house/sale": to_say_as("rule", "sale"),
    "house/cash": to_say_as("rule", "cash"),
    "house/count": to_say_as("rule", "count"),
    "house/expense": to_say_as("rule", "expenses"),
    "house/kitty": to_say_as("rule", "tips and the kitty of the house"),
    "house/fee": to_say_as("rule", "fee of the house"),
    "house/gap": to_say_as("rule", "gap"),
    "house/handover": to_say_as("rule", "handover"),
    "house/inventory": to_say_as("rule", "inventory"),
    "table/winners": to_say_as("rule", "winners"),
    "table/transfer": to_say_as("rule", "transfer"),
    "table/correction": to_say_as("rule", "correction"),
}
RULE_TEXTS = {
    **SAYS,
    "enemaerke/shadow": to_say(
        "A player short of chips pulls what they owe out of the pot as a marker; who wins strikes it out, and "
        "who loses gives the marker back and buys and pays as many chips as they owed."
    ),
    "enemaerke/costs": to_say("A player who is dealt such a card open pays for it into the pot."),
    "enemaerke/new-deal": to_say("A hand broken off by New Deal leaves its pot to the next hand."),
    "standard/odd-chip-carried": to_say("Chips that cannot be shared evenly are carried to the next pot."),
    "standard/uncalled": to_say("The part of a bet that nobody matched goes back to the bettor."),
    "scroker/passed-out": to_say(
        "If everybody passes, the house rule says whether the antes stay for the next hand or go back."
    ),
    "all/kitty": to_say("Chips of every pot go into the kitty before the winners share the rest."),
    "all/kitty-odd-chips-left-of-banker": to_say(
        "The close shares the kitty out evenly; odd chips go one at a time from the banker's left."
    ),
    "all/carried-pot": to_say("A pot that nobody could win waits for the next hand."),
    "tarok/score": to_say("What a deal scores is paid between its bidder and each opponent."),
    "tarok/no-pot": to_say("Chips that lie in the pot of a game without one are carried to the next hand."),
    "spellcheck": to_say(
        "Who loses a challenge pays into the pot: the holder of a bad word, or the challenger of a good one."
    ),
    "house/initial-loan": to_say("Everybody who sits down borrows the same chips from the bank."),
    "house/loan": to_say("Chips on credit are owed at the night's price until the close."),
    "house/sale": to_say("The bank sells and takes back chips at the night's price."),
    "house/cash": to_say("Money paid in or out counts in the result of whoever paid or got it."),
    "house/expense": to_say(
        "What one pays for several is shared in whole cents by parts; the cents left over go one each to those whose part "
        "lost most, of equals from the payer's left. It counts in nobody's result."
    ),
    "house/kitty": to_say(
        "Tips and what the kitty gets and pays count in nobody's result; what is left in the kitty stays with whoever keeps "
        "the bank at the end."
    ),
    "house/fee": to_say(
        "The house takes its fee into the kitty when a hand has ended, or at the close for the time; whoever has too few chips "
        "left owes it. It counts in nobody's result."
    ),
    "house/count": to_say("At the close the count counts, and what differs from the book is the gap."),
    "house/gap": to_say("The table chooses who bears the gap, and the book keeps the choice."),
    "house/handover": to_say(
        "Who hands the bank over answers for what was missing or over in the box and the till, and for what "
        "rulings gave out of the box."
    ),
    "house/inventory": to_say("The box begins with the chips that were counted into it."),
    "table/winners": to_say("If no cards are given, the table names the winner."),
    "table/transfer": to_say("Players may hand each other chips between hands."),
    "table/correction": to_say("A betting mistake is put right once it is found."),
}


def source_of(event: Event, game: Game | None) -> Source:
    """The rule by which an event moves chips or money; `game` is the one being played, None between hands."""
    match event:
        case events.PotAwarded() if event.rule == ODD_CHIP and not _has_odd_chips(event):
            return _won(event, game)
        case commands.MakeRuling():
            return Source(code="table/ruling", name=say("A ruling of this night"), says=capital(closed(event.text)))
        case commands.GiveLoan(initial=True):
            return _quoted("house/initial-loan")
        case commands.GiveLoan() if game is not None and game.short == "shadow":
            return _quoted("enemaerke/shadow")
    code = getattr(event, "rule", "") or RESTS_ON[type(event)]
    if code == ODD_CHIP and game is not None:
        return msgspec.structs.replace(_quoted(code), says=odd_chips_text(game))
    book, _, key = code.partition("/")
    return _of_game(key, game) if book == "game" else _quoted(code)


def _quoted(code: str) -> Source:
    book, _, name = code.partition("/")
    place, says = PLACES.get(code) or PLACES.get(name), RULE_TEXTS.get(code) or RULE_TEXTS.get(name)
    return Source(
        code=code,
        name=f"{book_title(book)}: {say_as('rule', place) if place else name.replace('-', ' ')}",
        says=say(says) if says else "",
    )


def _of_game(key: str, game: Game | None) -> Source:
    """The rule that the game prints for what it says under this key."""
    assert game is not None, "Only a hand has such an act."
    stated = getattr(game, key)
    return Source(
        code=f"{game.rulebook}/{key}",
        name=say("{game} · {rulebook}, its own rules", game=game.name, rulebook=book_title(game.rulebook)),
        says=" ".join(sentence(part, game) for part in (stated if isinstance(stated, tuple) else (stated,))),
    )


def _has_odd_chips(event: events.PotAwarded) -> bool:
    return len({share.chips for share in event.shares}) > 1


def _won(event: events.PotAwarded, game: Game | None) -> Source:
    """Why a pot went where it went: nobody else was left, the table said so, or the game's own award."""
    if event.by == "last player":
        return _quoted(LAST_PLAYER)
    return _quoted("table/winners") if event.by == "table" else _of_game("award", game)
