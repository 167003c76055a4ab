"""The words of the engine: texts, grammar, spelling, and what is resolved."""

import re
import unicodedata

import msgspec
import pytest
from msgspec import inspect

from engine import commands, events
from engine.cards.worth import name_of, with_article
from engine.club import acts as club_acts
from engine.commands import Currency
from engine.events import NAME_OF
from engine.grammar import amount_text, counted, listed, number_word, ordinal, then, times_stated
from engine.ids import LINE, LINES
from engine.library import letters
from engine.resolved import resolved
from engine.spelling import called, called_or_begun, compared, kept
from engine.state import Round, begun
from engine.wording import Voice, closed, format_cents, numbered, signed
from tests.engine.hands import worth

# Money, event numbers, lists and names of hands read as people write them.

DKK = Currency()
YEN = Currency(code="JPY", exponent=0)
DINAR = Currency(code="KWD", exponent=3)


@pytest.mark.parametrize(
    ("cents", "currency", "text"),
    [
        (1250, DKK, "12.50 DKK"),
        (5, DKK, "0.05 DKK"),
        (-5, DKK, "−0.05 DKK"),
        (-1250, DKK, "−12.50 DKK"),
        (0, DKK, "0.00 DKK"),
        (1250, YEN, "1,250 JPY"),
        (-1250, YEN, "−1,250 JPY"),
        (1250, DINAR, "1.250 KWD"),
        (10**15, DKK, "10,000,000,000,000.00 DKK"),
    ],
)
def test_cents_are_written_with_as_many_decimals_as_the_currency_has(cents, currency, text) -> None:
    assert format_cents(cents, currency) == text


@pytest.mark.parametrize(
    ("versions", "text"),
    [
        ((), "no event"),
        ((7,), "event 7"),
        ((8, 7), "events 7 and 8"),
        ((3, 4, 5), "events 3-5"),
        ((3, 4, 5, 9), "events 3-5 and 9"),
        ((1, 3, 4, 6, 7, 8), "events 1, 3, 4 and 6-8"),
    ],
)
def test_event_numbers_in_a_row_are_drawn_together(versions, text) -> None:
    assert numbered(versions) == text


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("full house, tens over fours", "a full house, tens over fours"),
        ("pair of aces", "a pair of aces"),
        ("straight flush, ten high", "a straight flush, ten high"),
        ("two pair, aces and eights", "two pair, aces and eights"),
        ("three of a kind, nines", "three of a kind, nines"),
        ("ace high", "ace high"),
        ("seven-six low", "a seven-six low"),
        ("eight-six low", "an eight-six low"),
        ("low with a pair of kings", "a low with a pair of kings"),
        ("low with three of a kind, kings", "a low with three of a kind, kings"),
        ("lone wild card", "a lone wild card"),
        ("one-card badugi, A", "a one-card badugi, A"),
        ("busted at 23", "busted at 23"),
        ("ace of spades, king of hearts", "the ace of spades, king of hearts"),
        ("ace of spades and jack of spades", "the ace of spades and jack of spades"),
        ("wildcard, king of clubs", "the wildcard, king of clubs"),
        ("the highest closed card, 10♠", "the highest closed card, 10♠"),
        ("full house, CAT and OX, 15 points", "a full house, CAT and OX, 15 points"),
        ("straight, ABCDE, wild, lemon L high", "a straight, ABCDE, wild, lemon L high"),
        ("Slush, limes, 1 pepper", "Slush, limes, 1 pepper"),
        ("Frog, MOAN, hot-'n'-sour, wild, five-pepper E high", "Frog, MOAN, hot-'n'-sour, wild, five-pepper E high"),
    ],
)
def test_a_hand_has_an_article_where_one_is_said(hand, text) -> None:
    assert (name_of(worth(hand)), with_article(worth(hand))) == (hand, text)


def test_a_list_of_nobody_is_nobody() -> None:
    voice = Voice({"bo": "Bo", "eva": "Eva"})
    assert [voice.people(players) for players in ((), ("bo",), ("bo", "eva"))] == ["nobody", "Bo", "Bo and Eva"]


def test_without_a_currency_an_amount_is_in_cents() -> None:
    assert [Voice().money(5), Voice().money(None), Voice().money(5, signed=True)] == ["5 cents", "0 cents", "+5 cents"]


def test_a_gain_has_a_plus_and_nothing_has_no_sign() -> None:
    assert [signed(number) for number in (14, -7, 0)] == ["+14", "−7", "0"]


def test_what_people_type_ends_as_a_sentence_once() -> None:
    assert [closed(text) for text in ("late", "late.", "late! ", "late?")] == ["late.", "late.", "late!", "late?"]


def test_an_account_is_called_what_people_call_it() -> None:
    voice = Voice({"aase": "Åse"})
    assert [voice.account(account) for account in ("pot", "carry", "box", "chips:aase", "chips:bo")] == [
        "the pot",
        "the carried pot",
        "the box",
        "Åse",
        "bo",
    ]


# What people write holds nothing that a terminal obeys instead of showing it, in whatever act it stands.

