"""The languages that chipbook speaks: catalogues of messages in the format of gettext, read when they are first needed."""

from service.language.languages.speaking import (
    DANISH,
    ENGLISH,
    LANGUAGES,
    Language,
    as_before,
    best_of,
    in_english,
    in_language,
    in_words_of,
    language_called,
    language_spoken,
)

__all__ = [
    "DANISH",
    "ENGLISH",
    "LANGUAGES",
    "Language",
    "as_before",
    "best_of",
    "in_english",
    "in_language",
    "in_words_of",
    "language_called",
    "language_spoken",
]
