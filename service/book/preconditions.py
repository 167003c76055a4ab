"""What a command from outside must fulfil before the rules see it: its game and time zone must exist, and its time have come.

The rules know only one night; the service knows the built-in games and the time zones. Whether everybody is a member of the
club is checked with the append, for every face. Some checks are also made for a night from another book (`proof/events.py`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import commands, errors
from engine.library import GAMES
from engine.night.table.rule import RULES_VERSION
from service.language.zones import NO_ZONE, is_zone

# Clocks of machines go wrong, and a year is easily mistyped: so far ahead is neither a table nor a clock. What is a year
# before the event before it, no book would import.
AHEAD_AT_MOST = timedelta(days=270)

TimeToCome = errors.impossible("time_to_come", "The time {said} is in the future; give the time at which it happened.")
DeclarationIsNotBuiltIn = errors.impossible(
    "declaration_is_not_built_in",
    "The declaration of {game} is not that of a built-in game; leave it out and name the game.",
)
AnotherNight = errors.impossible(
    "another_night", "The command opens the night {other}, but it was sent to the night {night}."
)
UnknownZone = errors.impossible("unknown_zone", NO_ZONE)
RulesVersionIsUnknown = errors.impossible(
    "rules_version_is_unknown",
    "The night says it was played under rules version {said}; this program knows 1 to {known}.",
)
RulesVersionIsAnother = errors.impossible(
    "rules_version_is_another", "A new night is played under rules version {known}, not {said}; leave the version out."
)


def check_preconditions(night_id: str, command: commands.Command) -> None:
    """Refuses an unknown time zone, another night or rules version, and a game that is not built in."""
    match command:
        case commands.OpenNight():
            _opening(night_id, command)
        case commands.AnnounceHand(declaration=game) | commands.NameTheGame(declaration=game) if (
            game is not None and game not in GAMES
        ):
            raise DeclarationIsNotBuiltIn(game=game.name)
        case commands.CorrectEvents():
            for change in command.changes:
                if change.act is not None:
                    check_preconditions(night_id, change.act)
        case _:
            pass


def is_to_come(moment: str, now: str) -> bool:
    """True if a time of the book is far in the future, more than nine months after `now`. An empty one is now."""
    # Nearly every time is refuted by its text alone, which costs nothing.
    return moment > now and datetime.fromisoformat(moment) - datetime.fromisoformat(now) > AHEAD_AT_MOST


def check_time(moment: str, now: str) -> None:
    """Refuses a time of the book that is to come: nobody records what has not happened, and no book would import it."""
    if is_to_come(moment, now):
        raise TimeToCome(said=moment)


def _opening(night_id: str, command: commands.OpenNight) -> None:
    if command.night != night_id:
        raise AnotherNight(night=night_id, other=command.night)
    if command.rules_version not in (0, RULES_VERSION):
        raise RulesVersionIsAnother(said=command.rules_version, known=RULES_VERSION)
    check_zone(command.zone)


def check_zone(zone: str) -> None:
    """Refuses a name that is not an IANA time zone."""
    if not is_zone(zone):
        raise UnknownZone(zone=zone[:80])


def check_opening(opened: commands.OpenNight) -> None:
    """Refuses a recorded opening with an unknown time zone or rules version: this program cannot have written it."""
    check_zone(opened.zone)
    if not 1 <= opened.rules_version <= RULES_VERSION:
        raise RulesVersionIsUnknown(said=opened.rules_version, known=RULES_VERSION)
