"""`chipbook import results` and `import debts`, and out again: the years before chipbook come in, all or nothing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Data

OLD = """\
date;player;in;out
2018-12-31;Anna;200,00;350,50
2018-12-31;Bo;200;49,50
2019-01-03;Anna;1.200,00;800
2019-01-03;Bo;100;450
2019-01-03;Carl;100;140
"""


@pytest.fixture
def old(tmp_path) -> Path:
    path = tmp_path / "old.csv"
    path.write_text(OLD, encoding="utf-8")
    return path


def nets_of(data: Data) -> list[tuple[str, str, dict[str, int]]]:
    """Every night with its day, its state and everybody's result."""
    found = []
    for night in data("night", "list")["nights"]:
        report = data("report", "-n", night["night"])
        names = report["names"]
        nets = {names[one["player"]]: one["result"] for one in report["standings"]}
        found.append((night["night"][:10], night["phase"], nets))
    return sorted(found, key=str)


def nights(data: Data) -> int:
    return len(data("night", "list")["nights"])


def test_results_become_settled_nights_that_verify(data, done, old) -> None:
    found = data("import", "results", old, "--club", "Home", "--gap", "winners")
    assert found["recorded"]
    assert nets_of(data) == [
        ("2018-12-31", "settled", {"Anna": 15050, "Bo": -15050}),
        ("2019-01-03", "settled", {"Bo": 35500, "Carl": 4500, "Anna": -40000}),
    ]
    assert data("verify")["holds"]
    assert data("verify", "--club", "Home")["holds"]
    assert data("club")["name"] == "Home"


def test_a_dry_run_shows_it_all_and_records_nothing(data, done, old) -> None:
    shown = done("import", "results", old, "--club", "Home", "--dry-run")
    assert "Nothing was recorded" in shown
    assert "−10.00 DKK" in shown
    found = data("import", "results", old, "--club", "Home", "--dry-run")
    assert [one["gap"] for one in found["nights"]] == [0, -1000]
    assert (found["recorded"], nights(data)) == (False, 0)


def test_a_gap_is_asked_about_once_and_nothing_is_recorded_before(chipbook, typing, data, old) -> None:
    refused = chipbook("import", "results", old, "--club", "Home")
    assert refused.exit_code == 1
    assert "3 Jan 2019 (line 4) −10.00 DKK" in refused.stderr
    assert nights(data) == 0
    assert typing("import", "results", old, "--club", "Home", typed="Carl\n").exit_code == 0
    assert nets_of(data)[1][2] == {"Bo": 35000, "Carl": 5000, "Anna": -40000}


def test_whoever_bears_a_gap_has_played(chipbook, data, old) -> None:
    refused = chipbook("import", "results", old, "--club", "Home", "--gap", "Dora")
    assert "Dora did not play then" in refused.stderr
    assert nights(data) == 0


def test_the_same_file_again_changes_nothing_and_a_longer_one_brings_what_is_new(data, done, old) -> None:
    data("import", "results", old, "--club", "Home", "--gap", "all")
    assert "already; nothing was recorded" in done("import", "results", old)
    # In another order, with amounts written otherwise and one night more.
    lines = OLD.replace("200,00", "200").splitlines()
    longer = old.with_name("longer.csv")
    longer.write_text("\n".join([lines[0], *reversed(lines[1:]), "2019-02-01;Anna;5;5"]), encoding="utf-8")
    found = data("import", "results", longer)
    assert [one["already"] for one in found["nights"]] == [True, True, False]
    assert nights(data) == 3


def test_a_name_that_looks_like_somebodys_is_asked_about(chipbook, typing, data, old) -> None:
    data("import", "results", old, "--club", "Home", "--gap", "all")
    more = old.with_name("more.csv")
    more.write_text("date;Anna K.;Bo\n2019-03-01;5;-5\n", encoding="utf-8")
    refused = chipbook("import", "results", more)
    assert refused.exit_code == 1
    assert "Anna K. (line 2) may be Anna" in refused.stderr
    assert typing("import", "results", more, typed="y\n").exit_code == 0
    assert {name for _, _, nets in nets_of(data) for name in nets} == {"Anna", "Bo", "Carl"}
    # Two people who play in one night are two people.
    both = old.with_name("both.csv")
    both.write_text("date;Anna K.;Anna\n2019-04-01;5;-5\n", encoding="utf-8")
    assert data("import", "results", both)["people"][0]["how"] == "new"


