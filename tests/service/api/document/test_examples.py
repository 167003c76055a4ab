"""The examples of the document come from a night that is played here; with CHIPBOOK_WRITE_GOLDEN they are written anew."""

import base64
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs
import pytest
from flask import Flask

from service.api import document, whole_document
from tests.golden_copies import HOW_TO_WRITE, WRITING
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import V1
from tests.service.api.games.test_post_judgements import CASE
from tests.service.api.rest_client import DocumentedClient
from tests.service.api.verified import worker_of

NIGHT = V1 + "/nights/{night}"
CLUB = V1 + "/clubs/{club}"
PLAYER = CLUB + "/players/{player}"
FILE = Path(document.__file__).with_name(document.FILE)
# What a browser is asked about passkeys, and says or signs: nobody writes it by hand. And on a night that goes well no job fails.
NOT_PLAYED = (
    *("/passkey-options", "/passkeys", "/sign-in", "/sign-in/options", "/signatures", "/heard-answers"),
    *("/{job}/retry", "/exports/{export}"),
)
# A list is as clear with its first entries as with all.
ENTRIES = 2
GAME = 'name = "Friday 50/50"\nlike = "Three Card Draw"\nwild = "J"\n'


class Writing(DocumentedClient):
    """Remembers the first good answer of every operation, and what was sent."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.parameters: dict[str, Any] = {}
        self.bodies: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, Any] = {}

    def send(self, method: str, path: str, body: Any = None, *, title: str = "", **values: Any) -> Any:
        answer = super().send(method, path, body, **values)
        name = f"{method.upper()} {path}"
        for parameter in self.operation(method, path)["parameters"]:
            if parameter["name"] in values:
                self.parameters.setdefault(parameter["name"], values[parameter["name"]])
        if body is not None and (title or name not in self.bodies):
            self.bodies.setdefault(name, {})[title or "example"] = body
        self.answers.setdefault(name, _short(answer))
        return answer

    def _headers(self, operation: dict[str, Any], body: Any) -> dict[str, str]:
        return {**super()._headers(operation, body), "Authorization": f"Bearer {self.token}"}


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        # A picture says nothing as text.
        return {name: "<svg>…</svg>" if name == "qr" else _short(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_short(inner) for inner in value[:ENTRIES]]
    return value


@pytest.fixture
def client(app) -> Writing:
    return Writing(app.test_client(), f"{V1}/openapi.json", TOKEN)


def _night_of(client: Writing, ids: dict[str, str]) -> None:
    """A night from its opening to the plan: every act that has a route of its own, and every question."""

    def night(method: str, path: str = "", body: Any = None, **values: Any) -> Any:
        return client.send(method, NIGHT + path, body, night="friday", **values)

    anna, bo, carl = ids.values()
    opening = {"night": "friday", "club": client.parameters["club"], "banker": bo, "zone": "Europe/Copenhagen"}
    client.send("post", f"{V1}/nights", {**opening, "rules": {"initial_loan": 150, "auto": "all"}})
    night("post", "/seats", {"player": anna})
    seats = [{"command": {"type": "seat_player", "player": one}} for one in (bo, carl)]
    night("post", "/batches", {"commands": seats})
    night("post", "/loans", {"player": carl, "chips": 100})
    night("post", "/requests", {"player": anna, "chips": 40, "paid": True})
    night("get", "/requests")
    night("post", "/approvals", {"request": 1})
    night("post", "/requests", {"player": carl, "chips": 30})
    night("post", "/declines", {"request": 2, "reason": "after this hand"})
    night("post", "/requests", {"player": carl, "chips": 20})
    night("post", "/request-withdrawals", {"request": 3})
    night(
        "post", "/handovers", {"to": carl, "waived": [{"rule": "bank_is_not_counted", "reason": "we trust each other"}]}
    )
    night("post", "/buy-ins", {"player": anna, "chips": 30})
    night("post", "/cash-outs", {"player": anna, "chips": 40, "paid": True})
    night("get")
    night("post", "/hands", {"game": "Straight Poker", "dealer": bo})
    night("post", "/commands", {"command": {"type": "bet", "player": carl, "chips": 4}}, title="bet")
    night("get", "/choices")
    night("get", "/table", at=night("get")["version"])
    for player, kind in ((anna, "call"), (bo, "fold")):
        night("post", "/commands", {"command": {"type": kind, "player": player}}, title=kind)
    while True:
        choices = night("get", "/choices")["choices"]
        acts = {one["act"]: one for one in choices}
        if "win" in acts:
            break
        chosen = acts.get("check") or choices[0]
        said = {"type": chosen["command"]}
        night("post", "/commands", {"command": said | ({"player": chosen["player"]} if chosen["player"] else {})})
    shown = {"type": "show_hand", "player": anna, "cards": ["As", "Ad", "7c", "4h", "2d"]}
    night("post", "/commands", {"command": shown}, title="show")
    night("post", "/commands", {"command": {"type": "name_winners", "rankings": [[[anna]]]}}, title="win")
    ruled = {"text": "Anna's phone rang: a chip to Bo.", "agreed_by": [anna, bo, carl]}
    night("post", "/rulings", {**ruled, "moves": [{"payer": f"chips:{anna}", "payee": f"chips:{bo}", "chips": 1}]})
    wrong = night("post", "/loans", {"player": bo, "chips": 500})["version"]
    strike = {"versions": [wrong], "reason": "typed for the wrong player"}
    night("post", "/strikes/what-if", strike)
    night("post", "/strikes", strike)
    bought = night("post", "/buy-ins", {"player": carl, "chips": 30})["version"]
    correction = {
        "changes": [{"version": bought, "act": {"type": "buy_chips", "player": carl, "chips": 20}}],
        "reason": "it was 20",
    }
    night("post", "/corrections/what-if", correction)
    night("post", "/corrections", correction)
    night("post", "/disputes", {"by": anna, "words": "I called 3, not 4.", "event": 12})
    night("post", "/dispute-withdrawals", {"dispute": 1, "by": anna})
    night("get", "/disputes")
    (counted,) = (player["stack"] for player in night("get")["players"] if player["id"] == carl)
    night("post", "/said-counts", {"player": carl, "chips": counted})
    for player in night("get")["players"]:
        night("post", "/counts", {"player": player["id"], "chips": player["stack"]})
    night("post", "/count-confirmations", {"player": anna})
    night("post", "/expenses", {"player": bo, "cents": 9000, "purpose": "pizza", "but": [carl]})
    night("post", "/tips", {"player": anna, "cents": 2000})
    night("get", "/closing")
    night("get", "/settlement", kind="direct")
    night("post", "/commands", {"command": {"type": "close_night"}}, title="close")
    night("post", "/settlement", {"kind": "direct"})
    night("post", "/payments", {"transfer": 1, "cents": 25})
    night("post", "/said-payments", {"transfer": 1, "cents": 25})
    night("post", "/payment-confirmations", {"transfer": 1})
    for path in ("/payments", "/nets", "/report", "/adjudication", "/verification", "/receipt"):
        night("get", path)
    night("get", "/movements", player=anna)
    night("get", "/events", limit=ENTRIES)
    night("get", "/events/{version}", version=2)


def _club_of(client: Writing) -> dict[str, str]:
    club = client.send("post", f"{V1}/clubs", {"name": "Torsdagsklubben"})["id"]
    client.parameters["club"] = club
    ids = {}
    for name in ("Anna", "Bo", "Carl", "Dora"):
        ids[name] = client.send("post", CLUB + "/players", {"name": name}, club=club)["id"]
    dora = ids.pop("Dora")
    client.send("get", f"{V1}/clubs")
    client.send("get", CLUB, club=club)
    client.send("patch", CLUB, {"name": "Thursday Club"}, club=club)
    client.send("get", CLUB + "/players", club=club)
    client.send("get", PLAYER, club=club, player=ids["Anna"])
    client.send("patch", PLAYER, {"name": "Anna K"}, club=club, player=ids["Anna"])
    client.send("post", PLAYER + "/roles", {"role": "co_banker", "held": True}, club=club, player=ids["Carl"])
    client.send("post", PLAYER + "/opt-outs", {"out": True}, club=club, player=dora)
    client.send("post", PLAYER + "/merges", {"into": ids["Anna"]}, club=club, player=dora)
    client.send(
        "put", PLAYER + "/handles/{kind}", {"handle": "12 34 56 78"}, club=club, player=ids["Anna"], kind="mobilepay"
    )
    client.send("get", CLUB + "/handles", club=club)
    client.send("post", CLUB + "/games", {"toml": GAME}, club=club)
    client.send("get", CLUB + "/games", club=club)
    client.send("get", CLUB + "/games/{game}", club=club, game="Friday 50/50")
    client.send("post", CLUB + "/retired-games/{game}", club=club, game="Friday 50/50")
    client.send("post", CLUB + "/publications", {"published": ["standings", "nights"]}, club=club)
    client.send("post", CLUB + "/keys", {"change": "new"}, club=club)
    client.send("get", CLUB + "/keys", club=club)
    return ids


def _guests_of(client: Writing, app: Flask, ids: dict[str, str]) -> None:
    """Tokens and links, and a guest at the table who is confirmed; what goes through a browser has no example here."""
    club, anna = client.parameters["club"], ids["Anna"]
    token = client.send("post", CLUB + "/tokens", {"label": "score board", "scope": "read", "player": anna}, club=club)
    client.send("get", CLUB + "/tokens", club=club)
    client.send("post", PLAYER + "/invitations", {"hours": 24}, club=club, player=anna)
    link = client.send("post", NIGHT + "/invitations", {"uses": 10}, night="friday")["url"]
    client.send("get", CLUB + "/invitations", club=club)
    guest = app.test_client().post(urlsplit(link).path, data={"name": "Erik"}, headers={"Origin": "http://localhost"})
    assert guest.status_code == 303, guest.text
    (waiting,) = client.send("get", CLUB + "/devices", club=club)["devices"]
    client.send("post", CLUB + "/devices/{credential}/confirmation", {}, club=club, credential=waiting["id"])
    signed_in = Writing(app.test_client(), f"{V1}/openapi.json", token["token"])
    client.answers["GET /api/v1/me"] = _short(signed_in.send("get", f"{V1}/me"))


def _work_of(client: Writing) -> None:
    """Jobs."""
    club = client.parameters["club"]
    (job, *_) = client.send("get", f"{V1}/jobs", limit=ENTRIES)["jobs"]
    client.send("get", CLUB + "/jobs/{job}", club=club, job=job["key"])
    client.send("post", f"{V1}/jobs/retry", {})


def _files_of(client: Writing, app: Flask) -> None:
    """Results of earlier years: brought, asked about, recorded, and taken out again."""
    club, worker = client.parameters["club"], worker_of(app)
    table = b"date,player,in,out\n2024-01-05,Signe,100,150\n2024-01-05,Poul,100,40\n"
    files = [{"name": "years.csv", "content": base64.b64encode(table).decode()}]
    upload = client.send("post", CLUB + "/imports", {"files": files}, club=club)["id"]
    worker.run_due()
    client.send("get", CLUB + "/imports", club=club)
    client.send("get", CLUB + "/imports/{upload}", club=club, upload=upload)
    for what, body in (("answers", {"gap": "all"}), ("recording", None), ("undoing", None)):
        client.send("post", CLUB + "/imports/{upload}/" + what, body, club=club, upload=upload)
        worker.run_due()


def _played(client: Writing, app: Flask) -> dict[str, Any]:
    ids = _club_of(client)
    _night_of(client, ids)
    _guests_of(client, app, ids)
    _work_of(client)
    _files_of(client, app)
    club, anna = client.parameters["club"], ids["Anna"]
    client.send("get", f"{V1}/nights", club=club)
    client.send("get", CLUB + "/standings", club=club)
    client.send("get", CLUB + "/reminders", club=club, days=0)
    asked = client.send("post", CLUB + "/verifications", {}, club=club)
    client.send("get", CLUB + "/verifications/{job}", club=club, job=asked["job"])
    for path in ("/account", "/season"):
        client.send("get", PLAYER + path, club=club, player=anna)
    client.send("post", CLUB + "/settlement", {"kind": "direct"}, club=club)
    client.send("get", f"{V1}/games", q="straight poker")
    client.send("get", V1 + "/games/{rulebook}/{game}", rulebook="enemaerke", game="Straight Poker")
    client.send("post", f"{V1}/judgements", CASE)
    refused = client.http.post(
        f"{V1}/nights/friday/loans",
        json={"player": anna, "chips": 50},
        headers={"Authorization": f"Bearer {TOKEN}", "Idempotency-Key": "late"},
    )
    return {
        "parameters": dict(sorted(client.parameters.items())),
        "bodies": client.bodies,
        "answers": client.answers,
        "problem": refused.json,
    }


def test_every_body_and_every_answer_has_an_example_from_a_night_that_was_played(client, app):
    found = _played(client, app)
    if WRITING:
        FILE.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        document.played.cache_clear()
        whole_document.cache_clear()
    written = json.loads(FILE.read_text(encoding="utf-8"))
    for part in ("bodies", "answers"):
        assert {name: _shape(value) for name, value in found[part].items()} == {
            name: _shape(value) for name, value in written[part].items()
        }, HOW_TO_WRITE
    assert set(found["problem"]) == set(written["problem"]), HOW_TO_WRITE


def _shape(value: Any) -> Any:
    """What an example is like, without what chance and the clock have put into it."""
    if isinstance(value, dict):
        # Names may be ids.
        return {name: _shape(inner) for name, inner in value.items() if not re.fullmatch(r"p[a-z0-9]{10}", name)}
    if isinstance(value, list):
        return [_shape(inner) for inner in value[:1]]
    # What is first in a list may be another one each time.
    return ""


def test_every_example_is_what_its_schema_says(client):
    document = client.document
    missing = []
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            assert operation["operationId"]
            bodies = operation.get("requestBody", {}).get("content", {}).values()
            answers = [
                content
                for code, answer in operation["responses"].items()
                if code in ("200", "201", "202")
                for kind, content in answer.get("content", {}).items()
                if kind == "application/json"
            ]
            for content in (*bodies, *answers):
                values = [one["value"] for one in content.get("examples", {}).values()]
                values += [content["example"]] if "example" in content else []
                if not values and not path.endswith(NOT_PLAYED):
                    missing.append(f"{method} {path}")
                for value in values:
                    client.check(content["schema"], value)
    assert missing == []
    problem = document["components"]["responses"]["DEFAULT_ERROR"]["content"]["application/problem+json"]
    client.check(problem["schema"], problem["example"])
    assert problem["example"]["code"]


def test_every_parameter_with_an_example_takes_it(client):
    for path, item in client.document["paths"].items():
        for method, operation in item.items():
            parameters = item.get("parameters", []) if method == "parameters" else operation.get("parameters", [])
            for parameter in parameters:
                if "example" in parameter:
                    jsonschema_rs.Draft202012Validator(parameter["schema"]).validate(parameter["example"])
                else:
                    assert parameter["in"] == "query", (path, parameter["name"])
    named = [
        one["operationId"] for item in client.document["paths"].values() for m, one in item.items() if m != "parameters"
    ]
    assert len(named) == len(set(named))
