"""What is unsound about the steps of a script: cards to move that are not there."""

from collections.abc import Iterator

from engine.game.counts import own_cards, walked
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import Deal, Draw, Lay, NameGame, Pass
from engine.speech import phrase


@finding()
def step_without_cards(game: Game) -> Iterator[Finding]:
    """A deal, a lay or an exchange that moves no card."""
    for place, step in enumerate(game.steps, start=1):
        match step:
            case Deal(down=down, up=up, pile=pile):
                empty = min(down, up, pile) < 0 or down + up + pile == 0
            case Lay(down=down, up=up):
                empty = min(down, up) < 0 or down + up == 0
            case Draw(up_to=up_to):
                empty = up_to < 1
            case _:
                empty = False
        if empty:
            what = type(step).__name__
            sentence = phrase(
                "Step {step} of {game}, {kind}, moves no card; {kind} moves one or more.",
                step=place,
                game=game.name,
                kind=what,
            )
            yield Finding("step_without_cards", sentence, place)


@finding()
def batch_of_none(game: Game) -> Iterator[Finding]:
    """A deal in batches of less than one card."""
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Deal) and step.batch < 1:
            sentence = phrase(
                "Step {step} of {game} deals {batch} cards at a time; a batch is 1 card or more.",
                step=place,
                game=game.name,
                batch=step.batch,
            )
            yield Finding("batch_of_none", sentence, place)


@finding()
def no_own_cards(game: Game) -> Iterator[Finding]:
    """A game without own cards, in which all hands would be the same."""
    if own_cards(game) < 1 and not any(isinstance(step, NameGame) for step in game.steps):
        yield Finding(
            "no_own_cards", phrase("{game} deals nobody a card of their own; it needs a Deal.", game=game.name)
        )


@finding()
def draw_exceeds_hand(game: Game) -> Iterator[Finding]:
    """An exchange of more cards than a player holds at that point."""
    for place, step, lying in walked(game):
        if isinstance(step, Draw) and step.up_to > lying.held:
            sentence = phrase(
                "Step {step} of {game} exchanges up to {cards} cards where a player holds {held}; {held} is the most.",
                step=place,
                game=game.name,
                cards=step.up_to,
                held=lying.held,
            )
            yield Finding("draw_exceeds_hand", sentence, place)


@finding()
def pass_exceeds_hand(game: Game) -> Iterator[Finding]:
    """More cards passed on than a player holds at that point."""
    for place, step, lying in walked(game):
        if isinstance(step, Pass) and not 1 <= step.right + step.left <= lying.held:
            sentence = phrase(
                "{game} passes {cards} cards where a player holds {held}; from 1 to {held} can be passed.",
                game=game.name,
                cards=step.right + step.left,
                held=lying.held,
            )
            yield Finding("pass_exceeds_hand", sentence, place)
