"""The rulebooks as they are written: names that lead somewhere, and rounds as their sources count them."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import engine.catalogue
from engine.catalogue import RULEBOOKS
from engine.game.counts import betting_rounds, own_cards, seats_the_deck_allows, shared_cards, turns_until_beaten
from engine.game.definition import Game
from engine.game.findings import findings
from engine.game.rules_text import DECIDES, explain
from engine.game.steps import Deal
from engine.game.wilds import Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.library import GAMES, letters
from tests.engine.catalogue.overview import CARD_ROOMS, COUNTED_OTHERWISE, ENEMAERKE, MUNK

CATALOGUE = Path(engine.catalogue.__file__).parent
MODULES = sorted(path for path in CATALOGUE.rglob("*.py") if path.name != "__init__.py")

# The column of wild cards in the words of the source.
READ: dict[str, frozenset[object]] = {
    "2'ere": frozenset({"2"}),
    "3'ere": frozenset({"3"}),
    "7'ere": frozenset({"7"}),
    "9'ere": frozenset({"9"}),
    "knægte": frozenset({"J"}),
    "dronninger": frozenset({"Q"}),
    "konger": frozenset({"K"}),
    "en-øjede": frozenset({"Js", "Jh", "Kd"}),
    "personligt slutkort": frozenset({Personal("last")}),
    "frit valg (personligt)": frozenset({Personal("chosen")}),
    "laveste personlige lukket kort": frozenset({Personal("lowest closed")}),
    "par (kun par)": frozenset({RiskyPairs()}),
    "split pairs": frozenset({SplitPairs()}),
    "åbent fælleskort": frozenset({Spots("spit")}),
    "2 åbne fælleskort": frozenset({Spots("spit shit")}),
    "1 åbent og 1 lukket fælleskort": frozenset({Spots("spit shit")}),
    "2 fælleskort": frozenset({Spots("spit shit")}),
    "sidste fælleskort": frozenset({Spots("5")}),
    "centerkortet": frozenset({Spots("centre")}),
    "evt. centerkortet": frozenset({Spots("centre")}),
    "elevatoren": frozenset({Spots("elevator")}),
    "trekantens hjørner": frozenset({Spots("A B C")}),
    "trekantens sidens midterkort": frozenset({Spots("AB BC CA")}),
}
# What the column leaves out, or what is ruled in its place (R-D5).
WILD_BY_RULING: dict[str, tuple[frozenset[object], frozenset[object] | None]] = {
    "Shifting Sands": (frozenset(), frozenset({Personal("last")})),
    "Follow the Queen": (frozenset({Follower("Q")}), None),
    "Follow the Queen and One-eyed Picture Cards": (frozenset({Follower("Q")}), None),
    "April Reigners": (frozenset({Follower("Q")}), None),
    "Eleven Bright Stars": (frozenset({Follower("3 9")}), None),
}


def wild_of(game: Game) -> frozenset[object]:
    """Ranks and cards one by one, every other rule as it is written."""
    found: set[object] = set()
    for rule in game.wild_rules:
        found |= set(rule.names.split()) if isinstance(rule, Cards) else {rule}
    return frozenset(found)


def games_of(rulebook: str) -> dict[str, Game]:
    return {game.name: game for game in GAMES if game.rulebook == rulebook}


def declarations(path: Path) -> set[str]:
    """The names a module gives to games: what is assigned from Game(...) or from another game's but(...)."""
    named = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = node.value.func
            if getattr(made, "id", "") == Game.__name__ or getattr(made, "attr", "") == "but":
                named |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return named


def test_the_rulebooks_hold_the_games_of_their_sources_and_no_other() -> None:
    """RULINGS 0.1: 56 names in D2, 8 in D1, spelt as there."""
    assert sorted(games_of("enemaerke")) == sorted(row.name for row in ENEMAERKE)
    assert sorted(games_of("munk")) == sorted(MUNK)
    assert sorted(games_of("standard")) == sorted(CARD_ROOMS), "a game of a rulebook has its row in overview.py"
    assert (len(ENEMAERKE), len(MUNK), len(CARD_ROOMS)) == (56, 8, 13)


