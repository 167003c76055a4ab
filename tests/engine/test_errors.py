"""Refusals: each has a code after its name, a sentence with a full stop, and the details the sentence names."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

from engine import errors
from engine.errors import DOING
from engine.game import steps

ENGINE = Path(__file__).resolve().parents[2] / "engine"

# These are classes, since their sentences have cases.
WITH_A_SAYING_OF_THEIR_OWN = {"NothingToWaive", "StrikeConflicts", "ConflictsRemain", "CorrectionConflicts"}
MAKERS = ("impossible", "against")
# By the name under which each is raised.
NAMED = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.Refusal) and kind.code
}
ALL = NAMED.values()


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=A)(?=[A-Z][a-z])", "_", name).lower()


def named_in(kind: type[errors.Refusal]) -> set[str]:
    """The details that its sentence names, and what is said of how to type it."""
    return {field for told in (kind.sentence, kind.typed) for _, field, _, _ in Formatter().parse(told) if field}


@cache
def sources() -> list[tuple[Path, list[ast.AST]]]:
    """Everything that stands in each file of the engine."""
    paths = sorted(ENGINE.rglob("*.py"))
    return [(path, [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]) for path in paths]


def raised() -> list[tuple[str, str, set[str]]]:
    """Every place in the engine where a refusal is made: where, which, and with what details."""
    return [
        (
            f"{path.relative_to(ENGINE.parent)}:{node.lineno}",
            node.func.attr,
            {word.arg or "**" for word in node.keywords},
        )
        for path, nodes in sources()
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "errors"
        and node.func.attr in NAMED
    ]


def test_every_row_is_a_refusal_at_the_front_door() -> None:
    """None hides another of its name."""
    rows = {
        node.targets[0].id
        for path in sorted((ENGINE / "errors").glob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and getattr(getattr(node.value, "func", None), "id", "") in MAKERS
    }
    assert rows == {*NAMED} - WITH_A_SAYING_OF_THEIR_OWN


def test_no_two_refusals_share_a_code() -> None:
    codes = [kind.code for kind in ALL]
    assert sorted(codes) == sorted(set(codes))


def test_a_code_is_the_name_of_the_refusal() -> None:
    assert {name: kind.code for name, kind in NAMED.items()} == {name: snake_case(name) for name in NAMED}


def test_a_refusal_is_a_sentence_with_a_full_stop() -> None:
    for kind in ALL:
        # A reason given in full brings its own full stop.
        assert kind.sentence.endswith((".", "{because}")), kind
        assert kind.sentence[0].isupper() or kind.sentence[0] == "{", kind
        assert "  " not in kind.sentence, kind


def test_a_refusal_can_be_waived_or_not() -> None:
    for kind in ALL:
        assert issubclass(kind, errors.AgainstTheRules) == kind.waivable, kind
        assert issubclass(kind, errors.AgainstTheRules) != issubclass(kind, errors.Impossible), kind


def test_every_refusal_is_made_with_the_details_its_sentence_names() -> None:
    findings = [
        f"{where}: {name} lacks {sorted(missing)}"
        for where, name, given in raised()
        if (missing := named_in(NAMED[name]) - given)
    ]
    assert findings == []


def test_every_refusal_is_made_somewhere() -> None:
    assert {*NAMED} == {name for _, name, _ in raised()}


def test_every_rule_that_may_be_waived_is_asked_with_insist() -> None:
    """A refusal that can be waived and is simply raised could not be waived in truth."""
    findings = []
    for path, nodes in sources():
        for node in nodes:
            match node:
                case ast.Raise(exc=ast.Call(func=ast.Attribute(value=ast.Name(id="errors"), attr=name))):
                    if NAMED[name].waivable:
                        findings.append(f"{path.relative_to(ENGINE.parent)}:{node.lineno} raises {name}")
    assert findings == []


def test_no_refusal_speaks_of_bare_cents() -> None:
    """What is money is among `money`, and is told in the currency of the night."""
    for kind in ALL:
        assert "cents" not in re.sub(r"{.*?}", "", kind.sentence), kind
        assert named_in(kind) & {"cents", "owes", "coming"} <= set(kind.money), kind
        assert set(kind.money) <= named_in(kind), kind


def test_ids_become_names_where_names_are_known() -> None:
    refusal = errors.NotYourTurn(player="p1", turn=["p2"])
    assert refusal.say({"p1": "Anna", "p2": "Bo"}) == "It is not Anna's turn; it is Bo's."
    assert str(refusal) == "It is not p1's turn; it is p2's."


def test_a_list_of_nothing_is_said_as_none() -> None:
    assert str(errors.UnknownDenomination(name="big", known=[])).endswith("opened with none.")


def test_every_step_is_said_as_what_is_done_there() -> None:
    named = {kind.called() for kind in get_args(steps.AnyStep)}
    assert named - set(DOING) == set()
    told = str(errors.NotTheNextStep(act="tricks", wanted="showdown"))
    assert told == "It is not time to play tricks; now it is time to show hands and say who wins."
    assert str(errors.UnknownGame(game="ludo", close=[])).endswith("none, but the list of games has them all.")
    assert str(errors.HandDoesNotQualify(player="p", share="low")).startswith("p cannot win the low half;")


def test_a_refusal_within_a_refusal_speaks_of_people_by_name_too() -> None:
    inner = errors.HasFewerChips(player="p1", chips=9, stack=2)
    outer = errors.StrikeConflicts(version=7, kind="chips_transferred", because=inner, way="chips")
    assert "Anna cannot give 9 with a stack of 2. Strike it" in outer.say({"p1": "Anna"})
