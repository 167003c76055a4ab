"""Thirteen spreadsheets as hosts keep them: ten that say everything, and three that have to be asked about."""

from datetime import date
from typing import Any, NamedTuple

from tests.service.exchange.imports.results.files import sheets, workbook

# Each night of a sheet: its day, and what everybody won or lost in cents.
Nets = dict[str, dict[str, int]]
TWO: Nets = {"2023-01-06": {"Anna": 5000, "Bo": -5000}, "2023-01-13": {"Anna": -125050, "Bo": 125050}}


class Spreadsheet(NamedTuple):
    """A file, what it says, and the currency if that is not DKK."""

    file: str
    data: bytes
    nights: Nets
    currency: str = ""


def _text(lines: str, nights: Nets, *, encoding: str = "utf-8-sig", currency: str = "") -> Spreadsheet:
    return Spreadsheet("years.csv", lines.encode(encoding), nights, currency)


CLEAR: dict[str, Spreadsheet] = {
    "amounts with thousands and names in any case": _text(
        "Dato;SPILLER ;Ind;Ud\n06.01.2023;Anna;200,00;250\n06.01.2023;Bo ;200;150,00\n"
        "13.01.2023; ANNA;1.250,50;0\n13.01.2023; bo;;1.250,50\n",
        TWO,
    ),
    "titles above the headings and days of the week": _text(
        "Pokeraftener hos Anna;;;\nSæson 2023, opdateret 1/6;;;\n;;;\nDato;Spiller;Ind;Ud\n"
        'fre 6. jan. 2023;Anna;"200,00 kr.";250 kr\nfre 6. jan. 2023;Bo;"200,00 kr.";150 kr\n'
        'fredag 13. jan. 2023;Anna;"1.250,50 kr.";"0,00 kr."\nfredag 13. jan. 2023;Bo;-;"1.250,50 kr."\n',
        TWO,
    ),
    "losses in brackets or with the minus behind": _text(
        "Date,Anna,Bo\n2023-01-06,$50.00,($50.00)\n2023-01-13,1250.50-,+1250.50\n", TWO, currency="USD"
    ),
    "totals below and beside": _text(
        "Dato;Anna;Bo;I alt\n06-01-2023;+50;−50;0\n13-01-2023;−1250,5;1250,5;0\nI alt;−1200,5;1200,5;0\n",
        TWO,
    ),
    "a heading that two columns share": Spreadsheet(
        "years.xlsx",
        workbook(
            [
                ["Dato", "Anna", "", "Bo", "", "Bemærkning"],
                ["", "Ind", "Ud", "Ind", "Ud", ""],
                [date(2023, 1, 6), 200, 250, 200, 150, "sjov aften"],
                [date(2023, 1, 13), 1250.5, "", "", 1250.5, ""],
            ]
        ),
        TWO,
    ),
    "nights as columns": Spreadsheet(
        "years.xlsx",
        workbook(
            [
                ["Spiller", date(2023, 1, 6), date(2023, 1, 13), "I alt"],
                ["Anna", 50, -1250.5, -1200.5],
                ["Bo", -50, 1250.5, 1200.5],
                ["I alt", 0, 0, 0],
            ]
        ),
        TWO,
    ),
    "several rebuys and the place": _text(
        "Dato;Sted;Spiller;Buy-in;Rebuy 1;Rebuy 2;Ud;Netto\n6/1/2023;hos Bo;Anna;100;50;50;250;50\n"
        "6/1/2023;hos Bo;Bo;100;100;;150;-50\n13/1/2023;hos Carl;Anna;1000;250,50;;0;-1250,50\n"
        "13/1/2023;hos Carl;Bo;0;;;1250,50;1250,50\n",
        TWO,
        encoding="cp1252",
    ),
    "x and n/a for who was not there": _text(
        "Date\tAnna\tBo\tCarl\n6 January 2023\t50 kr\t-50 kr\tx\n13 January 2023\t-1250.50 kr\t1250.50 kr\tn/a\n", TWO
    ),
    "rebuys as lines": _text(
        "Dato;Spiller;Ind;Ud\n6.1.2023;Anna;100;250\n6.1.2023;Bo;100;\n6.1.2023;Bo;100;150\n6.1.2023;Anna;100;\n"
        "13.1.2023;Anna;1250,50;0\n13.1.2023;Bo;0;1250,50\nI alt;;1650,50;1650,50\n",
        TWO,
    ),
    "a sheet a year": Spreadsheet(
        "years.xlsx",
        sheets(
            {
                "Regler": [["Anna har banken"], ["Ind er 100 kr"]],
                "2022": [["Dato", "Anna", "Bo"], [date(2022, 12, 30), -7, 7]],
                "2023": [["Dato", "Anna", "Bo"], [date(2023, 1, 6), 50, -50], [date(2023, 1, 13), -1250.5, 1250.5]],
            }
        ),
        {"2022-12-30": {"Anna": -700, "Bo": 700}, **TWO},
    ),
}
# What must be said of each: the fields of the answers.
ASKED: dict[str, tuple[Spreadsheet, dict[str, Any]]] = {
    "days that may be months": (
        _text("Date,Anna,Bo\n3/4/2023,50,-50\n", {"2023-04-03": {"Anna": 5000, "Bo": -5000}}),
        {"dates": "dmy"},
    ),
    "5.005 alone": (
        _text("Dato;Anna;Bo\n6.1.2023;5.005;-5.005\n", {"2023-01-06": {"Anna": 500500, "Bo": -500500}}),
        {"decimals": "comma"},
    ),
    "a name that may be a slip": (
        _text("Dato;Spiller;Net\n6.1.2023;Anna;50\n6.1.2023;Bo;-50\n13.1.2023;Ana;-1250,5\n13.1.2023;Bo;1250,5\n", TWO),
        {"mapped": {"Ana": "Anna"}},
    ),
}
