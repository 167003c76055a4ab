"""What a hand history is refused for, one small class per reason. Nothing of a refused file is recorded."""

from __future__ import annotations

from service.exchange.imports.refused import ImportRefused


class HistoryIsTooLarge(ImportRefused):
    code = "history_is_too_large"
    sentence = "{file} has {found:,} {what}, and at most {most:,} are read; give it in parts."
    found: int
    what: str
    most: int


class HistoryIsNotWellFormed(ImportRefused):
    code = "history_is_not_well_formed"
    sentence = "{file} is not {form}: {because}."
    form: str
    because: str


class HistoryHasNoHands(ImportRefused):
    code = "history_has_no_hands"
    sentence = "{file} has no hand; {expected}."
    expected: str


class FieldIsMissing(ImportRefused):
    code = "field_is_missing"
    sentence = "{file}, {where}: {field} is missing, and {why}."
    where: str
    field: str
    why: str


class FieldIsNotUnderstood(ImportRefused):
    code = "field_is_not_understood"
    sentence = "{file}, {where}: {found} is not accepted; it must be {accepted}."
    where: str
    found: str
    accepted: str


class VariantIsNotPlayed(ImportRefused):
    code = "variant_is_not_played"
    sentence = "{file}, {where}: the variant {variant} is not among those that are played: {known}."
    where: str
    variant: str
    known: str


class AmountsAreTooFine(ImportRefused):
    code = "amounts_are_too_fine"
    sentence = (
        "{file} has amounts with {places} decimals, and {currency} has {exponent}; "
        "say the worth of the smallest chip in cents (--unit)."
    )
    places: int
    currency: str
    exponent: int


class FilesCountDifferently(ImportRefused):
    code = "files_count_differently"
    sentence = "{file} has other decimals, or another currency, than {other}; import each as a night of its own."
    other: str


class ActCannotBePlayed(ImportRefused):
    code = "act_cannot_be_played"
    sentence = "{file}, {where} cannot be played: {text!r}. {because}"
    where: str
    text: str
    because: str


class HandIsNotFinished(ImportRefused):
    code = "hand_is_not_finished"
    sentence = "{file}, {where} stops before the hand is over: {missing}; leave the hand out, or complete it."
    where: str
    missing: str


class WinnerIsNotKnown(ImportRefused):
    code = "winner_is_not_known"
    sentence = "{file}, {where} does not say who wins: the cards of {players} are unknown; show them, or give {field}."
    where: str
    players: str
    field: str
