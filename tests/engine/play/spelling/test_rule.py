"""Words are shown, challenged and judged before the pot is paid (RULINGS A2, R-S5 to R-S8, R-W4 to R-W8, E6)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import commands, errors, events
from engine.game.awards import Spellcheck
from engine.play.script.rule import judged_by
from engine.play.spelling.rule import winning_now
from engine.reports.sentences import tell
from engine.words import find
from tests.engine.hands import worth
from tests.engine.table import Table, house, opened
from tests.engine.word_games import NOBODY_DOUBTS, dealt, doubts, draws, game, shows
from tests.soak import rounds

CAT = "Ca Aa Ta Zl Ym"
# RABO is no word, although BOAR and BAR are.
RABO = "Ra Ba Aa Oa Wl"
# A tadpole, if nobody says otherwise: AID would take an ant, so it is IDS or the like, snail high.
IDS = "Da Sa Ia Xm Vm"
# Three hands equal in points and in their highest letter, of which two show the same word.
EQUAL_HANDS = {
    "A": ("P EO N W H", "pen"),
    "B": ("C T AO F L", "cat"),
    "C": ("G R L R S", ""),
    "D": ("C T AE F S", "cat"),
}
NOTHING = "Pl Wl Tm Rm Km"
WORDPOKER = house("wordpoker", auto="closed")


def at_showdown(players: str = "ABC", chips: int | dict[str, int] = 100, bet: int = 4, **changes) -> Table:
    """Scroker: the first player opens for `bet`, all call, nobody draws, and round two is checked."""
    table = dealt("Scroker", players, chips, **changes).do(f"{players[0]} b{bet}")
    table.do(*(f"{player} c" for player in players[1:]), *(draws(player) for player in players))
    return table.checked_down()


def word_poker(players: str = "ABC", chips: int | dict[str, int] = 100, bet: int = 4) -> Table:
    table = dealt("WordPoker", players, chips, rules=WORDPOKER).do(f"{players[0]} b{bet}")
    table.do(*(f"{player} c" for player in players[1:]), *(draws(player) for player in players))
    return table.checked_down()


def test_words_count_as_they_are_shown_and_the_pot_waits_for_a_challenge() -> None:
    table = at_showdown().do(shows("A", CAT, "cat"), shows("B", IDS), shows("C", NOTHING))
    assert table.night.hand is not None
    table.do(NOBODY_DOUBTS)
    assert table.won() == {"A": 15}
    (award,) = table.of(events.PotAwarded)
    assert award.shares[0].hand == worth("Tadpole, CAT, turtle high")


def test_what_nobody_announced_is_found_and_needs_no_answer() -> None:
    table = at_showdown("AB").do(shows("A", CAT), shows("B", IDS))
    assert table.night.hand is None
    assert table.won() == {"A": 10}


def test_a_player_may_claim_less_than_his_cards_allow() -> None:
    """RULINGS A3: only presented words count."""
    table = at_showdown("AB").do(shows("A", CAT, "at"), shows("B", "Da Oa Ea Xm Vm", "doe"), NOBODY_DOUBTS)
    assert table.won() == {"B": 10}


def test_a_word_that_everyone_sees_is_not_there_is_refused() -> None:
    table = at_showdown("AB")
    table.refuses(shows("A", CAT, "dog"), errors.WordIsNotThere, said="DOG")
    table.refuses(shows("A", CAT, "c4t"), errors.WordsAreUnclear)


def test_a_foul_word_makes_the_hand_scum_and_its_holder_adds_his_stake_ante_included() -> None:
    """RULINGS R-S5, R-S8, E6: 1 + 4 chips, although BAR is to be seen."""
    table = at_showdown().do(shows("A", RABO, "rabo"), shows("B", "Ca Ta A1 Zl Ym"), shows("C", "Sa Ia Xm Vm Rl"))
    table.do(doubts("B", "rabo"))
    (judged,) = table.of(events.WordJudged)
    assert (judged.good, judged.out, judged.dictionary) == (False, False, find("wide-english").reference)
    assert "(wide-english)" in tell(judged, {}), "players read its name, and the event keeps its version"
    (penalty,) = table.of(events.PenaltyPaid)
    assert (penalty.player, penalty.chips) == ("A", 5)
    assert table.won() == {"C": 20}, "IS, snail high, is the only word left"


def test_a_good_word_costs_the_challenger_his_stake() -> None:
    """RULINGS E6: the pot of 15 grows by 5 and goes to the holder."""
    table = at_showdown().do(shows("A", CAT, "cat"), shows("B", IDS), shows("C", NOTHING), doubts("B"))
    assert [event.chips for event in table.of(events.PenaltyPaid)] == [5]
    assert table.won() == {"A": 20}
    assert table.stacks() == {"A": 115, "B": 90, "C": 95}


def test_who_cannot_pay_in_full_owes_the_rest_to_the_bank() -> None:
    """RULINGS R-S5: a player who had 7 chips and put in 5 pays 2 and borrows 3."""
    table = at_showdown(chips={"A": 100, "B": 7, "C": 100})
    table.do(shows("A", CAT, "cat"), shows("B", IDS), shows("C", NOTHING), doubts("B", "cat"))
    (loan,) = table.of(commands.GiveLoan)
    assert (loan.player, loan.chips) == ("B", 3)
    assert table.won() == {"A": 20}


def test_penalties_do_not_raise_the_base_for_later_ones() -> None:
    """RULINGS R-S5: two words of one hand, both good, and the challenger pays 5 each time."""
    table = at_showdown("AB").do(shows("A", "Ca Aa Ta Ia Sa", "cat and is"), shows("B", "Da Oa Ym Vm Xm"))
    table.do(doubts("B", "cat"))
    assert table.night.hand is not None
    table.do(doubts("B", "is"))
    assert table.won() == {"A": 20}


def test_a_challenge_waits_until_everyone_has_shown_or_given_up() -> None:
    """RULINGS R-S18, R-W14: only the winning hand is challenged, and before that nobody knows who holds it."""
    for table in (at_showdown(), word_poker()):
        hands = (CAT, IDS) if table.hand.game.name == "Scroker" else ("C T B Z AO", "D IO S W V")
        table.do(shows("A", hands[0], "cat"))
        table.refuses(doubts("B", "cat", "A"), errors.HandsAreNotAllShown, players=["B", "C"])
        table.do(shows("B", hands[1], "ids"))
        table.refuses(doubts("B", "cat", "A"), errors.HandsAreNotAllShown, players=["C"])
        table.do("C mucks", doubts("B", "cat", "A"))
        assert [event.good for event in table.of(events.WordJudged)] == [True]


def test_stakes_may_be_counted_without_the_ante() -> None:
    claims = Spellcheck(foul="no words", foul_pays="stake", good_pays="stake", ante=False)
    table = at_showdown("AB", claims=claims).do(shows("A", CAT, "cat"), shows("B", IDS), doubts("B"))
    assert [event.chips for event in table.of(events.PenaltyPaid)] == [4]


def test_when_a_hand_falls_the_new_best_hand_may_be_challenged() -> None:
    """RULINGS R-S7: TECD falls, RABO becomes the best and falls too; of three hands of scum the turtle is the highest."""
    table = at_showdown().do(
        shows("A", RABO, "rabo"), shows("B", "Ta Ca Ea Da Zl", "tecd"), shows("C", "Pl Tl Rm Km Xm")
    )
    table.do(doubts("C", "tecd"))
    assert table.night.hand is not None
    table.refuses(doubts("C", "tecd"), errors.WordIsJudged, word="TECD")
    table.refuses(doubts("A", "tecd"), errors.WordIsJudged, word="TECD")
    table.refuses(doubts("A"), errors.OwnWord, player="A")
    table.do(doubts("B", "rabo"))
    assert len(table.of(events.PenaltyPaid)) == 1
    assert table.won() == {"B": 15 + 5 + 5}


def test_who_may_not_challenge_and_what_may_not_be_challenged() -> None:
    table = dealt("Scroker", "ABCD").do("A b4", "B c", "C c", "D f")
    table.refuses(doubts("B", "cat", "A"), errors.NotAtTheShowdown)
    table.do(*(draws(player) for player in "ABC")).checked_down()
    table.do(shows("A", "Ca Aa Ta Ia Sa", "cat and is"), shows("B", "Da Oa Ym Vm Xm", "do"), shows("C", NOTHING))
    table.refuses(doubts("D", "cat"), errors.PlayerHasFolded)
    table.refuses(doubts("A", "cat", "A"), errors.OwnWord)
    table.refuses(doubts("A", "cat"), errors.OwnWord, player="A")
    table.refuses(doubts("A", "do", "B"), errors.HandIsNotWinning, holder="B", winners=["A"])
    table.refuses(doubts("C", "do"), errors.HandIsNotWinning, holder="B", winners=["A"])
    table.refuses(doubts("B", "dog"), errors.WordIsNotClaimed, word="DOG", holder="A")
    table.refuses(doubts("B"), errors.WordIsMissing, words=["CAT", "IS"])
    table.refuses(doubts("B", "not a word"), errors.WordsAreUnclear)
    table.do(doubts("B", "cat"))
    table.refuses(doubts("C", "cat"), errors.WordIsJudged, word="CAT")
    table.do(NOBODY_DOUBTS)
    assert table.won() == {"A": 16 + 5}


def test_where_nothing_waits_there_is_nothing_to_accept() -> None:
    table = at_showdown("AB")
    table.refuses(NOBODY_DOUBTS, errors.NothingToAccept)
    poker = dealt("Five-Card Draw", "AB", rules=house("standard", auto="closed"))
    poker.refuses(doubts("A", "cat"), errors.NoChallengesHere)


def test_a_word_of_cards_nobody_has_written_down_is_judged_alone() -> None:
    """That all have shown is for the table to say, by a waiver."""
    table = at_showdown("AB").waives(doubts("B", "rabo", "A"), errors.HandsAreNotAllShown)
    assert [event.good for event in table.of(events.WordJudged)] == [False]
    assert table.night.hand is not None
    table.do("B win")
    assert table.won() == {"B": 15}


def test_the_table_decides_only_where_the_dictionary_does_not_say_otherwise() -> None:
    table = at_showdown("AB").do(shows("A", CAT, "cat"), shows("B", IDS))
    table.refuses(doubts("B", "cat", good=False), errors.DictionarySaysOtherwise, judged="a word")
    table.waives(doubts("B", "cat", good=False), errors.DictionarySaysOtherwise)
    (judged,) = table.of(events.WordJudged)
    assert (judged.good, judged.dictionary) == (False, "agreed by the table")
    assert table.won() == {"B": 15}


def test_an_illegal_word_puts_the_hand_out_and_the_next_best_takes_the_pot() -> None:
    """RULINGS R-W6: no second try with a shorter word, and the challenger pays nothing."""
    table = word_poker().do(shows("A", "S T AO V AE", "oats"), shows("B", "D G IO X W", "dog"), shows("C", "Z B H R L"))
    table.do(doubts("C", "oats"))
    (judged,) = table.of(events.WordJudged)
    assert judged.out, "a plural made with S (R-W5)"
    assert table.of(events.PenaltyPaid) == []
    table.do(NOBODY_DOUBTS)
    assert table.won() == {"B": 15}


def test_a_legal_word_costs_the_challenger_half_the_pot_rounded_up_from_his_own_chips() -> None:
    """RULINGS R-W7: ceil(15 / 2) = 8 from B to A, who also takes the pot of 15."""
    table = word_poker().do(shows("A", "C T B Z AO", "cat"), shows("B", "D X W G V"), shows("C", "H R L N S"))
    table.do(doubts("B"))
    (penalty,) = table.of(events.PenaltyPaid)
    assert (penalty.player, penalty.chips) == ("B", 8)
    assert table.stacks() == {"A": 95 + 8 + 15, "B": 87, "C": 95}


def test_who_is_short_of_half_the_pot_pays_all_he_has() -> None:
    """RULINGS R-W7: that player is then bankrupt."""
    table = word_poker(chips={"A": 100, "B": 8, "C": 100})
    table.do(shows("A", "C T B Z AO", "cat"), shows("B", "D X W G V"), shows("C", "H R L N S"), doubts("B"))
    assert table.stacks()["B"] == 0
    assert table.of(commands.GiveLoan) == []


def test_the_fee_for_a_good_word_is_won_with_the_pot() -> None:
    """RULINGS R-W14: A's cat stands, A's and B's hands are equal, and both share pot and fee."""
    table = word_poker().do(shows("A", "C T B Z AO", "cat"), shows("B", "C T B Q AE", "cat"), shows("C", "H R L N S"))
    table.do(doubts("C", "cat", "A"))
    assert [penalty.chips for penalty in table.of(events.PenaltyPaid)] == [8]
    assert table.won() == {"A": 12, "B": 11}


