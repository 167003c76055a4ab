"""Spreadsheets as hosts keep them are read where they are clear, and asked about in one sentence where they are not."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.commands import Currency
from service.app.book import Book
from service.app.exchange.exports import results_of
from service.app.exchange.results import Draft, bring, look
from service.exchange.refused import CellIsOpen, ImportRefused
from service.reports.views.exchange import ImportAnswers
from tests.service.exchange.imports.results.files import read, told
from tests.service.exchange.imports.results.spreadsheets import ASKED, CLEAR, Nets, Spreadsheet

PLAYERS = ("Anna", "Bo", "Carl", "Dora")


def stated(sheet: Spreadsheet) -> ImportAnswers:
    return ImportAnswers(currency=sheet.currency, zone="Europe/Copenhagen")


def looked(book: Book, sheet: Spreadsheet, said: ImportAnswers) -> Draft:
    return look(book, "Home", [(sheet.file, sheet.data)], said)


def nets(draft: Draft) -> Nets:
    return {
        night.day.day: {draft.matches[name].name: one.took - one.brought for name, one in night.entries.items()}
        for night in draft.nights
    }


@pytest.mark.parametrize("form", CLEAR)
def test_a_spreadsheet_that_says_everything_goes_in_without_a_question(book, form) -> None:
    sheet = CLEAR[form]
    draft = looked(book, sheet, stated(sheet))
    assert nets(draft) == sheet.nights
    assert not draft.view.guesses
    assert not draft.view.gaps
    assert bring(book, draft).recorded
    # A second time there is nothing left to record.
    assert not bring(book, looked(book, sheet, stated(sheet))).recorded


@pytest.mark.parametrize("form", ASKED)
def test_what_a_spreadsheet_leaves_open_is_asked_in_one_sentence(book, form) -> None:
    sheet, answer = ASKED[form]
    said = stated(sheet)
    if "mapped" in answer:
        assert [one.said for one in looked(book, sheet, said).view.guesses] == [*answer["mapped"]]
    else:
        with pytest.raises(CellIsOpen) as question:
            looked(book, sheet, said)
        assert f"--{question.value.option}" in f"{question.value}"
        assert {*answer.values()} <= {*question.value.answers}
    assert nets(looked(book, sheet, replace(said, **answer))) == sheet.nights


def test_the_other_answer_to_5_005_is_that_it_is_too_fine(book) -> None:
    sheet, _ = ASKED["5.005 alone"]
    with pytest.raises(ImportRefused, match="more decimals than DKK has"):
        looked(book, sheet, replace(stated(sheet), decimals="point"))


def test_a_total_that_is_not_the_sum_of_what_stands_above_it_is_said() -> None:
    text = "date;Anna;Bo\n2023-01-06;5;-5\nTotal;5;-5\n2024-01-05;7;-7\nTotal;{};-7\nGrand total:;12;-12\n"
    assert read(text.format("7")).notes == ()
    (note,) = read(text.format("8")).notes
    assert note == "Line 5, column 2 (Anna) of old.csv: the total is 8, and what stands above it comes to 12.00."


def test_the_clubs_own_results_come_back_without_a_question_whatever_the_names(book) -> None:
    text = "date;player;in;out\n2023-01-06;K Godel;5;7\n2023-01-06;Bo;5;3\n2023-01-13;K. Godel;5;6\n2023-01-13;Bo;5;4\n"
    apart = ImportAnswers(mapped={name: name for name in ("K Godel", "K. Godel")})
    bring(book, look(book, "Home", [("old.csv", text.encode())], apart))
    written = results_of(book, "Home")
    for data in (written.as_csv(), written.as_workbook()):
        for club in ("Home", "Away"):
            draft = look(book, club, [("out", data)], ImportAnswers())
            assert {one.name for one in draft.view.people} == {"K Godel", "K. Godel", "Bo"}
            assert not draft.view.guesses
            assert bool(draft.view.fresh) == (club == "Away")


# Every form of an amount, and where a minus may stand.
WRITTEN = st.sampled_from(
    [
        ("{}", "-{}"),
        ("{} kr", "−{} kr"),
        ("kr. {}", "kr. -{}"),
        ("+{}", "({})"),
        ("{}", "{}-"),
        ("DKK {}", "-DKK {}"),
        ("{} kr.", "(kr. {})"),
    ]
)
GROUPED = st.sampled_from([(",", "."), (".", ","), (",", " "), (".", "'"), (",", ""), (".", "")])
CENTS = st.integers(-99_999_999, 99_999_999)


def written(cents: int, form: tuple[str, str], signs: tuple[str, str]) -> str:
    decimal, thousands = signs
    whole = f"{abs(cents) // 100:,}".replace(",", thousands)
    return form[cents < 0].format(f"{whole}{decimal}{abs(cents) % 100:02}")


@given(st.lists(st.tuples(CENTS, WRITTEN), min_size=1, max_size=8), GROUPED)
def test_an_amount_in_any_form_is_read_back(amounts, signs) -> None:
    rows = [f"2019-01-{day:02}\tAnna\t{written(*one, signs)}\n" for day, one in enumerate(amounts, 1)]
    found = told(read("date\tplayer\tresult\n" + "".join(rows)))
    assert [night["Anna"][1] - night["Anna"][0] for _, night in found] == [cents for cents, _ in amounts]


ANY_AMOUNT = st.sampled_from(
    ["5", "-5", "1.234", "1,234", "12.50", "12,50", "1.234,50", "1,234.50", "(7)", "7-", "1 234", "5.005", "100,-", "x"]
)
ANY_DATE = st.sampled_from(["3/4/2019", "13/4/2019", "4/13/2019", "5.6.2019", "2019-07-08", "3/3/2019"])


@given(st.lists(st.tuples(ANY_DATE, ANY_AMOUNT, ANY_AMOUNT), min_size=2, max_size=6), st.data())
def test_lines_added_later_never_change_what_was_read_before(rows, data) -> None:
    """They are read as before, or a question is asked, or the file is refused."""
    lines = [f"{day};{label};{anna};{bo}\n" for label, (day, anna, bo) in enumerate(rows)]
    upto = data.draw(st.integers(1, len(lines) - 1))
    results = []
    for part in (lines[:upto], lines):
        try:
            found = read("date;night;Anna;Bo\n" + "".join(part)).nights
        except ImportRefused:
            return
        results.append({(night.day, night.label): night.entries for night in found})
    for night, entries in results[0].items():
        before = {name: (one.brought, one.took) for name, one in entries.items()}
        assert before == {name: (one.brought, one.took) for name, one in results[1][night].items()}


NIGHTS = st.lists(
    st.dictionaries(st.sampled_from(PLAYERS), st.tuples(st.integers(0, 99_999), st.integers(1, 99_999)), min_size=1),
    min_size=1,
    max_size=5,
)


def lines_apart(nights: dict[str, dict[str, tuple[int, int]]]) -> list[list[str]]:
    rows = [[day, name, amount(b), amount(t)] for day, night in nights.items() for name, (b, t) in night.items()]
    return [["Dato", "Spiller", "Ind", "Ud"], *rows]


def players_across(nights: dict[str, dict[str, tuple[int, int]]]) -> list[list[str]]:
    heads = ["Dato", *(text for name in PLAYERS for text in (name, ""))]
    rows = [
        [day, *(text for name in PLAYERS for text in (map(amount, night[name]) if name in night else ("x", "n/a")))]
        for day, night in nights.items()
    ]
    return [["Hos Anna", *[""] * (len(heads) - 1)], heads, ["", *("Ind", "Ud") * len(PLAYERS)], *rows]


def nights_across(nights: dict[str, dict[str, tuple[int, int]]]) -> list[list[str]]:
    heads = ["", *(text for day in nights for text in (day, ""))]
    rows = [
        [
            name,
            *(text for night in nights.values() for text in (map(amount, night[name]) if name in night else ("", ""))),
        ]
        for name in PLAYERS
    ]
    totals = [amount(sum(one[side] for one in night.values())) for night in nights.values() for side in (0, 1)]
    return [heads, ["Spiller", *("Ind", "Ud") * len(nights)], *rows, ["I alt", *totals]]


def amount(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02}"


@pytest.mark.parametrize("layout", [lines_apart, players_across, nights_across])
@given(NIGHTS)
def test_every_layout_of_the_same_nights_brings_the_same_money(layout, played) -> None:  # type: ignore[no-untyped-def]
    nights = {(date(2020, 1, 3) + timedelta(7 * week)).isoformat(): night for week, night in enumerate(played)}
    found = read("\n".join(";".join(row) for row in layout(nights)))
    assert told(found) == [*nights.items()]
    assert all("the total is" not in note for note in found.notes)


def test_yen_have_no_decimals_so_that_nothing_is_asked() -> None:
    found = read("date;Anna;Bo\n2019-01-31;5.005;-5,005\n", currency=Currency(code="JPY", exponent=0))
    assert told(found)[0][1] == {"Anna": (0, 5005), "Bo": (5005, 0)}
