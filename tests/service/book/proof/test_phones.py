"""What phones signed of a night, and that whoever has the machine and all keys of the server cannot rewrite it unnoticed."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from engine import commands
from engine.club.acts import AdoptPhoneKey, NoteAnswer, PhoneAnswer, SignNight
from engine.speech import say
from service.app import people
from service.app.book import Book
from service.app.exchange.imports import import_night
from service.app.looking_back.receipts import receipt_text, verify_receipt
from service.app.looking_back.report import report
from service.app.looking_back.verify import verify_club, verify_night
from service.app.night import lines
from service.app.night.witness import (
    HeadDiffers,
    Heard,
    NotAskedAbout,
    NotAtThisNight,
    PhoneSigns,
    SignatureDiffers,
    hear,
    held_against,
    retire_phone,
    seen_in,
    sign,
)
from service.app.refusals import Refused
from service.app.seeing import see
from service.book.moving.lines import export_night
from service.book.moving.reader import snapshot
from service.book.proof.results import COUNTERSIGNATURES
from service.book.receipts.form import read, written
from service.book.receipts.making import signed
from service.book.receipts.phones import answer_text, phone_key
from service.book.recording.handler import CommandHandler
from service.book.store.chain import stream_of_night
from service.book.store.countersignatures import countersignatures_of
from service.book.store.event_store import EventStore
from service.book.store.schema import open_book
from service.errors import NightDoesNotHold
from service.language.shorthand import ShorthandError
from service.people.rights import Who
from tests.service.book.moving.clubs import CLUB, OWN, lend, now, with_a_night, with_an_open_night
from tests.service.book.phone import public_half, signature
from tests.service.book.proof.forging import bodies_of, reseal, sealed, unguarded, written_anew

NOON = "2026-11-22T12:00:00Z"
NIGHT = stream_of_night(CLUB, "n1")


@pytest.fixture
def book(copy_of, tmp_path) -> Book:
    """A book with a night of three that is settled."""
    return Book.on(copy_of(with_a_night), home=tmp_path, now=lambda: NOON)


RULING = commands.MakeRuling(
    text="Bø got 10 too many.", moves=(commands.ChipMove("chips:p-bo", "chips:p-anna", 10),), agreed_by=("p-anna",)
)


@pytest.fixture
def ruled(copy_of, tmp_path) -> Book:
    """A book with a night that goes on, whose last event is a ruling of Anna's, who has the bank, about chips of Bø's."""
    database = copy_of(with_an_open_night)
    CommandHandler(database, now).handle("n1", RULING)
    return Book.on(database, home=tmp_path, now=lambda: NOON)


class Phone:
    """The phone of a player, with a key as a browser makes it."""

    def __init__(self, book: Book, player: str) -> None:
        self.book, self.key = book, generate_private_key(SECP256R1())
        self.who = Who(club=CLUB, player=player, roles=frozenset({"player"}), credential=f"d-{player}")

    @property
    def public(self) -> str:
        return public_half(self.key)

    def says(self, answer: PhoneAnswer = "agrees", reason: str = "", **other: Any) -> None:
        """Signs the night as it stands, and sends it; `other` is what is sent in place of what was signed."""
        view = see(self.book, "n1")
        self.signs({"version": view.version, "head": view.head, "answer": answer, "reason": reason}, **other)

    def says_of(self, number: int, answer: PhoneAnswer, reason: str = "", **other: Any) -> None:
        """The same of one event alone."""
        view = see(self.book, "n1")
        said = {"version": view.version, "head": view.head, "answer": answer, "reason": reason, "event": number}
        self.signs(said, **other)

    def signs(self, said: dict[str, Any], **other: Any) -> None:
        text = answer_text(club=CLUB, night="n1", **said)
        sent = {**said, "public": self.public, "signature": signature(self.key, text), **other}
        sign(self.book, self.who, "n1", msgspec.convert(sent, PhoneSigns), key="")


def wrong(book: Book) -> list[str]:
    """What a verification of the club and its night does not find as it should be."""
    proofs = [verify_night(book, "n1"), *verify_club(book, CLUB).proofs]
    return [defect.sentence for proof in proofs for check in proof.checks for defect in check.findings]


def test_verify_and_the_report_say_what_phones_signed(book) -> None:
    assert report(book, "n1").verdict.signed == ()
    Phone(book, "p-anna").says()
    Phone(book, "p-bo").says("refuses", "I had 30 more.")
    assert wrong(book) == []
    assert "phones" in {check.name for check in verify_night(book, "n1").checks}
    # One that is taken away is not missed by what is left: that is said of the night too.
    assert say(COUNTERSIGNATURES) in verify_night(book, "n1").not_vouched
    verdict = report(book, "n1").verdict
    assert {one.player: (one.answer, one.reason) for one in verdict.signed} == {
        "p-anna": ("agrees", ""),
        "p-bo": ("refuses", "I had 30 more."),
        "p-carl": (None, ""),
    }
    assert (
        verdict.sentences[3]
        == "NOT AGREED: agreed: Anna (phone); refused: Bø (phone: “I had 30 more.”); no answer: Carl."
    )


def test_the_bank_notes_what_somebody_without_a_phone_says_at_the_table(book) -> None:
    bank = Who(club=CLUB, player="p-anna", roles=frozenset({"banker"}))
    version = see(book, "n1").version
    hear(book, bank, "n1", Heard(player="p-carl", version=version, answer="agrees"), key="heard")
    hear(book, bank, "n1", Heard(player="p-carl", version=version, answer="agrees"), key="heard")
    Phone(book, "p-anna").says()
    verdict = report(book, "n1").verdict
    assert {one.player: (one.answer, one.by) for one in verdict.signed} == {
        "p-anna": ("agrees", "phone"),
        "p-bo": (None, None),
        "p-carl": ("agrees", "table"),
    }
    assert "Carl (said at the table)" in verdict.sentences[3]
    assert verdict.sentences[3].endswith("; no answer: Bø.")
    # Whoever agrees to the settlement agrees to what it rests on.
    assert verdict.sentences[4].startswith("DECISIONS NOT AGREED YET: event ")
    assert verdict.sentences[4].endswith(" (no answer: Bø).")
    with pytest.raises(NotAtThisNight):
        hear(book, bank, "n1", Heard(player="p-dora", version=version, answer="agrees"), key="")
    with pytest.raises(Refused, match="Anna has signed this night by phone"):
        hear(book, bank, "n1", Heard(player="p-anna", version=version, answer="refuses", reason="No."), key="")
    with book.handler() as handler:
        noted = [one for one in handler.clubs.load(CLUB).records if isinstance(one.act, NoteAnswer)]
    assert [(one.act.answer, one.actor) for one in noted] == [("agrees", "player:p-anna")]
    assert wrong(book) == []


def test_who_turned_out_to_be_another_signs_as_the_person_and_is_told_as_in_the_night(book) -> None:
    carla = people.add_player(book, CLUB, "Carla").id
    people.merge(book, CLUB, "p-carl", carla)
    phone = Phone(book, carla)
    phone.who = replace(phone.who, also=("p-carl",))
    phone.says()
    assert wrong(book) == []
    assert {one.player: one.answer for one in report(book, "n1").verdict.signed}["p-carl"] == "agrees"
    text = receipt_text(book, "n1", player="p-carl", make_key=True)
    assert verify_receipt(text.encode())[0].holds
    assert [one.player for one in read(text.encode()).phones] == ["p-carl"]


def test_a_phone_signs_for_its_owner_alone_and_exactly_what_it_says(book) -> None:
    anna = Phone(book, "p-anna")
    with pytest.raises(SignatureDiffers):
        anna.says(head="0" * 64)
    with pytest.raises(HeadDiffers):
        anna.signs({"version": 1, "head": "0" * 64, "answer": "saw", "reason": ""})
    with pytest.raises(SignatureDiffers):
        anna.says(signature="0" * 128)
    with pytest.raises(SignatureDiffers):
        anna.says(public="04" + "0" * 128)
    with pytest.raises(NotAtThisNight):
        Phone(book, "p-dora").says()
    anna.says()
    bo = Phone(book, "p-bo")
    bo.key = anna.key
    with pytest.raises(Refused, match="Bø has no phone with the key"):
        bo.says()
    with pytest.raises(Refused, match="Anna has said so of event"):
        anna.says()


def test_a_phone_that_is_signed_out_signs_no_more_and_its_signature_still_holds(book) -> None:
    anna = Phone(book, "p-anna")
    anna.says()
    retire_phone(book, CLUB, "d-p-anna")
    retire_phone(book, CLUB, "d-p-anna")
    with pytest.raises(Refused, match="is retired already"):
        anna.says("refuses", "No.")
    assert wrong(book) == []


def rewritten(book: Book, forge: Callable[[list[dict[str, Any]], dict[int, str]], list[dict[str, Any]]]) -> None:
    """The night gets another name, and is sealed anew; `forge` makes the club's acts fit, which are sealed anew too."""

    def renamed(body: dict[str, Any]) -> None:
        body["data"]["name"] = "Another evening"

    reseal(book.database, NIGHT, 1, renamed)
    with unguarded(book.database) as execute:
        execute("UPDATE night SET name = ? WHERE night = ?", ("Another evening", "n1"))
    heads = {number: seal for number, (_, _, seal) in enumerate(sealed(bodies_of(book.database, NIGHT)), 1)}
    acts = forge(bodies_of(book.database, OWN), heads)
    written_anew(book.database, OWN, acts)


