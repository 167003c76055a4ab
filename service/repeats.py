"""The finger that taps twice: the same chips for the same player within a minute, under another key (DESIGN 6).

No rule of the game: the interface asks once more. The banker says yes by waiving `looks_like_a_repeat`.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from engine import commands, errors
from engine.events import Recorded
from engine.strikes import effective
from service.store.event_store import EventStore

SECONDS = 60
WATCHED = (commands.GiveLoan, commands.BuyChips, commands.CashOut)
WORDS = {commands.GiveLoan: "loan", commands.BuyChips: "buy-in", commands.CashOut: "cash-out"}


class LooksLikeARepeat(errors.AgainstTheRules):
    code = "looks_like_a_repeat"
    sentence = (
        "Event {version}, recorded {seconds} seconds ago, is the same {act} of {chips} chips for {player}; "
        "if it is meant twice, waive this rule."
    )


def refuse_repeat(
    command: commands.Command, records: Sequence[Recorded], recorded_at: Callable[[int], str], now: str
) -> None:
    """Refuses an act that was recorded just now. `recorded_at` gives the time of an event by the service's clock."""
    if not isinstance(command, WATCHED) or _is_waived(command):
        return
    for record in reversed(effective(records)):
        event = record.event
        if record.caused_by is not None or not isinstance(event, WATCHED) or not _same(event, command):
            continue
        seconds = seconds_between(recorded_at(record.version), now)
        if abs(seconds) < SECONDS:
            act = WORDS[type(command)]
            raise LooksLikeARepeat(
                act=act, player=command.player, chips=command.chips, version=record.version, seconds=abs(seconds)
            )
        return


def for_the_rules(command: commands.Command) -> commands.Command:
    """The command as the engine hears it, which knows no clock and so no repeats."""
    left = tuple(waiver for waiver in command.waived if waiver.rule != LooksLikeARepeat.code)
    return command if left == command.waived else replace(command, waived=left)


class _Body(msgspec.Struct):
    recorded_at: str


def recorded_at(store: EventStore, stream: str, version: int) -> str:
    """When the event came into the book, by the clock of the service."""
    (stored,) = store.read(stream, after=version - 1, up_to=version)
    return msgspec.json.decode(stored.body, type=_Body).recorded_at


def seconds_between(first: str, last: str) -> int:
    """Whole seconds from one time of the book to another."""
    return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())


def _is_waived(command: commands.Command) -> bool:
    return any(waiver.rule == LooksLikeARepeat.code for waiver in command.waived)


def _same(event: commands.Command, command: commands.Command) -> bool:
    """The same kind of act for the same player and chips, in money or not."""
    watched = ("player", "chips", "paid")
    return type(event) is type(command) and all(
        getattr(event, name, None) == getattr(command, name, None) for name in watched
    )
