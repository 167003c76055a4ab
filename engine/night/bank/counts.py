"""Counts hold only until chips move again."""

from engine.state import Night


def forget_count(night: Night, account: str) -> None:
    """Drops the count that a movement of this account makes untrue; the box belongs to the banker who plays from it."""
    if account.startswith("chips:"):
        night.counts.pop(account.removeprefix("chips:"), None)
    elif account == "box" and night.from_box is not None:
        night.counts.pop(night.from_box, None)
