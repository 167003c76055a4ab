"""A declaration is tried once before it is taken: what would break at the table breaks on scratch paper."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game.definition import Kitty
from engine.game.findings import findings
from engine.game.steps import NameGame
from engine.library import named
from engine.sample import table as trials
from engine.sample.table import trial
from tests.engine.game.played import declared


def own(name: str) -> object:
    """A game of a rulebook under a name that no rulebook has."""
    return replace(named(name)[0], name="Ours", rulebook="own")


@pytest.mark.parametrize("name", ["Short-Deck Hold'em", "Baseball", "Razz", "Tarok", "Lift Smoke", "Five-Card 21"])
def test_a_game_that_can_be_played_passes(name: str) -> None:
    assert trial(own(name)) == ()


@pytest.mark.parametrize("name", ["Short-Deck Hold'em", "Baseball", "Lift Smoke", "Five-Card 21", "Straight Poker"])
@pytest.mark.parametrize("chips", [1, 3, 50])
def test_a_game_with_a_kitty_passes(name: str, chips: int) -> None:
    assert trial(replace(own(name), kitty=Kitty(chips=chips))) == ()


def test_what_is_refused_on_the_way_is_told() -> None:
    game = declared(NameGame(("Nonsense",)), rulebook="own")
    assert findings(game) == ()
    (found,) = trial(game)
    assert found.code == "cannot_be_played"
    assert "Five Cards was tried by" in found.sentence
    assert "cannot be played to its end" in found.sentence


def test_a_fault_of_the_program_is_told_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("small")

    monkeypatch.setattr(trials, "play", fails)
    trial.cache_clear()
    (found,) = trial(own("Razz"))
    assert "KeyError: 'small'." in found.sentence


def test_a_trial_is_the_same_every_time() -> None:
    numbers = [trials.Shuffle().below(1000) for _ in range(3)]
    assert numbers == numbers[:1] * 3