def test_a_name_may_be_mapped_but_not_to_somebody_of_the_same_night(chipbook, data, old) -> None:
    refused = chipbook("import", "results", old, "--club", "Home", "--gap", "all", "--map", "Carl=Bo")
    assert "are both Bo" in refused.stderr
    assert "“Dora” is not in the file" in chipbook("import", "results", old, "--map", "Dora=Bo").stderr
    data("import", "results", old, "--club", "Home", "--gap", "all", "--map", "Carl=Karl")
    assert "Karl" in nets_of(data)[1][2]


def test_the_last_night_may_be_left_open(data, old) -> None:
    data("import", "results", old, "--club", "Home", "--gap", "all", "--open")
    assert [phase for _, phase, _ in nets_of(data)] == ["settled", "settling"]


def test_a_file_that_is_refused_in_its_last_line_records_nothing(chipbook, data, old) -> None:
    old.write_text(OLD + "2019-04-01;Anna;5;minus five\n", encoding="utf-8")
    refused = chipbook("import", "results", old, "--club", "Home", "--gap", "all")
    assert "Line 7, column 4 (out) of old.csv: “minus five” is not an amount" in refused.stderr
    assert nights(data) == 0


@pytest.mark.parametrize("form", ["results.csv", "results.xlsx", "ledger.csv"])
def test_results_that_went_out_come_in_as_the_same_nights(data, done, old, evening, monkeypatch, form) -> None:
    done("night", "close", "-n", evening)
    data("import", "results", old, "--gap", "winners")
    before = [(day, nets) for day, _, nets in nets_of(data)]
    assert len(before) == 3
    out = old.with_name(form)
    if form == "ledger.csv":
        done("export", "--ledger", "--club", "Home", "-o", out)
    else:
        done("export", "--results", "-o", out)
    assert "already; nothing was recorded" in done("import", "results", out)
    monkeypatch.setenv("CHIPBOOK_HOME", str(old.with_name("other home")))
    data("import", "results", out, "--club", "Home", "--zone", "Europe/Copenhagen")
    assert [(day, nets) for day, _, nets in nets_of(data)] == before


@pytest.mark.parametrize("form", ["results.csv", "results.xlsx", "ledger.csv", "night.csv"])
def test_names_that_begin_as_formulas_go_out_as_texts_and_come_in_as_they_were(
    data, done, old, monkeypatch, form
) -> None:
    people = {"@cmd!A1": 180, "@anna": 130, "Dan": 145, "Eva": 145, "'Carl": 140, "Bo": 160}
    seats = [word for name in people if name != "Bo" for word in ("--player", name)]
    opened = ("night", "open", "--name", "=Fredag", "--club", "Home", "--bank", "Bo", *seats, "--loan", "150")
    night = data(*opened)["night"]
    for name, chips in people.items():
        data("bank", "-n", night, f"{name} = {chips}")
    done("night", "close", "-n", night)
    before, out = nets_of(data)[0][2], old.with_name(form)
    kind = {"ledger.csv": ("--ledger", "--club", "Home"), "night.csv": ("--ledger", "-n", night)}.get(
        form, ("--results",)
    )
    done("export", *kind, "-o", out)
    if form.endswith(".csv"):
        cells = [cell for line in out.read_text(encoding="utf-8-sig").splitlines() for cell in re.split("[,;]", line)]
        assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []
        assert {"'@cmd!A1", "'@anna", "'Carl"} <= {*cells}
    how = "ledger" if form == "night.csv" else "results"
    monkeypatch.setenv("CHIPBOOK_HOME", str(old.with_name("other home")))
    data("import", how, out, "--club", "Home")
    assert nets_of(data)[0][2] == before
    if how == "results" and form != "ledger.csv":
        assert data("night", "list")["nights"][0]["name"] == "=Fredag"


@pytest.mark.parametrize(
    ("option", "form"), [("splitwise", "o.csv"), ("ihatemoney", "o.csv"), ("ihatemoney", "o.json")]
)
def test_debts_that_went_out_come_in_as_the_same_debts(data, done, old, monkeypatch, option, form) -> None:
    data("import", "results", old, "--club", "Home", "--gap", "winners", "--open")
    before = [one["unpaid"] for one in data("club")["nights"] if one["unpaid"]]
    out = old.with_name(form)
    assert data("export", f"--{option}", "-o", out) == {"file": str(out), "debts": 2}
    monkeypatch.setenv("CHIPBOOK_HOME", str(old.with_name("other home")))
    assert data("import", "debts", out, "--club", "Home")["recorded"]
    after = [one["unpaid"] for one in data("club")["nights"] if one["unpaid"]]
    assert [_plain(one) for one in after] == [_plain(one) for one in before]
    assert not data("import", "debts", out)["recorded"]


