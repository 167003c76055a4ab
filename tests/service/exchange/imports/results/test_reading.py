"""Files of results: which layouts, dates and amounts are understood, and how the rest is refused."""

import io
import random
import zipfile
from contextlib import suppress
from datetime import date, datetime

import pytest

from engine.commands import Currency
from service.exchange.imports.results import sheet as sheets
from service.exchange.imports.results.debts import read_debts
from service.exchange.refused import FileTooLarge, ImportRefused, NotAWorkbook, TooManyRows
from tests.service.exchange.imports.results import files
from tests.service.exchange.imports.results.files import read, reading, told, workbook
from tests.soak import rounds

ROWS = "date;player;in;out\n"
TWO = [("2019-01-31", {"Anna": (10000, 15050), "Bo": (10000, 4950)})]


@pytest.mark.parametrize(
    "text",
    [
        "date,player,in,out\n2019-01-31,Anna,100,150.50\n2019-01-31,Bo,100,49.50\n",
        "Ud\tInd\tSpiller\tDato\n150,50\t100\tAnna\t31.1.2019\n49,50\t100,00\tBo\t31.1.2019\n",
        '\ufeffdato,navn,buy-in,cash-out\n31/1/2019,Anna,100,"150,50"\n\n31/1/2019,Bo,100,"49,50"\n',
        "sep=;\nDate;Name;Bought;Taken\ntorsdag d. 31. januar 2019;Anna;kr. 100;150,50 kr\nden 31. januar 2019;Bo;DKK 100;+49,50\n",
        "date;player;in;out;result\n1/31/2019;Anna;100.00;150.50;50.50\n1/31/2019;Bo;100.00;49.50;-50.50\n",
        "date|player|in|out\nThu, Jan 31, 2019|Anna|100|150.5\nThu, Jan 31, 2019|Bo|100|49.5\n",
        'date;player;in;out\n"2019-01-31";"Anna";"100";"150,50"\n2019/1/31;Bo;100;49,50\n',
    ],
)
def test_columns_stand_in_any_order_and_in_either_language(text) -> None:
    assert told(read(text)) == TWO


@pytest.mark.parametrize(
    ("head", "anna", "bo", "brought", "notes"),
    [
        ("", "20;2;35", "20;0;45", (6000, 2000), 1),
        # The result is refused as that of money.
        (";Net", "20;2;35;-25", "20;0;45;25", (6000, 2000), 1),
        # In money the sums meet; in neither they do; a count is a whole number.
        ("", "20;2;0", "20;0;42", (2200, 2000), 0),
        ("", "20;2;0", "20;0;0", (2200, 2000), 0),
        ("", "20;1.50;0", "20;0;70", (2150, 2000), 0),
    ],
)
def test_rebuys_are_counts_where_only_so_the_sums_meet(head, anna, bo, brought, notes) -> None:
    found = read(f"Date;Player;Buy-in;Rebuys;Out{head}\n2019-01-04;Anna;{anna}\n2019-01-04;Bo;{bo}\n")
    ((_, entries),) = told(found)
    assert (tuple(one for one, _ in entries.values()), len(found.notes)) == (brought, notes)


@pytest.mark.parametrize("check", ["Kontrol", "check", "Tjek:", "Saldo"])
def test_whether_everything_comes_to_nothing_is_no_player(check) -> None:
    nights = [
        ("2019-01-31", {"Anna": (0, 5000), "Bo": (5000, 0)}),
        ("2019-02-28", {"Anna": (0, 1000), "Bo": (1000, 0)}),
    ]
    beside = f"date;Anna;Bo;{check}\n2019-01-31;50;-50;0\n2019-02-28;10;-10;0\n"
    below = f"player;2019-01-31;2019-02-28\nAnna;50;10\nBo;-50;-10\n{check};0;0\n"
    assert told(read(beside)) == told(read(below)) == nights


def test_a_date_over_several_rows_stands_in_the_first_of_them() -> None:
    text = "date;night;player;in;out\n{}\n;;Bo;2;1\n{}\n;;Bo;3;4\n"
    nights = "2019-01-31;early;Anna;1;2", "2019-01-31;late;Anna;4;3"
    found = read(text.format(*nights))
    assert [(one.label, one.entries.keys(), one.gap) for one in found.nights] == [
        ("early", {"anna", "bo"}, 0),
        ("late", {"anna", "bo"}, 0),
    ]
    assert found.notes == ("2 lines of old.csv have no date, and are read as of the night above.",)
    for rows, missing in (((";;Anna;1;2", nights[1]), "a date"), ((nights[0], ";;;4;3"), "the name of a player")):
        with pytest.raises(ImportRefused, match=f"is empty; give {missing}"):
            read(text.format(*rows))


