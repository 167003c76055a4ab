"""What is unsound about the steps of a script: cards to move that are not there, and nothing at stake or to decide."""

from collections.abc import Iterator

from engine.game.betting import Ante
from engine.game.counts import own_cards, walked
from engine.game.definition import Game
from engine.game.findings.finding import Unsound, finding, unsound
from engine.game.steps import ROUNDS, Deal, Double, Draw, Lay, NameGame, Pass, Tricks, TurnUntilBeaten
from engine.grammar import listed_later


@finding()
def step_without_cards(game: Game) -> Iterator[Unsound]:
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
            yield unsound(
                "Step {step} of {game}, {kind}, moves no card; {kind} moves one or more.", game, kind=what, step=place
            )


@finding()
def batch_of_none(game: Game) -> Iterator[Unsound]:
    """A deal in batches of less than one card."""
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Deal) and step.batch < 1:
            yield unsound(
                "Step {step} of {game} deals {batch} cards at a time; a batch is 1 card or more.",
                game,
                batch=step.batch,
                step=place,
            )


@finding()
def no_own_cards(game: Game) -> Iterator[Unsound]:
    """A game without own cards, in which all hands would be the same."""
    if own_cards(game) < 1 and not any(isinstance(step, NameGame) for step in game.steps):
        yield unsound("{game} deals nobody a card of their own; it needs a Deal.", game)


@finding()
def draw_exceeds_hand(game: Game) -> Iterator[Unsound]:
    """An exchange of more cards than a player holds at that point."""
    for place, step, lying in walked(game):
        if isinstance(step, Draw) and step.up_to > lying.held:
            yield unsound(
                "Step {step} of {game} exchanges up to {cards} cards where a player holds {held}; {held} is the most.",
                game,
                cards=step.up_to,
                held=lying.held,
                step=place,
            )


@finding()
def pass_exceeds_hand(game: Game) -> Iterator[Unsound]:
    """More cards passed on than a player holds at that point."""
    for place, step, lying in walked(game):
        if isinstance(step, Pass) and not 1 <= step.right + step.left <= lying.held:
            yield unsound(
                "{game} passes {cards} cards where a player holds {held}; from 1 to {held} can be passed.",
                game,
                cards=step.right + step.left,
                held=lying.held,
                step=place,
            )


# A hand without one of these decides nothing: the winner is whoever was dealt the best cards.
DECISIONS = (*ROUNDS, NameGame, Tricks, TurnUntilBeaten)


@finding()
def name_the_game_first(game: Game) -> Iterator[Unsound]:
    """Options or other steps beside naming a game; they belong to the game that is named."""
    naming = [step for step in game.steps if isinstance(step, NameGame)]
    if not naming:
        return
    if game.with_options:
        text = listed_later([*game.with_options])
        yield unsound(
            "In {game} the dealer names the game first; say {options} with the game they name.", game, options=text
        )
    elif len(game.steps) > 1 or not naming[0].games:
        yield unsound(
            "{game} names a game, whose steps are played; it takes no other steps, and at least one game.", game
        )


@finding(looks_at=("forced", "play"))
def nothing_to_double(game: Game) -> Iterator[Unsound]:
    """Stakes to be doubled before anybody has put in any; blinds and a bring-in are paid by all in the first round only."""
    staked = isinstance(game.forced, Ante) and game.forced.chips > 0
    for place, step in enumerate(game.steps, start=1):
        if isinstance(step, Double) and not staked:
            yield unsound(
                "Step {step} of {game}, Double, finds nothing at stake that all have put in; it needs an ante, or a Bet before "
                "it.",
                game,
                step=place,
            )
        staked = staked or isinstance(step, ROUNDS)


@finding()
def nothing_to_decide(game: Game) -> Iterator[Unsound]:
    """A script without a step that decides anything."""
    if not any(isinstance(step, DECISIONS) for step in game.steps):
        wanted = listed_later([decision.__name__ for decision in DECISIONS], "or")
        yield unsound("{game} leaves the players nothing to decide; it needs a {steps}.", game, steps=wanted)
