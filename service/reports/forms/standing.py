"""Where a player or a night stands, in a word or two."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from engine.speech import say, say_as, to_say_as

if TYPE_CHECKING:
    from engine.club.acts import NightPhase
    from engine.state import Place

CountState = Literal["to count", "counted", "handed in"]


def place_text(place: Place) -> str:
    """Where a player is."""
    match place:
        case "in the hand":
            return say_as("where a player is", "in the hand")
        case "at the showdown":
            return say_as("where a player is", "at the showdown")
        case "folded":
            return say_as("where a player is", "folded")
        case "deals":
            return say_as("where a player is", "deals")
        case "at the table":
            return say_as("where a player is", "at the table")
        case "away":
            return say_as("where a player is", "away")
        case "gone home":
            return say_as("where a player is", "gone home")


def phase_text(phase: NightPhase) -> str:
    """How far a night is, in one word."""
    match phase:
        case "open":
            return say_as("a night", "open")
        case "closed":
            return say_as("a night", "closed")
        case "settling":
            return say_as("a night", "settling")
        case "settled":
            return say_as("a night", "settled")
        case "void":
            return say_as("a night", "void")


def stage_text(stage: str, betting_round: int) -> str:
    """What a hand is at: the betting round, counted from 1, or what stands before and after betting."""
    if stage == "showdown":
        return say_as("a hand", "showdown")
    if betting_round:
        return say("round {number}", number=betting_round)
    return say_as("a hand", "playing") if stage == "playing" else say_as("a hand", "posting")


COUNTS: Mapping[CountState, str] = MappingProxyType(
    {
        "to count": to_say_as("a player before the close", "to count"),
        "counted": to_say_as("a player before the close", "counted"),
        "handed in": to_say_as("a player before the close", "handed in"),
    }
)
ROLES: Mapping[str, str] = MappingProxyType(
    {
        "banker": to_say_as("a role", "banker"),
        "co_banker": to_say_as("a role", "co-banker"),
        "player": to_say_as("a role", "player"),
        "viewer": to_say_as("a role", "viewer"),
    }
)
PUBLICATIONS: Mapping[str, str] = MappingProxyType(
    {
        "standings": to_say_as("everybody may see", "standings"),
        "nights": to_say_as("everybody may see", "nights"),
        "reports": to_say_as("everybody may see", "reports"),
    }
)


def count_text(state: CountState) -> str:
    """Whether a player has counted."""
    return say_as("a player before the close", COUNTS[state])


def role_text(role: str) -> str:
    """What a member of a club is."""
    return say_as("a role", ROLES[role])


def publication_text(part: str) -> str:
    """What of a club everybody may see."""
    return say_as("everybody may see", PUBLICATIONS[part])
