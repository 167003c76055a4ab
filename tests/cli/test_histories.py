"""`chipbook import phh` and `export --phh`: hands in the field's open format, in and out."""

from pathlib import Path

import pytest

HISTORY = """\
[1]
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [20, 20.25, 30]
players = ["Anna", "Bo", "Carl"]
actions = ["d dh p1 AsKs", "d dh p2 ????", "d dh p3 QdQh", "p3 cbr 1.50", "p1 cc", "p2 f", "d db 2s3s4d", "p1 cc",
  "p3 cc", "d db 9h", "p1 cc", "p3 cc", "d db 9c", "p1 cbr 5", "p3 cc", "p1 sm AsKs", "p3 sm QdQh"]
[2]
variant = "FR"
antes = [0.25, 0.25, 0.25]
bring_in = 0.25
small_bet = 0.50
big_bet = 1
starting_stacks = [19.75, 37, 40]
players = ["Bo", "Carl", "Anna"]
actions = ["d dh p1 ????2c", "d dh p2 ????Kd", "d dh p3 ????3c", "p2 pb", "p3 f", "p1 f"]
"""


@pytest.fixture
def history(tmp_path) -> Path:
    path = tmp_path / "night.phhs"
    path.write_text(HISTORY, encoding="utf-8")
    return path


def test_hands_come_in_as_a_night_and_go_out_again(data, done, history, tmp_path) -> None:
    report = data("import", "phh", history)
    assert (report["hands"], report["net_sum"]) == (2, 0)
    assert report["nets"] == {"Anna": -675, "Bo": -75, "Carl": 750}
    written = data("export", "--phh")
    assert (written["hands"], written["left_out"]) == (2, [])
    out = tmp_path / "out.phhs"
    out.write_text(written["text"], encoding="utf-8")
    again = data("import", "phh", out)
    assert again["nets"] == report["nets"]
    assert again["stack_checks"] == 6
    assert not again["stack_mismatches"]
    assert done("verify")


def test_what_the_bank_makes_up_between_hands_is_named(data, history) -> None:
    (topped_up,) = data("import", "phh", history)["adjustments"]
    assert (topped_up["player"], topped_up["chips"]) == ("Anna", 2650)
    assert topped_up["what"] == "Anna tops up 2650 before hand 2"


def test_one_hand_is_written_and_cards_nobody_saw_are_kept(done, history) -> None:
    done("import", "phh", history)
    text = done("export", "--phh", "--hand", "1", "--seen")
    assert "p1 sm AsKs" in text
    assert "d dh p1 ????" in text
    assert "[2]" not in text


def test_a_hand_that_is_not_there_is_refused(chipbook, done, history) -> None:
    done("import", "phh", history)
    answer = chipbook("export", "--phh", "--hand", "9")
    assert answer.exit_code
    assert "Hand 9 cannot be written as PHH: the night has no such hand." in answer.stderr


def test_a_file_that_cannot_be_played_records_nothing(chipbook, data, tmp_path) -> None:
    path = tmp_path / "wrong.phhs"
    path.write_text(HISTORY.replace('"p2 pb"', '"p1 pb"'), encoding="utf-8")
    answer = chipbook("import", "phh", path)
    assert answer.exit_code
    assert "wrong.phhs, hand 2, actions[3] cannot be played: 'p1 pb'. It is Carl's turn." in answer.stderr
    assert not data("night", "list")["nights"]


def test_several_files_are_one_night_in_their_order(data, history, tmp_path) -> None:
    first, second = HISTORY.split("[2]\n")
    one, two = tmp_path / "one.phh", tmp_path / "two.phh"
    one.write_text(first, encoding="utf-8")
    two.write_text(second, encoding="utf-8")
    apart = data("import", "phh", one, two)
    assert (apart["hands"], apart["nets"]) == (2, data("import", "phh", history)["nets"])
    assert len(data("night", "list")["nights"]) == 1, "The same hands in one file are the same night."


def test_of_many_files_a_message_names_the_one_that_it_means(chipbook, data, tmp_path) -> None:
    hands = HISTORY.split("[2]\n", maxsplit=1)[0].removeprefix("[1]\n")
    paths = [tmp_path / f"{number}.phh" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_text(hands.replace("20.25, 30", f"20.25, {30 + number}"), encoding="utf-8")
    report = data("import", "phh", *paths)
    assert {(one["file"], one["line"]) for one in report["adjustments"]} == {("1.phh", 0), ("2.phh", 0)}
    paths[1].write_text(hands.replace('"p3 cc", "d db 9h"', '"p2 cc", "d db 9h"'), encoding="utf-8")
    refused = chipbook("import", "phh", *paths)
    assert "1.phh, the hand, actions[8] cannot be played: 'p2 cc'." in refused.stderr
    paths[1].write_text(hands.replace("20.25, 30", "20.25, 31") + "finishing_stacks = [1, 2, 3]\n", encoding="utf-8")
    told = chipbook("import", "phh", *paths).stdout
    assert "(1.phh, the hand: finishing_stacks)" in told


def test_a_tick_stands_only_before_a_check_that_was_made(chipbook, done, history) -> None:
    told = done("import", "phh", history)
    assert "– stacks      The file gives none to compare with." in told
    assert "✓ results" in told
    # The bank made up a stack, so not every stack was carried on.
    assert "The book carried every stack" not in told


def test_what_a_history_leaves_unsaid_is_said(data, done, history) -> None:
    told = done("import", "phh", history)
    assert "No currency is named" in told
    assert "No currency is named" not in done("import", "phh", history, "--currency", "DKK")
    history.write_text(HISTORY.replace("bring_in", "year = 2009\nbring_in").replace("min_bet", "year = 2009\nmin_bet"))
    told = done("import", "phh", history)
    assert "2 hands have no day; they are dated on the first that it may have been." in told
    assert any(one["night"].startswith("2009-01-01") for one in data("night", "list")["nights"])


def test_files_that_count_in_other_chips_are_no_night_together(chipbook, data, history, tmp_path) -> None:
    other = tmp_path / "other.phhs"
    other.write_text(HISTORY.replace("0.25", "0.125"), encoding="utf-8")
    answer = chipbook("import", "phh", history, other)
    assert answer.exit_code
    assert "has other decimals, or another currency, than" in answer.stderr
    assert not data("night", "list")["nights"]


def test_a_currency_without_cents_has_no_decimals(chipbook, data, tmp_path) -> None:
    path = tmp_path / "yen.phhs"
    path.write_text(HISTORY, encoding="utf-8")
    answer = chipbook("import", "phh", path, "--currency", "JPY")
    assert answer.exit_code
    assert "amounts with 2 decimals, and JPY has 0" in answer.stderr
    whole = HISTORY.replace("big_bet = 1", "big_bet = 4")
    for decimal, chips in (("20.25", "81"), ("19.75", "79"), ("0.25", "1"), ("0.50", "2"), ("1.50", "6")):
        whole = whole.replace(decimal, chips)
    path.write_text(whole, encoding="utf-8")
    data("import", "phh", path, "--currency", "JPY")
    assert 'currency = "JPY"' in data("export", "--phh")["text"]


def test_a_night_without_a_hand_for_trackers_is_refused_and_writes_no_file(chipbook, tmp_path):
    assert chipbook("night", "open", "--bank", "Bo", "--player", "Anna", "--player", "Bo").exit_code == 0
    file = tmp_path / "hands"
    answer = chipbook("export", "--phh", "-o", file)
    assert (answer.exit_code, file.exists()) == (1, False)
    assert "has no hand that PHH can hold; no hand was played to its end." in answer.stderr
