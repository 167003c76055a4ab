"""What the README of the engine says about adding a game is true, and stays so."""

import re
from pathlib import Path

import engine
from engine.catalogue import ENEMAERKE_BOOK
from engine.game.definition import Game, Layout
from engine.game.findings import findings
from engine.game.options import Psychology
from engine.game.rules_told import explain
from engine.game.steps import Bet, Deal, Draw, Lay, Turn
from engine.game.wilds import Cards, Spots
from engine.library import named

README = (Path(__file__).parents[3] / "engine" / "README.md").read_text(encoding="utf-8")
WORDS = {word.__name__: word for word in (Bet, Cards, Deal, Draw, Game, Lay, Layout, Psychology, Spots, Turn)}


def test_a_game_is_added_in_fewer_than_ten_lines_and_can_be_played_as_declared() -> None:
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        assert len(example.splitlines()) < 10
        declared = dict(WORDS)
        exec(compile(example, "README.md", "exec"), declared)
        games = [ENEMAERKE_BOOK.resolve(game) for game in declared.values() if isinstance(game, Game)]
        assert len(games) == 2
        assert [findings(game) for game in games] == [(), ()]
        assert all(explain(game) for game in games)


def test_the_elevator_is_drawn_as_the_readme_shows_it() -> None:
    (shown,) = re.findall(r"```\n( The shared cards.*?)```", README, re.DOTALL)
    assert shown in explain(named("Elevator")[0]) + "\n"


def test_every_place_that_is_named_exists() -> None:
    folder = Path(engine.__file__).parent
    table = README.split("| room |")[1].split("\n\n")[0]
    named_places = re.findall(r"`([a-z_/*]+/)`", table)
    assert len(named_places) > 10
    assert [place for place in named_places if not list(folder.glob(place.rstrip("/")))] == []
