"""The book as the command line holds it: finds a night, opens one, takes a line of shorthand, shows where things are."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec.structs import replace

from engine import commands, errors
from engine.commands import Command, Waiver
from engine.errors import Refusal
from engine.ids import PlayerId
from service import config, shorthand
from service.db import Database
from service.errors import NightMissing
from service.handle import PREFIX, Desk, Page, Said, utc_now
from service.shorthand import Head
from service.store.event_store import StreamSummary
from service.store.names import Club, Player
from service.store.schema import open_book

from cli.backend import views
from cli.backend.clock import date_said, on_the_wall, time_said
from cli.failures import Declined, NamedRefusal

# Letters and digits that nobody mistakes for one another when an id is read aloud.
CLEAR = "abcdefghjkmnpqrstuvwxyz23456789"


class _First(msgspec.Struct):
    recorded_at: str = ""


class Book:
    """One book, open. Used with `with`, which closes it."""

    def __init__(self, settings: config.Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.desk = Desk(database)

    @classmethod
    def open(cls, url: str = "") -> Book:
        """The book of the settings, or the one at this URL."""
        settings = config.load_settings(os.environ)
        return cls(settings, open_book(url or settings.database_url))

    def __enter__(self) -> Book:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.database.close()

    @property
    def home(self) -> Path:
        """The folder for what the command line keeps beside the book."""
        return self.settings.home

    # Finding a night

    def night_ids(self) -> list[str]:
        """The ids of all nights, the newest first."""
        streams = sorted(self.desk.store.streams(PREFIX), key=_recorded_at, reverse=True)
        return [summary.stream.removeprefix(PREFIX) for summary in streams]

    def find_id(self, given: str) -> str:
        """The id of the night that is meant: by its id, by the beginning or the end of it; without one, the newest."""
        ids = self.night_ids()
        if not given:
            if not ids:
                raise Declined("no_nights", "The book holds no night yet; `chipbook night open` begins one.")
            return ids[0]
        if given in ids:
            return given
        found = [night for night in ids if night.startswith(given)] or [night for night in ids if night.endswith(given)]
        if not found:
            raise NightMissing(given)
        if len(found) > 1:
            listed = ", ".join(sorted(found)[:8])
            sentence = f"{given} may be {listed}; type more of the id."
            raise Declined("ambiguous_night", sentence, details={"given": given, "nights": sorted(found)})
        return found[0]

    def find(self, given: str) -> Page:
        """The night that is meant; without one, the newest of all."""
        return self.desk.page(self.find_id(given))

    def find_current(self, given: str) -> Page:
        """The night that is meant; without one, the newest that is not settled yet."""
        if given:
            return self.find(given)
        for night_id in self.night_ids():
            page = self.desk.page(night_id)
            if not views.finished(page.night):
                return page
        raise Declined("no_open_night", "No night is open; `chipbook night open` begins one.")

    # Names

    def names(self, page: Page) -> dict[PlayerId, str]:
        """The players of the night's club by id, and whoever else takes part in it."""
        return {
            player.id: player.name
            for player in self.desk.names.players()
            if player.club == page.club or player.id in page.night.people
        }

    def club_name(self, club: str) -> str:
        """What the club of that id is called."""
        return next((one.name for one in self.desk.names.clubs() if one.id == club), club)

    # Looking

    def now(self, page: Page) -> views.NightNow:
        """Where the night stands."""
        return views.night_now(page, self.names(page), self.club_name(page.club))

    def rows(self) -> list[views.NightRow]:
        """Every night of the book, the newest first."""
        return [self._row(self.desk.page(night_id)) for night_id in self.night_ids()]

    def _row(self, page: Page) -> views.NightRow:
        night, opened, names = page.night, page.night.opened, self.names(page)
        assert opened is not None
        return views.NightRow(
            night=page.night_id,
            name=opened.name,
            club=self.club_name(opened.club),
            opened_at=page.records[0].occurred_at,
            zone=opened.zone,
            phase=views.phase_of(night),
            players=tuple(views.named(player, names) for player in views.by_seat(night)),
            hands=night.hands_played,
            events=page.version,
            unpaid_cents=views.unpaid(night),
            currency=opened.currency,
            head=page.head,
        )

    # Opening a night

    def open_night(self, head: Head) -> views.NightNow:
        """Begins a night with everybody at the table; the club and people who are new are made on the fly."""
        opening = self.opening(head, new_night_id(self, head))
        return self.now(self.record(opening))

    def head_like(self, page: Page) -> dict[str, str]:
        """The head of an earlier night, key by key, to open another like it."""
        opened, names = page.night.opened, self.names(page)
        assert opened is not None
        rules, exponent = opened.rules, opened.currency.exponent
        unit = f"{opened.unit:0{exponent + 1}}"
        price = f"{unit[:-exponent]}.{unit[-exponent:]}" if exponent else unit
        chips = ", ".join(f"{kind.name} {kind.worth} x {kind.pieces}" for kind in opened.inventory)
        head = {
            "night": opened.name,
            "club": self.club_name(opened.club),
            "zone": opened.zone,
            "money": f"{price} {opened.currency.code} a chip",
            "rulebook": rules.rulebook,
            "loan": str(rules.initial_loan),
            "auto": rules.auto,
            "odd chip": rules.odd_chip,
            "bank": names[opened.banker] + (", box" if rules.banker_stack == "box" else ""),
            "chips": chips,
            "players": ", ".join(views.named(player, names) for player in views.by_seat(page.night)),
        }
        return {key: value for key, value in head.items() if value}

    def opening(self, head: Head, night_id: str) -> Opening:
        """The night decided on scratch paper: opened, and everybody seated; nothing is in the book yet."""
        from cli.backend.opening import Opening

        return Opening(self, head, night_id)

    def record(self, opening: Opening) -> Page:
        """What is on the scratch paper goes into the book at once."""
        if opening.club_is_new:
            self.desk.names.add_club(opening.club)
        return self.desk.record(opening.sheet, players=opening.newcomers)

    # Saying something

    def say(
        self,
        page: Page,
        line: str,
        *,
        key: str = "",
        at: str = "",
        waive: Sequence[tuple[str, str]] = (),
    ) -> views.Heard:
        """Takes one line of shorthand. `at` is a time of the book; `waive` are rules by code, with reasons."""
        spoken = shorthand.read_line(line, page.night, self.names(page))
        for name in spoken.players:
            self.desk.names.add_player(Player(new_player_id(), page.club, name, utc_now()))
        if spoken.commands:
            return self.do(page, spoken.commands, key=key, at=at, waive=waive)
        return self._heard(page, page.version, dict(page.night.balance), added=spoken.players)

    def do(
        self,
        page: Page,
        acts: Sequence[Command],
        *,
        key: str = "",
        at: str = "",
        waive: Sequence[tuple[str, str]] = (),
    ) -> views.Heard:
        """Records commands, all or none, and tells what came of them."""
        waivers = tuple(Waiver(rule, reason) for rule, reason in waive)
        said = [Said(replace(act, waived=(*act.waived, *waivers)), occurred_at=at) for act in acts]
        before, version = dict(page.night.balance), page.version
        try:
            records = self.desk.handle_all(page.night_id, said, key=key)
        except Refusal as refusal:
            raise self.in_words(refusal, self.names(page)) from refusal
        page = self.desk.page(page.night_id)
        first = records[0].version
        return self._heard(page, first - 1, before, repeated=first <= version)

    def _heard(
        self, page: Page, after: int, before: Mapping[str, int], *, added: Sequence[str] = (), repeated: bool = False
    ) -> views.Heard:
        names = self.names(page)
        return views.Heard(
            night=page.night_id,
            version=page.version,
            head=page.head,
            added_players=tuple(added),
            events=views.events_told(page, page.records[after:], names),
            stacks=views.stacks_changed(before, page.night, names),
            pot=page.night.pot_worth(),
            now=tuple(shorthand.what_now(page.night, names)),
            repeated=repeated,
        )

    def time_said(self, page: Page, clock: str, after: str = "") -> str:
        """`20:15` in the time of the book, near to now or to the time given."""
        assert page.night.opened is not None
        return time_said(clock, after or utc_now(), page.night.opened.zone)

    def in_words(self, refusal: Refusal, names: Mapping[PlayerId, str]) -> NamedRefusal:
        """The refusal with the names of the people it speaks of, and how it may be waived."""
        sentence = refusal.say(all_names(refusal, names))
        hint = f'--waive {refusal.code} "REASON" does it all the same.' if refusal.waivable else ""
        return NamedRefusal(refusal, sentence, hint=hint)

    # Taking back

    def last_act(self, page: Page) -> int:
        """The number of the last act in force that can be struck."""
        from engine.strikes import acts

        kept = (commands.OpenNight, commands.StrikeEvents)
        versions = [act.primary.version for act in acts(page.records) if not isinstance(act.primary.event, kept)]
        if not versions:
            raise Declined("nothing_to_undo", "Nothing has happened yet that could be taken back.")
        return versions[-1]
