"""Lines of the shorthand put into Danish word by word; names of games, and what is quoted, stay as they were."""

import re

from service.language.languages.speaking import DANISH, in_language
from service.language.shorthand.keywords import in_own_words

LEFT_ALONE = re.compile(r'("[^"]*"|(?<=^hand ).+?(?= by | with |$)|(?<=^name the game ).*)')


def in_danish(line: str) -> str:
    with in_language(DANISH):
        parts = LEFT_ALONE.split(line.strip())
        return "".join(part if place % 2 else in_own_words(part) for place, part in enumerate(parts))
