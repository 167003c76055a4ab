"""The grammar of a log of PokerNow: what each line says, and which game is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine.cards.card import parse_cards
from engine.game.betting import Blinds, FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.game.steps import Bet
from engine.library import named
from service.exchange.imports.pokernow_file import LogRow, chips_of
from service.exchange.imports.recording import RULEBOOK
from service.exchange.refused import GameIsNotKnown

_SPOKEN = re.compile(r"(?P<limit>No Limit|Pot Limit|Fixed Limit|Limit)? ?(?P<game>.+)")
_GAMES = {
    "Texas Hold'em": "Texas Hold'em",
    "Omaha Hi": "Omaha",
    "Omaha": "Omaha",
    "Omaha Hi/Lo 8 or Better": "Omaha Hi/Lo 8",
}


@dataclass(slots=True)
class Level:
    """The blinds and the ante in force."""

    small: int = 0
    big: int = 0
    ante: int = 0

    def change(self, which: str, chips: int) -> None:
        """Changes one of them."""
        setattr(self, which.partition(" ")[0], chips)


def game_named(row: LogRow, spoken: str, level: Level) -> tuple[str, Limit]:
    """The game PokerNow means, and its limit. Refuses by name a game that the rulebook does not have."""
    match = _SPOKEN.fullmatch(spoken)
    game = _GAMES.get(match["game"]) if match else None
    if match is None or game is None:
        raise GameIsNotKnown(row.file, row.line, row.quoted(), spoken, ", ".join(sorted(set(_GAMES.values()))))
    if match["limit"] == "Pot Limit":
        return game, PotLimit()
    if match["limit"] in ("Fixed Limit", "Limit"):
        return game, FixedLimit(small=level.big, big=2 * level.big)
    return game, NoLimit()


def bomb_pot(game: str, limit: Limit, blinds: Blinds) -> Game:
    """The same game without blinds and without the round before the first shared cards, because everybody has paid alike."""
    (declared,) = (result for result in named(game, RULEBOOK) if result.rulebook == RULEBOOK)
    first = next(place for place, step in enumerate(declared.steps) if isinstance(step, Bet))
    play = declared.steps[:first] + declared.steps[first + 1 :]
    other = declared.but(f"{game}, bomb pot", play=play)
    return replace(other, forced=blinds, limit=limit)


Act = Literal["folds", "checks", "calls", "bets", "raises"]


class Meaning(msgspec.Struct, frozen=True):
    """What a line says. A field is what the pattern of the line has under this name; people are named by their PokerNow ids."""


class HandStarts(Meaning, frozen=True):
    """`dealer` is None if the button is dead."""

    number: int
    game: str
    dealer: str | None = None


class HandEnds(Meaning, frozen=True):
    number: int


class Stack(Meaning, frozen=True):
    """A player's chips when a hand starts."""

    seat: int
    who: str
    chips: int


class StacksStated(Meaning, frozen=True):
    stacks: tuple[Stack, ...]


class Posted(Meaning, frozen=True):
    """A forced bet. PokerNow writes "missed big blind", and "missing" is accepted too. For a straddle or a missed big blind, the amount is the player's total, as for bets."""

    who: str
    kind: str
    chips: int
    all_in: bool = False


class Acted(Meaning, frozen=True):
    """`chips` is the player's total in this betting round."""

    who: str
    act: Act
    chips: int = 0


class BoardLaid(Meaning, frozen=True):
    """`cards` are the new ones; `run` is 2 for the second run of a hand that is run twice."""

    cards: tuple[str, ...]
    run: int = 1


class UncalledBack(Meaning, frozen=True):
    who: str
    chips: int


class Collected(Meaning, frozen=True):
    """`claim` names the hand and `cards` the combination, if cards were shown."""

    who: str
    chips: int
    claim: str = ""
    cards: tuple[str, ...] = ()
    run: int = 1


class Shown(Meaning, frozen=True):
    who: str
    cards: tuple[str, ...]


class OwnCards(Meaning, frozen=True):
    """The closed cards of the person who exported the log."""

    cards: tuple[str, ...]


class Seating(Meaning, frozen=True):
    """A player comes or goes with these chips. `approved` is only a promise."""

    who: str
    move: Literal["approved", "joined", "quits", "stand", "sit"]
    chips: int = 0


class TableLeft(Meaning, frozen=True):
    """A tournament moves a player to another table. `chips` is None if the line does not say how many go along."""

    who: str
    chips: int | None = None


