"""What a command from outside must fulfil beyond the rules: its people, its game and its zone are known here.

The rules speak of one night; who is of the club, which games are built in and which zones there are, the service knows.
What can be asked without the club, a night from another book is asked too (`proof/events.py`).
"""

from __future__ import annotations

import zoneinfo
from functools import cache

from engine import commands, errors
from engine.library import GAMES
from engine.night.table import RULES_VERSION
from service.store.names import Names


class DeclarationIsNotBuiltIn(errors.Impossible):
    code = "declaration_is_not_built_in"
    sentence = "The declaration of {game} is none of the built-in games; leave it out and name the game."


class AnotherNight(errors.Impossible):
    code = "another_night"
    sentence = "The command opens the night {other}, and it was sent to the night {night}."


class UnknownZone(errors.Impossible):
    code = "unknown_zone"
    sentence = "There is no time zone {zone}; name one of IANA, as Europe/Copenhagen."


class RulesVersionIsUnknown(errors.Impossible):
    code = "rules_version_is_unknown"
    sentence = "The night is said to be played under rules version {said}; this program knows 1 to {known}."


class RulesVersionIsAnother(errors.Impossible):
    code = "rules_version_is_another"
    sentence = "The night is played under rules version {known}, not {said}; leave it out."


def admit(night_id: str, command: commands.Command, names: Names) -> None:
    """Refuses what cannot come from outside."""
    match command:
        case commands.OpenNight():
            _opening(night_id, command, names)
        case commands.SeatPlayer():
            names.player(command.player)
        case commands.AnnounceHand(declaration=game) | commands.NameTheGame(declaration=game) if (
            game is not None and game not in GAMES
        ):
            raise DeclarationIsNotBuiltIn(game=game.name)
        case _:
            pass


def _opening(night_id: str, command: commands.OpenNight, names: Names) -> None:
    if command.night != night_id:
        raise AnotherNight(night=night_id, other=command.night)
    if command.rules_version not in (0, RULES_VERSION):
        raise RulesVersionIsAnother(said=command.rules_version, known=RULES_VERSION)
    insist_on_zone(command.zone)
    names.club(command.club)
    names.player(command.banker)


def insist_on_zone(zone: str) -> None:
    """Refuses a time zone that is none."""
    if zone not in _zones():
        raise UnknownZone(zone=zone[:80])


def insist_it_was_opened_here(opened: commands.OpenNight) -> None:
    """Refuses an opening of the book that no opening can have become: its zone is none, or nobody knows its rules."""
    insist_on_zone(opened.zone)
    if not 1 <= opened.rules_version <= RULES_VERSION:
        raise RulesVersionIsUnknown(said=opened.rules_version, known=RULES_VERSION)


@cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())