def with_new_heads(acts: list[dict[str, Any]], heads: dict[int, str]) -> list[dict[str, Any]]:
    for body in acts:
        if body["type"] in ("night_recorded", "night_signed"):
            body["data"]["head"] = heads[body["data"]["version"]]
    return acts


def without_phones(acts: list[dict[str, Any]], heads: dict[int, str]) -> list[dict[str, Any]]:
    phones = ("night_signed", "phone_key_adopted")
    return [body for body in with_new_heads(acts, heads) if body["type"] not in phones]


def test_a_night_that_nobody_signed_can_be_rewritten_by_whoever_has_the_machine(book) -> None:
    """What the signatures are for: without them every check holds."""
    rewritten(book, with_new_heads)
    assert wrong(book) == []


def test_a_rewritten_night_has_no_signature_of_the_phones(book) -> None:
    Phone(book, "p-anna").says()
    rewritten(book, with_new_heads)
    assert any("holds a signature that this phone never made" in sentence for sentence in wrong(book))


def test_a_night_rewritten_without_its_signatures_is_found_by_every_phone_and_receipt(book) -> None:
    Phone(book, "p-anna").says()
    with book.handler() as handler:
        club, night = handler.clubs.load(CLUB), see(book, "n1")
        kept = {f"club:{CLUB}": (club.version, club.head), "night:n1": (night.version, night.head)}
    asked = seen_in(f"{stream}.{version}" for stream, (version, _) in kept.items())
    assert {one.stream: one.then for one in held_against(book, CLUB, Who(club=CLUB), asked)} == {
        stream: head for stream, (_, head) in kept.items()
    }
    rewritten(book, without_phones)
    for one in held_against(book, CLUB, Who(club=CLUB), asked):
        assert one.then != kept[one.stream][1]


