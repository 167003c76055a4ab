"""What people call the places of shared cards and the lines of which they use one, by layout; a spot keeps its name in the book."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.game.definition import Game, Layout
from engine.speech import say, to_say


class Named(NamedTuple):
    """A layout in words. `names`: of one spot, or of several together, as they are written in a declaration.

    `groups`: those of several together by which its steps are told, if the cards of each are laid and turned together.
    `orders`: the sentence for an order of all spots that people have words for.
    """

    lying: str = to_say("The shared cards lie like this.")
    names: Mapping[str, str] = {}
    line: str = to_say("exactly one of these lines")
    groups: tuple[str, ...] = ()
    orders: Mapping[str, str] = {}


_ARMS = {"north": to_say("north"), "east": to_say("east"), "south": to_say("south"), "west": to_say("west")}
_CENTRE_LAST = {
    "north east south west centre": to_say(
        "They are laid and turned clockwise, the centre card last, in this order: {spots}."
    )
}
CROSS = Named(
    to_say("The shared cards lie in a cross."), {**_ARMS, "centre": to_say("the centre card")}, orders=_CENTRE_LAST
)
SQUARE = Named(
    to_say("The shared cards lie in a cross without its centre card."),
    _ARMS,
    orders={"north east south west": to_say("They are laid and turned clockwise, in this order: {spots}.")},
)
TRAFALGAR_SQUARE = Named(
    to_say("The shared cards lie in a cross: the four corner cards are the lions, the centre card is Lord Nelson."),
    {
        "north": to_say("the north lion"),
        "east": to_say("the east lion"),
        "south": to_say("the south lion"),
        "west": to_say("the west lion"),
        "north east south west": to_say("the lions"),
        "centre": to_say("Lord Nelson"),
    },
    to_say("either the four corner cards or the wild centre card, not both"),
    orders=_CENTRE_LAST,
)
HOUSE = Named(
    to_say(
        "The shared cards lie as a house in the form of an H: the ground floor (st.), the first and the second floor, left "
        "(tv) and right (th), with the elevator in the shaft between them."
    ),
    {"elevator": to_say("the elevator")},
    to_say("one row, one column or one diagonal"),
)
TRIANGLE = Named(
    to_say("The shared cards lie in a triangle: a corner card at each corner, a middle card on each side."),
    {
        **dict.fromkeys(("A", "B", "C"), to_say("corner {spot}")),
        **dict.fromkeys(("AB", "BC", "CA"), to_say("middle card {spot}")),
        "A B C": to_say("the corners of the triangle"),
        "AB BC CA": to_say("the middle cards of the sides of the triangle"),
    },
    to_say("one side of the triangle"),
    ("AB BC CA", "A B C"),
)
RING = Named(
    to_say("The shared cards lie in a ring: first every other place, then the gaps between them."),
    {
        **dict.fromkeys("012345", to_say("place {spot}")),
        "0 2 4": to_say("the cards at every other place of the ring"),
        "1 3 5": to_say("the cards in the gaps of the ring"),
    },
    to_say("three cards next to each other in the ring"),
    ("0 2 4", "1 3 5"),
)

_BY_SPOTS = {
    frozenset(spots.split()): named
    for spots, named in (
        ("north east south west centre", CROSS),
        ("north east south west", SQUARE),
        ("st.tv 1.th 2.tv st.th 1.tv 2.th elevator", HOUSE),
        ("A B C AB BC CA", TRIANGLE),
        ("0 1 2 3 4 5", RING),
    )
}
_BY_LINES: dict[tuple[str, ...], Named] = {("north east south west", "centre"): TRAFALGAR_SQUARE}


def in_words(board: Layout) -> Named:
    """The layout in words; one that nobody has named has the names of its spots."""
    return _BY_LINES.get(board.lines or ()) or _BY_SPOTS.get(frozenset(board.names)) or Named()


def group_of(spots: Sequence[str], board: Layout) -> tuple[str, ...]:
    """The places of the group in which these lie, by which the steps of this layout are told; empty if there is none."""
    groups = (tuple(group.split()) for group in in_words(board).groups)
    return next((group for group in groups if set(spots) <= set(group)), ())


def place_called(spot: str, board: Layout) -> str:
    """The name of this place in the language spoken, or of several together; without a name the spot as it is typed."""
    return say(in_words(board).names.get(spot, "{spot}"), spot=spot)


class Place(str):
    """A spot in a refusal: said by its name in the language spoken then, while programs read the spot."""

    __slots__ = ("board",)
    board: Layout

    def __format__(self, _spec: str) -> str:
        return label(str(self), self.board)


def places(game: Game) -> list[str]:
    """The spots of the game's shared cards, each to be said by its name."""
    return [_place(spot, game.board) if game.board else spot for spot in game.spots]


def _place(spot: str, board: Layout) -> Place:
    place = Place(spot)
    place.board = board
    return place


def label(spot: str, board: Layout) -> str:
    """What stands at this place in a picture: its name, or the spot where the name only says more about it."""
    return spot if "{spot}" in in_words(board).names.get(spot, "") else place_called(spot, board)


def places_called(spots: Sequence[str], board: Layout) -> list[str]:
    """The names of these places, one name for all of them if they have it."""
    together = " ".join(spots)
    return [place_called(spot, board) for spot in ((together,) if together in in_words(board).names else spots)]
