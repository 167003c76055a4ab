"""The report as text: pleasant to read, nothing out of line, and a golden copy of a small night."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands
from engine.reports.sentences import tell_all
from service.reports.forms.widths import cells
from service.reports.html import render_html
from service.reports.night_report import build
from service.reports.text import render_text
from tests.engine.reports.evening import Evening, opened, play_at_random, random_evening, table, won_by
from tests.golden_copies import assert_golden
from tests.service.reports.small_night import HEAD, NAMES, small_night
from tests.soak import rounds

TEN = {
    "eva": "Eva",
    "jo": "Jørgen",
    "aase": "A\u030ase",
    "bo": "Bo",
    "li": "李小龍",
    "carl": "Carl-Frederik von Hohenzollern-Sigmaringen",
    "dan": "Dan",
    "fi": "Finn",
    "gus": "Gus",
    "hal": "Hal 9",
}


TOO_WIDE = "a column that may be left out of a narrow text is `spare`; widths are shared out in service/reports/forms/widths.py"


def text_of(evening: Evening, *, width: int = 100, **names: str) -> str:
    return render_text(build(evening.records, names, head=HEAD), width)


def heads(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.isupper() and line[0] != " "]


def section(text: str, head: str) -> list[str]:
    """The lines of a part, from below its heading to the next one."""
    lines = text.split("\n")
    first = lines.index(head) + 1
    others = set(heads(text))
    last = next((place for place in range(first, len(lines)) if lines[place] in others), len(lines))
    return lines[first:last]


def test_the_report_of_a_small_night_is_the_golden_one() -> None:
    assert_golden("report_small_night.txt", text_of(small_night(), **NAMES))


def test_times_are_blank_where_the_book_has_none() -> None:
    evening = table()
    won_by(evening, "carl")
    text = text_of(evening)
    assert not re.search(r"\d\d:\d\d", text)
    assert "None" not in text


def test_hands_in_a_row_without_a_chip_of_his_are_one_line_of_an_account() -> None:
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(auto="all", initial_loan=40))
    for _ in range(9):
        evening.do(commands.AnnounceHand(game="Texas Hold'em", dealer="eva"))
        hand = evening.night.hand
        assert hand.round is not None
        while evening.night.hand is not None:
            evening.do(commands.Fold(player=hand.round.waiting[0]))
    eva = section(text_of(evening, eva="Eva"), "ACCOUNTS")
    assert any("Hands 1 to 9: nothing put in" in line for line in eva)


@pytest.fixture(scope="module")
def long_text() -> str:
    """The report of ten players, a hundred hands and more, and stacks of up to a million chips."""
    evening = opened(
        *TEN, starts_at="19:00", zone="Europe/Copenhagen", rules=commands.HouseRules(auto="all", initial_loan=1_000_000)
    )
    chance = random.Random(7)
    while evening.night.hands_played < 105:
        play_at_random(evening, chance, hands=105 - evening.night.hands_played, games=("Texas Hold'em@standard",))
        broke = [player for player in TEN if evening.night.stack(player) == 0]
        evening.do(*(commands.GiveLoan(player=player, chips=500_000) for player in broke))
    return text_of(evening, **TEN)


def test_a_long_night_of_ten_stands_in_line(long_text) -> None:
    accounts = section(long_text, "ACCOUNTS")
    tables = [line for line in accounts if line.startswith("  event ")]
    assert len(tables) == len(TEN)
    assert max(cells(line) for line in long_text.split("\n")) <= 102, TOO_WIDE
    for place, line in enumerate(accounts):
        if line.startswith("  event "):
            sums = next(other for other in accounts[place:] if other.split()[:1] == ["Sum"])
            assert cells(sums) == cells(line)


def test_every_hand_is_in_the_log(long_text) -> None:
    log = section(long_text, "HANDS")
    assert [line.split()[0] for line in log if line[2:6].strip().isdigit()] == [str(n) for n in range(1, 106)]


@pytest.mark.parametrize("width", [80, 92, 100, 140])
def test_a_report_keeps_the_width_it_is_given(width) -> None:
    """But for the head and the command with it, which must be copied whole."""
    text = text_of(small_night(), width=width, **NAMES)
    assert max(cells(line) for line in text.split("\n") if HEAD not in line) <= width, TOO_WIDE


@settings(max_examples=rounds(15, 40))
@given(st.integers(0, 2**32))
def test_any_night_at_any_moment_can_be_rendered(seed) -> None:
    text = text_of(random_evening(seed))
    assert re.match(r"[A-Z][a-z]+day \d+ [A-Z][a-z]+ \d{4}: ", text)
    assert "None" not in text
    assert not any(line != line.rstrip() for line in text.split("\n"))
    assert "\x1b" not in text


def test_a_hand_that_another_than_the_next_player_dealt_is_remarked() -> None:
    """RULINGS R-E13; the data that JSON is made from say it too."""
    evening = opened("eva", "bo", "carl", rules=commands.HouseRules(initial_loan=40))
    for _ in range(2):
        evening.do(commands.AnnounceHand(game="Straight Poker", dealer="eva"), commands.NewDeal())
    names = {"eva": "Eva", "bo": "Bo", "carl": "Carl"}
    told = build(evening.records, names, head=HEAD)
    assert [hand.deal_was_of for hand in told.hands] == [None, "bo"]
    page = render_html(told, tell_all(evening.records, names))
    for rendered in (text_of(evening, **names), page):
        assert "dealt by Eva, though it was Bo" in " ".join(rendered.split())


def test_a_night_of_which_only_the_bank_is_known_says_nothing_of_hands() -> None:
    evening = opened("eva", "bo")
    evening.do(commands.BuyChips(player="eva", chips=100), commands.CashOut(player="eva", chips=100))
    text = text_of(evening, width=120, eva="Eva", bo="Bo")
    assert not re.search(r"\b(0 hands?|won)\b", text)
    assert "won" in text_of(small_night(), width=120, **NAMES)
