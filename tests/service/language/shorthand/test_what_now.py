"""What may be said now."""

import pytest

from engine import commands
from engine.decider import accept
from engine.game.steps import Bet, Bid, Deal, Double, Pass, Tricks
from engine.library import GAMES
from engine.play.script.offers import offers
from service.language.shorthand import complete, read_line, what_now
from tests.engine.play.spelling.test_rule import NOTHING
from tests.engine.play.tarok.test_rule import solo
from tests.engine.table import announce, game, house, opened
from tests.engine.word_games import dealt, draws, shows

GAME_OF = {game.name: game for game in GAMES}


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
    assert what_now(night, names) == ["Anna: c call (with what is in already) · f fold"]
    said(night, names, "c")
    assert what_now(night, names)[0].startswith("Bo: c call 2")


def test_no_limit_says_the_smallest_and_the_largest_raise(night, names):
    said(night, names, "hand texas holdem by bo")
    assert what_now(night, names) == ["Anna: c call 2 · r raise by 2–148 · f fold"]


def test_a_draw_says_how_many_cards_may_go(night, names):
    said(night, names, "hand three card draw by bo", "carl x", "eve x", "anna x", "bo x")
    assert what_now(night, names)[0] == "Carl: draws 0–3"


def test_a_table_without_cards_is_told_last_that_the_winner_may_be_named_early(night, names):
    ends = "NAME wins · NAME, NAME win (the rest is not written down)"
    said(night, names, "hand three card draw by bo")
    assert ends not in what_now(night, names)
    said(night, names, "all check")
    assert what_now(night, names) == ["Carl: draws 0–3", ends]
    said(night, names, "anna wins")
    assert night.hand is None


def test_where_high_and_low_are_won_the_table_is_told_the_one_line_that_says_both(night, names):
    said(night, names, "hand three card draw by bo with high-low", "all check")
    assert what_now(night, names)[-1] == "NAME wins high, NAME wins low (the rest is not written down)"
    said(night, names, "anna wins high, bo wins low")
    assert night.hand is None


def test_a_call_says_what_the_player_has_and_not_what_is_asked(night, names):
    said(night, names, "anna -100", "hand texas holdem by carl", "bo r100")
    assert what_now(night, names)[0].startswith("Carl: c call 102")
    said(night, names, "carl f", "eve f")
    assert what_now(night, names)[0] == "Anna: c call 48 (all; 100 is asked) · f fold"
    said(night, names, "anna call 48")
    assert night.balance["chips:p1"] == 0


def test_a_call_by_shadow_says_how_much_of_it_is_owed(night, names):
    said(night, names, "anna -147", "hand straight poker by carl", "eve 4")
    assert what_now(night, names)[0].startswith("Anna: c call 4 (3 of it by shadow) · r raise by 1–5 or 50")


def test_cards_are_hinted_for_as_many_as_are_due(names):
    table = opened(["p1", "p2", "p3"], rules=house(auto="none")).do(
        "hand texas holdem by p3", "deal", "p3 c; p1 c; p2 x"
    )
    assert what_now(table.night, names)[0] == "burn"
    table.do("burn")
    assert what_now(table.night, names)[0] == "lay · lay Ks 4d 9c"
    table.do("lay", "p1 x; p2 x; p3 x", "burn")
    assert what_now(table.night, names)[0] == "lay · lay Ks"


def test_cards_are_hinted_of_the_pack_that_is_played_with(night, names):
    said(night, names, "hand wordpoker by bo", "all check")
    assert " Kd" not in " ".join(what_now(night, names))
    table = opened(["p1", "p2", "p3"], rules=house(auto="none")).do("hand longhorn stud by p3")
    first, second, *_ = table.hand.deck.cards
    assert f"deal {first} {second} …" in what_now(table.night, names)[0]


