"""What the book refuses: one small class per reason, each with a stable code and its own sentence.

BookError
├── VersionConflict          the stream has moved on since the caller read it
├── KeyReused                an idempotency key came back with another request
├── AlreadyAnswered          an idempotency key came back with the same request (not a failure)
├── NotCanonical             data that has no canonical JSON text
├── the book cannot be used
│   ├── BookDamaged          the file or its pages were changed
│   ├── BookFromNewerVersion the schema is newer than the program
│   ├── MigrationNeeded      the schema is older, and this login may not change it
│   ├── NotABook             a database, but of something else
│   ├── DiskFull
│   ├── BookLocked           another process has locked it for too long
│   ├── BookBusy             all connections of this process are in use
│   ├── NoAnswer             the connection broke while an act was being recorded
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
│   ├── ClubDoesNotHold      the same of a file's club
│   ├── EventFromNewerVersion
│   ├── EventUnreadable
│   └── OutOfBounds          a number or text that the book cannot hold
├── TopicMissing             no text of the reference is called so
├── a club in two books
│   ├── AmbiguousClub        two clubs of one name
│   ├── NotAPlace            neither a file nor the URL of a database
│   ├── SameBook             the club would be moved to where it is
│   ├── PlayedOnThere        the other book has more events than this one
│   ├── FileExists           a backup never takes the place of a file
│   ├── BackupMissing
│   ├── BackupDamaged
│   ├── NotABackup           a file without the tables of a book
│   ├── BookNotEmpty         a backup is restored into an empty book only
│   └── NothingToSave        a book without a club
├── jobs
│   ├── JobUnreadable        a job row that does not say what to do
│   └── JobMissing
├── receipts and keys
│   ├── NotAReceipt
│   ├── NoKey                the club has none to sign with
│   ├── PrivateKeyMissing
│   ├── PrivateKeyUnusable
│   ├── KeyNotWritten
│   └── NotAKeyName
├── the club's own games
│   ├── BadGameFile
│   ├── GameExists           a rulebook has a game of this name
│   └── NotADeck             a file of a pack or of letters that cannot be read as one
├── signing in
│   ├── CredentialMissing
│   ├── TooManyCredentials
│   ├── RunsTheBank          nobody becomes banker by their word at the table
│   ├── PasskeyRefused
│   └── SignInRefused
└── names
    ├── NameRefused
    ├── NameNotSayable       a line of shorthand would read it as something else
    ├── NameTaken
    ├── ClubMissing
    ├── PlayerMissing
    ├── StillPlays           a night that is not counted and settled needs the person
    ├── ClubDiffers          a file tells the club's history otherwise
    ├── NameDiffers          a name that the club's stream does not vouch for
    ├── IdTaken
    ├── HandleRefused        no IBAN, number or link; the sentence never repeats it
    └── HandleMissing
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from engine.grammar import all_of, one_of
from engine.speech import say, say_as

# What stands between the parts of a list, where it is a word.
JOINED = {" or ": one_of, " and ": all_of}


class Listing(NamedTuple):
    """The field whose values a sentence names as `{listed}`, what stands between them, and how many at most."""

    field: str
    between: str = ", "
    most: int | None = None


@dataclass_transform(eq_default=False)
class BookError(Exception):
    """A refusal: `code` for machines, `str(error)` for people, `details` for both.

    The annotations of a class are its fields, as those of a dataclass, which takes ten times as long to make.
    """

    _fields: ClassVar[tuple[str, ...]] = ()

    code: ClassVar[str]
    sentence: ClassVar[str]
    # The sentence for readers who must not learn where the book lies; empty if `sentence` does not say it.
    outside: ClassVar[str] = ""
    listing: ClassVar[Listing | None] = None

    def __init_subclass__(cls) -> None:
        said = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - importing inspect takes as long as all of this.
        cls._fields = (*cls._fields, *(name for name, kind in said.items() if "ClassVar" not in str(kind)))

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values)
        given = {**dict(zip(self._fields, values, strict=False)), **named}
        missing = [name for name in self._fields if name not in given and not hasattr(type(self), name)]
        if missing or len(values) > len(self._fields) or not given.keys() <= {*self._fields}:
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._fields)}.")
        for name, value in given.items():
            setattr(self, name, value)

    @property
    def details(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields}

    @property
    def listed(self) -> str:
        """What the sentence lists, "none" if there is nothing; empty if it lists nothing."""
        if self.listing is None:
            return ""
        field, between, most = self.listing
        parts = [f"{part}" for part in getattr(self, field)[:most]]
        joined = JOINED[between](parts) if between in JOINED else between.join(parts)
        return joined or say_as("of a list", "none")

    def __str__(self) -> str:
        return say(self.sentence, **self.details, listed=self.listed)

    def __reduce__(self) -> tuple[Any, ...]:
        # Workers send their errors, with their fields, to another process.
        return partial(type(self), **self.details), ()


class VersionConflict(BookError):
    code = "version_conflict"
    sentence = "The stream {stream} is at version {actual}, not {expected}: read it again, then decide."
    stream: str
    expected: int
    actual: int

    def __str__(self) -> str:
        kind, _, night = self.stream.partition(":")
        if kind != "night" or not night:
            return super().__str__()
        return say(
            "The night {night} is at version {actual}, not {expected}: read it again, then decide.",
            night=night,
            **self.details,
        )


class KeyReused(BookError):
    code = "key_reused"
    sentence = "The idempotency key {key} was already used in the club {club} for another request: send a new key."
    club: str
    key: str


class AlreadyAnswered(BookError):
    """Not a failure: the same request was recorded before, as the events `first` to `last` of the stream."""

    code = "already_answered"
    sentence = "The request {key} of the club {club} is already recorded; its first answer is valid."
    club: str
    key: str
    stream: str
    first: int
    last: int


class NotCanonical(BookError):
    code = "not_canonical"
    sentence = "{path} cannot go into the book: {reason}."
    path: str
    reason: str


class BookMissing(BookError):
    code = "book_missing"
    sentence = (
        "There is no book at {place}. Is the place right? CHIPBOOK_DATABASE_URL and CHIPBOOK_HOME say where it is. To begin a "
        "new one there: `chipbook night open`, `club found`, `games add`, `import`, `replay`, `restore` or `serve`."
    )
    place: str


class BookDamaged(BookError):
    code = "book_damaged"
    sentence = "The book at {place} is damaged ({reason}): restore it from a backup or an export."
    place: str
    reason: str


class BookFromNewerVersion(BookError):
    code = "book_from_newer_version"
    sentence = (
        "The book at {place} has schema {found}, and this program knows schemas up to {known}: use a newer chipbook."
    )
    place: str
    found: str
    known: str


class MigrationNeeded(BookError):
    code = "migration_needed"
    sentence = (
        "The database at {place} has {found}, this program needs schema {needed}, and this login may not make it: run "
        "`chipbook migrate` with the owner's URL in CHIPBOOK_MIGRATION_URL."
    )
    place: str
    found: str
    needed: str


class NotABook(BookError):
    code = "not_a_book"
    sentence = "The database at {place} holds {found} and is not a chipbook: name an empty database or a book."
    place: str
    found: str


class DiskFull(BookError):
    code = "disk_full"
    sentence = "The disk that holds the book at {place} is full; nothing was recorded: make room and try again."
    outside = "The book can be read but not written to: its disk is full."
    place: str


class BookLocked(BookError):
    code = "book_locked"
    sentence = "Another process has locked the book at {place}; nothing was recorded: try again in a moment."
    outside = "Somebody else has been writing to the book for too long; nothing was recorded: try again in a moment."
    place: str


class BookBusy(BookError):
    code = "book_busy"
    sentence = (
        "All {most} connections of this process to the book at {place} have been in use for too long; nothing was "
        "recorded: try again in a moment."
    )
    outside = "Too many are using the book at this moment; nothing was recorded: try again in a moment."
    place: str
    most: int


class NoAnswer(BookError):
    code = "no_answer"
    sentence = (
        "The connection to the book at {place} broke before it was said whether the act was recorded: look at the last "
        "events, and repeat it if it is not there."
    )
    outside = (
        "The book did not say whether this was recorded: send it again with the same Idempotency-Key, which records "
        "nothing twice."
    )
    place: str


class BookReadOnly(BookError):
    code = "book_read_only"
    sentence = "The book at {place} is read-only; nothing was recorded: give this user the right to write there."
    outside = "The book can be read but not written to."
    place: str


class BookUnreachable(BookError):
    code = "book_unreachable"
    sentence = "The book at {place} cannot be reached: {reason}."
    place: str
    reason: str


class NotAnExport(BookError):
    code = "not_an_export"
    sentence = "Line {line} does not belong to a chipbook export: {reason}."
    line: int
    reason: str


class ExportFromNewerVersion(BookError):
    code = "export_from_newer_version"
    sentence = "The export has format {found}, and this program reads formats up to {known}: use a newer chipbook."
    found: int
    known: int


class BrokenChain(BookError):
    code = "broken_chain"
    sentence = "The chain of {stream} is broken at version {version}: {what}"
    stream: str
    version: int
    what: str


class StreamExists(BookError):
    code = "stream_exists"
    sentence = "The book already has a stream {stream}, which differs from this one at version {version}."
    stream: str
    version: int


class StreamMissing(BookError):
    code = "stream_missing"
    sentence = "The book has no stream {stream}."
    stream: str


class NameRefused(BookError):
    code = "name_refused"
    sentence = "“{name}” is not a name: a name has 1 to {most} printable characters and no space at its ends."
    name: str
    most: int


class NameNotSayable(BookError):
    code = "name_not_sayable"
    sentence = (
        "Nobody can be called “{name}”, because “{word}” means something else in a line of play; choose another "
        "name, such as Erik."
    )
    name: str
    word: str


class NameTaken(BookError):
    code = "name_taken"
    sentence = "The club {club} already has a player called {name}; names are compared without case and accents."
    club: str
    name: str


class ClubMissing(BookError):
    code = "club_missing"
    sentence = "The book has no club {club}."
    club: str


class PlayerMissing(BookError):
    code = "player_missing"
    sentence = "The club has no player {player}."
    player: str


class HandleRefused(BookError):
    code = "handle_refused"
    sentence = "That is no payment handle of the kind {kind}: {reason}."
    kind: str
    reason: str


class HandleMissing(BookError):
    code = "handle_missing"
    sentence = "{name} has no payment handle of the kind {kind}."
    name: str
    kind: str


class CredentialMissing(BookError):
    code = "credential_missing"
    sentence = "The club has no {kind} {credential} that is still good."
    kind: str
    credential: str


class TooManyCredentials(BookError):
    code = "too_many_credentials"
    sentence = "There are {most} of the kind {kind} already, the most there can be; end one of them first."
    kind: str
    most: int


class RunsTheBank(BookError):
    code = "runs_the_bank"
    sentence = (
        "{name} runs the bank of the club, so {name} signs in by a link of their own and not by a word at the table."
    )
    name: str


class SignInRefused(BookError):
    """One sentence for every reason, so that nobody learns which one it was."""

    code = "sign_in_refused"
    sentence = "This signs nobody in: it is mistyped, or has expired, or was used or ended before; ask the banker for a new link."


class PasskeyRefused(BookError):
    code = "passkey_refused"
    sentence = (
        "This is not the answer of a browser to the question that was asked, or nobody showed a finger, a face or a PIN; "
        "ask for new options and begin again."
    )


class ClubDiffers(BookError):
    code = "club_differs"
    sentence = "The book has another history of the club {club} than the file, from event {version} on: the two cannot be joined."
    club: str
    version: int


class NameDiffers(BookError):
    code = "name_differs"
    sentence = "The name {name} is not the one that the club {club} recorded for {player}: the names were changed."
    club: str
    player: str
    name: str


class IdTaken(BookError):
    code = "id_taken"
    sentence = "The id {identity} is already given to another {kind}."
    kind: str
    identity: str


class NightExists(BookError):
    code = "night_exists"
    sentence = "The book already has a night {night}; choose another id."
    night: str


class NightMissing(BookError):
    code = "night_missing"
    sentence = "There is no night {night} in the book."
    night: str


class NightDoesNotAddUp(BookError):
    code = "night_does_not_add_up"
    sentence = (
        "The events of night {night} do not fit together: event {version} cannot follow what is recorded before it "
        "({fault})."
    )
    night: str
    version: int
    fault: str


class NightIsDamaged(BookError):
    code = "night_is_damaged"
    sentence = "The record of the night {night} was changed at event {version}: {what}"
    night: str
    version: int
    what: str


class NightDoesNotHold(BookError):
    code = "night_does_not_hold"
    sentence = "The night {night} cannot be imported, because of event {version}: {what}"
    night: str
    version: int
    what: str


class ClubDoesNotHold(BookError):
    code = "club_does_not_hold"
    sentence = "The club {club} cannot be imported, because of act {version}: {what}"
    club: str
    version: int
    what: str


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


class EventUnreadable(BookError):
    code = "event_unreadable"
    sentence = "Event {version} of {stream} cannot be read: {reason}."
    stream: str
    version: int
    reason: str


class OutOfBounds(BookError):
    code = "out_of_bounds"
    sentence = "This cannot be recorded: {reason}."
    reason: str


class JobUnreadable(BookError):
    code = "job_unreadable"
    sentence = "The job {key} cannot be done: {reason}."
    key: str
    reason: str


class JobMissing(BookError):
    code = "job_missing"
    sentence = "There is no job {key}."
    key: str


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
        told = [say(self.sentence, **found) for found in self.details["findings"]]
        return told[0] if len(told) == 1 else "\n".join((say("{number} things are wrong.", number=len(told)), *told))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.key, self.problem, self.others)


class NotADeck(BookError):
    code = "not_a_deck"
    sentence = "The file decks/{deck}.toml cannot be used: {because}."
    deck: str
    because: str


class GameExists(BookError):
    code = "game_exists"
    sentence = (
        "{name} is already a name of the game {game} in the rulebook {rulebook}: give your own game another name."
    )
    name: str
    game: str
    rulebook: str


class StillPlays(BookError):
    code = "still_plays"
    sentence = "{name} takes part in the night {night}, which is {phase}: count and settle it first."
    name: str
    night: str
    phase: str


class AmbiguousClub(BookError):
    code = "ambiguous_club"
    sentence = "{count} clubs are called {name}; name one by its id: {listed}."
    listing = Listing("clubs")
    name: str
    clubs: list[str]

    def __str__(self) -> str:
        return say(self.sentence, name=self.name, count=len(self.clubs), listed=self.listed)


class NotAPlace(BookError):
    code = "not_a_place"
    sentence = "{place} is no place for a book; name a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE."
    place: str


class SameBook(BookError):
    code = "same_book"
    sentence = "The club is already in the book at {place}; name another book."
    place: str


class PlayedOnThere(BookError):
    code = "played_on_there"
    sentence = (
        "The other book has {there} events of {stream}, and this one has {here}: the club was played on there, so copy it "
        "from there."
    )
    stream: str
    here: int
    there: int


class FileExists(BookError):
    code = "file_exists"
    sentence = "There is already a file {place}; name another one."
    place: str


class TopicMissing(BookError):
    topic: str
    hint: str
    code = "topic_missing"
    sentence = "There is no help on {topic}; {hint}"


class BackupMissing(BookError):
    code = "backup_missing"
    sentence = "There is no file {place}."
    place: str


class BackupDamaged(BookError):
    code = "backup_damaged"
    sentence = "The backup {place} is damaged ({reason}): restore the book from another backup or from an export."
    place: str
    reason: str


class NotABackup(BookError):
    code = "not_a_backup"
    sentence = "The file {place} is not a backup: it does not have the tables of a book."
    place: str


class NothingToSave(BookError):
    code = "nothing_to_save"
    sentence = (
        "The book at {place} holds no club, so nothing was saved. Is it the right book? CHIPBOOK_DATABASE_URL and "
        "CHIPBOOK_HOME say where it is."
    )
    place: str


class BookNotEmpty(BookError):
    code = "book_not_empty"
    sentence = (
        "The book at {place} is not empty: a backup is restored into an empty or a new book only. `chipbook move` copies "
        "a club into a book that has others."
    )
    place: str


class NotAReceipt(BookError):
    """Whoever verifies says so as a check that does not hold."""

    code = "not_a_receipt"
    sentence = "This is not a receipt of chipbook, or it was altered: {reason}."
    reason: str


class NoKey(BookError):
    code = "club_has_no_key"
    sentence = "The club {club} has no key to sign with."
    club: str


class PrivateKeyMissing(BookError):
    code = "private_key_missing"
    sentence = (
        "The private half of the key {key} of {club} is not in {place}: copy it there from where the club signs, or make "
        "another with `chipbook club key lost`."
    )
    outside = "This server does not have the private half of the club's key, so it cannot sign."
    club: str
    key: str
    place: str


class PrivateKeyUnusable(BookError):
    code = "private_key_unusable"
    sentence = "{place} is not the private half of the key {key}: {reason}."
    outside = "This server cannot use the private half of the club's key, so it cannot sign."
    key: str
    place: str
    reason: str


class KeyNotWritten(BookError):
    code = "key_not_written"
    sentence = "The private half of the key {key} cannot be written to {place}: {reason}."
    outside = "The private half of a new key cannot be written on this server."
    key: str
    place: str
    reason: str


class NotAKeyName(BookError):
    code = "not_a_key_name"
    sentence = (
        "“{key}” is no name for a key: it takes up to 32 small letters, digits and hyphens, a letter or a digit first, "
        "as {example}."
    )
    key: str
    example: str = "key-2"
