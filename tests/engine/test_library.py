"""Finding a game: what people type is forgiven, what could be two games is both, and the night's own rulebook wins."""

import re

import pytest

from engine import library
from engine.catalogue import ALIASES, RULEBOOKS
from engine.game.definition import Game
from engine.library import BOOK_NAMES, GAMES, aliases, close_to, letters, named, search

# A shelf of two rulebooks, so that the catalogue may grow without changing what is asked here.
NAMES = {
    "family": (
        "Five Card Stud",
        "Seven Card Stud",
        "Seven Card Stud, Deuces Wild",
        "Spit 'n' Shit",
        "Sømærket",
        "Three Card Draw",
        "Three Card Draw, Deuces Wild",
    ),
    "house": ("Omaha", "Omaha Hi/Lo 8", "Seven-Card Stud", "Stud Hi/Lo 8", "Texas Hold'em"),
}
SHELF = tuple(Game(name, rulebook=rulebook) for rulebook, names in NAMES.items() for name in names)


def on_the_shelf(monkeypatch: pytest.MonkeyPatch, games: tuple[Game, ...]) -> None:
    """There are these games and no others."""
    monkeypatch.setattr(library, "GAMES", games)
    monkeypatch.setattr(library, "BY_LETTERS", library.by_letters(games))


@pytest.fixture(autouse=True)
def shelf(monkeypatch) -> None:
    on_the_shelf(monkeypatch, SHELF)


def found(text: str, rulebook: str = "family") -> list[str]:
    return [game.name for game in search(text, rulebook)]


# Each rule stands above its examples: what is typed, with the rulebook of the night behind an @, and the games that are meant.
FOUND = """
case, punctuation and what is left out are forgiven
    Texas Hold'em; texas hold'em; TEXAS HOLDEM; Texas Hold\u2019em;   texas   holdem ; texas-holdem -> Texas Hold'em
    texas; te; holdem; hold'em; hol -> Texas Hold'em
a keyboard needs no Danish letters
    Sømærket; SØMÆRKET; somaerket; somae -> Sømærket
apostrophes do not part a name
    spit n shit; Spit 'n' Shit; sns; shit -> Spit 'n' Shit
a full name means that game although others begin like it
    three card draw -> Three Card Draw
    omaha -> Omaha
a beginning that fits several games gives them all
    three -> Three Card Draw; Three Card Draw, Deuces Wild
    om -> Omaha; Omaha Hi/Lo 8
a word within the name is asked only when no name begins so
    stud @ house -> Stud Hi/Lo 8
    card stud -> Five Card Stud; Seven Card Stud; Seven Card Stud, Deuces Wild
a word within an own name is meant before the beginning of another's
    stud -> Five Card Stud; Seven Card Stud; Seven Card Stud, Deuces Wild
    draw @ house -> Three Card Draw; Three Card Draw, Deuces Wild
the middle of a word is no part of a name
    tud ->
initials are enough
    fcs -> Five Card Stud
    tcdDW -> Three Card Draw, Deuces Wild
of two games of one name a night of a third rulebook is asked which
    seven card stud @ elsewhere; seven card stud @ -> Seven Card Stud; Seven-Card Stud
beginnings and initials too mean the night's own games first
    seven @ house; scs @ house -> Seven-Card Stud
    seven -> Seven Card Stud; Seven Card Stud, Deuces Wild
games of other rulebooks are found where the own has none
    omaha hi -> Omaha Hi/Lo 8
"""
EXAMPLES = dict(re.findall(r"^(\S.*)\n((?:    .*\n)+)", FOUND, re.MULTILINE))


@pytest.mark.parametrize("rule", EXAMPLES)
def test_of_finding_a_game(rule) -> None:
    for line in EXAMPLES[rule].splitlines():
        typed, meant = line.removeprefix("    ").split(" ->")
        for one in typed.split(";"):
            text, at, rulebook = one.partition(" @")
            names = [name.strip() for name in meant.split(";") if name]
            assert found(text, rulebook.strip() if at else "family") == names, one


@pytest.mark.parametrize("typed", ["7 card stud", "seven card stud", "7-card stud"])
def test_numbers_may_be_typed_as_digits_or_as_words(typed) -> None:
    assert {letters(game.name) for game in search(typed)} == {"seven card stud"}


def test_another_rulebooks_full_name_is_stronger_than_an_own_beginning(monkeypatch) -> None:
    on_the_shelf(monkeypatch, (*SHELF, Game("Omaha Baseball", rulebook="family")))
    assert found("omaha", "family") == ["Omaha"]
    assert found("oma", "family") == ["Omaha Baseball"]