def test_a_line_a_night_has_a_column_for_each_player() -> None:
    found = read("Dato;Anna;Bo;Carl;note\n31.1.2019;+50,50;−50,50;;late\n1.2.2019;0;-20;20;\n")
    assert told(found) == [
        ("2019-01-31", {"Anna": (0, 5050), "Bo": (5050, 0)}),
        ("2019-02-01", {"Anna": (0, 0), "Bo": (2000, 0), "Carl": (0, 2000)}),
    ]


@pytest.mark.parametrize("total", ["Anna total", "Anna (i alt)", "Saldo Anna", "anna sum:"])
def test_a_column_of_running_totals_beside_a_player_is_nobody(total) -> None:
    found = read(f"Dato;Anna;{total};Bo;Bo i alt\n31.1.2019;50,5;50,5;-50,5;-50,5\n1.2.2019;10;60,5;-10;-60,5\n")
    assert told(found) == [
        ("2019-01-31", {"Anna": (0, 5050), "Bo": (5050, 0)}),
        ("2019-02-01", {"Anna": (0, 1000), "Bo": (1000, 0)}),
    ]


@pytest.mark.parametrize(
    "text",
    [
        # The names above, the day below, totals of everybody beside.
        "Sæson 2019;;;;;;\n;Anna;;Bo;;I alt;\nDato;Ind;Ud;Ind;Ud;Ind;Ud\n31.1.2019;100;150,50;100;49,50;200;200\n",
        # Three columns below a name, of which one repeats what the others say.
        ";Anna;;;Bo;;\nDato;Ind;Ud;Netto;Ind;Ud;Netto\n31.1.2019;100;150,5;50,5;100;49,5;(50,5)\n",
        # Both have bought again, in columns of one name.
        "Nr;Dato;Spiller;Ind;Rebuy;Rebuy;Ud\n1;31.1.2019;Anna;50;25;25;150,50\n2;31.1.2019;Bo;100;;-;49,50\n;Total;;150;25;25;200\n",
        # Nights across, whose headings are days with their weekday, and who won below.
        "Navn;tor 31. jan. 2019;\n;ind;ud\nAnna;100;150,50\nBo;100;49,50\nTotal;200;200\n",
    ],
)
def test_headings_are_found_wherever_they_stand(text) -> None:
    found = read(text)
    assert told(found) == TWO
    assert not any("the total is" in note for note in found.notes)


def test_a_ledger_of_pokernow_adds_up_everybodys_stays_on_the_clubs_clock() -> None:
    heads = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    rows = (
        "Anna,a,2019-01-31T23:30:00.000Z,,20.00,35.50,0,15.50\n"
        "Bo,b,2019-01-31T23:40:00.000Z,,20.00,0,0,-20.00\nBo,b,2019-02-01T00:10:00.000Z,,10.00,,14.50,4.50\n"
    )
    assert told(read(heads + rows)) == [("2019-02-01 00:30", {"Anna": (2000, 3550), "Bo": (3000, 1450)})]


def test_whole_numbers_of_a_ledger_need_a_unit() -> None:
    text = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    text += "Anna,a,2019-01-31T20:30:00.000Z,,200,0,300,100\nBo,b,2019-01-31T20:30:00.000Z,,200,0,100,-100\n"
    with pytest.raises(ImportRefused, match="say --cents 1 or --cents 100"):
        read(text)
    assert told(read(text, unit=25))[0][1] == {"Anna": (5000, 7500), "Bo": (5000, 2500)}


def test_a_workbook_has_dates_and_numbers_of_its_own() -> None:
    rows = [["Dato", "Spiller", "Ind", "Ud"], [date(2019, 1, 31), "Anna", 100, 150.5], ["31/1/2019", "Bo", "100", 49.5]]
    assert told(read(workbook(rows))) == TWO
    # A workbook knows no zones.
    moment = datetime(2019, 1, 31, 19, 30)  # noqa: DTZ001
    assert told(read(workbook([["date", "Anna", "Bo"], [moment, 0.1 + 0.2, -0.3]]))) == [
        ("2019-01-31 19:30", {"Anna": (0, 30), "Bo": (30, 0)})
    ]


