"""A client that knows only the OpenAPI document plays a whole night, from the club to the last payment."""

from __future__ import annotations

import pytest

from tests.service.api.conftest import TOKEN
from tests.service.api.rest_client import DocumentedClient

V1 = "/api/v1"
NIGHT = V1 + "/nights/{night}"


@pytest.fixture
def client(app_on_both) -> DocumentedClient:
    return DocumentedClient(app_on_both.test_client(), f"{V1}/openapi.json", TOKEN)


def test_a_whole_night_is_played_to_the_frozen_plan_by_the_document_alone(client):
    ids = begun(client)
    anna, bo, carl, dora = ids.values()
    for dealer in (bo, carl):
        play_a_hand(client, dealer=dealer)
    send(client, "post", "/loans", {"player": carl, "chips": 100})
    send(client, "post", "/buy-ins", {"player": anna, "chips": 40})
    send(client, "post", "/cash-outs", {"player": dora, "chips": 20, "paid": True})
    wrong = send(client, "post", "/loans", {"player": dora, "chips": 500})["version"]
    assert send(client, "post", "/strikes/what-if", {"versions": [wrong], "reason": "?"})["players"][0]["id"] == dora
    send(client, "post", "/strikes", {"versions": [wrong], "reason": "typed for the wrong player"})
    counts = {player["id"]: player["stack"] for player in send(client, "get", "")["players"]}
    counts[anna] -= 3
    for player, chips in counts.items():
        send(client, "post", "/counts", {"player": player, "chips": chips})
    # Reading an event by its number is not looking at the night.
    before = client.etag
    send(client, "get", "/events/{version}", version=1)
    assert client.etag == before
    command(client, {"type": "close_night"})
    assert send(client, "get", "")["gap"] == 3
    command(client, {"type": "resolve_gap", "by": "banker"})
    assert sum(net["result_cents"] for net in send(client, "get", "/nets")["nets"]) == 0
    planned = send(client, "get", "/settlement", kind="direct")
    send(client, "post", "/settlement", {"kind": "direct"})
    frozen = send(client, "get", "/settlement")
    assert frozen["frozen"]
    assert frozen["transfers"] == planned["transfers"]
    for transfer in frozen["transfers"]:
        send(client, "post", "/payments", {"transfer": transfer["number"], "cents": 1})
        send(client, "post", "/payments", {"transfer": transfer["number"]})
    assert send(client, "get", "/payments")["open_cents"] == 0
    assert send(client, "get", "/adjudication")["agrees"]
    assert send(client, "get", "/report")["verdict"]["phase"] == "settled"
    assert all_events(client) == send(client, "get", "")["version"]


def begun(client: DocumentedClient) -> dict[str, str]:
    """Four players at an open night, seated in one batch."""
    club = client.send("post", f"{V1}/clubs", {"name": "Torsdagsklubben"})["id"]
    path = V1 + "/clubs/{club}/players"
    ids = {name: client.send("post", path, {"name": name}, club=club)["id"] for name in ("Anna", "Bo", "Carl", "Dora")}
    assert [one["name"] for one in client.send("get", path, club=club)["players"]] == sorted(ids)
    opening = {"night": "friday", "club": club, "banker": ids["Bo"], "rules": {"initial_loan": 150, "auto": "all"}}
    client.send("post", f"{V1}/nights", opening)
    seats = [{"command": {"type": "seat_player", "player": player}} for player in ids.values()]
    send(client, "post", "/batches", {"commands": seats})
    assert client.send("get", f"{V1}/nights", club=club)["nights"][0]["night"] == "friday"
    return ids


def play_a_hand(client: DocumentedClient, dealer: str) -> None:
    """One hand by what the API says may be done: the first bets, the others call, all but one give up."""
    game = client.send("get", f"{V1}/games", q="straight poker")["games"][0]
    assert client.send("get", V1 + "/games/{rulebook}/{game}", rulebook=game["rulebook"], game=game["name"])["rules"]
    send(client, "post", "/hands", {"game": game["name"], "dealer": dealer})
    bets = 0
    while choices := send(client, "get", "/choices")["choices"]:
        acts = {choice["act"]: choice for choice in choices}
        if "bet" in acts and not bets:
            bets += 1
            chosen, more = acts["bet"], {"chips": acts["bet"]["most"]}
        elif "muck" in acts and len({choice["player"] for choice in choices if choice["act"] == "muck"}) > 2:
            chosen, more = acts["muck"], {}
        elif "win" in acts:
            left = [choice["player"] for choice in choices if choice["act"] == "muck"]
            command(client, {"type": acts["win"]["command"], "rankings": [[left]]})
            continue
        else:
            chosen, more = acts.get("call") or acts.get("check") or choices[0], {}
        said = {"type": chosen["command"], **more}
        command(client, said | ({"player": chosen["player"]} if chosen["player"] else {}))


def command(client: DocumentedClient, said: dict[str, object]) -> dict[str, object]:
    return send(client, "post", "/commands", {"command": said})


def send(client: DocumentedClient, method: str, path: str, body: object = None, **values: object):
    return client.send(method, NIGHT + path, body, night="friday", **values)


def all_events(client: DocumentedClient) -> int:
    """Reads the events page by page and each of the first by its number; how many there are."""
    page = send(client, "get", "/events", limit=40)
    found = page["events"]
    while page["next"]:
        page = send(client, "get", "/events", limit=40, after=page["next"])
        found += page["events"]
    assert [event["version"] for event in found] == list(range(1, len(found) + 1))
    assert send(client, "get", "/events/{version}", version=1) == found[0]
    return len(found)
