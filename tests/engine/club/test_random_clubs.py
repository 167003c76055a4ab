"""Random streams of a club: what was decided folds to the same, and the numbers in it hold."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import errors
from engine.club import acts
from engine.club.rule import decide
from engine.club.state import Club, owed_in
from engine.game.definition import Game
from engine.game.steps import Bet, Deal
from engine.house.agreements import Denomination, HouseRules
from tests.engine.club.stream import EUROS, KRONER, Stream, admits, digest, nets, night
from tests.soak import rounds

PLAYERS = st.sampled_from(["anna", "bo", "carl"])
NIGHTS = st.sampled_from(["n1", "n2", "n3"])
GAMES = st.sampled_from(["Friday Draw", "friday draw", "Monday Draw"])
CENTS = st.sampled_from([*range(1, 10), 0])
NUMBERS = st.integers(0, 4)
KEYS = st.sampled_from(["key-1", "key-2", "key-3"])
DEBTS = st.tuples(PLAYERS, PLAYERS, CENTS)


def declared(cards: int) -> Game:
    return Game("Draw", play=(Deal(down=cards), Bet()))


MEMBERS = st.one_of(
    st.builds(acts.AdmitMember, player=PLAYERS, name_commitment=CENTS.map(digest)),
    st.builds(acts.RenameMember, player=PLAYERS, name_commitment=CENTS.map(digest)),
    st.builds(acts.ForgetMember, player=PLAYERS),
    st.builds(acts.OptOut, player=PLAYERS, out=st.booleans()),
    st.builds(acts.MergeMembers, player=PLAYERS, into=st.none() | PLAYERS),
    st.builds(acts.GrantRole, player=PLAYERS, role=st.sampled_from(["banker", "viewer"])),
    st.builds(acts.TakeRole, player=PLAYERS, role=st.sampled_from(["banker", "viewer", "player"])),
)
HOUSE = st.one_of(
    st.just(acts.FoundClub(club="club", name="Friday")),
    st.builds(acts.RenameClub, name=st.sampled_from(["Friday", "Monday"])),
    st.builds(acts.PublishClub, what=st.sampled_from([(), ("standings",), ("nights", "reports")])),
    st.builds(
        acts.DeclareInventory, kinds=st.lists(st.builds(Denomination, GAMES, st.just(1), CENTS), max_size=2).map(tuple)
    ),
    st.builds(acts.AdoptHouseRules, rules=st.builds(HouseRules, initial_loan=CENTS), version=NUMBERS),
    st.builds(
        acts.AddOwnGame,
        name=GAMES,
        version=NUMBERS,
        source=st.sampled_from(["a", "b"]),
        declaration=st.integers(1, 2).map(declared),
    ),
    st.builds(acts.RetireOwnGame, name=GAMES, version=NUMBERS),
    st.builds(
        acts.AdoptKey,
        key=KEYS,
        public=NUMBERS.map(digest),
        endorsed=st.none() | st.builds(acts.Endorsement, KEYS, st.just("0" * 128)),
    ),
    st.builds(acts.RetireKey, key=KEYS, reason=st.sampled_from(["lost", "replaced"])),
)
OPENINGS = (acts.FoundClub(club="club", name="Friday"), *admits("anna"), night("n1"), night("n2"), night("n3"))
OWING = (
    *OPENINGS,
    night("n1", 2, "settling", ("anna", "bo", 9), ("bo", "carl", 4)),
    night("n2", 2, "settling", ("bo", "anna", 7)),
)


def records(club: Club) -> st.SearchStrategy[acts.ClubAct]:
    """Nights that most often have grown, with debts while they settle."""

    def record(name: str, more: int, debts: list[tuple[str, str, int]], **said: Any) -> acts.RecordNight:
        version = club.nights[name].version if name in club.nights else 0
        return night(name, max(1, version + more), said["phase"], *debts, currency=said["currency"])

    def of_phase(phase: str) -> st.SearchStrategy[acts.ClubAct]:
        debts = st.lists(DEBTS, min_size=1, max_size=4) if phase == "settling" else st.just([])
        currency = st.sampled_from([*[KRONER] * 9, EUROS])
        return st.builds(record, NIGHTS, NUMBERS, debts, phase=st.just(phase), currency=currency)

    return st.sampled_from(["open", "closed", "settling", "settled", "settling"]).flatmap(of_phase)


def nettings(club: Club) -> st.SearchStrategy[acts.ClubAct]:
    """Debts carried on, most often those that are unpaid, but more than that or of an unfit night too."""
    owed = [(name, debt.payer, debt.payee) for name, debts in club.unpaid().items() for debt in debts]
    debt = st.tuples(st.sampled_from(owed or [("n1", "anna", "bo")]), CENTS).map(lambda drawn: (*drawn[0], drawn[1]))
    return st.builds(lambda into, debts: nets(into, *debts), NIGHTS, st.lists(debt, min_size=1, max_size=3))


RETURNS = st.builds(acts.ReturnDebts, night=NIGHTS)


def holds(club: Club) -> None:
    """What must be true of every club."""
    assert list(club.house_rules) == list(range(1, len(club.house_rules) + 1))
    for versions in club.games.values():
        assert [game.version for game in versions] == list(range(1, len(versions) + 1))
        assert [game.since for game in versions] == sorted({game.since for game in versions})
    for player, member in club.members.items():
        assert not ((member.forgotten or member.into) and member.roles)
        assert club.person(club.person(player)) == club.person(player)
    for record in club.of_people().nights.values():
        unpaid, netted = Counter(owed_in(record.unpaid)), Counter(owed_in(record.netted))
        assert netted <= unpaid
        assert record.remaining() == dict(unpaid - netted)
        assert all(cents > 0 for cents in record.remaining().values())
    assert all(debts for debts in club.unpaid().values())
    carried = sum(debt.cents for record in club.nights.values() for debt in record.carried)
    assert carried == sum(debt.cents for record in club.nights.values() for debt in record.netted)


@settings(max_examples=rounds(20, 150))
@given(st.data())
def test_what_is_decided_folds_to_the_same_club_and_a_refusal_changes_nothing(data) -> None:
    stream = Stream().do(*data.draw(st.sampled_from([OWING, OPENINGS, ()])))
    for _ in range(data.draw(st.integers(5, 30))):
        kinds = (MEMBERS, HOUSE, records(stream.club), nettings(stream.club), nettings(stream.club), RETURNS)
        act = data.draw(data.draw(st.sampled_from(kinds)))
        before, had_a_banker = stream.club.copy(), bool(stream.club.bankers())
        try:
            decide(act, stream.club)
        except errors.Refusal:
            assert stream.club == before
        else:
            stream.do(act)
            assert stream.club.bankers() or not had_a_banker
        holds(stream.club)


@pytest.mark.parametrize("cents", range(1, 6))
def test_a_debt_carried_on_in_two_parts_is_gone(cents) -> None:
    stream = Stream().do(*OPENINGS, night("n1", 2, "settling", ("anna", "bo", 5)), night("n2", 2, "closed"))
    for part in filter(None, (cents, 5 - cents)):
        stream.do(nets("n2", ("n1", "anna", "bo", part)))
        holds(stream.club)
    assert stream.club.unpaid() == {}
