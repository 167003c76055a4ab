"""A score that is kept on paper is added up for everyone, in every form of the report (RULINGS R-T10)."""

import json

import pytest

from engine import commands
from engine.game.switches import Switches
from engine.reports.figures import Paper, paper
from engine.reports.sentences import tell_all
from service.reports.forms import to_json
from service.reports.html import render_html
from service.reports.night_report import build
from service.reports.spreadsheets import tables
from service.reports.text import render_text
from tests.engine.reports.evening import Evening, opened
from tests.service.reports.test_tables_csv import rows

NAMES = {"anna": "Anna", "bo": "Bo", "carl": "Carl", "dora": "Dora"}
HEAD = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"


@pytest.fixture
def evening() -> Evening:
    """Anna wins a threesome with the second three cards; Bo loses a solo, and Dora, who sits out, has no meld."""
    rules = commands.HouseRules(rulebook="tarok", switches=Switches(tarok_kept="paper"))
    evening = opened("anna", "bo", "carl", "dora", rules=rules)
    evening.do(
        commands.AnnounceHand(game="Tarok", dealer="dora"), commands.MakeBid(player="anna", contract="threesome")
    )
    evening.do(commands.PassBid(player="bo"), commands.PassBid(player="carl"), commands.TakeWidow(choice=2))
    evening.do(commands.Discard(), commands.AnnounceGoal(goal="game"), commands.NameScore(points=44))
    evening.do(commands.AnnounceHand(game="Tarok"), commands.MakeBid(player="bo", contract="solo"))
    evening.do(commands.NameScore(points=30, pagat="carl"))
    return evening


def test_only_who_scores_is_written_down_and_totals_run(evening) -> None:
    work = paper(evening.records)
    assert work.players == ("anna", "bo", "carl", "dora")
    assert [(line.hand, line.what, line.points) for line in work.lines] == [
        (1, "game", 136),
        (2, "game", 110),
        (2, "pagat", 100),
    ]
    assert [line.totals for line in work.lines] == [(136, 0, 0, 0), (246, 0, 110, 110), (246, 0, 210, 110)]
    assert work.totals == (246, 0, 210, 110)
    assert evening.night.on_paper == {"anna": 246, "carl": 210, "dora": 110}


def test_a_score_that_was_struck_is_not_on_the_sheet(evening) -> None:
    named = max(record.version for record in evening.records if isinstance(record.event, commands.NameScore))
    evening.strike(named, reason="Not played out.")
    assert paper(evening.records).totals == (136, 0, 0, 0)
    assert evening.night.on_paper == {"anna": 136}


def test_where_scores_are_paid_in_chips_there_is_no_sheet() -> None:
    evening = opened("anna", "bo", "carl", rules=commands.HouseRules(rulebook="tarok", initial_loan=500))
    evening.do(commands.AnnounceHand(game="Tarok", dealer="carl"), commands.MakeBid(player="anna", contract="solo"))
    evening.do(commands.NameScore(points=44))
    assert paper(evening.records) == Paper()
    assert "paper.csv" not in tables(build(evening.records, NAMES, head=HEAD), ())


def test_every_form_of_the_report_tells_the_totals(evening) -> None:
    report, told = build(evening.records, NAMES, head=HEAD), tell_all(evening.records, NAMES)
    text = render_text(report)
    assert "ON PAPER" in text
    assert "pagat, 100 for Carl" in text
    assert text.split("pagat, 100 for Carl")[1].split()[:4] == ["246", "0", "210", "110"]
    assert '<h2 id="paper">On paper</h2>' in render_html(report, told)
    assert json.loads(to_json(report))["paper"]["totals"] == [246, 0, 210, 110]
    last = rows(tables(report, told)["paper.csv"])[-4:]
    assert {row["player"]: row["total"] for row in last} == {"Anna": "246", "Bo": "0", "Carl": "210", "Dora": "110"}
