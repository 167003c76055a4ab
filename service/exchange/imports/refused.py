"""What an import refuses, one small class per reason. Nothing of a refused file is recorded."""

from __future__ import annotations

from service.errors import BookError


class ImportRefused(BookError):
    """A file that cannot be taken into the book."""

    code = "import_refused"
    sentence = "{file} cannot be imported."
    file: str


class NoFile(ImportRefused):
    code = "no_file"
    sentence = "No file was given; name at least one."


class FileIsEmpty(ImportRefused):
    code = "file_is_empty"
    sentence = "{file} is empty; download it again from PokerNow."


class NotUtf8(ImportRefused):
    code = "not_utf8"
    sentence = "{file} is not UTF-8 text (byte {byte} fits no character); give the file as PokerNow wrote it."
    byte: int


class NotTheHeader(ImportRefused):
    code = "not_the_header"
    sentence = "{file} is not a PokerNow {wanted}: its first line is {found!r}, and {header!r} is expected. {hint}"
    wanted: str
    found: str
    header: str
    hint: str


class HalfALine(ImportRefused):
    code = "half_a_line"
    sentence = "Line {line} of {file} is not a whole line ({reason}): {text!r}. Download the file again."
    line: int
    reason: str
    text: str


class FieldIsTooLong(ImportRefused):
    code = "field_is_too_long"
    sentence = (
        "Line {line} of {file} has a field of more than {most:,} characters, which PokerNow never writes: {text!r}."
    )
    line: int
    most: int
    text: str


class NoHandsInLog(ImportRefused):
    code = "no_hands_in_log"
    sentence = "{file} has no hand; the log of a night has lines such as '-- starting hand #1 ...'."


class NobodyPlays(ImportRefused):
    code = "nobody_plays"
    sentence = "{file} has hands, but no line “Player stacks: …” that says who plays; download the full log again."


class TwoNights(ImportRefused):
    code = "two_nights"
    sentence = (
        "Hand #{hand} starts in {file} (line {line}) and, at another time, in {other} (line {other_line}); "
        "give the files of one night at a time."
    )
    line: int
    hand: int
    other: str
    other_line: int


class TooManyTables(ImportRefused):
    code = "too_many_tables"
    sentence = "{number} tables of a tournament were given, {file} first, and a night has room for {most}; give fewer."
    number: int
    most: int


class TournamentIsNotMoney(ImportRefused):
    code = "tournament_is_not_money"
    sentence = (
        "Line {line} of {file} belongs to a tournament ({text!r}), and its chips are not money. Say --tournament ignore to "
        "leave it out, or --tournament as-chips to record its hands in chips, for which nobody owes anything; with --unit "
        "or --currency they are money after all. Nothing was recorded."
    )
    line: int
    text: str


class PlaysBesideThemselves(ImportRefused):
    code = "plays_beside_themselves"
    sentence = (
        "{said} (id {identity}) and {other} (id {other_identity}) play in the same hand of {file}, so they are two people; "
        "map them to two."
    )
    said: str
    identity: str
    other: str
    other_identity: str


class LineRefused(ImportRefused):
    """A refusal because of one line."""

    code = "line_refused"
    sentence = "Line {line} of {file} cannot be imported: {text!r}."
    line: int
    text: str


class AmountIsTooFine(LineRefused):
    code = "amount_is_too_fine"
    sentence = "Line {line} of {file} says {amount}, but a chip is worth at least 0.01: {text!r}."
    amount: str


class AmountIsTooLarge(LineRefused):
    code = "amount_is_too_large"
    sentence = "Line {line} of {file} says {amount}, but the book counts only to {most} chips: {text!r}."
    amount: str
    most: int


class GameIsNotKnown(LineRefused):
    code = "game_is_not_known"
    sentence = "Line {line} of {file} starts a hand of {game}, which is not in the standard rulebook; it has {known}."
    game: str
    known: str


class FeatureIsNotPlayed(LineRefused):
    code = "feature_is_not_played"
    sentence = "Line {line} of {file} shows {feature}, which the book cannot play: {text!r}."
    feature: str


class LineCannotBePlayed(LineRefused):
    code = "line_cannot_be_played"
    sentence = "Line {line} of {file} cannot be played: {text!r}. {because}"
    because: str


class UnitIsNeeded(ImportRefused):
    code = "unit_is_needed"
    sentence = (
        "{file} counts in whole numbers, so 1 may be a cent or a whole {currency}; "
        "say --unit 1 or --unit {whole}, in the smallest unit of the money a chip."
    )
    currency: str
    whole: int


class HundredthsAreTooFine(ImportRefused):
    code = "hundredths_are_too_fine"
    sentence = "{file} has amounts with decimals, but {currency} has no hundredths; give the worth of a chip of 0.01."
    currency: str


class LedgerIsEmpty(ImportRefused):
    code = "ledger_is_empty"
    sentence = "{file} has only a header; a ledger has a line for each time a player sat down."


class LedgerDoesNotAddUp(LineRefused):
    code = "ledger_does_not_add_up"
    sentence = "Line {line} of {file} says net {net}, but chips taken home minus chips bought are {result}: {text!r}."
    net: int
    result: int


class LedgerIsNotBalanced(ImportRefused):
    code = "ledger_is_not_balanced"
    sentence = (
        "The nets in {file} sum to {result} chips, not to 0; a line is missing, or somebody was still playing: "
        "download the ledger again when the night is over."
    )
    result: int
