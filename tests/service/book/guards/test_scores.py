"""A score is named in the middle of a deal whose cards are written down: asked back once."""

import pytest

from engine import commands
from service.book.guards import LooksLikeAnEarlyScore
from tests.engine.play.tarok.test_rule import solo
from tests.service.book.guards.asking import asks, doubt, yes

SCORE = commands.NameScore(points=44)


def test_a_score_after_the_first_card_is_asked_back() -> None:
    table = solo().do(commands.PlayCard(player="A", card="Ks"))
    with pytest.raises(LooksLikeAnEarlyScore, match=r"cards played so far: 1\)"):
        asks(table, SCORE)
    asks(table, commands.NameScore(points=44, waived=yes(LooksLikeAnEarlyScore.code)))
    asks(table, SCORE, wary=False)


def test_a_result_alone_is_not_asked_back_and_neither_is_one_of_tricks_without_cards() -> None:
    assert doubt(solo(), SCORE) is None
    assert doubt(solo().do(commands.TakeTrick(player="A")), SCORE) is None