def test_every_sheet_that_holds_nights_is_read_unless_one_is_named() -> None:
    year = [["date", "Anna", "Bo"], ["2019-01-31", 1, -1]]
    data = files.sheets({"rules": [["no", "rebuys"]], "empty": [], "2019": year, "all": [*year, ["2018-01-31", 2, -2]]})
    found = read(data)
    assert [night.day.day for night in found.nights] == ["2018-01-31", "2019-01-31"]
    assert found.notes[:2] == (
        "old.csv (rules) holds no nights and is not read.",
        "2019-01-31 of old.csv (all) is the night of old.csv (2019) again.",
    )
    assert len(read(data, sheet="2019").nights) == 1
    twice = {"2019": year, "all": [["date", "Anna", "Bo"], ["2019-01-31", 2, -2]]}
    with pytest.raises(ImportRefused, match=r"2019-01-31 stands in line 2 of old.csv \(2019\) too"):
        read(files.sheets(twice))
    with pytest.raises(ImportRefused, match="no sheet “2020”; it has rules, empty, 2019, all"):
        read(data, sheet="2020")


def test_a_file_that_is_not_utf_8_is_read_as_latin_1_and_says_so() -> None:
    found = read("dato;spiller;ind;ud\n31.1.2019;Åse;100;150\n31.1.2019;Søren;100;50\n".encode("latin-1"))
    assert set(told(found)[0][1]) == {"Åse", "Søren"}
    assert "line 2" in found.notes[0]
    assert "Latin-1" in found.notes[0]


@pytest.mark.parametrize(
    ("table", "sums", "others"),
    [
        (ROWS + "2019-01-31;Anna;100;150,50\n2019-01-31;Bo;100;49,50\n", ";;200;200\n", ";;200;201\n"),
        ("date;Anna;Bo\n2019-01-31;50;-50\n2019-02-01;10;-10\n", ";60;-60\n", ";10;-10\n"),
        ("player;2019-01-31;2019-02-01;total\nAnna;50;10;60\nBo;-50;-10;-60\n", ";0;0;0\n", ";5;0;0\n"),
    ],
)
def test_a_last_row_without_a_label_is_the_total_if_it_is_the_sum(table, sums, others) -> None:
    found = read(table + sums)
    assert told(found) == told(read(table))
    assert found.notes == (
        "Line 4 of old.csv has no label and is what stands above it together: it is read as the total.",
    )
    with pytest.raises(
        ImportRefused, match=r"Line 4, column 1 .* is empty; give what it is about, or Total if it sums up"
    ):
        read(table + others)
    # Of one line, the sum is no more than the line again, and one amid the table sums up nothing.
    for text in ("date;Anna;Bo\n2019-01-31;5;-5\n;5;-5\n", table + sums + table.partition("\n")[2]):
        with pytest.raises(ImportRefused, match="is empty; give"):
            read(text)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_the_unicode_text_of_a_spreadsheet_is_read(encoding) -> None:
    text = "\ufeffdato\tspiller\tind\tud\r\n31.1.2019\tÅse\t100\t150,50\r\n31.1.2019\tSøren\t100\t49,50\r\n"
    data = text.encode(encoding)
    assert told(read(data)) == [("2019-01-31", {"Åse": (10000, 15050), "Søren": (10000, 4950)})]
    assert read(data).notes == ()
    with pytest.raises(ImportRefused, match="is neither text nor a spreadsheet"):
        read(data[:-1])


@pytest.mark.parametrize(
    ("amounts", "cents"),
    [
        (("1.234,50", "1.234,50"), 123450),
        (("1,234.50", "12.5", "1246.5"), None),
        (("1.234", "1.234,00"), 123400),
        (("1 234,50", "1234,5"), 123450),
        (("1'234.50", "1234.50"), 123450),
        (("1.234.567", "1234567"), 123456700),
    ],
)
def test_the_sign_of_the_decimals_is_decided_over_the_whole_file(amounts, cents) -> None:
    rows = "".join(f"2019-01-{day:02};Anna;{amount};0\n" for day, amount in enumerate(amounts, 1))
    found = [night["Anna"][0] for _, night in told(read(ROWS + rows))]
    assert found == ([123450, 1250, 124650] if cents is None else [cents] * len(amounts))


