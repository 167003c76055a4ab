"""The tables open in a Danish Excel, add up there, and calculate nothing that somebody typed."""

import csv
import io

import pytest

from engine import commands, events
from engine.reports.sentences import tell_all
from service.language.languages import DANISH, in_language
from service.reports.forms.column import harmless
from service.reports.night_report import build
from service.reports.spreadsheets import tables
from tests.engine.reports.evening import Evening, opened, table, won_by
from tests.service.reports.small_night import HEAD, NAMES, small_night

FILES = ["standings.csv", "accounts.csv", "transfers.csv", "hands.csv", "agreed.csv", "events.csv"]


def files_of(evening: Evening, **names: str) -> dict[str, bytes]:
    return tables(build(evening.records, names, head=HEAD), tell_all(evening.records, names))


@pytest.fixture(scope="module")
def small() -> dict[str, bytes]:
    return files_of(small_night(), **NAMES)


def rows(content: bytes) -> list[dict[str, str]]:
    """Read as Excel reads them: the byte order mark, semicolons, and the lines' own ends."""
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def cents(amount: str) -> int:
    """An amount of a currency with two decimals, as a Dane writes it."""
    whole, _, part = amount.partition(",")
    assert len(part) == 2
    return int(whole + part)


def test_there_is_a_file_for_every_table(small) -> None:
    assert list(small) == FILES


@pytest.mark.parametrize("rulebook", ["", "enemaerke"])
def test_no_two_columns_of_a_danish_file_have_the_same_heading(rulebook) -> None:
    with in_language(DANISH, rulebook):
        headings = {
            name: text.decode("utf-8-sig").splitlines()[0].split(";")
            for name, text in files_of(small_night(), **NAMES).items()
        }
    assert [name for name, heads in headings.items() if len(heads) != len({*heads})] == []


def test_files_are_marked_as_utf8_and_their_lines_end_as_excel_wants(small) -> None:
    for name, content in small.items():
        assert content.startswith(b"\xef\xbb\xbf"), name
        assert content.endswith(b"\r\n"), name
        assert content.count(b"\n") == content.count(b"\r\n"), name


def test_money_is_a_decimal_number_with_a_comma_and_its_currency_beside_it(small) -> None:
    standings = rows(small["standings.csv"])
    assert [(row["player"], row["result"], row["currency"]) for row in standings] == [
        ("Carl", "12,00", "DKK"),
        ("Bo", "8,00", "DKK"),
        ("Eva", "-5,12", "DKK"),
        ("Åse", "-14,88", "DKK"),
    ]
    assert sum(cents(row["result"]) for row in standings) == 0


def test_a_currency_without_smaller_units_has_whole_amounts() -> None:
    evening = opened("eva", "bo", "carl", currency=commands.Currency(code="JPY", exponent=0), unit=25)
    evening.do(commands.BuyChips(player="bo", chips=40))
    (bought,) = rows(files_of(evening)["accounts.csv"])
    assert (bought["change"], bought["currency"]) == ("-1000", "JPY")


def test_the_lines_of_an_account_add_up_to_its_end(small) -> None:
    lines = rows(small["accounts.csv"])
    for player in NAMES.values():
        own = [line for line in lines if line["player"] == player]
        assert sum(int(line["chips"]) for line in own) == int(own[-1]["stack"])
        assert sum(cents(line["change"]) for line in own) == cents(own[-1]["account"])


def test_transfers_say_what_is_paid_and_where_that_stands() -> None:
    small = small_night()
    paid, half, still = rows(files_of(small, **NAMES)["transfers.csv"])
    (frozen,), (_, in_part) = small.numbers(commands.FreezePlan), small.numbers(commands.RecordPayment)
    assert (paid["from"], paid["to"], paid["amount"], paid["open"]) == ("Eva", "Carl", "12,00", "0,00")
    assert (half["paid"], half["open"], half["paid in events"]) == ("3,00", "1,88", str(in_part))
    assert still["plan"] == f"event {frozen}"
    evening = table()
    won_by(evening, "carl")
    assert {row["plan"] for row in rows(files_of(evening)["transfers.csv"])} == {"if the night ended now"}


