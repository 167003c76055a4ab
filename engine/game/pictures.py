"""A game as it is shown: in a list, as rules in their parts, and as a picture of its shared cards with the lines to use."""

from itertools import accumulate, islice, pairwise

import msgspec

from engine.game.counts import shared_cards
from engine.game.definition import EMPTY, Game, Layout
from engine.game.places import in_words, label, place_called, places_called
from engine.game.sentences import HAND_SIZE
from engine.game.steps import AnyStep, Deal, Lay, Turn
from engine.game.wilds import Spots
from engine.grammar import number_word
from engine.speech import say, say_number, to_say


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list.

    `seats`: the fewest and the most who can play. `best`: the numbers its source recommends; None if it recommends
    none. `betting_rounds`: 0 if nobody knows beforehand. `wild`: in a few words; empty if nothing is wild.
    """

    name: str
    rulebook: str
    seats: tuple[int, int]
    best: tuple[int, int] | None
    betting_rounds: int
    wild: str
    variation_of: tuple[str, ...]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game in their parts, in the language spoken.

    `title`: its name, players and stakes. `steps`: what happens, one after another. `picture`: how the shared cards lie,
    line by line; empty if there is nothing to say of it. `facts`: what is true of the whole hand.
    """

    title: str
    steps: tuple[str, ...]
    picture: tuple[str, ...]
    facts: tuple[str, ...]


class Place(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A place where a shared card lies.

    `spot`: its name, as it is typed. `name`: what stands there in a picture. `laid`: when its card is laid, counted from one. `closed`: it is laid closed.
    `wild`: whatever lies there is wild.
    """

    spot: str
    name: str
    laid: int
    closed: bool
    wild: bool


Row = tuple[Place | None, ...]
"""One row of a picture, with None where no card lies."""


MARGIN = "      "


def rows_of(game: Game) -> tuple[Row, ...]:
    """How the shared cards lie, row by row: as the layout's picture has them, else in one row; empty if there are none."""
    closed = _laid_closed(game)
    wild = {spot for rule in game.wild_rules if isinstance(rule, Spots) for spot in rule.names.split()}
    board = game.board
    places = {
        spot: Place(
            spot=spot,
            name=label(spot, board) if board else spot,
            laid=number,
            closed=number in closed,
            wild=spot in wild,
        )
        for number, spot in enumerate(game.spots, start=1)
    }
    if board is None or not board.picture:
        return (tuple(places.values()),) if places else ()
    return tuple(tuple(places.get(name) for name in row.split()) for row in board.picture)


def _laid_closed(game: Game) -> set[int]:
    """Which shared cards are laid closed, counted from one."""
    faces = [closed for lay in lays_of(game) for closed in (*(False,) * lay.up, *(True,) * lay.down)]
    return {number for number, closed in enumerate(faces, start=1) if closed}


def lays_of(game: Game) -> list[Lay]:
    """Every laying of shared cards in the order of the hand, those that may be called for during a deal too."""
    return [lay for step in game.steps for lay in _lays(step)]


def _lays(step: AnyStep) -> tuple[Lay, ...]:
    if isinstance(step, Lay):
        return (step,)
    return step.on_call if isinstance(step, Deal) else ()


def spots_by_step(game: Game) -> list[tuple[str, ...]]:
    """Where each step lays or turns shared cards, in the order of the steps; empty for a step that does neither."""
    laid = iter(game.spots)
    turned = iter([spot for number, spot in enumerate(game.spots, start=1) if number in _laid_closed(game)])
    return [
        tuple(islice(turned, 1))
        if isinstance(step, Turn)
        else tuple(islice(laid, sum(lay.up + lay.down for lay in _lays(step))))
        for step in game.steps
    ]


def called_of_the_board(game: Game) -> tuple[list[str], list[str]]:
    """What people call the places of each laying, and of each turning; empty for those that have only numbers."""
    board, spots = game.board, game.spots
    if board is None or not in_words(board).names:
        return [""] * len(lays_of(game)), [""] * len(spots)
    ends = list(accumulate(lay.up + lay.down for lay in lays_of(game)))
    laid = [spots[begins:end] for begins, end in pairwise((0, *ends))]
    turned = [place_called(spots[number - 1], board) for number in sorted(_laid_closed(game))]
    return [", ".join(places_called(places, board)) for places in laid], turned


def picture_lines(board: Layout) -> list[str]:
    """The picture of a layout line by line, each place in the middle of its column; empty without a picture."""
    rows = [[name if name == EMPTY else label(name, board) for name in row.split()] for row in board.picture]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        MARGIN + "  ".join(_cell(name, width) for name, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _cell(name: str, width: int) -> str:
    return ("" if name == EMPTY else name).center(width)


def lying(game: Game) -> list[str]:
    """Where the shared cards lie and in which order, as first and last line around the picture; one line for a plain row.

    Empty if there is no picture, and not a turn for each of several shared cards.
    """
    board = game.board
    turns = sum(isinstance(step, Turn) for step in game.steps)
    if board is None and turns > 1 and turns == len(game.spots):
        row = say("The shared cards lie in a row and are turned in the order in which they were laid.")
        return [f" {row}"]
    if board is None or not board.picture:
        return []
    named = in_words(board)
    spots = ", ".join(place_called(spot, board) for spot in board.names)
    if turns:
        usual = to_say("They are laid and turned in this order: {spots}.")
        order = say(named.orders.get(board.spots, usual), spots=spots)
    else:
        order = say("They are laid in this order: {spots}.", spots=spots)
    return [f" {say(named.lying)}", *picture_lines(board), f" {order}"]


def cards_that_count(game: Game) -> str:
    """Which own and shared cards make a hand; empty if there are no shared cards."""
    if game.own is not None:
        return _exactly_so_many(game.own, min(HAND_SIZE - game.own, shared_cards(game)))
    if not shared_cards(game):
        return ""
    if game.board is None or game.board.lines is None:
        return say("Own and shared cards count alike.")
    if not game.board.lines:
        return say("The card to beat belongs to nobody, and has no effect.")
    return say(
        "With their own cards a player uses {line}, chosen at the showdown: {lines}.",
        line=say(in_words(game.board).line),
        lines="; ".join(", ".join(places_called(line.split(), game.board)) for line in game.board.lines),
    )


def _exactly_so_many(own: int, shared: int) -> str:
    if shared <= 0:
        return say_number(
            "Exactly one of a player's own cards counts.",
            "Exactly {cards} of a player's own cards count.",
            own,
            cards=number_word(own),
        )
    return say_number(
        "Exactly one of a player's own cards counts, with {shared_ones}.",
        "Exactly {cards} of a player's own cards count, with {shared_ones}.",
        own,
        cards=number_word(own),
        shared_ones=say_number(
            "exactly one of the shared ones",
            "exactly {cards} of the shared ones",
            shared,
            cards=number_word(shared),
        ),
    )