class StackSet(Meaning, frozen=True):
    """The admin changes a stack."""

    who: str
    before: int
    after: int


class RebuyAsked(Meaning, frozen=True):
    who: str
    chips: int


class Rebought(Meaning, frozen=True):
    """`chips` is the stack after the rebuy."""

    who: str
    chips: int


class BountyPaid(Meaning, frozen=True):
    who: str
    payee: str
    chips: int
    kind: str


class BlindChanged(Meaning, frozen=True):
    which: Literal["small blind", "big blind", "ante"]
    chips: int


class IdChanged(Meaning, frozen=True):
    who: str
    old: str
    new: str


class RunTwiceAgreed(Meaning, frozen=True):
    """From here on two boards are dealt and each wins half."""


class OwnerNamed(Meaning, frozen=True):
    """Who runs the room; nothing at the table changes."""

    who: str


class Remark(Meaning, frozen=True):
    """A line without effect on chips, seats or cards."""


class NotPlayed(Meaning, frozen=True):
    """A line that is understood, but tells something the book cannot play."""

    feature: str


class NotUnderstood(Meaning, frozen=True):
    """A line that fits no rule of the grammar."""


# What is played once the hand has been announced.
PLAYED = (Acted, BoardLaid, Shown, UncalledBack, Collected, RunTwiceAgreed)
# What makes sense only in a hand.
OF_A_HAND = (*PLAYED, HandEnds, StacksStated, Posted, NotPlayed)


@dataclass(frozen=True, slots=True)
class Line:
    """A row and what it says."""

    row: LogRow
    meaning: Meaning


# Every wildcard has a bound, so that the time to read a line grows only with its length.
_NAMED = r'.{1,100} @ [^"\s]{1,60}'
_PERSON = '"(?P<{}>' + _NAMED.replace("{", "{{").replace("}", "}}") + ')"'
_AMOUNT = r"(?P<{}>\d[\d,]{{0,20}}(?:\.\d{{1,20}})?)"
_CARD = r"(?:10|[2-9JQKA])[♠♥♦♣shdc]"
_PEOPLE = ("who", "payee", "dealer")
_MONEY = ("chips", "before", "after")
# What stands for what in the patterns below; what holds others comes first.
_PLACEHOLDERS = {
    "<stack>": r"(?: with (?:a|the) stack of <chips>)?",
    "<claim>": r" with (?P<claim>.{1,200}?)",
    "<combination>": r"(?:\s{1,4}\(combination: <cards>\))?",
    "<second run>": r"(?P<run> on the second run)",
    "<somebody>": f'"{_NAMED}"',
    "<queued>": r"(?:adding|removing|resett?ing to) <amount>",
    "<amount>": r"\d[\d,.]*",
    "<cards>": rf"(?P<cards>{_CARD}(?:, {_CARD})*)",
    "<forced>": r"ante|small blind|big blind|straddle|miss(?:ed|ing) (?:big|small) blind",
    "<goes on>": r"(?:will be|was) moved to another table|left this table",
    "<is out>": r"left the tournament|was eliminated(?: from the tournament)?|(?:busted|is) out of the tournament",
    "<all in>": r"(?P<all_in> and go all in)?",
    **{f"<{name}>": _PERSON.format(name) for name in _PEOPLE},
    **{f"<{name}>": _AMOUNT.format(name) for name in _MONEY},
}
_SEAT = re.compile(r"#(?P<seat>\d{1,2}) " + _PERSON.format("who") + r" \(" + _AMOUNT.format("chips") + r"\)")
_BETWEEN_SEATS = re.compile(r" \| (?=#\d+ \")")


Chips = Callable[[str], int]
Made = TypeVar("Made", bound=Meaning)


class _Rule(NamedTuple):
    """Lines of this pattern mean this; `stated` has the fields that the pattern leaves out."""

    pattern: re.Pattern[str]
    kind: type[Meaning]
    stated: Mapping[str, Any]


def _rule(pattern: str, kind: type[Meaning], /, **stated: Any) -> _Rule:
    for placeholder, meant in _PLACEHOLDERS.items():
        pattern = pattern.replace(placeholder, meant)
    return _Rule(re.compile(pattern), kind, stated)