@pytest.mark.parametrize(("rulebook", "name"), [("family", "Seven Card Stud"), ("house", "Seven-Card Stud")])
def test_of_two_games_of_one_name_the_nights_own_rulebook_wins(rulebook, name) -> None:
    assert found("seven card stud", rulebook) == [name]
    assert named("Seven Card Stud", rulebook)[0].rulebook == rulebook
    assert len(named("Seven Card Stud", rulebook)) == 2


@pytest.mark.parametrize("typed", ["", "   ", "?!", "canasta", "xyzzy"])
def test_what_names_no_game_finds_none(typed) -> None:
    assert found(typed) == []
    assert named(typed) == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("texas holdm", "Texas Hold'em"),
        ("holdm", "Texas Hold'em"),
        ("omha", "Omaha"),
        ("tree card draw", "Three Card Draw"),
        ("sevn card stud", "Seven Card Stud"),
        ("somærkt", "Sømærket"),
    ],
)
def test_a_misspelt_name_suggests_the_one_that_was_meant(typed, meant) -> None:
    assert found(typed) == []
    assert close_to(typed)[0] == meant


def test_few_names_are_suggested_and_each_of_them_once() -> None:
    suggested = close_to("card studd")
    assert 1 < len(suggested) <= 3
    assert len(set(suggested)) == len(suggested)


def test_what_looks_like_no_name_suggests_none() -> None:
    assert close_to("xyzzy") == ()
    assert close_to("") == ()


def test_every_game_of_the_catalogue_is_found_by_its_own_name(monkeypatch) -> None:
    on_the_shelf(monkeypatch, GAMES)
    for game in GAMES:
        assert search(game.name.upper(), game.rulebook) == (game,)
        assert named(letters(game.name), game.rulebook)[0] == game


def test_every_game_of_the_catalogue_is_resolved_by_its_rulebook() -> None:
    assert tuple(book.name for book in RULEBOOKS) == BOOK_NAMES
    assert [(game.rulebook, game.name) for game in GAMES] == [
        (book.name, game.name) for book in RULEBOOKS for game in book.games
    ]
    assert all(game.deck and game.limit and game.award for game in GAMES)


# What people call a game besides its name


@pytest.fixture
def catalogue(monkeypatch) -> None:
    on_the_shelf(monkeypatch, GAMES)


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Hayleys komet", "Hayley's komet"),
        ("Halley's Comet", "Hayley's komet"),
        ("Nårwidjan munæklips", "Nårwidjan munækklips"),
        ("narwidjan munaeklips", "Nårwidjan munækklips"),
        ("naarwidjan", "Nårwidjan munækklips"),
        ("norwegian moon", "Nårwidjan munækklips"),
        ("Straight poker", "Straight Poker"),
        ("One-Two-Three-Four-Five-Card Draw", "One-Two-Three-Four-Five Card Draw"),
        ("1-2-3-4-5 card draw", "One-Two-Three-Four-Five Card Draw"),
        ("Follow the Queen and One-eyed Picture Card", "Follow the Queen and One-eyed Picture Cards"),
        (
            "Three Card Draw, Deuces and One-eyed Picture Cards Wild",
            "Three Card Draw, Deuces and One-eyed Picture Card Wild",
        ),
        ("your choice", "Your Choise"),
        ("king's cross", "Kings Cross"),
        ("carousel", "Karrusel"),
        ("soemaerket", "Sømærket"),
        ("spit and shit", "Spit 'n' Shit"),
    ],
)
def test_a_game_is_found_by_the_other_spellings_of_its_source(typed, name) -> None:
    assert found(typed, "enemaerke") == [name]
    assert found(typed, "standard") == [name]


@pytest.mark.usefixtures("catalogue")
def test_every_alias_leads_to_its_game_and_to_no_other() -> None:
    for book in RULEBOOKS:
        for name, others in ALIASES[book.name].items():
            assert [game.name for game in named(name, book.name)][:1] == [name]
            for alias in others:
                assert [game.name for game in search(alias, book.name)] == [name], alias
                assert named(alias, book.name)[0].name == name, alias


@pytest.mark.usefixtures("catalogue")
def test_a_name_is_stronger_than_what_others_call_another_game() -> None:
    names = {letters(game.name): game.name for game in GAMES}
    called = {letters(alias): game.name for game in GAMES for alias in aliases(game)}
    assert {alias: called[alias] for alias in called if alias in names and names[alias] != called[alias]} == {}


@pytest.mark.usefixtures("catalogue")
def test_a_misspelt_alias_suggests_the_game_by_its_name() -> None:
    assert close_to("norwejan moon eclipse")[0] == "Nårwidjan munækklips"


def test_aliases_belong_to_games_that_exist() -> None:
    assert set(ALIASES) <= set(BOOK_NAMES)
    for book in RULEBOOKS:
        assert set(ALIASES[book.name]) <= {game.name for game in book.games}
