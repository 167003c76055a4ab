"""What is unsound about what a script lets the players decide: nothing at stake, no decision, a game named too late."""

from collections.abc import Iterator

from engine.game.betting import Ante
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import ROUNDS, Double, NameGame, Tricks, TurnUntilBeaten
from engine.grammar import listed_later
from engine.speech import phrase

# A hand without one of these decides nothing: the winner is whoever was dealt the best cards.
DECISIONS = (*ROUNDS, NameGame, Tricks, TurnUntilBeaten)


@finding()
def name_the_game_first(game: Game) -> Iterator[Finding]:
    """Options or other steps beside naming a game; they belong to the game that is named."""
    naming = [step for step in game.steps if isinstance(step, NameGame)]
    if not naming:
        return
    if game.with_options:
        text = listed_later([*game.with_options])
        sentence = phrase(
            "In {game} the dealer names the game first; say {options} with the game they name.",
            game=game.name,
            options=text,
        )
        yield Finding("name_the_game_first", sentence)
    elif len(game.steps) > 1 or not naming[0].games:
        sentence = phrase(
            "{game} names a game, whose steps are played; it takes no other steps, and at least one game.",
            game=game.name,
        )
        yield Finding("name_the_game_first", sentence)


@finding(looks_at=("forced", "play"))
def nothing_to_double(game: Game) -> Iterator[Finding]:
    """Stakes to be doubled before anybody has put in any; blinds and a bring-in are paid by all in the first round only."""
    staked = isinstance(game.forced, Ante) and game.forced.chips > 0
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Double) and not staked:
            sentence = phrase(
                "Step {step} of {game}, Double, finds nothing at stake that all have put in; it needs an ante, or a Bet before "
                "it.",
                step=place,
                game=game.name,
            )
            yield Finding("nothing_to_double", sentence, place)
        staked = staked or isinstance(step, ROUNDS)


@finding()
def nothing_to_decide(game: Game) -> Iterator[Finding]:
    """A script without a step that decides anything."""
    if not any(isinstance(step, DECISIONS) for step in game.steps):
        wanted = listed_later([decision.__name__ for decision in DECISIONS], "or")
        sentence = phrase(
            "{game} leaves the players nothing to decide; it needs a {steps}.", game=game.name, steps=wanted
        )
        yield Finding("nothing_to_decide", sentence)
