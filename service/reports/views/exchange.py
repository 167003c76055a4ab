"""What imports and moves between books came to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.commands import Currency
from engine.wording import format_cents
from service.book.moving.copying import Copied
from service.reports.views.night import NightView


class PersonMatch(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in a file: the name as it was `said`, and the person it stands for.

    how   "known": somebody of the club has this name or id; "mapped": whoever imports said so; "guessed": it looks like
          somebody's, and nobody has confirmed that; "new": they join the club
    """

    said: str
    name: str
    how: Literal["known", "mapped", "guessed", "new"]
    nights: int
    line: int


class LogImported(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import. `already`: the book had the same content before, and nothing was recorded.

    `holds`: every check holds and every line was read. `only_unread`: every check holds, and some lines were not read.
    `people` has who is who where the file knows people by ids.
    """

    night: str
    already: bool
    holds: bool
    only_unread: bool
    report: dict[str, Any]
    notes: tuple[str, ...]
    now: NightView
    people: tuple[PersonMatch, ...] = ()


class NightImported(msgspec.Struct, frozen=True, kw_only=True):
    """A whole night from another book: how many of its events the book had `already`, and how many were `added`.

    `new_names` counts the names of the club that are new or changed here. `not_here`: the other nights that the club
    recorded and this book does not have, so that the verification of the club will miss them.
    """

    night: str
    club: str
    already: int
    added: int
    new_names: int
    head: str
    not_here: tuple[str, ...] = ()


class ClubImported(msgspec.Struct, frozen=True, kw_only=True):
    """A club from another book with its nights. `new_names` are new or changed here; `head` is that of the club's stream."""

    club: str
    name: str
    nights: tuple[NightImported, ...]
    new_names: int
    head: str


class HandLeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that a format does not carry, and why, as the end of a sentence."""

    number: int
    game: str
    because: str


class HistoriesWritten(msgspec.Struct, frozen=True, kw_only=True):
    """The hands of a night in an open format: how many, those left out, and the text itself."""

    night: str
    form: str
    hands: int
    left_out: tuple[HandLeftOut, ...]
    text: str


class NightMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A night of a file of results, in cents. `already`: the book has a night of this day with these results.

    `gap` is what was taken beyond what was brought. `bearer` is empty while nobody has said who bears it.
    """

    night: str
    date: str
    name: str
    file: str
    line: int
    players: int
    brought: int
    took: int
    gap: int
    bearer: str
    already: bool
    settled: bool


class ResultsImported(msgspec.Struct, frozen=True, kw_only=True):
    """What is in files of results, and whether it was `recorded`. `sums`: who won and lost how much in all new nights."""

    club: str
    club_is_new: bool
    currency: Currency
    recorded: bool
    nights: tuple[NightMatch, ...]
    people: tuple[PersonMatch, ...]
    sums: dict[str, int]
    notes: tuple[str, ...]

    @property
    def fresh(self) -> tuple[NightMatch, ...]:
        """The nights that the book does not have yet."""
        return tuple(one for one in self.nights if not one.already)

    @property
    def guesses(self) -> tuple[PersonMatch, ...]:
        """The people whom nobody has confirmed."""
        return tuple(one for one in self.people if one.how == "guessed")

    @property
    def gaps(self) -> tuple[NightMatch, ...]:
        """The new nights with a gap that nobody bears yet."""
        return tuple(one for one in self.fresh if one.gap and not one.bearer)

    def money(self, cents: int, *, signed: bool = False) -> str:
        """An amount in the currency of the nights."""
        return format_cents(cents, self.currency, signed=signed)


ImportKind = Literal["results", "pokernow", "ledger", "phh", "debts"]
ShortText = Annotated[str, msgspec.Meta(max_length=80)]


class ImportAnswers(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is said beside files that are brought in; what is left out is as the files say, or as usual.

    mapped       names (or ids of PokerNow) of the files, and whom they stand for: a member, or themselves if they are new
    gap          who bears the gap of nights whose sums do not meet: banker, winners, losers, all, or the name of a player
    dates        whether 3/4 is in April (dmy) or in March (mdy)
    decimals     what stands before the decimals of amounts, if no amount shows it
    unit         the worth of the smallest chip, or of 1 in a ledger, in the smallest unit of the currency; 0 leaves it open
    tournament   whether a tournament is left out (ignore), or its hands are recorded in chips (as-chips)
    open         the last night is not settled yet
    """

    mapped: Annotated[dict[ShortText, ShortText], msgspec.Meta(max_length=1000)] = {}
    gap: ShortText = ""
    dates: Literal["", "dmy", "mdy"] = ""
    decimals: Literal["", "comma", "point"] = ""
    unit: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    currency: Annotated[str, msgspec.Meta(pattern="^([A-Za-z]{3})?$")] = ""
    tournament: Literal["", "ignore", "as-chips"] = ""
    sheet: ShortText = ""
    name: ShortText = ""
    banker: ShortText = ""
    zone: ShortText = ""
    open: bool = False


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to a question: its `value` goes into the answers."""

    value: str
    label: str


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What the files leave open. Every face asks these, and takes one of the choices, or what else the field allows.

    `field` is that of the answers; `about` is the name that is asked about if the field holds one answer for each name.
    """

    field: Literal["mapped", "gap", "dates", "decimals", "unit", "currency", "tournament"]
    sentence: str
    choices: tuple[Choice, ...]
    about: str = ""


class ImportPreview(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What would be recorded, and what has to be answered first.

    `refused` says why the files cannot be read, and nothing else is there then. `hands`, and `holds`, of a log: whether every
    stack and pot of it agrees with the book, and every line was read. `sums`: who won and lost how much in the new nights.
    """

    nights: tuple[NightMatch, ...] = ()
    people: tuple[PersonMatch, ...] = ()
    currency: Currency = Currency()
    questions: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()
    sums: dict[str, int] = {}
    hands: int = 0
    holds: bool = True
    left_out: bool = False
    refused: str = ""

    @property
    def fresh(self) -> tuple[NightMatch, ...]:
        """The nights that the book does not have yet."""
        return tuple(one for one in self.nights if not one.already)


class ImportView(msgspec.Struct, frozen=True, kw_only=True):
    """Files that somebody brings into a club, and how far that is.

    state    reading: a worker reads them. asks: a question is open. ready: it can be recorded. refused: they cannot be read.
             recording, recorded: it is being recorded, or is. undoing, undone: what it recorded is being taken out, or is.
    nights   the ids of the nights that it recorded, and as far as they are taken out again, `taken_out`
    steps    how much there is to do, and how much is done; 0 where that is not known. `error`: why a worker failed last
    """

    club: str
    id: str
    kind: ImportKind
    state: Literal["reading", "asks", "ready", "refused", "recording", "recorded", "undoing", "undone"]
    created_at: str
    answers: ImportAnswers
    preview: ImportPreview
    nights: tuple[str, ...]
    taken_out: tuple[str, ...]
    steps_done: int
    steps: int
    error: str = ""


class Imports(msgspec.Struct, frozen=True, kw_only=True):
    """What was brought into a club by files, the newest first."""

    imports: tuple[ImportView, ...]


class ResultsWritten(msgspec.Struct, frozen=True, kw_only=True):
    """What was written of a club's results. `still_open`: nights that are left out because they are not closed."""

    club: str
    nights: int
    rows: int
    still_open: int


What = Literal["passkeys", "devices", "links", "tokens", "keys"]


class StaysBehind(msgspec.Struct, frozen=True, kw_only=True):
    """Things of one sort that did not go to the other book: how many, why, and what to do about it.

    `lines` can be typed where the club is now.
    """

    what: What
    number: int
    told: str
    lines: tuple[str, ...] = ()


class ClubMoved(Copied, frozen=True, kw_only=True):
    """A club as the other book has it now. `stays`: what of it is only in the book that it came from, or beside it."""

    stays: tuple[StaysBehind, ...]


class Migrated(msgspec.Struct, frozen=True, kw_only=True):
    """The schema of the book at `place`: its revision `before`, empty if there was no book, and `after`.

    `skipped` is why the role did not get its rights; empty if it did.
    """

    place: str
    before: str
    after: str
    role: str
    skipped: str
