"""News of a hand is of that hand: what a strike or a correction changes in another is told there, on every screen."""

import random
from typing import NamedTuple

import pytest

from engine import commands
from engine.commands import Change
from engine.folding import Places
from engine.game.options import Wild
from engine.game.wilds import Cards
from engine.reports.hand_history import hand_history
from service.reports.views.events import of_the_last_hand
from service.reports.views.play.banker import bankers_table
from service.reports.views.play.mine import mine, screen_of
from service.reports.views.table import felt_of
from tests.engine.mistyped import Written, evening
from tests.engine.test_corrections import announced, calls, change_something, puts, table
from tests.service.reports.views.test_table import seen
from tests.soak import rounds

NIGHTS = rounds(6)
WITH_DEUCES = commands.AnnounceHand(game="straight poker", dealer="carl", options=(Wild(rule=Cards("2")),))


class Played(NamedTuple):
    """Two hands; carl won the first, of 15. The numbers of what can be put right in it."""

    written: Written
    loan: int
    announced: int
    bet: int
    winner: int


def played() -> Played:
    written = table()
    loan = written.do(commands.GiveLoan(player="anna", chips=20))
    first = announced(written)
    bet = written.do(puts("anna", 3))
    written.do(calls("bo"))
    written.do(calls("carl"))
    winner = written.do(won("carl"))
    announced(written, "anna")
    written.do(puts("bo", 4))
    written.do(calls("carl"))
    return Played(written, loan, first, bet, winner)


def won(player: str) -> commands.NameWinners:
    return commands.NameWinners(rankings=(((player,),),))


def second_won_by(night: Played, player: str) -> int:
    """The second hand ends, and 18 chips are won. The number of the winner."""
    night.written.do(calls("anna"))
    return night.written.do(won(player))


def _announced_anew(night: Played) -> None:
    night.written.corrects(Change(night.announced, WITH_DEUCES))


def _put_in(night: Played) -> None:
    night.written.corrects(Change(night.loan, commands.GiveLoan(player="carl", chips=5), after=True))


def _struck(night: Played) -> None:
    night.written.strikes(night.loan)


def _winner(night: Played) -> None:
    night.written.corrects(Change(night.winner, won("bo")))


def _bet(night: Played) -> None:
    night.written.corrects(Change(night.bet, puts("anna", 5)))


def _and_back(night: Played) -> None:
    night.written.strikes(night.written.corrects(Change(night.winner, won("bo"))))


def _again(night: Played) -> None:
    first = night.written.corrects(Change(night.winner, won("bo")))
    night.written.corrects(Change(night.written.placed(first), won("anna")))


KINDS = (_winner, _bet, _announced_anew, _put_in, _struck, _and_back, _again)


def told(written: Written) -> tuple[object, ...]:
    """What the bank's table says of the hand, and what everybody sees of it on the table's screen and their own."""
    bank = bankers_table(seen(written.records))
    screen = screen_of(seen(written.records, sees_cards=False))
    own = mine(seen(written.records, viewer="bo"), story=99)
    return (
        bank.last,
        [one.sentence for one in bank.story],
        [(row.did, row.in_round) for row in bank.rows],
        screen.ended,
        [felt.hand.number if felt.hand else None for felt in (screen.felt, own.felt)],
    )


@pytest.mark.parametrize("put_right", KINDS)
def test_in_the_middle_of_a_hand_nothing_is_told_of_a_hand_that_was_put_right(put_right) -> None:
    night = played()
    before = told(night.written)
    put_right(night)
    assert told(night.written) == before


@pytest.mark.parametrize("put_right", KINDS)
def test_nobody_wins_a_hand_that_ended_as_a_misdeal(put_right) -> None:
    night = played()
    put_right(night)
    night.written.do(commands.NewDeal(reason="misdeal"))
    bank = bankers_table(seen(night.written.records))
    assert bank.last.startswith("14 chips are carried to the next hand")
    assert not any("wins" in one.sentence for one in bank.story)
    assert [sentence.partition(":")[0] for sentence in screen_of(seen(night.written.records)).ended] == [
        bank.last.partition(":")[0]
    ]


@pytest.mark.parametrize("put_right", KINDS)
def test_between_two_hands_an_earlier_hand_that_was_put_right_has_not_just_ended(put_right) -> None:
    night = played()
    second_won_by(night, "carl")
    put_right(night)
    assert felt_of(seen(night.written.records)).hand is None
    assert "15" not in bankers_table(seen(night.written.records)).last
    assert screen_of(seen(night.written.records)).ended == ("Carl wins 18.",)


def test_a_player_reads_of_the_corrected_hand_where_that_hand_is_told() -> None:
    night = played()
    _winner(night)
    story = [one.sentence for one in mine(seen(night.written.records, viewer="anna"), story=99).story]
    assert story[0].startswith("The banker corrects event ")
    begun = next(at for at, sentence in enumerate(story) if sentence.startswith("Hand 2:"))
    assert begun < story.index("Bo wins 15.")


def test_the_corrected_end_of_the_hand_on_the_table_is_its_news() -> None:
    night = played()
    winner = second_won_by(night, "carl")
    night.written.corrects(Change(winner, won("bo")))
    assert bankers_table(seen(night.written.records)).last.startswith("Bo wins 18")
    assert screen_of(seen(night.written.records)).ended == ("Bo wins 18.",)


def test_what_a_player_did_is_the_last_act_at_the_table_and_not_the_last_one_corrected() -> None:
    night = played()
    written = night.written
    written.do(commands.Fold(player="anna"))
    written.do(commands.NewDeal(reason="misdeal"))
    announced(written, "bo")
    bet = written.do(puts("carl", 2))
    written.do(commands.Raise(player="anna", by=2))
    written.do(calls("bo"))
    written.do(commands.Fold(player="carl"))
    written.corrects(Change(bet, puts("carl", 3)))
    rows = {row.seat.id: row.did for row in bankers_table(seen(written.records)).rows}
    assert rows["carl"] == "folds"


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_whatever_is_put_right_in_a_random_night_a_hand_tells_only_its_own(seed) -> None:
    written, chance = Written(evening(seed, hands=3)), random.Random(seed)
    for _ in range(5):
        change_something(written, chance)
        places = Places(written.records)
        hands = hand_history(written.records)
        if not hands:
            continue
        last = hands[-1]
        found = of_the_last_hand(written.records)
        awards = {one.version for one in last.awards}
        assert all(places.of(one) >= places.of_act(last.first) for one in found)
        story = bankers_table(seen(written.records)).story
        assert {one.version for one in story if one.type == "pot_awarded" and one.void_since is None} == awards