# The most frequent lines first.
_RULES = (
    _rule(r"<who> (?P<act>folds|checks)", Acted),
    _rule(r"<who> (?P<act>calls|bets) <chips><all in>", Acted),
    _rule(r"<who> (?P<act>raises) to <chips><all in>", Acted),
    _rule(r"<who> posts an? (?P<kind><forced>) of <chips><all in>", Posted),
    _rule(r"Player stacks: (?P<stacks>.+)", StacksStated),
    _rule(
        r"-- starting hand #(?P<number>\d{1,9})(?: \(id: \S{1,60}\))?\s{1,4}(?P<open>\()?(?P<game>.{1,80}?)(?(open)\))"
        r"\s{1,4}\((?:dealer: <dealer>|dead button)\) --",
        HandStarts,
    ),
    _rule(r"-- ending hand #(?P<number>\d{1,9}) --", HandEnds),
    _rule(r"(?:Flop|Turn|River)(?P<run> \(second run\))?:[^\[]*\[<cards>\]", BoardLaid),
    _rule(r"<who> shows a <cards>\.", Shown),
    _rule(r"<who> collected <chips> from pot(?:<claim><second run>?<combination>)?", Collected),
    _rule(r"<who> collected <chips> from pot<second run>(?:<claim><combination>)?", Collected),
    _rule(r"Uncalled bet of <chips> returned to <who>", UncalledBack),
    _rule(r"Your hand is <cards>\.?", OwnCards),
    _rule(r"The player <who> (?P<move>joined|quits) the game with a stack of <chips>\.", Seating),
    _rule(r"The player <who> created the game with a stack of <chips>\.", Seating, move="joined"),
    _rule(r"The player <who> (?P<move>stand|sit)s? (?:up|back) with the stack of <chips>\.", Seating),
    _rule(r"The admin (?P<move>approved) the player <who> participation with a stack of <chips>\.", Seating),
    _rule(r"Game entering in a break returning in \d{1,6} minutes?\.", Remark),
    _rule(r"The game's (?P<which>small blind|big blind|ante) was changed from <before> to <chips>\.", BlindChanged),
    _rule(r"The admin updated the player <who> stack from <before> to <after>\.", StackSet),
    _rule(r"The player <who> requested a rebuy of <chips>\.", RebuyAsked),
    _rule(r"The player <who> rebought\. New stack <chips>\.", Rebought),
    _rule(r"<who> paid <chips> for the (?P<kind>.{1,80}) bounty to <payee>", BountyPaid),
    _rule(r"The player <who> changed the ID from (?P<old>\S{1,60}) to (?P<new>\S{1,60}) because .+", IdChanged),
    _rule(r"<who> (?:posts a bet of|calls) <chips><all in> \(bomb pot bet\)", Posted, kind="bomb pot"),
    _rule(r"All players in hand choose to run it twice\.", RunTwiceAgreed),
    _rule(r"(?:Flop|Turn|River) \(second board\):.*", NotPlayed, feature="two boards in one hand"),
    _rule(r"<who> collected .{0,400} on the second board.*", NotPlayed, feature="two boards in one hand"),
    _rule(r"The player <who> passed the room ownership to <somebody>\.", OwnerNamed),
    _rule(
        r"The admin <who> (?:rejected the seat request from|enqueued the removal of) the player <somebody>\.",
        OwnerNamed,
    ),
    _rule(r"The admin <who> (?:enqueued|canceled) the game stop on next hand\.", OwnerNamed),
    _rule(r"The admin <who> forced the player <somebody> to away mode in the next hand\.", OwnerNamed),
    # Lines without chips, seats or cards. A stack change that is only queued appears again when it is made.
    _rule(r"The player <somebody> (?:requested a seat|canceled the seat request)\.", Remark),
    _rule(r"Dead (?:Small|Big) Blind", Remark),
    _rule(
        r"WARNING: the admin queued the stack change for the player <somebody> <queued> chips in the next hand\.",
        Remark,
    ),
    _rule(r"Remaining players decide whether to run it twice\.|Some players choose to not run it twice\.", Remark),
    _rule(r"<somebody> chooses to\s+(?:not )?run it twice\.", Remark),
    _rule(r"<somebody> collected <amount> from the .{1,80} bounty", Remark),
    _rule(r"Asking to busted players the rebuy decision\.", Remark),
    _rule(r"Waiting for the game owner to approve or reject pending rebuy requests\.", Remark),
    _rule(r"Undealt cards:.*", Remark),
    _rule(r"Game Config Changes(?s:.*)", Remark),
)
# What only a tournament writes: it seats its players itself, moves some to another table, and says who is out.
_OF_A_TOURNAMENT = (
    _rule(
        r"(?:The player )?<who> (?:is in the tournament|will start to play in this table) with a stack of <chips>\.",
        Seating,
        move="joined",
    ),
    _rule(r"(?:The player )?<who> (?:<goes on>)<stack>\.", TableLeft),
    _rule(
        r"(?:The player )?<who> (?:<is out>)<stack>(?: in (?:position|place) #?\d+)?\.",
        Seating,
        move="quits",
    ),
    _rule(
        r"The tournament (?:will start|has started|started|is paused|has been paused|was resumed|has ended|ended).*",
        Remark,
    ),
    _rule(r"The player <who> was moved to table #\d{1,6}\.", TableLeft),
    _rule(r"<somebody> will be playing on table #\d{1,6} \(ID: \S{1,60}\)\.", Remark),
)


