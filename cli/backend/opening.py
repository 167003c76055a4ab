"""Opens a night: its id, its club, and its new people. Everything is decided in memory first and recorded at once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from cli.backend import views
from cli.backend.book import Book, fresh_id, letters
from cli.backend.table_time import date_said, on_the_wall
from cli.errors import CliError
from engine import commands
from engine.ids import PlayerId
from engine.reports.places import by_seat
from engine.spelling import called, compared
from service.command_handler import IncomingCommand, LoadedNight, UnitOfWork, utc_now
from service.shorthand import Head, read_head
from service.shorthand.head import KEYS, switches_said
from service.shorthand.limits import limit_said
from service.store.names import Club, Player


class Company:
    """The people of one club. New people go into the book together with the night they come to."""

    def __init__(self, book: Book, club: str) -> None:
        known = [one for one in book.handler.names.clubs() if compared(one.name) == compared(club)]
        self.club_is_new = not known
        self.club = known[0] if known else Club(fresh_id("c"), club, utc_now())
        self.newcomers: list[Player] = []
        self.names: dict[PlayerId, str] = {
            player.id: player.name for player in book.handler.names.players(self.club.id)
        }

    def add(self, name: str, *, besides: Sequence[PlayerId] = ()) -> PlayerId:
        """The id of the person of this name, who may be new; `besides` are people to leave out, whatever their names."""
        known = next((player for player in called(name, self.names) if player not in besides), None)
        return known or self.admit(fresh_id("p"), name)

    def admit(self, player: PlayerId, name: str) -> PlayerId:
        """Adds a new person with this id."""
        newcomer = Player(player, self.club.id, self._free(name), utc_now())
        self.newcomers.append(newcomer)
        self.names[player] = newcomer.name
        return player

    def _free(self, name: str) -> str:
        """The name itself, or the name with a number if somebody else has it."""
        taken = {compared(known) for known in self.names.values()}
        free, number = name, 1
        while compared(free) in taken:
            number += 1
            free = f"{name} ({number})"
        return free

    def record(self, book: Book, work: UnitOfWork) -> LoadedNight:
        """Records the whole unit of work at once, with a new club and new people."""
        if self.club_is_new:
            book.handler.names.add_club(self.club)
        return book.handler.record(work, players=self.newcomers)


def head_from(book: Book, said: Mapping[str, str]) -> Head:
    """The head from the keys and values of a `.night` file.

    The default time zone is that of the settings, and the default club that of the newest night.
    """
    usual = {"zone": book.settings.zone.key, "club": book.usual_club()}
    return read_head([f"{key}: {' '.join(value.split())}" for key, value in {**usual, **said}.items()])


def must_fit(book: Book, key: str, value: str, given: Mapping[str, str]) -> None:
    """Refuses a value that does not fit this key and the other values, and a name that no line could say."""
    said = {one: text for one, text in {**given, key: value}.items() if text}
    if "players" in said:
        head_from(book, said)
    elif value:
        KEYS[key](Head(), value)
    elif key == "players":
        raise CliError("players_missing", "A night needs players; name at least one, as Anna, Bo, Carl.")


def open_night(book: Book, head: Head) -> views.NightView:
    """Begins a night with everybody at the table; makes a new club and new people if needed."""
    company = Company(book, head.club)
    night_id = f"{_day(head)}-{letters(4)}"
    while night_id in book.night_ids():
        night_id = f"{_day(head)}-{letters(4)}"
    return book.now(company.record(book, opened(book, head, company, night_id)))


def opened(book: Book, head: Head, company: Company, night_id: str) -> UnitOfWork:
    """A unit of work, not yet recorded, in which the night is open and everybody of the head is seated."""
    at = date_said(head.date, head.zone)
    ids = {name: company.add(name) for name in head.players}
    work = book.handler.new_unit_of_work(night_id)
    work.take(IncomingCommand(head.opening(night_id, company.club.id, ids), occurred_at=at))
    for player in ids.values():
        work.take(IncomingCommand(commands.SeatPlayer(player=player), occurred_at=at))
    return work


def id_by_content(head: Head, text: str) -> str:
    """The id of a night played from a file: the same file has the same id, so that it is not recorded twice."""
    return f"{_day(head)}-{short_digest([text])}"


def short_digest(texts: Sequence[str]) -> str:
    """Six letters that identify this content."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:6]


def _day(head: Head) -> str:
    return head.date[:10] or on_the_wall(utc_now(), head.zone).strftime("%Y-%m-%d")


def head_like(book: Book, loaded: LoadedNight) -> dict[str, str]:
    """The head of an earlier night, key by key, to open another like it."""
    opened_as, names = loaded.night.terms, book.names(loaded)
    rules = opened_as.rules
    head = {
        "night": opened_as.name,
        "club": book.club_name(opened_as.club),
        "zone": opened_as.zone,
        "money": f"{_price(opened_as)} {opened_as.currency.code} a chip",
        "rulebook": rules.rulebook,
        "loan": str(rules.initial_loan),
        "limit": limit_said(rules.limit),
        "dictionary": rules.dictionary,
        "auto": rules.auto,
        "odd chip": rules.odd_chip,
        "play ends": rules.play_ends,
        "bank": names[opened_as.banker] + (", box" if rules.banker_stack == "box" else ""),
        "chips": ", ".join(f"{kind.name} {kind.worth} x {kind.pieces}" for kind in opened_as.inventory),
        "players": ", ".join(_people(loaded, names)),
        **switches_said(rules.switches),
    }
    return {key: value for key, value in head.items() if value}


def _price(opened_as: commands.OpenNight) -> str:
    exponent = opened_as.currency.exponent
    digits = f"{opened_as.unit:0{exponent + 1}}"
    return f"{digits[:-exponent]}.{digits[-exponent:]}" if exponent else digits


def _people(loaded: LoadedNight, names: Mapping[PlayerId, str]) -> list[str]:
    return [views.named(player, names) for player in by_seat(loaded.night)]
