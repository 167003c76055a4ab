"""Every act that may be chosen has its command in the simulation."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine import commands
from engine.hand import choices as engine_choices
from engine.hand.choices import Choice
from engine.simulate.acts import DEALER_ACTS, PLAYER_ACTS, NoSuchAct, command_for
from engine.simulate.dealer import Dealer
from engine.simulate.moment import Moment
from tests.engine.simulate.seeded import Seeded
from tests.engine.simulate.test_dealer import a_hand


def test_every_choice_of_the_engine_has_its_line_in_the_table() -> None:
    source = ast.parse(Path(engine_choices.__file__).read_text(encoding="utf-8"))
    words = {
        node.args[0].value.split()[0]
        for node in ast.walk(source)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Choice"
        and isinstance(node.args[0], ast.Constant)
    }
    assert words
    assert words | set(engine_choices.ANSWERS.values()) <= {*DEALER_ACTS, *PLAYER_ACTS}


def test_an_act_without_a_line_is_named() -> None:
    table = a_hand()
    chance = Seeded()
    dealer = Dealer(table.hand, chance, tells=False)
    with pytest.raises(NoSuchAct, match="no command for the act “juggle”"):
        command_for(Moment(table.night, table.hand, Choice("juggle", "A"), dealer, chance))


def test_a_shadow_takes_all_he_has_and_what_he_owes() -> None:
    table = a_hand()
    chance = Seeded()
    dealer = Dealer(table.hand, chance, tells=False)
    stack = table.night.stack("A")
    pulled = command_for(Moment(table.night, table.hand, Choice("shadow", "A", owed=7), dealer, chance))
    assert pulled == commands.PullShadow(player="A", chips=stack + 7)
