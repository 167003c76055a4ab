"""The languages that chipbook speaks: catalogues of messages in the format of gettext, read when they are first needed."""

from service.languages.speaking import LANGUAGES, Language, best_of, in_language, language_called

__all__ = ["LANGUAGES", "Language", "best_of", "in_language", "language_called"]
