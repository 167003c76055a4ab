"""Names are compared in one form, whoever types them."""

from __future__ import annotations

import unicodedata

import pytest

from engine.library import letters
from engine.spelling import called, called_or_begun, compared, kept


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Åse", "ase"),
        (unicodedata.normalize("NFD", "Åsa"), "asa"),
        ("SØREN  Ærø", "soren aero"),
        ("Straße", "strasse"),
        ("\u0410nna", "anna"),  # the Cyrillic capital
        ("\u0391nna", "anna"),  # the Greek one
        ("René", "rene"),
        ("İpek", "ipek"),
        ("\uff22\uff4f", "bo"),  # as wide as a Chinese sign
    ],
)
def test_a_name_has_one_form_however_it_is_written(name: str, form: str) -> None:
    assert compared(name) == form
    assert compared(compared(name)) == form


def test_a_name_is_kept_as_it_was_typed_however_its_letters_were_stored() -> None:
    assert kept(unicodedata.normalize("NFD", "Åsa  RENÉ")) == "Åsa  RENÉ"


def test_marks_that_make_another_letter_are_kept() -> None:
    assert compared("がく") != compared("かく")
    assert compared("Рита") != compared("Pita")


def test_games_are_compared_in_the_same_form() -> None:
    assert letters("Hayley\u2019s  Kömet 5") == "hayleys komet five"


def test_of_several_who_are_compared_alike_the_one_who_is_spelt_so_is_meant() -> None:
    names = {"p1": "Åse", "p2": "Ase", "p3": "Bo"}
    assert called("ÅSE", names) == ["p1"]
    assert called("áse", names) == ["p1", "p2"]
    assert called_or_begun("å", names) == ["p1"]
    assert called_or_begun("a", {"p1": "Åse", "p3": "Bo"}) == ["p1"]
    assert called_or_begun("", names) == []