def test_a_co_winner_who_challenges_in_vain_pays_the_other_winner_and_gets_nothing_back() -> None:
    """RULINGS R-W15, its own example: a pot of 24, tied by A and B."""
    table = word_poker("AB", bet=11).do(shows("A", "C T B Z AO", "cat"), shows("B", "C T B Q AE", "cat"))
    assert table.night.pot_worth() == 24
    table.do(doubts("A", "cat", "B"))
    assert table.stacks() == {"A": 88 - 12 + 12, "B": 88 + 12 + 12}
    pot, fee = table.of(events.PotAwarded)
    assert [(share.player, share.chips) for share in pot.shares] == [("A", 12), ("B", 12)]
    assert (fee.shares, fee.rule) == ((events.Share(player="B", chips=12),), "wordpoker/spellcheck")
    assert tell(fee, {"B": "Bo"}) == "Bo wins 12 of the lost challenge."


def test_a_co_winner_pays_all_the_winners_who_show_the_word_that_was_challenged() -> None:
    """RULINGS R-W15: D's word is that of B too, and A's is A's alone."""
    table = word_poker("ABCD", bet=5).do(*(shows(player, *hand) for player, hand in EQUAL_HANDS.items()))
    assert set(winning_now(table.night, table.hand)) == {"A", "B", "D"}
    table.do(doubts("A", "cat", "D"), NOBODY_DOUBTS)
    assert table.stacks() == {"A": 94 - 12 + 8, "B": 94 + 6 + 8, "C": 94, "D": 94 + 6 + 8}
    table = word_poker("ABCD", bet=5).do(*(shows(player, *hand) for player, hand in EQUAL_HANDS.items()))
    table.do(doubts("B", "pen", "A"), NOBODY_DOUBTS)
    assert table.stacks() == {"A": 94 + 12 + 8, "B": 94 - 12 + 8, "C": 94, "D": 94 + 8}, "only the one challenged"


