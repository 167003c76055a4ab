"""Every page of the program with something on it: a book of several nights, each at another moment, and where each page is.

The tests of all pages look at them here, and `make screens` takes their pictures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from cli.demo_book import SCRIPT, script
from engine import commands
from service.app import own_games
from service.app.book import Book
from service.app.exchange import uploads
from service.app.links import invite_player, invite_table, way_in
from service.app.night.lines import replay
from service.app.night.settling import put_handle
from service.app.people import clubs
from service.app.sign_in import join, make_banker
from service.app.take import IncomingCommand, take
from service.book.store.jobs import Jobs
from service.jobs.working import JobContext, Worker
from service.reports.views.visible_night import VisibleNight

# Moments of the demo night: its name there, and how it ends.
MOMENTS = {
    "between": "\n# 5. ",
    "betting": "\nåse 5\nanna f\ncarl f\n\n# 5. ",
    "dealing": "\ndeal Kc 7c\ncarl 1p\n",
    "showdown": "\ncarl shows 7h 7d 4h",
}
BANKER, PLAYER = "Bo", "Åse"
# What answers a browser, and is no page that somebody reads: files, feeds, parts of pages, and ways on to a page.
NO_PAGES = {
    "afterwards.replayed", "afterwards.standings_as_table", "afterwards.style", "closing.code", "closing.in_the_book", "guide.css", "healthz",
    "home.invitation_file",
    "joining.guests_waiting", "metrics", "pages.authority", "pages.manifest", "pages.service_worker", "pages.static", "readyz",
    "swagger_ui.show", "table.outcome_of",
}  # fmt: skip
OWN_GAME = """name = "Grandma's Draw"
like = "Three Card Draw"
wild = "J"
seats = [3, 6]
"""


RESULTS = b"date,player,in,out\n2024-01-05,Bo,100,150\n2024-01-05,Carl,100,50\n2024-01-12,Carla,100,90\n"


@dataclass(frozen=True)
class Place:
    """A page. `who` looks at it, nobody if empty; `opens` are the ids of the parts that are to be open."""

    name: str
    path: str
    who: str = BANKER
    opens: tuple[str, ...] = ()


def fill(folder: Path) -> tuple[Place, ...]:
    """Writes the book into the folder, and says where its pages are."""
    folder.mkdir(parents=True, exist_ok=True)
    with Book.open(f"sqlite:///{(folder / 'chipbook.db').absolute()}", makes=True) as book:
        nights = {"friday": replay(book, script(), file=SCRIPT, night_id="friday")}
        for name, until in MOMENTS.items():
            nights[name] = replay(book, _up_to(until), file=SCRIPT, night_id=name)
        _disputed(book, nights["betting"])
        for name in ("counting", "gap"):
            begun = _up_to(MOMENTS["between"])
            nights[name] = _counted(book, replay(book, begun, file=SCRIPT, night_id=name), closes=name == "gap")
        # Amounts as long as they come at a table.
        dear = re.sub(r"(?m)^money:.*", "money: 199.95 DKK", _up_to(MOMENTS["between"]))
        nights["dear"] = _counted(book, replay(book, dear, file=SCRIPT, night_id="dear"), closes=True)
        club = clubs(book).clubs[0].id
        own_games.add(book, club, OWN_GAME, key="own")
        ids = {name: player for player, name in nights["friday"].names.items()}
        make_banker(book, club, ids[BANKER])
        for name, number in ((BANKER, "20123456"), (PLAYER, "31123456")):
            put_handle(book, club, ids[name], "mobilepay", number)
        return (*_places(nights), *_doors(book, club, ids[PLAYER], nights["betting"]), *_brought(book, club, folder))


def unfounded(book: Book) -> tuple[Place, ...]:
    """What can be looked at of a book in which nobody has written yet."""
    way = way_in(book, at="")
    return (Place("nothing-yet", "/", who=""), Place("founding", way.url, who=""))


def founded() -> tuple[Place, ...]:
    """The pages of a club in which nobody has played yet, for its founder."""
    paths = (
        "/",
        "/open",
        "/people",
        "/standings",
        "/chips",
        "/notifications",
        "/in-and-out",
        "/own-games",
        "/me",
        "/me/account",
    )
    return tuple(Place(f"empty{path.replace('/', '-').rstrip('-')}", path) for path in paths)


def without_place(app: Flask, places: tuple[Place, ...]) -> set[str]:
    """The pages of the program at which none of these places is, by the names of their routes."""
    at = app.url_map.bind("localhost")

    def seen(place: Place) -> str:
        try:
            return at.match(place.path.partition("?")[0].partition("#")[0])[0]
        except HTTPException:
            return ""

    pages = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.rule.startswith("/api/")
    }
    return pages - NO_PAGES - {seen(place) for place in places}


def _doors(book: Book, club: str, player: str, night: VisibleNight) -> tuple[Place, ...]:
    """The links by which somebody comes in; and a guest at the door of a night."""
    table, own = (
        one.url for one in (invite_table(book, night.night_id, at=""), invite_player(book, club, player, at=""))
    )
    join(book, table.rpartition("/")[2], says="Gitte")
    return (Place("own-link", own, who=""), Place("table-link", table, who=""))


def _brought(book: Book, club: str, folder: Path) -> tuple[Place, ...]:
    """Results of earlier years that somebody is bringing in, with two questions open."""
    made = uploads.begin(book, club, [("years.csv", RESULTS)], actor="banker", key="years")
    Worker(JobContext(book.database, folder), Jobs(book.database)).run_due()
    return (Place("in-and-out", "/in-and-out"), Place("import", f"/in-and-out/{made.id}", opens=("more",)))


def _up_to(until: str) -> str:
    text = script().partition(until)[0] + "\n"
    head = {"night:": "night: Tonight at Bo's", "date:": "date: 2026-11-27 19:30"}
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return "\n".join(head.get(line.partition(" ")[0], line) for line in lines) + "\n"


def _take(book: Book, seen: VisibleNight, *said: commands.Command) -> VisibleNight:
    return take(book, seen.night_id, [IncomingCommand(one) for one in said]).view


def _disputed(book: Book, seen: VisibleNight) -> None:
    """Åse says that a bet was another one, and asks for chips."""
    ids = {name: player for player, name in seen.names.items()}
    bet = next(one.version for one in reversed(seen.records) if isinstance(one.event, commands.BettingAct))
    _take(
        book,
        seen,
        commands.RaiseDispute(by=ids["Åse"], words="I had put in 2 only.", event=bet),
        commands.AskForChips(player=ids["Dora"], chips=150),
    )


def _counted(book: Book, seen: VisibleNight, *, closes: bool) -> VisibleNight:
    """Most of them have counted; where the night closes all, and three chips are missing."""
    ids = sorted(seen.night.people, key=lambda player: seen.names[player])
    who = ids if closes else ids[:4]
    for at, player in enumerate(who):
        chips = seen.night.stack(player) - (3 if at == 1 else 0)
        seen = _take(book, seen, commands.CountChips(player=player, chips=chips))
    return _take(book, seen, commands.CloseNight()) if closes else seen


def _places(nights: dict[str, VisibleNight]) -> tuple[Place, ...]:
    at = {name: f"/nights/{seen.night_id}" for name, seen in nights.items()}
    between = nights["between"]
    asse = next(player for player, name in between.names.items() if name == PLAYER)
    betting = nights["betting"].night.hand
    early = betting.round.waiting[-1] if betting and betting.round else asse
    friday = nights["friday"]
    club, named = (
        friday.opened.club,
        next(one.version for one in reversed(friday.records) if isinstance(one.event, commands.NameWinners)),
    )
    folded = next(one.version for one in reversed(between.records) if isinstance(one.event, commands.Fold))
    return (
        Place("home", "/"),
        Place("welcome", "/", who=""),
        Place("open", "/open"),
        Place("chips", "/chips"),
        Place("invite", "/invite?at=2026-12-04T19:30&place=Bo"),
        Place("notifications", "/notifications"),
        Place("people", "/people"),
        Place("person", f"/people/{asse}"),
        Place("between", at["between"]),
        Place("betting", at["betting"]),
        Place("dealing", at["dealing"], opens=("more-",)),
        Place("showdown", at["showdown"], opens=("more-",)),
        Place("which-game", f"{at['between']}/hands?game=stud"),
        Place("announcing", f"{at['between']}/hands/enemaerke/Criss-Cross"),
        Place("sheet", f"{at['between']}/players/{asse}"),
        Place("out-of-turn", f"{at['betting']}/players/{early}"),
        Place("faults", f"{at['betting']}/faults"),
        Place("join", f"{at['betting']}/join"),
        Place("waiting", f"{at['betting']}/waiting"),
        Place("mine", at["betting"], who=PLAYER),
        Place("mine-between", at["between"], who=PLAYER),
        Place("mine-showdown", at["showdown"], who=PLAYER),
        Place("mine-of-the-bank", f"{at['betting']}/mine"),
        Place("home-of-a-player", "/", who=PLAYER),
        Place("people-for-a-player", "/people", who=PLAYER),
        Place("screen", f"{at['betting']}/screen"),
        Place("counting", f"{at['counting']}/close"),
        Place("gap", f"{at['gap']}/close"),
        Place("dear-gap", f"{at['dear']}/close"),
        Place("mine-dear", f"{at['dear']}/mine", who=PLAYER),
        Place("settled", f"{at['friday']}/close"),
        Place("expenses", f"{at['counting']}/expenses"),
        Place("my-expenses", f"{at['counting']}/expenses", who=PLAYER),
        Place("my-count", f"{at['counting']}/close", who=PLAYER),
        Place("my-gap", f"{at['gap']}/close", who=PLAYER),
        Place("my-payments", f"{at['friday']}/close", who=PLAYER),
        Place("over", at["friday"]),
        Place("report-accounts", f"{at['friday']}/report/accounts"),
        Place("report-hands", f"{at['friday']}/report/hands"),
        Place("wrong", f"{at['between']}/put-right"),
        Place("wrong-event", f"{at['friday']}/put-right?event={named}"),
        Place("refused", f"{at['betting']}/put-right", who=PLAYER),
        Place("not-there", "/nowhere"),
        Place("report", f"{at['friday']}/report"),
        Place("replay", f"{at['friday']}/replay/120"),
        Place("put-right", f"{at['between']}/put-right?strike={folded}"),
        Place("impossible", f"{at['friday']}/put-right?strike=120"),
        Place("disputes", f"{at['betting']}/disputes"),
        Place("standings", "/standings"),
        Place("standings-of-the-club", f"/clubs/{club}/standings"),
        Place("account", "/me/account", who=PLAYER),
        Place("games", "/games"),
        Place("game", "/games/enemaerke/Criss-Cross"),
        Place("own-game", "/own-games"),
        Place("own-game-kept", "/own-games/Grandma's Draw"),
        Place("help", "/help"),
        Place("topic", "/help/lines"),
        Place("sign-in", "/sign-in", who=""),
        Place("trust", "/trust", who=""),
        Place("offline", "/offline"),
        Place("me", "/me", who=PLAYER),
        Place("guide", "/guide/", who=""),
    )
