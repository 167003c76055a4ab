"""Finding a game: what people type is forgiven, what could be two games is both, and the night's own rulebook wins."""

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
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    on_the_shelf(monkeypatch, SHELF)


def found(text: str, rulebook: str = "family") -> list[str]:
    return [game.name for game in search(text, rulebook)]


@pytest.mark.parametrize(
    "typed",
    [
        "Texas Hold'em",
        "texas hold'em",
        "TEXAS HOLDEM",
        "Texas Hold\u2019em",
        "  texas   holdem ",
        "texas-holdem",
        "texas",
        "te",
        "holdem",
        "hold'em",
        "hol",
    ],
)
def test_case_punctuation_and_what_is_left_out_are_forgiven(typed) -> None:
    assert found(typed) == ["Texas Hold'em"]


@pytest.mark.parametrize("typed", ["Sømærket", "SØMÆRKET", "somaerket", "somae"])
def test_a_keyboard_needs_no_danish_letters(typed) -> None:
    assert found(typed) == ["Sømærket"]


@pytest.mark.parametrize("typed", ["7 card stud", "seven card stud", "7-card stud"])
def test_numbers_may_be_typed_as_digits_or_as_words(typed) -> None:
    assert {letters(game.name) for game in search(typed)} == {"seven card stud"}


@pytest.mark.parametrize("typed", ["spit n shit", "Spit 'n' Shit", "sns", "shit"])
def test_apostrophes_do_not_part_a_name(typed) -> None:
    assert found(typed) == ["Spit 'n' Shit"]


def test_a_full_name_means_that_game_although_others_begin_like_it() -> None:
    assert found("three card draw") == ["Three Card Draw"]
    assert found("omaha") == ["Omaha"]


def test_a_beginning_that_fits_several_games_gives_them_all() -> None:
    assert found("three") == ["Three Card Draw", "Three Card Draw, Deuces Wild"]
    assert found("om") == ["Omaha", "Omaha Hi/Lo 8"]


def test_a_word_within_the_name_is_asked_only_when_no_name_begins_so() -> None:
    assert found("stud", "house") == ["Stud Hi/Lo 8"]
    assert found("card stud") == ["Five Card Stud", "Seven Card Stud", "Seven Card Stud, Deuces Wild"]


def test_a_word_within_an_own_name_is_meant_before_the_beginning_of_anothers() -> None:
    assert found("stud", "family") == ["Five Card Stud", "Seven Card Stud", "Seven Card Stud, Deuces Wild"]
    assert found("draw", "house") == ["Three Card Draw", "Three Card Draw, Deuces Wild"]


def test_the_middle_of_a_word_is_no_part_of_a_name() -> None:
    assert found("tud") == []


def test_another_rulebooks_full_name_is_stronger_than_an_own_beginning(monkeypatch) -> None:
    on_the_shelf(monkeypatch, (*SHELF, Game("Omaha Baseball", rulebook="family")))
    assert found("omaha", "family") == ["Omaha"]
    assert found("oma", "family") == ["Omaha Baseball"]


def test_initials_are_enough() -> None:
    assert found("fcs") == ["Five Card Stud"]
    assert found("tcdDW") == ["Three Card Draw, Deuces Wild"]


@pytest.mark.parametrize(("rulebook", "name"), [("family", "Seven Card Stud"), ("house", "Seven-Card Stud")])
def test_of_two_games_of_one_name_the_nights_own_rulebook_wins(rulebook, name) -> None:
    assert found("seven card stud", rulebook) == [name]
    assert named("Seven Card Stud", rulebook)[0].rulebook == rulebook
    assert len(named("Seven Card Stud", rulebook)) == 2


def test_of_two_games_of_one_name_a_night_of_a_third_rulebook_is_asked_which() -> None:
    assert found("seven card stud", "elsewhere") == ["Seven Card Stud", "Seven-Card Stud"]
    assert found("seven card stud", "") == ["Seven Card Stud", "Seven-Card Stud"]


def test_beginnings_and_initials_too_mean_the_nights_own_games_first() -> None:
    assert found("seven", "house") == ["Seven-Card Stud"]
    assert found("seven", "family") == ["Seven Card Stud", "Seven Card Stud, Deuces Wild"]
    assert found("scs", "house") == ["Seven-Card Stud"]


def test_games_of_other_rulebooks_are_found_where_the_own_has_none() -> None:
    assert found("omaha hi", "family") == ["Omaha Hi/Lo 8"]


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
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
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