@given(st.lists(st.sampled_from([("ABCD"[a], word) for a in range(4) for word in ("A pen", "B cat", "D cat")])))
@settings(max_examples=rounds(8, 200))
def test_whatever_is_challenged_in_vain_costs_each_challenger_exactly_what_they_paid(said) -> None:
    """RULINGS R-W7, R-W15: without the challenges of one player, that player alone has all the chips of those back."""

    def played(challenges: list[tuple[str, str]]) -> tuple[Table, list[tuple[str, str]], dict[str, int]]:
        table, taken, paid = word_poker("ABCD", bet=5), [], dict.fromkeys("ABCD", 0)
        table.do(*(shows(player, *hand) for player, hand in EQUAL_HANDS.items()))
        for player, of in challenges:
            holder, word = of.split()
            try:
                table.do(doubts(player, word, holder))
            except errors.Refusal:
                continue
            taken.append((player, of))
            paid[player] += sum(penalty.chips for penalty in table.of(events.PenaltyPaid))
        if table.night.hand is not None:
            table.do(NOBODY_DOUBTS)
        return table, taken, paid

    table, taken, paid = played(said)
    assert sum(table.stacks().values()) == 400
    for player, chips in paid.items():
        if not any(each[0] == player for each in taken):
            continue
        without, others, _ = played([each for each in taken if each[0] != player])
        assert others == [each for each in taken if each[0] != player]
        assert without.stacks()[player] - table.stacks()[player] == chips


