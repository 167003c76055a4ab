"""Every act is registered once, by the room it belongs to, for everything it needs."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

import engine
from engine import commands, events, registry
from engine.decider import DECIDE
from engine.events import NAME_OF
from engine.folding import EVOLVE, EVOLVE_HAND, MOVES
from engine.game import steps
from engine.reports.sentences import SENTENCES


def all_kinds_of(base: type) -> set[type]:
    """Every struct below a base that stands for one act, which is every one with a tag."""
    below = {kind for child in base.__subclasses__() for kind in (child, *all_kinds_of(child))}
    return {kind for kind in below if kind.__struct_config__.tag}  # type: ignore[attr-defined]


def test_every_command_is_stored_or_recorded_as_another_one() -> None:
    assert {*registry.STORED_AS, *registry.SHORTHAND} == all_kinds_of(commands.Command)
    assert not set(registry.STORED_AS) & set(registry.SHORTHAND)
    assert set(commands.ALL) == all_kinds_of(commands.Command)


def test_what_may_be_said_beside_an_act_names_a_command_of_a_betting_round() -> None:
    """These names stand in books: a name that is gone would make an old bet unreadable."""
    betting = all_kinds_of(commands.BettingAct)
    assert set(registry.SAID.values()) <= betting
    assert {kind for kind in registry.SHORTHAND if kind in betting} <= set(registry.SAID.values())
    assert set(registry.DOES) <= set(registry.SAID)
    assert {"put_in", "all_in", "shadow", "raise_by", "raise_to", "call", "check", "double"} <= set(registry.SAID)


def test_a_player_is_named_in_every_act_that_they_say_themself() -> None:
    for kind, field in registry.OWN_WORD.items():
        assert field in kind.__struct_fields__, kind


def test_an_own_act_in_a_hand_names_its_player_or_leaves_it_to_the_hand() -> None:
    """So that it can be told of every kind whose it is; all acts of a betting round are their players' own."""
    for kind, act in registry.OWN_ACT.items():
        fields = kind.__struct_fields__
        assert {*act.of_the_table} <= {*fields}, kind
        assert act.whose in fields if act.whose else "player" not in fields, kind
    betting = {kind for kind in all_kinds_of(commands.BettingAct) if kind.__module__.startswith("engine.play.betting.")}
    assert betting <= {*registry.OWN_ACT}


def test_every_consequence_is_stored() -> None:
    assert set(registry.CONSEQUENCES) == all_kinds_of(events.Consequence)


def test_every_command_has_one_rule() -> None:
    assert set(DECIDE) == all_kinds_of(commands.Command)


def test_every_event_has_one_fold_and_one_sentence() -> None:
    assert not set(EVOLVE) & set(EVOLVE_HAND)
    assert {*EVOLVE, *EVOLVE_HAND} == set(SENTENCES) == set(NAME_OF)
    assert set(MOVES) <= set(NAME_OF)


def test_every_act_is_reached_through_its_door() -> None:
    for kind in commands.ALL:
        assert getattr(commands, kind.__name__) is kind
    for kind in registry.CONSEQUENCES:
        assert getattr(events, kind.__name__) is kind


@pytest.mark.parametrize(
    ("table", "file"),
    [
        (registry.RULES, "rule"),
        (registry.FOLDS, "facts"),
        (registry.HAND_FOLDS, "facts"),
        (registry.MOVED, "facts"),
        (registry.SENTENCE_OF, "text"),
        (registry.SIZED, "rule"),
    ],
)
def test_what_is_loaded_alone_is_registered_by_that_file_alone(table, file) -> None:
    """A fold beside a rule would be missing where facts are loaded without rules. `tells` stands for a function of its file."""
    for kind, entry in table.items():
        if entry is not registry.copies_nothing and entry.__module__ != "engine.wording":
            assert entry.__module__.rpartition(".")[2] == file, kind


def test_nothing_is_registered_twice() -> None:
    class Wink(msgspec.Struct, tag="wink"):
        """An act that no table knows."""

    def rule(wink: Wink, night: object) -> Wink:
        return wink

    try:
        assert registry.decides(Wink)(rule) is rule
        with pytest.raises(AssertionError, match="Wink is registered twice"):
            registry.decides(Wink)(rule)
    finally:
        del registry.RULES[Wink]
    with pytest.raises(AssertionError, match="bet_made is stored twice"):
        registry.stored_as("bet_made")(Wink)


def test_every_step_of_a_script_is_played_by_a_room() -> None:
    registry.load("offers")
    played = {*registry.BEGINS, *registry.FOLLOWS, *registry.OFFERED}
    assert set(get_args(steps.AnyStep)) <= played


def test_every_room_with_acts_is_reached_through_the_doors() -> None:
    """Acts that no door imports would be registered nowhere, and nothing would say so."""
    doors = {kind.__module__ for kind in NAME_OF} | {kind.__module__ for kind in commands.ALL}
    folder = Path(engine.__file__).parent
    found = {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        for place in ("night", "play")
        for path in (folder / place).rglob("acts.py")
    }
    assert found == {module for module in doors if module.endswith(".acts")}
