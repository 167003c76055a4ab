"""Who is who in a log of PokerNow: the name is the last one played under, and ids are joined only if nothing tells them apart."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands import Currency
from service.exchange.imports.ledger import import_ledger, read_ledger
from service.exchange.imports.pokernow_file import read_rows
from service.exchange.imports.pokernow_grammar import read_lines
from service.exchange.imports.pokernow_people import People, people_of
from service.exchange.refused import PlaysBesideThemselves
from tests.service.exchange.imports.logs import Book, hand, log, options, played
from tests.soak import rounds

LOGIN = "because authenticated login."


def people_in(entries: list[str], given: dict[str, str] | None = None) -> People:
    return people_of(read_lines(read_rows("log.csv", log(entries))).lines, given or {})


def joins(*seats: str) -> list[str]:
    return [f'The player "{seat}" joined the game with a stack of 1000.' for seat in seats]


def deal(number: int, *seats: str) -> list[str]:
    return hand(number, {f'"{seat}"': 1000 for seat in seats})


def test_guests_who_sign_in_and_choose_a_name_are_the_people_of_these_names() -> None:
    """Two guests sign in, which changes their ids, and type a name; a third never does."""
    three = {'"Tim @ a2"': 1000, '"Lone @ b2"': 1000, '"Guest @ c1"': 1000}
    entries = [
        *joins("Guest @ a1", "Guest @ b1", "Guest @ c1"),
        f'The player "Guest @ a1" changed the ID from a1 to a2 {LOGIN}',
        f'The player "Guest @ b2" changed the ID from b1 to b2 {LOGIN}',
        *hand(1, three),
        *hand(2, {'"Guest @ c1"': 1000, '"Lone @ b2"': 1020, '"Tim @ a2"': 980}),
    ]
    report, _ = played(log(entries))
    assert report.names == {"tim": "Tim", "lone": "Lone", "guest": "Guest"}
    assert report.nets == {"tim": -20, "lone": 40, "guest": -20}


def test_a_player_has_the_name_in_the_last_stacks_that_list_them() -> None:
    entries = [
        *joins("Guest @ a1", "Bo @ b1"),
        *deal(1, "Guest @ a1", "Bo @ b1"),
        *deal(2, "Ann @ a1", "Bo @ b1"),
        'The player "joking @ a1" quits the game with a stack of 980.',
    ]
    assert people_in(entries).names == {"ann": "Ann", "bo": "Bo"}


def test_two_guests_one_after_the_other_are_two_people() -> None:
    entries = [*deal(1, "Guest @ a1", "Bo @ b1"), *deal(2, "Guest @ c1", "Bo @ b1")]
    assert people_in(entries).names == {"guest": "Guest", "bo": "Bo", "guest-2": "Guest"}


def test_two_ids_that_once_had_other_names_are_two_people() -> None:
    """Zoe took the name of Ann, who had left."""
    entries = [*deal(1, "Ann @ a1", "Bo @ b1"), *deal(2, "Zoe @ z1", "Bo @ b1"), *deal(3, "Ann @ z1", "Bo @ b1")]
    assert people_in(entries).player_of == {"a1": "ann", "b1": "bo", "z1": "ann-2"}


def test_two_ids_that_play_in_one_hand_are_two_people_whatever_the_log_calls_them() -> None:
    changed = f'The player "Ann @ a1" changed the ID from a1 to c1 {LOGIN}'
    entries = [*deal(1, "Ann @ a1", "Bo @ b1", "Cy @ c1"), changed, *deal(2, "Cy @ c1", "Bo @ b1")]
    assert people_in(entries).names == {"ann": "Ann", "bo": "Bo", "cy": "Cy"}


def test_ids_that_came_in_turns_with_a_third_are_not_joined_through_it() -> None:
    """The first and the last Ann sat down one after the other, but both beside the one between them."""
    entries = [
        *deal(1, "Ann @ a1", "Ann @ a2"),
        *deal(2, "Ann @ a2", "Bo @ b1"),
        *deal(3, "Ann @ a3", "Bo @ b1"),
    ]
    player_of = people_in(entries).player_of
    assert player_of["a1"] != player_of["a2"]
    assert player_of["a1"] == player_of["a3"]


def test_who_was_said_to_be_one_player_is_one_and_who_was_said_to_be_two_is_not_joined() -> None:
    entries = [*deal(1, "Ann @ a1", "Bo @ b1"), *deal(2, "Ann @ a2", "Bo @ b1"), *deal(3, "Cy @ c1", "Bo @ b1")]
    assert people_in(entries).player_of == {"a1": "ann", "a2": "ann", "b1": "bo", "c1": "cy"}
    given = {"a1": "anna", "a2": "annika", "Cy": "anna"}
    assert people_in(entries, given).player_of == {"a1": "anna", "a2": "annika", "b1": "bo", "c1": "anna"}


def test_who_was_said_to_be_one_player_never_plays_beside_themselves() -> None:
    with pytest.raises(PlaysBesideThemselves, match=r"Bo \(id b1\) and Ann \(id a1\) play in the same hand of log.csv"):
        people_in(deal(1, "Ann @ a1", "Bo @ b1"), {"a1": "ann", "b1": "ann"})


def test_guests_of_a_ledger_are_as_many_as_their_ids() -> None:
    header = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    line = "{},2024-02-03T{}:00:00.000Z,2024-02-03T{}:00:00.000Z,20.00,{},0,{}\n"
    text = header + "".join(
        [
            line.format("Guest,g1", 19, 20, "15.00", "-5.00"),
            line.format("Guest,g2", 20, 21, "25.00", "5.00"),
            line.format("Bo,b1", 19, 20, "15.00", "-5.00"),
            line.format("Bo,b2", 20, 21, "25.00", "5.00"),
        ]
    )
    ledger = read_ledger("ledger.csv", text, Currency())
    report = import_ledger(ledger, options=options(), submit=Book().submit)
    assert report.nets == {"guest": -500, "guest-2": 500, "bo": 0}


def test_a_guest_of_a_ledger_who_chose_a_name_is_whoever_comes_back_under_it() -> None:
    header = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    line = "{},{},2024-02-03T{}:00:00.000Z,2024-02-03T{}:00:00.000Z,20.00,{},0,{}\n"
    text = header + "".join(
        [
            line.format("Guest", "a1", 18, 19, "20.00", "0"),
            line.format("Tim", "a1", 19, 20, "15.00", "-5.00"),
            line.format("Bo", "b1", 19, 20, "25.00", "5.00"),
            line.format("Tim", "a2", 20, 21, "20.00", "0"),
        ]
    )
    ledger = read_ledger("ledger.csv", text, Currency())
    report = import_ledger(ledger, options=options(), submit=Book().submit)
    assert report.nets == {"tim": -500, "bo": 500}


IDS = ["a", "b", "c", "d", "e"]
NAMES = ["Guest", "Tim", "Lone", "Ann"]
# A hand: who plays under which name. Or an id that becomes another.
HANDS = st.dictionaries(st.sampled_from(IDS), st.sampled_from(NAMES), min_size=2)
CHANGES = st.tuples(st.sampled_from(IDS), st.sampled_from(IDS), st.sampled_from(NAMES))


@settings(max_examples=rounds(80, 300))
@given(st.lists(st.one_of(HANDS, CHANGES), min_size=1, max_size=8), st.dictionaries(st.sampled_from(IDS), st.just("x")))
def test_nobody_is_two_people_in_one_hand_and_nobody_is_joined_without_a_reason(story, meant) -> None:
    """Whatever ids and names come and go."""
    entries: list[str] = []
    hands: list[dict[str, str]] = []
    linked: set[frozenset[str]] = set()
    names: dict[str, set[str]] = {}
    for one in story:
        if isinstance(one, tuple):
            old, new, name = one
            entries.append(f'The player "{name} @ {old}" changed the ID from {old} to {new} {LOGIN}')
            linked.add(frozenset((old, new)))
            names.setdefault(old, set()).add(name)
        else:
            hands.append(one)
            entries += deal(len(hands), *(f"{name} @ {identity}" for identity, name in one.items()))
            for identity, name in one.items():
                names.setdefault(identity, set()).add(name)
    try:
        people = people_in(entries, meant)
    except PlaysBesideThemselves:
        # What the log links is joined first, and may bring one who was said to be another into their hand.
        assert len(meant) > 1
        return
    for there in hands:
        assert len({people.player_of[identity] for identity in there}) == len(there)
    for person in people.found:
        last = next(there for there in reversed(hands) if there.keys() & {*person.ids})
        assert person.nickname in {last[identity] for identity in person.ids if identity in last}
        for one, other in combinations(person.ids, 2):
            reasons = linked | {frozenset(pair) for pair in combinations(meant, 2)}
            apart = names[one] - {"Guest"} != names[other] - {"Guest"} or len(names[one] - {"Guest"}) != 1
            assert not apart or _connected(one, other, reasons, person.ids, names), (one, other)


def _connected(
    one: str, other: str, reasons: set[frozenset[str]], ids: tuple[str, ...], names: dict[str, set[str]]
) -> bool:
    """True if a chain of reasons leads from one id to the other: a link, or the same single name."""
    reached, waiting = {one}, [one]
    while waiting:
        here = waiting.pop()
        for there in ids:
            chosen = [names[which] - {"Guest"} for which in (here, there)]
            same = chosen[0] == chosen[1] and len(chosen[0]) == 1
            if there not in reached and (same or frozenset((here, there)) in reasons):
                reached.add(there)
                waiting.append(there)
    return other in reached
