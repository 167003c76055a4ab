"""`chipbook night`: a night from its opening to the last payment."""

import json
import re
from typing import Any

import pytest

from engine import commands
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import Joining
from service.book.store.names import new_member
from service.book.store.schema import open_book
from tests.cli.conftest import Done
from tests.service.book.store.nights import open_night

AT = "2026-02-13T20:15:00Z"
OPEN = ("night", "open", "--bank", "Bo", "--player", "Anna", "--player", "Bo", "--player", "Carl")


def names(now: dict[str, Any]) -> dict[str, str]:
    return {player["id"]: player["name"] for player in now["players"]}


def stacks(now: dict[str, Any]) -> dict[str, int]:
    return {player["name"]: player["stack"] for player in now["players"]}


def test_opening_a_night_seats_everyone_and_lends_what_the_house_lends(data) -> None:
    now = data(*OPEN, "--name", "Friday", "--loan", "150", "--unit", "0.25 DKK", "--zone", "Europe/Copenhagen")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-[a-z0-9]{4}", now["night"])
    assert stacks(now) == {"Anna": 150, "Bo": 150, "Carl": 150}
    assert [player["loan_cents"] for player in now["players"]] == [3750, 3750, 3750]
    assert (names(now)[now["banker"]], now["unit_cents"], now["zone"], now["phase"]) == (
        "Bo",
        25,
        "Europe/Copenhagen",
        "open",
    )


def test_a_night_of_enemaerke_has_the_bank_of_its_source(data) -> None:
    """The source: the banker begins with all chips, and everybody else is lent the same, such as 50 small ones and 2 pedere."""
    now = data(*OPEN, "--rulebook", "Enemærke", "--unit", "0.25 DKK")
    assert {player["name"]: player["loan_cents"] for player in now["players"]} == {"Anna": 3750, "Bo": 0, "Carl": 3750}
    own = data(*OPEN, "--rulebook", "enemaerke", "--own", "--loan", "100")
    assert stacks(own) == {"Anna": 100, "Bo": 100, "Carl": 100}
    assert set(stacks(data(*OPEN, "--rulebook", "munk")).values()) == {0}


def test_a_club_with_house_rules_keeps_its_own_bank(done, data) -> None:
    night = data(*OPEN, "--rulebook", "enemaerke", "--own", "--loan", "60")["night"]
    done("club", "rules", "--like", night)
    assert stacks(data(*OPEN, "--rulebook", "enemaerke")) == {"Anna": 60, "Bo": 60, "Carl": 60}


def test_opening_says_the_id_and_the_next_step(done) -> None:
    text = done(*OPEN, "--name", "Poker")
    night_id = re.search(r"\d{4}-\d\d-\d\d-\w+", text)
    assert night_id
    assert "Opened Poker. Next: `chipbook table`" in text
    assert night_id[0] in done("night", "list")


def test_the_banker_sits_down_even_if_nobody_lists_him(data) -> None:
    now = data("night", "open", "--bank", "Bo", "--player", "Anna")
    assert sorted(stacks(now)) == ["Anna", "Bo"]


def test_the_box_and_its_chips_are_said_by_options(data) -> None:
    now = data(*OPEN, "--box", "--chips", "white 1 x 200, peder 50 x 20", "--loan", "100")
    assert now["box"] == 200 + 1000 - 200
    assert stacks(now)["Bo"] == 1000


def test_what_the_banker_wins_from_the_box_is_told_as_such(done) -> None:
    done(*OPEN, "--box", "--loan", "100")
    assert "Bo −2 from the box" in done("hand", "straight", "poker", "by", "bo")


def test_the_same_people_of_a_club_are_the_same_players_another_night(data) -> None:
    first = data(*OPEN, "--club", "Thursday")
    second = data("night", "open", "--bank", "bo", "--player", "ANNA", "--player", "Bo", "--club", "thursday")
    ids = {player["name"]: player["id"] for player in first["players"]}
    assert {player["name"]: player["id"] for player in second["players"]} == {
        name: ids[name] for name in ("Anna", "Bo")
    }


def test_an_id_does_not_hold_a_name(data) -> None:
    now = data(*OPEN)
    assert not any(player["name"].casefold() in player["id"].casefold() for player in now["players"])


