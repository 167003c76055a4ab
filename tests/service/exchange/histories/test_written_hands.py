"""Hands as people and sites tell them: straddles, uneven antes, seats, unknown winners, whole nights."""

import io
import random

import pytest

from engine import events
from engine.commands import Currency
from engine.folding import evolve
from engine.state import Night
from service.exchange.histories.hands import ParsedHand, written_hands
from service.exchange.histories.phh import Setting, write_phh
from service.exchange.imports.recording import ImportReport
from service.exchange.refused import ImportRefused
from tests.service.exchange.histories.pokerkit_hands import STAKES, dealt_and_played, notation, played_here
from tests.soak import rounds

HANDS = rounds(4, 200)
SETTING = Setting("Friday", "UTC", Currency("EUR"), 100)

HEAD = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [10, 30, 30]
"""
DEALT = '"d dh p1 ????", "d dh p2 ????", "d dh p3 ????"'
ALL_IN = f'actions = [{DEALT}, "p3 cbr 30", "p1 cc", "p2 cc", "d db 2s3s4d", "d db 9c", "d db 9d"]\n'
# The small blind is all-in, so nobody can call p2 any more; still the history asks p2.
ASKED_FOR_NOTHING = f"{HEAD}actions = [{DEALT}, 'p3 f', 'p2 f']\n".replace("[10, 30, 30]", "[1, 30, 30]")
STRADDLED = """
variant = "NT"
antes = [1, 0, 3, 0]
blinds_or_straddles = [1, 2, 4, 0]
min_bet = 2
starting_stacks = [50, 50, 50, 50]
actions = ["d dh p1 AsAd", "d dh p2 QsQd", "d dh p3 KsKd", "d dh p4 JcJd", "p4 cbr 12", "p1 cc", "p2 f", "p3 cc",
  "d db 2s3s4d", "p1 cc", "p3 cc", "p4 cc", "d db 9c", "p1 cc", "p3 cc", "p4 cc", "d db 9d", "p1 cc", "p3 cc", "p4 cc",
  "p1 sm AsAd", "p3 sm KsKd", "p4 sm JcJd"]
"""


def finishing(text: str) -> list[int]:
    """The stacks after the only hand of a file, in the order of its players."""
    _, records = played_here(text)
    night = Night()
    for record in records:
        evolve(night, record.event)
        if isinstance(record.event, events.HandEnded):
            break
    return [night.stack(player) for player in night.last_hand.order]


def only_hand(text: str) -> ParsedHand:
    """The hand of a file as the book has it, once it was played."""
    _, records = played_here(text)
    (hand,), _ = written_hands(records)
    return hand


def test_straddles_and_uneven_antes_are_posted_as_in_pokerkit() -> None:
    assert finishing(STRADDLED) == list(list(notation.HandHistory.loads(STRADDLED))[-1].stacks)
    hand = only_hand(STRADDLED)
    assert (hand.antes, hand.blinds) == ((1, 0, 3, 0), (1, 2, 4, 0))
    assert [hand.blind_of(place) for place in range(3)] == ["small blind", "big blind", "straddle"]


def test_a_straddle_without_a_small_blind_is_no_big_blind() -> None:
    hand = only_hand(STRADDLED.replace("[1, 2, 4, 0]", "[0, 2, 4, 0]"))
    assert hand.blinds == (0, 2, 4, 0)


def test_players_sit_where_the_file_seats_them() -> None:
    seated = f"{HEAD}players = ['A', 'B', 'C']\nactions = [{DEALT}, 'p3 f', 'p1 f']\n"
    nights = ["[1]\n" + seated + "seats = [4, 7, 2]\n", "[2]\n" + seated + "seats = [7, 2, 4]\n"]
    _, records = played_here("".join(nights))
    hands, _ = written_hands(records)
    assert [hand.seats for hand in hands] == [(4, 7, 2), (7, 2, 4)]


@pytest.mark.parametrize(
    ("winnings", "stacks"),
    [
        ([30, 40, 0], [30, 40, 0]),
        ([0, 70, 0], [0, 70, 0]),
        ([15, 55, 0], [15, 55, 0]),
        ([10, 30, 30], [10, 30, 30]),
        ([30, 20, 20], [30, 20, 20]),
    ],
)
def test_the_winnings_decide_a_showdown_whose_cards_are_unknown(winnings, stacks) -> None:
    assert finishing(f"{HEAD}{ALL_IN}winnings = {winnings}\n") == stacks
    assert finishing(f"{HEAD}{ALL_IN}finishing_stacks = {stacks}\n") == stacks


def test_winnings_that_no_order_of_hands_pays_are_reported() -> None:
    report, _ = played_here(f"{HEAD}{ALL_IN}winnings = [28, 39, 0]\n")
    assert [wrong.finding for wrong in report.award_mismatches] == [
        "the book pays 15, the log 28",
        "the book pays 55, the log 39",
    ]


def test_without_cards_and_winnings_nobody_wins() -> None:
    with pytest.raises(ImportRefused, match="does not say who wins: the cards of p1, p2, p3 are unknown"):
        played_here(f"{HEAD}{ALL_IN}")


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_whoever_folds_unasked_gives_up_at_the_showdown() -> None:
    stacks = list(list(notation.HandHistory.loads(ASKED_FOR_NOTHING))[-1].stacks)
    assert finishing(ASKED_FOR_NOTHING) == stacks
    _, records = played_here(ASKED_FOR_NOTHING)
    assert [one.because for one in written_hands(records)[1]] == ["the cards of its board are not known"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_whole_night_goes_to_pokerkit_and_comes_back() -> None:
    chance = random.Random("night")
    codes = [code for code in STAKES if "/8" not in code]
    theirs = [dealt_and_played(chance.choice(codes), chance) for _ in range(HANDS)]
    report, records = played_here(as_one_file([text for text, _ in theirs]))
    assert report.hands == HANDS
    hands, left_out = written_hands(records)
    assert not left_out
    written = write_phh(hands, SETTING)
    read_there = list(notation.HandHistory.load_all(io.BytesIO(written.encode())))
    assert [list(list(one)[-1].stacks) for one in read_there] == [stacks for _, stacks in theirs]
    again, _ = played_here(written)
    assert again.stack_checks == sum(len(stacks) for _, stacks in theirs)
    assert again.holds
    assert results(again) == results(report)
    assert [one.chips for one in again.adjustments] == [one.chips for one in report.adjustments]


def as_one_file(texts: list[str]) -> str:
    """The hands as PokerKit writes many of them."""
    return str(notation.HandHistory.dumps_all([notation.HandHistory.loads(text) for text in texts]))


def results(report: ImportReport) -> list[int]:
    """What everybody won, without their names."""
    return sorted(report.nets.values())
