"""What an import refuses, a row each. Nothing of a refused file is recorded."""

from __future__ import annotations

from typing import Any

from service.errors import BookError, Listing


class ImportRefused(BookError):
    """A file that cannot be taken into the book."""

    code = "import_refused"
    sentence = "{file} cannot be imported."
    file: str


NoFile = ImportRefused.row("no_file", "No file was given; name at least one.")
FileIsEmpty = ImportRefused.row("file_is_empty", "{file} is empty; download it again from PokerNow.")
NotUtf8 = ImportRefused.row(
    "not_utf8", "{file} is not UTF-8 text (byte {byte} fits no character); give the file as PokerNow wrote it."
)
NotTheHeader = ImportRefused.row(
    "not_the_header",
    "{file} is not a PokerNow {wanted}: its first line is {found!r}, and {header!r} is expected. {hint}",
)
HalfALine = ImportRefused.row(
    "half_a_line", "Line {line} of {file} is not a whole line ({reason}): {text!r}. Download the file again."
)
FieldIsTooLong = ImportRefused.row(
    "field_is_too_long",
    "Line {line} of {file} has a field of more than {most:,} characters, which PokerNow never writes: {text!r}.",
)
NoHandsInLog = ImportRefused.row(
    "no_hands_in_log", "{file} has no hand; the log of a night has lines such as '-- starting hand #1 ...'."
)
NobodyPlays = ImportRefused.row(
    "nobody_plays", "{file} has hands, but no line “Player stacks: …” that says who plays; download the full log again."
)
TwoNights = ImportRefused.row(
    "two_nights",
    "Hand #{hand} starts in {file} (line {line}) and, at another time, in {other} (line {other_line}); give the files "
    "of one night at a time.",
    "line hand other other_line",
)
TooManyTables = ImportRefused.row(
    "too_many_tables",
    "{number} tables of a tournament were given, {file} first, and a night has room for {most}; give fewer.",
)
TournamentIsNotMoney = ImportRefused.row(
    "tournament_is_not_money",
    "Line {line} of {file} belongs to a tournament ({text!r}), and its chips are not money. Say --tournament ignore to "
    "leave it out, or --tournament as-chips to record its hands in chips, for which nobody owes anything; with --cents "
    "or --currency they are money after all. Nothing was recorded.",
)
PlaysBesideThemselves = ImportRefused.row(
    "plays_beside_themselves",
    "{said} (id {identity}) and {other} (id {other_identity}) play in the same hand of {file}, so they are two people; "
    "map them to two.",
)


class LineRefused(ImportRefused):
    """A refusal because of one line."""

    code = "line_refused"
    sentence = "Line {line} of {file} cannot be imported: {text!r}."
    line: int
    text: str


AmountIsTooFine = LineRefused.row(
    "amount_is_too_fine", "Line {line} of {file} says {amount}, but a chip is worth at least 0.01: {text!r}."
)
AmountIsTooLarge = LineRefused.row(
    "amount_is_too_large", "Line {line} of {file} says {amount}, but the book counts only to {most} chips: {text!r}."
)
GameIsNotKnown = LineRefused.row(
    "game_is_not_known",
    "Line {line} of {file} starts a hand of {game}, which is not in the standard rulebook; it has {known}.",
)
FeatureIsNotPlayed = LineRefused.row(
    "feature_is_not_played", "Line {line} of {file} shows {feature}, which the book cannot play: {text!r}."
)
LineCannotBePlayed = LineRefused.row(
    "line_cannot_be_played", "Line {line} of {file} cannot be played: {text!r}. {because}"
)


class UnitIsNeeded(ImportRefused):
    """Whole numbers that may be of the smallest unit or of whole coins, which is a question."""

    code = "unit_is_needed"
    sentence = (
        "{file} counts in whole numbers, so 1 may be a cent or a whole {currency}; say --cents 1 or --cents {whole}, in "
        "the smallest unit of the money a chip."
    )
    currency: str
    whole: int
    option: str = "unit"

    @property
    def details(self) -> dict[str, Any]:
        return {**super().details, "answers": ("1", f"{self.whole}")}


HundredthsAreTooFine = ImportRefused.row(
    "hundredths_are_too_fine",
    "{file} has amounts with decimals, but {currency} has no hundredths; give the worth of a chip of 0.01.",
)
LedgerIsEmpty = ImportRefused.row(
    "ledger_is_empty", "{file} has only a header; a ledger has a line for each time a player sat down."
)
LedgerDoesNotAddUp = LineRefused.row(
    "ledger_does_not_add_up",
    "Line {line} of {file} says net {net}, but chips taken home minus chips bought are {result}: {text!r}.",
)
LedgerIsNotBalanced = ImportRefused.row(
    "ledger_is_not_balanced",
    "The nets in {file} sum to {result} chips, not to 0; a line is missing, or somebody was still playing: download "
    "the ledger again when the night is over.",
)

