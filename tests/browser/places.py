"""Every page of the program with something on it: a book of several nights, each at another moment, and where each page is.

The tests of all pages look at them here, and `make screens` takes their pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cli.demo_book import SCRIPT, script
from engine import commands
from service.app import own_games
from service.app.book import Book
from service.app.exchange import uploads
from service.app.night.replay import replay
from service.app.people import clubs
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
        own_games.add(book, clubs(book).clubs[0].id, OWN_GAME, key="own")
        return (*_places(nights), *_brought(book, folder))


def _brought(book: Book, folder: Path) -> tuple[Place, ...]:
    """Results of earlier years that somebody is bringing in, with two questions open."""
    club = clubs(book).clubs[0].id
    made = uploads.begin(book, club, [("years.csv", RESULTS)], actor="banker", key="years")
    Worker(JobContext(book.database, folder), Jobs(book.database)).run_due()
    return (Place("in-and-out", "/in-and-out"), Place("import", f"/in-and-out/{made.id}", opens=("more",)))


def _up_to(until: str) -> str:
    text = script().partition(until)[0] + "\n"
    head = {"night:": "night: Tonight at Bo's", "date:": "date: 2026-11-27 19:30"}
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return "\n".join(head.get(line.partition(" ")[0], line) for line in lines) + "\n"


def _take(book: Book, seen: VisibleNight, *said: commands.Command) -> VisibleNight:
    return take(book, seen.night_id, [IncomingCommand(one) for one in said]).seen


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
    folded = next(one.version for one in reversed(between.records) if isinstance(one.event, commands.Fold))
    return (
        Place("home", "/"),
        Place("welcome", "/", who=""),
        Place("open", "/open"),
        Place("chips", "/chips"),
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
        Place("screen", f"{at['betting']}/screen"),
        Place("counting", f"{at['counting']}/close"),
        Place("gap", f"{at['gap']}/close"),
        Place("settled", f"{at['friday']}/close"),
        Place("report", f"{at['friday']}/report"),
        Place("replay", f"{at['friday']}/replay/120"),
        Place("put-right", f"{at['between']}/put-right?strike={folded}"),
        Place("impossible", f"{at['friday']}/put-right?strike=120"),
        Place("disputes", f"{at['betting']}/disputes"),
        Place("standings", "/standings"),
        Place("games", "/games"),
        Place("game", "/games/enemaerke/Criss-Cross"),
        Place("own-game", "/own-games"),
        Place("help", "/help"),
        Place("topic", "/help/lines"),
        Place("sign-in", "/sign-in", who=""),
        Place("me", "/me", who=PLAYER),
    )
