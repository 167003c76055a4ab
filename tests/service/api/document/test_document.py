"""The OpenAPI document: whole, true to the commands of the engine, and pointing only at what it holds."""

import ast
import json
import re
from pathlib import Path

import msgspec
import pytest

from engine import commands
from engine.decider import DECIDE
from engine.events import NAME_OF
from engine.folding import EVOLVE, EVOLVE_HAND
from engine.reports.sentences import SENTENCES
from service.api.bodies import command_from
from service.api.context import NEED_VERSION
from service.api.nights import ROUTES
from service.api.routes import ANSWERS, VERSION_FORM
from service.errors.problems import WrongBody
from service.people.rights import OPENED_BY, Deed
from tests.service.api.evening import version_of

ROOT = Path(__file__).parents[4]
ONE_FOR_ALL = True


@pytest.fixture
def document(app):
    answer = app.test_client().get("/api/v1/openapi.json")
    assert answer.mimetype == "application/json"
    return answer.json


def tag_of(kind: type[commands.Command]) -> str:
    return str(kind.__struct_config__.tag)


def said_in(folder: str) -> set[str]:
    """The commands that the files below a folder name."""
    found = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "commands":
                found.add(node.attr)
            if isinstance(node, ast.ImportFrom) and node.module == "engine.commands":
                found |= {alias.name for alias in node.names}
    return found


def test_engine_api_document_and_command_line_know_the_same_commands(document):
    every = {tag_of(kind) for kind in commands.ALL}
    assert {tag_of(kind) for kind in DECIDE} == every
    union = document["components"]["schemas"]["Command"]
    assert set(union["discriminator"]["mapping"]) == every
    assert len(union["anyOf"]) == len(every)
    # The bank's word is what the line of a resolution comes to if it does not name who raised the dispute.
    typed = {kind.__name__ for kind in commands.ALL if kind is not commands.GiveBanksWord}
    spoken = said_in("service/language/shorthand") | said_in("cli")
    assert typed - spoken == set(), "needs a SpokenAct and a GuideRow in service/language/shorthand/"
    stored = set(commands.STORED_AS)
    assert stored | set(commands.SHORTHAND) == set(commands.ALL)
    assert {kind for kind in (*EVOLVE, *EVOLVE_HAND) if issubclass(kind, commands.Command)} == stored
    assert {kind for kind in SENTENCES if issubclass(kind, commands.Command)} == stored
    assert {kind for kind in NAME_OF if issubclass(kind, commands.Command)} == stored


def test_every_act_beside_the_hands_has_a_form_on_the_pages():
    """What is done in a hand has its button by being offered."""
    files = (path for path in (ROOT / "service/web").rglob("*") if path.suffix in (".py", ".html"))
    pages = "".join(path.read_text(encoding="utf-8") for path in files)
    beside = [kind for kind in commands.ALL if kind.__module__.startswith("engine.night.")]
    named = {kind for kind in beside if re.search(rf"\b({tag_of(kind)}|{kind.__name__})\b", pages)}
    # A night is opened by the head of a form; the bank's word is what a resolution comes to.
    without = {kind.__name__ for kind in beside if kind not in named} - {"OpenNight", "GiveBanksWord"}
    assert without == set(), (
        "needs a row of FORMS in service/web/player.py or closing.py, and a form in templates/closing/"
    )


def is_left_to_the_rules(kind: type[commands.Command], name: str) -> bool:
    """Whether a client that states this field is told that only the rules fill it in."""
    with pytest.raises(WrongBody) as refused:
        command_from({"type": tag_of(kind), name: {}, "colour": 1})
    return f"{name} is filled in by the rules; leave it out." in str(refused.value)


def test_each_command_has_the_same_fields_in_struct_and_document_but_for_those_that_only_the_rules_fill_in(document):
    for kind in commands.ALL:
        schema = document["components"]["schemas"][kind.__name__]
        assert schema["properties"]["type"]["enum"] == [tag_of(kind)]
        stated = {name for name in kind.__struct_fields__ if not is_left_to_the_rules(kind, name)}
        assert set(schema["properties"]) == {"type", *stated}
        required = {field.name for field in msgspec.structs.fields(kind) if field.required}
        assert set(schema["required"]) == {"type", *required}
        assert schema["additionalProperties"] is False


def test_a_command_of_every_type_is_told_apart_by_its_type():
    for kind in commands.ALL:
        with pytest.raises(Exception, match="colour"):
            command_from({"type": tag_of(kind), "colour": 1})


def test_the_route_of_an_act_takes_its_fields(document):
    for noun, kind in ROUTES.items():
        operation = document["paths"][f"/api/v1/nights/{{night}}/{noun}"]["post"]
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        body = document["components"]["schemas"][reference.rpartition("/")[2]]
        assert set(body["properties"]) == set(document["components"]["schemas"][kind.__name__]["properties"]) - {"type"}
        assert operation["summary"]


def test_the_acts_that_need_a_version_are_those_of_a_hand():
    need = {tag_of(kind) for kind in NEED_VERSION}
    assert {"announce_hand", "bet", "fold", "deal", "name_winners", "pass_cards"} <= need
    assert not need & {"give_loan", "count_chips", "open_night", "close_night", "strike_events", "record_payment"}


def test_every_schema_is_titled_by_its_own_name_from_which_a_generator_makes_a_class(document):
    schemas = document["components"]["schemas"]
    assert {name: schema["title"] for name, schema in schemas.items() if schema.get("title", name) != name} == {}


