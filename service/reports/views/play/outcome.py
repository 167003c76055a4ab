"""What the table's word about the winners would come to: who gets what, and why somebody who was named gets nothing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine import commands
from engine.decider import accept, decide
from engine.events import DealOffStarted, PotAwarded, PotCarried
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders
from engine.play.sides.rule import SIDES, able_to_win, named_for
from engine.reports.sentences import tell
from engine.speech import say, to_say
from engine.state import Hand, Night
from service.reports.views.visible_night import VisibleNight

SHARED = (PotAwarded, PotCarried, DealOffStarted)
# Enemærke, High/low 3: whoever declared both wins nothing without being the best, or as good, on both sides.
FAILED = {
    "high": to_say("{name} declared both and is not best low, and so wins nothing."),
    "low": to_say("{name} declared both and is not best high, and so wins nothing."),
}


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """`says` who gets how many chips; `why` somebody who is best on a side gets none, empty if nobody is."""

    says: str
    why: str


def outcome(seen: VisibleNight, command: commands.NameWinners) -> Outcome:
    """What follows if the table names these winners. Refuses what the rules refuse; nothing is changed."""
    named = decide(command, seen.night)
    assert isinstance(named, commands.NameWinners)
    why = dict.fromkeys(_failed(seen, named))
    happened = accept(seen.night.copy(), command)
    told = (tell(event, seen.names, currency=seen.opened.currency) for event in happened if isinstance(event, SHARED))
    return Outcome(says=" ".join(told), why=" ".join(why))


def _failed(seen: VisibleNight, named: commands.NameWinners) -> Iterator[str]:
    """Why each player who declared both and is best on one side alone wins nothing."""
    hand = seen.night.hand
    for best in _best_by_side(seen.night, hand, named) if hand is not None and hand.showdown.sides else ():
        for side, other in (SIDES, SIDES[::-1]):
            for player in best[side]:
                if hand is not None and hand.showdown.sides[player] == "both" and player not in best[other]:
                    yield say(FAILED[side], name=seen.name(player))


def _best_by_side(night: Night, hand: Hand, named: commands.NameWinners) -> Iterator[dict[str, list[str]]]:
    """Of each pot that more than one player can win, whom the table names best of those who declared a side."""
    left = contenders(hand)
    for pot in pots_of(night, hand):
        rivals = {player: hand.showdown.sides[player] for player in pot.eligible if player in left}
        if len(rivals) > 1:
            yield {side: named_for(named, place, able_to_win(rivals, side)) for place, side in enumerate(SIDES)}
