"""`chipbook bank` and `chipbook hand`: words of the command line as one line of shorthand."""

import pytest

from cli.lines import joined

pytestmark = pytest.mark.usefixtures("three")


def test_a_loan_is_told_with_its_number_and_the_new_stack(done) -> None:
    text = done("bank", "anna", "+150")
    assert "   8  Anna borrows 150 chips" in text
    assert "Anna 300" in text


def test_a_minus_is_no_option(data) -> None:
    told = data("bank", "anna", "-80")
    assert told["events"][0]["type"] == "chips_cashed_out"
    assert [(one["name"], one["before"], one["chips"]) for one in told["stacks"]] == [("Anna", 150, 70)]


def test_options_may_stand_before_and_behind_the_words(data, three) -> None:
    assert data("bank", "-n", three, "anna", "-20", "--idempotency-key", "one")["stacks"][0]["chips"] == 130
    assert data("bank", "carl", "-30", "-n", three)["stacks"][0]["chips"] == 120


def test_the_same_key_is_recorded_once(done, data) -> None:
    first = data("bank", "anna", "+40", "--idempotency-key", "k1")
    again = data("bank", "anna", "+40", "--idempotency-key", "k1")
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert again["version"] == first["version"]
    assert again["events"] == first["events"]
    assert again["stacks"] == []
    assert "recorded before under the same key" in done("bank", "anna", "+40", "--idempotency-key", "k1")


def test_a_finger_that_taps_twice_is_asked_again(chipbook, data) -> None:
    data("bank", "anna", "+40")
    answer = chipbook("bank", "anna", "+40")
    assert answer.exit_code == 1
    assert "is the same loan of 40 chips for Anna" in answer.stderr
    assert data("bank", "anna", "+40", "--waive", "looks_like_a_repeat", "meant twice")["stacks"][0]["chips"] == 230


def test_the_time_at_the_table_is_recorded(data) -> None:
    told = data("bank", "anna", "+40", "--at", "00:01")
    assert told["events"][0]["occurred_at"].endswith("T00:01:00Z")


def test_a_time_alone_says_how_to_say_it(chipbook) -> None:
    answer = chipbook("bank", "at", "20:15")
    assert answer.exit_code == 2
    assert "--at" in answer.stderr


def test_new_people_join_the_club_and_then_the_table(done, data) -> None:
    assert "Erik Åberg is a player of the club now" in done("bank", "new", "Erik Åberg")
    assert data("bank", "sit", "erik")["stacks"][0] == {
        "id": data("night", "show")["players"][3]["id"],
        "name": "Erik Åberg",
        "chips": 150,
        "before": 0,
        "from_box": False,
    }


def test_whoever_is_not_at_the_table_is_refused_with_what_brings_them_there(done, chipbook) -> None:
    done("bank", "new", "Erik")
    assert "“sit Erik” gives them a place" in chipbook("bank", "erik", "+5").stderr
    done("bank", "sit", "erik")
    done("bank", "erik", "leaves")
    assert "“sit Erik” gives them a place" in chipbook("bank", "erik", "+5").stderr


@pytest.mark.parametrize(
    "words",
    [
        ("hand", "straight", "poker", "by", "bo"),
        ("straight", "poker", "by", "bo"),
        ("Straight Poker",),
        ("straight p",),
    ],
)
def test_a_hand_is_announced_with_or_without_the_word(words, data) -> None:
    told = data("hand", *words)
    assert told["events"][0]["data"]["game"] == "Straight Poker"
    assert told["pot"] == 6


def test_the_bank_pays_with_or_without_the_word(data, done) -> None:
    done("bank", "carl", "gives", "anna", "50")
    done("bank", "anna", "-200")
    assert data("bank", "pays", "anna", "5")["events"][0]["type"] == "money_paid_out"
    assert data("bank", "bank", "pays", "anna", "2.50")["events"][0]["data"]["cents"] == 250


def test_a_rule_is_waived_by_its_code_with_a_reason(chipbook, data, done) -> None:
    done("hand", "straight", "poker", "by", "bo")
    refused = chipbook("hand", "carl", "12")
    assert refused.exit_code == 1
    assert "Carl bets or raises 12; the limit is 1 to 5" in refused.stderr
    assert '--waive bet_over_limit "REASON"' in refused.stderr
    told = data("hand", "carl", "12", "--waive", "bet_over_limit", "all agreed")
    assert told["events"][0]["data"]["waived"] == [{"rule": "bet_over_limit", "reason": "all agreed"}]


def test_the_complaint_is_that_of_the_reading_that_came_further(chipbook, subtests) -> None:
    for words, sentence in (
        (("zora", "3"), "“zora” is not a player here, and “zora 3” is not a game"),
        (("strait", "poker"), "did you mean Straight Poker?"),
        (("three", "card"), "type more of the name"),
        (("anna", "gibberish"), "After “anna” comes “gibberish”"),
        (("three", "card", "by", "zora"), "may mean"),
        (("straight", "poker", "by", "zora"), "Nobody here is called “zora”"),
        (("a", '"unclosed'), "is not closed"),
    ):
        with subtests.test(" ".join(words)):
            answer = chipbook("hand", *words)
            assert answer.exit_code == 1
            assert sentence in answer.stderr


def test_the_quotation_marks_that_the_shell_took_are_put_back() -> None:
    for words, line in (
        (("anna +150",), "anna +150"),
        (("anna", "+150"), "anna +150"),
        (("strike", "41", "wrong player"), 'strike 41 "wrong player"'),
        (("waive", "bet_over_limit", "all agreed:", "anna", "12"), 'waive bet_over_limit "all agreed": anna 12'),
        (("new", "deal", '"misdealt twice"'), 'new deal "misdealt twice"'),
    ):
        assert joined(words) == line
