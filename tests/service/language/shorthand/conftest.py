"""A table at which lines are said: four people sitting, a hand of five card stud waiting for its open cards."""

import pytest

from engine import commands
from engine.decider import accept
from engine.state import Night

NAMES = {"p1": "Anna", "p2": "Bo", "p3": "Carl", "p4": "Eve M", "p5": "Åse"}


@pytest.fixture
def night() -> Night:
    night = Night()
    white = commands.Denomination(name="white", worth=1, pieces=2000)
    peder = commands.Denomination(name="peder", worth=50, pieces=40)
    rules = commands.HouseRules(auto="all", initial_loan=150)
    accept(night, commands.OpenNight(night="n", club="c", banker="p2", rules=rules, inventory=(white, peder)))
    for player in ("p1", "p2", "p3", "p4"):
        accept(night, commands.SeatPlayer(player=player))
    return night


@pytest.fixture
def names() -> dict[str, str]:
    return dict(NAMES)