def test_a_receipt_shows_who_signed_and_nobody_can_put_words_into_their_mouth(book) -> None:
    Phone(book, "p-anna").says()
    Phone(book, "p-bo").says("refuses", "I had 30 more.")
    text = receipt_text(book, "n1", player="p-anna", make_key=True)
    proof = verify_receipt(text.encode())[0]
    (phones,) = (check for check in proof.checks if check.name == "phones")
    assert proof.holds
    assert phones.sentence.startswith("Signed by phone: Anna agrees to event ")
    assert "Bø refuses event" in phones.sentence
    receipt = read(text.encode())
    forged = msgspec.structs.replace(receipt.phones[1], answer="agrees", reason="")
    private: Any = load_pem_private_key(next((book.home / "keys" / CLUB).glob("*.pem")).read_bytes(), password=None)
    again = signed(msgspec.structs.replace(receipt, phones=(receipt.phones[0], forged)), private)
    assert [check.sentence for check in verify_receipt(written(again).encode())[0].checks if not check.holds] == [
        "The phone of Bø did not sign this night."
    ]


def test_a_receipt_without_signatures_is_as_it_was_before(book) -> None:
    assert '"phones"' not in receipt_text(book, "n1", make_key=True)


def test_what_a_phone_signed_by_itself_vouches_for_the_night_and_is_no_agreement(book) -> None:
    Phone(book, "p-anna").says("saw")
    assert report(book, "n1").verdict.signed == ()
    assert wrong(book) == []
    assert "Anna saw event" in "".join(
        check.sentence
        for check in verify_receipt(receipt_text(book, "n1", make_key=True).encode())[0].checks
        if check.name == "phones"
    )
    rewritten(book, with_new_heads)
    assert any("is another than Anna (p-anna) signed by phone" in sentence for sentence in wrong(book))
    # The head of the rewritten night cannot be put there: the phone has not signed it.
    with unguarded(book.database) as execute:
        execute("UPDATE countersignature SET head = ?", (EventStore(book.database).head(NIGHT),))
    assert any("has a signature of Anna (p-anna) that their phone never made" in sentence for sentence in wrong(book))


