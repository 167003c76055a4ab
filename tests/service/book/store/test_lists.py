"""The lists of clubs and of nights: what stands in them, in which order, a page at a time."""

import pytest
from sqlalchemy import insert

from service.book.db import Database
from service.book.store.chain import stream_of_club, stream_of_night
from service.book.store.event_store import Addition
from service.book.store.lists import PUBLISHED, ListedClub, ListedNight, Lists, NightChange, Which
from service.book.store.rows import NIGHT
from service.errors import ClubMissing, NightExists, NightMissing
from tests.service.book.store.evening import AT, draft, loans, record


def entry(club: str, night: str, *, minute: int = 0, phase: str = "open") -> ListedNight:
    recorded_at = f"2026-02-13T20:{minute:02}:00Z"
    return ListedNight(club, night, recorded_at, AT, f"Night {night}", "UTC", "DKK", 2, phase, '["b"]', 3, 150)


def put(database: Database, *nights: ListedNight) -> list[ListedNight]:
    """Puts nights on the list as they stand, also two of one id, which no append does."""
    for night in nights:
        record(database, loans(1), stream=stream_of_night(night.club, night.night))
        with database.writing("a test") as connection:
            connection.execute(insert(NIGHT), night._asdict())
    return list(nights)


def found(database: Database, club: str, name: str, *, version: int = 0, published: str = "") -> ListedClub:
    listed = ListedClub(club, name, AT, published)
    also = Addition(listed_club=listed)
    record(database, [draft("club_founded")], stream=stream_of_club(club), expected_version=version, also=also)
    return listed


def test_clubs_are_listed_by_name(database) -> None:
    lists = Lists(database)
    assert lists.clubs() == []
    tuesday, friday = found(database, "c1", "Tuesday"), found(database, "c2", "Friday")
    assert lists.clubs() == [friday, tuesday]
    assert lists.club("c1") == tuesday
    with pytest.raises(ClubMissing, match="no club c3"):
        lists.club("c3")


def test_a_club_that_is_listed_again_has_its_new_name(sqlite_database) -> None:
    found(sqlite_database, "c1", "Tuesday")
    wednesday = found(sqlite_database, "c1", "Wednesday", version=1)
    assert Lists(sqlite_database).clubs() == [wednesday]


def test_what_a_club_publishes_is_listed_and_so_are_its_nights(sqlite_database) -> None:
    lists = Lists(sqlite_database)
    found(sqlite_database, "c1", "Tuesday")
    ours, _ = put(sqlite_database, entry("c1", "n1"), entry("c2", "n2"))
    assert (lists.publishing_clubs(), lists.nights(Which(published=PUBLISHED), limit=9)) == ([], [])
    for version, (published, nights) in enumerate([("standings", []), ("nights standings", [ours]), ("", [])], start=1):
        listed = found(sqlite_database, "c1", "Tuesday", version=version, published=published)
        assert lists.publishing_clubs() == ([listed] if published else [])
        assert lists.nights(Which(published=PUBLISHED), limit=9) == nights


def test_a_night_is_found_by_club_and_id(sqlite_database) -> None:
    ours, theirs = put(sqlite_database, entry("c1", "n1"), entry("c2", "n2"))
    lists = Lists(sqlite_database)
    assert lists.night("c1", "n1") == ours
    assert lists.night("c2", "n2") == theirs
    for club, night in (("c1", "n2"), ("c2", "n1"), ("c3", "n1")):
        with pytest.raises(NightMissing):
            lists.night(club, night)


def test_the_club_of_a_night_is_known_by_its_id(sqlite_database) -> None:
    put(sqlite_database, entry("c1", "n1"), entry("c2", "n2"))
    lists = Lists(sqlite_database)
    assert (lists.club_of("n1"), lists.club_of("n2")) == ("c1", "c2")
    assert (lists.has_night("n1"), lists.has_night("n3")) == (True, False)
    with pytest.raises(NightMissing):
        lists.club_of("n3")


def test_an_id_that_two_clubs_have_given_leads_to_neither(sqlite_database) -> None:
    put(sqlite_database, entry("c1", "n1"), entry("c2", "n1"))
    with pytest.raises(NightExists):
        Lists(sqlite_database).club_of("n1")


def test_nights_are_listed_from_the_newest_on_a_page_at_a_time(database) -> None:
    nights = put(database, *(entry(f"c{n % 3}", f"n{n}", minute=n // 2) for n in range(10)))
    nights.sort(key=lambda night: (night.recorded_at, night.night), reverse=True)
    lists, pages, after = Lists(database), [], None
    while page := lists.nights(after=after, limit=3):
        pages.append(page)
        after = page[-1]
    assert [len(page) for page in pages] == [3, 3, 3, 1]
    assert [night for page in pages for night in page] == nights
    assert lists.nights(Which(club="c1"), limit=9) == [night for night in nights if night.club == "c1"]
    assert lists.nights(Which(club="c1"), after=lists.nights(Which(club="c1"), limit=1)[0], limit=1) == [
        [night for night in nights if night.club == "c1"][1]
    ]


def test_nights_of_one_id_and_one_moment_are_each_on_one_page(database) -> None:
    nights = put(database, entry("c2", "n1"), entry("c1", "n1"), entry("c3", "n1"))
    lists = Lists(database)
    first = lists.nights(limit=1)
    second = lists.nights(after=first[0], limit=1)
    third = lists.nights(after=second[0], limit=1)
    assert [*first, *second, *third] == sorted(nights)
    assert lists.nights(after=third[0], limit=1) == []


def test_nights_in_a_phase_can_be_left_out(sqlite_database) -> None:
    _, open_one = put(sqlite_database, entry("c1", "n1", phase="settled"), entry("c1", "n2"))
    assert Lists(sqlite_database).nights(Which(besides=("settled",)), limit=9) == [open_one]


def test_an_entry_changes_with_its_night_and_no_other_does(sqlite_database) -> None:
    ours, theirs = put(sqlite_database, entry("c1", "n1"), entry("c2", "n1"))
    change = NightChange("c1", "n1", "closed", '["a","b"]', 9, 0)
    record(
        sqlite_database,
        loans(1),
        stream=stream_of_night("c1", "n1"),
        expected_version=1,
        also=Addition(changed_night=change),
    )
    lists = Lists(sqlite_database)
    assert lists.night("c1", "n1") == ours._replace(phase="closed", players='["a","b"]', hands=9, unpaid_cents=0)
    assert lists.night("c2", "n1") == theirs


def test_nights_are_found_by_how_their_id_begins_or_ends(database) -> None:
    put(database, entry("c1", "friday-13"), entry("c2", "monday-13"), entry("c1", "monday_%"))
    lists = Lists(database)
    assert sorted(lists.nights_called("monday", limit=9)) == [("c1", "monday_%"), ("c2", "monday-13")]
    assert sorted(lists.nights_called("13", limit=9)) == [("c1", "friday-13"), ("c2", "monday-13")]
    assert lists.nights_called("%", limit=9) == [("c1", "monday_%")]
    assert lists.nights_called("day", limit=9) == []
    assert len(lists.nights_called("monday", limit=1)) == 1


def test_how_far_nights_go_is_told_in_their_order(sqlite_database) -> None:
    nights = put(sqlite_database, entry("c1", "n1"), entry("c2", "n1"))
    (last,) = record(sqlite_database, loans(1), stream=stream_of_night("c2", "n1"), expected_version=1)
    ends = Lists(sqlite_database).ends_of([*reversed(nights), entry("c1", "nowhere")])
    assert ends[0] == (2, last.hash)
    assert ends[1][0] == 1
    assert ends[2] == (0, "")