def test_a_night_like_an_earlier_one_needs_no_other_options(data, evening) -> None:
    now = data("night", "open", "--like", evening, "--loan", "100", "--name", "Saturday")
    assert stacks(now) == {"Anna": 100, "Bo": 100, "Carl": 100}
    assert (now["unit_cents"], now["zone"], now["name"]) == (25, "Europe/Copenhagen", "Saturday")
    assert now["night"] != evening
    again = data("night", "open", "--like")
    assert stacks(again) in (stacks(now), {"Anna": 150, "Bo": 150, "Carl": 150})


def test_how_the_house_reads_a_rule_is_said_at_the_opening_and_kept_for_the_next_night(data, done) -> None:
    night = data(*OPEN, "--switch", "criss-cross=bar", "--switch", "naturals_before_kickers=yes")["night"]
    like = data("night", "open", "--like", night)["night"]
    for opened in (night, like):
        opening = next(event for event in events_of(done, opened) if event["type"] == "night_opened")
        assert opening["data"]["rules"]["switches"] == {"criss_cross": "bar", "naturals_before_kickers": True}


@pytest.mark.parametrize(
    ("switch", "exit_code", "sentence"),
    [
        ("criss-cross", 2, "write KEY=VALUE"),
        ("criss-cross=", 2, "write KEY=VALUE"),
        ("criss-cross=half", 1, "it takes cross, bar"),
        ("zigzag=bar", 1, "criss cross"),
    ],
)
def test_a_switch_that_is_none_is_refused_with_those_there_are(switch, exit_code, sentence, chipbook) -> None:
    answer = chipbook(*OPEN, "--switch", switch)
    assert answer.exit_code == exit_code
    assert sentence in answer.stderr


def test_without_options_and_without_a_keyboard_opening_says_what_is_missing(chipbook) -> None:
    answer = chipbook("night", "open")
    assert answer.exit_code == 2
    assert "--bank NAME" in answer.stderr


def test_show_tells_whose_turn_it_is_and_what_may_be_done(done, data) -> None:
    data(*OPEN, "--loan", "150")
    done("hand", "straight", "poker", "by", "bo")
    done("hand", "carl", "3")
    now = data("night", "show")
    assert (now["hand"]["game"], [names(now)[player] for player in now["hand"]["turn"]], now["pot"]) == (
        "Straight Poker",
        ["Anna"],
        9,
    )
    (waits,) = now["now"]
    assert waits.startswith("Anna: c call 3 · r raise by 1")
    text = done("night", "show")
    assert "Hand 1: Straight Poker · dealt by Bo · round 1 · pot 9 · to stay in 3" in text
    assert re.search(r"Anna +148 .*to act", text)


@pytest.mark.parametrize("given", ["2026-11-20-abcd", "2026", "abcd", ""])
def test_a_night_is_found_by_id_by_its_beginning_and_by_its_end(given, data, evening) -> None:
    assert data("night", "show", "-n", given)["night"] == evening


def test_closing_settling_and_paying_end_the_night(done, data, evening) -> None:
    assert "who pays whom" not in done("night", "close")
    settled = done("night", "settle", "direct")
    assert "no plan has fewer transfers" in settled
    now = data("night", "show")
    assert {player["name"]: player["result_cents"] for player in now["players"]} == {
        "Anna": 175,
        "Bo": -50,
        "Carl": -125,
    }
    assert {player["name"]: player["due_cents"] for player in now["players"]} == {
        "Anna": 1175,
        "Bo": -1050,
        "Carl": -125,
    }
    assert [(names(now)[one["payer"]], names(now)[one["payee"]], one["cents"]) for one in now["transfers"]] == [
        ("Bo", "Anna", 1050),
        ("Carl", "Anna", 125),
    ]
    done("night", "pay", "1", "4.00")
    assert data("night", "show")["transfers"][0]["paid_cents"] == 400
    done("night", "pay", "1")
    last = data("night", "pay", "2")
    assert last["now"] == []
    assert data("night", "list")["nights"][0]["phase"] == "settled"
    assert data("night", "list")["nights"][0]["unpaid_cents"] == 0


def test_a_close_without_counts_names_who_is_missing_and_may_be_waived(chipbook, data) -> None:
    data(*OPEN, "--loan", "150")
    refused = chipbook("night", "close")
    assert refused.exit_code == 1
    assert "Not counted yet: Anna, Bo, Carl." in refused.stderr
    assert '--waive count_is_missing "REASON"' in refused.stderr
    told = data("night", "close", "--waive", "count_is_missing", "we trust the book")
    assert "we trust the book" in told["events"][0]["sentence"]


