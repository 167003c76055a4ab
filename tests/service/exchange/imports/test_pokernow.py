"""A log of PokerNow is played through the engine: stacks carried by the book, pots judged from the cards."""

import pytest

from engine import commands, events
from engine.commands import Currency
from engine.game.betting import FixedLimit
from service.exchange.imports.pokernow_file import decoded
from service.exchange.imports.pokernow_people import slug
from service.exchange.refused import (
    AmountIsTooFine,
    AmountIsTooLarge,
    FeatureIsNotPlayed,
    FieldIsTooLong,
    FileIsEmpty,
    GameIsNotKnown,
    HalfALine,
    HundredthsAreTooFine,
    LineCannotBePlayed,
    NobodyPlays,
    NoFile,
    NoHandsInLog,
    NotTheHeader,
    NotUtf8,
    TwoNights,
)
from tests.service.exchange.imports.logs import ANN, BO, CY, after, changed, entries_of, log, played, scenario, without

DEAD_BUTTON = '"-- starting hand #1  (No Limit Texas Hold\'em) (dead button) --"'
STACKS_OF_THREE = ((ANN, 101), (BO, 301), ('"Dot 4 @ d_d-4"', 500))


@pytest.mark.parametrize(
    ("name", "hands", "stack_checks", "award_checks", "nets"),
    [
        ("an_evening", 5, 13, 4, {"ann": 33, "bo": -968, "cy": 935}),
        ("dead_blinds", 3, 10, 0, {"ann": -30, "bo": 10, "cy": 20, "dot-4": 0}),
        ("antes_and_straddle", 4, 15, 2, {"ann": -15, "bo": -9, "cy": -35, "dot-4": 59}),
        ("omaha_hi_lo", 3, 9, 2, {"ann": 0, "bo": -15, "cy": 15}),
        ("bomb_pot", 2, 6, 1, {"ann": 100, "bo": -75, "cy": -25}),
    ],
)
def test_a_night_is_played_line_by_line_and_every_check_holds(name, hands, stack_checks, award_checks, nets) -> None:
    report, book = played(scenario(name))
    answer = report.as_data({})
    assert (answer["hands"], answer["stack_checks"], answer["award_checks"]) == (hands, stack_checks, award_checks)
    assert answer["stack_mismatches"] == answer["award_mismatches"] == []
    assert answer["adjustments"] == answer["unknown_lines"] == []
    assert answer["nets"] == nets
    assert answer["net_sum"] == 0
    assert report.holds
    assert book.night.phase == "planned"


def test_the_plan_is_direct_and_pays_every_net() -> None:
    report, _ = played(scenario("an_evening"))
    assert report.as_data({})["transfers"] == [
        {"payer": "bo", "payee": "cy", "cents": 935},
        {"payer": "bo", "payee": "ann", "cents": 33},
    ]


def test_the_unit_can_be_given_and_multiplies_the_nets() -> None:
    report, _ = played(scenario("dead_blinds"), unit=25)
    assert report.nets == {"ann": -750, "bo": 250, "cy": 500, "dot-4": 0}
    assert "Amounts are whole numbers. The smallest chip, 1, is 25 cents (DKK), as given." in report.notes


def test_an_amount_before_decimals_were_switched_on_is_the_same_in_hundredths() -> None:
    report, book = played(scenario("an_evening"))
    assert [loan.chips for loan in book.all(commands.GiveLoan)] == [1000, 1000, 500, 1000]
    assert report.unit == 1
    assert report.notes[0] == "Amounts have decimals from line 100 on. The smallest chip is 0.01 DKK."


def test_an_amount_without_decimals_among_others_with_is_whole_units_and_noted() -> None:
    report, _ = played(changed(scenario("an_evening"), f"{BO} bets 1.00", f"{BO} bets 1"))
    assert report.holds
    assert any("is read as whole units" in note and note.endswith(f"{BO} bets 1") for note in report.notes)


def test_a_currency_without_hundredths_needs_the_unit_of_a_hundredth() -> None:
    yen = Currency("JPY", 0)
    with pytest.raises(HundredthsAreTooFine, match="has amounts with decimals, but JPY has no hundredths"):
        played(scenario("an_evening"), currency=yen)
    report, _ = played(scenario("an_evening"), currency=yen, unit=2)
    assert report.nets["ann"] == 66
    report, _ = played(scenario("an_evening"), currency=Currency("TND", 3))
    assert report.nets["ann"] == 330