def test_in_psychology_every_round_may_be_checked_in_one_line(night, names):
    said(night, names, "hand straight poker by bo with psychology")
    assert what_now(night, names) == ["Carl: x check · b bet 1–5 or 50 · f fold"]
    said(night, names, "all check")
    for number in range(5):
        # The cards are turned unseen, and nobody at the book knows whose turn it is.
        assert night.hand.rounds.closed == 1 + number
        assert what_now(night, names)[-1] == "all check (everybody)"
        said(night, names, "all check" if number < 4 else "carl x")
    assert what_now(night, names) == ["Eve M: x check · b bet 1–5 or 50 · f fold", "all check (everybody)"]
    said(night, names, "eve 2")
    assert what_now(night, names) == ["Anna: c call 2 · r raise by 1–5 or 50 · f fold"]


def test_the_dealer_hears_how_many_cards_are_told(names):
    table = opened(["p1", "p2", "p3"], rules=house(auto="none"))
    table.do("hand straight poker by p3")
    assert what_now(table.night, names) == ["deal · deal 7s Kd … (all 15 cards, 5 each)"]
    table.do("deal; p1 f; p2 b1; p3 f", "hand five card stud by p3")
    table.do("deal")
    assert what_now(table.night, names) == ["deal · deal 7s Kd … (the 3 open cards, 1 each)"]
    table.do("deal 2c 3c 4c", "p3 b1; p1 f; p2 f")
    both = game(Deal(down=2, up=1), Bet())
    table.do(announce(both, dealer="p3"))
    assert what_now(table.night, names) == ["deal · deal 7s Kd … (the 3 open cards, 1 each, or all 9)"]


def test_the_showdown_asks_for_cards_or_a_winner(night, names):
    said(night, names, "hand straight poker by bo", "carl 1", "eve c", "anna f", "bo f")
    assert what_now(night, names) == [
        "NAME wins · NAME, NAME win",
        "Carl: shows As Kd … · mucks",
        "Eve M: shows As Kd … · mucks",
    ]


def test_while_open_cards_are_not_known_anyone_may_open(night, names):
    said(night, names, "hand five card stud by bo")
    assert [line.split(":")[0] for line in what_now(night, names)] == ["Carl", "Eve M", "Anna", "Bo"]


def test_between_hands_and_after_the_close_the_next_step_is_named(night, names):
    assert what_now(night, names)[0].startswith("hand ")
    said(night, names, 'waive count_is_missing "late": close')
    assert what_now(night, names) == ["settle bank · settle direct"]
    said(night, names, "settle bank")
    assert what_now(night, names) == ["The night is settled and paid."]


def test_of_the_transfers_the_first_that_is_not_paid_comes_next(night, names):
    said(
        night,
        names,
        *(f"{name} = {chips}" for name, chips in (("anna", 170), ("bo", 140), ("carl", 145), ("eve", 145))),
    )
    said(night, names, "close", "settle direct", "pay 1 1.00")
    assert what_now(night, names) == ["pay 1 · pay 1 AMOUNT (part of transfer 1)"]
    said(night, names, "pay 1")
    assert what_now(night, names) == ["pay 2 · pay 2 AMOUNT (part of transfer 2)"]


def test_completion_offers_players_at_the_table_first_then_games_and_verbs(night, names):
    assert complete("an", night, names) == ["Anna"]
    assert complete("", night, names)[:4] == ["Anna", "Bo", "Carl", "Eve M"]
    assert complete("hand five", night, names) == ["Five Card Stud", "Five Card Stud, Deuces Wild"]
    assert "raises" in complete("anna r", night, names)
    assert complete("hand five card stud by b", night, names) == ["Bo"]
    assert set(complete("cl", night, names)) == {"close"}


