"""One shape for everything that goes wrong, one status for each reason, and which reason comes first."""

from io import BytesIO
from string import Formatter
from uuid import uuid4

import pytest

from engine import errors as rules
from engine.preconditions import ASKED_BACK
from service import errors as book
from service.api.bodies import BODY_MAX, DEPTH_MAX
from service.app.refusals import Declined, refused
from service.book import guards
from service.book.guards import GUARDS, Doubt
from service.errors import problems
from service.exchange.refused import ImportRefused
from service.reports.views import games as which_games
from tests.service.api.conftest import TOKEN

ONE_FOR_ALL = True
MEMBERS = {"type", "title", "status", "detail", "code", "details"}


def kinds_below(kind: type) -> set[type]:
    return {kind, *(below for inner in kind.__subclasses__() for below in kinds_below(inner))}


# What nobody could have meant so, whatever the book holds: a row that states no status is here, or else was not thought of.
UNPROCESSABLE = """
already_answered backup_damaged bad_game_file club_does_not_hold export_from_newer_version handle_refused key_reused name_not_sayable
name_refused night_does_not_hold not_a_backup not_a_deck not_a_key_name not_a_place not_a_receipt not_an_export not_canonical
out_of_bounds passkey_refused
ambiguous_game ambiguous_name ambiguous_night bad_date bearer_did_not_play club_exists date_to_come ends_before_it_begins gaps_are_open
guesses_are_open job_is_of_several_clubs mapped_twice name_of_several night_not_in_file no_game_found no_history_of_hand no_nights
no_open_night no_own_games not_a_day not_a_member not_a_night not_an_address not_delivered not_in_the_file not_understood
nothing_to_undo no_file_to_bring one_file_at_a_time opening_refused players_do_not_fit players_missing players_not_possible unknown_club
unknown_currency unknown_game unknown_player unknown_rulebook
"""


def test_every_refusal_of_the_book_has_the_status_that_says_whose_fault_it_is():
    kinds = [kind for kind in kinds_below(book.BookError) if kind.__module__ in (book.__name__, Declined.__module__)]
    of_the_form = {
        kind.code for kind in kinds if kind.status == 422 and kind is not Declined and kind is not book.BookError
    }
    assert sorted(of_the_form) == sorted(UNPROCESSABLE.split())
    # A file that is brought is refused as a whole, as a body is.
    assert {kind.status for kind in kinds_below(ImportRefused)} == {422}
    assert {kind.status for kind in kinds} == {401, 404, 409, 413, 422, 500, 503}
    of_the_place = {kind for kind in kinds if "Book" in kind.__name__ and kind.status >= 500}
    assert {book.BookLocked, book.BookBusy, book.BookReadOnly, book.BookUnreachable, book.BookDamaged} <= of_the_place