@dataclass(frozen=True, slots=True)
class Log:
    """A log as read. `pointed`: the first row whose amounts have decimals; `bare`: the first after it without.

    `tournaments`: the first row of each file that only a tournament writes. Of the log of a night, `file` is the first that was
    given, and `table_of` says at which table each was written, counted from 0.
    """

    lines: tuple[Line, ...]
    pointed: LogRow | None
    bare: LogRow | None
    tournaments: Mapping[str, LogRow]
    file: str = ""
    table_of: Mapping[str, int] = field(default_factory=dict)


def read_lines(rows: Sequence[LogRow]) -> Log:
    """The meaning of every row, in order."""
    lines: list[Line] = []
    fitted = [(row, *_fitting(row)) for row in rows]
    pointed = next((row for row, match, _ in fitted if match and any("." in text for text in _money(match))), None)
    bare: LogRow | None = None
    tournaments: dict[str, LogRow] = {}
    cents = False
    for row, match, rule in fitted:
        cents = cents or row is pointed
        if match is None or rule is None:
            lines.append(Line(row, NotUnderstood()))
            continue
        if rule in _OF_A_TOURNAMENT:
            tournaments.setdefault(row.file, row)
        if cents and bare is None and any("." not in text and text.strip("0") for text in _money(match)):
            bare = row
        lines.append(Line(row, _meaning(rule, match, partial(chips_of, row, cents=cents))))
    return Log(tuple(lines), pointed, bare, tournaments)


def _fitting(row: LogRow) -> tuple[re.Match[str], _Rule] | tuple[None, None]:
    for rule in (*_RULES, *_OF_A_TOURNAMENT):
        if match := rule.pattern.fullmatch(row.text):
            return match, rule
    return None, None


def identity(person: str) -> str:
    """The PokerNow id of "name @ id"."""
    return person.rpartition(" @ ")[2]


def _seats(text: str) -> list[re.Match[str] | None]:
    return [_SEAT.fullmatch(part) for part in _BETWEEN_SEATS.split(text)]


def _money(match: re.Match[str]) -> list[str]:
    """The amounts of a row, as written."""
    groups = match.groupdict()
    amounts = [groups[name] for name in _MONEY if groups.get(name)]
    return amounts + [seat["chips"] for seat in _seats(groups.get("stacks") or "") if seat]


def _meaning(rule: _Rule, match: re.Match[str], chips: Chips) -> Meaning:
    if rule.kind is not StacksStated:
        return _made(rule.kind, match, chips, **rule.stated)
    seats = _seats(match["stacks"])
    stacks = tuple(_made(Stack, seat, chips) for seat in seats if seat)
    return StacksStated(stacks) if len(stacks) == len(seats) else NotUnderstood()


def _made(kind: type[Made], match: re.Match[str], chips: Chips, /, **stated: Any) -> Made:
    """The meaning with what the pattern has of its fields. What the line leaves out is as usual."""
    for name, text in match.groupdict().items():
        if text is None or name not in kind.__struct_fields__:
            continue
        if name in _PEOPLE:
            stated[name] = identity(text)
        elif name in _MONEY:
            stated[name] = chips(text)
        elif name == "cards":
            stated[name] = parse_cards(text)
        elif name in ("number", "seat"):
            stated[name] = int(text)
        else:
            stated[name] = {"run": 2, "all_in": True}.get(name, text)
    return kind(**stated)