def test_an_amount_finer_than_a_cent_is_refused() -> None:
    with pytest.raises(AmountIsTooFine, match=r"says 0\.125, but a chip is worth at least 0\.01"):
        played(changed(scenario("an_evening"), "raises to 0.60", "raises to 0.125"))


def test_an_amount_the_book_cannot_hold_is_refused() -> None:
    with pytest.raises(AmountIsTooLarge, match="but the book counts only to 1000000000000 chips"):
        played(changed(scenario("bomb_pot"), f"{BO} bets 40", f"{BO} bets 1,000,000,000,001"))


def test_somebody_who_was_let_in_and_never_dealt_in_is_issued_nothing() -> None:
    report, book = played(scenario("an_evening"))
    assert "dot-4" not in book.night.people
    assert "Line 95: Dot 4 leaves with 700 chips they never played; none were issued." in report.notes


def test_an_id_that_the_log_says_has_changed_is_the_same_player() -> None:
    entries = entries_of(scenario("an_evening"))
    moved = [entry.replace("Cy @ ccc3", "Cyrus @ ccc9") if place > 45 else entry for place, entry in enumerate(entries)]
    line = 'The player "Cyrus @ ccc9" changed the ID from ccc3 to ccc9 because authenticated login.'
    report, _ = played(log([*moved[:46], line, *moved[46:]]))
    assert report.holds
    assert report.nets == {"ann": 33, "bo": -968, "cyrus": 935}


@pytest.mark.parametrize(
    ("nickname", "id_"),
    [("Søren", "soren"), ("Åse  B.", "ase-b"), ("Strauß", "strauss"), ("李", "player"), ("李Bo", "bo")],
)
def test_an_id_is_made_from_a_nickname_as_names_are_compared(nickname, id_) -> None:
    assert slug(nickname, []) == id_
    assert slug(nickname, [id_]) == f"{id_}-2"


def test_players_the_book_knows_keep_their_ids() -> None:
    report, _ = played(scenario("an_evening"), players={"Ann": "anna", "ccc3": "carl"})
    assert report.nets == {"anna": 33, "bo": -968, "carl": 935}


def test_the_owner_of_the_room_keeps_the_bank_if_he_plays() -> None:
    _, book = played(scenario("an_evening"))
    assert book.night.banker == "bo"
    _, book = played(scenario("dead_blinds"))
    assert book.night.banker == "ann"


def test_the_log_names_its_owner_by_the_hands_he_shows_and_his_other_cards_stay_out() -> None:
    report, book = played(scenario("an_evening"))
    assert any(note.startswith("log1.csv is the log of Ann: 4 shown hands") for note in report.notes)
    assert not any("Kh" in show.cards for show in book.all(commands.ShowHand) if show.player == "ann")
    assert book.all(commands.NameCards) == []


def test_shown_cards_of_a_folded_hand_are_recorded_one_by_one() -> None:
    _, book = played(scenario("an_evening"))
    late = [show.cards for show in book.all(commands.ShowHand) if show.player == "ann"]
    assert late == [("Ah", "Ad"), ("7c",), ("2d",), ("2h", "2c")]


def test_the_odd_chip_of_a_log_is_the_odd_chip_of_the_engine() -> None:
    _, book = played(scenario("an_evening"))
    shares = [(share.player, share.chips) for award in book.all(events.PotAwarded) for share in award.shares]
    assert ("ann", 103) in shares
    assert ("bo", 102) in shares


def test_a_player_who_takes_another_seat_stands_up_and_sits_down() -> None:
    text = scenario("dead_blinds")
    text = changed(text, 'Player stacks: #1 "Ann @ aaa1" (70) | #3', 'Player stacks: #3 "Ann @ aaa1" (70) | #4')
    text = changed(text, '| #4 "Dot 4 @ d_d-4" (80)', '| #5 "Dot 4 @ d_d-4" (80)')
    report, book = played(text)
    assert report.holds
    assert {player: person.seat for player, person in book.night.people.items() if player != "bo"} == {
        "ann": 3,
        "cy": 4,
        "dot-4": 5,
    }


