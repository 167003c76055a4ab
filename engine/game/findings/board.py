"""What is unsound about the shared cards and the layout on which they lie."""

from collections.abc import Iterator

from engine.game.counts import walked
from engine.game.definition import Game
from engine.game.findings.finding import Finding, finding
from engine.game.layouts import EMPTY
from engine.game.steps import Deal, Lay, Turn
from engine.game.wilds import Cards, Spots


@finding()
def more_turned_than_laid(game: Game) -> Iterator[Finding]:
    """A turn where no shared card lies closed."""
    for place, step, lying in walked(game):
        if isinstance(step, Turn) and lying.shared_closed < 1:
            sentence = (
                f"Step {place} of {game.name} turns a shared card where none lies closed; "
                'lay it first, { type = "Lay", down = 1 }.'
            )
            yield Finding("more_turned_than_laid", sentence, place)


@finding()
def no_such_spot(game: Game) -> Iterator[Finding]:
    """A wild spot, a spot that cancels or a line that the layout does not have."""
    lines = game.board.lines or () if game.board is not None else ()
    for name in (*_spots_of_wild_rules(game), *(spot for line in lines for spot in line.split())):
        if name not in game.spots:
            sentence = (
                f"{game.name} speaks of the spot {name}; its shared cards lie at {', '.join(game.spots) or 'none'}."
            )
            yield Finding("no_such_spot", sentence)


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
        sentence = f"{game.name} lays {laid} shared cards on {len(game.board.names)} spots; the numbers must be equal."
        yield Finding("spots_do_not_match_cards_laid", sentence)


@finding()
def picture_shows_other_spots(game: Game) -> Iterator[Finding]:
    """A picture that leaves out a spot, shows one twice, or shows one that the layout does not have."""
    if game.board is None or not game.board.picture:
        return
    if len({len(row.split()) for row in game.board.picture}) > 1:
        sentence = f"The rows of the picture of {game.name} have different lengths; put a point where no card lies."
        yield Finding("picture_shows_other_spots", sentence)
    shown = sorted(name for row in game.board.picture for name in row.split() if name != EMPTY)
    if shown != sorted(game.board.names):
        sentence = (
            f"The picture of {game.name} shows {', '.join(shown) or 'nothing'}; "
            f"it must show each of {', '.join(sorted(game.board.names))} once."
        )
        yield Finding("picture_shows_other_spots", sentence)
