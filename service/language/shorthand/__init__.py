"""The shorthand of the table: one line is one command, the same in the prompt and in `.night` files."""

from service.language.shorthand.head import Head, read_file, read_head
from service.language.shorthand.hints import complete, fault_lines, what_now
from service.language.shorthand.keywords import in_english
from service.language.shorthand.lines import VOCABULARY, read_line, read_name
from service.language.shorthand.tokens import ParsedLine, ShorthandError, SpokenCorrection

__all__ = [
    "VOCABULARY",
    "Head",
    "ParsedLine",
    "ShorthandError",
    "SpokenCorrection",
    "complete",
    "fault_lines",
    "in_english",
    "read_file",
    "read_head",
    "read_line",
    "read_name",
    "what_now",
]
