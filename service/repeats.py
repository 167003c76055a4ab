"""The finger that taps twice: the same chips for the same player within a minute, under another key (DESIGN 6).

No rule of the game: the interface asks once more. The banker says yes by waiving `looks_like_a_repeat`, and like any
waiver that stands in the book and in every report; the engine, which knows no clock, leaves it alone
(`engine.rules.ASKED_ELSEWHERE`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

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
    command: commands.Command,
    records: Sequence[Recorded],
    recorded_at: Callable[[int], str],
    now: str,
    *,
    wary: bool = True,
) -> None:
    """Refuses an act that was recorded just now, and a waiver of this rule for one that was not.

    `recorded_at` gives the time of an event by the service's clock. Whoever is not `wary` is not asked, but cannot
    waive what nobody would have refused either.
    """
    ask_again(command, LooksLikeARepeat.code, lambda: _repeat(command, records, recorded_at, now), wary=wary)


def ask_again(
    command: commands.Command, code: str, doubt: Callable[[], errors.AgainstTheRules | None], *, wary: bool
) -> None:
    """Refuses what is in doubt and not waived, and a waiver where there is no doubt."""
    waivers = sum(waiver.rule == code for waiver in command.waived)
    if not (wary or waivers):
        return
    found = doubt()
    if waivers > (1 if found else 0):
        raise errors.NothingToWaive(rule=code)
    if found and not waivers:
        raise found


def _repeat(
    command: commands.Command, records: Sequence[Recorded], recorded_at: Callable[[int], str], now: str
) -> LooksLikeARepeat | None:
    if not isinstance(command, WATCHED):
        return None
    for record in reversed(effective(records)):
        event = record.event
        if record.caused_by is not None or not isinstance(event, WATCHED) or not _same(event, command):
            continue
        seconds = seconds_between(recorded_at(record.version), now)
        if abs(seconds) < SECONDS:
            act = WORDS[type(command)]
            return LooksLikeARepeat(
                act=act, player=command.player, chips=command.chips, version=record.version, seconds=abs(seconds)
            )
        return None
    return None


def refuse_waiver_on_new_paper(command: commands.Command, now: str) -> None:
    """On the sheet of a night that is not in the book yet nothing was recorded just now, whatever stands above."""
    refuse_repeat(command, (), lambda _: now, now, wary=False)


class _Body(msgspec.Struct):
    recorded_at: str


def recorded_at(store: EventStore, stream: str, version: int) -> str:
    """When the event came into the book, by the clock of the service."""
    (stored,) = store.read(stream, after=version - 1, up_to=version)
    return msgspec.json.decode(stored.body, type=_Body).recorded_at


def seconds_between(first: str, last: str) -> int:
    """Whole seconds from one time of the book to another."""
    return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())


def _same(event: commands.Command, command: commands.Command) -> bool:
    """The same kind of act for the same player and chips, in money or not."""
    watched = ("player", "chips", "paid")
    return type(event) is type(command) and all(
        getattr(event, name, None) == getattr(command, name, None) for name in watched
    )
