"""What a file of results is refused for, one small class per reason. Nothing of a refused file is recorded."""

from __future__ import annotations

from service.errors import Listing
from service.exchange.imports.refused import ImportRefused


class FileHoldsNothing(ImportRefused):
    code = "file_holds_nothing"
    sentence = (
        "{file} holds no results; it needs a line of headings, such as date, player, in, out, and a line below it."
    )


class FileIsTooLarge(ImportRefused):
    code = "file_too_large"
    sentence = "{file} is larger than {most:,} bytes, the most that is read; give the years one at a time."
    most: int


class TooManyRows(ImportRefused):
    code = "too_many_rows"
    sentence = "{file} has more than {most:,} {what}, the most that is read at once; give the years one at a time."
    most: int
    what: str


class NotText(ImportRefused):
    code = "not_text"
    sentence = "{file} is neither text nor a workbook (.xlsx); save it as CSV or XLSX."


class NotAWorkbook(ImportRefused):
    code = "not_a_workbook"
    sentence = "{file} is not a workbook that can be read ({reason}); save it as XLSX again, or as CSV."
    reason: str


class NoSuchSheet(ImportRefused):
    code = "no_such_sheet"
    sentence = "{file} has no sheet “{sheet}”; it has {listed}."
    listing = Listing("known", most=20)
    sheet: str
    known: list[str]


class RowRefused(ImportRefused):
    """A refusal because of one line."""

    code = "row_refused"
    sentence = "Line {line} of {file} cannot be imported: “{text}”."
    line: int
    text: str


class RowIsNotWhole(RowRefused):
    code = "row_is_not_whole"
    sentence = "Line {line} of {file} is not a whole line ({reason}): “{text}”."
    reason: str


class UnknownColumns(RowRefused):
    code = "unknown_columns"
    sentence = (
        "Line {line} of {file} has headings that are not known: {text}; accepted are date, player, in and out (or "
        "result), night, gap and note, or date and a column for each player."
    )


class ColumnIsMissing(RowRefused):
    code = "column_is_missing"
    sentence = (
        "Line {line} of {file} has the headings {text}, and {missing} is missing; give date, player, in and out (or "
        "result), or date and a column for each player."
    )
    missing: str


class CellRefused(RowRefused):
    """A refusal because of one cell; `column` is its number and its heading."""

    code = "cell_refused"
    sentence = "Line {line}, column {column} of {file}: “{text}” cannot be imported."
    column: str


class ColumnTwice(CellRefused):
    code = "column_twice"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” is the heading of an earlier column too; keep one of them."
    )


class CellIsEmpty(CellRefused):
    code = "cell_is_empty"
    sentence = "Line {line}, column {column} of {file} is empty; give {wanted}."
    wanted: str


class FormulaAsText(CellRefused):
    code = "formula_as_text"
    sentence = "Line {line}, column {column} of {file}: “{text}” is a formula; give its value instead."


class DateNotUnderstood(CellRefused):
    code = "date_not_understood"
    sentence = "Line {line}, column {column} of {file}: “{text}” is not a date; write it as 2019-01-31 or 31.1.2019."


class DateOutOfRange(CellRefused):
    code = "date_out_of_range"
    sentence = "Line {line}, column {column} of {file}: “{text}” is {why}; give the day on which the night was played."
    why: str


class DateOrderIsOpen(CellRefused):
    code = "date_order_is_open"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” may begin with the day or with the month, and so may every "
        "date of the file; say which with --dates dmy or --dates mdy."
    )


class DatesInTwoOrders(CellRefused):
    code = "dates_in_two_orders"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” begins with the {part}, but “{other}” in line {other_line} "
        "does not; write all dates in one order."
    )
    part: str
    other: str
    other_line: int


class NotAnAmount(CellRefused):
    code = "not_an_amount"
    sentence = "Line {line}, column {column} of {file}: “{text}” is not an amount; write it as 150, 12.50 or 1.234,50."


class AmountIsNegative(CellRefused):
    code = "amount_is_negative"
    sentence = "Line {line}, column {column} of {file}: “{text}” is below 0; what comes in and goes out is 0 or more."


class AmountIsTooFine(CellRefused):
    code = "results_are_too_fine"
    sentence = "Line {line}, column {column} of {file}: “{text}” has more decimals than {currency} has ({most})."
    currency: str
    most: int


class AmountIsTooLarge(CellRefused):
    code = "results_are_too_large"
    sentence = "Line {line}, column {column} of {file}: “{text}” has more than {most} digits; no night is worth that."
    most: int


class AmountIsOpen(CellRefused):
    code = "amount_is_open"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” may be thousands or decimals; write it with no sign between "
        "thousands, or with {decimals} decimals."
    )
    decimals: int


class AmountsInTwoForms(CellRefused):
    code = "amounts_in_two_forms"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” has its decimals behind another sign than “{other}” in line "
        "{other_line}; write all amounts in one form."
    )
    other: str
    other_line: int


class AnotherCurrency(CellRefused):
    code = "another_currency"
    sentence = "Line {line}, column {column} of {file}: “{text}” is not in {currency}; say --currency if all of it is in another."
    currency: str


class NotAPlayer(CellRefused):
    code = "not_a_player"
    sentence = "Line {line}, column {column} of {file}: {because} If it is somebody, say who with --map."
    because: str


class PlayerTwice(CellRefused):
    code = "player_twice"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” is in the night of {night} twice, first in line {other_line}; "
        "add the lines up, or name two nights of one day in a column night."
    )
    night: str
    other_line: int


class RowDoesNotAddUp(CellRefused):
    code = "row_does_not_add_up"
    sentence = (
        "Line {line}, column {column} of {file}: “{text}” has the result {result}, but out minus in is {worked_out}; "
        "leave the result out, or put it right."
    )
    result: str
    worked_out: str


class TwoBearers(RowRefused):
    code = "two_bearers"
    sentence = (
        "Line {line} of {file}: “{text}” bears the gap of {night}, but line {other_line} says “{other}”; say one."
    )
    night: str
    other: str
    other_line: int


class TooManyPlayers(RowRefused):
    code = "too_many_players"
    sentence = "Line {line} of {file}: the night of {text} has {count} players, and a night has at most {most}."
    count: int
    most: int


# Debts


class NotDebts(ImportRefused):
    code = "not_debts"
    sentence = (
        "{file} is no export of Splitwise (Date, Description, Category, Cost, Currency and a column for each person) and "
        "none of ihatemoney (bills or settlements, as CSV or JSON)."
    )


class NotJson(ImportRefused):
    code = "debts_are_not_json"
    sentence = "{file} is not the JSON that ihatemoney writes ({reason}); export it again."
    reason: str


class DebtsInTwoCurrencies(ImportRefused):
    code = "debts_in_two_currencies"
    sentence = "{file} has debts in {listed}; say one with --currency, and import the others after it."
    listing = Listing("currencies", most=20)
    currencies: list[str]


class BalancesDiffer(CellRefused):
    code = "balances_differ"
    sentence = (
        "Line {line}, column {column} of {file}: the total balance is {text}, but the lines above come to {worked_out}; "
        "export the file again."
    )
    worked_out: str


class DebtsDoNotMeet(RowRefused):
    code = "debts_do_not_meet"
    sentence = "Line {line} of {file}: “{text}” does not sum to 0 over all people, but to {sum}."
    sum: str


class NothingIsOwed(ImportRefused):
    code = "nothing_is_owed"
    sentence = "{file}: nobody owes anything in {currency}, so there is nothing to import."
    currency: str
