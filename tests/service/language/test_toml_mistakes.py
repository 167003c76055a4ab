"""Where a text stops being TOML is told in our words, whatever the library says."""

import pytest
import tomlkit

from service.language.toml_mistakes import ENDS_TOO_EARLY, NEVER_CLOSED, NO_VALUE, TWICE, no_toml


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a = ", 1, ENDS_TOO_EARLY),
        ("a = [1,\n2\n\n", 2, ENDS_TOO_EARLY),
        ('a = """x', 1, ENDS_TOO_EARLY),
        ("b = 1\na = tru", 2, ENDS_TOO_EARLY),
        ('a = "x\nb = 1', 1, NEVER_CLOSED),
        ("a = \nb = 1", 1, NO_VALUE),
        ("a = [1\n2]", 2, "“2” cannot stand at column 1"),
        ("a = 1 2", 1, "“2” cannot stand at column 7"),
        ('a = "\x01"', 1, "column 6 holds the control character U+0001"),
        ("a = [\0", 1, "the control character U+0000 cannot stand at column 6"),
        ("a = 1\n\na = 2", 3, TWICE),
        ("[a]\n[b]\n[a]\n", 3, TWICE),
        ("a = {b = 1, b = 2}", 1, TWICE),
        ("a = [\n    {b = 1},\n    {b = 1, b = 2},\n]\nc = 3\n", 3, TWICE),
        ("x y = 1", 1, "a key with spaces stands in quotation marks"),
        ("= 1", 1, "a key is missing at column 1"),
        ("[ ]", 1, "a table in brackets needs a name"),
        ("a = 01", 1, "does not begin with 0"),
        ("a = 2026-13-01", 1, "write 2026-11-20"),
        (r'a = "\q"', 1, "a backslash followed by “q” (column 7) means nothing"),
        (r'a = "\u12"', 1, "4 hexadecimal digits"),
    ],
)
def test_what_is_no_toml_is_told_by_its_line_and_in_our_words(text, line, why) -> None:
    with pytest.raises(tomlkit.exceptions.TOMLKitError) as caught:
        tomlkit.parse(text)
    found, sentence = no_toml(text, caught.value)
    assert found == line
    assert sentence.startswith("it is not TOML: ")
    assert why in sentence
    assert str(caught.value).split(" at line")[0] not in sentence