# Words that a rule compares with what it knows before anything is recorded, so that no others are kept.
KNOWN_TO_A_RULE = {
    *("AnnounceHand.game", "AnnounceHand.rulebook", "NameTheGame.game", "HouseRules.dictionary", "OpenNight.zone"),
    *("AddOwnGame.name", "AddOwnGame.compared", "RetireOwnGame.name", "RetireOwnGame.compared"),
    *("FoundClub.name", "RenameClub.name"),
    # Accounts of people and of the box.
    *("ChipMove.payer", "ChipMove.payee"),
    # The text of a declaration, which may hold no control characters by the rules of TOML.
    "AddOwnGame.source",
}
# Cards, spots, and what a player said of a bet are compared likewise; declarations come from a rulebook.
SHORT = 40
HIDING = ("\x1b[2K", "\x07", "\x00", "\x7f", "\x9b2K", "\u202e", "\u2066", "\u200f", "\ufeff", "\u2028")


def free_texts(kind: inspect.Type, place: str, found: dict[str, inspect.StrType]) -> None:
    match kind:
        case inspect.Metadata():
            free_texts(kind.type, place, found)
        case inspect.StrType():
            found[place] = kind
        case inspect.UnionType():
            for one in kind.types:
                free_texts(one, place, found)
        case inspect.ListType() | inspect.VarTupleType():
            free_texts(kind.item_type, place, found)
        case inspect.StructType() if not kind.cls.__module__.startswith("engine.game"):
            for field in kind.fields:
                free_texts(field.type, f"{kind.cls.__name__}.{field.name}", found)


def said_by_people() -> dict[str, inspect.StrType]:
    found: dict[str, inspect.StrType] = {}
    acts = [kind for kind in NAME_OF if issubclass(kind, commands.Command)]
    acts += [kind for kind in vars(club_acts).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    for kind in acts:
        free_texts(inspect.type_info(kind), kind.__name__, found)
    return found


def test_every_text_of_an_act_is_bounded_in_what_it_may_hold_or_known_to_a_rule() -> None:
    long = {
        place
        for place, kind in said_by_people().items()
        if kind.pattern is None and (kind.max_length is None or kind.max_length > SHORT)
    }
    assert long == KNOWN_TO_A_RULE


@pytest.mark.parametrize("hidden", HIDING)
@pytest.mark.parametrize("pattern", [LINE, LINES])
def test_nothing_is_written_that_hides_or_turns_what_stands_beside_it(pattern, hidden) -> None:
    assert not re.search(pattern, f"Anna {hidden} Bo")
    assert not re.search(pattern, hidden)


def test_words_may_have_lines_and_signs_of_every_language_and_a_name_is_one_line() -> None:
    words = "Åse så: “40” – חמש, 五, 👨‍👩‍👧, ✗"
    assert re.search(LINE, words)
    assert re.search(LINE, "")
    assert re.search(LINES, f"{words}\r\n\tand more\n")
    assert not re.search(LINE, f"{words}\n")
    assert not re.search(LINE, f"{words}\nmore")


def test_an_act_with_such_words_is_no_act() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"by": "p-anna", "words": "x\x1b[1A"}, commands.RaiseDispute)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"player":"p-anna","said":"\\u001b]0;x\\u0007"}', type=commands.SayCount)


# Numbers, amounts and lists read as people write them.


def test_one_thing_is_one_and_any_other_number_of_them_are_several() -> None:
    assert [counted(number, "chip") for number in (0, 1, 2, -1)] == ["0 chips", "1 chip", "2 chips", "-1 chips"]
    assert counted(2, "mismatch", "mismatches") == "2 mismatches"


def test_a_gain_has_a_plus_if_it_is_asked_for_and_zero_has_no_sign() -> None:
    assert [amount_text(cents, 2, signed=True) for cents in (5, 0, -5)] == ["+0.05", "0.00", "−0.05"]
    assert amount_text(1250, 0, "JPY", signed=True) == "+1,250 JPY"


def test_a_large_amount_loses_nothing() -> None:
    assert amount_text(10**17 + 1, 2, "DKK") == "1,000,000,000,000,000.01 DKK"


def test_parts_are_joined_as_in_speech() -> None:
    assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert [then(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a, then b", "a, b, then c"]


def test_small_numbers_and_places_are_words() -> None:
    assert [number_word(number) for number in (0, 12, 13)] == ["no", "twelve", "13"]
    assert [ordinal(place) for place in (1, 10, 11)] == ["first", "tenth", "11th"]
    assert [times_stated(times) for times in (2, 3)] == ["Twice", "Three times"]


# Names are compared in one form, whoever types them.


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
def test_a_name_has_one_form_however_it_is_written(name, form) -> None:
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


# Values the rules fill in: asked for afterwards, and a mistake of the program where nobody filled them in.


def test_what_is_filled_in_comes_back_even_where_it_is_nothing_much() -> None:
    assert resolved(0) == 0
    assert resolved("") == ""


def test_what_nobody_has_filled_in_is_a_mistake_of_the_program() -> None:
    with pytest.raises(AssertionError, match="filled this in"):
        resolved(None)


def test_only_a_step_that_has_begun_has_a_record() -> None:
    betting = Round(events.RoundOpened(asked=()))
    assert begun(betting) is betting
    with pytest.raises(AssertionError, match="not begun"):
        begun(None)