@pytest.mark.parametrize("row", ENEMAERKE, ids=lambda row: row.name)
def test_a_game_has_the_rounds_and_the_own_and_shared_cards_of_the_overview(row) -> None:
    game = games_of("enemaerke")[row.name]
    overview, described = COUNTED_OTHERWISE.get(row.name, (row.rounds, row.rounds))
    assert row.rounds == overview
    assert (None if turns_until_beaten(game) else betting_rounds(game)) == described
    assert (own_cards(game), shared_cards(game)) == (row.own, row.shared)


def test_only_last_chance_and_fill_the_hole_are_counted_otherwise_and_the_description_wins() -> None:
    """RULINGS R-D6 and R-D7: six rounds and not five, five rounds and not six."""
    games = games_of("enemaerke")
    differing = {row.name for row in ENEMAERKE if row.rounds and betting_rounds(games[row.name]) != row.rounds}
    assert differing == {"Last Chance", "Fill the Hole"} == set(COUNTED_OTHERWISE)
    assert betting_rounds(games["Last Chance"]) == 6
    assert betting_rounds(games["Fill the Hole"]) == 5


def test_nobody_knows_how_often_there_is_betting_only_where_a_hand_is_to_be_beaten() -> None:
    assert {row.name for row in ENEMAERKE if row.rounds is None} == {"Midnight Baseball", "Nårwidjan munækklips"}
    assert {game.name for game in GAMES if turns_until_beaten(game)} == {
        "Courtney Love Baseball",
        "Midnight Baseball",
        "Midnight Cobain Baseball",
        "Nårwidjan munækklips",
    }


@pytest.mark.parametrize(("name", "row"), MUNK.items(), ids=MUNK)
def test_munks_dollars_count_the_betting_rounds(name, row) -> None:
    """RULINGS D1: one $ a round in every game of a fixed length; ??? where nobody knows how many more."""
    game, (dollars, own, shared) = games_of("munk")[name], row
    assert turns_until_beaten(game) == dollars.endswith("???")
    if not turns_until_beaten(game):
        assert betting_rounds(game) == dollars.count("$")
    assert (own_cards(game), shared_cards(game)) == (own, shared)


def test_the_standard_games_have_the_rounds_of_the_card_rooms() -> None:
    assert {name: betting_rounds(game) for name, game in games_of("standard").items()} == CARD_ROOMS


@pytest.mark.parametrize("row", ENEMAERKE, ids=lambda row: row.name)
def test_the_wild_cards_are_those_of_the_overview(row) -> None:
    """What the column leaves out or says otherwise is a ruling, and named in `WILD_BY_RULING`."""
    left_out, otherwise = WILD_BY_RULING.get(row.name, (frozenset(), None))
    column = frozenset().union(*(READ[word.casefold()] for word in row.wild.split(", "))) if row.wild else frozenset()
    assert wild_of(games_of("enemaerke")[row.name]) == (otherwise or column | left_out)


def test_only_games_that_follow_an_open_card_and_shifting_sands_differ_from_the_column() -> None:
    """RULINGS D2, wild-column disagreements; R-D5."""
    following = {game.name for game in GAMES if any(isinstance(rule, Follower) for rule in game.wild_rules)}
    assert set(WILD_BY_RULING) == following | {"Shifting Sands"}


def test_no_more_than_five_can_play_rubbers_in_the_dark() -> None:
    """RULINGS R-D9: ten cards for each and two shared ones; every other game suits seven."""
    allowed = {name: seats_the_deck_allows(game) for name, game in games_of("enemaerke").items()}
    assert {name: seats for name, seats in allowed.items() if seats < 7} == {"Rubbers in the Dark": 5}


