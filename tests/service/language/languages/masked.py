"""A language without words, to find what is said past the translators: every letter of a message is a dash."""

import re

from engine.speech import English

# A field of a template in Python or of a page, or anything else.
PIECES = re.compile(r"(\{\w*(?:[:!][^{}]*)?\}|%\(\w+\)s)|([^{}%]+|%)")


class Masked(English):
    """Says every message as dashes, as if in that language; only what is filled in can still be read."""

    def __init__(self, code: str = "en") -> None:
        self.code = code

    def gettext(self, message: str) -> str:
        return PIECES.sub(lambda piece: piece[1] or re.sub(r"[^\W\d_]", "-", piece[2]), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        # A pattern is not said.
        return message if context.endswith("one / several / and") else self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)
