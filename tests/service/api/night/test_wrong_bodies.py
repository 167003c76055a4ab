"""A body that is no command is refused with the place and a sentence that says what it takes."""

import pytest

from engine import commands

ONE_FOR_ALL = True
LOAN = {"type": "give_loan", "player": "a", "chips": 5}
TYPES = f"type must be one of {len(commands.ALL)} words"
TIME = "occurred_at must be a time in UTC with seconds, as 2026-11-20T19:30:00Z"


@pytest.mark.parametrize(
    ("body", "at", "sentence"),
    [
        ({}, "command", "command is missing; it must be an object with a type."),
        (
            {"commend": 1, "command": LOAN},
            "commend",
            "There is no field commend here; nearest to it is command.",
        ),
        ({"x": 1, "command": LOAN}, "x", "There is no field x here; there are command and occurred_at."),
        ({"command": None}, "command", "command must be an object with a type; null is not."),
        ({"command": []}, "command", "command must be an object with a type; a list of 0 is not."),
        (
            {"command": {"chips": 5}},
            "command.type",
            f"type is missing; it must be one of {len(commands.ALL)} words, such as “give_loan”.",
        ),
        (
            {"command": {"type": "give_lone"}},
            "command.type",
            f"{TYPES}, of which “give_loan” is nearest; “give_lone” is not.",
        ),
        ({"command": {"type": "win"}}, "command.type", f"{TYPES}, of which “name_winners” is nearest; “win” is not."),
        (
            {"command": {**LOAN, "chips": "five"}},
            "command.chips",
            "chips must be a whole number, at least 1; “five” is not.",
        ),
        ({"command": {**LOAN, "chps": 5}}, "command.chps", "There is no field chps here; nearest to it is chips."),
        (
            {"command": {**LOAN, "waived": [{"rule": "abc", "reason": "", "by": 1}]}},
            "command.waived[0].by",
            "There is no field by here; there are rule and reason.",
        ),
        (
            {"command": {"type": "raise", "player": "a", "chips": 5}},
            "command.chips",
            "chips is filled in by the rules; leave it out. What may be said is waived, player, by and to.",
        ),
        *(
            ({"command": LOAN, "occurred_at": said}, "occurred_at", f"{TIME}; {told} is not.")
            for said, told in (("2026-02-30T19:12:00Z", "“2026-02-30T19:12:00Z”"), ("now", "“now”"), (7, "7"))
        ),
    ],
)
def test_what_is_wrong_with_a_body_is_a_sentence_that_names_the_field_and_what_it_takes(
    table, banker, body, at, sentence
):
    answer = banker.post(f"{table.path}/commands", body)
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    assert {"at": at, "sentence": sentence} in answer.json["details"]["errors"]
    assert sentence in answer.json["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {"command": {**LOAN, "player": "a\u202eb"}},
        {"command": {**LOAN, "player": "a\x00b"}},
        {"command": {**LOAN, "chips": "a\u2066b"}},
        {"command": {**LOAN, "a\u202eb": 1}},
        {"a\x1bb": 1, "command": LOAN},
    ],
)
def test_no_refusal_repeats_what_would_hide_or_turn_the_rest_of_it(table, banker, body):
    said = banker.post(f"{table.path}/commands", body).json["detail"]
    assert "a?b" in said
    assert not set(said) & set("\u202e\x00\u2066\x1b")


def test_a_purchase_of_blanks_is_refused_and_says_what_is_taken(table, banker):
    spent = {"type": "pay_expense", "player": table.ids["Anna"], "cents": 900, "purpose": "  "}
    answer = banker.post(f"{table.path}/commands", {"command": spent})
    assert (answer.status_code, answer.json["code"]) == (422, "out_of_bounds")
    assert "purpose must be a text that can be read; “  ” shows nothing" in answer.json["detail"]
