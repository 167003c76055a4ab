"""By which rule an event moved chips or money: the rule's code, where it stands by name, and its sentence.

A consequence quotes its rule by a code. An act that people chose rests on the game's own rule, as it is printed for the table,
on the house rules of the night, or on what the table agreed.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from engine import commands, events
from engine.events import Event
from engine.game.definition import Game
from engine.game.sentences import sentence
from engine.grammar import capital
from engine.judge.reasons import DEAL_OFF, LAST_PLAYER, ODD_CHIP, SAYS
from engine.wording import closed


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. `code` is short and never changes its meaning, `name` says where the rule stands, `says` is its sentence."""

    code: str
    name: str
    says: str


# The titles of the source texts; RULINGS names a rule of theirs by number.
BOOKS = {
    "enemaerke": "Pokerregler (Enemærke)",
    "munk": "Munk.org Poker House Rules",
    "scroker": "Scroker",
    "wordpoker": "WordPoker",
    "tarok": "Lift Smoke / Tarok",
    "standard": "Poker as it is usually played",
    "own": "The club's own games",
    "all": "All rulebooks",
    "house": "The house rules of the night",
    "table": "The table's own word",
}
# By the code of a rule: where it stands within its book.
PLACES = {
    "enemaerke/shadow": "shadow betting, RULINGS E4, R-E9 to R-E11",
    "enemaerke/costs": "cards that cost, RULINGS R-D13",
    "enemaerke/new-deal": "misdeal, RULINGS E3 and R-E11",
    "enemaerke/announcing": "announcing, RULINGS E3 and R-E6",
    "enemaerke/naturals": "ties, RULINGS E3 and R-E7",
    **{f"enemaerke/high-low/{number}": f"high/low, RULINGS E3, no. {number}" for number in range(1, 6)},
    "munk/suits": "suits without a pair, RULINGS R-M1",
    DEAL_OFF: "equal hands, RULINGS D1",
    ODD_CHIP: "odd chips, RULINGS R-G1",
    "standard/odd-chip-carried": "odd chips, RULINGS R-G1",
    "standard/uncalled": "a bet that nobody called",
    "scroker/passed-out": "everybody checks, RULINGS R-S3",
    "all/kitty": "the kitty",
    "all/kitty-odd-chips-left-of-banker": "the kitty at the close",
    LAST_PLAYER: "the last player in the hand, RULINGS E2",
    "tarok/score": "what a deal scores, RULINGS C3",
    "tarok/no-pot": "nobody plays, RULINGS C3",
    "spellcheck": "words challenged, RULINGS E6",
}
SAID = {
    **SAYS,
    "enemaerke/shadow": "A player short of chips pulls what they owe out of the pot as a marker; who wins strikes it out, and "
    "who loses gives the marker back and buys and pays as many chips as they owed.",
    "enemaerke/costs": "A player who is dealt such a card open pays for it into the pot.",
    "enemaerke/new-deal": "A hand broken off by New Deal leaves its pot to the next hand.",
    "standard/odd-chip-carried": "Chips that cannot be shared evenly are carried to the next pot.",
    "standard/uncalled": "The part of a bet that nobody matched goes back to the bettor.",
    "scroker/passed-out": "If everybody passes, the house rule says whether the antes stay for the next hand or go back.",
    "all/kitty": "Chips of every pot go into the kitty before the winners share the rest.",
    "all/kitty-odd-chips-left-of-banker": "The close shares the kitty out evenly; odd chips go one at a time from the "
    "banker's left.",
    "all/carried-pot": "A pot that nobody could win waits for the next hand.",
    "tarok/score": "What a deal scores is paid between its bidder and each opponent.",
    "tarok/no-pot": "Chips that lie in the pot of a game without one are carried to the next hand.",
    "spellcheck": "Who loses a challenge pays into the pot: the holder of a bad word, or the challenger of a good one.",
    "house/initial-loan": "Everybody who sits down borrows the same chips from the bank.",
    "house/loan": "Chips on credit are owed at the night's price until the close.",
    "house/sale": "The bank sells and takes back chips at the night's price.",
    "house/cash": "Money paid in or out counts in the result of whoever paid or got it.",
    "house/count": "At the close the count counts, and what differs from the book is the gap.",
    "house/gap": "The table chooses who bears the gap, and the book keeps the choice.",
    "house/handover": "Who hands the bank over answers for what was missing or over in the box and the till, and for what "
    "rulings gave out of the box.",
    "house/inventory": "The box begins with the chips that were counted into it.",
    "table/winners": "If no cards are given, the table names the winner.",
    "table/transfer": "Players may hand each other chips between hands.",
    "table/correction": "A betting mistake is put right once it is found.",
}