def test_a_signature_that_was_taken_out_of_the_book_is_missed_by_whoever_has_an_earlier_receipt(going_on) -> None:
    Phone(going_on, "p-anna").says("saw")
    early = receipt_text(going_on, "n1", make_key=True).encode()
    Phone(going_on, "p-bo").says("saw")
    late = receipt_text(going_on, "n1").encode()
    assert {check.name: check.holds for check in verify_receipt(late, after=early)[0].checks}["signatures"]
    with unguarded(going_on.database) as execute:
        execute("DELETE FROM countersignature WHERE club = ?", (CLUB,))
    lost = verify_receipt(receipt_text(going_on, "n1").encode(), after=late)[0].checks
    (missing,) = (check.sentence for check in lost if not check.holds)
    assert missing.startswith("The later one lacks what phones had signed: ")
    assert all(f"{name} saw event 4 (phone " in missing for name in ("Anna", "Bø"))


def acts_of(book: Book) -> int:
    with book.handler() as handler:
        return handler.clubs.load(CLUB).version


def signed_up_to(book: Book) -> dict[str, int]:
    """By the key of each phone: how far it has signed the night by itself."""
    return {one.key: one.version for one in countersignatures_of(book.database, CLUB, "n1")}


@pytest.fixture
def going_on(database, tmp_path) -> Book:
    """A book on either database, with a night that goes on."""
    with_an_open_night(database)
    return Book.on(database, home=tmp_path, now=lambda: NOON)


def test_only_the_latest_that_a_phone_signed_by_itself_is_kept_and_the_club_does_not_grow(going_on) -> None:
    anna, bo = Phone(going_on, "p-anna"), Phone(going_on, "p-bo")
    for phone in (anna, bo):
        phone.says("saw")
    acts = acts_of(going_on)
    for _ in range(5):
        lend(CommandHandler(going_on.database, now))
        anna.says("saw")
        anna.says("saw")
    version = see(going_on, "n1").version
    assert acts_of(going_on) == acts
    assert signed_up_to(going_on) == {phone_key(anna.public): version, phone_key(bo.public): version - 5}
    # What comes late takes nothing back.
    with snapshot(going_on.database) as reader:
        early = reader.hash_at(NIGHT, version - 1)
    anna.signs({"version": version - 1, "head": early, "answer": "saw", "reason": ""})
    assert signed_up_to(going_on)[phone_key(anna.public)] == version
    assert wrong(going_on) == []
    with going_on.handler() as handler:
        handler.clubs.forget_member(CLUB, "p-bo")
    assert wrong(going_on) == []


def test_the_phones_of_a_table_sign_by_themselves_at_once_and_each_of_them_twice(going_on) -> None:
    phones = [Phone(going_on, player) for player in ("p-anna", "p-bo")]
    for _ in range(3):
        lend(CommandHandler(going_on.database, now))
        view = see(going_on, "n1")
        said = {"version": view.version, "head": view.head, "answer": "saw", "reason": ""}
        with ThreadPoolExecutor(6) as pool:
            results = [pool.submit(phone.signs, said) for phone in phones * 3]
        for one in results:
            one.result()
        assert signed_up_to(going_on) == dict.fromkeys((phone_key(one.public) for one in phones), view.version)
    assert wrong(going_on) == []


