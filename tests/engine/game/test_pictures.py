"""Layouts drawn from data: every spot in the middle of its column, the order of laying, and the usable lines."""

import pytest

from engine.game.definition import EMPTY, Game, Layout
from engine.game.pictures import cards_that_count, lying, picture_lines, rows_of
from engine.game.steps import Bet, Deal, Lay, Turn
from engine.library import GAMES, named
from tests.engine.game.played import declared

PICTURED = [game for game in GAMES if game.board and game.board.picture]


def on(board: Layout, laid: int) -> Game:
    return declared(Deal(down=4), Lay(down=laid), Bet(), (Turn(), Bet()) * laid, board=board)


def test_a_cross_is_drawn_with_its_arms_around_the_centre() -> None:
    board = named("Criss-Cross")[0].board
    assert board is not None
    assert picture_lines(board) == [
        "                 north",
        "      west  the centre card  east",
        "                 south",
    ]


def test_a_ring_is_drawn_clockwise() -> None:
    board = named("Karrusel")[0].board
    assert board is not None
    assert picture_lines(board) == ["         0     1", "      5           2", "         4     3"]


def test_without_a_picture_nothing_is_drawn() -> None:
    assert picture_lines(Layout("spit shit")) == []
    assert lying(on(Layout("spit shit"), 2)) == []
    assert lying(declared()) == []


def test_what_is_laid_open_is_not_turned() -> None:
    board = Layout("low high", picture=(". high", "low ."))
    assert lying(on(board, 2))[-1] == " They are laid and turned in this order: low, high."
    game = declared(Deal(down=4), Lay(up=2), Bet(), board=board)
    assert lying(game)[-1] == " They are laid in this order: low, high."


def test_a_cross_that_is_turned_in_its_usual_order_is_turned_clockwise_and_its_centre_last() -> None:
    said = {game.name: lying(game)[-1].partition(":")[0] for game in PICTURED}
    assert said["Criss-Cross"] == " They are laid and turned clockwise, the centre card last, in this order"
    assert said["Trafalgar Square"] == said["Kings Cross"] == said["Criss-Cross"]
    assert said["Paradise Lost"] == said["Fill the Hole"] == " They are laid and turned clockwise, in this order"
    usual = named("Criss-Cross")[0].board
    other = Layout("centre north east south west", picture=usual.picture)
    assert lying(on(other, 5))[-1].partition(":")[0] == " They are laid and turned in this order"


def test_a_row_of_shared_cards_that_are_all_turned_is_said_to_be_one() -> None:
    row = ["The shared cards lie in a row and are turned in the order in which they were laid."]
    rows = {game.name for game in GAMES if [line.strip() for line in lying(game)] == row}
    assert rows == {"Cincinnati", "Hayley's komet", "Lunatic"}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (None, "Own and shared cards count alike."),
        ((), "The card to beat belongs to nobody, and has no effect."),
        (
            ("low middle", "high"),
            "With their own cards a player uses exactly one of these lines, chosen at the showdown: low, middle; high.",
        ),
    ],
)
def test_the_lines_of_which_one_is_used_are_said(lines, said) -> None:
    assert cards_that_count(on(Layout("low middle high", lines=lines), 3)) == said


def test_a_picture_stays_with_other_lines_and_two_layouts_are_equal_by_what_they_say() -> None:
    board = Layout("low high", picture=(". high", "low ."))
    assert board.but(lines=("low", "high")).picture == board.picture
    assert board == Layout("low high", picture=(". high", "low ."))
    assert board != Layout("low high")


@pytest.mark.parametrize("game", PICTURED, ids=lambda game: game.name)
def test_every_picture_of_the_catalogue_shows_each_spot_once_and_has_straight_columns(game) -> None:
    rows = [row.split() for row in game.board.picture]
    assert len({len(row) for row in rows}) == 1
    assert sorted(name for row in rows for name in row if name != EMPTY) == sorted(game.board.names)


def test_every_game_with_more_than_two_spots_of_its_own_has_a_picture() -> None:
    assert len(PICTURED) == 11
    assert {game.name for game in GAMES if game.board and len(game.board.names) > 2} == {game.name for game in PICTURED}


def test_a_layout_can_be_drawn_row_by_row_with_what_is_wild_and_when_it_is_laid() -> None:
    rows = rows_of(named("Criss-Cross")[0])
    assert [[place and place.spot for place in row] for row in rows] == [
        [None, "north", None],
        ["west", "centre", "east"],
        [None, "south", None],
    ]
    places = {place.spot: place for row in rows for place in row if place}
    assert [places[spot].laid for spot in ("north", "west", "centre")] == [1, 4, 5]
    assert [spot for spot, place in places.items() if place.wild] == ["centre"]
    assert all(place.closed for place in places.values())


def test_shared_cards_without_a_picture_lie_in_a_row_the_open_ones_of_a_step_first() -> None:
    (row,) = rows_of(declared(Deal(down=2), Lay(down=1, up=2), Bet()))
    assert [(place.spot, place.closed) for place in row if place] == [("1", False), ("2", False), ("3", True)]
    (row,) = rows_of(named("Farum Park")[0])
    assert [(place.spot, place.closed, place.wild) for place in row if place] == [
        ("spit", False, True),
        ("shit", True, True),
    ]
    assert rows_of(declared()) == ()


def test_every_shared_card_has_one_place_in_the_rows() -> None:
    for game in GAMES:
        places = sorted((place.laid, place.spot) for row in rows_of(game) for place in row if place)
        assert places == list(enumerate(game.spots, start=1)), game.name