def test_a_dead_button_is_announced_without_a_dealer() -> None:
    _, book = played(scenario("dead_blinds"))
    dealers = [(hand.dealer, hand.button) for hand in book.all(commands.AnnounceHand)]
    assert dealers == [("dot-4", 4), ("ann", 1), (None, 2)]


def test_a_missed_small_blind_is_dead_and_a_missed_big_blind_live() -> None:
    _, book = played(scenario("antes_and_straddle"))
    posts = book.all(commands.AnnounceHand)[2].posts
    assert [(post.kind, post.chips) for post in posts if post.player == "cy"] == [
        ("ante", 5),
        ("missed small blind", 10),
        ("missed big blind", 20),
    ]


def test_a_bomb_pot_is_an_ante_and_a_game_without_its_first_round() -> None:
    _, book = played(scenario("bomb_pot"))
    bomb, plain = book.all(commands.AnnounceHand)
    assert bomb.game == "Texas Hold'em, bomb pot"
    assert {(post.kind, post.chips) for post in bomb.posts} == {("ante", 30)}
    assert len(bomb.declaration.steps) == len(plain.declaration.steps) - 1


def test_a_hand_run_twice_is_paid_by_a_ruling_that_quotes_the_log() -> None:
    report, book = played(scenario("run_it_twice"))
    assert report.holds
    assert report.award_checks == 3
    assert report.nets == {"ann": 2100, "bo": -50, "cy": -2050}
    (adjustment,) = report.adjustments
    assert adjustment.text == "All players in hand choose to run it twice."
    (ruling,) = book.all(commands.MakeRuling)
    assert ruling.text.startswith("The hand is run twice (2c 7d Kh 3s 9c / 4d 5d 6d 8h Jc), and each run pays half.")


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("(combination: Q♥, Q♦, J♣", "(combination: Q♥, Q♠, J♣", "Qs in the combination is neither their"),
        ("River (second run): 4♦, 5♦, 6♦, 8♥ [J♣]", "River (second run): 4♦, 5♦, 6♦, 8♥ [A♣]", "the cards half of"),
    ],
)
def test_both_runs_are_judged_by_their_own_cards(old, new, finding) -> None:
    report, _ = played(changed(scenario("run_it_twice"), old, new))
    assert finding in " ".join(mismatch.finding for mismatch in report.award_mismatches)


def test_runs_that_do_not_pay_the_pot_are_refused() -> None:
    text = changed(scenario("run_it_twice"), "20.00 from pot with Pair, Q's", "19.00 from pot with Pair, Q's")
    with pytest.raises(LineCannotBePlayed, match="The two runs pay 3900 chips, and the pot holds 4000"):
        played(text)


def test_runs_an_older_log_does_not_tell_apart_are_judged_together() -> None:
    report, _ = played(changed(scenario("run_it_twice"), "Pair, Q's on the second run ", "Pair, Q's"))
    assert report.award_mismatches == []
    assert report.award_checks == 3
    other = scenario("run_it_twice").replace(" on the second run ", "").replace("8♥ [J♣]", "8♥ [A♣]")
    report, _ = played(other)
    assert "the runs pay 2000, and the cards half of 8000" in " / ".join(one.finding for one in report.award_mismatches)