def test_every_reference_leads_somewhere_and_no_name_is_a_path_of_python(document):
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    assert set(re.findall(r'"#/components/schemas/([^"]+)"', text)) <= set(schemas)
    assert [name for name in schemas if not re.fullmatch(r"[A-Za-z]+", name)] == []
    assert {struct.__name__ for struct in ANSWERS} <= set(schemas)


def test_every_operation_says_what_it_does_who_may_and_how_it_fails(document):
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            assert operation["summary"].endswith((".", ")")), path
            deed = Deed[operation["x-needs"].upper()]
            is_open = deed is Deed.ASK or deed in OPENED_BY
            assert operation["security"] == ([{}, {"token": []}] if is_open else [{"token": []}])
            default = document["components"]["responses"]["DEFAULT_ERROR"]
            assert operation["responses"]["default"]["$ref"].endswith("/DEFAULT_ERROR")
            assert set(default["content"]) == {"application/problem+json"}


def test_an_act_of_a_hand_must_say_its_version_and_the_document_says_so(document, table):
    paths, schemas = document["paths"], document["components"]["schemas"]
    for kind in commands.ALL:
        assert schemas[kind.__name__]["x-needs-if-match"] is (kind in NEED_VERSION)
    for noun, kind in ROUTES.items():
        parameters = paths[f"/api/v1/nights/{{night}}/{noun}"]["post"]["parameters"]
        (version,) = [one for one in parameters if one["name"] == "If-Match"]
        assert version["required"] is (kind in NEED_VERSION), noun
        assert "428" in version["description"]
        assert "412" in version["description"]
    answer = table.banker.post(f"{table.path}/hands", {"game": "Straight Poker", "dealer": table.ids["Bo"]})
    assert (answer.status_code, answer.json["code"]) == (428, "version_missing")


def etag_of(operation):
    return operation["responses"].get("200", {}).get("headers", {}).get("ETag", {}).get("schema", {})


def test_every_answer_that_shows_a_version_says_so_and_may_be_spared(document, table, onlooker):
    told = {
        path: item["get"]
        for path, item in document["paths"].items()
        if "get" in item and etag_of(item["get"]).get("pattern") == VERSION_FORM
    }
    assert "/api/v1/nights/{night}" in told
    assert "/api/v1/nights/{night}/events/{version}" not in told
    for path, operation in told.items():
        assert "304" in operation["responses"]
        assert [one["required"] for one in operation["parameters"] if one["name"] == "If-None-Match"] == [False]
        route = path.removeprefix("/api/v1").format(night="friday", club=table.club)
        asked = {"player": table.ids["Anna"]} if path.endswith("/movements") else {}
        answer = onlooker.get(route, **asked)
        etag = answer.headers["ETag"]
        assert version_of(answer) == answer.json["version"], path
        assert "{night}" not in path or answer.json["version"] == table.version
        again = onlooker.get(route, headers={"If-None-Match": etag}, **asked)
        assert (again.status_code, again.data) == (304, b"")
    event = onlooker.get(f"{table.path}/events/1")
    assert event.headers["ETag"].startswith("W/"), "It is the number of an event and not what the night is at."


# Why a post needs no key: nothing of it gets into the book, so that sent twice it is only answered twice.
RECORDS_NOTHING = {
    "/api/v1/clubs/{club}/tokens": "a token is told once, so that an answer cannot be given again",
    "/api/v1/clubs/{club}/players/{player}/invitations": "a link is told once",
    "/api/v1/nights/{night}/invitations": "a link is told once",
    "/api/v1/clubs/{club}/devices/{credential}/confirmation": "a guest is confirmed once",
    "/api/v1/me/passkey-options": "each question to a browser is another",
    "/api/v1/me/passkeys": "the answer of a browser is good once",
    "/api/v1/sign-in/options": "each question to a browser is another",
    "/api/v1/sign-in": "the answer of a browser is good once",
    "/api/v1/judgements": "it judges a case and records nothing",
    "/api/v1/nights/{night}/strikes/what-if": "it shows what a strike would change and records nothing",
    "/api/v1/nights/{night}/corrections/what-if": "it shows what a correction would change and records nothing",
}
# Why a post that changes no event needs none either.
REPEATED_WITHOUT_HARM = {
    "/api/v1/jobs/retry": "what it found failed is due by then",
    "/api/v1/clubs/{club}/imports/{upload}/answers": "said again, the same is said",
    "/api/v1/clubs/{club}/imports/{upload}/recording": "asked again, it is on its way already",
    "/api/v1/clubs/{club}/imports/{upload}/undoing": "asked again, it is on its way already",
    "/api/v1/clubs/{club}/verifications": "asked for again before it is done, it is the same one",
    "/api/v1/clubs/{club}/jobs/{job}/retry": "the job is due by then, and sent again it is refused",
}


def test_every_post_that_records_asks_for_a_key(document):
    for path, item in document["paths"].items():
        if "post" in item:
            keys = [one for one in item["post"].get("parameters", []) if one["name"] == "Idempotency-Key"]
            assert [key["required"] for key in keys] == (
                [] if path in {**RECORDS_NOTHING, **REPEATED_WITHOUT_HARM} else [True]
            ), path


@pytest.mark.parametrize("path", [path for path, why in RECORDS_NOTHING.items() if "records nothing" in why])
def test_a_post_without_a_key_leaves_the_book_as_it_is(document, table, banker, path):
    operation = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    asked = {"changes": [{"version": 2}]} if "corrections" in path else {"versions": [2], "reason": "?"}
    body = operation.get("example", asked)
    before = banker.get(f"{table.path}/events").json
    answer = banker.http.post(path.format(night=table.night), json=body, headers=banker.headers)
    assert answer.status_code == 200
    assert banker.get(f"{table.path}/events").json == before
