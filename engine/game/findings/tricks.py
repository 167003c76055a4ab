"""What is unsound about a game in which cards are played to tricks."""

from collections.abc import Iterator

from engine.game.awards import Split
from engine.game.definition import Game
from engine.game.findings.finding import Finding
from engine.game.steps import Tricks


def no_hands_to_compare(game: Game) -> Iterator[Finding]:
    """A pot divided between hands where tricks decide who wins."""
    if isinstance(game.award, Split) and _has_tricks(game):
        yield Finding(
            "no_hands_to_compare", f"In {game.name} tricks decide, and there are no hands to divide a pot by."
        )


def tricks_know_no_wild_cards(game: Game) -> Iterator[Finding]:
    """Wild cards where cards are played to tricks."""
    if game.wild_rules and _has_tricks(game):
        yield Finding(
            "tricks_know_no_wild_cards", f"In {game.name} cards are played to tricks, where none can be wild."
        )


def _has_tricks(game: Game) -> bool:
    return any(isinstance(step, Tricks) for step in game.steps)
