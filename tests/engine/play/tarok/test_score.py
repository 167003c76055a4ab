"""What a deal of Tarok is worth: the worked numbers of the source and of RULINGS C4."""

import pytest

from engine.game.awards import TarokScore
from engine.play.tarok.paying import game_score, ultimo_score

SCORE = TarokScore(threesome=50, solo=100, target=36)


def scored(points: int, goal: str = "game", contract: str = "threesome", factor: int = 1) -> tuple[bool, int]:
    _, wins, value = game_score(SCORE, contract, goal, factor, points, 70)
    return wins, value


@pytest.mark.parametrize(("contract", "value"), [("threesome", 68), ("solo", 118)])
def test_forty_four_points_score_68_or_118(contract, value):
    """The example of the source."""
    assert scored(44, contract=contract) == (True, value)


@pytest.mark.parametrize(
    ("points", "wins", "value"), [(36, True, 52), (70, True, 120), (35, False, 50), (34, False, 52), (0, False, 120)]
)
def test_a_game_is_won_with_36_and_lost_by_what_the_opponents_have_over_35(points, wins, value):
    assert scored(points) == (wins, value)


@pytest.mark.parametrize(("points", "wins", "value"), [(35, True, 50), (30, True, 60), (0, True, 120), (36, False, 52)])
def test_a_consolation_is_won_with_35_or_fewer(points, wins, value):
    """RULINGS R-T2 and R-T3: with exactly 35 the base only; lost, each opponent gets what the bidder has over 35."""
    assert scored(points, goal="consolation") == (wins, value)


@pytest.mark.parametrize(("factor", "value"), [(1, 68), (2, 136), (3, 204)])
def test_the_choice_of_the_widow_multiplies_the_whole_game(factor, value):
    """RULINGS R-T5."""
    assert scored(44, factor=factor) == (True, value)


@pytest.mark.parametrize(("with_pagat", "wins"), [(True, True), (False, False)])
def test_ultimo_stakes_twice_the_contract(with_pagat, wins):
    """RULINGS R-T12."""
    assert ultimo_score(SCORE, "solo", contra=False, with_pagat=with_pagat, captured=False) == ("ultimo", wins, 200)


@pytest.mark.parametrize(("captured", "wins"), [(True, False), (False, True)])
def test_contra_ultimo_stakes_four_times_the_contract(captured, wins):
    """RULINGS R-T14: the opponents win it if one of them captures the pagat in any trick; else the bidder collects."""
    scored = ultimo_score(SCORE, "threesome", contra=True, with_pagat=False, captured=captured)
    assert scored == ("contra-ultimo", wins, 200)
