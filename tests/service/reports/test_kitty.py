"""The report of a night with a kitty: what the pots paid stands beside what was won, and its shares in the accounts."""

from msgspec.structs import replace

from engine import commands
from engine.game.definition import Kitty
from engine.library import named
from engine.reports.sentences import tell_all
from service.reports.html import render_html
from service.reports.night_report import build
from service.reports.spreadsheets import tables
from service.reports.text import render_text
from tests.engine.reports.evening import Evening, counted_and_closed, table
from tests.service.reports.test_tables_csv import rows

HEAD = "5e88" * 16
NAMES = {"eva": "Eva", "bo": "Bo", "carl": "Carl"}
GAME = replace(named("Straight Poker")[0], name="Friday Poker", rulebook="own", kitty=Kitty(chips=2))


def evening(*winners: str) -> Evening:
    """Hands with an ante of 2 and a bet of 5 that all call: pots of 21, of which 2 go to the kitty."""
    played = table()
    for winner in winners:
        played.do(commands.AnnounceHand(game=GAME.name, dealer="eva", declaration=GAME))
        played.do(commands.Bet(player="bo", chips=5), commands.Call(player="carl"), commands.Call(player="eva"))
        played.do(commands.NameWinners(rankings=(((winner,),),)))
    return played


def text_of(played: Evening) -> str:
    return render_text(build(played.records, NAMES, head=HEAD), 120)


def test_the_text_tells_the_kitty_while_the_night_goes_on() -> None:
    text = text_of(evening("bo", "bo"))
    assert "4 set aside until the close." in text
    assert "pot 21, 2 of it set aside" in text
    assert "share of what was set aside +0.25 DKK = −3.25 DKK" in text
    assert "the results sum to 0.00 DKK" in text


def test_the_text_tells_how_the_kitty_was_shared_out() -> None:
    played = evening("bo", "bo")
    counted_and_closed(played)
    text = text_of(played)
    assert "4 set aside and shared out." in text
    assert "Share of the kitty" in text
    assert "share of what was set aside +0.50 DKK" in text
    assert "BALANCED: every chip is accounted for, and the results sum to 0.00 DKK." in text


def test_the_columns_of_the_tables_add_up() -> None:
    played = evening("bo", "carl")
    counted_and_closed(played)
    report = build(played.records, NAMES, head=HEAD)
    files = tables(report, tell_all(played.records, NAMES))
    hands = rows(files["hands.csv"])
    for number in ("1", "2"):
        lines = [line for line in hands if line["hand"] == number]
        won = sum(int(line["got"]) for line in lines)
        assert int(lines[0]["pot"]) == won + int(lines[0]["carried out"]) + int(lines[0]["set aside"]) == 21
    assert sum(standing.result for standing in report.standings) == 0
    assert "Share of the kitty" in render_html(report, tell_all(played.records, NAMES))
