"""The grammar of a log of PokerNow: what each line says, and which game is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from engine.cards.card import parse_cards
from engine.game.betting import Blinds, FixedLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.game.steps import Bet
from engine.library import named
from service.exchange.imports import pokernow_file
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.refused import AmountIsTooFine, AmountIsTooLarge, GameIsNotKnown

RULEBOOK = "standard"
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

    def change(self, which: Literal["small blind", "big blind", "ante"], chips: int) -> None:
        """Changes one of them."""
        match which:
            case "small blind":
                self.small = chips
            case "big blind":
                self.big = chips
            case "ante":
                self.ante = chips

    def blinds(self) -> Blinds:
        """The blinds of the hand."""
        return Blinds(self.small, self.big, self.ante)


@dataclass(frozen=True, slots=True)
class Named:
    """A game of the book, and the limit of this hand."""

    game: str
    limit: Limit


def game_named(row: LogRow, spoken: str, level: Level) -> Named:
    """The game PokerNow means. Refuses by name a game that the rulebook does not have."""
    match = _SPOKEN.fullmatch(spoken)
    game = _GAMES.get(match["game"]) if match else None
    if match is None or game is None:
        raise GameIsNotKnown(row.file, row.line, row.quoted(), spoken, ", ".join(sorted(set(_GAMES.values()))))
    if match["limit"] == "Pot Limit":
        return Named(game, PotLimit())
    if match["limit"] in ("Fixed Limit", "Limit"):
        return Named(game, FixedLimit(small=level.big, big=2 * level.big))
    return Named(game, NoLimit())


def bomb_pot(game: Named, blinds: Blinds) -> Game:
    """The same game without blinds and without the round before the first shared cards, because everybody has paid alike."""
    (declared,) = (result for result in named(game.game, RULEBOOK) if result.rulebook == RULEBOOK)
    first = next(place for place, step in enumerate(declared.steps) if isinstance(step, Bet))
    play = declared.steps[:first] + declared.steps[first + 1 :]
    other = declared.but(f"{game.game}, bomb pot", play=play)
    return replace(other, forced=blinds, limit=game.limit)


Chips = Callable[[str], int]
Build = Callable[[re.Match[str], Chips], pokernow_file.Meaning]

# Every wildcard has a bound, so that the time to read a line grows only with its length.
_NAMED = r'.{1,100} @ [^"\s]{1,60}'
_PERSON = '"(?P<{}>' + _NAMED.replace("{", "{{").replace("}", "}}") + ')"'
_AMOUNT = r"(?P<{}>\d[\d,]{{0,20}}(?:\.\d{{1,20}})?)"
_CARD = r"(?:10|[2-9JQKA])[♠♥♦♣shdc]"
_PLACEHOLDERS = {
    "<with>": r"(?: with (?P<claim>.{1,200}?)(?:\s{1,4}\(combination: <cards>\))?)?",
    **{f"<{name}>": _PERSON.format(name) for name in ("who", "payee", "admin")},
    **{f"<{name}>": _AMOUNT.format(name) for name in ("chips", "before")},
    "<somebody>": f'"{_NAMED}"',
    "<queued>": r"(?:adding|removing|resett?ing to) <amount>",
    "<amount>": r"\d[\d,.]*",
    "<cards>": rf"(?P<cards>{_CARD}(?:, {_CARD})*)",
    "<forced>": r"ante|small blind|big blind|straddle|miss(?:ed|ing) (?:big|small) blind",
    "<goes on>": r"(?:will be|was) moved to another table|left this table",
    "<is out>": r"left the tournament|was eliminated(?: from the tournament)?|(?:busted|is) out of the tournament",
    "<all in>": r"(?P<all_in> and go all in)?",
}
_SEAT = re.compile(r"#(?P<seat>\d{1,2}) " + _PERSON.format("who") + r" \(" + _AMOUNT.format("chips") + r"\)")
_BETWEEN_SEATS = re.compile(r" \| (?=#\d+ \")")
_MONEY = ("chips", "before")
CHIPS_MOST = 1_000_000_000_000


def identity(person: str) -> str:
    """The PokerNow id of "name @ id"."""
    return person.rpartition(" @ ")[2]


def _who(match: re.Match[str], group: str = "who") -> str:
    return identity(match[group])


def _cards(match: re.Match[str]) -> tuple[str, ...]:
    return parse_cards(match["cards"]) if match["cards"] else ()


def _hand_starts(match: re.Match[str], _: Chips) -> pokernow_file.Meaning:
    game = match["game"].strip()
    if game.startswith("(") and game.endswith(")"):
        game = game[1:-1]
    return pokernow_file.HandStarts(int(match["number"]), game, _who(match) if match["who"] else None)


def _seats(text: str) -> list[re.Match[str] | None]:
    return [_SEAT.fullmatch(part) for part in _BETWEEN_SEATS.split(text)]


def _stacks(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    seats = _seats(match["stacks"])
    results = [pokernow_file.Stack(int(seat["seat"]), _who(seat), chips(seat["chips"])) for seat in seats if seat]
    return pokernow_file.StacksStated(tuple(results)) if len(results) == len(seats) else pokernow_file.NotUnderstood()


def _posted(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    # PokerNow writes "missed big" and "missing small"; both words are accepted for both blinds.
    kind: Any = match["kind"].replace("missing", "missed")
    return pokernow_file.Posted(_who(match), kind, chips(match["chips"]), all_in=bool(match["all_in"]))


def _bomb(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    return pokernow_file.Posted(_who(match), "bomb pot", chips(match["chips"]), all_in=bool(match["all_in"]))


def _wagered(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    act: Any = match["act"].removesuffix(" to")
    return pokernow_file.Acted(_who(match), act, chips(match["chips"]))


def _answered(match: re.Match[str], _: Chips) -> pokernow_file.Meaning:
    act: Any = match["act"]
    return pokernow_file.Acted(_who(match), act, 0)


def _board(match: re.Match[str], _: Chips) -> pokernow_file.Meaning:
    return pokernow_file.BoardLaid(_cards(match), 2 if match["run"] else 1)


def _collected(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    claim, tail = match["claim"] or "", " on the second run"
    run = 2 if claim.endswith(tail) or match["run"] else 1
    return pokernow_file.Collected(_who(match), chips(match["chips"]), claim.removesuffix(tail), _cards(match), run)


def _seating(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    words = {"created": "joined", "stands up": "stand up", "sits back": "sit back"}
    move: Any = words.get(match["move"], match["move"])
    return pokernow_file.Seating(_who(match), move, chips(match["chips"]))


def _arrives(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    return pokernow_file.Seating(_who(match), "joined", chips(match["chips"]))


def _departs(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    return pokernow_file.Seating(_who(match), "quits", chips(match["chips"]) if match["chips"] else 0)


def _table_left(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    return pokernow_file.TableLeft(_who(match), chips(match["chips"]) if match["chips"] else None)


def _moved(match: re.Match[str], _: Chips) -> pokernow_file.Meaning:
    return pokernow_file.TableLeft(_who(match), None)


def _blind_changed(match: re.Match[str], chips: Chips) -> pokernow_file.Meaning:
    which: Any = match["which"]
    return pokernow_file.BlindChanged(which, chips(match["chips"]))


def _owner(match: re.Match[str], _: Chips) -> pokernow_file.Meaning:
    return pokernow_file.OwnerNamed(_who(match, "admin"))


def _nothing(_: re.Match[str], __: Chips) -> pokernow_file.Meaning:
    return pokernow_file.Remark()


def _goes_on(_: re.Match[str], __: Chips) -> pokernow_file.Meaning:
    """A tournament says how far it is."""
    return pokernow_file.Remark()


# What only a tournament writes.
_OF_A_TOURNAMENT = (_arrives, _departs, _table_left, _moved, _goes_on)


# The most frequent lines first.
_TABLE: tuple[tuple[str, Build], ...] = (
    (r"<who> (?P<act>folds|checks)", _answered),
    (r"<who> (?P<act>calls|bets|raises to) <chips><all in>", _wagered),
    (r"<who> posts an? (?P<kind><forced>) of <chips><all in>", _posted),
    (r"Player stacks: (?P<stacks>.+)", _stacks),
    (
        r"-- starting hand #(?P<number>\d{1,9})(?: \(id: \S{1,60}\))?\s{1,4}(?P<game>.{1,80}?)\s{1,4}\((?:dealer: <who>|dead button)\) --",
        _hand_starts,
    ),
    (r"-- ending hand #(?P<number>\d{1,9}) --", lambda match, _: pokernow_file.HandEnds(int(match["number"]))),
    (r"(?:Flop|Turn|River)(?P<run> \(second run\))?:[^\[]*\[<cards>\]", _board),
    (r"<who> shows a <cards>\.", lambda match, _: pokernow_file.Shown(_who(match), _cards(match))),
    (r"<who> collected <chips> from pot(?P<run> on the second run)?<with>", _collected),
    (
        r"Uncalled bet of <chips> returned to <who>",
        lambda match, chips: pokernow_file.UncalledBack(_who(match), chips(match["chips"])),
    ),
    (r"Your hand is <cards>\.?", lambda match, _: pokernow_file.OwnCards(_cards(match))),
    (r"The player <who> (?P<move>joined|quits|created) the game with a stack of <chips>\.", _seating),
    (r"The player <who> (?P<move>stands? up|sits? back) with the stack of <chips>\.", _seating),
    (r"The admin (?P<move>approved) the player <who> participation with a stack of <chips>\.", _seating),
    # A tournament seats its players itself, moves some to another table, and says who is out.
    (
        r"(?:The player )?<who> (?:is in the tournament|will start to play in this table) with a stack of <chips>\.",
        _arrives,
    ),
    (
        r"(?:The player )?<who> (?:<goes on>)(?: with (?:a|the) stack of <chips>)?\.",
        _table_left,
    ),
    (
        r"(?:The player )?<who> (?:<is out>)(?: with (?:a|the) stack of <chips>)?(?: in (?:position|place) #?\d+)?\.",
        _departs,
    ),
    (
        r"The tournament (?:will start|has started|started|is paused|has been paused|was resumed|has ended|ended).*",
        _goes_on,
    ),
    (r"The player <who> was moved to table #\d{1,6}\.", _moved),
    (r"<somebody> will be playing on table #\d{1,6} \(ID: \S{1,60}\)\.", _goes_on),
    # Ordinary rooms take breaks too.
    (r"Game entering in a break returning in \d{1,6} minutes?\.", _nothing),
    (r"The game's (?P<which>small blind|big blind|ante) was changed from <before> to <chips>\.", _blind_changed),
    (
        r"The admin updated the player <who> stack from <before> to <chips>\.",
        lambda match, chips: pokernow_file.StackSet(_who(match), chips(match["before"]), chips(match["chips"])),
    ),
    (
        r"The player <who> requested a rebuy of <chips>\.",
        lambda match, chips: pokernow_file.RebuyAsked(_who(match), chips(match["chips"])),
    ),
    (
        r"The player <who> rebought\. New stack <chips>\.",
        lambda match, chips: pokernow_file.Rebought(_who(match), chips(match["chips"])),
    ),
    (
        r"<who> paid <chips> for the (?P<kind>.{1,80}) bounty to <payee>",
        lambda match, chips: pokernow_file.BountyPaid(
            _who(match), _who(match, "payee"), chips(match["chips"]), match["kind"]
        ),
    ),
    (
        r"The player <who> changed the ID from (?P<old>\S{1,60}) to (?P<new>\S{1,60}) because .+",
        lambda match, _: pokernow_file.IdChanged(_who(match), match["old"], match["new"]),
    ),
    (r"<who> (?:posts a bet of|calls) <chips><all in> \(bomb pot bet\)", _bomb),
    (r"All players in hand choose to run it twice\.", lambda _, __: pokernow_file.RunTwiceAgreed()),
    (r"(?:Flop|Turn|River) \(second board\):.*", lambda _, __: pokernow_file.NotPlayed("two boards in one hand")),
    (
        r"<who> collected .{0,400} on the second board.*",
        lambda _, __: pokernow_file.NotPlayed("two boards in one hand"),
    ),
    (r"The player <admin> passed the room ownership to <somebody>\.", _owner),
    (
        r"The admin <admin> (?:rejected the seat request from|enqueued the removal of) the player <somebody>\.",
        _owner,
    ),
    (r"The admin <admin> (?:enqueued|canceled) the game stop on next hand\.", _owner),
    (r"The admin <admin> forced the player <somebody> to away mode in the next hand\.", _owner),
    # Lines without chips, seats or cards. A stack change that is only queued appears again when it is made.
    (r"The player <somebody> (?:requested a seat|canceled the seat request)\.", _nothing),
    (r"Dead (?:Small|Big) Blind", _nothing),
    (
        r"WARNING: the admin queued the stack change for the player <somebody> <queued> chips in the next hand\.",
        _nothing,
    ),
    (r"Remaining players decide whether to run it twice\.|Some players choose to not run it twice\.", _nothing),
    (r"<somebody> chooses to\s+(?:not )?run it twice\.", _nothing),
    (r"<somebody> collected <amount> from the .{1,80} bounty", _nothing),
    (r"Asking to busted players the rebuy decision\.", _nothing),
    (r"Waiting for the game owner to approve or reject pending rebuy requests\.", _nothing),
    (r"Undealt cards:.*", _nothing),
    (r"Game Config Changes(?s:.*)", _nothing),
)


def _compiled(pattern: str) -> re.Pattern[str]:
    for placeholder, meant in _PLACEHOLDERS.items():
        pattern = pattern.replace(placeholder, meant)
    return re.compile(pattern)


_GRAMMAR = tuple((_compiled(pattern), build) for pattern, build in _TABLE)


@dataclass(frozen=True, slots=True)
class LogReading:
    """A log as read. `pointed`: the first row whose amounts have decimals; `bare`: the first after it without.

    `tournaments`: the first row of each file that only a tournament writes.
    """

    lines: tuple[pokernow_file.Line, ...]
    pointed: LogRow | None
    bare: LogRow | None
    tournaments: Mapping[str, LogRow]


def read_lines(rows: Sequence[LogRow]) -> LogReading:
    """The meaning of every row, in order."""
    lines: list[pokernow_file.Line] = []
    fitted = [(row, *_fitting(row)) for row in rows]
    pointed = next((row for row, match, _ in fitted if match and any("." in text for text in _money(match))), None)
    bare: LogRow | None = None
    tournaments: dict[str, LogRow] = {}
    cents = False
    for row, match, build in fitted:
        cents = cents or row is pointed
        if match is None or build is None:
            lines.append(pokernow_file.Line(row, pokernow_file.NotUnderstood()))
            continue
        if build in _OF_A_TOURNAMENT:
            tournaments.setdefault(row.file, row)
        if cents and bare is None and any("." not in text and text.strip("0") for text in _money(match)):
            bare = row
        lines.append(pokernow_file.Line(row, build(match, _amounts(row, cents=cents))))
    return LogReading(tuple(lines), pointed, bare, tournaments)


def _fitting(row: LogRow) -> tuple[re.Match[str] | None, Build | None]:
    for pattern, build in _GRAMMAR:
        match = pattern.fullmatch(row.text)
        if match:
            return match, build
    return None, None


def _money(match: re.Match[str]) -> list[str]:
    """The amounts of a row, as written."""
    groups = match.groupdict()
    amounts = [groups[name] for name in _MONEY if groups.get(name)]
    return amounts + [seat["chips"] for seat in _seats(groups.get("stacks") or "") if seat]


def _amounts(row: LogRow, *, cents: bool) -> Chips:
    def chips(text: str) -> int:
        whole, point, part = text.replace(",", "").partition(".")
        if len(part) > 2:
            raise AmountIsTooFine(row.file, row.line, row.quoted(), text)
        amount = int(whole) * 100 + int(part.ljust(2, "0")) if point or cents else int(whole)
        if amount > CHIPS_MOST:
            raise AmountIsTooLarge(row.file, row.line, row.quoted(), text, CHIPS_MOST)
        return amount

    return chips
