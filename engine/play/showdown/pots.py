"""Main pot and side pots.

A player who is all-in wins from each other player at most as much as they put in themselves; anything above that is a
side pot.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.ids import PlayerId
from engine.state import Hand, Night


class Pot(NamedTuple):
    """The chips of one pot, and the players who may win them."""

    chips: int
    eligible: tuple[PlayerId, ...]


def pots_of(night: Night, hand: Hand) -> tuple[Pot, ...]:
    """The pots of the hand as it stands, main pot first; during a deal-off only the share that is dealt off."""
    if hand.showdown.deal_offs:
        return (Pot(hand.showdown.deal_offs[0].chips, hand.showdown.deal_offs[0].players),)
    besides = night.pot_worth() - sum(hand.stakes.put_in.values())
    return pots(hand.stakes.put_in, hand.still_in, hand.stakes.all_in, besides=besides)


def pots(
    put_in: Mapping[PlayerId, int],
    still_in: Sequence[PlayerId],
    all_in: Collection[PlayerId],
    *,
    besides: int,
) -> tuple[Pot, ...]:
    """The pots of a hand, main pot first.

    `besides` are chips of the main pot that no player is credited with: dead blinds and chips carried. If negative,
    they are chips that a ruling took out, of the main pot first.
    """
    caps = sorted({put_in[player] for player in still_in if player in all_in}) if all_in else []
    if not caps:
        return (Pot(max(0, sum(put_in.values()) + besides), tuple(still_in)),)
    others = [player for player in still_in if player not in all_in]
    layers: list[Pot] = []
    floor = 0
    for cap in caps:
        chips = sum(min(paid, cap) - min(paid, floor) for paid in put_in.values())
        layers.append(Pot(chips, tuple(player for player in still_in if player in others or put_in[player] >= cap)))
        floor = cap
    above = sum(paid - min(paid, floor) for paid in put_in.values())
    if above:
        layers.append(Pot(above, tuple(others) or layers[-1].eligible))
    return _merged(_with(besides, layers))


def _with(besides: int, layers: Sequence[Pot]) -> list[Pot]:
    changed: list[Pot] = []
    for layer in layers:
        chips = max(0, layer.chips + besides)
        besides -= chips - layer.chips
        changed.append(Pot(chips, layer.eligible))
    return changed


def _merged(layers: Sequence[Pot]) -> tuple[Pot, ...]:
    """The pots without empty ones, and with neighbours that the same players may win joined."""
    kept: list[Pot] = []
    for layer in layers:
        if kept and (kept[-1].eligible == layer.eligible or not layer.chips):
            kept[-1] = Pot(kept[-1].chips + layer.chips, kept[-1].eligible)
        else:
            kept.append(layer)
    return tuple(kept)
