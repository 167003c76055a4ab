"""Who was at the table from when to when, and what a close says of it where the house takes a fee per hour (house/fee)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from engine import commands
from engine.events import Recorded
from engine.ids import PlayerId
from engine.state import Night

# Whether the book knows the hours: a night that is written down as it is played tells them by itself. One that is typed later
# knows only the times that somebody said: without them its acts happened while it was typed, or all at once. Such hours are
# not known, which is better than wrong ones.

# Whole minutes from one time of the book to another; None if one of them is not known.
MinutesBetween = Callable[[str, str], int | None]

# A night that the book gets to know within these minutes of its beginning is written down as it is played.
AT_THE_TABLE = 60


class Moment(NamedTuple):
    """When something happened at the table, and when the book got it."""

    at: str
    written: str


def moment_of(record: Recorded) -> Moment:
    """The moment of an event; one whose recording has no time was written down when it happened."""
    return Moment(record.occurred_at, record.recorded_at or record.occurred_at)


def minutes_known(first: Moment, last: Moment, minutes_between: MinutesBetween) -> int | None:
    """The minutes between two moments; None if the book does not know them."""
    lasted = minutes_between(first.at, last.at)
    late = minutes_between(first.at, first.written)
    kept = minutes_between(first.written, last.written)
    if lasted is None or late is None or kept is None or lasted < 0:
        return None
    if late <= max(kept, AT_THE_TABLE):
        return lasted
    # Written down later: the end has a time of its own only if one was said, and the clock of whoever types runs on.
    return lasted if last.at != last.written and abs(lasted - kept) > 1 else None


def night_lasted(in_force: Iterable[Recorded], minutes_between: MinutesBetween) -> int | None:
    """The minutes from the first act to the close, or until then to the last act; None if the book does not know them."""
    moments = [(moment_of(record), isinstance(record.event, commands.CloseNight)) for record in in_force]
    timed = sorted(one for one in moments if one[0].at)
    if not timed:
        return None
    last = next((moment for moment, closes in moments if closes), timed[-1][0])
    return minutes_known(timed[0][0], last, minutes_between)


class Presence:
    """Who was at the table from when to when; a player who only stands up for a while is still there."""

    def __init__(self, in_force: Iterable[Recorded], minutes_between: MinutesBetween) -> None:
        self.ended = Moment("", "")
        self._between = minutes_between
        self._spells: dict[PlayerId, list[tuple[Moment, Moment]]] = {}
        here: dict[PlayerId, Moment] = {}
        for record in in_force:
            match record.event:
                case commands.SeatPlayer(player=player):
                    here.setdefault(player, moment_of(record))
                case commands.LeaveNight(player=player) if player in here:
                    self._spells.setdefault(player, []).append((here.pop(player), moment_of(record)))
                case commands.CloseNight():
                    self.ended = moment_of(record)
                case _:
                    pass
        for player, since in here.items():
            self._spells.setdefault(player, []).append((since, self.ended))

    def minutes(self, player: PlayerId) -> int | None:
        """All of the player's time at the table; None if the book does not know some of it."""
        spells = [minutes_known(*spell, self._between) for spell in self._spells.get(player, ())]
        known = [minutes for minutes in spells if minutes is not None]
        return sum(known) if known and len(known) == len(spells) else None

    def after_the_end(self, moment: Moment) -> int | None:
        """The minutes from the close to a later moment; None if the book does not know them."""
        return minutes_known(self.ended, moment, self._between)


def takes_by_the_hour(night: Night) -> bool:
    """Whether the house takes a fee per hour, for which a close says who was there (house/fee)."""
    return night.rules.fee is not None and night.rules.fee.per == "hour"


def knowing_who_was_there(
    command: commands.CloseNight, night: Night, in_force: Iterable[Recorded], minutes_between: MinutesBetween
) -> commands.CloseNight:
    """The close with how long everybody was there, for a house that takes by the hour.

    `night`: as it is before the close. `in_force`: the events in force up to the close, which is the last of them.
    """
    presence = Presence(in_force, minutes_between)
    minutes = {player: presence.minutes(player) for player in night.people}
    there = tuple(commands.TimeThere(player, known) for player, known in minutes.items() if known)
    return replace(command, there=there)