# A file of results.

FileHoldsNothing = ImportRefused.row(
    "file_holds_nothing",
    "{file} holds no results; it needs a line of headings, such as date, player, in, out, and a line below it.",
)
FileTooLarge = ImportRefused.row(
    "file_too_large", "{file} is larger than {most:,} bytes, the most that is read; give the years one at a time."
)
TooManyRows = ImportRefused.row(
    "too_many_rows",
    "{file} has more than {most:,} {what}, the most that is read at once; give the years one at a time.",
)
NotText = ImportRefused.row("not_text", "{file} is neither text nor a spreadsheet (.xlsx); save it as CSV or XLSX.")
NotAWorkbook = ImportRefused.row(
    "not_a_workbook", "{file} is not a spreadsheet that can be read ({reason}); save it as XLSX again, or as CSV."
)
NoSuchSheet = ImportRefused.row(
    "no_such_sheet", "{file} has no sheet “{sheet}”; it has {listed}.", listing=Listing("known", most=20)
)


class RowRefused(ImportRefused):
    """A refusal because of one line."""

    code = "row_refused"
    sentence = "Line {line} of {file} cannot be imported: “{text}”."
    line: int
    text: str


RowIsNotWhole = RowRefused.row("row_is_not_whole", "Line {line} of {file} is not a whole line ({reason}): “{text}”.")
UnknownColumns = RowRefused.row(
    "unknown_columns",
    "Line {line} of {file} has headings that are not known: {text}; accepted are date, player, in and out (or result), "
    "night, gap and note, or date and a column for each player.",
)
ColumnIsMissing = RowRefused.row(
    "column_is_missing",
    "Line {line} of {file} has the headings {text}, and {missing} is missing; give date, player, in and out (or "
    "result), or date and a column for each player.",
)


class CellRefused(RowRefused):
    """A refusal because of one cell; `column` is its number and its heading."""

    code = "cell_refused"
    sentence = "Line {line}, column {column} of {file}: “{text}” cannot be imported."
    column: str


ColumnTwice = CellRefused.row(
    "column_twice",
    "Line {line}, column {column} of {file}: “{text}” is the heading of an earlier column too; keep one of them.",
)
CellIsEmpty = CellRefused.row("cell_is_empty", "Line {line}, column {column} of {file} is empty; give {wanted}.")
FormulaAsText = CellRefused.row(
    "formula_as_text", "Line {line}, column {column} of {file}: “{text}” is a formula; give its value instead."
)
DateNotUnderstood = CellRefused.row(
    "date_not_understood",
    "Line {line}, column {column} of {file}: “{text}” is not a date; write it as 2019-01-31 or 31.1.2019, "
    "or take the line out if it is about no night.",
)
DateOutOfRange = CellRefused.row(
    "date_out_of_range",
    "Line {line}, column {column} of {file}: “{text}” is {why}; give the day on which the night was played.",
)


class CellIsOpen(CellRefused):
    """A cell that can be read in several ways, which is a question: the `option` of the import takes one of `answers`."""

    code = "cell_is_open"
    sentence = "Line {line}, column {column} of {file}: “{text}” can be read in several ways; say --{option}."
    option: str
    answers: tuple[str, ...]


