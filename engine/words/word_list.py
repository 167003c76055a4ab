"""A word list as a file: UTF-8, one word a line; `cats plural` marks what is only a plural made with S, # a comment."""

import unicodedata

from engine import errors
from engine.words.dictionary import LONGEST, SHORTEST, Dictionary

PLURAL = "plural"
_BYTE_ORDER_MARK = "\ufeff"


def read_word_list(name: str, data: bytes) -> Dictionary:
    """The dictionary that a file holds. Words longer than five letters do no harm; what is no word is refused."""
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
    # One letter may be written with one sign or with two; a word is the same either way.
    return unicodedata.normalize("NFC", text)
