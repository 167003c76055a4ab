"""The rulebooks as they are written: indexes in order, names that lead somewhere, and rounds as their sources count them."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.catalogue
from engine.catalogue import RULEBOOKS
from engine.game.definition import Game, Rulebook
from engine.game.steps import Bet, Deal
from engine.library import GAMES, letters

CATALOGUE = Path(engine.catalogue.__file__).parent
MODULES = sorted(path for path in CATALOGUE.rglob("*.py") if path.name != "__init__.py")

# The overview table of the Enemærke source: betting rounds by game. Last Chance and Fill the Hole are left out, because
# the description of the game counts otherwise there, and it wins (RULINGS R-G2).
OVERVIEW = {
    "April Reigners": 7,
    "Baseball": 5,
    "Bermuda Trekanten": 7,
    "Bet on Five Open Cards": 5,
    "Chicago Seven": 4,
    "Cincinnati": 6,
    "Criss-Cross": 6,
    "CRS Surprise": 5,
    "Downs and Ups": 5,
    "Elevator": 8,
    "Eleven Bright Stars": 7,
    "Farum Park": 3,
    "Five Card Stud": 4,
    "Five Card Stud, Deuces Wild": 4,
    "Follow the Queen": 5,
    "Follow the Queen and One-eyed Picture Cards": 5,
    "Gammel Skagen": 7,
    "Harakiri": 4,
    "Hayley's komet": 6,
    "Jumping Jacks": 5,
    "Karrusel": 7,
    "Kings Cross": 6,
    "Last Chance Unplugged": 5,
    "Lunatic": 6,
    "Mexican Stud": 4,
    "Mississippi Ratfuck": 9,
    "One-Two-Three-Four-Five Card Draw": 6,
    "Paradise Lost": 6,
    "Puke": 6,
    "Risky Pairs": 2,
    "Roll Them": 5,
    "Rubbers in the Dark": 4,
    "Rubbers in the Dusk": 3,
    "Seven Bright Stars": 7,
    "Seven Card Stud": 5,
    "Seven Card Stud, Deuces Wild": 5,
    "Seven Eleven": 4,
    "Shifting Sands": 4,
    "Siberian Husky": 4,
    "Spit in the Ocean": 1,
    "Spit 'n' Shit": 1,
    "Stora Spelet": 11,
    "Straight Poker": 1,
    "Sømærket": 7,
    "The Pyramid": 7,
    "Three Card Draw": 2,
    "Three Card Draw, Deuces and One-eyed Picture Card Wild": 2,
    "Three Card Draw, Deuces Wild": 2,
    "Trafalgar Square": 6,
    "Ups and Downs": 5,
    "Yankee Baseball": 5,
    "Your Choise": 5,
}
# Rounds of the card rooms: before and after each street.
CARD_ROOMS = {"Omaha": 4, "Omaha Hi/Lo 8": 4, "Texas Hold'em": 4}


def betting_rounds(game: Game) -> int:
    return sum(isinstance(step, Bet) for step in game.steps)


def games_of(rulebook: str) -> dict[str, Game]:
    return {game.name: game for game in GAMES if game.rulebook == rulebook}


def indexes(path: Path) -> Iterator[list[str]]:
    """Every `games=` list of a module, by the names that stand in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Rulebook.__name__:
            for keyword in node.keywords:
                if keyword.arg == "games" and isinstance(keyword.value, ast.Tuple):
                    yield [entry.id for entry in keyword.value.elts if isinstance(entry, ast.Name)]


def declarations(path: Path) -> set[str]:
    """The names a module gives to games: what is assigned from Game(...) or from another game's but(...)."""
    named = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = node.value.func
            if getattr(made, "id", "") == Game.__name__ or getattr(made, "attr", "") == "but":
                named |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return named


def test_the_games_of_the_enemaerke_rulebook_have_the_rounds_of_its_overview() -> None:
    played = {name: betting_rounds(game) for name, game in games_of("enemaerke").items() if name in OVERVIEW}
    assert played == {name: OVERVIEW[name] for name in played}
    assert {
        "Straight Poker",
        "Three Card Draw",
        "Three Card Draw, Deuces Wild",
        "Five Card Stud",
        "Seven Card Stud",
    } <= (set(played))


def test_the_standard_games_have_the_rounds_of_the_card_rooms() -> None:
    standard = games_of("standard")
    assert {name: betting_rounds(standard[name]) for name in CARD_ROOMS} == CARD_ROOMS


@pytest.mark.parametrize(
    ("name", "closed", "opened"),
    [
        ("Straight Poker", 5, 0),
        ("Three Card Draw", 5, 0),
        ("Five Card Stud", 1, 4),
        ("Seven Card Stud", 3, 4),
    ],
)
def test_the_cards_are_dealt_closed_and_open_as_the_source_says(name: str, closed: int, opened: int) -> None:
    deals = [step for step in games_of("enemaerke")[name].steps if isinstance(step, Deal)]
    assert (sum(deal.down for deal in deals), sum(deal.up for deal in deals)) == (closed, opened)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(CATALOGUE).as_posix())
def test_the_index_of_a_rulebook_is_sorted(path: Path) -> None:
    for index in indexes(path):
        assert index == sorted(index)


def test_every_rulebook_has_its_index() -> None:
    written = [index for path in MODULES for index in indexes(path)]
    assert sum(map(len, written)) == sum(len(book.games) for book in RULEBOOKS) == len(GAMES)
    assert len(written) == len(RULEBOOKS)


def test_no_game_is_declared_and_forgotten() -> None:
    for path in MODULES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        assert declarations(path) - used == set()
    assert {"SEVEN_CARD_STUD", "OMAHA"} <= {name for path in MODULES for name in declarations(path)}


@pytest.mark.parametrize("book", RULEBOOKS, ids=lambda book: book.name)
def test_a_name_means_one_game_of_its_rulebook(book: Rulebook) -> None:
    names = Counter(letters(game.name) for game in book.games)
    assert [name for name, times in names.items() if times > 1] == []
    assert all(names)


@pytest.mark.parametrize("book", RULEBOOKS, ids=lambda book: book.name)
def test_a_variation_is_of_a_game_in_the_same_rulebook(book: Rulebook) -> None:
    names = {game.name for game in book.games}
    assert {game.variation_of for game in book.games if game.variation_of} <= names


def test_the_rulebooks_have_different_names() -> None:
    names = [book.name for book in RULEBOOKS]
    assert len(set(names)) == len(names)
