"""Numbers, money and lists as Danes write them; what programs read is the same in every language."""

from __future__ import annotations

from engine.grammar import all_of, amount_plain, amount_text, listed, number_word, one_of, ordinal, then, times_stated
from engine.speech import phrase, say
from service.language.languages import DANISH, in_language


def test_parts_are_joined_as_in_danish_speech():
    with in_language(DANISH):
        assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a og b", "a, b og c"]
        assert listed(["a", "b", "c"], "or") == "a, b eller c"
        assert one_of(["a", "b", "c"]) == "a eller b eller c"
        assert all_of(["a", "b", "c"]) == "a og b og c"
        assert then(["a", "b", "c"]) == "a, b, derefter c"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_small_numbers_and_places_are_danish_words():
    with in_language(DANISH):
        assert [number_word(number) for number in (0, 1, 12, 13)] == ["ingen", "en", "tolv", "13"]
        assert [ordinal(place) for place in (1, 2, 10, 11)] == ["første", "anden", "tiende", "11."]
        assert [times_stated(times) for times in (2, 3)] == ["To gange", "Tre gange"]


def test_an_amount_has_a_decimal_comma_for_people_and_a_point_for_programs():
    with in_language(DANISH):
        told = [amount_text(cents, 2, "DKK", signed=True) for cents in (125050, 0, -5)]
        assert told == ["+1250,50 DKK", "0,00 DKK", "−0,05 DKK"]
        assert amount_text(1250, 0) == "1250"
        assert amount_plain(125050, 2) == "1250.50"
    assert amount_text(125050, 2) == "1250.50"


def test_a_phrase_is_english_as_a_text_and_danish_in_a_danish_sentence():
    number = phrase("{parts} or {last}", parts=phrase("{number} letters or digits", number=3), last="x")
    with in_language(DANISH):
        made = phrase("{parts} or {last}", parts="a", last="b")
        assert made == "a or b"
        assert say("{one} and {other}", one=made, other="c") == "a eller b og c"
        assert f"{number}" == "3 bogstaver eller cifre eller x"
    assert str(number) == f"{number}" == "3 letters or digits or x"
    assert type(str(number)) is str