def test_a_side_pot_is_run_twice_for_those_who_paid_into_it() -> None:
    dot = '"Dot 4 @ d_d-4"'
    entries = [
        f"-- starting hand #1  (No Limit Texas Hold'em) (dealer: {dot}) --",
        *(f"The player {who} joined the game with a stack of {chips}." for who, chips in STACKS_OF_THREE),
        f"Player stacks: #1 {ANN} (101) | #2 {BO} (301) | #3 {dot} (500)",
        f"{ANN} posts a small blind of 10",
        f"{BO} posts a big blind of 20",
        f"{dot} raises to 301",
        f"{ANN} calls 101 and go all in",
        f"{BO} calls 301 and go all in",
        "All players in hand choose to run it twice.",
        f"{ANN} shows a A♠, A♥.",
        f"{BO} shows a K♠, K♥.",
        f"{dot} shows a Q♠, Q♥.",
        "Flop:  [2♣, 7♦, 9♥]",
        "Turn: 2♣, 7♦, 9♥ [3♠]",
        "River: 2♣, 7♦, 9♥, 3♠ [4♣]",
        "Flop (second run):  [Q♦, 5♣, 8♥]",
        "Turn (second run): Q♦, 5♣, 8♥ [3♥]",
        "River (second run): Q♦, 5♣, 8♥, 3♥ [4♦]",
        f"{BO} collected 200 from pot with Pair, K's (combination: K♠, K♥, 9♥, 7♦, 4♣)",
        f"{dot} collected 200 from pot with Three of a Kind, Q's on the second run  (combination: Q♠, Q♥, Q♦, 8♥, 5♣)",
        f"{ANN} collected 152 from pot with Pair, A's (combination: A♠, A♥, 9♥, 7♦, 4♣)",
        f"{dot} collected 151 from pot with Three of a Kind, Q's on the second run  (combination: Q♠, Q♥, Q♦, 8♥, 5♣)",
        "-- ending hand #1 --",
    ]
    report, _ = played(log(entries))
    assert report.award_mismatches == []
    assert report.award_checks == 4
    assert report.nets == {"ann": 51, "bo": -101, "dot-4": 50}


def test_a_card_cannot_lie_on_both_boards() -> None:
    with pytest.raises(LineCannotBePlayed, match="Kh is out already and cannot be there twice"):
        played(changed(scenario("run_it_twice"), "4♦, 5♦, 6♦, 8♥ [J♣]", "4♦, 5♦, 6♦, 8♥ [K♥]"))


def test_a_board_that_is_not_whole_cannot_be_run() -> None:
    text = scenario("run_it_twice")
    with pytest.raises(LineCannotBePlayed, match="Run 2 has 4 shared cards, and a whole board has 5"):
        played(without(text, "River (second run): 4♦, 5♦, 6♦, 8♥ [J♣]"))


def test_two_boards_in_one_hand_are_refused_by_name() -> None:
    with pytest.raises(FeatureIsNotPlayed, match="shows two boards in one hand, which the book cannot play"):
        played(scenario("two_boards"))


def test_a_bounty_passes_from_player_to_player_and_quotes_its_line() -> None:
    report, _ = played(scenario("bounty"))
    assert report.holds
    assert report.nets == {"ann": 14, "bo": -9, "cy": -5}
    assert [(one.player, one.chips, one.text) for one in report.adjustments] == [
        ("bo", -6, f"{BO} paid 6 for the 7-2 bounty to {ANN}"),
        ("cy", -6, f"{CY} paid 6 for the 7-2 bounty to {ANN}"),
    ]


def test_a_stack_the_admin_changes_is_lent_or_handed_back_and_quotes_its_line() -> None:
    report, book = played(scenario("stack_changes"))
    assert report.holds
    assert report.nets == {"ann": -55, "bo": 55}
    assert [(one.player, one.chips, one.text) for one in report.adjustments] == [
        ("bo", 50, f"The admin updated the player {BO} stack from 90 to 140."),
        ("ann", -50, f"The admin updated the player {ANN} stack from 110 to 60."),
    ]
    assert [loan.chips for loan in book.all(commands.GiveLoan)] == [100, 100, 50, 75]


def test_a_stack_change_that_does_not_start_from_the_book_is_a_mismatch() -> None:
    report, _ = played(changed(scenario("stack_changes"), "from 90 to 140", "from 95 to 145"))
    first = report.stack_mismatches[0]
    assert (first.player, first.book, first.log) == ("bo", 90, 95)
    assert not report.holds


def test_a_stack_that_differs_is_a_mismatch_and_the_book_keeps_its_own() -> None:
    report, _ = played(changed(scenario("dead_blinds"), '#3 "Cy @ ccc3" (140)', '#3 "Cy @ ccc3" (141)'))
    (mismatch,) = report.stack_mismatches
    assert (mismatch.hand, mismatch.player, mismatch.book, mismatch.log) == (3, "cy", 140, 141)
    assert report.nets["cy"] == 20
    assert not report.holds