def test_every_problem_has_a_status_a_code_and_a_sentence():
    kinds = kinds_below(problems.Problem) - {problems.Problem, problems.InvalidRequest}
    assert which_games.GameMissing in kinds
    assert len({kind.code for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert 400 <= kind.status < 600
        assert kind.sentence.endswith((".", "{first}", "{because}")), kind


def test_no_two_reasons_share_a_code():
    codes = [
        kind.code
        for root in (rules.Refusal, book.BookError, problems.Problem)
        # A use case declines what the rules refuse too under the same code.
        for kind in kinds_below(root) - kinds_below(Declined)
        if getattr(kind, "code", "")
    ]
    assert guards.LooksLikeARepeat.code in codes
    assert guards.UnknownZone.code in codes
    assert len(codes) == len(set(codes))


def test_the_engine_leaves_alone_what_the_service_asks():
    assert all(doubt.code.startswith(ASKED_BACK) for doubt in GUARDS)
    assert set(GUARDS) == kinds_below(Doubt) - {Doubt}


def details_for(kind: type[rules.Refusal]) -> dict[str, object]:
    named = {name: "p1" for told in (kind.sentence, kind.typed) for _, name, _, _ in Formatter().parse(told) if name}
    money = dict.fromkeys(kind.money, 150)
    # Stored names of events are told in words.
    kind_of_event = {"kind": "bet_called"} if "kind" in named else {}
    return named | kind_of_event | money | ({"currency": "DKK", "exponent": 2} if money else {})


def test_what_the_rules_refuse_is_a_conflict_with_names_and_the_way_around_it(app):
    for kind in kinds_below(rules.Refusal) - {rules.Refusal, rules.Impossible, rules.AgainstTheRules, Doubt}:
        refusal = kind(**details_for(kind))
        with app.test_request_context("/api/v1/"):
            answer = app.handle_user_exception(refused(refusal, {"p1": "Anna"}))
        assert answer.status_code == 409
        assert answer.mimetype == "application/problem+json"
        body = answer.json
        assert set(body) == MEMBERS | {"waivable"} | ({"how"} if kind.waivable else set())
        assert (body["status"], body["code"], body["waivable"]) == (409, kind.code, kind.waivable)
        assert body["type"] == f"urn:chipbook:problem:{kind.code}"
        assert body["detail"]
        assert not {"{", "p1"} & {body["detail"][:1], *body["detail"].split()}, body["detail"]


PRECEDENCE = [
    # What is wrong with the request, besides everything in the rows below; the first one that applies is answered.
    ("token", 401, "token_wrong"),
    ("key", 400, "key_missing"),
    ("size", 413, "body_too_large"),
    ("type", 415, "not_the_content_type"),
    ("json", 400, "not_json"),
    ("body", 422, "wrong_body"),
    ("night", 404, "night_missing"),
    ("no version", 428, "version_missing"),
    ("other body", 422, "key_reused"),
    ("version", 412, "version_conflict"),
    ("rules", 409, "bet_over_limit"),
]


@pytest.fixture(scope="module")
def in_a_hand(shared_table):
    """The evening in a hand, at which the key “used” was used."""
    shared_table.play({"type": "announce_hand", "game": "Straight Poker", "dealer": shared_table.ids["Bo"]})
    shared_table.say({"type": "make_ruling", "text": "No phones.", "agreed_by": [shared_table.ids["Anna"]]}, key="used")
    return shared_table


@pytest.mark.parametrize(("first", "status", "code"), PRECEDENCE, ids=[row[0] for row in PRECEDENCE])
def test_of_several_reasons_the_first_in_this_order_is_answered(app, in_a_hand, first, status, code):
    table = in_a_hand
    wrong = [name for name, _, _ in PRECEDENCE]
    wrong = set(wrong[wrong.index(first) :])
    version = table.version
    headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": "fresh", "If-Match": f'"{version}"'}
    bet = f'{{"command": {{"type": "bet", "player": "{table.ids["Carl"]}", "chips": 20}}}}'
    path, data, kind = f"/api/v1{table.path}/commands", bet, "application/json"
    if "version" in wrong:
        headers["If-Match"] = f'"{version - 1}"'
    if "other body" in wrong:
        headers["Idempotency-Key"] = "used"
    if "no version" in wrong:
        del headers["If-Match"]
    if "night" in wrong:
        path = "/api/v1/nights/nowhere/commands"
    if "body" in wrong:
        data = '{"commend": 1}'
    if "json" in wrong:
        data = "{"
    if "type" in wrong:
        kind = "text/plain"
    if "size" in wrong:
        data = "x" * 70_000
    if "key" in wrong:
        del headers["Idempotency-Key"]
    if "token" in wrong:
        headers["Authorization"] = "Bearer nobody"
    answer = app.test_client().post(path, data=data, headers=headers, content_type=kind)
    assert (answer.status_code, answer.json["code"]) == (status, code), answer.json
    assert set(answer.json) >= MEMBERS


def sent(app, data: bytes = b'{"name": "a"}', kind: str = "application/json", **more):
    """The status and the code of the answer to somebody who founds a club by this body."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": uuid4().hex, **more.pop("headers", {})}
    body = {} if "input_stream" in more else {"data": data}
    answer = app.test_client().post("/api/v1/clubs", headers=headers, content_type=kind, **body, **more)
    return answer.status_code, answer.json.get("code")


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 400, "not_json"),
        (b"{", 400, "not_json"),
        (b'{"name": NaN}', 400, "not_json"),
        (b'{"name": 1.9999999999999999999}', 400, "not_json"),
        (b'{"name": 5E-400}', 400, "not_json"),
        (b'{"name": "a", "name": "b"}', 400, "not_json"),
        (b'{"name": "\xff"}', 400, "not_json"),
        (b'{"name": "\\ud800"}', 400, "not_json"),
        (b'{"name": ' + b"9" * 5000 + b"}", 400, "not_json"),
        (b"[" * (DEPTH_MAX + 1) + b"]" * (DEPTH_MAX + 1), 400, "too_deep"),
        (b'{"name": "' + b"[" * 60 + b'"}', 201, None),
        (b'{"name": "' + b"x" * 66_000 + b'"}', 413, "body_too_large"),
    ],
)
def test_a_body_that_cannot_be_read(app, data, status, code):
    assert sent(app, data) == (status, code)


@pytest.mark.parametrize("size", [BODY_MAX - 1, BODY_MAX, BODY_MAX + 1, 3_000_000])
def test_a_body_that_does_not_say_how_long_it_is_is_taken_whole_or_not_at_all(app, size):
    found = sent(
        app,
        headers={"Transfer-Encoding": "chunked"},
        input_stream=BytesIO(b'{"name": "a"}'.ljust(size)),
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert found == ((201, None) if size < BODY_MAX else (413, "body_too_large"))


@pytest.mark.parametrize("body", ["[]", '"name"', "7", "null", "true"])
def test_a_body_that_is_no_object_says_so(banker, body):
    headers = banker.headers | {"Idempotency-Key": "k"}
    answer = banker.http.post("/api/v1/clubs", data=body, headers=headers, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_body")
    (error,) = answer.json["details"]["errors"]
    assert error["at"] == ""
    assert error["sentence"].startswith("The body must be an object with name; ")


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        *(
            (kind, (415, "not_the_content_type"))
            for kind in ("text/plain", "application/xml", "application/jsonp", "", "multipart/form-data")
        ),
        ("application/json; charset=utf-8", (201, None)),
    ],
)
def test_only_a_body_that_calls_itself_json_is_read(app, kind, found):
    assert sent(app, kind=kind) == found


@pytest.mark.parametrize(
    ("header", "value", "status", "code"),
    [
        ("Idempotency-Key", "", 400, "wrong_header"),
        ("Idempotency-Key", "two words", 400, "wrong_header"),
        ("Idempotency-Key", "x" * 201, 400, "wrong_header"),
        ("Idempotency-Key", "æ", 400, "wrong_header"),
        ("If-Match", "41", 400, "wrong_header"),
        ("If-Match", 'W/"41"', 400, "wrong_header"),
        ("If-Match", "*", 400, "wrong_header"),
        ("If-Match", '"1", "2"', 400, "wrong_header"),
        ("If-Match", '"99999999999"', 400, "wrong_header"),
        ("If-Match", '"999"', 412, "version_conflict"),
    ],
)
def test_a_header_that_is_none(table, banker, header, value, status, code):
    body = {"command": {"type": "give_loan", "player": table.ids["Anna"], "chips": 5}}
    headers = banker.headers | {"Idempotency-Key": "k", header: value}
    answer = banker.http.post(f"/api/v1{table.path}/commands", json=body, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_what_is_not_there_and_what_is_not_possible_there(onlooker, banker):
    answer = onlooker.get("/nothing")
    assert (answer.status_code, answer.json["code"]) == (404, "nothing_here")
    answer = banker.http.delete("/api/v1/clubs", headers=banker.headers)
    assert (answer.status_code, answer.json["code"]) == (405, "method_not_allowed")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(", "))
    answer = banker.http.put("/api/v1/nights/friday/settlement", headers=banker.headers)
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(", "))


def test_a_fault_of_the_program_tells_nothing_but_where_to_look(app, table, monkeypatch, caplog):
    def fall_over(*_: object) -> None:
        raise RuntimeError("As Kd are Anna's closed cards")

    monkeypatch.setattr("service.api.nights.may_do", fall_over)
    answer = table.banker.get(f"{table.path}/choices", headers={"X-Request-Id": "look-here"})
    assert (answer.status_code, answer.json["code"]) == (500, "fault")
    assert "look-here" in answer.json["detail"]
    assert "As Kd" not in answer.text + caplog.text
    (line,) = [record for record in caplog.records if record.name == "chipbook.problem"]
    assert line.kind == "RuntimeError"
    assert any("fall_over" in frame for frame in line.frames)


def test_a_book_that_is_held_by_somebody_else_is_asked_for_again_later(app, table, monkeypatch):
    def locked(*_: object, **__: object) -> None:
        raise book.BookLocked("/somewhere/chipbook.db")

    monkeypatch.setattr("service.book.store.event_store.EventStore.append_all", locked)
    answer = table.say({"type": "make_ruling", "text": "No dogs.", "agreed_by": [table.ids["Anna"]]})
    assert (answer.status_code, answer.json["code"]) == (503, "book_locked")
    assert answer.headers["Retry-After"]
    assert "/somewhere" not in answer.text
