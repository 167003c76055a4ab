"""What is unsound about the limit on bets and about the blinds."""

from collections.abc import Iterator

from engine.game.betting import Blinds, FixedLimit, HouseLimit, Limit
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.speech import phrase


def flaw_of_limit(limit: Limit) -> str:
    """Why the numbers of a limit contradict each other; empty if they do not."""
    match limit:
        case HouseLimit(most=most, once=once) if most is not None and once is not None and once <= most:
            return phrase(
                "the one large bet of {once} is not above the most of {most}; it is {least} or more",
                once=once,
                most=most,
                least=most + 1,
            )
        case FixedLimit(small=small) if small < 1:
            return phrase("the small bet is {small}; it is 1 or more", small=small)
        case FixedLimit(small=small, big=big) if big < small:
            return phrase(
                "the big bet of {big} is below the small one of {small}; it is {small} or more", big=big, small=small
            )
        case FixedLimit(big_from=begins) if begins < 1:
            return phrase("the big bet begins in round {round}; rounds are counted from 1", round=begins)
        case _:
            return ""


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
