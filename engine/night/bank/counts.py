"""Counts hold only until chips move again."""

from engine.ids import PlayerId
from engine.state import Night


def keep_count(night: Night, player: PlayerId, chips: int) -> None:
    """The player has counted so many chips; who plays from the box has counted the box too."""
    night.counts[player] = chips
    night.confirmed.pop(player, None)
    night.counted["chips:" + player] = player
    if player == night.from_box:
        night.counted["box"] = player


def forget_counts(night: Night, source: str, target: str) -> None:
    """Chips have moved between these accounts, and what was counted there is no longer true."""
    for account in (source, target):
        player = night.counted.pop(account, None)
        if player is not None:
            night.counts.pop(player, None)
            night.confirmed.pop(player, None)
