"""Any file is played or refused with one sentence: never a traceback, and never a wait."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from service.histories.ohh_reading import read_ohh
from service.histories.phh_reading import read_phh
from service.histories.playing import play_told
from service.histories.told import Told
from service.imports.refused import ImportRefused
from tests.service.histories.pokerkit_hands import in_memory
from tests.soak import rounds

ROUNDS = rounds(40, 20_000)
Read = Callable[[str, str], Told]

PHH = """variant = "NT"
antes = [0, 0.5, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100.25, 100]
actions = ["d dh p1 AsKs", "d dh p2 QsQd", "d dh p3 7c2d", "p3 f", "p1 cc", "p2 cc", "d db 2s3s4s", "p1 cbr 4", "p2 f"]
"""
OHH = """{"ohh": {"game_type": "Holdem", "bet_limit": {"bet_type": "NL"}, "dealer_seat": 3, "currency": "EUR",
"big_blind_amount": 2, "players": [{"id": 1, "seat": 1, "name": "A", "starting_stack": 50},
{"id": 2, "seat": 2, "name": "B", "starting_stack": 50.5}, {"id": 3, "seat": 3, "name": "C", "starting_stack": 9}],
"rounds": [{"id": 0, "street": "Preflop", "actions": [{"player_id": 1, "action": "Post SB", "amount": 1},
{"player_id": 2, "action": "Post BB", "amount": 2}, {"player_id": 3, "action": "Raise", "amount": 9},
{"player_id": 1, "action": "Fold"}, {"player_id": 2, "action": "Fold"}]}], "pots": []}}"""
PIECES = (
    *"""[]{}"'=.,#\n\x00é""",
    *("-1", "inf", "nan", "1e999", "1_0", "0.0000001", "9" * 40, "9" * 5_000, "null", "true", "\ud800"),
    *("??", "p9 cc", "p0 f", "d dh p1 AsAs", "d db AsKs", "p1 sm", "p1 sd As"),
)


def played_or_refused(read: Read, text: str) -> str:
    try:
        told = read("a", text)
        options, submit, _ = in_memory(told)
        play_told("a", told, options=options, unit=1, submit=submit)
    except ImportRefused as refusal:
        said = str(refusal)
        assert said.startswith("a"), said
        assert len(said) < 1_500
        return refusal.code
    return ""


@pytest.mark.parametrize(("read", "sound"), [(read_phh, PHH), (read_ohh, OHH)])
def test_a_sound_file_is_played(read: Read, sound: str) -> None:
    assert not played_or_refused(read, sound)


@pytest.mark.parametrize(("read", "sound"), [(read_phh, PHH), (read_ohh, OHH)])
def test_a_changed_file_is_played_or_refused_with_a_sentence(read: Read, sound: str) -> None:
    chance = random.Random("hostile")
    for _ in range(ROUNDS):
        text = sound
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(text))
            text = text[:start] + chance.choice(PIECES) + text[start + chance.choice((0, 0, 1, 5)) :]
        played_or_refused(read, text)


@pytest.mark.parametrize(
    ("read", "text", "code"),
    [
        (read_phh, "", "history_has_no_hands"),
        (read_phh, "variant = [" + "[" * 50_000, "history_is_not_well_formed"),
        (read_phh, "a." * 20_000 + "a = 1", "history_is_not_well_formed"),
        (read_phh, "x" * 4_000_001, "history_is_too_large"),
        (read_phh, PHH.replace('"NT"', '"XYZ"'), "variant_is_not_played"),
        (read_phh, PHH.replace("min_bet = 2\n", ""), "field_is_missing"),
        (read_phh, PHH.replace("[1, 2, 0]", "[1, 2]"), "field_is_not_understood"),
        (read_phh, PHH.replace("100.25", "inf"), "field_is_not_understood"),
        (read_phh, PHH.replace("100.25", "0.00000001"), "field_is_not_understood"),
        (read_phh, PHH.replace("100.25", "1.1e9999999999999999999"), "field_is_not_understood"),
        (read_ohh, OHH.replace("50.5", "1.1e9999999999999999999"), "field_is_not_understood"),
        (read_phh, PHH.replace("p1 cbr 4", "p2 cbr 4"), "act_cannot_be_played"),
        (read_phh, PHH.replace("QsQd", "AsQd"), "act_cannot_be_played"),
        (read_phh, PHH.replace(', "p2 f"]', "]"), "hand_is_not_finished"),
        (read_ohh, "", "history_has_no_hands"),
        (read_ohh, "[" * 100_000, "history_is_not_well_formed"),
        (read_ohh, "[]", "field_is_missing"),
        (read_ohh, OHH.replace('"NL"', '"XL"'), "variant_is_not_played"),
        (read_ohh, OHH.replace('"seat": 2', '"seat": 1'), "field_is_not_understood"),
        (read_ohh, OHH.replace('"Raise"', '"Rise"'), "field_is_not_understood"),
        (read_ohh, OHH[:-2], "history_is_not_well_formed"),
        (read_ohh, OHH.replace('"Holdem"', '"Stud"'), "variant_is_not_played"),
        (read_ohh, OHH.replace('"dealer_seat"', '"tournament": true, "dealer_seat"'), "field_is_not_understood"),
        (read_ohh, OHH.replace('"dealer_seat"', '"flags": ["Run_It_Twice"], "dealer_seat"'), "field_is_not_understood"),
        (
            read_ohh,
            OHH.replace('"player_id": 3, "action": "Raise"', '"action": "Add to Pot"'),
            "field_is_not_understood",
        ),
    ],
)
def test_each_fault_has_a_refusal_of_its_own(read: Read, text: str, code: str) -> None:
    assert played_or_refused(read, text) == code