def source_of(event: Event, game: Game | None) -> Source:
    """The rule by which an event moves chips or money; `game` is the one being played, None between hands."""
    code = getattr(event, "rule", "")
    if isinstance(event, events.PotAwarded) and code == ODD_CHIP and not _has_odd_chips(event):
        return _won(event, game)
    if code:
        return _quoted(str(code))
    return OF_ACTS[type(event)](event, game)


def _quoted(code: str) -> Source:
    book, _, name = code.partition("/")
    place = PLACES.get(code) or PLACES.get(name) or name.replace("-", " ")
    return Source(code=code, name=f"{BOOKS.get(book, book)}: {place}", says=SAID.get(code) or SAID.get(name, ""))


def _of_game(part: str, spoken: Callable[[Game], str]) -> Callable[[Any, Game | None], Source]:
    """The rule that the game prints for this part of it."""

    def rule(_: Any, game: Game | None) -> Source:
        assert game is not None, "Only a hand has such an act."
        return Source(
            code=f"{game.rulebook}/{part}", name=f"{game.name} ({game.rulebook}), its own rules", says=spoken(game)
        )

    return rule


def _has_odd_chips(event: events.PotAwarded) -> bool:
    return len({share.chips for share in event.shares}) > 1


def _won(event: events.PotAwarded, game: Game | None) -> Source:
    """Why a pot went where it went: nobody else was left, the table said so, or the game's own award."""
    if event.by == "last player":
        return _quoted(LAST_PLAYER)
    return _quoted("table/winners") if event.by == "table" else _of_game("award", _award)(event, game)


def _award(game: Game) -> str:
    return sentence(game.award, game)


def _limit(game: Game) -> str:
    return sentence(game.limit, game)


def _forced(game: Game) -> str:
    return sentence(game.forced, game)


def _effects(game: Game) -> str:
    return " ".join(sentence(effect, game) for effect in game.effects)


def _loan(event: commands.GiveLoan, game: Game | None) -> Source:
    if event.initial:
        return _quoted("house/initial-loan")
    return _quoted("enemaerke/shadow") if game is not None and game.short == "shadow" else _quoted("house/loan")


def _ruling(event: commands.MakeRuling, _: Game | None) -> Source:
    return Source(code="table/ruling", name="A ruling of this night", says=capital(closed(event.text)))


def _always(code: str) -> Callable[[Any, Game | None], Source]:
    return lambda _, __: _quoted(code)


_BETTING = _of_game("limit", _limit)
_BOUGHT = _of_game("effects", _effects)
# By the kind of an act that names no rule itself: where its rule stands.
OF_ACTS: dict[type[Any], Callable[[Any, Game | None], Source]] = {
    commands.Bet: _BETTING,
    commands.Call: _BETTING,
    commands.Raise: _BETTING,
    commands.PutRight: _always("table/correction"),
    events.ForcedBetPosted: _of_game("forced", _forced),
    commands.BuyCard: _BOUGHT,
    commands.BuyForgottenCard: _BOUGHT,
    commands.PayFee: _BOUGHT,
    commands.GiveLoan: _loan,
    commands.MakeRuling: _ruling,
    commands.BuyChips: _always("house/sale"),
    commands.CashOut: _always("house/sale"),
    commands.PayIn: _always("house/cash"),
    commands.PayOut: _always("house/cash"),
    commands.TransferChips: _always("table/transfer"),
    commands.OpenNight: _always("house/inventory"),
    commands.ResolveGap: _always("house/gap"),
    events.GapFound: _always("house/count"),
    events.BoxGapFound: _always("house/handover"),
    events.TillGapFound: _always("house/handover"),
    events.RuledChipsCharged: _always("house/handover"),
    events.CarryAdded: _always("all/carried-pot"),
}
