"""What is unsound about the cards on the table: the shared ones, the layout on which they lie, and piles."""

from collections.abc import Iterator

from engine.game.counts import lying_at_the_end, walked
from engine.game.definition import EMPTY, Game
from engine.game.findings.finding import Unsound, finding, unsound
from engine.game.steps import Arrange, Deal, Expose, Lay, Reveal, Turn, TurnUntilBeaten
from engine.game.wilds import Cards, Spots
from engine.speech import phrase, to_say


@finding()
def more_turned_than_laid(game: Game) -> Iterator[Unsound]:
    """A turn where no shared card lies closed."""
    for place, step, lying in walked(game):
        if isinstance(step, Turn) and lying.shared_closed < 1:
            yield unsound(
                'Step {step} of {game} turns a shared card where none lies closed; lay it first, {{ type = "Lay", down = 1 }}.',
                game,
                step=place,
            )


@finding()
def no_such_spot(game: Game) -> Iterator[Unsound]:
    """A wild spot, a spot that cancels or a line that the layout does not have."""
    lines = game.board.lines or () if game.board is not None else ()
    for name in (*_spots_of_wild_rules(game), *(spot for line in lines for spot in line.split())):
        if name not in game.spots:
            yield unsound(OTHER_SPOTS if game.spots else NO_SPOTS, game, spot=name, spots=", ".join(game.spots))


NO_SPOTS = to_say("{game} speaks of the spot {spot}; its shared cards lie at none.")
OTHER_SPOTS = to_say("{game} speaks of the spot {spot}; its shared cards lie at {spots}.")


def _spots_of_wild_rules(game: Game) -> Iterator[str]:
    for rule in game.wild_rules:
        match rule:
            case Spots(names=names) | Cards(unless_at=names):
                yield from names.split()
            case _:
                pass


@finding()
def spots_do_not_match_cards_laid(game: Game) -> Iterator[Unsound]:
    """A layout with more or fewer spots than cards are laid."""
    if game.board is None:
        return
    laid = sum(step.up + step.down for step in game.steps if isinstance(step, Lay))
    laid += sum(lay.up + lay.down for step in game.steps if isinstance(step, Deal) for lay in step.on_call)
    if laid != len(game.board.names):
        yield unsound(
            "{game} lays {laid} shared cards on {spots} spots; the numbers must be equal.",
            game,
            laid=laid,
            spots=len(game.board.names),
        )


@finding()
def picture_shows_other_spots(game: Game) -> Iterator[Unsound]:
    """A picture that leaves out a spot, shows one twice, or shows one that the layout does not have."""
    if game.board is None or not game.board.picture:
        return
    if len({len(row.split()) for row in game.board.picture}) > 1:
        yield unsound("The rows of the picture of {game} have different lengths; put a point where no card lies.", game)
    shown = sorted(name for row in game.board.picture for name in row.split() if name != EMPTY)
    if shown != sorted(game.board.names):
        yield unsound(
            "The picture of {game} shows {shown}; it must show each of {spots} once.",
            game,
            shown=", ".join(shown) or phrase("nothing"),
            spots=", ".join(sorted(game.board.names)),
        )


@finding()
def nothing_closed_to_arrange(game: Game) -> Iterator[Unsound]:
    """Psychology with fewer than two own closed cards, or asked for a second time."""
    laid = False
    for place, step, lying in walked(game):
        if isinstance(step, Arrange) and lying.closed < 2:
            yield unsound(ARRANGED if laid else TOO_FEW, game, closed=lying.closed, step=place)
        laid = laid or isinstance(step, Arrange)


ARRANGED = to_say("{game} lays its closed cards in a pile already.")
TOO_FEW = to_say("{game} lays closed cards in a pile where a player holds {closed}; it takes two or more.")


@finding()
def nothing_closed_to_expose(game: Game) -> Iterator[Unsound]:
    """A card opened by choice when none lies closed."""
    for place, step, lying in walked(game):
        if isinstance(step, Expose) and lying.closed < 1:
            yield unsound(
                "Step {step} of {game} opens a card of the player's choice where they hold none closed; deal it first, "
                '{{ type = "Deal", down = 1 }}.',
                game,
                step=place,
            )


@finding()
def no_pile_to_reveal(game: Game) -> Iterator[Unsound]:
    """A card turned from a pile when no pile is left."""
    for place, step, lying in walked(game):
        if isinstance(step, Reveal) and lying.pile < 1:
            yield unsound(
                'Step {step} of {game} turns the top card of a pile where none lies; lay one first, "Arrange" or '
                '{{ type = "Deal", pile = 1 }}.',
                game,
                step=place,
            )


@finding()
def no_pile_to_turn(game: Game) -> Iterator[Unsound]:
    """A hand to beat by turning a pile that is not there."""
    for place, step, lying in walked(game):
        if isinstance(step, TurnUntilBeaten) and lying.pile < 1:
            yield unsound(
                "Step {step} of {game} turns piles until a hand is beaten where no pile lies; lay one first, "
                '{{ type = "Deal", pile = 7 }}.',
                game,
                step=place,
            )


@finding()
def pile_not_turned(game: Game) -> Iterator[Unsound]:
    """Cards that stay in a pile, so nobody ever sees them."""
    left = lying_at_the_end(game).pile
    if left:
        yield unsound(
            "{game} leaves {left} cards of each player in their pile at the end; turn each of them, (Reveal(), Bet()) * "
            "{left}.",
            game,
            left=left,
        )
