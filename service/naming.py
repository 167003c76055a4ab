"""Puts names into what the engine refuses: it knows people and their stacks only by ids."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal
from engine.ids import PlayerId


def refusal_told(refusal: Refusal, names: Mapping[PlayerId, str]) -> str:
    """The sentence of the refusal, with names for ids, also in a refusal that it quotes."""
    known = {**names, **{"chips:" + player: f"{name}'s stack" for player, name in names.items()}}
    quoted = [value for value in refusal.details.values() if isinstance(value, Refusal)]
    return refusal.say(known | {str(inner): refusal_told(inner, names) for inner in quoted})