def test_a_hand_has_a_line_for_everyone_in_it(small) -> None:
    hands = rows(small["hands.csv"])
    second = {row["player"]: row for row in hands if row["hand"] == "2"}
    assert set(second) == set(NAMES.values())
    assert (second["Carl"]["put in"], second["Carl"]["got"], second["Carl"]["chips"]) == ("52", "108", "56")
    assert second["Åse"]["outcome"] == "Carl wins 108."


def test_every_event_is_told_with_its_local_time_and_whether_it_counts() -> None:
    evening = small_night()
    told = rows(files_of(evening, **NAMES)["events.csv"])
    assert [row["event"] for row in told] == [str(record.version) for record in evening.records]
    assert told[0]["time"] == "2026-05-08 19:00:00"
    *_, struck = (record.event for record in evening.records if isinstance(record.event, events.EventsStruck))
    assert told[struck.void[0] - 1] == {
        "event": str(struck.void[0]),
        "follows from": "",
        "time": "2026-05-08 19:53:00",
        "what": "The table names the winner: Åse.",
        "void": "void",
    }


def test_requests_have_a_file_with_what_was_asked_and_what_became_of_it(small) -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(initial_loan=40))
    evening.do(
        commands.AskForChips(player="bo", chips=50, paid=True),
        commands.ApproveRequest(request=1, chips=30),
        commands.AskForChips(player="carl", chips=20),
        commands.DeclineRequest(request=2, reason="=later"),
        commands.SayCount(player="carl", chips=40),
        commands.SayCount(player="bo", chips=70),
        commands.ApproveRequest(request=3),
        commands.CountChips(player="bo", chips=69),
        commands.CountChips(player="eva", chips=40),
        commands.CloseNight(),
    )
    evening.do(commands.ResolveGap(by="losers"), commands.FreezePlan(kind="direct"))
    evening.do(commands.SayPayment(transfer=1, cents=5))
    asked = rows(files_of(evening, **NAMES)["requests.csv"])
    seen = [
        (row["player"], row["kind"], row["chips"], row["amount"], row["state"], row["chips given"]) for row in asked
    ]
    assert seen == [
        ("Bo", "for money", "50", "", "approved", "30"),
        ("Carl", "on credit", "20", "", "declined", ""),
        ("Carl", "count", "40", "", "approved", "40"),
        ("Bo", "count", "70", "", "declined", "69"),
        ("Eva", "payment", "", "0,05", "open", ""),
    ]
    assert asked[1]["outcome"].endswith(": =later.")
    assert {row["currency"] for row in asked} == {"DKK"}
    assert "requests.csv" not in small


def test_a_name_that_is_a_formula_is_only_a_name() -> None:
    names = {**NAMES, "bo": '=HYPERLINK("http://x")', "carl": "@SUM(1;2)", "eva": "+1", "aase": "-1"}
    files = files_of(small_night(), **names)
    players = [row["player"] for row in rows(files["standings.csv"])]
    assert players == ["'@SUM(1;2)", '\'=HYPERLINK("http://x")', "'+1", "'-1"]
    for content in files.values():
        assert not any(
            value.startswith(("=", "+", "@")) or (value.startswith("-") and not value[1:].replace(",", "").isdigit())
            for row in rows(content)
            for value in row.values()
        )


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "\r=1", "\uff1d1"])
def test_whatever_a_spreadsheet_would_calculate_gets_an_apostrophe(text) -> None:
    assert harmless(text) == "'" + text


@pytest.mark.parametrize("text", ["Åse", "a=1", "'x", "", "10"])
def test_other_texts_stay_as_they_are(text) -> None:
    assert harmless(text) == text


def test_separators_quotes_and_line_ends_in_names_stay_in_their_cell() -> None:
    names = {**NAMES, "bo": 'Bo; "the\nbank"'}
    assert rows(files_of(small_night(), **names)["standings.csv"])[1]["player"] == 'Bo; "the\nbank"'
