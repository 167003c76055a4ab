"""How many of something there are, as people say it: "1 hand", "2 hands"."""

from engine.speech import say_number


def hands_told(number: int) -> str:
    """So many hands."""
    return say_number("{number} hand", "{number} hands", number)


def chips_told(number: int) -> str:
    """So many chips."""
    return say_number("{number} chip", "{number} chips", number)


def events_told(number: int) -> str:
    """So many events of a book."""
    return say_number("{number} event", "{number} events", number)


def players_told(number: int) -> str:
    """So many players."""
    return say_number("{number} player", "{number} players", number)


def nights_told(number: int) -> str:
    """So many nights."""
    return say_number("{number} night", "{number} nights", number)


def transfers_told(number: int) -> str:
    """So many payments of a plan."""
    return say_number("{number} transfer", "{number} transfers", number)
