"""Everybody reads what is disputed, in both sides' words, and how it ended."""


def disputed(table, banker):
    """Carl disputes a loan, which is struck then; Bo answers."""
    carl, bo = table.ids["Carl"], table.ids["Bo"]
    table.play({"type": "give_loan", "player": carl, "chips": 40})
    loan = table.version
    table.play({"type": "raise_dispute", "by": carl, "event": loan, "words": "never lent"})
    table.play({"type": "answer_dispute", "dispute": 1, "by": bo, "words": "I saw it"})
    return loan


def test_an_onlooker_reads_both_sides_words(table, banker, onlooker):
    loan = disputed(table, banker)
    (told,) = onlooker.get(f"{table.path}/disputes").json["disputes"]
    assert (told["event"], told["words"], told["state"]) == (loan, "never lent", "open")
    assert told["about"].startswith("Carl borrows 40 chips")
    assert [answer["words"] for answer in told["answers"]] == ["I saw it"]


def test_the_strike_of_the_event_is_offered_and_ends_the_dispute(table, banker):
    loan = disputed(table, banker)
    banker.post(f"{table.path}/strikes", {"versions": [loan], "reason": "dispute 1"})
    night = banker.get(table.path).json
    (open_one,) = night["open_disputes"]
    strike = open_one["void_since"]
    assert any(f"resolve dispute 1 by strike {strike} agreed by Carl" in line for line in night["now"])
    table.play({"type": "resolve_dispute", "dispute": 1, "event": strike, "agreed_by": [table.ids["Carl"]]})
    (told,) = banker.get(f"{table.path}/disputes").json["disputes"]
    assert (told["state"], told["how"], told["settled_by"]) == ("resolved", "strike", strike)
    assert banker.get(table.path).json["open_disputes"] == []