def test_leaving_with_another_stack_than_the_books_is_a_mismatch() -> None:
    report, _ = played(changed(scenario("dead_blinds"), "game with a stack of 110", "game with a stack of 109"))
    (mismatch,) = report.stack_mismatches
    assert (mismatch.player, mismatch.book, mismatch.log) == ("bo", 110, 109)
    assert report.net_sum == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "finding"),
    [
        ("an_evening", "collected 15.00", "collected 14.00", "the log pays 1400, the engine 1500"),
        ("an_evening", "collected 1.03", "collected 1.02", "the log pays 102, the engine 103"),
        ("an_evening", "bet of 0.50 returned", "bet of 0.40 returned", "the log returns 40, the engine 50"),
        ("an_evening", "7♥, 7♦, 7♠, 7♣, A♣)", "7♥, 7♦, 7♠, K♦, A♣)", "the combination is three of a kind, sevens"),
        (
            "an_evening",
            "7♥, 7♦, 7♠, 7♣, A♣)",
            "7♥, 7♦, 7♠, 7♣, A♠)",
            "As in the combination is neither theirs nor on the board",
        ),
        (
            "bomb_pot",
            f"{ANN} shows a J♠, 9♠.",
            f"{ANN} shows a Q♠, 9♠.",
            "Js in the combination is neither theirs nor on the board",
        ),
        ("an_evening", "shows a 3♥, 3♣.", "shows a K♠, 3♣.", "the log pays 103, the engine 0"),
        ("omaha_hi_lo", "A♣, 2♣, 3♣, 4♦, 8♠)", "A♣, 2♣, 4♦, 8♠, K♦)", "1 own cards in the combination"),
        ("antes_and_straddle", "shows a K♠, 4♠.", "shows a Q♥, J♦.", "two pair, jacks and fives was given up"),
    ],
)
def test_a_log_that_pays_otherwise_than_the_cards_is_found(name, old, new, finding) -> None:
    report, _ = played(changed(scenario(name), old, new))
    assert finding in " / ".join(mismatch.finding for mismatch in report.award_mismatches)
    assert not report.holds


def test_a_pot_the_log_does_not_pay_is_found() -> None:
    report, _ = played(without(scenario("dead_blinds"), f"{CY} collected 60 from pot"))
    assert [mismatch.finding for mismatch in report.award_mismatches] == ["the engine pays 60, the log nothing"]


def test_a_line_nobody_knows_is_reported_by_number_and_text() -> None:
    text = after(scenario("dead_blinds"), "Dead Small Blind", "The table dances.")
    line = next(line for line, said in enumerate(text.splitlines(), start=1) if said.startswith("The table dances."))
    report, _ = played(text)
    assert report.as_data({})["unknown_lines"] == [{"file": "log1.csv", "line": line, "text": "The table dances."}]
    assert not report.holds


def test_a_log_that_ends_in_mid_hand_gives_the_chips_back_by_a_ruling() -> None:
    report, book = played(scenario("ends_in_mid_hand"))
    assert report.nets == {"ann": -1, "bo": 1, "cy": 0}
    (adjustment,) = report.adjustments
    assert adjustment.text.startswith("-- starting hand #2 ")
    (ruling,) = book.all(commands.MakeRuling)
    assert {move.payee: move.chips for move in ruling.moves} == {"chips:ann": 16, "chips:bo": 1, "chips:cy": 6}


def test_a_log_that_starts_in_the_middle_issues_chips_from_its_first_stacks_and_says_so() -> None:
    report, _ = played(scenario("starts_in_the_middle"))
    assert report.holds
    assert report.stack_checks == 2
    assert {one.text for one in report.adjustments} == {'Player stacks: #1 "Ann @ aaa1" (120) | #2 "Bo @ bbb2" (80)'}
    assert any("the log starts with hand 8" in note for note in report.notes)
    assert any(note.startswith("4 lines belong to a hand that began before the log") for note in report.notes)


def test_hands_missing_in_the_middle_are_noted_and_found_in_the_stacks() -> None:
    entries = entries_of(scenario("dead_blinds"))
    start = next(place for place, entry in enumerate(entries) if entry.startswith("-- starting hand #2"))
    end = entries.index("-- ending hand #2 --")
    report, _ = played(log(entries[:start] + entries[end + 1 :]))
    assert any("hand 3 follows hand 1" in note for note in report.notes)
    assert [mismatch.player for mismatch in report.stack_mismatches] == ["ann", "cy", "dot-4"]


