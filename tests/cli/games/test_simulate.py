"""`chipbook simulate`: nights at random, told in a short table; what cannot be played is a sentence."""

import pytest

from engine.ledger import invariants

DRY = ("simulate", "--dry", "--seed", "7")


def test_a_night_is_told_in_a_short_table(done) -> None:
    told = done(*DRY, "--hands", "12")
    words = told.split()
    assert "seed 7, 5 players" in told
    assert words[words.index("hands") + 1] == "12"
    assert "showdowns" in told
    assert "pots carried" in told
    assert "µs per event" in told
    assert "Adjudication agrees, every invariant holds." in told


def test_games_that_are_named_are_played_and_no_others(data) -> None:
    found = data(*DRY, "--game", "baseball", "--game", "texas hold'em", "--hands", "6", "--players", "3")
    assert found["games"] == {"Baseball": 3, "Texas Hold'em": 3}
    assert found["players"] == 3


def test_a_night_goes_through_the_book_and_leaves_yours_alone(data, home) -> None:
    before = (home / "chipbook.db").read_bytes()
    found = data("simulate", "--seed", "3", "--hands", "3", "--depth", "book")
    dry = data("simulate", "--seed", "3", "--hands", "3", "--depth", "book", "--dry")
    assert found["findings"] == []
    assert {key: found[key] for key in ("acts", "events", "games", "showdowns")} == {
        key: dry[key] for key in ("acts", "events", "games", "showdowns")
    }
    assert (found["hands"], found["nights"]) == (3, ["simulated-3"])
    assert (home / "chipbook.db").read_bytes() == before


def test_the_nights_can_be_kept_in_a_book_and_looked_at(data, done, tmp_path, monkeypatch) -> None:
    path = tmp_path / "kept.db"
    first = data("simulate", "--book", path, "--seed", "3", "--hands", "2", "--nights", "2")
    assert first["nights"] == ["simulated-3", "simulated-4"]
    assert first["played_nights"] == 2
    assert "Recorded in" in done("simulate", "--book", path, "--seed", "3", "--hands", "2")
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{path}")
    nights = [night["night"] for night in data("night", "list")["nights"]]
    assert len(nights) == 3
    assert {"simulated-3", "simulated-4"} < set(nights)
    assert "Anna" in done("report", "-n", "simulated-4")
    assert "✗" not in done("verify", "-n", "simulated-4")


def test_where_nobody_says_how_many_play_so_many_play_as_the_games_are_for(data) -> None:
    assert data(*DRY, "--rulebook", "tarok", "--hands", "2")["players"] == 4
    assert data(*DRY, "--game", "tarok", "--hands", "2")["players"] == 4
    assert data(*DRY, "--game", "tarok", "--game", "lift smoke", "--hands", "2")["players"] == 4
    assert data(*DRY, "--rulebook", "all", "--hands", "1")["players"] == 5


def test_the_own_games_of_the_book_are_a_rulebook_too(data, done, tmp_path) -> None:
    for name, like in (("Jacks", "Three Card Draw"), ("Ours", "Straight Poker")):
        path = tmp_path / f"{name}.toml"
        path.write_text(f'name = "{name}"\nlike = "{like}"\nwild = "J"\n', encoding="utf-8")
        done("games", "add", path)
    for way in (("--dry",), ()):
        found = data("simulate", *way, "--seed", "7", "--rulebook", "own", "--hands", "4")
        assert found["games"] == {"Jacks": 2, "Ours": 2}
        assert found["findings"] == []


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (("--rulebook", "hoyle"), 1, "There is no rulebook “hoyle”; the rulebooks are enemaerke, munk"),
        (("--game", "strait poker"), 1, "There is no game called “strait poker”; did you mean Straight Poker?"),
        (("--game", "card"), 1, "type more of the name"),
        (("--game", "baseball", "--players", "9"), 1, "Baseball is for 2 to 7 players, not for 9"),
        (("--rulebook", "tarok", "--players", "7"), 1, "No game of tarok is for 7 players; they are for 3 to 6."),
        (("--rulebook", "own"), 1, "Your club has no own game yet; `chipbook games add FILE` adds one."),
        (("--game", "tarok", "--game", "draw poker", "--players", "5"), 1, "Tarok is for"),
        (("--players", "1"), 1, "1 player cannot be simulated; from 2 to 10 can."),
        (("--players", "11"), 1, "11 players cannot be simulated; from 2 to 10 can."),
        (("--hands", "0"), 1, "0 hands cannot be played; give --hands 1 or more."),
        (("--nights", "-1"), 1, "-1 nights cannot be played; give --nights 1 or more."),
        (("--depth", "deep"), 2, "'deep' is not one of"),
        (("--book", "some.db"), 2, "use one of them"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words, exit_code, sentence, chipbook) -> None:
    answer = chipbook("simulate", "--dry", *words)
    assert answer.exit_code == exit_code
    assert sentence in answer.stderr


def test_an_invariant_that_does_not_hold_is_told_with_the_seed(chipbook, monkeypatch) -> None:
    def no_third_hand(night, _) -> list[str]:
        return ["Nobody may play a third hand."] if night.hands_played == 3 else []

    monkeypatch.setattr(invariants, "INVARIANTS", (*invariants.INVARIANTS, no_third_hand))
    answer = chipbook(*DRY, "--nights", "4")
    assert answer.exit_code == 4
    assert "Nobody may play a third hand. It happens again with --seed 7 --nights 1." in answer.stdout
    assert "every invariant holds" not in answer.stdout