def test_a_phone_signs_by_itself_no_head_that_the_book_does_not_have_and_no_reason(going_on) -> None:
    anna, view = Phone(going_on, "p-anna"), see(going_on, "n1")
    with pytest.raises(HeadDiffers):
        anna.signs({"version": view.version, "head": "0" * 64, "answer": "saw", "reason": ""})
    with pytest.raises(HeadDiffers):
        anna.signs({"version": view.version + 1, "head": view.head, "answer": "saw", "reason": ""})
    with pytest.raises(SignatureDiffers):
        anna.says("saw", signature="0" * 128)
    with pytest.raises(Refused, match="whoever agrees says nothing more"):
        anna.says("saw", "so")
    retire_phone(going_on, CLUB, "d-p-anna")
    with pytest.raises(Refused, match="is retired already"):
        anna.says("saw")
    assert signed_up_to(going_on) == {}


@pytest.mark.parametrize("column", ["signature", "head", "key", "night", "version"])
def test_what_a_phone_signed_by_itself_and_somebody_altered_is_found(going_on, column) -> None:
    Phone(going_on, "p-anna").says("saw")
    assert wrong(going_on) == []
    (kept,) = countersignatures_of(going_on.database, CLUB)
    was = getattr(kept, column)
    altered = was - 1 if column == "version" else ("1" if was[0] == "0" else "0") + was[1:]
    with unguarded(going_on.database) as execute:
        execute(f"UPDATE countersignature SET {column} = ? WHERE club = ?", (altered, CLUB))
    assert wrong(going_on) != []


def test_a_night_is_not_brought_in_with_what_no_phone_signed(going_on, tmp_path) -> None:
    Phone(going_on, "p-anna").says("saw")
    header, *events = export_night(going_on.database, NIGHT)
    said = json.loads(header)
    said["countersignatures"][0]["signature"] = "0" * 128
    with closing(open_book(f"sqlite:///{tmp_path / 'there.db'}")) as database:
        there = Book.on(database, home=tmp_path)
        with pytest.raises(NightDoesNotHold, match="has a signature of p-anna that their phone never made"):
            import_night(there, "".join([json.dumps(said) + "\n", *events]))
        import_night(there, "".join([header, *events]))
        assert signed_up_to(there) == signed_up_to(going_on) != {}


def test_what_phones_signed_by_themselves_in_acts_of_earlier_versions_still_counts(book) -> None:
    anna, view = Phone(book, "p-anna"), see(book, "n1")
    said = {"version": view.version, "head": view.head, "answer": "saw", "reason": ""}
    made = signature(anna.key, answer_text(club=CLUB, night="n1", **said))
    adopted = AdoptPhoneKey(player="p-anna", key=phone_key(anna.public), public=anna.public, device="d")
    with book.handler() as handler:
        handler.clubs.take(
            CLUB, adopted, SignNight(night="n1", player="p-anna", key=adopted.key, signature=made, **said)
        )
    assert wrong(book) == []
    anna.says("saw")
    assert signed_up_to(book) == {}
    text = receipt_text(book, "n1", make_key=True)
    assert [one.answer for one in read(text.encode()).phones] == ["saw"]
    rewritten(book, with_new_heads)
    assert any("holds a signature that this phone never made" in sentence for sentence in wrong(book))


def test_a_phone_answers_a_single_decision_while_the_night_goes_on_and_the_report_says_so(ruled) -> None:
    event = see(ruled, "n1").version
    bo = Phone(ruled, "p-bo")
    assert report(ruled, "n1").verdict.sentences[-1].startswith("STILL PLAYING")
    bo.says_of(event, "refuses", "I counted.")
    with ruled.handler() as handler:
        handler.handle("n1", commands.GiveLoan(player="p-bo", chips=50))
    told = report(ruled, "n1")
    assert told.verdict.signed == ()
    assert told.verdict.sentences[-1] == f"DECISIONS REFUSED: event {event} (refused: Bø (phone: “I counted.”))."
    (one,) = told.decisions
    assert [(said.player, said.answer, said.by) for said in one.said] == [
        ("p-anna", "agrees", "entry"),
        ("p-bo", "refuses", "phone"),
    ]
    bo.says_of(event, "agrees")
    assert report(ruled, "n1").verdict.sentences[-1] == (
        f"DECISIONS AGREED: everybody whose money event {event} moved has agreed to it."
    )
    with pytest.raises(Refused, match="Bø has said so of event"):
        bo.says_of(event, "agrees")
    with pytest.raises(NotAskedAbout):
        bo.says_of(event - 1, "agrees")
    assert wrong(ruled) == []


