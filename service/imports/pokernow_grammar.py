"""Reads the lines of a log: one pattern for each kind of line, and chips from amounts with or without decimals.

PokerNow keeps whole numbers and writes them with two decimals once the room shows cents. An amount without decimals is
therefore taken as it stands before the first one with decimals, and as so many times 0.01 x 100 from there on.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards.card import parse_cards
from service.imports import pokernow_lines as lines
from service.imports.pokernow_file import Row
from service.imports.refused import AmountIsTooFine

Chips = Callable[[str], int]
Build = Callable[[re.Match[str], Chips], lines.Said]

_PERSON = r'"(?P<{}>.+ @ [^"\s]+)"'
_AMOUNT = r"(?P<{}>\d[\d,]*(?:\.\d+)?)"
_CARD = r"(?:10|[2-9JQKATjqka])[♠♥♦♣shdc]"
_PLACEHOLDERS = {
    **{f"<{name}>": _PERSON.format(name) for name in ("who", "other", "admin")},
    **{f"<{name}>": _AMOUNT.format(name) for name in ("chips", "before")},
    "<cards>": rf"(?P<cards>{_CARD}(?:, {_CARD})*)",
    "<all in>": r"(?P<all_in> and go all in)?",
}
_SEAT = re.compile(r"#(?P<seat>\d+) " + _PERSON.format("who") + r" \(" + _AMOUNT.format("chips") + r"\)")
# No seat number can stand inside a name that is still open, so that a name may hold " | ".
_BETWEEN_SEATS = re.compile(r" \| (?=#\d+ \")")


def identity(person: str) -> str:
    """The PokerNow id of "name @ id"."""
    return person.rpartition(" @ ")[2]


def _who(match: re.Match[str], group: str = "who") -> str:
    return identity(match[group])


def _cards(match: re.Match[str]) -> tuple[str, ...]:
    return parse_cards(match["cards"]) if match["cards"] else ()


def _hand_starts(match: re.Match[str], _: Chips) -> lines.Said:
    game = match["game"].strip().removeprefix("(").removesuffix(")")
    return lines.HandStarts(int(match["number"]), game, _who(match) if match["who"] else None)


def _stacks(match: re.Match[str], chips: Chips) -> lines.Said:
    parts = [_SEAT.fullmatch(part) for part in _BETWEEN_SEATS.split(match["stacks"].strip())]
    found = [part for part in parts if part]
    if len(found) < len(parts):
        return lines.NotUnderstood()
    return lines.StacksStated(tuple(lines.Stack(int(part["seat"]), _who(part), chips(part["chips"])) for part in found))


def _posted(match: re.Match[str], chips: Chips) -> lines.Said:
    kind: Any = match["kind"].replace("missing big", "missed big").replace("missed small", "missing small")
    return lines.Posted(_who(match), kind, chips(match["chips"]), all_in=bool(match["all_in"]))


def _bomb(match: re.Match[str], chips: Chips) -> lines.Said:
    return lines.Posted(_who(match), "bomb pot", chips(match["chips"]), all_in=bool(match["all_in"]))


def _acted(match: re.Match[str], chips: Chips) -> lines.Said:
    act: Any = match["act"].removesuffix(" to")
    return lines.Acted(_who(match), act, chips(match["chips"]) if match["chips"] else 0)


def _board(match: re.Match[str], _: Chips) -> lines.Said:
    if "board" in (match["run"] or ""):
        return lines.NotPlayed("a second board")
    return lines.BoardLaid(_cards(match), 2 if match["run"] else 1)


def _collected(match: re.Match[str], chips: Chips) -> lines.Said:
    claim = (match["claim"] or "").strip()
    if claim.endswith("on the second board"):
        return lines.NotPlayed("a second board")
    run = 2 if claim.endswith("on the second run") else 1
    return lines.Collected(
        _who(match), chips(match["chips"]), claim.removesuffix("on the second run").strip(), _cards(match), run
    )


def _seating(match: re.Match[str], chips: Chips) -> lines.Said:
    words = {"created": "joined", "stands up": "stand up", "sits back": "sit back"}
    move: Any = words.get(match["move"], match["move"])
    return lines.Seating(_who(match), move, chips(match["chips"]))


def _blind_changed(match: re.Match[str], chips: Chips) -> lines.Said:
    which: Any = match["which"]
    return lines.BlindChanged(which, chips(match["chips"]))


_TABLE: tuple[tuple[str, Build], ...] = (
    (
        r"-- starting hand #(?P<number>\d+)(?: \(id: \S+\))?\s+(?P<game>.+?)\s+\((?:dealer: <who>|dead button)\) --",
        _hand_starts,
    ),
    (r"-- ending hand #(?P<number>\d+) --", lambda match, _: lines.HandEnds(int(match["number"]))),
    (r"Player stacks: (?P<stacks>.+)", _stacks),
    (
        r"<who> posts an? (?P<kind>ante|small blind|big blind|straddle|miss(?:ed|ing) (?:big|small) blind)"
        r" of <chips><all in>",
        _posted,
    ),
    (r"<who> (?:posts a bet of|calls) <chips><all in> \(bomb pot bet\)<more>", _bomb),
    (r"<who> (?P<act>folds|checks)(?P<chips>)", _acted),
    (r"<who> (?P<act>calls|bets|raises to) <chips><all in>", _acted),
    (r"(?:Flop|Turn|River)(?P<run> \(second (?:run|board)\))?:.*\[<cards>\]", _board),
    (
        r"Uncalled bet of <chips> returned to <who>",
        lambda match, chips: lines.UncalledBack(_who(match), chips(match["chips"])),
    ),
    (r"<who> collected <chips> from pot(?: with (?P<claim>.+?)(?: \(combination: <cards>\))?)?", _collected),
    (r"<who> shows (?:a )?<cards>\.?", lambda match, _: lines.Shown(_who(match), _cards(match))),
    (r"Your hand is <cards>\.?", lambda match, _: lines.OwnCards(_cards(match))),
    (
        r"The player <who> (?P<move>joined|quits|created) the game with a stack of <chips>\.",
        _seating,
    ),
    (r"The player <who> (?P<move>stands? up|sits? back) with the stack of <chips>\.", _seating),
    (r"The admin (?P<move>approved) the player <who> participation with a stack of <chips>\.", _seating),
    (
        r"The admin updated the player <who> stack from <before> to <chips>\.",
        lambda match, chips: lines.StackSet(_who(match), chips(match["before"]), chips(match["chips"])),
    ),
    (
        r"The player <who> requested a rebuy of <chips>\.",
        lambda match, chips: lines.RebuyAsked(_who(match), chips(match["chips"])),
    ),
    (
        r"The player <who> rebought\. New stack <chips>\.",
        lambda match, chips: lines.Rebought(_who(match), chips(match["chips"])),
    ),
    (
        r"<who> paid <chips> for the (?P<kind>.+) bounty to <other>",
        lambda match, chips: lines.BountyPaid(
            _who(match), _who(match, "other"), chips(match["chips"]), match["kind"]
        ),
    ),
    (r"The game's (?P<which>small blind|big blind|ante) was changed from <before> to <chips>\.", _blind_changed),
    (
        r"The player <who> changed the ID from (?P<old>\S+) to (?P<new>\S+) because .+",
        lambda match, _: lines.IdChanged(_who(match), match["old"], match["new"]),
    ),
    (r"All players in hand choose to run it twice\.", lambda _, __: lines.RunTwiceAgreed()),
    (
        r"The (?:admin|player) <admin> (?:passed the room ownership to <who>|rejected the seat request from the player <who2>"
        r"|enqueued the removal of the player <who3>|(?:enqueued|canceled) the game stop on next hand"
        r"|forced the player <who4> to away mode in the next hand)\.",
        lambda match, _: lines.OwnerNamed(_who(match, "admin")),
    ),
)
