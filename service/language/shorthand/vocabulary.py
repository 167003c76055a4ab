"""What the shorthand has for an act: the verbs that begin its line, how the line is read, and how it is hinted at.

A new act is a `SpokenAct` in the `Group` that it belongs to, with a row of the guide.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine import commands
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.betting.round import owed
from engine.speech import say
from engine.state import BOTTOMLESS, UNSAID, Hand, Night
from service.language.shorthand.tokens import ParsedLine, Tokens

DOT = " · "
# What reads the line of a player behind its verb, and what reads a line of the table behind its first word.
Reader = Callable[[Tokens, PlayerId], commands.Command]
LineReader = Callable[[Tokens], commands.Command | ParsedLine]
# What one player, or the table, may do of one kind: one offer, or several, such as the bids that are left.
Alike = Sequence[Offer]
HintText = Callable[[Alike, Night, Hand], str]
Hints = Mapping[type[commands.Command], HintText]


def is_at(hand: Hand | None, kind: type[steps.Step]) -> bool:
    """Whether a hand is played that has come to a step of this kind."""
    return hand is not None and hand.stage == "playing" and isinstance(hand.steps[hand.cursor], kind)


class SpokenAct(msgspec.Struct, frozen=True):
    """What a player does: any of the verbs begins the line, and `read` reads what follows.

    `hints`: the forms of the commands that the line may say. `at_any_time`: with or without a hand being played.
    """

    verbs: tuple[str, ...]
    read: Reader
    hints: Hints = msgspec.field(default_factory=dict)
    at_any_time: bool = False


class GuideRow(NamedTuple):
    """Lines of one kind, and the meaning of each in the same order."""

    lines: str
    says: str


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Acts that `help` tells together under a title.

    `hints`: the forms of lines that say no player. `bidder_hints`: the same, for what only the bidder does.
    """

    title: str
    acts: tuple[SpokenAct, ...]
    guide: tuple[GuideRow, ...]
    hints: Hints = msgspec.field(default_factory=dict)
    bidder_hints: Hints = msgspec.field(default_factory=dict)


def alone(kind: Callable[..., commands.Command], **fields: Any) -> Reader:
    """Reads nothing: the verb says the whole act, with these fields."""
    return lambda _, player: kind(player=player, **fields)


def fixed(line: str, remark: str = "") -> HintText:
    """A form with fixed words; the remark behind it is said in the language of whoever reads it."""
    return lambda _, __, ___: remarked(line, say(remark)) if remark else line


def remarked(line: str, remark: str) -> str:
    """A form with a remark behind it, which cannot be typed."""
    return f"{line} ({remark})"


def each(text: Callable[[Any], str]) -> HintText:
    """One form for each different command."""
    return lambda alike, _, __: DOT.join(dict.fromkeys(text(offer.command) for offer in alike))


def bounded(verb: str) -> HintText:
    """A form with the verb and its bounds."""
    return lambda alike, night, hand: f"{verb} {_span(alike[0], night, hand)}"


def _span(offer: Offer, night: Night, hand: Hand) -> str:
    """The bounds of the offer; the player's own chips are the upper bound if a shadow lets them bet without limit."""
    most = offer.most
    if most >= BOTTOMLESS and hand.round is not None and offer.player is not None:
        most = max(offer.least, night.stack(offer.player) - owed(hand.round, offer.player))
    if most >= UNSAID:
        return say("{least} or more", least=offer.least)
    span = f"{offer.least}–{most}" if most > offer.least else str(most)
    return say("{span} or {once}", span=span, once=offer.once) if offer.once else span
