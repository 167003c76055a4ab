"""What the book refuses: one small class per reason, each with a stable code and its own sentence.

BookError
├── VersionConflict          the stream has moved on since the caller read it
├── KeyReused                an idempotency key came back with another request
├── AlreadyAnswered          an idempotency key came back with the same request (not a failure)
├── NotCanonical             data that has no canonical JSON text
├── the book cannot be used
│   ├── BookDamaged          the file or its pages were changed
│   ├── BookFromNewerVersion the schema is newer than the program
│   ├── NotABook             a database, but of something else
│   ├── DiskFull
│   ├── BookLocked           another process has locked it for too long
│   ├── BookReadOnly
│   └── BookUnreachable      no such place, no server, no permission
├── moving a stream
│   ├── NotAnExport
│   ├── ExportFromNewerVersion
│   ├── BrokenChain
│   ├── StreamExists         with other events than the file's
│   ├── StreamMissing
│   ├── NightExists
│   ├── NightMissing
│   ├── NightDoesNotAddUp
│   ├── NightIsDamaged       an event says what the book never writes
│   ├── NightDoesNotHold     a file's night would not be accepted act by act
│   ├── EventFromNewerVersion
│   ├── EventUnreadable
│   └── OutOfBounds          a number or text that the book cannot hold
├── JobUnreadable            a job row that does not say what to do
├── the club's own games
│   ├── BadGameFile
│   ├── GameExists           a rulebook has a game of this name
│   └── NotADeck             a file of a pack or of letters that cannot be read as one
└── names
    ├── NameRefused
    ├── NameNotSayable       a line of shorthand would read it as something else
    ├── NameTaken
    ├── ClubMissing
    ├── PlayerMissing
    ├── PlayerOfAnotherClub
    └── IdTaken
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import Any, ClassVar


@dataclass(eq=False)
class BookError(Exception):
    """A refusal: `code` for machines, `str(error)` for people, `details` for both."""

    code: ClassVar[str]
    sentence: ClassVar[str]
    # The sentence for readers who must not learn where the book lies; empty if `sentence` does not say it.
    outside: ClassVar[str] = ""

    @property
    def details(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __str__(self) -> str:
        return self.sentence.format(**self.details)

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers send their errors, with their fields, to another process.
        return partial(type(self), **self.details), ()


@dataclass(eq=False)
class VersionConflict(BookError):
    code = "version_conflict"
    sentence = "{what} is at version {actual}, not {expected}: read it again, then decide."
    stream: str
    expected: int
    actual: int

    def __str__(self) -> str:
        kind, _, name = self.stream.partition(":")
        what = f"The night {name}" if kind == "night" and name else f"The stream {self.stream}"
        return self.sentence.format(what=what, **self.details)


@dataclass(eq=False)
class KeyReused(BookError):
    code = "key_reused"
    sentence = "The idempotency key {key} was already used in the club {club} for another request: send a new key."
    club: str
    key: str


@dataclass(eq=False)
class AlreadyAnswered(BookError):
    """Not a failure: the same request was recorded before; `answer` names the events it made then."""

    code = "already_answered"
    sentence = "The request {key} of the club {club} is already recorded; its first answer is valid."
    club: str
    key: str
    answer: str


@dataclass(eq=False)
class NotCanonical(BookError):
    code = "not_canonical"
    sentence = "{path} cannot go into the book: {reason}."
    path: str
    reason: str


@dataclass(eq=False)
class BookDamaged(BookError):
    code = "book_damaged"
    sentence = "The book at {place} is damaged ({reason}): restore it from a backup or an export."
    place: str
    reason: str


@dataclass(eq=False)
class BookFromNewerVersion(BookError):
    code = "book_from_newer_version"
    sentence = (
        "The book at {place} has schema {found}, and this program knows schemas up to {known}: use a newer chipbook."
    )
    place: str
    found: str
    known: str


@dataclass(eq=False)
class NotABook(BookError):
    code = "not_a_book"
    sentence = "The database at {place} holds {found} and is not a chipbook: name an empty database or a book."
    place: str
    found: str


@dataclass(eq=False)
class DiskFull(BookError):
    code = "disk_full"
    sentence = "The disk that holds the book at {place} is full; nothing was recorded: make room and try again."
    outside = "The book can be read but not written to: its disk is full."
    place: str


@dataclass(eq=False)
class BookLocked(BookError):
    code = "book_locked"
    sentence = "Another process has locked the book at {place}; nothing was recorded: try again in a moment."
    outside = "Somebody else has been writing to the book for too long; nothing was recorded: try again in a moment."
    place: str


@dataclass(eq=False)
class BookReadOnly(BookError):
    code = "book_read_only"
    sentence = "The book at {place} is read-only; nothing was recorded: give this user the right to write there."
    outside = "The book can be read but not written to."
    place: str


@dataclass(eq=False)
class BookUnreachable(BookError):
    code = "book_unreachable"
    sentence = "The book at {place} cannot be reached: {reason}."
    place: str
    reason: str


@dataclass(eq=False)
class NotAnExport(BookError):
    code = "not_an_export"
    sentence = "Line {line} does not belong to a chipbook export: {reason}."
    line: int
    reason: str


@dataclass(eq=False)
class ExportFromNewerVersion(BookError):
    code = "export_from_newer_version"
    sentence = "The export has format {found}, and this program reads formats up to {known}: use a newer chipbook."
    found: int
    known: int


@dataclass(eq=False)
class BrokenChain(BookError):
    code = "broken_chain"
    sentence = "The chain of {stream} is broken at version {version}: {what}"
    stream: str
    version: int
    what: str


@dataclass(eq=False)
class StreamExists(BookError):
    code = "stream_exists"
    sentence = "The book already has a stream {stream}, which differs from this one at version {version}."
    stream: str
    version: int


@dataclass(eq=False)
class StreamMissing(BookError):
    code = "stream_missing"
    sentence = "The book has no stream {stream}."
    stream: str


@dataclass(eq=False)
class NameRefused(BookError):
    code = "name_refused"
    sentence = "“{name}” is not a name: a name has 1 to {most} printable characters and no space at its ends."
    name: str
    most: int


@dataclass(eq=False)
class NameNotSayable(BookError):
    code = "name_not_sayable"
    sentence = (
        "Nobody can be called “{name}”, because “{word}” means something else in a line of play; choose another "
        "name, such as Erik."
    )
    name: str
    word: str


@dataclass(eq=False)
class NameTaken(BookError):
    code = "name_taken"
    sentence = "The club {club} already has a player called {name}; names are compared without case and accents."
    club: str
    name: str


@dataclass(eq=False)
class ClubMissing(BookError):
    code = "club_missing"
    sentence = "The book has no club {club}."
    club: str


@dataclass(eq=False)
class PlayerMissing(BookError):
    code = "player_missing"
    sentence = "The book has no player {player}."
    player: str


@dataclass(eq=False)
class PlayerOfAnotherClub(BookError):
    code = "player_of_another_club"
    sentence = (
        "{name} ({player}) is a player of the club {theirs}, and this night belongs to the club {ours}: "
        "add {name} to that club first."
    )
    name: str
    player: str
    theirs: str
    ours: str


@dataclass(eq=False)
class IdTaken(BookError):
    code = "id_taken"
    sentence = "The id {identity} is already given to another {kind}."
    kind: str
    identity: str


@dataclass(eq=False)
class NightExists(BookError):
    code = "night_exists"
    sentence = "The book already has a night {night}; choose another id."
    night: str


@dataclass(eq=False)
class NightMissing(BookError):
    code = "night_missing"
    sentence = "There is no night {night} in the book; `chipbook night list` shows the nights there are."
    night: str


@dataclass(eq=False)
class NightDoesNotAddUp(BookError):
    code = "night_does_not_add_up"
    sentence = (
        "The events of night {night} do not fit together: event {version} cannot follow what is recorded before it "
        "({fault}). `chipbook verify {night}` says more."
    )
    night: str
    version: int
    fault: str


@dataclass(eq=False)
class NightIsDamaged(BookError):
    code = "night_is_damaged"
    sentence = "The record of the night {night} was changed at event {version}: {what}"
    night: str
    version: int
    what: str


@dataclass(eq=False)
class NightDoesNotHold(BookError):
    code = "night_does_not_hold"
    sentence = "The night {night} cannot be imported, because of event {version}: {what}"
    night: str
    version: int
    what: str


@dataclass(eq=False)
class EventFromNewerVersion(BookError):
    code = "event_from_newer_version"
    sentence = (
        "Event {version} of {stream} is of type {type} with schema {schema}, which this program does not know yet; "
        "a newer chipbook reads it."
    )
    stream: str
    version: int
    type: str
    schema: int


@dataclass(eq=False)
class EventUnreadable(BookError):
    code = "event_unreadable"
    sentence = "Event {version} of {stream} cannot be read: {reason}. `chipbook verify` says what is damaged."
    stream: str
    version: int
    reason: str


@dataclass(eq=False)
class OutOfBounds(BookError):
    code = "out_of_bounds"
    sentence = "This cannot be recorded: {reason}."
    reason: str


@dataclass(eq=False)
class JobUnreadable(BookError):
    code = "job_unreadable"
    sentence = "The job {key} cannot be done: {reason}."
    key: str
    reason: str


@dataclass(eq=False)
class BadGameFile(BookError):
    code = "bad_game_file"
    sentence = "Line {line}, {key}: {problem}"
    line: int
    key: str
    problem: str
    others: tuple[tuple[int, str, str], ...] = ()

    @property
    def details(self) -> dict[str, Any]:
        """The first finding's line, key and problem, and `findings`: all of them in the order of the file."""
        every = ((self.line, self.key, self.problem), *self.others)
        findings = [{"line": line, "key": key, "problem": problem} for line, key, problem in every]
        return {**findings[0], "findings": findings}

    def __str__(self) -> str:
        told = [self.sentence.format(**found) for found in self.details["findings"]]
        return told[0] if len(told) == 1 else "\n".join((f"{len(told)} things are wrong.", *told))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.key, self.problem, self.others)


@dataclass(eq=False)
class NotADeck(BookError):
    code = "not_a_deck"
    sentence = "The file decks/{deck}.toml cannot be used: {because}."
    deck: str
    because: str


@dataclass(eq=False)
class GameExists(BookError):
    code = "game_exists"
    sentence = (
        "{name} is already a name of the game {game} in the rulebook {rulebook}: give your own game another name."
    )
    name: str
    game: str
    rulebook: str