@pytest.mark.parametrize(
    ("name", "closed", "opened"),
    [
        ("Straight Poker", 5, 0),
        ("Three Card Draw", 5, 0),
        ("Five Card Stud", 1, 4),
        ("Seven Card Stud", 3, 4),
        ("Downs and Ups", 2, 3),
        ("Ups and Downs", 3, 2),
        ("Seven Bright Stars", 0, 7),
        ("Mexican Stud", 5, 0),
    ],
)
def test_the_cards_are_dealt_closed_and_open_as_the_source_says(name, closed, opened) -> None:
    deals = [step for step in games_of("enemaerke")[name].steps if isinstance(step, Deal)]
    assert (sum(deal.down for deal in deals), sum(deal.up for deal in deals)) == (closed, opened)


@pytest.mark.parametrize(
    ("name", "laid", "lines"),
    [
        ("Criss-Cross", "north east south west centre", None),
        ("Trafalgar Square", "north east south west centre", 2),
        ("Fill the Hole", "north east south west", None),
        ("Elevator", "st.tv 1.th 2.tv st.th 1.tv 2.th elevator", 7),
        ("The Pyramid", "AB BC CA A B C", 3),
        ("Bermuda Trekanten", "A B C AB BC CA", 3),
        ("Karrusel", "0 2 4 1 3 5", 6),
    ],
)
def test_shared_cards_are_laid_in_the_order_of_the_source(name, laid, lines) -> None:
    """RULINGS R-D29: “i urets retning” names no first card, and of the triangle nothing is said; D2 numbers the ring."""
    board = games_of("enemaerke")[name].board
    assert board.spots == laid
    assert (len(board.lines) if board.lines is not None else None) == lines


def test_in_the_elevator_rows_and_diagonals_go_through_the_shaft_and_columns_do_not() -> None:
    """RULINGS R-D4."""
    board = games_of("enemaerke")["Elevator"].board
    through = [line for line in board.lines or () if "elevator" in line.split()]
    assert len(through) == 5
    assert {line for line in board.lines or () if line not in through} == {"st.tv 1.tv 2.tv", "st.th 1.th 2.th"}


def test_on_the_ring_any_three_neighbours_are_a_line() -> None:
    board = games_of("enemaerke")["Karrusel"].board
    assert board.lines == tuple(f"{place} {(place + 1) % 6} {(place + 2) % 6}" for place in range(6))


def test_the_games_of_the_family_stand_in_the_alphabetical_order_of_their_source() -> None:
    """The second overview of the source, in the Danish alphabet: Straight Poker, Sømærket, The Pyramid."""
    behind_z = str.maketrans("æøå", "{|}", "',-")
    names = sorted((row.name for row in ENEMAERKE), key=lambda name: name.casefold().translate(behind_z))
    assert list(games_of("enemaerke")) == names
    assert names[-9:-6] == ["Sømærket", "The Pyramid", "Three Card Draw"]


def test_no_game_is_declared_and_forgotten() -> None:
    """Every declaration stands in an index, or something that stands in one is made of it."""
    used = set()
    for path in MODULES:
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        used |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    declared = set().union(*map(declarations, MODULES))
    assert declared - used == set()
    assert {"SEVEN_CARD_STUD", "OMAHA", "ELEVATOR", "PUKE"} <= declared


