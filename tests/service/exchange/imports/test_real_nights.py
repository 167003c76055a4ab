"""Three real nights, which are not part of the repository: CHIPBOOK_REAL_NIGHTS names the folder that holds them."""

import os
from pathlib import Path

import pytest

from engine.adjudicate import adjudicate
from engine.commands import Currency
from service.exchange.histories.hands import written_hands
from service.exchange.histories.phh import Setting, write_phh
from service.exchange.imports.pokernow import import_log, read_log
from service.exchange.imports.pokernow_file import decoded
from tests.service.exchange.histories.pokerkit_hands import notation
from tests.service.exchange.imports.logs import Book, options

FOLDER = os.environ.get("CHIPBOOK_REAL_NIGHTS", "")
NIGHTS = {
    "nlh_137_hands_rebuys.csv": (137, 464, 36),
    "nlh_82_hands.csv": (82, 481, 23),
    "mixed_nlh_plo_plo8_59_hands.csv": (59, 293, 38),
}


def real_log(name: str) -> str:
    if not FOLDER:
        pytest.skip("Real logs are not in the repository; set CHIPBOOK_REAL_NIGHTS to the folder that holds them.")
    path = Path(FOLDER) / name
    if not path.exists():
        pytest.skip(f"The folder that CHIPBOOK_REAL_NIGHTS names has no {name}.")
    return decoded(name, path.read_bytes())


@pytest.mark.parametrize("name", NIGHTS)
def test_a_real_night_agrees_with_its_log_in_every_stack_and_every_pot(name) -> None:
    text, book = real_log(name), Book()
    report = import_log(read_log([(name, text)]), options=options(), submit=book.submit)
    answer = report.as_data({})
    assert (answer["hands"], answer["stack_checks"], answer["award_checks"]) == NIGHTS[name]
    assert answer["stack_mismatches"] == answer["award_mismatches"] == []
    assert answer["adjustments"] == answer["unknown_lines"] == []
    assert answer["net_sum"] == 0
    assert adjudicate(book.records).findings == ()


@pytest.mark.parametrize("name", NIGHTS)
def test_a_real_night_in_two_overlapping_halves_is_the_same_night(name) -> None:
    text = real_log(name)
    header, *lines = text.splitlines(keepends=True)
    third = len(lines) // 3
    halves = [("newer.csv", header + "".join(lines[: 2 * third])), ("older.csv", header + "".join(lines[third:]))]
    whole, joined = Book(), Book()
    import_log(read_log([(name, text)]), options=options(), submit=whole.submit)
    report = import_log(read_log(halves), options=options(), submit=joined.submit)
    assert report.holds
    assert [record.event for record in joined.records if record.caused_by] == [
        record.event for record in whole.records if record.caused_by
    ]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", NIGHTS)
def test_every_hand_of_a_real_night_that_is_written_as_phh_is_replayed_by_pokerkit(name) -> None:
    book = Book()
    import_log(read_log([(name, real_log(name))]), options=options(), submit=book.submit)
    hands, _ = written_hands(book.records)
    for hand in hands:
        written = write_phh([hand], Setting("Friday", "UTC", Currency("USD"), 1))
        assert list(list(notation.HandHistory.loads(written))[-1].stacks) == list(hand.finishing), written
