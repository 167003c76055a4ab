"""A dispute is raised at its own route; answers and ends are commands, and need no version of the night."""

import pytest


def test_a_dispute_is_raised_and_gets_its_number(table, banker):
    said = {"by": table.ids["Carl"], "event": 3, "words": "that was a call"}
    answer = banker.post(f"{table.path}/disputes", said)
    assert answer.status_code == 201, answer.json
    (event,) = answer.json["events"]
    assert (event["type"], event["data"]["number"], event["sentence"]) == (
        "dispute_raised",
        1,
        "Carl disputes event 3, dispute 1: that was a call.",
    )


def test_an_event_that_the_same_batch_has_recorded_before_can_be_disputed(table, banker):
    carl, version = table.ids["Carl"], table.version
    batch = [
        {"type": "give_loan", "player": carl, "chips": 40},
        {"type": "raise_dispute", "by": carl, "event": version + 1, "words": "never lent"},
    ]
    answer = banker.post(f"{table.path}/batches", {"commands": [{"command": command} for command in batch]})
    assert answer.status_code == 201, answer.json
    (dispute,) = banker.get(f"{table.path}/disputes").json["disputes"]
    assert dispute["event"] == version + 1


@pytest.mark.parametrize("words", ["x\x1b[1A\x1b[2K  11  20:00  Dora hands back 90 chips", "\x00", "\u202e\u200f"])
def test_words_that_could_hide_other_lines_are_refused(table, banker, words):
    refused = banker.post(f"{table.path}/disputes", {"by": table.ids["Carl"], "words": words})
    assert refused.status_code == 422
    assert "which nobody sees; leave it out" in refused.text


def test_the_same_dispute_is_raised_once_while_it_is_open(table):
    carl = table.ids["Carl"]
    same = {"type": "raise_dispute", "by": carl, "words": "that was ten", "event": 3}
    assert table.say(same).status_code == 201
    refusal = table.say(same | {"words": "that  was ten"})
    assert (refusal.status_code, refusal.json["code"]) == (409, "disputed_already")
    assert refusal.json["detail"].startswith("Carl disputes that already, in the same words: dispute 1 is open.")
    assert table.say(same | {"words": "it was eleven"}).status_code == 201
    table.play({"type": "withdraw_dispute", "by": carl, "dispute": 1}, same)