def test_a_hand_without_its_start_is_reported_line_by_line() -> None:
    text = without(scenario("dead_blinds"), "-- starting hand #3  (No Limit Texas Hold'em) (dead button) --")
    report, _ = played(text)
    assert [unknown.text for unknown in report.unknown_lines] == entries_of(text)[-13:]
    assert not report.holds


def test_files_that_overlap_are_one_night() -> None:
    text = scenario("an_evening")
    header, *rows = text.splitlines(keepends=True)
    early, late = header + "".join(rows[40:]), header + "".join(rows[:70])
    whole, _ = played(text)
    joined, _ = played(late, early)
    assert joined.as_data({})["nets"] == whole.as_data({})["nets"]
    assert joined.stack_checks == whole.stack_checks
    assert joined.holds


def test_files_of_two_nights_are_refused() -> None:
    with pytest.raises(TwoNights, match="Hand #1 starts in"):
        played(scenario("an_evening"), scenario("dead_blinds").replace("2024-", "2025-").replace(",1706", ",1806"))


def test_a_raise_below_the_minimum_is_recorded_with_the_rule_waived_and_the_line_quoted() -> None:
    text = changed(scenario("dead_blinds"), f"{CY} calls 20", f"{CY} raises to 25")
    entries = entries_of(text)
    place = entries.index(f"{CY} raises to 25")
    entries[place + 1] = '"Dot 4 @ d_d-4" calls 25'
    entries[entries.index('"Dot 4 @ d_d-4" collected 40 from pot')] = '"Dot 4 @ d_d-4" collected 50 from pot'
    report, _ = played(log(entries))
    (adjustment,) = report.adjustments
    assert adjustment.what.startswith("a rule is waived: Cy bets or raises 5, but the least is 20")
    assert adjustment.text == f"{CY} raises to 25"
    assert report.holds


def test_a_raise_to_all_that_the_others_have_is_all_in_and_needs_no_waiver() -> None:
    entries = [
        f"-- starting hand #1  (No Limit Texas Hold'em) (dealer: {ANN}) --",
        f"The player {ANN} joined the game with a stack of 1000.",
        f"The player {BO} joined the game with a stack of 100.",
        f"Player stacks: #1 {ANN} (1000) | #2 {BO} (100)",
        f"{ANN} posts a small blind of 10",
        f"{BO} posts a big blind of 20",
        f"{ANN} raises to 40",
        f"{BO} raises to 80",
        f"{ANN} raises to 100 and go all in",
        f"{BO} folds",
        f"Uncalled bet of 20 returned to {ANN}",
        f"{ANN} collected 160 from pot",
        "-- ending hand #1 --",
    ]
    report, _ = played(log(entries))
    assert report.adjustments == []
    assert report.holds


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        (f"{CY} checks", f"{CY} calls 999", "Cy owes nothing and cannot call"),
        ("[2♠, 7♦, 9♣]", "[2♠, 2♠, 9♣]", "2s is out already and cannot be there twice"),
        ('"Dot 4 @ d_d-4" bets 20', '"Dot 4 @ d_d-4" bets 2000', "Dot 4 cannot put in 2000 with a stack of 60"),
    ],
)
def test_what_would_break_the_book_stops_the_import_and_names_the_line(old, new, because) -> None:
    entries = entries_of(scenario("dead_blinds"))
    place = next(place for place, entry in enumerate(entries) if old in entry)
    entries[place] = entries[place].replace(old, new)
    with pytest.raises(LineCannotBePlayed) as refused:
        played(log(entries))
    assert because in str(refused.value)
    assert f"Line {len(entries) - place + 1} of log1.csv" in str(refused.value)


def test_limits_are_those_the_log_names() -> None:
    _, book = played(scenario("omaha_hi_lo"))
    assert [(hand.game, type(hand.limit).__name__) for hand in book.all(commands.AnnounceHand)] == [
        ("Omaha Hi/Lo 8", "PotLimit"),
        ("Omaha", "PotLimit"),
        ("Texas Hold'em", "NoLimit"),
    ]
    _, book = played(
        scenario("bounty")
        .replace("(No Limit Texas", "(Limit Texas")
        .replace("raises to 10", "raises to 4")
        .replace("bet of 8", "bet of 2")
    )
    assert book.all(commands.AnnounceHand)[0].limit == FixedLimit(small=2, big=4)


