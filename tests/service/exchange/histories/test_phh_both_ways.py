"""A night written as PHH plays to the same stacks here and in PokerKit."""

import random

import pytest

from engine.commands import Currency
from service.book.closed_cards import as_all_may_see
from service.exchange.histories.hands import written_hands
from service.exchange.histories.phh import Setting, write_phh
from tests.service.exchange.histories.pokerkit_hands import (
    STAKES,
    dealt_and_played,
    notation,
    played_here,
    settled_apart,
)
from tests.soak import rounds

HANDS = rounds(1, 2_000 // len(STAKES) + 1)
SETTING = Setting("Friday", "Europe/Copenhagen", Currency("DKK"), 25)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("code", STAKES)
def test_what_is_written_plays_to_the_same_stacks_here_and_in_pokerkit(code) -> None:
    chance = random.Random(f"both {code}")
    for _ in range(HANDS):
        text, stacks = dealt_and_played(code, chance)
        _, records = played_here(text)
        (hand,), left_out = written_hands(records)
        assert not left_out
        written = write_phh([hand], SETTING)
        assert written == write_phh([hand], SETTING)
        again, _ = played_here(written)
        assert not again.stack_mismatches, written
        theirs = list(list(notation.HandHistory.loads(written))[-1].stacks)
        assert theirs == stacks, f"{text}\n{written}"
        settled = settled_apart(records, code)
        if settled is not None:
            assert list(hand.finishing) == [settled.stacks()[player] for player in hand.players], written
        if settled is None or not settled.some_lack_a_low():
            assert theirs == list(hand.finishing), written


# A raise of less than the least that puts the only other player all-in, as sites write it that count no more than that.
COVERS = """
variant = "{code}"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [{stacks}]
actions = ["d dh p1 AsKs{two}", "d dh p2 QsQd{four}", "d dh p3 ????{six}", "p3 f", "p1 cc", "p2 cc", "d db 2s3s4h", "p1 cbr {bet}",
  "p2 cbr {to}", "p1 cc", "d db 9c", "d db 9d", "p1 sm AsKs{two}", "p2 sm QsQd{four}"]
"""


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("code", "stacks", "bet", "to", "written"),
    [
        ("NT", "100, 500, 100", 60, 98, "p2 cbr 498"),
        # The whole stack would be more than the pot.
        ("PO", "7, 500, 100", 4, 5, "p2 cbr 8"),
        # Whoever raises enough is written as they did.
        ("NT", "100, 500, 100", 49, 98, "p2 cbr 98"),
    ],
)
def test_a_raise_that_covers_the_other_is_written_so_that_pokerkit_replays_it(code, stacks, bet, to, written) -> None:
    more = {"two": "5c6d", "four": "5d6c", "six": "????"} if code == "PO" else {"two": "", "four": "", "six": ""}
    _, records = played_here(COVERS.format(code=code, stacks=stacks, bet=bet, to=to, **more))
    (hand,), left_out = written_hands(records)
    assert not left_out
    text = write_phh([hand], SETTING)
    assert f'"{written}"' in text
    assert list(list(notation.HandHistory.loads(text))[-1].stacks) == list(hand.finishing)
    again, _ = played_here(text)
    assert not again.stack_mismatches


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_reader_without_the_bankers_right_gets_only_shown_cards() -> None:
    text = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AsKs", "d dh p2 QsQd", "d dh p3 7c2d", "p3 f", "p1 cc", "p2 cc", "d db 2s3s4s", "p1 cbr 4",
  "p2 cc", "d db 9c", "p1 cc", "p2 cc", "d db 9d", "p1 cc", "p2 cc", "p1 sm AsKs", "p2 sm"]
"""
    _, records = played_here(text)
    (hand,), _ = written_hands(as_all_may_see(records))
    written = write_phh([hand], SETTING)
    assert "p1 sm AsKs" in written
    for hidden in ("7c", "2d", "Qs", "Qd"):
        assert hidden not in written
    assert list(list(notation.HandHistory.loads(written))[-1].stacks) == [106, 94, 100]
    again, _ = played_here(written)
    assert not again.stack_mismatches
