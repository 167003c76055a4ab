"""A speech for tests that notes what it could not translate."""

from functools import cache

from engine.speech import English
from service.language.languages.speaking import PARTS, speech_of
from tests.messages import catalogue_of, has_words

Plural = tuple[str, str]


@cache
def translated(language: str) -> frozenset[tuple[str | None, str]]:
    """Every message that a catalogue translates, with its context; of a number of things, the message for one."""
    return frozenset(
        (one.context, one.id[0] if isinstance(one.id, tuple) else one.id)
        for part in PARTS
        for one in catalogue_of(language, part)
        if one.id and one.string and all(one.string)
    )


class Listener(English):
    """Danish; `missing` are the messages with words in them that were said without a translation, of all those heard."""

    code = "da"

    def __init__(self) -> None:
        self.missing: set[tuple[str | None, str]] = set()
        self.heard = 0
        self._danish = speech_of("da")
        self.decimal, self.thousands = self._danish.decimal, self._danish.thousands

    def currency(self, code: str) -> str:
        return self._danish.currency(code)

    def hundredths(self, code: str) -> str:
        return self._danish.hundredths(code)

    def _note(self, context: str | None, message: str) -> None:
        self.heard += 1
        if (context, message) not in translated("da") and has_words(message):
            self.missing.add((context, message))

    def gettext(self, message: str) -> str:
        self._note(None, message)
        return self._danish.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._note(None, msgid1)
        return self._danish.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        self._note(context, message)
        return self._danish.pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self._note(context, msgid1)
        return self._danish.npgettext(context, msgid1, msgid2, n)
