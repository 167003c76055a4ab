"""Every value that a page is given is one that its template, or what it includes, asks for by this name."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest
from jinja2 import meta, nodes

from service.web.site import TEMPLATES
from tests.test_tidy import nodes_of, python_files


def test_a_page_is_given_what_its_template_asks_for() -> None:
    pages = list(pages_with_values())
    assert len(pages) > 30
    assert [(name, value) for name, values in pages for value in values if value not in asked_for(name)] == []


def pages_with_values() -> Iterator[tuple[str, list[str]]]:
    """Each call that names a template and values for it."""
    for path in (one for one in python_files("service") if ".html" in one.read_text(encoding="utf-8")):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name, values = node.args[0].value, [one.arg for one in node.keywords if one.arg]
                if isinstance(name, str) and name.endswith(".html") and values:
                    yield name, [value for value in values if value not in ("status", "trouble")]


@cache
def tree_of(name: str) -> nodes.Template:
    """A template as Jinja has read it."""
    source, _, _ = TEMPLATES.loader.get_source(TEMPLATES, name)
    return TEMPLATES.parse(source)


@cache
def asked_for(name: str) -> set[str]:
    """The names that a template and all that it extends, includes or imports ask for."""
    tree = tree_of(name)
    others = [other for other in meta.find_referenced_templates(tree) if other]
    return meta.find_undeclared_variables(tree).union(*map(asked_for, others))


@pytest.mark.parametrize("name", TEMPLATES.list_templates(["html"]))
def test_every_macro_that_a_page_asks_another_for_is_there(name: str) -> None:
    tree = tree_of(name)
    imported = {one.target: one.template.as_const() for one in tree.find_all(nodes.Import)}
    asked = [
        (imported[one.node.name], one.attr)
        for one in tree.find_all(nodes.Getattr)
        if isinstance(one.node, nodes.Name) and one.node.name in imported
    ]
    there = {(other, macro.name) for other in imported.values() for macro in tree_of(other).find_all(nodes.Macro)}
    assert set(asked) - there == set()
