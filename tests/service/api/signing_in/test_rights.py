"""Who may do what: every route, asked by everybody, of their own club and of another."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from service.api.context import EXTENSION
from service.people.rights import Who
from service.web import rooms as page_rooms
from tests.service.api.evening import TOKEN, Banker, Onlooker, Table, an_evening, publish

# Who asks: the keeper of the book; a banker, a co-banker, a player and a viewer of the club; a player who has the bank of the
# night; a stranger; the banker of another club; and with a token only to look, and only to play, the banker of the club.
ASKING = ("keeper", "banker", "co_banker", "player", "viewer", "bank", "stranger", "other", "reads", "plays")
# y: yes. n: they may not (403). x: for them it is not there (404). p: they have to prove who they are (401).
# A page stands as ~ and its path; a page that speaks of the reader's own club is none for the keeper, who has no club.
WHO_MAY = """
                                             keeper banker co_banker player viewer bank  stranger other  reads plays
GET    /healthz                                 y      y      y        y      y     y       y       y      y     y
GET    /readyz                                  y      y      y        y      y     y       y       y      y     y
GET    /metrics                                 y      n      n        n      n     n       p       n      n     n
GET    /docs/                                   y      y      y        y      y     y       y       y      y     y
GET    /guide/                                  y      y      y        y      y     y       y       y      y     y
GET    /guide/guide.css                         y      y      y        y      y     y       y       y      y     y
GET    /docs/{path}                             y      y      y        y      y     y       y       y      y     y
GET    /openapi.json                            y      y      y        y      y     y       y       y      y     y
POST   /judgements                              y      y      y        y      y     y       y       y      y     y
GET    /games                                   y      y      y        y      y     y       y       y      y     y
GET    /games/{rulebook}/{game}                 y      y      y        y      y     y       y       y      y     y
GET    /clubs                                   y      y      y        y      y     y       y       y      y     y
POST   /clubs                                   y      n      n        n      n     n       p       n      n     n
GET    /clubs/{club}                            y      y      y        y      y     y       p       x      y     y
PATCH  /clubs/{club}                            y      y      n        n      n     n       p       x      n     n
POST   /clubs/{club}/publications               y      y      n        n      n     n       p       x      n     n
POST   /clubs/{club}/verifications              y      y      y        n      n     n       p       x      n     n
GET    /clubs/{club}/verifications/{job}        y      y      y        n      n     n       p       x      n     n
POST   /clubs/{club}/players/{player}/merges    y      y      n        n      n     n       p       x      n     n
GET    /clubs/{club}/imports                    y      y      y        n      n     n       p       x      n     n
POST   /clubs/{club}/imports                    y      y      y        n      n     n       p       x      n     n
GET    /clubs/{club}/imports/{upload}           y      y      y        n      n     n       p       x      n     n
DELETE /clubs/{club}/imports/{upload}           y      y      y        n      n     n       p       x      n     n
POST   /clubs/{club}/imports/{upload}/answers   y      y      y        n      n     n       p       x      n     n
POST   /clubs/{club}/imports/{upload}/recording y      y      y        n      n     n       p       x      n     n
POST   /clubs/{club}/imports/{upload}/undoing   y      y      y        n      n     n       p       x      n     n
GET    /clubs/{club}/exports/{export}           y      y      y        n      n     n       p       x      n     n
GET    /nights/{night}/exports/{export}         y      y      y        y      y     y       p       x      y     y
GET    /clubs/{club}/players                    y      y      y        y      y     y       p       x      y     y
POST   /clubs/{club}/players                    y      y      y        n      n     n       p       x      n     n
GET    /clubs/{club}/players/{player}           y      y      y        y      y     y       p       x      y     y
PATCH  /clubs/{club}/players/{player}           y      y      n        n      n     n       p       x      n     n
DELETE /clubs/{club}/players/{player}           y      y      n        n      n     n       p       x      n     n
GET    /clubs/{club}/players/{player}/account   y      y      y        y      y     y       p       x      y     y
GET    /clubs/{club}/players/{player}/season    y      y      y        y      y     y       p       x      y     y
POST   /clubs/{club}/players/{player}/opt-outs  y      y      y        y      n     y       p       x      n     y
POST   /clubs/{club}/players/{player}/roles     y      y      n        n      n     n       p       x      n     n
GET    /nights/{night}/requests                  y y y y y y p x y y
POST   /nights/{night}/requests                  y y y y n y p x n y
POST   /nights/{night}/count-confirmations       y y y y n y p x n y
POST   /nights/{night}/payment-confirmations     y y y y n y p x n y
POST   /nights/{night}/said-counts               y y y y n y p x n y
POST   /nights/{night}/said-payments             y y y y n y p x n y
POST   /nights/{night}/signatures                y y y y n y p x n y
POST   ~/nights/{night}/signature                        y y y y n y p x n y
POST   /nights/{night}/heard-answers             y y y n n y p x n n
POST   ~/nights/{night}/heard                            y y y n n y p x n n
POST   /nights/{night}/request-withdrawals       y y y y n y p x n y
POST   /nights/{night}/dispute-withdrawals       y y y y n y p x n y
POST   /nights/{night}/approvals                 y y y n n y p x n n
POST   /nights/{night}/declines                  y y y n n y p x n n
POST   /nights/{night}/handovers                 y y y n n y p x n n
GET    ~/nights/{night}/close                            y y y y y y p x y y
POST   ~/nights/{night}/close                            y y y y y y p x n y
GET    ~/nights/{night}/expenses                         y y y y y y p x y y
POST   ~/nights/{night}/expenses                         y y y y n y p x n y
GET    ~/nights/{night}/players/{player}                 y y y n n y p x n n
POST   ~/nights/{night}/players/{player}                 y y y n n y p x n n
GET    ~/nights/{night}/transfers/{transfer}/code.svg    x x x x x x p x x x
GET    /clubs/{club}/jobs/{job}                  y n n n n n p x n n
GET    /clubs/{club}/jobs/{job}/files/{file}     y n n n n n p x n n
POST   /clubs/{club}/jobs/{job}/retry            y n n n n n p x n n
GET    /jobs                                     y n n n n n p n n n
POST   /jobs/retry                               y n n n n n p n n n
GET    /clubs/{club}/handles                    y      y      y        n      n     n       p       x      n     n
PUT    /clubs/{club}/players/{player}/handles/{kind}    y y y y n y p x n y
DELETE /clubs/{club}/players/{player}/handles/{kind}    y y y y n y p x n y
GET    /clubs/{club}/tokens                             y y n n n n p x n n
POST   /clubs/{club}/tokens                             y y n n n n p x n n
DELETE /clubs/{club}/tokens/{credential}                y y n n n n p x n n
GET    /clubs/{club}/invitations                        y y n n n n p x n n
DELETE /clubs/{club}/invitations/{credential}           y y n n n n p x n n
POST   /clubs/{club}/players/{player}/invitations       y y n n n n p x n n
POST   /nights/{night}/invitations                      y y n n n n p x n n
GET    /clubs/{club}/devices                            y y n n n n p x n n
DELETE /clubs/{club}/devices/{credential}               y y n n n n p x n n
POST   /clubs/{club}/devices/{credential}/confirmation  y y n n n n p x n n
GET    /me                                              y y y y y y y y y y
DELETE /me/devices/{credential}                         p y y y y y p y n n
POST   /me/passkey-options                              p y y y y y p y n n
POST   /me/passkeys                                     y y y y y y p y n n
DELETE /me/passkeys/{credential}                        p y y y y y p y n n
POST   /sign-in                                         y y y y y y y y y y
POST   /sign-in/options                                 y y y y y y y y y y
GET    /clubs/{club}/reminders                  y      y      y        n      n     n       p       x      n     n
POST   /clubs/{club}/settlement                 y      y      y        n      n     n       p       x      n     n
GET    /clubs/{club}/standings                  y      y      y        y      y     y       p       x      y     y
GET    /clubs/{club}/standings.pdf                      y y y y y y p x y y
GET    /clubs/{club}/standings.png                      y y y y y y p x y y
GET    /clubs/{club}/games                      y      y      y        y      y     y       p       x      y     y
POST   /clubs/{club}/games                      y      y      n        n      n     n       p       x      n     n
GET    /clubs/{club}/games/{game}               y      y      y        y      y     y       p       x      y     y
POST   /clubs/{club}/retired-games/{game}       y      y      n        n      n     n       p       x      n     n
GET    /clubs/{club}/keys                       y      y      y        y      y     y       p       x      y     y
POST   /clubs/{club}/keys                       y      y      n        n      n     n       p       x      n     n
GET    /nights                                  y      y      y        y      y     y       y       y      y     y
POST   /nights                                  y      y      y        n      n     n       p       y      n     n
GET    /nights/{night}                          y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/table                    y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/choices                  y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/events                   y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/events/{version}         y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/stream                   y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/nets                     y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/movements                y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/settlement               y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/closing                  y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/payments                 y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/disputes                 y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/report                   y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/report.pdf               y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/report.png               y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/hands.phh                y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/receipt                  y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/adjudication             y      y      y        y      y     y       p       x      y     y
GET    /nights/{night}/verification             y      y      y        y      y     y       p       x      y     y
POST   /nights/{night}/strikes/what-if          y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/corrections/what-if      y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/commands                 y      y      y        y      n     y       p       x      n     y
POST   /nights/{night}/batches                  y      y      y        y      n     y       p       x      n     y
POST   /nights/{night}/disputes                 y      y      y        y      n     y       p       x      n     y
POST   /nights/{night}/seats                    y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/loans                    y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/buy-ins                  y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/cash-outs                y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/counts                   y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/expenses                 y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/tips                     y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/hands                    y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/rulings                  y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/strikes                  y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/corrections              y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/settlement               y      y      y        n      n     y       p       x      n     n
POST   /nights/{night}/payments                 y      y      y        n      n     y       p       x      n     n
GET    ~/                                                      y y y y y y y y y y
POST   ~/club                                                  p y n n n n p y n n
GET    ~/nights/{night}                                        y y y y y y p x y y
POST   ~/nights/{night}/acts                                   y y y y y y p x n y
POST   ~/nights/{night}/guests/{credential}                    x x x n n x p x n n
GET    ~/nights/{night}/guests                                 y y y n n y p x n n
GET    ~/nights/{night}/hands                                  y y y y y y p x y y
GET    ~/nights/{night}/hands/{rulebook}/{name}                y y y y y y p x y y
POST   ~/nights/{night}/hands/{rulebook}/{name}                y y y n n y p x n n
GET    ~/nights/{night}/join                                   y y y n n y p x n n
POST   ~/nights/{night}/join                                   y y y n n y p x n n
POST   ~/nights/{night}/seats                                  y y y n n y p x n n
POST   ~/nights/{night}/lines                                  y y y n n y p x n n
GET    ~/nights/{night}/outcome                                y y y n n y p x n n
GET    ~/nights/{night}/mine                                   y y y y y y p x y y
POST   ~/nights/{night}/mine                                   y y y y y y p x n y
POST   ~/nights/{night}/requests/{number}                      y y y n n y p x n n
GET    ~/nights/{night}/screen                                 y y y y y y p x y y
GET    ~/nights/{night}/waiting                                y y y n n y p x n n
GET    ~/open                                                  p y y n n n p y n n
POST   ~/open                                                  p y y n n n p y n n
GET    ~/invite                                                p y y n n n p y n n
GET    ~/witness                                               p y y y y y p y y y
GET    ~/invite.ics                                            p y y n n n p y n n
GET    ~/people                                                p y y y y y p y y y
POST   ~/people                                                p y y n n n p y n n
POST   ~/people/devices/{credential}                           p y n n n n p y n n
POST   ~/people/guests/{credential}                            p x n n n n p x n n
POST   ~/people/links/{credential}                             p y n n n n p y n n
GET    ~/people/{player}                                       p y y y y y p x y y
POST   ~/people/{player}/forget                                p y n n n n p x n n
POST   ~/people/{player}/link                                  p y n n n n p x n n
POST   ~/people/{player}/name                                  p y n n n n p x n n
POST   ~/people/{player}/roles                                 p y n n n n p x n n
POST   ~/preferences                                           y y y y y y y y y y
POST   ~/publications                                          p y n n n n p y n n
GET    ~/help                                           y y y y y y y y y y
GET    ~/help/{name}                                    x x x x x x x x x x
GET    ~/pages/{look}.css                               y y y y y y y y y y
GET    ~/nights/{night}/report                          y y y y y y p x y y
GET    ~/nights/{night}/replay                          y y y y y y p x y y
GET    ~/nights/{night}/replay/{version}                y y y y y y p x y y
GET    ~/nights/{night}/disputes                        y y y y y y p x y y
POST   ~/nights/{night}/disputes                        y y y y y y p x n y
GET    ~/nights/{night}/faults                          y y y n n y p x n n
GET    ~/nights/{night}/put-right                       y y y n n y p x n n
POST   ~/nights/{night}/put-right                       y y y n n y p x n n
GET    ~/chips                                          p y n n n n p y n n
POST   ~/chips                                          p y n n n n p y n n
GET    ~/notifications                                  p y n n n n p y n n
POST   ~/notifications                                  p y n n n n p y n n
POST   ~/notifications/{receiver}/test                  p x n n n n p x n n
POST   ~/notifications/{receiver}/removal               p y n n n n p y n n
POST   ~/people/{player}/merge                          p y n n n n p x n n
POST   ~/people/{player}/split/{other}                  p y n n n n p x n n
GET    ~/in-and-out                                     p y y n n n p y n n
POST   ~/in-and-out/imports                             p y y n n n p y n n
GET    ~/in-and-out/{upload}                            p x x n n n p x n n
POST   ~/in-and-out/{upload}/answers                    p x x n n n p x n n
POST   ~/in-and-out/{upload}/recording                  p x x n n n p x n n
POST   ~/in-and-out/{upload}/undoing                    p x x n n n p x n n
POST   ~/in-and-out/{upload}/dropping                   p y y n n n p y n n
GET    ~/standings                                      y y y y y y y y y y
GET    ~/clubs/{club}/standings                         y y y y y y p x y y
GET    ~/clubs/{club}/standings.csv                     y y y y y y p x y y
GET    ~/me/account                                     p x x y x y p y n n
GET    ~/nights/{night}/report/accounts                 y y y y y y p x y y
GET    ~/nights/{night}/report/hands                    y y y y y y p x y y
GET    ~/games                                            y y y y y y y y y y
GET    ~/games/{rulebook}/{name}                          x x x x x x x x x x
GET    ~/own-games                                        y y y y y y p y n n
POST   ~/own-games                                        p y y n n n p y n n
POST   ~/own-games/trial                                  y y y y y y p y n n
GET    ~/own-games/{name}                                 p x x x x x p x n n
"""
# Whoever may say something at a night may dispute; which club they are of is known when it is known what they say.
SAYING = (
    *("/commands", "/batches", "/disputes", "/dispute-withdrawals", "/requests", "/request-withdrawals"),
    *("/said-counts", "/said-payments", "/count-confirmations", "/payment-confirmations"),
)
# What each publication opens to everybody, besides the club itself with its games and keys.
OPENED = {
    "standings": {
        "/clubs/{club}/standings",
        "/clubs/{club}/standings.pdf",
        "/clubs/{club}/standings.png",
        "/clubs/{club}/players/{player}/season",
    },
    "nights": {
        f"/nights/{{night}}{what}"
        for what in (
            *("", "/table", "/choices", "/events", "/events/{version}", "/stream", "/nets", "/movements"),
            *("/settlement", "/closing", "/payments", "/requests", "/disputes"),
        )
    },
    "reports": {
        f"/nights/{{night}}/{what}"
        for what in ("report", "report.pdf", "report.png", "hands.phh", "receipt", "exports/{export}")
    },
}
OPENED_BY_ANY = {
    "/clubs/{club}",
    "/clubs/{club}/games",
    "/clubs/{club}/games/{game}",
    "/clubs/{club}/keys",
}


def rows() -> dict[tuple[str, str], dict[str, str]]:
    head, *lines = WHO_MAY.strip().splitlines()
    assert tuple(head.split()) == ASKING
    return {(method, path): dict(zip(ASKING, marks, strict=True)) for method, path, *marks in map(str.split, lines)}


@pytest.fixture
def clients(app, table) -> dict[str, Banker]:
    """Everybody who may ask, by the name of their column."""
    other = an_evening(table.banker, "elsewhere", seated=False)
    banker = Who(club=table.club, player="p-banker", roles=frozenset({"banker"}))
    people = {
        "banker": banker,
        "co_banker": replace(banker, player="p-co", roles=frozenset({"co_banker"})),
        "player": replace(banker, player=table.ids["Anna"], roles=frozenset({"player"})),
        "viewer": replace(banker, player="p-viewer", roles=frozenset({"viewer"})),
        # Bo has the bank of the night, and is a player of the club.
        "bank": replace(banker, player=table.ids["Bo"], roles=frozenset({"player"})),
        "other": Who(club=other.club, player=other.ids["Bo"], roles=frozenset({"banker"})),
        "reads": replace(banker, scope="read"),
        "plays": replace(banker, scope="play"),
    }
    app.extensions[EXTENSION].credentials.known.update(people)
    tokens = {name: name for name in people} | {"keeper": TOKEN, "stranger": ""}
    return {name: Banker(app.test_client(), tokens[name], taps=name) for name in ASKING}


def ask(client: Onlooker, method: str, path: str, table: Table, who: str) -> str:
    """The mark of the answer."""
    named = {"night": table.night, "club": table.club, "player": "p-nobody", "version": "1", "path": "index.css"}
    named |= {"rulebook": "enemaerke", "game": "Straight Poker", "transfer": "1"}
    is_page, path = path.startswith("~"), path.removeprefix("~")
    if is_page:
        named["player"] = table.ids["Carl"]
    prefix = "" if is_page or path.startswith(("/docs", "/guide", "/metrics", "/healthz", "/readyz")) else "/api/v1"
    asked: dict[str, object] = {"headers": dict(client.headers)}
    named |= {"upload": "i1", "receiver": "r1", "export": "night.xlsx" if path.startswith("/nights") else "results.csv"}
    named |= {"other": table.ids["Anna"]}
    named |= {"kind": "mobilepay", "credential": "x", "job": "render:n:1", "file": "1.txt"}
    named |= {"number": "1", "name": "Straight Poker" if "/hands/" in path else "scroker", "look": "report"}
    if path.endswith(("/opt-outs", "/handles/{kind}")):
        named["player"] = table.ids["Anna" if who == "player" else "Bo"] if who in ("player", "bank") else "p-banker"
    if path.startswith(("/sign-in", "/preferences")):
        asked["headers"] |= {"Origin": "http://localhost"}
    if path.endswith("/movements"):
        asked["query_string"] = {"player": table.ids["Anna"]}
    if method == "POST" and path.endswith(SAYING):
        asked["json"] = saying(path, table, who)
        asked["headers"] |= {"Idempotency-Key": f"{who}{path}"}
    answer = client.http.open(prefix + path.format(**named), method=method, **asked)
    answer.close()
    assert answer.status_code < 500, path
    code = (answer.json or {}).get("code") if answer.is_json else ""
    if answer.status_code in (401, 403):
        return "p" if answer.status_code == 401 else "n"
    return "x" if code in ("night_missing", "club_missing") or (is_page and answer.status_code == 404) else "y"


def saying(path: str, table: Table, who: str) -> dict[str, object]:
    own = {"player": table.ids["Anna"], "bank": table.ids["Bo"], "plays": "p-banker"}.get(who, table.ids["Carl"])
    dispute = {"by": own, "words": "That was not so."}
    said = {"command": {"type": "raise_dispute", **dispute}}
    bodies: dict[str, dict[str, object]] = {
        "/commands": said,
        "/batches": {"commands": [said]},
        "/disputes": dispute,
        "/requests": {"player": own, "chips": 10},
        "/dispute-withdrawals": {"by": own, "dispute": 1},
        "/request-withdrawals": {"player": own, "request": 1},
        "/said-counts": {"player": own, "chips": 10},
        "/said-payments": {"player": own, "transfer": 1},
        "/count-confirmations": {"player": own},
        "/payment-confirmations": {"player": own, "transfer": 1},
    }
    return bodies["/" + path.rpartition("/")[2]]


@pytest.mark.usefixtures("nothing_is_typeset")
def test_every_route_answers_everybody_as_the_table_says(app, table, clients):
    expected = rows()
    assert routes_of(app) == set(expected)
    wrong = [
        f"{method} {path} for {who}: {found}, not {mark}"
        for (method, path), marks in expected.items()
        for who, mark in marks.items()
        if (found := ask(clients[who], method, path, table, who)) != mark
    ]
    assert wrong == []


def routes_of(app: Flask) -> set[tuple[str, str]]:
    """Every route; not the pages to sign in, which have a test of their own."""
    pages = {blueprint.name for blueprint in page_rooms()}
    return {
        (
            method,
            ("~" if rule.endpoint.partition(".")[0] in pages else "")
            + re.sub(r"<(?:[^>]*:)?(\w+)>", r"{\1}", rule.rule).removeprefix("/api/v1"),
        )
        for rule in app.url_map.iter_rules()
        if not rule.endpoint.startswith("pages.")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }


@pytest.mark.usefixtures("nothing_is_typeset")
def test_what_a_club_publishes_is_open_to_everybody_and_nothing_else_is(table, clients):
    wrong = []
    for what, opened in OPENED.items():
        publish(table, what)
        for (method, path), marks in rows().items():
            if marks["stranger"] == "y" or path.startswith(("~", "/me/")) or path in ("/clubs", "/nights", "/metrics"):
                continue
            is_open = method == "GET" and path in opened | OPENED_BY_ANY
            # Of a night that they may not see, members of another club are not told that it is there.
            hidden = "x" if path.startswith("/nights/") and what == "standings" else "n"
            for who, mark in (("stranger", "p"), ("other", hidden)):
                found = ask(clients[who], method, path, table, who)
                if found != ("y" if is_open else mark):
                    wrong.append(f"{what}: {method} {path} for {who}: {found}")
    assert wrong == []


def test_what_is_no_longer_published_is_closed_again(table, clients):
    publish(table, "nights", "standings")
    assert clients["stranger"].get(table.path).status_code == 200
    publish(table)
    assert clients["stranger"].get(table.path).status_code == 401
    assert clients["other"].get(table.path).status_code == 404


def test_a_stranger_cannot_tell_what_is_not_there_from_what_is_closed(table, clients):
    stranger = clients["stranger"]
    for closed, missing in ((table.path, "/nights/nowhere"), (f"/clubs/{table.club}", "/clubs/nowhere")):
        answers = [stranger.get(path) for path in (closed, missing)]
        assert {answer.status_code for answer in answers} == {401}
        assert answers[0].json == answers[1].json


def test_another_clubs_member_cannot_tell_what_is_not_there_from_what_is_closed(table, clients):
    other = clients["other"]
    closed, missing = other.get(table.path).json, other.get("/nights/nowhere").json
    assert str(closed).replace(table.night, "nowhere") == str(missing)
    loan = {"player": table.ids["Anna"], "chips": 1}
    for path, body in (("/loans", loan), ("/commands", {"command": {"type": "give_loan", **loan}}), ("/loans", {})):
        answers = [other.post(f"/nights/{night}{path}", body) for night in (table.night, "nowhere")]
        assert {answer.status_code for answer in answers} == {422 if path == "/commands" and not body else 404}


def test_a_night_is_opened_by_the_bank_of_its_club(table, clients):
    opening = {"night": "saturday", "club": table.club, "banker": table.ids["Bo"]}
    assert clients["other"].post("/nights", opening).json["code"] == "club_missing"
    assert clients["player"].post("/nights", opening).json["code"] == "role_may_not"
    assert (
        clients["other"].post("/nights/saturday/commands", {"command": {"type": "open_night", **opening}}).status_code
        == 404
    )
    assert clients["co_banker"].post("/nights", opening).status_code == 201


def test_the_lists_show_everybody_what_is_theirs_or_published(table, clients):
    def seen(who: str) -> tuple[list[str], list[str]]:
        clubs, nights = clients[who].get("/clubs").json["clubs"], clients[who].get("/nights").json["nights"]
        return [club["name"] for club in clubs], [night["night"] for night in nights]

    assert seen("keeper") == (["Klub elsewhere", "Klub friday"], ["friday", "elsewhere"])
    assert seen("viewer") == (["Klub friday"], ["friday"])
    assert seen("other") == (["Klub elsewhere"], ["elsewhere"])
    assert seen("stranger") == ([], [])
    publish(table, "standings")
    assert seen("stranger") == (["Klub friday"], [])
    publish(table, "nights")
    assert seen("stranger") == (["Klub friday"], ["friday"])
    assert seen("other") == (["Klub elsewhere"], ["elsewhere"])
    assert clients["other"].get("/nights", club=table.club).json["nights"][0]["night"] == "friday"
    assert clients["stranger"].get("/nights", club="nowhere").status_code == 401
    assert clients["viewer"].get("/nights", club="nowhere").json["code"] == "club_missing"


def test_a_cursor_tells_of_no_night_that_one_may_not_know(table, clients):
    for who in ("stranger", "other"):
        assert clients[who].get("/nights", after=table.night).json["code"] == "unknown_cursor"
    assert clients["viewer"].get("/nights", after=table.night).json == {"nights": [], "next": None}
    publish(table, "nights")
    assert clients["stranger"].get("/nights", after=table.night).json == {"nights": [], "next": None}


def test_the_games_of_a_club_are_for_those_who_may_know_of_it(table, clients):
    case = {"game": "Straight Poker", "players": {"Anna": {"cards": "As Ks Jd Qs 10s"}}}
    for who, status in (("stranger", 401), ("other", 404), ("viewer", 200)):
        assert clients[who].get("/games", club=table.club).status_code == status
        answer = clients[who].http.post(
            f"/api/v1/judgements?club={table.club}", json=case, headers=clients[who].headers
        )
        assert (answer.status_code in (200, 409)) == (status == 200), answer.json
    publish(table, "reports")
    assert clients["stranger"].get("/games", club=table.club).status_code == 200


def test_the_debts_of_other_nights_are_no_part_of_a_published_night(table, clients):
    publish(table, "nights")
    path = f"{table.path}/settlement"
    assert clients["stranger"].get(path).status_code == 200
    assert clients["stranger"].get(path, old_debts="true").status_code == 401
    assert clients["viewer"].get(path, old_debts="true").json["code"] == "no_old_debts"


def say(client: Banker, table: Table, *said: dict[str, object]) -> dict[str, object]:
    if len(said) == 1:
        return client.post(f"{table.path}/commands", {"command": said[0]}, version=table.version).json
    return client.post(f"{table.path}/batches", {"commands": [{"command": one} for one in said]}).json


def test_a_player_speaks_for_themself_only(table, clients):
    anna, carl = table.ids["Anna"], table.ids["Carl"]
    player = clients["player"]
    raised = say(player, table, {"type": "raise_dispute", "by": anna, "words": "I had 20 more."})
    assert raised["events"][0]["actor"] == f"player:{anna}"
    refused = say(player, table, {"type": "raise_dispute", "by": carl, "words": "He had 20 more."})
    assert refused["code"] == "not_for_another"
    assert refused["detail"] == f"A player speaks for themself: the field by has to be your own id, {anna}."
    say(clients["bank"], table, {"type": "raise_dispute", "by": carl, "words": "He says he had 20 more."})
    # The rules would fill in whose dispute it is.
    assert say(player, table, {"type": "withdraw_dispute", "dispute": 2})["code"] == "not_their_dispute"
    assert say(player, table, {"type": "answer_dispute", "dispute": 2, "by": anna, "words": "No."})["version"]
    assert say(player, table, {"type": "withdraw_dispute", "dispute": 1})["events"][0]["data"]["by"] == anna
    assert say(player, table, {"type": "resolve_dispute", "dispute": 2, "words": "Agreed."})["code"] == "role_may_not"


def test_a_player_records_nothing_for_the_table_and_whoever_has_the_bank_does(table, clients):
    anna, beyond = table.ids["Anna"], ("role_may_not", "token_may_not", "night_missing")
    for act in ("give_loan", "count_chips", "bet", "fold", "show_hand"):
        more = {"cards": ["As"]} if act == "show_hand" else {} if act == "fold" else {"chips": 5}
        said = {"type": act, "player": anna, **more}
        assert [say(clients[who], table, said)["code"] for who in ("player", "plays")] == list(beyond[:2])
        for who in ("bank", "co_banker", "banker"):
            assert say(clients[who], table, said).get("code") not in beyond, (act, who)


def test_a_player_sets_no_rule_aside(table, clients):
    waived = [{"rule": "looks_like_a_repeat", "reason": "it is none"}]
    act = {"type": "raise_dispute", "by": table.ids["Anna"], "words": "No.", "waived": waived}
    assert say(clients["player"], table, act)["code"] == "may_not_waive"


def test_a_batch_with_one_command_too_much_records_nothing_and_names_it(table, clients):
    before = table.version
    dispute = {"type": "raise_dispute", "by": table.ids["Anna"], "words": "No."}
    refused = say(clients["player"], table, dispute, {"type": "give_loan", "player": table.ids["Anna"], "chips": 5})
    assert (refused["code"], refused["index"], table.version) == ("role_may_not", 1, before)


def test_a_refusal_says_what_it_would_take(table, clients):
    loan = {"player": table.ids["Anna"], "chips": 5}
    told = {who: clients[who].post(f"{table.path}/loans", loan).json["detail"] for who in ("player", "reads")}
    assert told == {
        "player": "Only a banker, a co-banker or the banker of the night may run the bank; you are a player of this club.",
        "reads": "This token has the scope read; to run the bank takes one with the scope bank.",
    }
    publish(table, "nights")
    assert clients["other"].post(f"{table.path}/loans", loan).json["detail"] == (
        "You are not a member of this club; only members may run the bank."
    )


def test_whoever_only_looks_is_told_that_players_speak_for_themselves(table, clients):
    asked = say(clients["viewer"], table, {"type": "ask_for_chips", "player": table.ids["Carl"], "chips": 5})
    assert asked["detail"] == (
        "Only a banker, a co-banker or a player may speak for oneself; you are a viewer of this club."
    )


def test_a_member_opts_out_for_themself_and_the_banker_for_anybody(table, clients):
    def opts(who: str, name: str) -> int:
        return clients[who].post(f"/clubs/{table.club}/players/{table.ids[name]}/opt-outs", {"out": True}).status_code

    assert opts("player", "Bo") == 403
    assert opts("co_banker", "Bo") == 403
    assert (opts("player", "Anna"), opts("banker", "Bo")) == (201, 201)
    season = f"/clubs/{table.club}/players/{table.ids['Anna']}/season"
    assert {who: clients[who].get(season).status_code for who in ("player", "bank", "co_banker", "viewer")} == {
        "player": 200,
        "bank": 403,
        "co_banker": 200,
        "viewer": 403,
    }


def test_a_receipt_with_their_own_events_is_for_the_player_and_the_bank(table, clients):
    table.banker.post(f"/clubs/{table.club}/keys", {"change": "new"})
    receipt, anna = f"{table.path}/receipt", table.ids["Anna"]
    found = {who: clients[who].get(receipt, player=anna).status_code for who in ASKING}
    assert found == {
        "keeper": 200,
        "banker": 200,
        "co_banker": 200,
        "player": 200,
        "viewer": 403,
        "bank": 200,
        "stranger": 401,
        "other": 404,
        "reads": 403,
        "plays": 403,
    }
    assert clients["player"].get(receipt, player=table.ids["Carl"]).status_code == 403


def test_a_stream_ends_when_its_reader_may_see_no_more(app, table, clients, monkeypatch):
    monkeypatch.setattr("service.api.live.stream.RIGHT_SECONDS", 0.0)
    monkeypatch.setattr("service.api.live.stream.HEARTBEAT_SECONDS", 0.05)
    context = app.extensions[EXTENSION]
    monkeypatch.setitem(app.extensions, EXTENSION, replace(context, stream_seconds=20))
    for gone in ("token", "role"):
        stream = clients["player"].http.get(f"/api/v1{table.path}/stream", headers=clients["player"].headers)
        chunks = iter(stream.response)
        assert next(chunks).startswith(b"retry:")
        assert next(chunks).startswith(b":")
        known = context.credentials.known
        taken = known.pop("player")
        if gone == "role":
            known["player"] = replace(taken, roles=frozenset())
        assert [chunk for chunk in chunks if not chunk.startswith(b":")] == []
        stream.close()
        known["player"] = taken


def test_whoever_gives_the_bank_away_is_told_no_card_that_is_named_after_it(app, table, clients, monkeypatch):
    context = app.extensions[EXTENSION]
    monkeypatch.setitem(app.extensions, EXTENSION, replace(context, stream_seconds=20))
    bo = clients["bank"]
    stream = bo.http.get(f"/api/v1{table.path}/stream", headers=bo.headers)
    chunks = iter(stream.response)
    assert next(chunks).startswith(b"retry:")
    table.play({"type": "pass_bank", "to": table.ids["Carl"]})
    assert list(chunks) == []
    stream.close()


def test_a_route_that_does_not_say_what_it_needs_does_not_start(settings, sqlite_database, monkeypatch):
    from service.web import wsgi

    install = wsgi.api.install

    def with_another(app: Flask, version: str) -> None:
        install(app, version)
        app.add_url_rule("/forgotten", "forgotten", lambda: "")

    monkeypatch.setattr(wsgi.api, "install", with_another)
    with pytest.raises(AssertionError, match="/forgotten does not say what it needs"):
        wsgi.create_app(settings, sqlite_database)


def test_a_member_whose_last_role_was_taken_is_told_so_and_not_that_they_are_no_member(app, table):
    """Each of them knows that the club and its nights are there."""
    without = Who(club=table.club, player=table.ids["Anna"], roles=frozenset())
    app.extensions[EXTENSION].credentials.known["without"] = without
    anna = Banker(app.test_client(), "without")
    for path in (f"/clubs/{table.club}", f"/clubs/{table.club}/players", table.path, f"{table.path}/events"):
        answer = anna.get(path)
        assert (answer.status_code, answer.json["code"]) == (403, "no_role"), path
        assert answer.json["detail"].startswith("You have no role in this club, so you may not ")
    said = anna.post(f"{table.path}/requests", {"player": table.ids["Anna"], "chips": 10})
    assert (said.status_code, said.json["code"]) == (403, "no_role")
    # Of another club they are told no more than anybody else.
    other = an_evening(table.banker, "elsewhere", seated=False)
    assert anna.get(f"/clubs/{other.club}").json["code"] == "club_missing"
    publish(table, "nights")
    assert anna.get(table.path).status_code == 200
