"""How to go on after a refusal, as it is typed on the command line: no other face names a command.

The refusals themselves say what is wrong; each hint stands here by the code of its refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.speech import say, to_say

HINTS: Mapping[str, str] = {
    "no_nights": to_say("`chipbook night open` begins one."),
    "no_open_night": to_say("`chipbook night open` begins one."),
    "night_missing": to_say("`chipbook night list` shows the nights there are."),
    "unknown_game": to_say("`chipbook games` lists them."),
    "night_does_not_add_up": to_say("`chipbook verify {night}` says more."),
    "event_unreadable": to_say("`chipbook verify` says what is damaged."),
    "job_missing": to_say("`chipbook jobs --all` lists those that there are."),
    "no_failed_job": to_say("`chipbook jobs --failed` lists those that have."),
    "club_has_no_key": to_say("`chipbook club key new` makes one."),
}


def hint_of(code: str, details: Mapping[str, Any]) -> str:
    """The hint for the refusal with this code and these details; empty if there is none."""
    hint = HINTS.get(code)
    return say(hint, **details) if hint else ""