def test_a_gap_is_shown_until_somebody_bears_it(done, evening) -> None:
    done("bank", "carl", "=", "140")
    text = done("night", "close")
    assert "5 chips missing at the count (1.25 DKK); nobody gets their worth yet." in text
    assert "`gap losers`" in text
    assert "in equal parts, however much each has won or lost" in " ".join(text.split())
    assert "have cost 1.25 DKK; that goes to the banker: Bo gets 1.25 DKK." in " ".join(
        done("bank", "gap", "banker").split()
    )
    assert "who gets their worth is recorded" in done("night", "settle")


def events_of(done: Done, night: str) -> list[dict[str, Any]]:
    """The events of the night as the export has them, after those of its club."""
    lines = done("export", "-n", night).splitlines()[1:]
    bodies = [json.loads(json.loads(line)["body"]) for line in lines]
    return [body for body in bodies if body["stream"] == f"night:{night}"]


def test_a_score_kept_on_paper_is_shown_beside_the_chips(done, data, tmp_path) -> None:
    file = tmp_path / "paper.night"
    file.write_text(
        "night: Paper\ndate: 2026-02-20 20:00\nrulebook: tarok\nbank: Anna\nplayers: Anna, Bo, Carl\n"
        "tarok kept: paper\n\nhand tarok by carl\nanna bids solo\nscore 44\n",
        encoding="utf-8",
    )
    done("replay", file)
    assert {player["name"]: player["on_paper"] for player in data("night", "show")["players"]} == {
        "Anna": 118,
        "Bo": 0,
        "Carl": 0,
    }
    assert "on paper" in done("night", "show")


def test_a_night_whose_banker_never_sat_down_is_shown_all_the_same(chipbook, home) -> None:
    book = open_book(f"sqlite:///{home / 'chipbook.db'}")
    handler = CommandHandler(book)
    handler.clubs.found_club("Klub", club_id="k")
    people = [new_member("k", player, name) for player, name in (("a", "Anna"), ("b", "Bo"))]
    open_night(handler, commands.OpenNight(night="n1", club="k", banker="b"), joining=Joining(members=people))
    handler.handle("n1", commands.SeatPlayer(player="a"))
    handler.handle("n1", commands.BuyChips(player="a", chips=40, cents=1000))
    handler.handle("n1", commands.CountChips(player="a", chips=40))
    handler.handle("n1", commands.CloseNight())
    book.close()
    now = json.loads(chipbook("night", "show", "-n", "n1", "--json").stdout)
    assert {player["name"]: (player["seat"], player["place"]) for player in now["players"]} == {
        "Anna": (1, "at the table"),
        "Bo": (0, "away"),
    }
    assert chipbook("night", "show", "-n", "n1").exit_code == 0


def test_the_screen_shows_what_lies_open_and_only_the_data_hold_closed_cards(done, data) -> None:
    """Anybody at the table may look at the screen; `--json` is the banker's."""
    who = ("--bank", "Bo", "--player", "Anna", "--player", "Bo", "--loan", "150", "--auto", "none")
    done("night", "open", *who)
    for line in ("seven card stud by bo", "deal As Ks Ah Kh", "deal 7s 8d"):
        done("hand", *line.split())
    now = data("night", "show")
    by_name = {names(now)[player]: cards for player, cards in now["hand"]["cards"].items()}
    assert by_name == {"Anna": ["As", "Ah", "7s"], "Bo": ["Ks", "Kh", "8d"]}
    shown = done("night", "show")
    assert "Anna shows 7s\nBo shows 8d\n" in shown
    assert done("table", typed="show\n") == shown
    assert not {"As", "Ah", "Ks", "Kh"} & {*shown.split()}


def test_payments_and_expenses_stand_apart_where_a_night_is_shown(data, done) -> None:
    night = data(*OPEN, "--loan", "150", "--settles", "ask", "--switch", "chips=none", "--switch", "entered by=both")
    assert (night["entered_by"], night["chips"]) == ("both", "none")
    shown = done("night", "show")
    assert "Everybody enters their own acts, and the bank may as well." in shown
    assert "The chips are in the book alone." in shown
    done("table", typed="bo paid 9 for pizza\nanna gives bo 8\nanna pays 2\nclose\n")
    shown = done("night", "show").replace("−", "-")
    assert re.search(r"result USD +payments +expenses +to settle", shown)
    assert re.search(r"Anna +-2.00 +2.00 +-3.00 +-3.00", shown)
    assert re.search(r"Bo +\+2.00 +-2.00 +6.00 +\+6.00", shown)
    assert re.search(r"Carl +0.00 +-3.00 +-3.00", shown)
