"""Who joins a club and what they are called: idempotent by key, and nothing in the chain from which a name could be guessed."""

from hashlib import sha256

import pytest

from service.book.club_handler import ClubHandler
from service.book.recording.handler import utc_now
from service.book.store.chain import canonical, stream_of_club
from service.errors import KeyReused

CLUB = "k"


@pytest.fixture
def clubs(sqlite_database) -> ClubHandler:
    handler = ClubHandler(sqlite_database, utc_now)
    handler.found_club("Klub", club_id=CLUB)
    return handler


def test_a_key_of_a_new_name_with_another_name_is_refused(clubs) -> None:
    anna = clubs.admit(CLUB, "Anna")
    clubs.rename_member(CLUB, anna.id, "Anna Sofie", key="r")
    assert clubs.rename_member(CLUB, anna.id, "Anna Sofie", key="r").name == "Anna Sofie"
    with pytest.raises(KeyReused):
        clubs.rename_member(CLUB, anna.id, "Anne", key="r")
    assert clubs.names.member(CLUB, anna.id).name == "Anna Sofie"


def test_nothing_that_is_kept_of_a_forgotten_person_tells_a_guessed_name_from_another(clubs) -> None:
    """What was asked under a key is kept as a hash without a salt: it must be the same whatever the name was."""
    digests = []
    for name in ("Anna", "Bo"):
        member = clubs.admit(CLUB, name, key=f"admit-{name}")
        clubs.rename_member(CLUB, member.id, f"{name} Sofie", key=f"rename-{name}")
        clubs.forget_member(CLUB, member.id, key=f"forget-{name}")
        bodies = [event.body for event in clubs.store.read(stream_of_club(CLUB))]
        for guess in (name, f"{name} Sofie"):
            for asked in ({"admit": guess}, {"rename": member.id, "name": guess}):
                digest = sha256(canonical({"club": CLUB, "asked": asked}).encode()).hexdigest()
                assert not any(digest in body for body in bodies)
        digests.append(next(body for body in bodies if f'"admit-{name}"' in body).split('"request_digest":"')[1][:64])
    assert digests[0] == digests[1]