def test_the_order_of_dates_is_decided_over_the_whole_file_or_said() -> None:
    both = ROWS + "3/4/2019;Anna;1;1\n{};Anna;1;1\n"
    assert [day for day, _ in told(read(both.format("13/4/2019")))] == ["2019-04-03", "2019-04-13"]
    assert [day for day, _ in told(read(both.format("4/13/2019")))] == ["2019-03-04", "2019-04-13"]
    assert [day for day, _ in told(read(both.format("5/4/19"), order="mdy"))] == ["2019-03-04", "2019-05-04"]
    # A point stands behind the day.
    assert [day for day, _ in told(read(ROWS + "3.4.2019;Anna;1;1\n"))] == ["2019-04-03"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no results"),
        ("date;player;in;out\n", "holds no results"),
        (b"\x00\x01", "neither text nor a spreadsheet"),
        (ROWS + "2019-01-31;Anna;1;1;1\n", "Line 2 of old.csv is not a whole line (5 fields below 4 headings"),
        ('date;player;in;out\n2019-01-31;"Anna;1;1\n', "Line 2 of old.csv is not a whole line"),
        ("date;player;in;out;colour\n2019-01-31;Anna;1;1;red\n", "headings that are not known: 5 “colour”"),
        ("player;in;out\nAnna;1;1\n", "date is missing"),
        ("date;player;in\n2019-01-31;Anna;1\n", "out is missing"),
        ("date;dato;player;in;out\n2019-01-31;;Anna;1;1\n", "column 2 of old.csv: “dato” is the heading of an earlier"),
        ("date;Anna;anna\n2019-01-31;1;-1\n", "column 3 of old.csv: “anna” is the heading of an earlier"),
        ("date;Anna;\n2019-01-31;1;-1\n", "Line 1, column 3 of old.csv is empty; give a heading"),
        (ROWS + "2019-01-31;;1;1\n", "Line 2, column 2 (player) of old.csv is empty"),
        (ROWS + ";Anna;1;1\n", "Line 2, column 1 (date) of old.csv is empty"),
        (ROWS + "soon;Anna;1;1\n", "Line 2, column 1 (date) of old.csv: “soon” is not a date"),
        (ROWS + "31.2.2019;Anna;1;1\n", "“31.2.2019” is not a date"),
        (ROWS + "2026-06-02;Anna;1;1\n", "“2026-06-02” is in the future"),
        (ROWS + "1969-06-02;Anna;1;1\n", "is before 1970"),
        (ROWS + "3/4/2019;Anna;1;1\n", "say which with --dates dmy or --dates mdy"),
        (
            ROWS + "13/4/2019;Anna;1;1\n4/13/2019;Bo;1;1\n",
            "Line 3, column 1 (date) of old.csv: “4/13/2019” begins with",
        ),
        (ROWS + "2019-01-31;Anna;much;1\n", "Line 2, column 3 (in) of old.csv: “much” is not an amount"),
        (ROWS + "2019-01-31;Anna;-5;1\n", "Line 2, column 3 (in) of old.csv: “-5” is below 0"),
        (ROWS + "2019-01-31;Anna;=1+1;1\n", "Line 2, column 3 (in) of old.csv: “=1+1” is a formula"),
        (ROWS + "2019-01-31;=Anna;1;1\n", "column 2 (player) of old.csv: “=Anna” is a formula"),
        (ROWS + "=TODAY();Anna;1;1\n", "column 1 (date) of old.csv: “=TODAY()” is a formula"),
        (ROWS + "2019-01-31;Anna;1,005,5;1\n", "is not an amount"),
        (ROWS + "2019-01-31;Anna;1,2345;1\n", "more decimals than DKK has (2)"),
        (ROWS + "2019-01-31;Anna;12345678901;1\n", "more than 9 digits"),
        (ROWS + "2019-01-31;Anna;1.234;12.50\n", "“1.234” may be thousands or decimals"),
        (ROWS + "2019-01-31;Anna;5.005;5\n", "“5.005” may be 5005, or have three decimals"),
        (ROWS + "2019-01-31;Anna;(-5);5\n", "“(-5)” is not an amount"),
        (ROWS + "2019-01-31;Anna;x;5\n", "“x” says that somebody was not there, but 5 stands beside it"),
        (ROWS + "2019-01-31;Anna;5;7\n2019-01-31;Anna;5;7\n", "is in the night of 2019-01-31 twice, first in line 2"),
        ("date;player;in;buy-in;out\n2019-01-31;Anna;5;5;7\n", "“buy-in” is the heading of an earlier"),
        ("date;Anna;;Bo;\n;in;out;in;\n2019-01-31;1;1;1;\n", "has the headings “Bo”, and out is missing"),
        (ROWS + "2019-01-31;Anna;1.234,50;1,234.50\n", "behind another sign than “1.234,50” in line 2"),
        (ROWS + "2019-01-31;Anna;5 EUR;5\n", "“5 EUR” is not in DKK"),
        (ROWS + "2019-01-31;close;5;5\n", "column 2 (player) of old.csv: Nobody can be called “close”"),
        (
            ROWS + "2019-01-31;Anna;1;1\n2019-01-31;ANNA;1;1\n",
            "Line 3, column 2 (player) of old.csv: “ANNA” is in the night of 2019-01-31 twice",
        ),
        ("date;Anna\n2019-01-31;1\n2019-01-31;-1\n", "twice, first in line 2"),
        (
            "date;player;in;out;net\n2019-01-31;Anna;5;7;3\n",
            "Line 2, column 5 (net) of old.csv: “Anna” has the result 3.00, but out minus in is 2.00",
        ),
        ("date;player;in;out;gap\n2019-01-31;Anna;5;7;all\n2019-01-31;Bo;5;4;losers\n", "but line 2 says “all”"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_column(text, sentence) -> None:
    with pytest.raises(ImportRefused) as refused:
        read(text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_column_tells_two_nights_of_one_day_apart() -> None:
    text = "date;night;player;in;out\n2019-01-31;early;Anna;1;1\n2019-01-31;late;Anna;2;2\n"
    assert [night.label for night in read(text).nights] == ["early", "late"]


def test_a_currency_without_decimals_has_none() -> None:
    yen = Currency(code="JPY", exponent=0)
    assert told(read(ROWS + "2019-01-31;Anna;1,500;¥0\n".replace("¥", ""), currency=yen))[0][1] == {"Anna": (1500, 0)}
    with pytest.raises(ImportRefused, match="more decimals than JPY has"):
        read(ROWS + "2019-01-31;Anna;1.5;0\n", currency=yen)


def test_the_table_is_as_large_as_sixty_players_at_most() -> None:
    rows = "".join(f"2019-01-31;Q{number}x;1;1\n" for number in range(61))
    with pytest.raises(ImportRefused, match="has 61 players, and a night has at most 60"):
        read(ROWS + rows)


# Bounds


def test_a_hundred_thousand_rows_are_refused_by_their_bound() -> None:
    text = ROWS + "2019-01-31;Anna;1;1\n" * 100_000
    with pytest.raises(TooManyRows, match="more than 20,000 rows"):
        read(text)
    with pytest.raises(FileTooLarge):
        read(b"x" * (sheets.FILE_MAX + 1))


def altered(data: bytes, name: str, content: bytes) -> bytes:
    """The workbook with other content in one of its parts."""
    into = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            new.writestr(part.filename, content if part.filename == name else old.read(part))
    return into.getvalue()


def test_a_workbook_that_unpacks_to_too_much_or_names_far_cells_is_refused_before_it_is_read() -> None:
    plain = workbook([["date", "Anna"], ["2019-01-31", 1]])
    name = "xl/worksheets/sheet1.xml"
    bomb = altered(plain, name, b"<sheetData>" + b" " * (sheets.UNPACKED_MAX + 1))
    assert len(bomb) < 200_000
    with pytest.raises(FileTooLarge):
        read(bomb)
    row = b'<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>%s</sheetData></worksheet>'
    with pytest.raises(TooManyRows):
        read(altered(plain, name, row % b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))
    with pytest.raises(TooManyRows):
        read(altered(plain, name, row % b'<row r="2"><c r="XFD2"><v>1</v></c></row>'))
    with pytest.raises(NotAWorkbook):
        read(altered(plain, name, row % b'<row r="2"><c r="XF&#68;2"><v>1</v></c></row>'))
    with pytest.raises(NotAWorkbook):
        read(plain[: len(plain) // 2])


def test_whatever_a_file_holds_it_is_read_or_refused_in_a_sentence() -> None:
    chance = random.Random(8)
    signs = [*'0123456789,.;\t\n"=+-/ \u2212', "Anna", "2019-01-31", "date", "\x00", "é", "\r", "kr"]
    begun = [
        b"date;player;in;out\n2019-01-31;Anna;100,00;150\n2019-02-01;Bo;1.100,00;50\n",
        b"Date,Description,Category,Cost,Currency,Anna,Bo\n2025-10-24,x,General,2.50,DKK,-2.50,2.50\n",
        b'[{"what":"x","amount":10.5,"date":"2024-02-01","payer_name":"Anna","payer_weight":1.0,"owers":["Bo"]}]',
        workbook([["date", "Anna", "Bo"], ["2019-01-31", 1, -1]]),
    ]
    for _ in range(rounds(400, 20_000)):
        data = bytearray(chance.choice(begun))
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(data))
            put = chance.choice([chance.choice(signs).encode(), bytes([chance.randrange(256)]), b""])
            data[place : place + chance.randint(0, 3)] = put
        for reader in (read, lambda data: read_debts("old.csv", data, reading())):
            # Anything but a refusal fails the test.
            with suppress(ImportRefused):
                reader(bytes(data))
