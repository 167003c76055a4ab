"""Numbers, money and lists as Danes write them; what programs read is the same in every language."""

from engine.grammar import all_of, amount_plain, amount_text, listed, number_word, one_of, ordinal, then, times_stated
from engine.speech import phrase, say
from engine.wording import closed
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


def test_an_amount_is_written_as_danes_write_it_and_for_programs_as_ever():
    with in_language(DANISH):
        told = [amount_text(cents, 2, "DKK", signed=True) for cents in (125050, 0, -5)]
        assert told == ["+1.250,50 kr.", "0,00 kr.", "−0,05 kr."]
        codes = ("EUR", "USD", "GBP", "SEK", "XTS")
        assert [amount_text(50, 2, code) for code in codes] == ["0,50 €", "0,50 US$", "0,50 £", "0,50 SEK", "0,50 XTS"]
        assert amount_text(1250, 0) == "1.250"
        assert amount_plain(125050, 2) == "1250.50"
    assert amount_text(125050, 2, "DKK") == "1,250.50 DKK"


def test_a_sentence_that_ends_with_an_abbreviation_has_one_full_stop():
    with in_language(DANISH):
        amount = amount_text(1250, 2, "DKK")
        assert say("Was paid {amount} by {player}", amount=amount, player="Bo").startswith("Fik 12,50 kr. af")
        assert say("{text}.", text=amount) == "12,50 kr." == closed(amount)
        assert say("{text}.", text="23. nov.") == "23. nov."
        assert say("{text}.", text="Bo d.") == "Bo d.."


def test_a_phrase_is_english_as_a_text_and_danish_in_a_danish_sentence():
    number = phrase("{parts} or {last}", parts=phrase("{number} letters or digits", number=3), last="x")
    with in_language(DANISH):
        made = phrase("{parts} or {last}", parts="a", last="b")
        assert made == "a or b"
        assert say("{one} and {other}", one=made, other="c") == "a eller b og c"
        assert f"{number}" == "3 bogstaver eller cifre eller x"
    assert str(number) == f"{number}" == "3 letters or digits or x"
    assert type(str(number)) is str
