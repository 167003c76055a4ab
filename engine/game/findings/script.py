"""What is unsound about the steps of a script: cards to move that are not there."""

from collections.abc import Iterator

from engine.game.counts import own_cards, walked
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import Deal, Draw, Lay, NameGame, Pass


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
            sentence = f"Step {place} of {game.name}, {what}, moves no card; {what} moves one or more."
            yield Finding("step_without_cards", sentence, place)


@finding()
def batch_of_none(game: Game) -> Iterator[Finding]:
    """A deal in batches of less than one card."""
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Deal) and step.batch < 1:
            sentence = f"Step {place} of {game.name} deals {step.batch} cards at a time; a batch is 1 card or more."
            yield Finding("batch_of_none", sentence, place)


@finding()
def no_own_cards(game: Game) -> Iterator[Finding]:
    """A game without own cards, in which all hands would be the same."""
    if own_cards(game) < 1 and not any(isinstance(step, NameGame) for step in game.steps):
        yield Finding("no_own_cards", f"{game.name} deals nobody a card of their own; it needs a Deal.")


@finding()
def draw_exceeds_hand(game: Game) -> Iterator[Finding]:
    """An exchange of more cards than a player holds at that point."""
    for place, step, lying in walked(game):
        if isinstance(step, Draw) and step.up_to > lying.held:
            sentence = (
                f"Step {place} of {game.name} exchanges up to {step.up_to} cards where a player holds {lying.held}; "
                f"{lying.held} is the most."
            )
            yield Finding("draw_exceeds_hand", sentence, place)


@finding()
def pass_exceeds_hand(game: Game) -> Iterator[Finding]:
    """More cards passed on than a player holds at that point."""
    for place, step, lying in walked(game):
        if isinstance(step, Pass) and not 1 <= step.right + step.left <= lying.held:
            passed, held = step.right + step.left, lying.held
            sentence = f"{game.name} passes {passed} cards where a player holds {held}; from 1 to {held} can be passed."
            yield Finding("pass_exceeds_hand", sentence, place)
