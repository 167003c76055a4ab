"""Who bets while somebody else is asked is asked back once: most often a name was mistyped."""

import pytest

from engine import commands, errors
from engine.game.betting import Ante
from service.book.guards import LooksLikeTheWrongPlayer
from tests.engine.table import Table, announce, game, house, opened
from tests.service.book.guards.asking import asks, yes

OUT_OF_TURN = [
    commands.PutIn(player="C", chips=3),
    commands.Bet(player="C", chips=3),
    commands.Call(player="C"),
    commands.Raise(player="C", by=2),
    commands.PullShadow(player="C", chips=150),
    commands.GoAllIn(player="C"),
]


@pytest.fixture
def table() -> Table:
    """A has bet 2, and B is asked."""
    return opened("ABC", 54, rules=house()).do("hand straight poker by C", "A b2")


@pytest.mark.parametrize("act", OUT_OF_TURN, ids=lambda act: type(act).__name__)
def test_chips_of_a_player_who_is_not_asked_are_asked_back(table, act) -> None:
    if isinstance(act, commands.PullShadow):
        table = opened("ABC", {"A": 52, "B": 52, "C": 3}, rules=house()).do("hand straight poker by C", "A b2")
        act = commands.PullShadow(player="C", chips=2)
    with pytest.raises(LooksLikeTheWrongPlayer) as doubt:
        asks(table, act)
    assert doubt.value.details == {"player": "C", "turn": "B"}
    asks(table, type(act)(**{name: getattr(act, name) for name in act.__struct_fields__} | {"waived": YES}))


YES = yes(LooksLikeTheWrongPlayer.code)


def test_scripts_imports_and_simulations_are_not_asked(table) -> None:
    asks(table, commands.PutIn(player="C", chips=3), wary=False)


def test_what_was_confirmed_goes_on_as_the_rulebook_says(table) -> None:
    table.do(commands.Bet(player="C", chips=3, waived=YES))
    assert table.of(commands.Bet)[0].ahead
    asks(table, commands.Call(player="B"))


def test_who_is_asked_and_anybody_where_nobody_knows_who_opens_is_not_asked_back() -> None:
    unknown = opened("ABC", rules=house()).do("hand five card stud by C")
    for player in "ABC":
        asks(unknown, commands.PutIn(player=player, chips=1))
    with pytest.raises(errors.NothingToWaive):
        asks(unknown, commands.Bet(player="A", chips=1, waived=YES))


def test_where_nobody_acts_out_of_turn_the_rule_refuses_and_nothing_is_asked() -> None:
    strict = opened("ABC").do(announce(game(forced=Ante(1)), dealer="C"))
    for act in (commands.Bet(player="B", chips=3), commands.Check(player="B"), commands.Fold(player="B")):
        with pytest.raises(errors.NotYourTurn):
            asks(strict, act)
    rule = commands.Waiver(rule=errors.NotYourTurn.code, reason="A is on the phone")
    asks(strict, commands.Bet(player="B", chips=3, waived=(rule,)))
