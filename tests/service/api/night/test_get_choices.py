"""GET /nights/{night}/choices: what each player may do now, with the command that says it."""

from engine import commands
from engine.registry import LISTED_AS
from service.language.shorthand import Head


def test_between_hands_nobody_is_asked(table, onlooker):
    answer = onlooker.get(f"{table.path}/choices").json
    assert (answer["hand"], answer["choices"], answer["phase"]) == (None, [], "open")


def test_everything_offered_is_accepted_as_offered(table, onlooker):
    bo = table.ids["Bo"]
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": bo})
    offered = onlooker.get(f"{table.path}/choices").json["choices"]
    bet = next(choice for choice in offered if choice["act"] == "bet")
    said = {"type": bet["command"], "player": bet["player"], "chips": bet["most"]}
    assert table.say(said).status_code == 201
    raising = next(
        choice for choice in onlooker.get(f"{table.path}/choices").json["choices"] if choice["act"] == "raise"
    )
    too_much = {"type": "raise", "player": raising["player"], "by": raising["most"] + 1}
    assert table.say(too_much).json["code"] == "bet_over_limit"


def test_what_is_ready_may_be_sent_as_it_is(table, onlooker, banker):
    bo = table.ids["Bo"]
    table.play({"type": "announce_hand", "game": "Three Card Draw", "dealer": bo})
    for _ in range(60):
        offered = banker.get(f"{table.path}/choices").json["choices"]
        if offered[0]["act"] == "show":
            break
        assert all(choice["ready"]["type"] == choice["command"] for choice in offered)
        table.play(offered[0]["ready"])
    while len(mucks := [choice["ready"] for choice in offered if choice["act"] == "muck"]) > 1:
        table.play(mucks[0])
        offered = banker.get(f"{table.path}/choices").json["choices"]
    assert mucks == []
    assert onlooker.get(table.path).json["hand"] is None


def test_who_does_not_keep_the_bank_is_told_no_command_that_names_cards(table, onlooker):
    table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": table.ids["Bo"]})
    assert {choice["ready"] for choice in onlooker.get(f"{table.path}/choices").json["choices"]} == {None}


def test_every_word_is_that_of_one_act():
    assert set(LISTED_AS) <= set(commands.ALL)
    assert len(set(LISTED_AS.values())) == len(LISTED_AS)


def test_where_nothing_else_is_said_cards_that_nobody_sees_are_dealt_by_themselves_as_at_the_command_line(
    table, onlooker
):
    opened = onlooker.get(f"{table.path}/events/1").json["data"]
    assert "auto" not in opened["rules"]
    assert commands.HouseRules().auto == Head().rules.auto == "closed"


def test_a_deal_says_how_many_cards_come_and_to_whom_and_shared_cards_come_to_nobody(table, onlooker):
    anna, bo, carl = table.ids.values()

    def due():
        (choice,) = onlooker.get(f"{table.path}/choices").json["choices"]
        return choice["act"], choice["deals"]

    table.play({"type": "announce_hand", "game": "Seven Card Stud", "dealer": bo})
    # The two closed cards have come by themselves.
    to = [carl, anna, bo]
    assert due() == ("deal", {"cards": 3, "open_cards": 3, "to": to, "closed_each": 0, "open_each": 1})
    table.play({"type": "deal", "cards": ["2h", "7d", "As"]})
    assert {choice["deals"] for choice in onlooker.get(f"{table.path}/choices").json["choices"]} == {None}
    for player in (bo, carl):
        table.play({"type": "fold", "player": player})

    table.play({"type": "announce_hand", "game": "Texas Hold'em", "rulebook": "standard", "dealer": bo})
    for player in (bo, carl, anna):
        owes = onlooker.get(f"{table.path}/choices").json["choices"][0]["owed"]
        table.play({"type": "call" if owes else "check", "player": player})
    assert due() == ("lay", {"cards": 3, "open_cards": 3, "to": [], "closed_each": 0, "open_each": 0})
