"""Every act of a club's stream has a rule, a fold and a stored name of its own, and bounds for what comes from outside."""

import msgspec
import pytest

from engine import events
from engine.club import acts
from engine.club.facts import FOLDS
from engine.club.rule import RULES
from tests.engine.club.stream import digest

NAMES = {
    *("club_founded", "club_renamed", "club_published"),
    *("member_admitted", "member_renamed", "member_forgotten", "member_opted_out", "members_merged"),
    *("role_granted", "role_taken", "inventory_declared", "house_rules_adopted"),
    *("own_game_added", "own_game_retired", "night_recorded", "debts_netted", "debts_returned"),
    *("key_adopted", "key_retired", "phone_key_adopted", "phone_key_retired", "night_signed"),
    "night_answered_at_the_table",
}


def test_every_act_has_one_rule_one_fold_and_one_stored_name() -> None:
    kinds = set(acts.ClubAct.__subclasses__())
    assert set(RULES) == set(FOLDS) == set(acts.NAME_OF) == set(acts.ALL) == kinds
    assert {kind: name for name, kind in acts.TYPE_NAMED.items()} == acts.NAME_OF


def test_stored_names_stay_and_belong_to_no_event_of_a_night() -> None:
    assert set(acts.TYPE_NAMED) == NAMES
    assert not NAMES & set(events.TYPE_NAMED)


def test_a_stored_name_is_given_once() -> None:
    with pytest.raises(AssertionError, match="role_taken is stored twice"):
        acts._stored_as("role_taken")(acts.TakeRole)


RECORDED = {"type": "record_night", "night": "n", "version": 1, "head": digest(1), "phase": "open", "currency": {}}


@pytest.mark.parametrize(
    "said",
    [
        {"type": "found_club", "club": "two words", "name": "Friday"},
        {"type": "found_club", "club": "club", "name": ""},
        {"type": "rename_club", "name": "x" * 81},
        {"type": "admit_member", "player": "anna", "name_commitment": "Anna"},
        {"type": "admit_member", "player": "anna", "name_commitment": digest(1).upper().replace("0", "A")},
        {"type": "admit_member", "player": "anna lund", "name_commitment": digest(1)},
        {"type": "grant_role", "player": "anna", "role": "king"},
        {"type": "forget_member", "player": "anna", "why": "asked"},
        {"type": "retire_own_game", "name": "x", "version": -1},
        {**RECORDED, "version": 0},
        {**RECORDED, "phase": "planned"},
        {**RECORDED, "head": digest(1)[1:]},
        {**RECORDED, "unpaid": [{"payer": "anna", "payee": "bo", "cents": 0}]},
        {key: value for key, value in RECORDED.items() if key != "currency"},
        {"type": "net_debts", "night": "n", "debts": []},
        {"type": "adopt_key", "key": "Key 1", "public": digest(1)},
        {"type": "adopt_key", "key": "../key", "public": digest(1)},
        {"type": "adopt_key", "key": "key-1", "public": digest(1)[1:]},
        {"type": "adopt_key", "key": "key-2", "public": digest(1), "endorsed": {"key": "key-1", "signature": "x"}},
        {"type": "retire_key", "key": "key-1", "reason": "old"},
    ],
)
def test_what_comes_from_outside_is_bounded(said) -> None:
    kind = next(kind for kind in acts.ALL if kind.__struct_config__.tag == said["type"])
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, kind)


def test_a_night_as_it_is_recorded_is_within_the_bounds() -> None:
    assert msgspec.convert(RECORDED, acts.RecordNight).unpaid == ()
