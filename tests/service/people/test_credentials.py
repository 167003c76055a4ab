"""Who asks is read from a token or a cookie: with the roles of this moment, and for nobody whose proof is not good."""

import re
import threading
from contextlib import contextmanager
from hashlib import sha256

import pytest
from sqlalchemy import select, text

from service.app import links as sign_in_links
from service.app import links as tokens
from service.app import people, sign_in
from service.book.db import Database
from service.book.moving.backup import back_up, restore
from service.book.moving.rebuilding import rebuild_book
from service.book.proof.book import prove_book
from service.book.store.credentials import credentials_of
from service.book.store.protection import grant_application_role
from service.book.store.rows import CREDENTIAL, TOKEN
from service.book.store.schema import open_book
from service.errors import (
    BookError,
    BookLocked,
    CredentialMissing,
    NameRefused,
    OutOfBounds,
    PlayerMissing,
    SignInRefused,
    TooManyCredentials,
)
from service.logs import without_secrets
from service.people.credentials import (
    Credentials,
    Tokens,
    form_token,
    is_form_token,
    is_from_our_page,
    name_of_browser,
    new_secret,
    origin_of,
    read_secret,
)
from service.people.rights import DAY, HOUR, KEEPER, SESSION_SECONDS, SESSION_UNUSED_SECONDS, STRANGER
from tests.service.people.conftest import HERE, KEEPERS, table_link


def rows(database: Database) -> list[tuple[object, ...]]:
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(CREDENTIAL).order_by(CREDENTIAL.c.digest))]


def link_of(house, name="Anna", **limits) -> str:
    return sign_in_links.invite_player(house.book, house.club, house.ids[name], at=HERE, **limits).url.partition(
        "/join/"
    )[2]


def signed_in(house, name="Anna") -> str:
    return sign_in.join(house.book, link_of(house, name)).secret


def altered(secret: str) -> list[str]:
    """The secret with one sign changed, at the beginning, in the club, in the letters and at the end."""
    places = (0, 4, 8, len(secret) - 20, len(secret) - 1)
    return [secret[:at] + ("b" if secret[at] != "b" else "c") + secret[at + 1 :] for at in places]


def test_a_token_of_a_member_is_that_member_with_the_roles_of_this_moment(house):
    made = tokens.make_token(house.book, house.club, "score board", scope="play", player=house.ids["Bo"])
    who = house.credentials.who(made.token, None)
    assert (who.club, who.player, who.scope, who.credential) == (house.club, house.ids["Bo"], "play", made.about.id)
    assert (who.roles, who.keeper, who.by_cookie) == ({"player"}, False, False)
    people.change_role(house.book, house.club, house.ids["Bo"], "banker", held=True)
    assert house.credentials.who(made.token, None).roles == {"player", "banker"}
    people.change_role(house.book, house.club, house.ids["Bo"], "player", held=False)
    assert house.credentials.who(made.token, None).roles == {"banker"}


def test_a_token_of_a_program_has_a_club_and_no_player(house):
    made = tokens.make_token(house.book, house.club, "wall clock")
    who = house.credentials.who(made.token, None)
    assert (who.club, who.player, who.roles, who.scope) == (house.club, None, frozenset(), "read")


def test_the_keeper_keeps_the_token_of_the_book(house):
    assert house.credentials.who(KEEPERS, None) == KEEPER
    assert house.credentials.who(None, None) == STRANGER
    assert house.credentials.who(None, KEEPERS) == STRANGER


def test_a_cookie_is_no_token_and_a_token_no_cookie_and_a_link_is_neither(house):
    token = tokens.make_token(house.book, house.club, "x", player=house.ids["Bo"]).token
    cookie, link = signed_in(house), link_of(house)
    assert house.credentials.who(None, cookie).by_cookie
    for bearer, given in ((cookie, None), (None, token), (link, None), (None, link)):
        assert house.credentials.who(bearer, given) == STRANGER
    # Of two proofs the token counts, even if it is wrong.
    assert house.credentials.who("wrong", cookie) == STRANGER


