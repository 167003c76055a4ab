"""What the book refuses, a row each: a stable code, a sentence, and the fields that go with it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from string import Formatter
from typing import Any, ClassVar, NamedTuple, Self

from engine import errors
from engine.grammar import all_of, one_of
from engine.speech import say, say_as

# What stands between the parts of a list, where it is a word.
JOINED = {" or ": one_of, " and ": all_of}


class Listing(NamedTuple):
    """The field whose values a sentence names as `{listed}`, what stands between them, and how many at most."""

    field: str
    between: str = ", "
    most: int | None = None


def _named_in(sentence: str, listing: Listing | None) -> Iterable[str]:
    """The fields that the sentence names, each once and in its order; where it says `{listed}`, the one whose values it lists."""
    named = (name for _, name, _, _ in Formatter().parse(sentence) if name)
    return dict.fromkeys(listing.field if listing and name == "listed" else name for name in named)


class BookError(Exception):
    """A refusal: `code` for machines, `str(error)` for people, `details` for both.

    The annotations of a class are its fields, as those of a dataclass, which takes ten times as long to make.
    """

    _fields: ClassVar[tuple[str, ...]] = ()

    code: ClassVar[str]
    sentence: ClassVar[str]
    # What HTTP answers: 422 is that nothing can be done so.
    status: ClassVar[int] = 422
    # The sentence for readers who must not learn where the book lies; empty if `sentence` does not say it.
    outside: ClassVar[str] = ""
    listing: ClassVar[Listing | None] = None

    def __init_subclass__(cls) -> None:
        stated = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - importing inspect takes as long as all of this.
        cls._fields = (*cls._fields, *(name for name, kind in stated.items() if "ClassVar" not in str(kind)))

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values)
        given = {**dict(zip(self._fields, values, strict=False)), **named}
        missing = [name for name in self._fields if name not in given and not hasattr(type(self), name)]
        if missing or len(values) > len(self._fields) or not given.keys() <= {*self._fields}:
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self._fields)}.")
        for name, value in given.items():
            setattr(self, name, value)

    @classmethod
    def row(
        cls,
        code: str,
        sentence: str,
        fields: str = "",
        *,
        status: int = 422,
        outside: str = "",
        listing: Listing | None = None,
    ) -> type[Self]:
        """A refusal of this family, in a table of them, with the fields that its sentence names besides the family's.

        `fields`: their names, where they come in another order than the sentence has, or where there are more.
        """
        own = fields.split() if fields else _named_in(sentence, listing)
        own = (*cls._fields, *(name for name in own if name not in cls._fields))
        return errors.row(cls, code, sentence=sentence, status=status, outside=outside, listing=listing, _fields=own)

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


# The stream and its keys.


class VersionConflict(BookError):
    code = "version_conflict"
    status = 409
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


KeyReused = BookError.row(
    "key_reused",
    "The idempotency key {key} was already used for another request: send a new key.",
    "club key",
)


class AlreadyAnswered(BookError):
    """Not a failure: the same request was recorded before, as the events `first` to `last` of the stream."""

    code = "already_answered"
    sentence = "The request {key} is already recorded; its first answer is valid."
    club: str
    key: str
    stream: str
    first: int
    last: int


NotCanonical = BookError.row("not_canonical", "{path} cannot go into the book: {reason}.")
OutOfBounds = BookError.row("out_of_bounds", "This cannot be recorded: {reason}.")

# The book cannot be used.

BookMissing = BookError.row(
    "book_missing",
    "There is no book at {place}. Is the place right? CHIPBOOK_DATABASE_URL and CHIPBOOK_HOME say where it is. To "
    "begin a new one there: `chipbook night open`, `club found`, `games add`, `import`, `replay`, `restore` or "
    "`serve`.",
    status=500,
)
BookDamaged = BookError.row(
    "book_damaged", "The book at {place} is damaged ({reason}): restore it from a backup or an export.", status=500
)
BookFromNewerVersion = BookError.row(
    "book_from_newer_version",
    "The book at {place} has schema {found}, and this program knows schemas up to {known}: use a newer chipbook.",
    status=500,
)
MigrationNeeded = BookError.row(
    "migration_needed",
    "The database at {place} has {found}, this program needs schema {needed}, and this login may not make it: run "
    "`chipbook migrate` with the owner's URL in CHIPBOOK_MIGRATION_URL.",
    status=500,
)
NotABook = BookError.row(
    "not_a_book",
    "The database at {place} holds {found} and is not a chipbook: name an empty database or a book.",
    status=500,
)
DiskFull = BookError.row(
    "disk_full",
    "The disk that holds the book at {place} is full; nothing was recorded: make room and try again.",
    outside="The book can be read but not written to: its disk is full.",
    status=503,
)
BookLocked = BookError.row(
    "book_locked",
    "Another process has locked the book at {place}; nothing was recorded: try again in a moment.",
    outside="Somebody else has been writing to the book for too long; nothing was recorded: try again in a moment.",
    status=503,
)
BookBusy = BookError.row(
    "book_busy",
    "All {most} connections of this process to the book at {place} have been in use for too long; nothing was "
    "recorded: try again in a moment.",
    "place most",
    outside="Too many are using the book at this moment; nothing was recorded: try again in a moment.",
    status=503,
)
NoAnswer = BookError.row(
    "no_answer",
    "The connection to the book at {place} broke before it was said whether the act was recorded: look at the last "
    "events, and repeat it if it is not there.",
    outside="The book did not say whether this was recorded: send it again with the same Idempotency-Key, which records "
    "nothing twice.",
    status=503,
)
BookReadOnly = BookError.row(
    "book_read_only",
    "The book at {place} is read-only; nothing was recorded: give this user the right to write there.",
    outside="The book can be read but not written to.",
    status=503,
)
BookUnreachable = BookError.row("book_unreachable", "The book at {place} cannot be reached: {reason}.", status=503)

# Reading a stream, and moving it.

NotAnExport = BookError.row("not_an_export", "Line {line} does not belong to a chipbook export: {reason}.")
ExportFromNewerVersion = BookError.row(
    "export_from_newer_version",
    "The export has format {found}, and this program reads formats up to {known}: use a newer chipbook.",
)
BrokenChain = BookError.row("broken_chain", "The chain of {stream} is broken at version {version}: {what}", status=500)
StreamExists = BookError.row(
    "stream_exists",
    "The book already has a stream {stream}, which differs from this one at version {version}.",
    status=409,
)
StreamMissing = BookError.row("stream_missing", "The book has no stream {stream}.", status=404)
NightExists = BookError.row("night_exists", "The book already has a night {night}; choose another id.", status=409)
NightMissing = BookError.row("night_missing", "There is no night {night} in the book.", status=404)
NightDoesNotAddUp = BookError.row(
    "night_does_not_add_up",
    "The events of night {night} do not fit together: event {version} cannot follow what is recorded before it "
    "({fault}).",
    status=500,
)
NightIsDamaged = BookError.row(
    "night_is_damaged", "The record of the night {night} was changed at event {version}: {what}", status=500
)
NightDoesNotHold = BookError.row(
    "night_does_not_hold", "The night {night} cannot be imported, because of event {version}: {what}"
)
ClubDoesNotHold = BookError.row(
    "club_does_not_hold", "The club {club} cannot be imported, because of act {version}: {what}"
)
EventFromNewerVersion = BookError.row(
    "event_from_newer_version",
    "Event {version} of {stream} is of type {type} with schema {schema}, which this program does not know yet; a newer "
    "chipbook reads it.",
    "stream version type schema",
    status=500,
)
EventUnreadable = BookError.row(
    "event_unreadable", "Event {version} of {stream} cannot be read: {reason}.", "stream version reason", status=500
)

# A club in two books, and backups.


class AmbiguousClub(BookError):
    code = "ambiguous_club"
    status = 409
    sentence = "{count} clubs are called {name}; name one by its id: {listed}."
    listing = Listing("clubs")
    name: str
    clubs: list[str]

    def __str__(self) -> str:
        return say(self.sentence, name=self.name, count=len(self.clubs), listed=self.listed)


NotAPlace = BookError.row(
    "not_a_place", "{place} is no place for a book; name a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE."
)
SameBook = BookError.row("same_book", "The club is already in the book at {place}; name another book.", status=409)
PlayedOnThere = BookError.row(
    "played_on_there",
    "The other book has {there} events of {stream}, and this one has {here}: the club was played on there, so copy it "
    "from there.",
    "stream here there",
    status=409,
)
FileExists = BookError.row("file_exists", "There is already a file {place}; name another one.", status=409)
BackupMissing = BookError.row("backup_missing", "There is no file {place}.", status=404)
BackupDamaged = BookError.row(
    "backup_damaged",
    "The backup {place} is damaged ({reason}): restore the book from another backup or from an export.",
)
NotABackup = BookError.row("not_a_backup", "The file {place} is not a backup: it does not have the tables of a book.")
BookNotEmpty = BookError.row(
    "book_not_empty",
    "The book at {place} is not empty: a backup is restored into an empty or a new book only. `chipbook move` copies a "
    "club into a book that has others.",
    status=409,
)
NothingToSave = BookError.row(
    "nothing_to_save",
    "The book at {place} holds no club, so nothing was saved. Is it the right book? CHIPBOOK_DATABASE_URL and "
    "CHIPBOOK_HOME say where it is.",
    status=409,
)

# Jobs.

JobUnreadable = BookError.row("job_unreadable", "The job {key} cannot be done: {reason}.", status=500)
JobMissing = BookError.row("job_missing", "There is no job {key}.", status=404)

# Receipts and keys.

# Whoever verifies says so as a check that does not hold.
NotAReceipt = BookError.row("not_a_receipt", "This is not a receipt of chipbook, or it was altered: {reason}.")
ClubHasNoKey = BookError.row("club_has_no_key", "The club {club} has no key to sign with.", status=409)
PrivateKeyMissing = BookError.row(
    "private_key_missing",
    "The private half of the key {key} of {club} is not in {place}: copy it there from where the club signs, or make "
    "another with `chipbook club key lost`.",
    "club key place",
    outside="This server does not have the private half of the club's key, so it cannot sign.",
    status=500,
)
PrivateKeyUnusable = BookError.row(
    "private_key_unusable",
    "{place} is not the private half of the key {key}: {reason}.",
    "key place reason",
    outside="This server cannot use the private half of the club's key, so it cannot sign.",
    status=500,
)
KeyNotWritten = BookError.row(
    "key_not_written",
    "The private half of the key {key} cannot be written to {place}: {reason}.",
    outside="The private half of a new key cannot be written on this server.",
    status=500,
)


class NotAKeyName(BookError):
    code = "not_a_key_name"
    sentence = (
        "“{key}” is no name for a key: it takes up to 32 small letters, digits and hyphens, a letter or a digit first, "
        "as {example}."
    )
    key: str
    example: str = "key-2"


# The club's own games, and help.


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
        texts = [say(self.sentence, **result) for result in self.details["findings"]]
        return (
            texts[0] if len(texts) == 1 else "\n".join((say("{number} things are wrong.", number=len(texts)), *texts))
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.key, self.problem, self.others)


GameExists = BookError.row(
    "game_exists",
    "{name} is already a name of the game {game} in a rulebook: give your own game another name.",
    "name game rulebook",
    status=409,
)
NotADeck = BookError.row("not_a_deck", "The file decks/{deck}.toml cannot be used: {because}.")
TopicMissing = BookError.row("topic_missing", "There is no help on {topic}; {hint}", status=404)

# Signing in.

CredentialMissing = BookError.row(
    "credential_missing", "The club has no {kind} {credential} that is still good.", status=404
)
TooManyCredentials = BookError.row(
    "too_many_credentials",
    "There are {most} of the kind {kind} already, the most there can be; end one of them first.",
    "kind most",
    status=409,
)
RunsTheBank = BookError.row(
    "runs_the_bank",
    "{name} runs the bank of the club, so {name} signs in by a link of their own and not by a word at the table.",
    status=409,
)
PasskeyRefused = BookError.row(
    "passkey_refused",
    "This is not the answer of a browser to the question that was asked, or nobody showed a finger, a face or a PIN; "
    "ask for new options and begin again.",
)
# One sentence for every reason, so that nobody learns which one it was.
SignInRefused = BookError.row(
    "sign_in_refused",
    "This signs nobody in: it is mistyped, or has expired, or was used or ended before; ask the banker for a new link.",
    status=401,
)

# Names and people.

NameRefused = BookError.row("name_refused", "“{name}” is not a name: {reason}.")
NameNotSayable = BookError.row(
    "name_not_sayable",
    "Nobody can be called “{name}”, because “{word}” means something else in a line of play; choose another name, such "
    "as Erik.",
)
NameTaken = BookError.row(
    "name_taken",
    "The club already has a player called {name}; names are compared without case and accents.",
    "club name",
    status=409,
)
ClubMissing = BookError.row("club_missing", "The book has no club {club}.", status=404)
PlayerMissing = BookError.row("player_missing", "The club has no player {player}.", status=404)
StillPlays = BookError.row(
    "still_plays", "{name} takes part in the night {night}, which is {phase}: count and settle it first.", status=409
)
PlayedTogether = BookError.row(
    "played_together",
    "{name} and {other} both played the night {night}, so they are two people; rename one of them, or put the night right.",
    status=409,
)
ClubDiffers = BookError.row(
    "club_differs",
    "The book has another history of the club than the file, from event {version} on: the two cannot be joined.",
    "club version",
    status=409,
)
NameDiffers = BookError.row(
    "name_differs",
    "The name {name} is not the one that the club recorded for {player}: the names were changed.",
    "club player name",
    status=409,
)
IdTaken = BookError.row(
    "id_taken", "The id {identity} is already given to another {kind}.", "kind identity", status=409
)
HandleRefused = BookError.row("handle_refused", "That is no payment handle of the kind {kind}: {reason}.")
HandleMissing = BookError.row("handle_missing", "{name} has no payment handle of the kind {kind}.", status=404)