def test_completion_offers_what_whoever_is_asked_may_do(night, names):
    assert complete("dr", night, names) == []
    said(night, names, "hand three card draw by bo")
    assert complete("ch", night, names) == ["check"]
    said(night, names, "carl x", "eve x", "anna x", "bo x")
    assert complete("dr", night, names) == ["draws"]
    assert complete("ch", night, names) == []


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("ase", ["Åse"]),
        ("ÅS", ["Åse"]),
        ("as", ["Åse", "Asger"]),
        ("sor", ["Søren"]),
        ("sör", ["Søren"]),
        ("rene", ["René"]),
        ("hand straight poker by sor", ["Søren"]),
        ("hand narw", ["Nårwidjan munækklips"]),
        ("hand narwidjan mun", ["munækklips"]),
        ("hand narwidjan ", ["munækklips"]),
        ("hand 7 card st", ["Stud"]),
        ("hand hayleys ko", ["komet"]),
        ("hand hayley", ["Hayley's komet"]),
    ],
)
def test_completion_finds_names_typed_without_accents_as_a_line_does(night, names, text, completed):
    people = {**names, "p7": "Åse", "p8": "Søren", "p9": "René", "p10": "Asger"}
    assert complete(text, night, people)[: len(completed)] == completed


def test_a_game_is_completed_only_where_its_name_goes_on_so(night, names):
    assert complete("hand straight poker b", night, names) == ["by"]
    assert complete("hand munaek", night, names) == []


def test_hands_of_letters_are_shown_by_cards_of_their_deck(night, names):
    said(night, names, "hand wordpoker by bo", "carl 1", "eve c", "anna f", "bo f")
    while night.hand.stage != "showdown":
        waiting = night.hand.round.waiting if night.hand.round else night.hand.asked.waiting
        said(night, names, f"{names[waiting[0]]} {'x' if night.hand.round else 'draws 0'}")
    first, second, *_ = night.hand.deck.cards
    assert what_now(night, names)[1] == f'Carl: shows {first} {second} … "WORD" (or the cards alone) · mucks'


def test_a_deal_off_says_how_many_open_cards_each_gets(names):
    table = opened(["p1", "p2", "p3"], rules=house("munk", auto="closed")).do("hand five-card 21 by p3")
    while table.turn:
        table.do(f"{table.turn} x" if table.hand.round else f"{table.turn} draws 0")
    table.do("p1 shows 10s 3s 2s 2h 2c", "p2 shows 10h 3h 2d 3c Ac", "p3 shows Ks Qs 9s 8s 7s")
    assert what_now(table.night, names) == [
        "deal · deal 7s Kd … (the 10 open cards, 5 each) · deal from NAME 7s Kd … (NAME gets the first)"
    ]


@pytest.mark.parametrize(
    ("step", "form", "cards"),
    [
        (Pass(right=1), "passes right {Ks}", commands.PassCards(player="A", right=("Ks",))),
        (Pass(left=1), "passes left {Ks}", commands.PassCards(player="A", left=("Ks",))),
        (
            Pass(right=1, left=1),
            "passes right {Ks} left {4d}",
            commands.PassCards(player="A", right=("Ks",), left=("4d",)),
        ),
    ],
)
def test_cards_are_passed_to_the_side_that_the_game_passes_to(step, form, cards):
    table = opened("ABC", rules=house(auto="none")).do(announce(game(Deal(down=5), step, Bet()), dealer="C"))
    table.do(commands.Deal())
    told = form.replace("{", "").replace("}", "")
    assert what_now(table.night, {})[0] == f"A: passes · {told}"
    names = {"A": "A", "B": "B", "C": "C"}
    assert read_line(f"a {told}", table.night, names).commands == (cards,)
    if not step.right:
        assert read_line("a passes Ks", table.night, names).commands == (cards,)


def test_a_bid_may_be_called_by_any_word_that_begins_another_act(monkeypatch):
    monkeypatch.setattr("engine.game.findings.tricks.CONTRACTS", ("small", "big"))
    declared = GAME_OF["Tarok"].but("Small Tarok", play=(Deal(down=16, batch=8), Bid("small big"), Tricks()))
    table = opened("ABC", rules=house("tarok")).do(announce(declared, dealer="C"))
    assert what_now(table.night, {}) == ["A: bids small · bids big · pass"]
    (small,) = read_line("a bids small", table.night, {"A": "A", "B": "B", "C": "C"}).commands
    assert offers(table.night)[0].command == small == commands.MakeBid(player="A", contract="small")
    table.do(small)
    assert what_now(table.night, {}) == ["B: bids big · pass"]


