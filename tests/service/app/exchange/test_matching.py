"""Whom the people of a log stand for, by the ids that the club remembers, by what somebody said, and by name."""

from hypothesis import given
from hypothesis import strategies as st

from service.app.exchange.matching import stated_of_ids, who_plays
from service.book.store.names import PokerNowId
from service.exchange.imports.pokernow_people import LogPerson

MEMBERS = {"p1": "Tim", "p2": "Lone", "p3": "Guest"}
IDS = ["a", "b", "c", "d"]
NAMES = ["Tim", "Tim the Great", "Lone", "Guest", "Zoe"]
PERSONS = st.lists(
    st.tuples(st.sampled_from(IDS), st.sampled_from(NAMES), st.frozensets(st.integers(0, 2), min_size=1)),
    min_size=1,
    unique_by=lambda one: one[0],
).map(
    lambda found: [LogPerson((identity,), name, line, hands) for line, (identity, name, hands) in enumerate(found, 1)]
)
REMEMBERED = st.lists(
    st.builds(PokerNowId, st.sampled_from(IDS), st.sampled_from([*MEMBERS, "forgotten"]), st.sampled_from(NAMES)),
    max_size=6,
    unique_by=lambda one: one[:2],
)


@given(PERSONS, REMEMBERED)
def test_nobody_is_found_twice_in_a_hand_and_nobody_is_renamed_without_a_question(found, remembered) -> None:
    """Whatever ids come back under whatever names."""
    matches = who_plays(found, MEMBERS, remembered, {})
    for place, (person, match) in enumerate(zip(found, matches, strict=True)):
        for other, another in zip(found[:place], matches[:place], strict=True):
            if match.player and match.player == another.player:
                assert not person.hands & other.hands
        before = {one.player: one.nickname for one in remembered if one.identity in person.ids}
        match match.how:
            case "known":
                assert person.nickname in (MEMBERS[match.player], before.get(match.player))
                # The name of everybody who chose none means nobody.
                assert person.nickname != "Guest" or match.player in before
            case "guessed":
                assert match.player in before
                assert person.nickname not in (MEMBERS[match.player], before[match.player])
            case "new":
                assert (match.player, match.name) == (None, person.nickname)


@given(PERSONS, REMEMBERED, st.sampled_from(NAMES))
def test_what_somebody_says_goes_before_what_an_id_was(found, remembered, target) -> None:
    key = found[0].ids[0]
    said = stated_of_ids(found, {key: target})
    match = who_plays(found, MEMBERS, remembered, said)[0]
    assert match.name == target
    assert match.how in ("mapped", "new")
