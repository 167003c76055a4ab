"""Puts names into what the engine refuses: it knows people and their stacks only by ids."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards.card import RANK, pretty
from engine.errors import Refusal
from engine.ids import PlayerId
from engine.speech import say

# Cards as people read them.
CARDS = {card: pretty(card) for card in RANK}


def refusal_text(refusal: Refusal, names: Mapping[PlayerId, str]) -> str:
    """The sentence of the refusal, with names for ids, also in a refusal that it quotes."""
    quoted = [value for value in refusal.details.values() if isinstance(value, Refusal)]
    return refusal.say(_known(names) | {str(inner): refusal_text(inner, names) for inner in quoted})


def typed_text(refusal: Refusal, names: Mapping[PlayerId, str]) -> str:
    """What to type instead, with names for ids, for faces where lines are typed; empty if nothing has to be typed."""
    return refusal.how_typed(_known(names))


def _known(names: Mapping[PlayerId, str]) -> dict[str, str]:
    return {
        **CARDS,
        **names,
        **{"chips:" + player: say("{player}'s stack", player=name) for player, name in names.items()},
    }