def test_debts_that_a_later_export_has_too_are_told_to_count_twice(data, old) -> None:
    head = "Date,Description,Category,Cost,Currency,Anna,Bo\n"
    once = f"{head}2024-01-05,Poker,General,50.00,DKK,50.00,-50.00\n"
    file = old.with_name("owed.csv")
    for text, told in ((once, 0), (once, 0), (f"{once}2024-02-06,Pizza,General,20.00,DKK,-10.00,10.00\n", 1)):
        file.write_text(text, encoding="utf-8")
        notes = data("import", "debts", file, "--club", "Home", "--dry-run")["notes"]
        assert [note.partition(" is ")[2] for note in notes] == told * [
            "in the book already, with debts of some of these people: those that the file has too count twice."
        ]
        data("import", "debts", file, "--club", "Home")
    file.write_text(once.replace("Anna,Bo", "Carl,Dora"), encoding="utf-8")
    assert data("import", "debts", file, "--dry-run")["notes"] == []


def test_debts_from_elsewhere_are_nobodys_result(data, done, old) -> None:
    file = old.with_name("owed.csv")
    file.write_text("amount;receiver;ower\n12.50;Anna;Bo\n", encoding="utf-8")
    assert data("import", "debts", file, "--club", "Home")["recorded"]
    assert data("standings")["seasons"] == []
    (account,) = data("club", "account", "bo")["accounts"]
    assert (account["result_cents"], account["balance_cents"]) == (0, -1250)
    assert [night["old_cents"] for night in account["nights"]] == [-1250]
    data("import", "results", old, "--gap", "winners")
    assert data("export", "--results", "-o", old.with_name("out.csv"))["nights"] == 2
    assert data("verify")["holds"]


def _plain(unpaid: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return sorted((one["payer_name"], one["payee_name"], one["cents"]) for one in unpaid)


def test_options_that_ask_for_two_files_are_refused(chipbook, old) -> None:
    for words in (
        ("--results", "--ledger"),
        ("--results", "--splitwise", "-o", "b.csv"),
        ("--results", "b.csv"),
        ("--results", "-o", "a.txt"),
        ("--splitwise", "-o", "a.json"),
    ):
        assert chipbook("export", *words).exit_code == 2, words


def test_imported_nights_tell_no_hours_and_nothing_paid_at_once(data, done, old) -> None:
    data("import", "results", old, "--club", "Home", "--gap", "winners")
    (season,) = data("standings")["seasons"]
    assert {(line["minutes"], line["per_hour"]) for line in season["standings"]} == {(None, None)}
    assert "paid_within_a_day" not in {one["code"] for one in season["achievements"]}
    night = next(one["night"] for one in data("night", "list")["nights"])
    assert "0 min" not in done("standings") + done("report", "-n", night)


def test_two_names_of_a_new_club_that_differ_by_a_doubled_letter_are_asked_about(chipbook, tmp_path) -> None:
    file = tmp_path / "r.csv"
    file.write_text(
        "date;player;in;out\n2019-01-04;Anna;5,00;7\n2019-01-04;Bo;5;3\n2019-01-11;Ana;5;6\n2019-01-11;Bo;5;4\n"
    )
    answer = chipbook("import", "results", file, "--club", "Home")
    assert answer.exit_code == 1
    assert "Ana (line 4) may be Anna" in answer.output + answer.stderr


def test_how_a_file_is_read_is_asked_where_the_file_does_not_say(chipbook, typing, data, tmp_path) -> None:
    file = tmp_path / "r.csv"
    file.write_text("date;Anna;Bo\n3/4/2019;5.005;-5.005\n")
    refused = chipbook("import", "results", file, "--club", "Home", "--json")
    error = json.loads(refused.stdout)["error"]
    assert (error["code"], error["details"]["option"], error["details"]["answers"]) == (
        "date_order_is_open",
        "dates",
        ["dmy", "mdy"],
    )
    assert typing("import", "results", file, "--club", "Home", typed="dmy\ncomma\n").exit_code == 0
    assert nets_of(data) == [("2019-04-03", "settled", {"Anna": 500500, "Bo": -500500})]