def test_nothing_that_is_expired_ended_altered_or_elsewhere_is_anybody(house_on_both):
    house = house_on_both
    made = tokens.make_token(house.book, house.club, "x", days=1)
    for wrong in altered(made.token):
        assert house.credentials.who(wrong, None) == STRANGER
    other = people.found_club(house.book, "Other").id
    elsewhere = made.token.replace(house.club, other)
    assert house.credentials.who(elsewhere, None) == STRANGER
    house.wait(DAY - 1)
    assert house.credentials.who(made.token, None) != STRANGER
    house.wait(1)
    assert house.credentials.who(made.token, None) == STRANGER
    ended = tokens.make_token(house.book, house.club, "y")
    tokens.end_token(house.book, house.club, ended.about.id)
    assert house.credentials.who(ended.token, None) == STRANGER
    with pytest.raises(CredentialMissing, match="no token"):
        tokens.end_token(house.book, house.club, ended.about.id)
    assert tokens.tokens(house.book, house.club).tokens == ()


def _reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one for each time that the book is read."""
    asked: list[str] = []
    reading = Database.reading

    @contextmanager
    def counted(database):
        with reading(database) as connection:
            asked.append("read")
            yield connection

    monkeypatch.setattr(Database, "reading", counted)
    return asked


def test_a_bad_proof_is_looked_up_in_the_same_way_whatever_is_wrong_with_it(house, monkeypatch):
    good = tokens.make_token(house.book, house.club, "x", days=1).token
    ended = tokens.make_token(house.book, house.club, "y")
    tokens.end_token(house.book, house.club, ended.about.id)
    house.wait(DAY)
    asked = _reads(monkeypatch)
    counts = set()
    for wrong in (good, ended.token, new_secret("api", house.club).text, new_secret("api", "nowhere").text):
        asked.clear()
        assert house.credentials.who(wrong, None) == STRANGER
        counts.add(len(asked))
    assert counts == {1}


def test_one_read_finds_a_member_and_its_roles(house, monkeypatch):
    made = tokens.make_token(house.book, house.club, "x", player=house.ids["Bo"])
    house.credentials.who(made.token, None)
    asked = _reads(monkeypatch)
    monkeypatch.setattr(Database, "writing", None)
    assert house.credentials.who(made.token, None).player == house.ids["Bo"]
    assert asked == ["read"]


def test_the_last_use_is_noted_once_a_minute(house_on_both):
    house = house_on_both
    made = tokens.make_token(house.book, house.club, "x")
    assert made.about.used_at is None
    noted = []
    for _ in range(5):
        house.wait(25)
        house.credentials.who(made.token, None)
        noted.append(tokens.tokens(house.book, house.club).tokens[0].used_at[-9:])
    assert noted == ["19:30:25Z", "19:30:25Z", "19:30:25Z", "19:31:40Z", "19:31:40Z"]


def test_a_book_that_cannot_be_written_to_lets_its_people_in(house, monkeypatch, caplog):
    made = tokens.make_token(house.book, house.club, "x")

    def locked(*_: object) -> None:
        raise BookLocked("here")

    monkeypatch.setattr(Database, "writing", locked)
    assert house.credentials.who(made.token, None).club == house.club
    assert [record.message for record in caplog.records] == ["use_not_noted"]


def test_a_browser_stays_signed_in_as_long_as_it_is_used_and_a_year_at_most(house):
    cookie = signed_in(house)
    for _ in range(SESSION_SECONDS // (SESSION_UNUSED_SECONDS - DAY)):
        house.wait(SESSION_UNUSED_SECONDS - DAY)
        assert house.credentials.who(None, cookie) != STRANGER
    house.wait(SESSION_UNUSED_SECONDS - DAY)
    assert house.credentials.who(None, cookie) == STRANGER


def test_a_browser_that_is_not_used_for_a_month_is_signed_out(house):
    cookie = signed_in(house)
    house.wait(SESSION_UNUSED_SECONDS)
    assert house.credentials.who(None, cookie) == STRANGER


def test_a_link_is_good_once_for_its_player(house):
    link = link_of(house)
    told = sign_in.welcome(house.book, link)
    assert (told.club_name, told.name, told.people) == ("Home", "Anna", ())
    who = house.credentials.who(None, sign_in.join(house.book, link, says="Bo").secret)
    assert (who.player, who.scope, who.by_cookie) == (house.ids["Anna"], "bank", True)
    for again in (sign_in.welcome, sign_in.join):
        with pytest.raises(SignInRefused):
            again(house.book, link)
    assert sign_in_links.sign_in_links(house.book, house.club).links == ()


def test_a_link_that_is_expired_ended_or_altered_signs_nobody_in(house):
    link = link_of(house, hours=1)
    for wrong in (*altered(link), "", "x" * 500, signed_in(house, "Bo")):
        with pytest.raises(SignInRefused):
            sign_in.join(house.book, wrong)
    assert sign_in.welcome(house.book, link).name == "Anna"
    house.wait(HOUR)
    with pytest.raises(SignInRefused):
        sign_in.join(house.book, link)
    made = sign_in_links.invite_player(house.book, house.club, house.ids["Bo"], at=HERE)
    sign_in_links.end_link(house.book, house.club, made.about.id)
    with pytest.raises(SignInRefused):
        sign_in.join(house.book, made.url.partition("/join/")[2])


def test_of_many_who_open_a_link_at_once_as_many_get_in_as_it_has_uses(house_on_both):
    house = house_on_both
    link = link_of(house, uses=2)
    found: list[str] = []
    gate = threading.Barrier(6)

    def open_it() -> None:
        gate.wait()
        try:
            found.append(sign_in.join(house.book, link).secret)
        except SignInRefused:
            found.append("")

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(map(bool, found)) == [False] * 4 + [True] * 2
    assert len(sign_in.devices(house.book, house.club).devices) == 2


def test_a_session_that_somebody_planted_does_not_survive_the_sign_in(house):
    planted = signed_in(house, "Bo")
    own = sign_in.join(house.book, link_of(house), instead_of=planted).secret
    assert own != planted
    assert house.credentials.who(None, planted) == STRANGER
    assert house.credentials.who(None, own).player == house.ids["Anna"]


def test_a_second_process_knows_at_once_who_was_signed_out(house):
    cookie = signed_in(house)
    other = Credentials(house.book.database, Tokens(house.book.database, KEEPERS), house.book.now)
    assert other.who(None, cookie).player == house.ids["Anna"]
    (device,) = sign_in.devices(house.book, house.club).devices
    assert (device.name, device.waits) == ("Anna", False)
    sign_in.end_device(house.book, house.club, device.id)
    assert other.who(None, cookie) == house.credentials.who(None, cookie) == STRANGER


def test_whoever_is_forgotten_cannot_sign_in_any_more_and_nothing_of_them_is_kept(house_on_both):
    house = house_on_both
    cookie, link = signed_in(house), link_of(house)
    token = tokens.make_token(house.book, house.club, "x", player=house.ids["Anna"]).token
    bos = tokens.make_token(house.book, house.club, "y", player=house.ids["Bo"]).token
    people.forget_player(house.book, house.club, house.ids["Anna"])
    assert house.credentials.who(token, None) == house.credentials.who(None, cookie) == STRANGER
    with pytest.raises(SignInRefused):
        sign_in.join(house.book, link)
    with house.book.database.reading() as connection:
        assert connection.scalars(select(CREDENTIAL.c.player)).all() == [house.ids["Bo"]]
    assert house.credentials.who(bos, None).player == house.ids["Bo"]


def test_nobody_elsewhere_gets_a_token_or_a_link(house):
    other = people.found_club(house.book, "Other").id
    with pytest.raises(PlayerMissing):
        tokens.make_token(house.book, other, "x", player=house.ids["Anna"])
    with pytest.raises(PlayerMissing):
        sign_in_links.invite_player(house.book, other, house.ids["Anna"], at=HERE)
    for label in ("", "  ", "x" * 81, "a\nb"):
        with pytest.raises(OutOfBounds):
            tokens.make_token(house.book, house.club, label)
    assert rows(house.book.database) == []


def test_there_is_an_end_to_how_many_a_club_may_have(house, monkeypatch):
    monkeypatch.setattr(tokens, "TOKENS_MAX", 2)
    for label in ("a", "b"):
        tokens.make_token(house.book, house.club, label, days=1)
    with pytest.raises(TooManyCredentials, match="There are 2 of the kind token already"):
        tokens.make_token(house.book, house.club, "c")
    tokens.make_token(house.book, house.club, "of Bo", player=house.ids["Bo"])
    # What has ended takes no place, and no row.
    house.wait(DAY)
    tokens.make_token(house.book, house.club, "c")
    assert len(rows(house.book.database)) == 2


def test_no_secret_is_in_the_book_or_its_backup(house, tmp_path):
    secrets = [tokens.make_token(house.book, house.club, "x").token, signed_in(house), link_of(house)]
    back_up(house.book.database, tmp_path / "backup.db")
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*.db*"))
    for secret in secrets:
        assert secret.encode() not in kept
        assert secret.rpartition("_")[2].encode() not in kept


def test_a_backup_keeps_who_can_sign_in_and_a_rebuilt_book_too(house_on_both, tmp_path):
    house = house_on_both
    token = tokens.make_token(house.book, house.club, "x", player=house.ids["Bo"]).token
    before = rows(house.book.database)
    rebuild_book(house.book.database, house.book.now())
    assert rows(house.book.database) == before
    assert all(proof.holds for proof in prove_book(house.book.database))
    back_up(house.book.database, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", f"sqlite:///{tmp_path / 'again.db'}")
    again = open_book(f"sqlite:///{tmp_path / 'again.db'}")
    assert rows(again) == before
    assert Credentials(again, Tokens(again, KEEPERS), house.book.now).who(token, None).player == house.ids["Bo"]
    again.close()


def test_a_credential_of_no_club_is_a_finding(house):
    tokens.make_token(house.book, house.club, "x")
    with house.book.database.writing() as connection:
        connection.execute(text("UPDATE credential SET club = 'nowhere'"))
    (found,) = [
        defect.sentence
        for proof in prove_book(house.book.database)
        for check in proof.checks
        for defect in check.findings
    ]
    assert found.endswith("belongs to the club nowhere, which is not here.")


def test_the_role_of_the_program_may_make_and_end_credentials(postgresql_database):
    grant_application_role(postgresql_database)
    asked = (
        "SELECT privilege_type FROM information_schema.role_table_grants "
        "WHERE table_name = 'credential' AND grantee = 'chipbook_app'"
    )
    with postgresql_database.reading() as connection:
        assert set(connection.scalars(text(asked))) == {"SELECT", "INSERT", "UPDATE", "DELETE"}


def test_a_guest_without_a_name_does_not_sit_down(house):
    link = table_link(house.book)
    for nameless in ("", "x" * 81, "a\nb"):
        with pytest.raises(NameRefused):
            sign_in.join(house.book, link, says=nameless)
    assert credentials_of(house.book.database, house.club, "session", house.book.now()) == []


def test_a_guest_is_nobody_until_the_banker_says_who_they_are(house_on_both):
    house = house_on_both
    link = table_link(house.book)
    told = sign_in.welcome(house.book, link)
    assert (told.club_name, told.name, told.people) == ("Home", "", ("Anna", "Bo"))
    cookie = sign_in.join(house.book, link, says="bo", user_agent="Firefox/144.0 (Android)").secret
    assert house.credentials.who(None, cookie) == STRANGER
    waiting = house.credentials.session(cookie)
    known = sign_in.me(house.book, STRANGER, waiting)
    assert (known.who, known.name, known.club_name, known.player) == ("guest", "bo", "Home", None)
    (device,) = sign_in.devices(house.book, house.club).devices
    assert (device.waits, device.says, device.label, device.name) == (True, "bo", "Firefox · Android", None)
    told = sign_in.confirm_guest(house.book, house.club, device.id)
    assert (told.player, told.name, told.waits, told.says) == (house.ids["Bo"], "Bo", False, None)
    assert house.credentials.who(None, cookie).player == house.ids["Bo"]
    with pytest.raises(CredentialMissing, match="no guest"):
        sign_in.confirm_guest(house.book, house.club, device.id)


def test_a_stranger_joins_the_club_when_the_banker_confirms_them_and_only_then(house):
    link = table_link(house.book)
    cookie = sign_in.join(house.book, link, says="Zoé").secret
    assert [one.name for one in people.players(house.book, house.club).players] == ["Anna", "Bo", "Carl"]
    (device,) = sign_in.devices(house.book, house.club).devices
    zoe = sign_in.confirm_guest(house.book, house.club, device.id)
    assert people.player(house.book, house.club, zoe.player).name == "Zoé"
    assert house.credentials.who(None, cookie).roles == {"player"}


def test_the_banker_may_know_better_who_a_guest_is_and_may_send_them_away(house):
    link = table_link(house.book)
    annas, nobodys = (sign_in.join(house.book, link, says=name).secret for name in ("An", "Nobody"))
    first, second = sign_in.devices(house.book, house.club).devices
    with pytest.raises(PlayerMissing):
        sign_in.confirm_guest(house.book, house.club, first.id, "p-elsewhere")
    by_name = {"An": first, "Nobody": second} if first.says == "An" else {"An": second, "Nobody": first}
    assert sign_in.confirm_guest(house.book, house.club, by_name["An"].id, house.ids["Anna"]).name == "Anna"
    sign_in.end_device(house.book, house.club, by_name["Nobody"].id)
    assert house.credentials.who(None, annas).player == house.ids["Anna"]
    assert house.credentials.session(nobodys) is None
    assert len(people.players(house.book, house.club).players) == 3


def test_a_guest_whom_nobody_confirms_is_gone_the_next_day(house):
    cookie = sign_in.join(house.book, table_link(house.book), says="Bo").secret
    house.wait(DAY)
    assert house.credentials.session(cookie) is None
    assert sign_in.devices(house.book, house.club).devices == ()


def test_nobody_confirms_the_guest_of_another_club(house):
    other = people.found_club(house.book, "Other").id
    sign_in.join(house.book, table_link(house.book), says="Bo")
    (device,) = sign_in.devices(house.book, house.club).devices
    for act in (sign_in.confirm_guest, sign_in.end_device):
        with pytest.raises(CredentialMissing):
            act(house.book, other, device.id)


@pytest.mark.parametrize("club", ["c1", "c_with_lines_", "_", "-", "x" * 40, "cb_api_x"])
def test_a_secret_names_its_kind_and_its_club(club):
    made = new_secret("api", club)
    assert read_secret(made.text, "api") == made
    assert read_secret(made.text, "web") is None
    assert made.digest == sha256(made.text.encode()).hexdigest()
    assert without_secrets(f"GET /join/{made.text}?x") == "GET /join/cb_…?x"


def test_two_secrets_are_never_the_same():
    assert len({new_secret("join", "c").text for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    "wrong", ["", "cb_api_", "cb_api__" + "a" * 26, "cb_api_c_" + "a" * 25, "cb_api_c_" + "A" * 26]
)
def test_what_has_not_the_form_is_no_secret(wrong):
    assert read_secret(wrong, "api") is None
    assert read_secret(new_secret("api", "c").text + "\n", "api") is None


@pytest.mark.parametrize(
    ("site", "origin", "is_ours"),
    [
        ("same-origin", "https://a.example", True),
        ("same-origin", None, True),
        (None, "https://a.example", True),
        (None, None, False),
        ("none", None, False),
        ("same-site", "https://a.example", False),
        ("cross-site", None, False),
        ("same-origin", "https://b.example", False),
        (None, "http://a.example", False),
        (None, "https://a.example:8443", False),
        (None, "null", False),
        (None, "", False),
    ],
)
def test_a_request_is_ours_only_if_the_browser_says_so(site, origin, is_ours):
    assert is_from_our_page("https://a.example", site=site, origin=origin) is is_ours


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://a.example/", "https://a.example"),
        ("https://a.example:443/x?y", "https://a.example"),
        ("http://a.example:80", "http://a.example"),
        ("http://a.example:8421/", "http://a.example:8421"),
        ("http://[::1]:8421/", "http://[::1]:8421"),
    ],
)
def test_an_origin_is_written_as_browsers_write_it(url, origin):
    assert origin_of(url) == origin


def test_a_form_token_belongs_to_one_session():
    assert is_form_token(form_token("one"), "one")
    assert not is_form_token(form_token("one"), "two")
    assert not is_form_token("æ", "one")


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox · Linux"),
        ("<script>", "a browser"),
        ("", "a browser"),
    ],
)
def test_a_browser_is_called_by_two_words(header, name):
    assert name_of_browser(header) == name


AT = "2026-11-20T19:30:00Z"


def kept(database) -> list[tuple[object, ...]]:
    with database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(TOKEN))]


def test_the_first_start_makes_a_token_and_the_second_none(database):
    token = Tokens(database).first(AT)
    assert token is not None
    assert len(token) >= 32
    assert Tokens(database).first(AT) is None
    assert Tokens(database).is_bankers(token)


def test_only_the_digest_is_kept(database):
    token = Tokens(database).first(AT)
    ((club, digest, role, created_at, revoked_at),) = kept(database)
    assert club == ""
    assert re.fullmatch(r"[0-9a-f]{64}", digest)
    assert token not in digest
    assert (role, created_at, revoked_at) == ("banker", AT, None)


@pytest.mark.parametrize("wrong", ["", "x", "æ" * 40])
def test_another_token_is_not_the_bankers(sqlite_database, wrong):
    tokens = Tokens(sqlite_database)
    token = tokens.first(AT)
    assert not tokens.is_bankers(wrong)
    assert not tokens.is_bankers(token[:-1])
    assert not tokens.is_bankers(kept(sqlite_database)[0][1])


def test_without_any_token_nobody_is_the_banker(sqlite_database):
    assert not Tokens(sqlite_database).is_bankers("")


def test_a_new_token_ends_the_old_one(database):
    tokens = Tokens(database)
    old = tokens.first(AT)
    new = tokens.renew(AT)
    assert tokens.is_bankers(new)
    assert not tokens.is_bankers(old)
    assert tokens.first(AT) is None


def test_a_token_that_is_set_is_the_only_one(sqlite_database):
    made = Tokens(sqlite_database).first(AT)
    tokens = Tokens(sqlite_database, "the-one-that-is-set")
    assert tokens.first(AT) is None
    assert tokens.is_bankers("the-one-that-is-set")
    assert not tokens.is_bankers(made)


def test_the_role_of_the_program_may_make_and_end_tokens_and_erase_none(postgresql_database):
    grant_application_role(postgresql_database)
    with postgresql_database.reading() as connection:
        rights = connection.scalars(
            text(
                "SELECT privilege_type FROM information_schema.role_table_grants WHERE table_name = 'token' AND grantee = 'chipbook_app'"
            )
        )
        assert set(rights) == {"SELECT", "INSERT", "UPDATE"}


def test_a_book_that_cannot_be_read_lets_nobody_in(sqlite_database, monkeypatch):
    def locked(*_: object) -> None:
        raise BookError

    tokens = Tokens(sqlite_database)
    token = tokens.first(AT)
    monkeypatch.setattr("service.book.db.Database.reading", locked)
    with pytest.raises(BookError):
        tokens.is_bankers(token)