def test_a_hint_to_play_names_a_card_that_may_be_played(names):
    table = solo().do(commands.NameCards(player="B", cards=("Ks", "4h")))
    assert what_now(table.night, {})[0].startswith("A: plays · plays 7s · ")
    table.do(commands.PlayCard(player="A", card="Kh"))
    assert any(line.startswith("B: plays · plays 4h · ") for line in what_now(table.night, {}))


def test_a_hint_to_challenge_names_the_words_of_the_winning_hand(names):
    table = dealt("Scroker", "ABC").do("A b4", "B c", "C c", *(draws(player) for player in "ABC")).checked_down()
    table.do(shows("A", "Ca Aa Ta Ia Sa", "cat and is"), shows("B", "Da Oa Ym Vm Xm", "do"), shows("C", NOTHING))
    assert "B: challenges cat · challenges is" in what_now(table.night, {})


def test_where_the_stakes_may_be_doubled_the_line_says_with_how_much():
    table = opened("ABC", {"A": 100, "B": 8, "C": 100}).do(announce(game(Deal(down=5), Bet(), Double()), dealer="C"))
    people = {"A": "Anna", "B": "Bo", "C": "Carl"}
    table.do("A b3; B c; C c")
    assert what_now(table.night, people) == ["Anna: x check · doubles (with 4) · f fold"]
    assert read_line("doubles", table.night, people).commands == (commands.DoubleStakes(player="A"),)
    table.do(*read_line("anna doubles", table.night, people).commands)
    assert what_now(table.night, people) == ["Bo: c call 4 · f fold"]


def test_a_shadow_is_told_beside_the_doubling_it_pays():
    declared = game(Deal(down=5), Bet(), Double(), short="shadow")
    table = opened("ABC", {"A": 5, "B": 100, "C": 100}).do(announce(declared, dealer="C"), "A b3; B c; C c")
    assert what_now(table.night, {"A": "Anna"})[0] == "Anna: x check · doubles (with 4, 3 of it by shadow) · f fold"


def test_the_word_that_calls_the_next_shared_card_is_spit_and_then_shit():
    night = opened("ABC", rules=house(auto="closed")).do(announce(GAME_OF["Spit 'n' Shit"], dealer="C")).night
    who = {player: player for player in "ABC"}
    assert what_now(night, who)[1:] == ["A: spit 5h", "B: spit 5h"]
    said(night, who, "A spit 5h")
    assert what_now(night, who)[1:] == ["A: shit 5h", "B: shit 5h"]


def test_who_has_shown_five_cards_of_seven_is_not_asked_to_show_again():
    """RULINGS R-D23; what the cards shown do not say stands with the winners that the table may name."""
    night, names = opened("AB", rules=house()).night, {"A": "Anna", "B": "Bo"}
    said(night, names, "hand seven card stud by bo")
    while night.hand.stage != "showdown":
        accept(night, commands.Check(player=night.hand.round.waiting[0]))
    said(night, names, "anna shows Kd Kh 2s 2d")
    lacking = "(Anna has shown 4 cards, and a hand is five)"
    assert what_now(night, names)[0] == f"NAME wins · NAME, NAME win {lacking}"
    said(night, names, "anna shows Ks")
    assert what_now(night, names) == ["NAME wins · NAME, NAME win", "Bo: shows As Kd … · mucks"]


def test_a_banker_whose_chips_are_those_of_the_box_hears_no_upper_bound() -> None:
    table = opened("AB", {"B": 100}, banker="A", rules=house("standard", banker_stack="box"))
    table.do(commands.AnnounceHand(game="Texas Hold'em", dealer="A"))
    assert what_now(table.night, {"A": "Anna", "B": "Bo"}) == ["Anna: c call 1 · r raise by 2 or more · f fold"]