def test_who_alone_wins_the_main_pot_pays_the_winner_of_the_side_pot_they_challenged() -> None:
    """RULINGS R-W15: A was all-in and has borrowed since; their own main pot gives nothing of the fee back."""
    table = dealt("WordPoker", "ABC", {"A": 6, "B": 100, "C": 100}, rules=WORDPOKER).do("A b5", "B c", "C c")
    table.do(draws("A"), draws("B"), draws("C"), "B b10", "C c")
    table.waives(commands.GiveLoan(player="A", chips=50), errors.TableStakes)
    table.do(shows("A", "S T AO V AE", "stove"), shows("B", "C T B Z AO", "cat"), shows("C", "H R L N S"))
    table.do(doubts("A", "cat", "B"), NOBODY_DOUBTS)
    assert table.stacks() == {"A": 50 - 19 + 18, "B": 84 + 19 + 20, "C": 84}


def test_fees_in_the_pot_make_no_later_fee_larger() -> None:
    """RULINGS R-W7: half of the 15 that were played for, twice."""
    table = word_poker().do(shows("A", "C T B Z AO", "cat"), shows("B", "D G IO X W", "dog"), shows("C", "H R L N S"))
    table.waives(doubts("C", "dog", "B"), errors.HandIsNotWinning)
    assert [penalty.chips for penalty in table.of(events.PenaltyPaid)] == [8]
    table.do(doubts("C", "cat", "A"))
    assert [penalty.chips for penalty in table.of(events.PenaltyPaid)] == [8]
    assert table.won() == {"A": 15 + 8 + 8}


