"""What is unsound about the limit on bets and about the blinds."""

from collections.abc import Iterator

from engine.game.betting import Blinds, flaw_of_limit
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.speech import phrase


@finding(looks_at=("limit",))
def limit_cannot_be(game: Game) -> Iterator[Finding]:
    """A limit whose numbers contradict each other."""
    if game.limit is not None and (flaw := flaw_of_limit(game.limit)):
        yield Finding(
            "limit_cannot_be", phrase("The limit of {game} is impossible: {flaw}.", game=game.name, flaw=flaw)
        )


@finding(looks_at=("forced",))
def blinds_are_no_blinds(game: Game) -> Iterator[Finding]:
    """A big blind below the small one, unless there is no big blind."""
    forced = game.forced
    if isinstance(forced, Blinds) and 0 < forced.big < forced.small:
        sentence = phrase(
            "The big blind of {game} is {big}, below the small one of {small}; it must be as much or more.",
            game=game.name,
            big=forced.big,
            small=forced.small,
        )
        yield Finding("blinds_are_no_blinds", sentence)
