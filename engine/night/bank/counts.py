"""A count holds until chips move again."""

from engine.state import Night


def forget_count(night: Night, account: str) -> None:
    """A count is no longer true once what was counted has moved; who plays from the box counts the box."""
    if account.startswith("chips:"):
        night.counts.pop(account.removeprefix("chips:"), None)
    elif account == "box" and night.from_box is not None:
        night.counts.pop(night.from_box, None)
