"""What may be said now."""

from engine.decider import accept
from service.shorthand import complete, read_line, what_now


def said(night, names, *lines):
    for line in lines:
        for command in read_line(line, night, names).commands:
            accept(night, command)


def test_the_player_in_turn_hears_what_he_owes_and_how_much_he_may_raise(night, names):
    said(night, names, "hand straight poker by bo")
    assert what_now(night, names) == ["Carl: x check · b bet 1–5 or 50 · f fold"]
    said(night, names, "carl 3")
    assert what_now(night, names) == ["Eve M: c call 3 · r raise by 1–5 or 50 · f fold"]
    said(night, names, "eve 53")
    said(night, names, "anna c", "bo c", "carl r5")
    assert what_now(night, names) == ["Eve M: c call 5 · r raise by 1–5 · f fold"]


def test_who_has_bet_out_of_turn_what_is_asked_calls_with_what_is_in(night, names):
    said(night, names, "hand straight poker by bo", "carl 2", "anna 4", "eve c")
    assert what_now(night, names) == ["Anna: c call with what is in already · f fold"]
    said(night, names, "c")
    assert what_now(night, names)[0].startswith("Bo: c call 2")


def test_no_limit_says_the_smallest_and_the_largest_raise(night, names):
    said(night, names, "hand texas holdem by bo")
    assert what_now(night, names) == ["Anna: c call 2 · r raise by 2–148 · f fold"]


def test_a_draw_says_how_many_cards_may_go(night, names):
    said(night, names, "hand three card draw by bo", "carl x", "eve x", "anna x", "bo x")
    assert what_now(night, names) == ["Carl: draws 0–3"]


def test_the_showdown_asks_for_cards_or_a_winner(night, names):
    said(night, names, "hand straight poker by bo", "carl 1", "eve c", "anna f", "bo f")
    assert what_now(night, names) == [
        "Carl: shows As Kd … · mucks",
        "Eve M: shows As Kd … · mucks",
        "NAME wins · NAME, NAME win",
    ]


def test_while_open_cards_are_not_known_anyone_may_open(night, names):
    said(night, names, "hand five card stud by bo")
    assert [line.split(":")[0] for line in what_now(night, names)] == ["Carl", "Eve M", "Anna", "Bo"]


def test_between_hands_and_after_the_close_the_next_step_is_named(night, names):
    assert what_now(night, names)[0].startswith("hand ")
    said(night, names, 'waive count_is_missing "late": close')
    assert what_now(night, names) == ["settle bank · settle direct"]
    said(night, names, "settle bank")
    assert what_now(night, names)[0].startswith("pay 1")


def test_completion_offers_players_at_the_table_first_then_games_and_verbs(night, names):
    assert complete("an", night, names) == ["Anna"]
    assert complete("", night, names)[:4] == ["Anna", "Bo", "Carl", "Eve M"]
    assert complete("hand five", night, names) == ["Five Card Stud", "Five Card Stud, Deuces Wild"]
    assert "raises" in complete("anna r", night, names)
    assert complete("hand five card stud by b", night, names) == ["Bo"]
    assert set(complete("cl", night, names)) == {"close"}


def test_hands_of_letters_are_shown_by_cards_of_their_deck(night, names):
    said(night, names, "hand wordpoker by bo", "carl 1", "eve c", "anna f", "bo f")
    while night.hand.stage != "showdown":
        waiting = night.hand.round.waiting if night.hand.round else night.hand.waiting
        said(night, names, f"{names[waiting[0]]} {'x' if night.hand.round else 'draws 0'}")
    first, second, *_ = night.hand.game.deck.cards
    assert what_now(night, names)[0] == f'Carl: shows {first} {second} … "WORD" (or the cards alone) · mucks'
