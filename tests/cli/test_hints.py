"""The command line names its own commands after a refusal; no other face is told of them."""

from __future__ import annotations

import re

from cli.failures import HINTS, hint_of
from service import errors
from service.api.refusals import STATUS_OF
from service.app import refusals


def every_refusal(base: type[errors.BookError] = errors.BookError) -> list[type[errors.BookError]]:
    return [kind for child in base.__subclasses__() for kind in (child, *every_refusal(child))]


def test_every_hint_belongs_to_a_refusal_that_has_what_it_names():
    known = {kind.code: kind for kind in every_refusal() if hasattr(kind, "code")}
    assert refusals.NoOpenNight.code in known
    for code in HINTS:
        assert hint_of(code, dict.fromkeys(known[code]._fields, "x")).startswith("`chipbook ")


def test_no_refusal_that_http_answers_with_a_404_or_409_names_a_command():
    named = [
        kind.__name__
        for kind, status in STATUS_OF.items()
        if status < 500 and "place" not in kind._fields and re.search("`chipbook ", kind.sentence)
    ]
    assert named == []


def test_a_missing_night_is_told_with_a_hint_on_the_command_line_and_without_one_over_http(chipbook):
    told = chipbook("report", "-n", "nope")
    assert told.stderr == "There is no night nope in the book.\n`chipbook night list` shows the nights there are.\n"
    assert str(errors.NightMissing("nope")) == "There is no night nope in the book."
