"""Main pot, side pots, and the levy that a game takes out of a won pot before it is shared.

A player who is all-in wins from each other player at most as much as they put in themselves; anything above that is a
side pot.

A hand pays its levy once, from the pots that are won: the main pot first, and at most what they hold. A carried pot
pays in the hand in which it is won, a share dealt off when the new cards have decided. The room of the levy's word says
what becomes of it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine import events
from engine.game.definition import Levy
from engine.ids import PlayerId
from engine.registry import LEVIED
from engine.resolved import resolved
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


def levy_of(hand: Hand) -> Levy | None:
    """The levy of the game that is played or, if it has none, of the game announced before; None without one."""
    return hand.game.levy or resolved(hand.announced.declaration).levy


def levy_due(hand: Hand) -> int:
    """The chips the pots of the hand have still to pay; they pay less if they hold fewer."""
    if hand.showdown.deal_offs:
        return sum(start.levy for start in hand.showdown.deal_offs)
    levy = levy_of(hand)
    return levy.chips if levy is not None else 0


def less_levy(pot: Pot, due: int) -> tuple[Pot, int]:
    """The pot less the levy, and the chips of the levy it pays."""
    paid = min(pot.chips, due)
    return (Pot(pot.chips - paid, pot.eligible), paid) if paid else (pot, 0)


def levied(hand: Hand, chips: int) -> tuple[events.Consequence, ...]:
    """The event of the levy paid from this hand's pots; empty if no chip is paid."""
    if not chips:
        return ()
    event: events.Consequence = LEVIED[type(levy_of(hand))](chips=chips)
    return (event,)
