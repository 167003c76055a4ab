"""`chipbook games add` and `export`, and an own game at the table: announced, judged, explained and simulated."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.commands import AnnounceHand
from engine.game.options import HighLow
from engine.game.wilds import Cards
from engine.library import GAMES
from service.app.book import Book
from service.app.seeing import find
from service.book.own_games.reading import read_game
from service.book.store.schema import open_book

FRIDAY = 'name = "Draw with Jacks"\nlike = "Three Card Draw"\nwild = "J"\n'
NEXT = FRIDAY.replace('"J"', '"2"')
EXAMPLES = sorted((Path(__file__).parents[3] / "cli" / "data" / "games").glob("*.toml"))
NIGHT = """\
night: Friday
date: 2026-11-20 19:30
zone: Europe/Copenhagen
loan: 150
auto: all
bank: Bo
players: Anna, Bo, Carl
club: Klub

hand draw with jacks by carl with high-low
anna f
bo f
"""
PLAYERS = ("--player", "A: As Ks Jd Qs 10s", "--player", "B: 2s 2d 2c 3s 3d")


@pytest.fixture
def friday(tmp_path) -> Path:
    path = tmp_path / "friday.toml"
    path.write_text(FRIDAY, encoding="utf-8")
    return path


@pytest.fixture
def night(tmp_path) -> Path:
    path = tmp_path / "friday.night"
    path.write_text(NIGHT, encoding="utf-8")
    return path


def test_a_game_is_added_listed_and_explained(friday, data, done) -> None:
    text = done("games", "add", friday, "--club", "Klub")
    assert text.startswith(
        "Draw with Jacks is now a game of Klub, version 1.\n\nDraw with Jacks · The club's own games. A variation of"
    )
    (listed,) = data("games", "draw", "jacks", "--club", "Klub")["games"]
    assert (listed["rulebook"], listed["wild"], listed["variation_of"]) == ("own", "jacks", ["Three Card Draw"])
    assert done("games", "show", "draw with j", "--club", "klub").startswith("Draw with Jacks · The club's own games")
    assert data("games", "show", "draw", "with", "jacks", "--club", "Klub")[0]["summary"]["rulebook"] == "own"
    assert [game["rulebook"] for game in data("games", "--club", "Klub")["games"]].count("own") == 1


def test_a_retired_game_is_offered_no_more_until_its_name_is_added_again(friday, chipbook, done) -> None:
    done("games", "add", friday)
    assert "Draw with Jacks is no longer a game of Home" in done("games", "retire", "draw", "with", "jacks")
    assert "Draw with Jacks" not in done("games", "draw", "jacks")
    refused = chipbook("games", "retire", "draw with jacks")
    assert "Home has no game “draw with jacks” of its own; it has none." in refused.stderr
    assert "version 3" in done("games", "add", friday)


def test_another_text_is_the_next_version_and_the_same_text_nothing_new(friday, data, done) -> None:
    done("games", "add", friday)
    assert "as version 1; nothing was recorded" in done("games", "add", friday)
    added = data("games", "add", "-", typed=NEXT)
    assert (added["name"], added["club_name"], added["version"], added["new"]) == ("Draw with Jacks", "Home", 2, True)
    assert done("games", "export", "draw with jacks") == NEXT


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: No such file"),
        (b"name = 'x\xff'", "is not a text file in UTF-8 (byte 10 is not)"),
        (b"#" * 80_001, "is larger than 80,000 bytes"),
        (FRIDAY.replace("wild", "wlid").encode(), "friday.toml: Line 3, wlid: "),
        (FRIDAY.replace("Draw with Jacks", "Baseball").encode(), "a name of the game Baseball in a rulebook"),
    ],
)
def test_what_is_no_game_is_a_sentence_and_nothing_is_recorded(content, says, tmp_path, chipbook, data) -> None:
    path = tmp_path / "friday.toml"
    if content is not None:
        path.write_bytes(content)
    answer = chipbook("games", "add", path, "--club", "Klub")
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert says in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
    assert chipbook("games", "--club", "Klub").exit_code == 1
    assert len(data("games")["games"]) == len(GAMES)


def test_where_there_is_no_book_the_games_are_listed_and_none_is_made(home, data, done, chipbook) -> None:
    (home / "chipbook.db").unlink()
    assert len(data("games")["games"]) == len(GAMES)
    done("games", "show", "Baseball")
    done("judge", "--game", "straight poker", *PLAYERS)
    assert chipbook("judge", "--game", "nosuch", *PLAYERS).exit_code == 1
    assert not (home / "chipbook.db").exists()
    answer = chipbook("judge", "--book", home / "no.db", "--game", "nosuch", *PLAYERS)
    assert answer.exit_code == 3
    assert "There is no book at" in answer.stderr


def test_every_game_of_the_catalogue_is_exported_and_reads_back_equal(tmp_path, data) -> None:
    files = data("games", "export", "--all", "-o", tmp_path / "out" / "games")["files"]
    assert len(set(files)) == len(GAMES)
    read = [read_game(Path(file).read_text(encoding="utf-8")) for file in files]
    assert read == [replace(game, variation_of=(), with_options=()) for game in GAMES]


def test_games_are_exported_by_name_or_rulebook(friday, tmp_path, data, done, chipbook) -> None:
    done("games", "add", friday)
    assert {game["rulebook"] for game in data("games", "export", "--rulebook", "munk")} == {"munk"}
    assert done("games", "export", "--rulebook", "own") == FRIDAY
    assert done("games", "export", "baseball").startswith('name = "Baseball"\nrulebook = "enemaerke"\n')
    assert done("games", "export", "--rulebook", "own", "-o", tmp_path).split() == [
        str(tmp_path / "own-draw-with-jacks.toml")
    ]
    for words, exit_code, says in (
        ((), 2, "Which games?"),
        (("baseball", "--all"), 2, "Which games?"),
        (("--all",), 2, "name a folder for them: -o FOLDER"),
        (("--rulebook", "hoyle"), 1, "There is no rulebook “hoyle”"),
        (("baseball", "--rulebook", "munk"), 1, "The rulebook munk has no game “baseball”"),
        (("basball",), 1, "did you mean Baseball"),
        (("baseball", "-o", friday / "x.toml"), 1, "cannot be written"),
    ):
        answer = chipbook("games", "export", *words)
        assert (answer.exit_code, answer.stdout) == (exit_code, "")
        assert says in answer.stderr


def test_an_own_game_is_played_from_a_file_and_a_later_version_changes_nothing(
    friday, night, data, done, chipbook
) -> None:
    answer = chipbook("replay", night)
    assert answer.exit_code == 1
    assert "“draw” may mean" in answer.stderr
    done("games", "add", friday, "--club", "Klub")
    played = data("replay", night)["night"]
    done("games", "add", "-", "--club", "Klub", typed=NEXT)
    heard = data("hand", "draw with jacks by anna", "--night", played)
    assert "Draw with Jacks" in heard["events"][0]["sentence"]
    done("hand", "bo", "f")
    done("hand", "carl", "f")
    done("verify", "-n", played)
    report = data("report", "-n", played)
    assert [(one["game"], one["rulebook"], one["hands"]) for one in report["games"]] == [("Draw with Jacks", "own", 2)]
    with Book.open() as book:
        hands = [one.event for one in find(book, played).records if isinstance(one.event, AnnounceHand)]
    assert [(hand.options, hand.declaration.wild_rules) for hand in hands if hand.declaration] == [
        ((HighLow(),), (Cards("J"),)),
        ((), (Cards("2"),)),
    ]


def test_an_own_game_is_judged(friday, tmp_path, data, done, home) -> None:
    done("games", "add", friday)
    judged = data("judge", "--game", "draw with jacks", *PLAYERS)
    assert (judged["game"], judged["rulebook"]) == ("Draw with Jacks", "own")
    assert judged["shares"][0]["winners"][0]["player"] == "A"
    other = tmp_path / "other.db"
    open_book(f"sqlite:///{other}").close()
    done("judge", "--game", "draw with jacks", "--rulebook", "own", "--book", home / "chipbook.db", *PLAYERS)
    answer = data("games", "add", "-", "--club", "Klub", typed=FRIDAY.replace("with Jacks", "of Klub"))
    assert answer["club_name"] == "Klub"
    assert data("judge", "--game", "draw of klub", "--club", "Klub", *PLAYERS)["game"] == "Draw of Klub"


def test_an_own_game_is_simulated_by_name_and_from_its_file(friday, data, done) -> None:
    how = ("--hands", "2", "--seed", "3")
    from_file = data("simulate", "--game", friday, "--dry", *how)
    assert (from_file["games"], from_file["findings"]) == ({"Draw with Jacks": 2}, [])
    done("games", "add", friday)
    by_name = data("simulate", "--game", "draw with jacks", "--game", "Baseball", *how)
    assert set(by_name["games"]) == {"Draw with Jacks", "Baseball"}
    assert by_name["findings"] == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_that_is_shipped_can_be_added_and_holds(path, data, done) -> None:
    added = data("games", "add", path)
    assert added["new"]
    assert added["name"] in done("games", "show", added["name"])
    found = data("simulate", "--game", path, "--dry", "--players", "4", "--hands", "25", "--seed", "1")
    assert (found["hands"], found["findings"]) == (25, [])


def test_there_are_two_examples() -> None:
    assert [path.name for path in EXAMPLES] == ["grandmas-draw.toml", "windmill.toml"]
