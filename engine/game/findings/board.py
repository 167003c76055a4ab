"""What is unsound about the cards on the table: the shared ones, the layout on which they lie, and piles."""

from collections.abc import Iterator

from engine.game.counts import lying_at_the_end, walked
from engine.game.definition import EMPTY, Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import Arrange, Deal, Expose, Lay, Reveal, Turn, TurnUntilBeaten
from engine.game.wilds import Cards, Spots
from engine.speech import phrase


@finding()
def more_turned_than_laid(game: Game) -> Iterator[Finding]:
    """A turn where no shared card lies closed."""
    for place, step, lying in walked(game):
        if isinstance(step, Turn) and lying.shared_closed < 1:
            sentence = phrase(
                'Step {step} of {game} turns a shared card where none lies closed; lay it first, {{ type = "Lay", down = 1 }}.',
                step=place,
                game=game.name,
            )
            yield Finding("more_turned_than_laid", sentence, place)


@finding()
def no_such_spot(game: Game) -> Iterator[Finding]:
    """A wild spot, a spot that cancels or a line that the layout does not have."""
    lines = game.board.lines or () if game.board is not None else ()
    for name in (*_spots_of_wild_rules(game), *(spot for line in lines for spot in line.split())):
        if name not in game.spots:
            yield Finding("no_such_spot", _no_such_spot(game, name))


def _no_such_spot(game: Game, spot: str) -> str:
    if not game.spots:
        return phrase("{game} speaks of the spot {spot}; its shared cards lie at none.", game=game.name, spot=spot)
    return phrase(
        "{game} speaks of the spot {spot}; its shared cards lie at {spots}.",
        game=game.name,
        spot=spot,
        spots=", ".join(game.spots),
    )


def _spots_of_wild_rules(game: Game) -> Iterator[str]:
    for rule in game.wild_rules:
        match rule:
            case Spots(names=names) | Cards(unless_at=names):
                yield from names.split()
            case _:
                pass


@finding()
def spots_do_not_match_cards_laid(game: Game) -> Iterator[Finding]:
    """A layout with more or fewer spots than cards are laid."""
    if game.board is None:
        return
    laid = sum(step.up + step.down for step in game.steps if isinstance(step, Lay))
    laid += sum(lay.up + lay.down for step in game.steps if isinstance(step, Deal) for lay in step.on_call)
    if laid != len(game.board.names):
        sentence = phrase(
            "{game} lays {laid} shared cards on {spots} spots; the numbers must be equal.",
            game=game.name,
            laid=laid,
            spots=len(game.board.names),
        )
        yield Finding("spots_do_not_match_cards_laid", sentence)


@finding()
def picture_shows_other_spots(game: Game) -> Iterator[Finding]:
    """A picture that leaves out a spot, shows one twice, or shows one that the layout does not have."""
    if game.board is None or not game.board.picture:
        return
    if len({len(row.split()) for row in game.board.picture}) > 1:
        sentence = phrase(
            "The rows of the picture of {game} have different lengths; put a point where no card lies.", game=game.name
        )
        yield Finding("picture_shows_other_spots", sentence)
    shown = sorted(name for row in game.board.picture for name in row.split() if name != EMPTY)
    if shown != sorted(game.board.names):
        sentence = phrase(
            "The picture of {game} shows {shown}; it must show each of {spots} once.",
            game=game.name,
            shown=", ".join(shown) or phrase("nothing"),
            spots=", ".join(sorted(game.board.names)),
        )
        yield Finding("picture_shows_other_spots", sentence)


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
