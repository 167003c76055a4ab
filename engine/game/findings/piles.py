"""What is unsound about closed cards that are laid in piles, turned and opened."""

from collections.abc import Iterator

from engine.game.counts import lying_at_the_end, walked
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import Arrange, Expose, Reveal, TurnUntilBeaten
from engine.speech import phrase


@finding()
def nothing_closed_to_arrange(game: Game) -> Iterator[Finding]:
    """Psychology with fewer than two own closed cards, or asked for a second time."""
    laid = False
    for place, step, lying in walked(game):
        if isinstance(step, Arrange) and lying.closed < 2:
            already = phrase("{game} lays its closed cards in a pile already.", game=game.name)
            too_few = phrase(
                "{game} lays closed cards in a pile where a player holds {closed}; it takes two or more.",
                game=game.name,
                closed=lying.closed,
            )
            yield Finding("nothing_closed_to_arrange", already if laid else too_few, place)
        laid = laid or isinstance(step, Arrange)


@finding()
def nothing_closed_to_expose(game: Game) -> Iterator[Finding]:
    """A card opened by choice when none lies closed."""
    for place, step, lying in walked(game):
        if isinstance(step, Expose) and lying.closed < 1:
            sentence = phrase(
                "Step {step} of {game} opens a card of the player's choice where they hold none closed; deal it first, "
                '{{ type = "Deal", down = 1 }}.',
                step=place,
                game=game.name,
            )
            yield Finding("nothing_closed_to_expose", sentence, place)


@finding()
def no_pile_to_reveal(game: Game) -> Iterator[Finding]:
    """A card turned from a pile when no pile is left."""
    for place, step, lying in walked(game):
        if isinstance(step, Reveal) and lying.pile < 1:
            sentence = phrase(
                'Step {step} of {game} turns the top card of a pile where none lies; lay one first, "Arrange" or '
                '{{ type = "Deal", pile = 1 }}.',
                step=place,
                game=game.name,
            )
            yield Finding("no_pile_to_reveal", sentence, place)


@finding()
def no_pile_to_turn(game: Game) -> Iterator[Finding]:
    """A hand to beat by turning a pile that is not there."""
    for place, step, lying in walked(game):
        if isinstance(step, TurnUntilBeaten) and lying.pile < 1:
            sentence = phrase(
                "Step {step} of {game} turns piles until a hand is beaten where no pile lies; lay one first, "
                '{{ type = "Deal", pile = 7 }}.',
                step=place,
                game=game.name,
            )
            yield Finding("no_pile_to_turn", sentence, place)


@finding()
def pile_not_turned(game: Game) -> Iterator[Finding]:
    """Cards that stay in a pile, so nobody ever sees them."""
    left = lying_at_the_end(game).pile
    if left:
        sentence = phrase(
            "{game} leaves {left} cards of each player in their pile at the end; turn each of them, (Reveal(), Bet()) * "
            "{left}.",
            game=game.name,
            left=left,
        )
        yield Finding("pile_not_turned", sentence)