def test_each_hand_of_word_poker_is_challenged_once() -> None:
    """RULINGS R-W8."""
    table = word_poker().do(shows("A", "C T AO D IO", "cat and do"), shows("B", "X W G V Z"), shows("C", "H R L N S"))
    table.do(doubts("B", "cat"))
    assert table.won() == {"A": 15 + 8}
    table = word_poker("ABCD", bet=5).do(*(shows(player, *hand) for player, hand in EQUAL_HANDS.items()))
    table.do(doubts("A", "cat", "D")).refuses(doubts("C", "cat", "D"), errors.HandIsJudged, holder="D")


def test_five_letters_in_a_row_are_no_word_and_nobody_challenges_them() -> None:
    """RULINGS R-W1: LMNOP with an AO card."""
    table = word_poker("AB").do(shows("A", "L M N AO P", "lmnop"), shows("B", "D G IO X W", "dog"))
    assert table.night.hand is None
    (award,) = table.of(events.PotAwarded)
    assert award.shares[0].hand == worth("straight, LMNOP, 9 points")


def test_a_card_of_two_copies_is_out_when_both_are() -> None:
    """RULINGS B2: no card of WordPoker exists more than twice, and J only once."""
    table = word_poker().do(shows("A", "C C T J AO", "cat"), "B has D T AO G IO")
    table.refuses("C has T W", errors.CardIsAlreadyOut, card="T")
    table.refuses("C has J W", errors.CardIsAlreadyOut, card="J")
    table.do("C has W W H L N")


def test_the_only_hand_left_takes_the_pot_unchallenged() -> None:
    table = word_poker("AB")
    table.waives(doubts("B", "zyx", "A"), errors.HandsAreNotAllShown)
    assert table.won() == {"B": 10}


def test_the_announcement_names_dictionary_and_version() -> None:
    table = dealt("Scroker", "AB")
    assert table.hand.game.scale.dictionary == find("wide-english").reference
    assert game("WordPoker").scale.plurals is False


@pytest.mark.parametrize(
    ("night", "rulebook", "dictionary"),
    [
        ("", "wordpoker", "common-english"),
        ("wide", "wordpoker", "wide-english"),
        ("common", "wordpoker", "common-english"),
        ("wide-english", "wordpoker", "wide-english"),
        ("", "scroker", "wide-english"),
        ("common", "scroker", "common-english"),
    ],
)
def test_the_dictionary_is_the_choice_of_the_night(night, rulebook, dictionary) -> None:
    """RULINGS R-W13."""
    table = opened("ABC", rules=house(rulebook, dictionary=night)).do(f"hand {rulebook} by C")
    assert table.hand.game.scale.dictionary == find(dictionary).reference
    assert table.night.rules.dictionary == (dictionary if night else "")


def test_a_night_names_a_dictionary_that_is_here() -> None:
    with pytest.raises(errors.DictionaryIsMissing, match="there are common-english, wide-english"):
        opened("ABC", rules=house("wordpoker", dictionary="websters"))


def test_a_game_that_names_a_word_list_of_its_own_keeps_it() -> None:
    own = game("WordPoker").but("Ours", scale=replace(game("WordPoker").scale, dictionary="our-words"))
    assert judged_by(own, "wide-english") == own
    assert judged_by(game("WordPoker"), "wide-english").scale.dictionary == "wide-english"


def test_a_refused_plural_is_called_a_plural() -> None:
    """RULINGS R-W5: oats is a word, and does not count."""
    table = word_poker().do(shows("A", "S T AO V AE", "oats"), shows("B", "X W G C Z"), shows("C", "H R L N P"))
    table.do(doubts("B", "oats"))
    (judged,) = table.of(events.WordJudged)
    assert (judged.good, judged.plural, judged.out) == (False, True, True)
    said = commands.ChallengeWord(player="B", word="oats", good=True)
    table = word_poker().do(shows("A", "S T AO V AE", "oats"), shows("B", "X W G C Z"), shows("C", "H R L N P"))
    table.refuses(said, errors.DictionarySaysOtherwise, judged="a plural made with S, which does not count")
