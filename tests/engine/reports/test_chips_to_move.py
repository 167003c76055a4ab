"""Chips to move: after a strike or correction, the fewest moves that make of the real stacks what the book now says."""

import random
from collections import Counter

from engine import commands
from engine.commands import Change
from engine.reports.corrections import (
    MISSING,
    Handing,
    _lying,
    chips_to_move,
    hand_begun,
    handing_text,
    moves_of_corrections,
    net_moves,
)
from engine.state import Night
from engine.wording import Voice
from tests.engine.mistyped import Written, evening
from tests.engine.test_corrections import announced, calls, change_something, puts, table
from tests.soak import rounds

NIGHTS = rounds(8)
VOICE = Voice({"anna": "Anna", "bo": "Bo", "carl": "Carl"})


def won(player: str) -> commands.NameWinners:
    return commands.NameWinners(rankings=(((player,),),))


def told(moves: tuple[Handing, ...]) -> list[str]:
    return [handing_text(one, VOICE) for one in moves]


def hand(written: Written, winner: str) -> int:
    """A hand in which everybody pays 2 and 3, and one wins all 15. The number of the winner."""
    announced(written)
    written.do(puts("anna", 3))
    written.do(calls("bo"))
    written.do(calls("carl"))
    return written.do(won(winner))


def test_who_was_named_the_winner_wrongly_gives_the_pot_to_the_right_one() -> None:
    written = table()
    winner = hand(written, "carl")
    announced(written)
    before = written.night
    corrected = written.corrects(Change(winner, won("bo")))
    assert told(chips_to_move(before, written.night)) == ["Carl gives Bo 15 chips."]
    assert moves_of_corrections(written.records) == {
        corrected: (Handing(giver="chips:carl", taker="chips:bo", chips=15),)
    }


def test_a_struck_loan_goes_back_to_the_bank_and_one_that_was_forgotten_comes_from_it() -> None:
    written = table()
    loan = written.do(commands.GiveLoan(player="anna", chips=50))
    before = written.night
    written.strikes(loan)
    assert told(chips_to_move(before, written.night)) == ["Anna gives the bank 50 chips."]
    before = written.night
    written.corrects(Change(loan - 1, commands.GiveLoan(player="bo", chips=1), after=True))
    assert told(chips_to_move(before, written.night)) == ["The bank gives Bo 1 chip."]


def test_chips_go_into_the_pot_and_out_of_it() -> None:
    written = table()
    announced(written)
    bet = written.do(puts("anna", 3))
    before = written.night
    corrected = written.corrects(Change(bet, puts("anna", 5)))
    assert told(chips_to_move(before, written.night)) == ["Anna puts 2 chips into the pot."]
    before = written.night
    written.corrects(Change(written.placed(corrected), puts("anna", 1)))
    assert told(chips_to_move(before, written.night)) == ["Anna takes 4 chips out of the pot."]


def test_a_correction_that_changes_no_chips_says_nothing() -> None:
    written = table()
    ruling = written.do(commands.MakeRuling(text="no smoking", agreed_by=("anna",)))
    written.corrects(Change(ruling, commands.MakeRuling(text="no phones", agreed_by=("anna",))))
    assert moves_of_corrections(written.records) == {}


def test_what_was_put_right_and_back_again_moves_nothing_together() -> None:
    written = table()
    winner = hand(written, "carl")
    first = written.corrects(Change(winner, won("bo")))
    written.strikes(first)
    assert len(moves_of_corrections(written.records)) == 2
    assert net_moves(written.records, since=0) == ()
    assert told(net_moves(written.records, since=first)) == ["Bo gives Carl 15 chips."]


def test_the_next_hand_begins_a_new_account_of_what_was_put_right() -> None:
    written = table()
    assert hand_begun(written.records) == 0
    winner = hand(written, "carl")
    written.corrects(Change(winner, won("bo")))
    assert net_moves(written.records, since=hand_begun(written.records))
    begun = announced(written, "anna")
    assert hand_begun(written.records) == begun
    assert net_moves(written.records, since=hand_begun(written.records)) == ()
    written.strikes(begun)
    assert told(net_moves(written.records, since=hand_begun(written.records))) == [
        f"{player} takes 2 chips out of the pot." for player in ("Anna", "Bo", "Carl")
    ]


def cut_before_the_close(seed: int, chance: random.Random) -> Written:
    """A random night up to an act before the close: nobody's chips are counted yet."""
    said = evening(seed, hands=2)
    ends = next((at for at, one in enumerate(said) if isinstance(one, commands.CloseNight)), len(said))
    return Written(said[: chance.randint(ends // 2, ends)])


def carried_out(moves: tuple[Handing, ...], night: Night) -> Counter[str]:
    lying = Counter(_lying(night))
    for one in moves:
        lying[one.giver] -= one.chips
        lying[one.taker] += one.chips
    return lying


def test_carrying_out_the_moves_makes_of_the_real_stacks_what_the_book_says() -> None:
    moved = Counter[str]()
    for seed in range(NIGHTS):
        chance = random.Random(seed)
        written = cut_before_the_close(seed, chance)
        for _ in range(30):
            before, first = written.night.copy(), written.last
            change_something(written, chance)
            moves = chips_to_move(before, written.night)
            assert net_moves(written.records, since=first) == moves
            assert net_moves(written.records, since=first, before_hand=written.before_hand) == moves
            assert all(one.chips > 0 and one.giver != one.taker for one in moves)
            if before.balance.get(MISSING, 0) == written.night.balance.get(MISSING, 0):
                # Positive numbers alone: a place without chips is no place.
                assert carried_out(moves, before) - Counter() == Counter(_lying(written.night)) - Counter()
            moved.update(place for one in moves for place in (one.giver, one.taker))
    assert len(moved) > 3, "nothing of this has been put to the test"
