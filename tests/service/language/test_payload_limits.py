"""What a name or text may not be from now on stays readable where a book has it."""

import pytest

from engine import commands
from service.book.proof.people import is_name
from service.errors import NameNotSayable, NameRefused, OutOfBounds
from service.language.payload_limits import check_said
from service.language.shorthand.lines import must_be_a_name

HANGUL_FILLER, BRAILLE_BLANK, SELECTOR = "\u3164", "\u2800", "\ufe0f"


@pytest.mark.parametrize("sign", ["\u115f", "\u1160", HANGUL_FILLER, "\uffa0", BRAILLE_BLANK, SELECTOR, "\U000e0100"])
@pytest.mark.parametrize("before", ["", "Anna"])
def test_nobody_is_called_by_what_shows_nothing_from_now_on_and_an_old_name_stays_one(before, sign) -> None:
    with pytest.raises(NameRefused, match=f"it holds U\\+{ord(sign):04X} .*, which nobody sees; leave it out"):
        must_be_a_name(before + sign)
    assert is_name(before + sign)


@pytest.mark.parametrize("name", ["#Bo", "Bo #1"])
def test_nobody_has_a_name_of_which_a_line_makes_a_remark(name) -> None:
    with pytest.raises(NameNotSayable, match="means something else in a line of play"):
        must_be_a_name(name)


@pytest.mark.parametrize("name", [f"❤{SELECTOR}", f"1{SELECTOR}\u20e3", "辻\U000e0100", "राम", "Zoë"])
def test_what_a_name_shows_may_be_chosen_by_a_character_that_is_not_seen(name) -> None:
    must_be_a_name(name)


@pytest.mark.parametrize("blank", ["   ", HANGUL_FILLER, f" {BRAILLE_BLANK} {SELECTOR}"])
@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("purpose", lambda text: commands.PayExpense(player="p1", cents=900, purpose=text)),
        ("reason", lambda text: commands.StrikeEvents(versions=(1,), reason=text)),
        ("text", lambda text: commands.MakeRuling(text=text, agreed_by=("p1",))),
        ("reason", lambda text: commands.Waiver(rule="bet_over_limit", reason=text)),
    ],
)
def test_what_has_to_be_said_is_not_said_by_blanks(field, said, blank) -> None:
    with pytest.raises(OutOfBounds, match=f"{field} must be a text that can be read"):
        check_said(said(blank))
    check_said(said("x"))


def test_a_strike_needs_no_reason() -> None:
    check_said(commands.StrikeEvents(versions=(1,), reason=""))
