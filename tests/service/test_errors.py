"""Every refusal of the service is made with the fields that its row names."""

import ast
from collections.abc import Iterator
from importlib import import_module
from string import Formatter
from types import ModuleType

from service.errors import BookError
from service.errors.problems import Problem
from tests.test_tidy import module_name, nodes_of, python_files, shown


def made() -> Iterator[tuple[str, type[Exception], ast.Call]]:
    """Every place in the service and the terminal that makes one: where, which, and the call."""
    for path in python_files("service", "cli"):
        calls = [node for node in nodes_of(path) if isinstance(node, ast.Call)]
        module = import_module(module_name(path)) if calls and path.stem != "__main__" else None
        for call in calls:
            kind = named_by(call.func, module)
            if isinstance(kind, type) and issubclass(kind, BookError | Problem):
                yield shown(path, call.lineno), kind, call


def named_by(node: ast.expr, module: ModuleType | None) -> object:
    """What a name, or an attribute of a module, stands for in this module; None if it is neither."""
    match node:
        case ast.Name():
            return getattr(module, node.id, None)
        case ast.Attribute(value=ast.Name(id=name)):
            inside = getattr(module, name, None)
            return getattr(inside, node.attr, None) if isinstance(inside, ModuleType) else None
        case _:
            return None


def misfit(kind: type[Exception], call: ast.Call) -> set[str]:
    """The fields that are lacking, or that there are none of; empty if the call passes on what it was given."""
    named = {word.arg or "**" for word in call.keywords}
    if "**" in named or any(isinstance(one, ast.Starred) for one in call.args):
        return set()
    if issubclass(kind, BookError):
        by_place = kind._fields[: len(call.args)]
        wanted = {name for name in kind._fields if not hasattr(kind, name)}
        return (wanted - {*by_place, *named}) | (named - {*kind._fields}) | (named & {*by_place})
    assert issubclass(kind, Problem)
    if kind.__init__ is not Problem.__init__:
        return set()
    return {field for _, field, _, _ in Formatter().parse(kind.sentence) if field} - named


def test_every_refusal_is_made_with_its_fields():
    calls = [*made()]
    assert len(calls) > 300
    assert [
        f"{where}: {kind.__name__} {sorted(wrong)}" for where, kind, call in calls if (wrong := misfit(kind, call))
    ] == []
