"""The log of a night and the answers of its acts."""

import re

import pytest

# The log of events, at the prompt and as a command: numbers, words, players, and what was struck.


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"^ {0,3}(\d+)  \d\d:\d\d  ", text, flags=re.MULTILINE)]


def test_the_log_has_the_last_events_with_number_time_and_words(done, evening) -> None:
    text = done("log")
    last = numbers(text)[-1]
    assert numbers(text) == list(range(last - 19, last + 1))
    assert re.search(rf"^ *{last}  00:10  Carl has 145 chips counted\.$", text, flags=re.MULTILINE)


def test_so_many_events_or_all_of_them_are_shown(done, evening) -> None:
    every = numbers(done("log", "all"))
    assert every == list(range(1, len(every) + 1))
    assert numbers(done("log", "3")) == every[-3:]
    assert numbers(done("log", "9999")) == every


def test_of_a_player_every_event_is_shown_in_which_the_player_has_a_part(done, data, evening) -> None:
    carl = next(player["id"] for player in data("night", "show")["players"] if player["name"] == "Carl")
    told = data("log", "carl")
    assert told["player"] == carl
    sentences = [event["sentence"] for event in told["events"]]
    assert any("Carl bets 3" in one for one in sentences)
    assert all(
        "Carl" in one or carl in str(event["data"]) for one, event in zip(sentences, told["events"], strict=True)
    )
    assert numbers(done("log", "carl", "2")) == [event["version"] for event in told["events"]][-2:]
    assert numbers(done("log", "2", "CARL")) == numbers(done("log", "carl", "2"))


def test_a_struck_event_is_marked_with_the_strike_that_made_it_void(done, data, evening) -> None:
    buy_in = next(one["version"] for one in data("log", "all")["events"] if one["type"] == "chips_bought")
    (strike, *_) = data("bank", "strike", str(buy_in), "twice", "-y")["events"]
    told = {one["version"]: one["void_since"] for one in data("log", "all")["events"]}
    assert {version for version, since in told.items() if since} == {buy_in}
    assert told[buy_in] == strike["version"]
    assert f"✗ (void since event {strike['version']}) Anna buys 40 chips" in done("log", "all")


def test_the_log_at_the_prompt_is_that_of_the_command(done, evening) -> None:
    for words in ([], ["5"], ["anna"], ["all"]):
        assert done("table", typed=f"log {' '.join(words)}\n") == done("log", *words)


@pytest.mark.parametrize(("words", "exit_code"), [(["zora"], 1), (["anna", "bo"], 1), (["5", "10"], 1)])
def test_a_log_of_nobody_or_of_two_lengths_is_refused(words, exit_code, chipbook, evening) -> None:
    answer = chipbook("log", *words)
    assert (answer.exit_code, answer.stdout) == (exit_code, "")
    assert len(answer.stderr.splitlines()) == 1


# `chipbook night nets`, `plan`, `payments` and `choices` on the screen.


def test_the_nets_are_told_best_first(done, evening) -> None:
    lines = done("night", "nets").splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["Anna", "Bo", "Carl"]
    assert "+1.75" in lines[2]


def test_the_plan_is_told_before_it_is_frozen_and_after_it_with_what_is_paid(done, evening) -> None:
    assert "1.25" in done("night", "plan")
    assert done("night", "payments") == "Nothing has been paid yet.\n"
    done("night", "close")
    done("night", "settle", "direkte")
    assert "paid" not in done("night", "plan").replace("still to pay", "")
    done("night", "pay", "1")
    assert "paid" in done("night", "plan").replace("still to pay", "")
    assert len(done("night", "payments").splitlines()) == 3


def test_the_choices_are_lines_that_can_be_typed(done, evening) -> None:
    assert "close" in done("night", "choices")
