"""Any file is played or refused with one sentence: never a traceback, and never a wait."""

import random

import pytest

from service.exchange.histories.phh import read_phh
from service.exchange.histories.playing import play_history
from service.exchange.refused import ImportRefused
from tests.service.exchange.histories.pokerkit_hands import in_memory
from tests.soak import rounds

ROUNDS = rounds(40, 20_000)

PHH = """variant = "NT"
antes = [0, 0.5, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100.25, 100]
actions = ["d dh p1 AsKs", "d dh p2 QsQd", "d dh p3 7c2d", "p3 f", "p1 cc", "p2 cc", "d db 2s3s4s", "p1 cbr 4", "p2 f"]
"""
PIECES = (
    *"""[]{}"'=.,#\n\x00é""",
    *("-1", "inf", "nan", "1e999", "1_0", "0.0000001", "9" * 40, "9" * 5_000, "null", "true", "\ud800"),
    *("??", "p9 cc", "p0 f", "d dh p1 AsAs", "d db AsKs", "p1 sm", "p1 sd As"),
)


def played_or_refused(text: str) -> str:
    try:
        told = read_phh("a", text)
        options, submit, _ = in_memory(told)
        play_history(told, options=options, submit=submit)
    except ImportRefused as refusal:
        said = str(refusal)
        assert said.startswith("a"), said
        assert len(said) < 1_500
        return refusal.code
    return ""


def test_a_sound_file_is_played() -> None:
    assert not played_or_refused(PHH)


def test_a_changed_file_is_played_or_refused_with_a_sentence() -> None:
    chance = random.Random("hostile")
    for _ in range(ROUNDS):
        text = PHH
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(text))
            text = text[:start] + chance.choice(PIECES) + text[start + chance.choice((0, 0, 1, 5)) :]
        played_or_refused(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "history_has_no_hands"),
        ("variant = [" + "[" * 50_000, "history_is_not_well_formed"),
        ("a." * 20_000 + "a = 1", "history_is_not_well_formed"),
        ("x" * 4_000_001, "history_is_too_large"),
        (PHH.replace('"NT"', '"XYZ"'), "variant_is_not_played"),
        (PHH.replace("min_bet = 2\n", ""), "field_is_missing"),
        (PHH.replace("[1, 2, 0]", "[1, 2]"), "field_is_not_understood"),
        (PHH.replace("100.25", "inf"), "field_is_not_understood"),
        (PHH.replace("100.25", "0.00000001"), "field_is_not_understood"),
        (PHH.replace("100.25", "1.1e9999999999999999999"), "field_is_not_understood"),
        (PHH.replace("p1 cbr 4", "p2 cbr 4"), "act_cannot_be_played"),
        (PHH.replace("QsQd", "AsQd"), "act_cannot_be_played"),
        (PHH.replace(', "p2 f"]', "]"), "hand_is_not_finished"),
    ],
)
def test_each_fault_has_a_refusal_of_its_own(text, code) -> None:
    assert played_or_refused(text) == code
