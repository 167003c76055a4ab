"""Where a player or a night stands, in a word or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.speech import say, say_as, to_say_each

if TYPE_CHECKING:
    from engine.club.acts import NightPhase
    from engine.state import Place

CountState = Literal["to count", "counted", "handed in"]

to_say_each("where a player is", "in the hand, at the showdown, folded, deals, at the table, away, gone home")
to_say_each("a night", "open, closed, settling, settled, void")
to_say_each("a player before the close", "to count, counted, handed in")
to_say_each("a role", "banker, co-banker, player, viewer")
to_say_each("everybody may see", "standings, nights, reports")


def place_text(place: Place) -> str:
    """Where a player is."""
    return say_as("where a player is", place)


def phase_text(phase: NightPhase) -> str:
    """How far a night is, in one word."""
    return say_as("a night", phase)


def stage_text(stage: str, betting_round: int) -> str:
    """What a hand is at: the betting round, counted from 1, or what stands before and after betting."""
    if stage == "showdown":
        return say_as("a hand", "showdown")
    if betting_round:
        return say("round {number}", number=betting_round)
    return say_as("a hand", "playing") if stage == "playing" else say_as("a hand", "posting")


def count_text(state: CountState) -> str:
    """Whether a player has counted."""
    return say_as("a player before the close", state)


def role_text(role: str) -> str:
    """What a member of a club is."""
    return say_as("a role", role.replace("_", "-"))


def publication_text(part: str) -> str:
    """What of a club everybody may see."""
    return say_as("everybody may see", part)