@pytest.mark.parametrize("path", [*MODULES, *CATALOGUE.rglob("__init__.py")], ids=lambda path: path.stem)
def test_a_game_is_data_and_nothing_is_decided_in_the_catalogue(path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    code = (ast.FunctionDef, ast.Lambda, ast.If, ast.IfExp, ast.For, ast.While, ast.comprehension, ast.ClassDef)
    assert [node for node in ast.walk(tree) if isinstance(node, code)] == []


def test_every_declaration_is_sound() -> None:
    assert [(game.name, findings(game)) for game in GAMES if findings(game)] == []


@pytest.mark.parametrize("book", RULEBOOKS, ids=lambda book: book.name)
def test_a_name_means_one_game_of_its_rulebook(book) -> None:
    names = Counter(letters(game.name) for game in book.games)
    assert [name for name, times in names.items() if times > 1] == []
    assert all(names)


@pytest.mark.parametrize("book", RULEBOOKS, ids=lambda book: book.name)
def test_a_variation_is_of_a_game_in_the_same_rulebook(book) -> None:
    names = {game.name for game in book.games}
    assert {parent for game in book.games for parent in game.variation_of} <= names


def test_the_rulebooks_have_different_names() -> None:
    names = [book.name for book in RULEBOOKS]
    assert len(set(names)) == len(names)


# By the source: the games that it calls variations, and of which; a game that is not here is called none.
KIN = {
    "Downs and Ups": ("Ups and Downs",),
    "Three Card Draw, Deuces Wild": ("Three Card Draw",),
    "Three Card Draw, Deuces and One-eyed Picture Card Wild": ("Three Card Draw",),
    "Risky Pairs": ("Three Card Draw",),
    "Seven Eleven": ("Chicago Seven",),
    "Siberian Husky": ("Chicago Seven",),
    "Mississippi Ratfuck": ("Chicago Seven",),
    "Five Card Stud, Deuces Wild": ("Five Card Stud",),
    "Mexican Stud": ("Five Card Stud",),
    "Shifting Sands": ("Mexican Stud",),
    "Seven Card Stud, Deuces Wild": ("Seven Card Stud",),
    "CRS Surprise": ("Seven Card Stud",),
    "Baseball": ("Seven Card Stud",),
    "Yankee Baseball": ("Baseball",),
    "Midnight Baseball": ("Baseball",),
    "Nårwidjan munækklips": ("Midnight Baseball",),
    "Follow the Queen": ("Seven Card Stud",),
    "Follow the Queen and One-eyed Picture Cards": ("Follow the Queen",),
    "Seven Bright Stars": ("Seven Card Stud", "Bet on Five Open Cards"),
    "April Reigners": ("Seven Bright Stars", "Follow the Queen"),
    "Eleven Bright Stars": ("Seven Bright Stars", "April Reigners"),
    "Spit 'n' Shit": ("Spit in the Ocean",),
    "Rubbers in the Dusk": ("Spit 'n' Shit",),
    "Rubbers in the Dark": ("Rubbers in the Dusk",),
    "Puke": ("Spit 'n' Shit",),
    "Farum Park": ("Spit 'n' Shit",),
    "Hayley's komet": ("Cincinnati",),
    "Lunatic": ("Hayley's komet",),
    "Criss-Cross": ("Cincinnati", "Hayley's komet"),
    "Kings Cross": ("Criss-Cross",),
    "Trafalgar Square": ("Criss-Cross",),
    "Fill the Hole": ("Criss-Cross",),
    "Paradise Lost": ("Fill the Hole",),
    "The Pyramid": ("Cincinnati",),
    "Gammel Skagen": ("The Pyramid",),
    "Sømærket": ("The Pyramid",),
    "Bermuda Trekanten": ("The Pyramid",),
    "Karrusel": ("Gammel Skagen",),
    # munk.org calls the others related; this one is "just a lazy ripoff".
    "Courtney Love Baseball": ("Midnight Cobain Baseball",),
    "Spit in the Can": ("Scroker",),
    "Seven-Card WordPoker": ("WordPoker",),
    "Texas WordPoker": ("WordPoker",),
    "Tapp-Tarok": ("Tarok",),
}


def test_a_game_is_a_variation_of_those_its_source_names_and_of_no_other() -> None:
    """The standard games have no source text."""
    named = {game.name: game.variation_of for game in GAMES if game.rulebook != "standard" and game.variation_of}
    assert named == KIN


def test_what_the_source_leaves_to_the_dealer_is_told() -> None:
    """RULINGS R-D22."""
    decides = {game.name: game.decides for game in GAMES if game.decides}
    assert decides == {
        "Jumping Jacks": ("wild",),
        "Three Card Draw": ("exchange",),
        "Three Card Draw, Deuces Wild": ("exchange",),
        "Three Card Draw, Deuces and One-eyed Picture Card Wild": ("exchange", "wild"),
    }
    for game in (game for game in GAMES if game.decides):
        assert all(DECIDES[what] in explain(game) for what in game.decides)