DateOrderIsOpen = CellIsOpen.row(
    "date_order_is_open",
    "Line {line}, column {column} of {file}: “{text}” may begin with the day or with the month, and so may every date "
    "of the file; say which with --dates dmy or --dates mdy.",
)
DecimalsAreOpen = CellIsOpen.row(
    "decimals_are_open",
    "Line {line}, column {column} of {file}: “{text}” may be {thousands}, or have three decimals, and no amount of the "
    "file shows which; say what stands before decimals with --decimals comma or --decimals point.",
)
DatesInTwoOrders = CellRefused.row(
    "dates_in_two_orders",
    "Line {line}, column {column} of {file}: “{text}” begins with the {part}, but “{other}” in line {other_line} does "
    "not; write all dates in one order.",
)
NotAnAmount = CellRefused.row(
    "not_an_amount",
    "Line {line}, column {column} of {file}: “{text}” is not an amount; write it as 150, 12.50 or 1.234,50.",
)
AmountIsNegative = CellRefused.row(
    "amount_is_negative",
    "Line {line}, column {column} of {file}: “{text}” is below 0; what comes in and goes out is 0 or more.",
)
ResultsAreTooFine = CellRefused.row(
    "results_are_too_fine",
    "Line {line}, column {column} of {file}: “{text}” has more decimals than {currency} has ({most}).",
)
ResultsAreTooLarge = CellRefused.row(
    "results_are_too_large",
    "Line {line}, column {column} of {file}: “{text}” has more than {most} digits; no night is worth that.",
)
AmountIsOpen = CellRefused.row(
    "amount_is_open",
    "Line {line}, column {column} of {file}: “{text}” may be thousands or decimals; write it with no sign between "
    "thousands, or with {decimals} decimals.",
)
AmountsInTwoForms = CellRefused.row(
    "amounts_in_two_forms",
    "Line {line}, column {column} of {file}: “{text}” has its decimals behind another sign than “{other}” in line "
    "{other_line}; write all amounts in one form.",
)
AnotherCurrency = CellRefused.row(
    "another_currency",
    "Line {line}, column {column} of {file}: “{text}” is not in {currency}; name the currency if all of it is in another.",
)
AbsentAndPaid = CellRefused.row(
    "absent_and_paid",
    "Line {line}, column {column} of {file}: “{text}” says that somebody was not there, but {amount} stands beside it; "
    "keep one of them.",
)
NotAPlayer = CellRefused.row(
    "not_a_player", "Line {line}, column {column} of {file}: {because} If it is somebody, write a name there."
)
PlayerTwice = CellRefused.row(
    "player_twice",
    "Line {line}, column {column} of {file}: “{text}” is in the night of {night} twice, first in line {other_line}; "
    "add the lines up, or name two nights of one day in a column night.",
)
RowDoesNotAddUp = CellRefused.row(
    "row_does_not_add_up",
    "Line {line}, column {column} of {file}: “{text}” has the result {result}, but out minus in is {worked_out}; leave "
    "the result out, or put it right.",
)
NightInTwoSheets = RowRefused.row(
    "night_in_two_sheets",
    "Line {line} of {file}: {text} stands in line {other_line} of {other} too, with other results; name one sheet, "
    "or tell the nights apart in a column night.",
    "other other_line",
)
TwoBearers = RowRefused.row(
    "two_bearers",
    "Line {line} of {file}: “{text}” bears the gap of {night}, but line {other_line} says “{other}”; say one.",
    "night other other_line",
)
TooManyPlayers = RowRefused.row(
    "too_many_players",
    "Line {line} of {file}: the night of {text} has {count} players, and a night has at most {most}.",
)

# Debts.
NotDebts = ImportRefused.row(
    "not_debts",
    "{file} is no export of Splitwise (Date, Description, Category, Cost, Currency and a column for each person) and "
    "none of ihatemoney (bills or settlements, as CSV or JSON).",
)
DebtsAreNotJson = ImportRefused.row(
    "debts_are_not_json", "{file} is not the JSON that ihatemoney writes ({reason}); export it again."
)
DebtsInTwoCurrencies = ImportRefused.row(
    "debts_in_two_currencies",
    "{file} has debts in {listed}; say one with --currency, and import the others after it.",
    listing=Listing("currencies", most=20),
)
BalancesDiffer = CellRefused.row(
    "balances_differ",
    "Line {line}, column {column} of {file}: the total balance is {text}, but the lines above come to {worked_out}; "
    "export the file again.",
)
DebtsDoNotMeet = RowRefused.row(
    "debts_do_not_meet", "Line {line} of {file}: “{text}” does not sum to 0 over all people, but to {sum}."
)
NothingIsOwed = ImportRefused.row(
    "nothing_is_owed", "{file}: nobody owes anything in {currency}, so there is nothing to import."
)

# A hand history.

HistoryIsTooLarge = ImportRefused.row(
    "history_is_too_large", "{file} has {found:,} {what}, and at most {most:,} are read; give it in parts."
)
HistoryIsNotWellFormed = ImportRefused.row("history_is_not_well_formed", "{file} is not {form}: {because}.")
HistoryHasNoHands = ImportRefused.row("history_has_no_hands", "{file} has no hand; {expected}.")
FieldIsMissing = ImportRefused.row("field_is_missing", "{file}, {where}: {field} is missing, and {why}.")
FieldIsNotUnderstood = ImportRefused.row(
    "field_is_not_understood", "{file}, {where}: {found} is not accepted; it must be {accepted}."
)
VariantIsNotPlayed = ImportRefused.row(
    "variant_is_not_played", "{file}, {where}: the variant {variant} is not among those that are played: {known}."
)
AmountsAreTooFine = ImportRefused.row(
    "amounts_are_too_fine",
    "{file} has amounts with {places} decimals, and {currency} has {exponent}; say the worth of the smallest chip in "
    "cents.",
)
FilesCountDifferently = ImportRefused.row(
    "files_count_differently",
    "{file} has other decimals, or another currency, than {other}; import each as a night of its own.",
)
ActCannotBePlayed = ImportRefused.row("act_cannot_be_played", "{file}, {where} cannot be played: {text!r}. {because}")
HandIsNotFinished = ImportRefused.row(
    "hand_is_not_finished",
    "{file}, {where} stops before the hand is over: {missing}; leave the hand out, or complete it.",
)
WinnerIsNotKnown = ImportRefused.row(
    "winner_is_not_known",
    "{file}, {where} does not say who wins: the cards of {players} are unknown; show them, or give {field}.",
)
