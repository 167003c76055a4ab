"""A passkey signs its owner in: with a fresh question, a true signature, from our own pages, with a finger or a PIN."""

import json
from dataclasses import replace

import pytest

from service.app import people, sign_in
from service.errors import CredentialMissing, OutOfBounds, PasskeyRefused, SignInRefused, TooManyCredentials
from service.people.passkeys import Assertion, Creation, Site
from service.people.rights import CHALLENGE_SECONDS, STRANGER
from tests.service.people.authenticator import Authenticator, content, text

SITE = Site.at("http://localhost")


def ask(house, name="Anna"):
    return sign_in.ask_to_make_passkey(house.book, SITE, house.club, house.ids[name]).options


def keep(house, said, name="Anna"):
    answer = Creation(id=said["id"], client_data=said["client_data"], attestation=said["attestation"])
    return sign_in.make_passkey(house.book, SITE, house.club, house.ids[name], said["label"], answer)


def made(house, name="Anna", **how) -> Authenticator:
    phone = Authenticator(**how)
    keep(house, phone.make(ask(house, name)), name)
    return phone


def question(house):
    return sign_in.ask_who_it_is(house.book, SITE).options


def used(house, said) -> str:
    """The cookie of the session that a passkey opened."""
    return sign_in.sign_in_by_passkey(house.book, SITE, Assertion(**said), user_agent="", instead_of=None).secret


def test_a_passkey_that_a_member_made_signs_them_in(house_on_both):
    house = house_on_both
    phone = made(house)
    for _ in range(2):
        cookie = used(house, phone.use(question(house)))
        assert house.credentials.who(None, cookie).player == house.ids["Anna"]


def test_a_browser_is_asked_for_a_finger_and_told_of_the_passkeys_it_has(house):
    options = ask(house)
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["rp"] == {"id": "localhost", "name": "chipbook"}
    assert (options["user"]["name"], options["excludeCredentials"]) == ("Anna", [])
    assert len(content(options["user"]["id"])) <= 64
    assert house.ids["Anna"].encode() not in content(options["user"]["id"])
    phone = made(house)
    assert [one["id"] for one in ask(house)["excludeCredentials"]] == [text(phone.id)]
    assert question(house)["userVerification"] == "required"


@pytest.mark.parametrize(
    "lie",
    [
        lambda phone: replace(phone, origin="http://localhost:8421"),
        lambda phone: replace(phone, origin="https://evil.example"),
        lambda phone: replace(phone, verifies=False),
        lambda phone: replace(phone, rp_id="evil.example"),
        lambda phone: replace(phone, key=Authenticator().key),
        lambda phone: replace(phone, id=b"another"),
        lambda phone: replace(phone, handle=b"nowhere:x"),
        lambda phone: replace(phone, handle=b"\xff"),
    ],
    ids=["another port", "another site", "no finger", "another rp", "another key", "another id", "no club", "no text"],
)
def test_an_answer_that_does_not_hold_signs_nobody_in(house, lie):
    phone = made(house)
    with pytest.raises(SignInRefused):
        used(house, lie(phone).use(question(house)))
    assert used(house, phone.use(question(house)))


@pytest.mark.parametrize("lie", [{"origin": "https://evil.example"}, {"verifies": False}])
def test_a_passkey_of_another_site_or_without_a_finger_is_not_kept(house, lie):
    with pytest.raises(PasskeyRefused):
        made(house, **lie)
    assert ask(house)["excludeCredentials"] == []


def test_a_question_is_good_once_for_five_minutes_and_for_one_person(house_on_both):
    house = house_on_both
    phone = made(house)
    said = phone.use(question(house))
    used(house, said)
    with pytest.raises(SignInRefused):
        used(house, said)
    late = phone.use(question(house))
    house.wait(CHALLENGE_SECONDS)
    with pytest.raises(SignInRefused):
        used(house, late)
    for_bo = Authenticator().make(ask(house, "Bo"))
    with pytest.raises(PasskeyRefused):
        keep(house, for_bo, "Carl")
    keep(house, for_bo, "Bo")
    with pytest.raises(PasskeyRefused):
        keep(house, for_bo, "Bo")
    # The question to make a passkey is none to sign in.
    with pytest.raises(SignInRefused):
        used(house, phone.use(ask(house)))


def test_a_count_that_goes_back_tells_of_a_copy_and_signs_nobody_in(house):
    phone = made(house, count=5)
    phone.count = 6
    used(house, phone.use(question(house)))
    for count in (6, 5, 0):
        phone.count = count
        with pytest.raises(SignInRefused):
            used(house, phone.use(question(house)))
    phone.count = 7
    assert used(house, phone.use(question(house)))


def test_every_sign_of_the_answer_matters(house):
    phone = made(house)
    for part in ("client_data", "authenticator_data", "signature"):
        for at in range(0, 120, 7):
            said = phone.use(question(house))
            raw = bytearray(content(said[part]))
            if at < len(raw):
                raw[at] ^= 1
                with pytest.raises(SignInRefused):
                    used(house, said | {part: text(bytes(raw))})


@pytest.mark.parametrize(
    "client_data",
    [b"", b"[]", b"{}", b"[" * 3000, b"\xff", json.dumps({"type": 1, "challenge": 2, "origin": 3}).encode()],
)
def test_what_no_browser_says_is_refused_in_the_same_words(house, client_data):
    phone = made(house)
    with pytest.raises(SignInRefused):
        used(house, phone.use(question(house)) | {"client_data": text(client_data)})
    said = Authenticator().make(ask(house))
    for wrong in ({"client_data": text(client_data)}, {"attestation": text(client_data)}, {"id": "æ"}, {"id": "A"}):
        with pytest.raises(PasskeyRefused):
            keep(house, said | wrong)


def test_one_key_is_not_kept_for_two_people(house):
    phone = made(house)
    with pytest.raises(PasskeyRefused):
        keep(house, phone.make(ask(house)))
    with pytest.raises(PasskeyRefused):
        keep(house, phone.make(ask(house, "Bo")), "Bo")


def test_a_passkey_that_is_forgotten_signs_nobody_in_and_nobody_else_can_forget_it(house):
    phone = Authenticator()
    kept = keep(house, phone.make(ask(house)))
    with pytest.raises(CredentialMissing):
        sign_in.end_passkey(house.book, house.club, kept.id, player=house.ids["Bo"])
    sign_in.end_passkey(house.book, house.club, kept.id, player=house.ids["Anna"])
    with pytest.raises(SignInRefused):
        used(house, phone.use(question(house)))


def test_whoever_is_forgotten_has_no_passkey_left(house):
    phone = made(house)
    people.forget_player(house.book, house.club, house.ids["Anna"])
    with pytest.raises(SignInRefused):
        used(house, phone.use(question(house)))


def test_a_passkey_needs_a_name_and_there_is_an_end_to_them(house, monkeypatch):
    with pytest.raises(OutOfBounds):
        keep(house, Authenticator().make(ask(house), label=" "))
    monkeypatch.setattr(sign_in, "PASSKEYS_MAX", 1)
    made(house)
    with pytest.raises(TooManyCredentials):
        made(house)


def test_a_passkey_is_no_token_and_no_cookie(house):
    phone = made(house)
    for given in (text(phone.id), text(phone.handle)):
        assert house.credentials.who(given, None) == house.credentials.who(None, given) == STRANGER
