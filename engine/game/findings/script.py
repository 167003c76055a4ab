"""What is unsound about the steps of a script: cards to move that are not there, and nothing at stake or to decide."""

from collections.abc import Iterator

from engine.game.betting import Ante
from engine.game.counts import own_cards, walked
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import ROUNDS, Deal, Double, Draw, Lay, NameGame, Pass, Tricks, TurnUntilBeaten
from engine.grammar import listed_later
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