def test_a_game_that_is_not_in_the_rulebook_is_refused_by_name() -> None:
    with pytest.raises(GameIsNotKnown, match="starts a hand of Pot Limit 5 Card Omaha Hi, which"):
        played(scenario("omaha_hi_lo").replace("Pot Limit Omaha Hi)", "Pot Limit 5 Card Omaha Hi)"))


@pytest.mark.parametrize(
    ("text", "refusal", "sentence"),
    [
        ("", FileIsEmpty, "log1.csv is empty"),
        ("  \n", FileIsEmpty, "log1.csv is empty"),
        ("entry,at,order\n", NoHandsInLog, "log1.csv has no hand"),
        ("a shopping list\n", NotTheHeader, "log1.csv is not a PokerNow log: its first line is 'a shopping list'"),
        ("player_nickname,buy_in\nAnn,5\n", NotTheHeader, "This is a ledger; import it as one."),
        ('entry,at,order\n"-- ending hand', HalfALine, "Line 2 of log1.csv is not a whole line"),
        ("entry,at,order\nDead Small Blind\n", HalfALine, "(1 of 3 fields)"),
        ("entry,at,order\nDead Small Blind,yesterday,7\n", HalfALine, "its time is not like 2024-01-31T20:15:00.000Z"),
        ("entry,at,order\nDead Small Blind,2024-02-03T19:00:00.000Z,x7\n", HalfALine, "its order is not a number"),
        (f"entry,at,order\n{DEAD_BUTTON},2024-02-03T19:00:00.000Z,7\n", NobodyPlays, "log1.csv has hands, but no line"),
    ],
)
def test_what_is_not_a_whole_log_is_refused_before_anything_is_recorded(text, refusal, sentence) -> None:
    with pytest.raises(refusal) as refused:
        played(text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("length", [10_001, 1_000_000])
def test_a_field_that_pokernow_never_writes_is_refused_by_its_beginning(length) -> None:
    with pytest.raises(
        FieldIsTooLong, match=r"Line 2 of log1.csv has a field of more than 10,000 characters"
    ) as refused:
        played(f'entry,at,order\n"{"a" * length}",x,7\n')
    assert len(str(refused.value)) < 400


def test_no_file_at_all_is_refused() -> None:
    with pytest.raises(NoFile, match="No file was given"):
        played()


def test_bytes_that_are_not_utf8_are_refused_with_their_place() -> None:
    assert decoded("log.csv", "\ufeffentry".encode()) == "entry"
    with pytest.raises(NotUtf8, match=r"log\.csv is not UTF-8 text \(byte 2 fits no character\)"):
        decoded("log.csv", b"A\xe2\x99\xff")


def test_cards_nobody_showed_are_paid_by_the_word_of_the_log_and_noted() -> None:
    text = without(scenario("omaha_hi_lo"), f"{BO} shows a 2♣, 3♣, Q♥, Q♦.")
    report, _ = played(text)
    assert any("is paid by the word of the log, because its cards are not known" in note for note in report.notes)
    assert any(one.finding == "the cards of the winner were never shown" for one in report.award_mismatches)


def test_a_name_like_a_line_of_the_log_is_still_a_name() -> None:
    report, _ = played(scenario("dead_blinds").replace("Dot 4 @", "calls 20 and go all in @"))
    assert report.holds
    assert report.nets["calls-20-and-go-all-in"] == 0


def test_a_line_that_cannot_be_played_names_the_first_disagreement() -> None:
    text = changed(scenario("an_evening"), f"{ANN} shows a A♥, A♦.", f"{ANN} shows a Q♠, Q♦.")
    with pytest.raises(LineCannotBePlayed, match="Ann has no chips left to put in. Log and book disagree since hand 1"):
        played(text)


def test_a_restart_with_players_already_seated_issue_no_chips_twice() -> None:
    start = "-- starting hand #3  (No Limit Texas Hold'em) (dead button) --"
    text = after(
        scenario("dead_blinds"),
        start,
        f"The player {ANN} joined the game with a stack of 70.",
        f"The player {CY} joined the game with a stack of 140.",
    )
    report, book = played(text)
    assert report.holds
    assert len(book.all(commands.GiveLoan)) == 4
