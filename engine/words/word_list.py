"""A word list as a file: UTF-8, one word a line; `cats plural` marks a plural made with S, # a comment."""

import unicodedata

from engine import errors
from engine.words.dictionary import LONGEST, SHORTEST, Dictionary

PLURAL = "plural"
_BYTE_ORDER_MARK = "\ufeff"


def read_word_list(name: str, data: bytes) -> Dictionary:
    """The dictionary in a file; words of more than five letters are left out.

    Refuses data that is not UTF-8, a line that is not one word, and a list without a word.
    """
    words: list[str] = []
    plurals: list[str] = []
    for number, line in enumerate(_text(name, data).splitlines(), start=1):
        word, *mark = line.split()[:3] or [""]
        if not word or word.startswith("#"):
            continue
        if not word.isalpha() or mark not in ([], [PLURAL]):
            raise errors.NotAWordList(list=name, line=number, said=line.strip())
        words.append(word)
        plurals += [word] if mark else []
    dictionary = Dictionary(name, words, plurals)
    if not len(dictionary):
        raise errors.WordListIsEmpty(list=name, shortest=SHORTEST, longest=LONGEST)
    return dictionary


def _text(name: str, data: bytes) -> str:
    try:
        text = data.decode().removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as mistake:
        line = data.count(b"\n", 0, mistake.start) + 1
        raise errors.WordListIsNotUtf8(list=name, line=line) from None
    # A letter may be encoded as one sign or two; the word is the same either way.
    return unicodedata.normalize("NFC", text)
