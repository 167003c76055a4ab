"""`chipbook club merge` and `split`: two members who are one person, and what follows of their nights."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Data

NIGHTS = """\
date;player;in;out
2019-01-04;Anna;100;150
2019-01-04;Bo;100;50
2019-01-11;Anna;100;130
2019-01-11;Robert;100;70
2019-01-18;Anna;100;80
2019-01-18;Robert;100;120
"""


@pytest.fixture
def years(tmp_path, data) -> Path:
    """Three nights: in the first Anna's rival is called Bo, in the others Robert, whose last win is unpaid."""
    path = tmp_path / "years.csv"
    path.write_text(NIGHTS, encoding="utf-8")
    data("import", "results", path, "--club", "Home", "--zone", "Europe/Copenhagen", "--open")
    return path


def standings(data: Data) -> dict[str, tuple[int, int]]:
    """Everybody's nights and result."""
    (season,) = data("standings")["seasons"]
    return {line["name"]: (line["nights"], line["result"]) for line in season["standings"]}


def everything(data: Data) -> list[Any]:
    """What is told over the nights."""
    accounts = [data("club", "account", name) for name in ("Anna", "Bo", "Robert")]
    return [standings(data), accounts, data("club")["nights"]]


def test_standings_accounts_and_debts_are_those_of_one_person_until_they_are_taken_apart(data, done, years) -> None:
    before = everything(data)
    assert standings(data) == {"Anna": (3, 6000), "Bo": (1, -5000), "Robert": (2, -1000)}
    assert done("club", "merge", "Robert", "Bo").strip() == "Robert is Bo from now on."
    assert standings(data) == {"Anna": (3, 6000), "Bo": (3, -6000)}
    (account,) = data("club", "account", "Robert")["accounts"]
    assert (account["result_cents"], account["balance_cents"], len(account["nights"])) == (-6000, 2000, 3)
    (debt,) = (debt for night in data("club")["nights"] for debt in night["unpaid"])
    assert (debt["payer_name"], debt["payee_name"], debt["cents"]) == ("Anna", "Bo", 2000)
    (member,) = (one for one in data("club")["members"] if one["also"])
    assert (member["name"], [one["name"] for one in member["also"]]) == ("Bo", ["Robert"])
    assert "Robert (is Bo)" in done("club")
    assert "Robert is the same person as Bo." in done("club", "log")
    assert data("verify", "--all")["holds"]
    told = everything(data)
    data("rebuild", "-y")
    assert everything(data) == told
    assert done("club", "split", "Robert").strip() == "Robert is a person of their own again."
    assert everything(data) == before
    assert data("verify", "--all")["holds"]


def test_a_night_and_its_receipt_stay_as_they_were_recorded(data, done, years) -> None:
    night = next(one["night"] for one in data("night", "list")["nights"])
    before = data("report", "-n", night)
    done("club", "merge", "Robert", "Bo")
    assert data("report", "-n", night) == before
    receipt = years.with_name("receipt.json")
    done("receipt", "-n", night, "--player", "Robert", "-o", receipt)
    assert data("verify", "--receipt", receipt, "--with-book")["holds"]


def test_an_unpaid_debt_goes_into_a_later_plan_as_that_of_the_one_who_stays(chipbook, data, done, years) -> None:
    done("club", "merge", "Robert", "Bo")
    plan = data("club", "settle")
    assert [(one["payer_name"], one["payee_name"], one["cents"]) for one in plan["transfers"]] == [("Anna", "Bo", 2000)]
    refused = chipbook("club", "split", "Robert")
    assert "went into the plan of" in refused.stderr
    assert data("verify", "--all")["holds"]
    data("night", "pay", "1", "--night", plan["night"])
    assert not any(night["unpaid"] for night in data("club")["nights"])


def test_whoever_comes_under_the_other_name_is_the_one_who_stays(chipbook, data, done, years, tmp_path) -> None:
    done("club", "merge", "Robert", "Bo")
    # What is in the book already is known again under either name.
    assert "already; nothing was recorded" in done("import", "results", years)
    out = tmp_path / "out.csv"
    done("export", "--results", "-o", out)
    assert "Robert" not in out.read_text(encoding="utf-8")
    assert "already; nothing was recorded" in done("import", "results", out)
    more = tmp_path / "more.csv"
    more.write_text("date;player;in;out\n2019-02-01;Anna;5;4\n2019-02-01;Robert;5;6\n")
    data("import", "results", more)
    assert standings(data)["Bo"] == (4, -5900)
    # A file in which both play has them as two.
    more.write_text("date;player;in;out\n2019-02-08;Bo;5;4\n2019-02-08;Robert;5;6\n")
    assert "are both Bo" in chipbook("import", "results", more).stderr
