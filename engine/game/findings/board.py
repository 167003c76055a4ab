"""What is unsound about the shared cards and the layout on which they lie."""

from collections.abc import Iterator

from engine.game.counts import walked
from engine.game.definition import EMPTY, Game
from engine.game.findings.finding import Finding, finding
from engine.game.steps import Deal, Lay, Turn
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