def test_the_bank_notes_what_somebody_says_at_the_table_of_a_single_decision(ruled) -> None:
    event = see(ruled, "n1").version
    bank = Who(club=CLUB, player="p-anna", roles=frozenset({"banker"}))
    # What the phone signs by itself is no answer.
    Phone(ruled, "p-bo").says("saw")
    hear(ruled, bank, "n1", Heard(player="p-bo", version=1, event=event, answer="agrees"), key="heard")
    (one,) = report(ruled, "n1").decisions
    assert (one.said[1].answer, one.said[1].by) == ("agrees", "table")
    with pytest.raises(NotAskedAbout):
        hear(ruled, bank, "n1", Heard(player="p-bo", version=1, event=2, answer="agrees"), key="")
    Phone(ruled, "p-bo").says_of(event, "refuses", "No.")
    with pytest.raises(Refused, match="Bø has signed this night by phone"):
        hear(ruled, bank, "n1", Heard(player="p-bo", version=1, event=event, answer="refuses", reason="No."), key="")


def test_a_receipt_says_who_agreed_to_each_decision_and_no_phone_is_given_words(ruled) -> None:
    event = see(ruled, "n1").version
    Phone(ruled, "p-bo").says_of(event, "refuses", "I counted.")
    text = receipt_text(ruled, "n1", make_key=True)
    proof = verify_receipt(text.encode())[0]
    assert proof.holds
    told = {check.name: check.sentence for check in proof.checks}
    assert told["decisions"] == (
        "What was decided about money of others: "
        f"event {event} (agreed: Anna (entered it); refused: Bø (phone: “I counted.”))."
    )
    assert f"Bø refuses event {event} alone: “I counted.”" in told["phones"]
    receipt = read(text.encode())
    (decided,) = receipt.decisions
    forged = msgspec.structs.replace(decided.said[1], answer="agrees", reason="")
    decisions = (msgspec.structs.replace(decided, said=(decided.said[0], forged)),)
    private: Any = load_pem_private_key(next((ruled.home / "keys" / CLUB).glob("*.pem")).read_bytes(), password=None)
    again = signed(msgspec.structs.replace(receipt, decisions=decisions), private)
    assert [check.sentence for check in verify_receipt(written(again).encode())[0].checks if not check.holds] == [
        f"No phone signed what the receipt says of event {event}."
    ]


def test_an_answer_to_one_decision_is_none_to_another(ruled) -> None:
    """Its number is in what the phone signs."""
    event = see(ruled, "n1").version
    with pytest.raises(SignatureDiffers):
        Phone(ruled, "p-bo").says_of(event, "agrees", event=0)


def test_a_typed_line_notes_what_is_said_at_the_table_in_english_and_in_danish(book, ruled) -> None:
    def typed(line: str, book: Book) -> tuple[str, ...]:
        view = see(book, "n1")
        return lines.say_line(book, view, lines.read(book, view, line)).noted

    assert typed("anna agrees", book) == ("SIGNED: agreed: Anna (said at the table); no answer: Bø and Carl.",)
    (noted,) = typed('carl er uenig "jeg havde 30 mere"', book)
    assert "refused: Carl (said at the table: “jeg havde 30 mere”)" in noted
    event = see(ruled, "n1").version
    (noted,) = typed(f'bø refuses {event} "only 5"', ruled)
    assert noted.endswith("Agreed: Anna (entered it); refused: Bø (said at the table: “only 5”).")
    (noted,) = typed(f"bø er enig {event}", ruled)
    assert noted.endswith("Agreed: Anna (entered it) and Bø (said at the table).")
    with pytest.raises(Refused, match="has no plan of payments"):
        typed("bø agrees", ruled)
    with pytest.raises(ShorthandError, match="the reason in quotes"):
        typed("bø refuses", ruled)
    assert wrong(book) == wrong(ruled) == []
