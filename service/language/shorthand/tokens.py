"""The words of a line: splitting, names and their beginnings, amounts, and refusals of a line."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import reduce
from typing import Any, NamedTuple, NoReturn

import msgspec
from msgspec.structs import replace

from engine.cards.card import parse_card
from engine.commands import Command
from engine.game.definition import Game
from engine.grammar import MINUS, amount_plain, capital, one_of, quoted
from engine.house.agreements import Currency, Denomination
from engine.ids import PlayerId
from engine.speech import phrase, say, say_as, to_say
from engine.spelling import called, called_or_begun, compared
from engine.state import UNKNOWN, Night
from service.language.money import NotMoney, cents_of, is_currency
from service.language.names import by_name
from service.language.payload_limits import shows_nothing
from service.language.shorthand.keywords import LONGEST, Form, english_at, in_english, in_own_words

# A name without a space before what is said: `anna+60`, `bo3`.
RUN_TOGETHER = re.compile(r"(?P<name>[^\W\d]+)(?P<rest>[+=-]?\d.*)")
# Words of the shell typed before a line, and words that name nobody.
COMMANDS = frozenset(
    (
        *(
            "night",
            "table",
            "request",
            "log",
            "undo",
            "replay",
            "report",
            "verify",
            "import",
            "export",
            "judge",
        ),
        *("games", "serve", "grant", "worker", "simulate", "demo", "players", "move", "backup", "restore", "rebuild"),
        *("audit", "club", "correct", "dispute", "insert", "receipt", "standings"),
        *("alive", "beat", "doctor", "help", "jobs", "migrate", "secrets", "tls"),
    )
)
NOBODY = frozenset(("clear", "nobody", "noone", "none", "everybody", "everyone", "somebody", "someone", "me"))
# What is said elsewhere at a table, and the line that says it here.
SAID_HERE: Mapping[str, str] = {
    **dict.fromkeys(("flop", "river"), "board"),
    **dict.fromkeys(("misdeal", "redeal", "abandon"), "new deal"),
    **dict.fromkeys(("status", "stacks", "who", "who's", "whose", "hvem", "hvis"), "?"),
}
# By whether somebody or something was probably meant, and whether the word may be the name of a new player.
NOBODY_IS_CALLED_SO = {
    (False, False): to_say("Nobody here is called “{word}”. The players are {players}."),
    (False, True): to_say("Nobody here is called “{word}”. The players are {players}; “new {word}” adds one."),
    (True, False): to_say("Nobody here is called “{word}”. Did you mean {meant}? The players are {players}."),
    (True, True): to_say(
        "Nobody here is called “{word}”. Did you mean {meant}? The players are {players}; “new {word}” adds one."
    ),
}
# Shorter words are one slip away from too many others.
SLIPS_FROM = 3


class Meant(NamedTuple):
    """The name or word that was probably meant; `near` if it is one slip away."""

    said: str
    near: bool


def not_a_name(spoken: str, names: Sequence[str], vocabulary: Collection[str], *, may_add: bool = True) -> str:
    """The sentence for a word in the place of a name; `vocabulary` holds words as they are compared.

    It says how to add a person only if the line may add one and the word is no likely slip: not a word of the shorthand or
    of the shell, not a number, not one slip from a name, and not one from such a word, unless it begins with a capital: Lars
    does not mean “lays”.
    """
    stated = {"word": spoken, "players": ", ".join(names) or say_as("at a table", "nobody yet")}
    if in_english(spoken) in vocabulary or compared(spoken) in vocabulary:
        return say("“{word}” is not a name here; it is a verb. The players are {players}.", **stated)
    if compared(spoken) in COMMANDS:
        return say(
            "“{word}” is neither a name here nor a line; it is a command of the shell: `chipbook {command}`. "
            "The players are {players}.",
            command=compared(spoken),
            **stated,
        )
    meant = _meant(spoken, names, vocabulary)
    may_be_new = may_add and _could_be_a_name(spoken) and not (meant and meant.near)
    return say(NOBODY_IS_CALLED_SO[bool(meant), may_be_new], meant=meant.said if meant else "", **stated)


def _meant(spoken: str, names: Sequence[str], vocabulary: Collection[str]) -> Meant | None:
    apart = RUN_TOGETHER.fullmatch(spoken)
    if apart and any(compared(name).startswith(compared(apart["name"])) for name in names):
        return Meant(quoted(f"{apart['name']} {apart['rest']}"), near=True)
    for name in names:
        if is_one_slip(compared(spoken), compared(name)):
            return Meant(name, near=True)
    if line := SAID_HERE.get(compared(spoken)):
        return Meant(quoted(in_own_words(line)), near=not spoken[0].isupper())
    for word in map(in_own_words, sorted(vocabulary)):
        if is_one_slip(compared(spoken), compared(word)):
            return Meant(quoted(word), near=not spoken[0].isupper())
    close = get_close_matches(compared(spoken), [compared(name) for name in names], n=1)
    return next((Meant(name, near=False) for name in names if close and compared(name) == close[0]), None)


def _could_be_a_name(spoken: str) -> bool:
    return (
        compared(spoken) not in NOBODY
        and len(spoken) > 1
        and not is_card(spoken)
        and spoken[0].isalpha()
        and not any(sign.isdigit() for sign in spoken)
    )


def is_one_slip(typed: str, meant: str) -> bool:
    """True if one letter wrong, missing or added, or two neighbours exchanged, turns one word into the other."""
    if min(len(typed), len(meant)) < SLIPS_FROM or typed == meant:
        return False
    if len(typed) == len(meant):
        wrong = [place for place in range(len(typed)) if typed[place] != meant[place]]
        if len(wrong) == 2:
            first, second = wrong
            return second == first + 1 and (typed[first], typed[second]) == (meant[second], meant[first])
        return len(wrong) == 1
    short, long = sorted((typed, meant), key=len)
    return len(long) == len(short) + 1 and any(long[:cut] + long[cut + 1 :] == short for cut in range(len(long)))


# A quotation, also in the marks that a phone makes of the straight ones, a clock time, an amount with a comma (`1.234,50`,
# `5,-`, `1,234.50`), a mark, the sign of a count before its number, a word, or a quotation that is never closed.
TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|[“”„](?P<curly>[^“”„]*)[“”]'
    r"|\d{1,2}:\d\d(?!\S)|\d[\d.]*,(?:\d{1,3}(?:kr\.?)?|-)(?!\S)|\d{1,3}(?:,\d{3})+\.\d+(?!\S)"
    r'|[,;:>]|=(?=\d)|[^\s,;:>"]+|(?P<open>")'
)
# Several times the length of a line that deals all cards to a full table and gives a reason.
LINE_MOST = 4000
# How much of a text a sentence repeats.
SHOWN_MOST = 60
# Without a chip inventory, `p` still means the chip that the table calls a peder.
PEDER = 50
# What is said behind a number of chips, in any language.
CHIPS = ("chip", "chips", "jeton", "jetoner")
# Shorter beginnings of a kind of chip stand at its number, because alone they would be taken for other words.
KIND_LEAST = 3

# Words that end a list of cards; a quotation ends it too.
STOPS = ("gets", "getting", "shows", "showing", "throws", "throwing", "right", "left", "")


class ShorthandError(Exception):
    """Refusal of a line that cannot be read. `column` is the place, and `details` holds what the sentence names."""

    def __init__(self, code: str, sentence: str, *, column: int = 1, **details: object) -> None:
        super().__init__(sentence)
        self.code = code
        self.column = column
        self.details = details


def shown(text: str, most: int = SHOWN_MOST) -> str:
    """The beginning of a text, for a sentence that repeats it."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def check_length(line: str) -> None:
    """Refuses a line that is too long to be meant."""
    if len(line) > LINE_MOST:
        sentence = say(
            "A line has at most {most:,} characters, and this one has {length:,}: “{line}”.",
            most=LINE_MOST,
            length=len(line),
            line=shown(line),
        )
        raise ShorthandError("line_too_long", sentence, most=LINE_MOST)


class SpokenChange(msgspec.Struct, frozen=True):
    """One change as it was said: the line that stands instead of an event or right after it; empty if nothing does.

    `act` is what was chosen there instead of typing a line.
    """

    version: int
    line: str = ""
    after: bool = False
    act: Command | None = None


class SpokenCorrection(msgspec.Struct, frozen=True):
    """A correction whose lines are not read yet. `waived`: the rules set aside for acts that need it, each with why."""

    changes: tuple[SpokenChange, ...]
    stop_at: int | None = None
    reason: str = ""
    waived: tuple[tuple[str, str], ...] = ()


class SpokenAnswer(msgspec.Struct, frozen=True):
    """What a player says at the table of the settlement, or of one `event`: that it is so, or with a `reason` that it is not."""

    player: PlayerId
    event: int = 0
    reason: str = ""


class ParsedLine(msgspec.Struct, frozen=True):
    """The commands of one line, people to add first, a correction, or an answer that the bank notes. `at`: the time at the table of the commands, and without
    any of the lines that follow. `taken` is why nobody new can have the name, if that is only refused when it is done.
    """

    commands: tuple[Command, ...] = ()
    players: tuple[str, ...] = ()
    at: str = ""
    correction: SpokenCorrection | None = None
    taken: ShorthandError | None = None
    answer: SpokenAnswer | None = None


class Word(msgspec.Struct, frozen=True):
    """One word of a line and its column. A quoted word is a text and never a keyword.

    `meant` is the keyword in English, if it was said in another language; the text is what was typed, and may be a name.
    """

    text: str
    column: int
    quoted: bool = False
    meant: str = ""

    @property
    def english(self) -> str:
        """The word as it was typed, or the keyword in English."""
        return self.meant or self.text

    @property
    def key(self) -> str:
        """The word as a keyword."""
        return "" if self.quoted else self.english.casefold()


def split(line: str) -> list[Word]:
    """The words of a line without its comment."""
    check_length(line)
    words: list[Word] = []
    for result in TOKEN.finditer(line):
        column = result.start() + 1
        if result["open"]:
            sentence = say(
                'The quotation that begins at column {column} is not closed; end it with another ".', column=column
            )
            raise ShorthandError("quote_not_closed", sentence, column=column)
        quotation = result["curly"] if result["quoted"] is None else result["quoted"]
        if quotation is not None:
            words.append(Word(quotation, column, quoted=True))
        elif result[0].startswith("#"):
            break
        else:
            # A minus sign that a phone typed, or that was copied from a report, is the one of the keyboard.
            words.append(Word(result[0].replace(MINUS, "-"), column))
    return list(_in_english(words))


def _in_english(words: Sequence[Word]) -> Iterator[Word]:
    """The words with what they mean in English. Several that are one keyword together become one word."""
    place = 0
    while place < len(words):
        length, english = english_at(tuple(word.key for word in words[place : place + LONGEST]))
        several = words[place : place + (length or 1)]
        # The first word takes what there is more of.
        first = length - len(english) + 1 if length else 1
        text = " ".join(word.text for word in several[:first])
        yield replace(several[0], text=text, meant=english[0] if english else "")
        yield from (replace(word, meant=meant) for word, meant in zip(several[first:], english[1:], strict=True))
        place += len(several)


def _either(one: str, other: str) -> str:
    return phrase("{one} or {other}", one=one, other=other)


class Tokens:
    """A line, read from left to right, with the table it is said at and the club's own games."""

    def __init__(
        self,
        line: str,
        words: Sequence[Word],
        night: Night,
        names: Mapping[PlayerId, str],
        own: Sequence[Game] = (),
        *,
        vocabulary: Collection[str] = (),
        may_add: bool = True,
    ) -> None:
        self.line = line
        self.words = list(words)
        self.night = night
        self.names = names
        self.own = own
        self.vocabulary = vocabulary
        self.may_add = may_add

    def __bool__(self) -> bool:
        return bool(self.words)

    @property
    def key(self) -> str:
        """The next word as a keyword; empty at the end of the line."""
        return self.words[0].key if self.words else ""

    @property
    def column(self) -> int:
        """The column of the next word."""
        return self.words[0].column if self.words else len(self.line) + 1

    def take(self) -> Word:
        """The next word."""
        return self.words.pop(0)

    def skip(self, *keys: str) -> bool:
        """Skips the next word if it is one of these, and says whether it did."""
        if self.words and self.key in keys:
            self.words.pop(0)
            return True
        return False

    def wrong(self, expected: str) -> NoReturn:
        """Refuses the line, with what was found and what would be accepted."""
        match = phrase("“{word}”", word=shown(self.words[0].text)) if self.words else phrase("the end of the line")
        stated = self.line[: self.column - 1].strip()
        behind = stated if len(stated) <= SHOWN_MOST else f"…{stated[1 - SHOWN_MOST :]}"
        if self.column == 1:
            sentence = say(
                "{found} is not understood; expected: {expected}.", found=capital(f"{match}"), expected=expected
            )
        else:
            sentence = say(
                "After “{behind}” comes {found}; expected: {expected}.", behind=behind, found=match, expected=expected
            )
        raise ShorthandError("not_understood", sentence, column=self.column, expected=str(expected))

    def end(self) -> None:
        """Refuses further words."""
        if self.words:
            self.wrong(phrase("the end of the line"))

    def text(self) -> str:
        """A name: a quoted text, or the rest of the line."""
        if self.words and self.words[0].quoted:
            return self.take().text
        rest = self.line[self.column - 1 :].split(" #")[0].strip()
        self.words.clear()
        return rest

    def quoted(self, what: str) -> str:
        """A quoted text. Words without quotes are refused, even where no other reading is possible."""
        if not self.words or not self.words[0].quoted or shows_nothing(self.words[0].text):
            self.wrong(phrase("{what} in quotes", what=what))
        return self.take().text

    def parts(self, **parts: "LinePart") -> dict[str, Any]:
        """The parts said after a verb, in any order. Refuses a part said twice and anything else.

        A part that was not said has no key in the answer.
        """
        results: dict[str, Any] = {}
        while self.words:
            self.skip(",")
            name = next((name for name, part in parts.items() if name not in results and part.begins(self)), None)
            if name is None:
                self._no_part(parts, results)
            results[name] = parts[name].read(self)
        return results

    def _no_part(self, parts: Mapping[str, "LinePart"], results: Collection[str]) -> NoReturn:
        again = next((parts[name].what for name in results if parts[name].keyed and parts[name].begins(self)), "")
        if again:
            sentence = say("“{line}” says {again} twice; say it once.", line=self.line, again=again)
            raise ShorthandError("said_twice", sentence, column=self.column)
        left = [part.what for name, part in parts.items() if name not in results]
        self.wrong(reduce(_either, left) if left else phrase("the end of the line"))

    def card(self) -> str:
        """The next word as a card; the unknown one if the line says none. The rules decide which texts are cards."""
        return self.take().text if self.words else UNKNOWN

    def number(self, what: str, *, least: int = 0) -> int:
        """A whole number, not below the `least`."""
        stated = self.words[0].text if self.words else ""
        if not stated.isdecimal() or len(stated) > 15 or int(stated) < least:
            self.wrong(what)
        return int(self.take().text)

    def player(self, what: str = phrase("a player")) -> PlayerId:
        """A player by name, or by a beginning that fits exactly one name. Names of several words are tried first."""
        if not self.words:
            self.wrong(what)
        length, result = self._called()
        spoken = " ".join(word.text for word in self.words[:length])
        seated = [player for player in result if player in self.night.people and not self.night.people[player].left]
        if len(result) > 1 and len(seated) == 1:
            result = seated
        if not result:
            self._nobody(spoken)
        if len(result) > 1:
            several = sorted((self.names[player] for player in result), key=by_name)
            raise ShorthandError(
                "ambiguous_name",
                say(
                    "“{spoken}” may mean {listed}; type more of the name.",
                    spoken=shown(spoken),
                    listed=one_of(several),
                ),
                column=self.column,
                names=several,
            )
        del self.words[:length]
        return result[0]

    def _called(self) -> tuple[int, list[PlayerId]]:
        """How many words name a player, and the players they fit: by full name, else by its beginning."""
        for length in range(min(4, len(self.words)), 0, -1):
            exact = called(" ".join(word.text for word in self.words[:length]), self.names)
            if exact:
                return length, exact
        return 1, called_or_begun(self.words[0].text, self.names)

    def _nobody(self, spoken: str) -> NoReturn:
        people = sorted(self.names.values(), key=by_name)
        # A word alone says nothing of anybody, unless it is written as a name.
        may_add = self.may_add and (len(self.line.split()) > 1 or spoken[:1].isupper())
        sentence = not_a_name(shown(spoken), people, self.vocabulary, may_add=may_add)
        raise ShorthandError("unknown_player", sentence, column=self.column, name=spoken, players=people)

    def players(self, what: str = phrase("players")) -> tuple[PlayerId, ...]:
        """Names with commas or `and` between them."""
        results = [self.player(what)]
        while self.skip(",", "and"):
            results.append(self.player(what))
        return tuple(results)

    def is_amount(self) -> bool:
        """True if a number of chips comes next: `17`, or pieces such as `2p`."""
        if not self.words or self.words[0].quoted:
            return False
        return bool(re.fullmatch(r"\d{1,12}[^\W\d]*", self.words[0].text)) or self._is_one_piece()

    def _is_one_piece(self) -> bool:
        """True if a single chip of a kind comes next: `a peder`."""
        return self.key in ("a", "one") and bool(self._kind_called(self.words[1:2]))

    def pieces(self) -> list[tuple[int, str]]:
        """Pieces of chips: `2p 17` is two peders and seventeen small chips, as is `2 peders and 17 chips`."""
        if not self.is_amount():
            self.wrong(phrase("a number of chips, such as 17 or 2p 17"))
        results: list[tuple[int, str]] = []
        while self.is_amount():
            single, stated = self._is_one_piece(), self.take().text
            match = re.fullmatch(r"(\d+)([^\W\d]*)", "1" if single else stated)
            assert match is not None
            letters = match[2] or self._kind_named()
            results.append((int(match[1]), letters))
            if not letters:
                # Small chips are counted last: a second number without a letter is a slip.
                self.skip(*CHIPS)
                break
            if self.key == "and" and re.match(r"\d", "".join(word.text for word in self.words[1:2])):
                self.take()
        return results

    def _kind_named(self) -> str:
        """Takes the kind of chip that is the next word; empty if it is none."""
        name = self._kind_called(self.words[:1])
        if name:
            self.take()
            self.skip(*CHIPS)
        return name

    def _kind_called(self, words: Sequence[Word]) -> str:
        """The kind of chip that the word names, also in the plural; empty if it is none, or there is no word."""
        word = words[0].text.casefold() if words and words[0].key else ""
        for name in [kind.name for kind in self._kinds()] or ["peder"]:
            if len(word) >= KIND_LEAST and (name.casefold().startswith(word) or word.startswith(name.casefold())):
                return name
        return ""

    def _kinds(self) -> Sequence[Denomination]:
        return self.night.opened.inventory if self.night.opened else ()

    def chips(self) -> int:
        """A number of chips, said in one number or in pieces."""
        column = self.column
        return sum(count * self._worth(letters, column) for count, letters in self.pieces())

    def _worth(self, letters: str, column: int) -> int:
        return 1 if not letters else self.denomination(letters, column)[1]

    def denomination(self, letters: str, column: int) -> tuple[str, int]:
        """The denomination whose name begins with these letters, and its worth in smallest chips."""
        kinds = self._kinds()
        results = [kind for kind in kinds if kind.name.casefold().startswith(letters.casefold())]
        if len(results) == 1:
            return results[0].name, results[0].worth
        if not kinds and "peder".startswith(letters.casefold()):
            return "peder", PEDER
        known = ", ".join(kind.name for kind in kinds) or "peder (50)"
        sentence = say(
            "“{letters}” is not a kind of chip here; after a number comes nothing, or the start of a kind: {known}.",
            letters=shown(letters),
            known=known,
        )
        raise ShorthandError("unknown_denomination", sentence, column=column, name=letters)

    def words_of_money(self) -> int:
        """How many words the next amount of money takes: `20`, `20 kr.`, `kr. 20`."""
        numbers = [word.text[:1].isdecimal() for word in self.words[:2]]
        named = [is_currency(word.text) and not word.quoted for word in self.words[:2]]
        return 2 if (numbers, named) in (([True, False], [False, True]), ([False, True], [True, False])) else 1

    def money(self, what: str = phrase("an amount of money"), *, least: int = 1) -> int:
        """An amount in the smallest unit of the night's currency, `20` or `€20.50`; not below the `least`."""
        currency = self.night.opened.currency if self.night.opened else Currency()
        if not self.words:
            self.wrong(what)
        column, length = self.column, self.words_of_money()
        text = " ".join(word.text for word in self.words[:length])
        del self.words[:length]
        try:
            cents = cents_of(text, currency)
        except NotMoney as problem:
            raise ShorthandError("bad_amount", str(problem), column=column, text=text) from problem
        if cents < least:
            sentence = say(
                "“{text}” is too little; the least amount is {least}.",
                text=shown(text),
                least=amount_plain(least, currency.exponent),
            )
            raise ShorthandError("bad_amount", sentence, column=column, text=text)
        return cents


class LinePart(msgspec.Struct, frozen=True):
    """A part of a line: its meaning, whether the next word begins it, and how to read it.

    A part that is not `keyed` may begin with any word, so a second one cannot be recognised.
    """

    what: str
    begins: Callable[[Tokens], bool]
    read: Callable[[Tokens], Any]
    keyed: bool = True


def keyed(what: str, read: Callable[[Tokens], Any], *keys: str) -> LinePart:
    """A part that begins with one of these words."""

    def behind(words: Tokens) -> Any:
        words.take()
        return read(words)

    return LinePart(what, lambda words: words.key in keys, behind)


def named(what: str, who: str, *keys: str) -> LinePart:
    """A part that begins with one of these words and names a player."""
    return keyed(what, lambda words: words.player(who), *keys)


def flag(key: str) -> LinePart:
    """A part that is one keyword."""
    return keyed(phrase("“{word}”", word=Form(key)), lambda _: True, key)


def in_quotes(what: str) -> LinePart:
    """A text in quotes."""
    return LinePart(
        phrase("{what} in quotes", what=what),
        lambda words: bool(words.words) and words.words[0].quoted,
        lambda w: w.quoted(what),
    )


def one_word(what: str, *but: str) -> LinePart:
    """One word that begins no other part, such as a card."""

    def begins(words: Tokens) -> bool:
        return bool(words.key) and words.key not in but

    return LinePart(what, begins, lambda words: words.take().text, keyed=False)


REASON = in_quotes(phrase("the reason"))


def cards(words: Tokens) -> tuple[str, ...]:
    """The cards up to a keyword or a quotation. The rules decide which texts are cards."""
    results: list[str] = []
    while words and words.key not in STOPS:
        if not words.skip(","):
            results.append(words.take().text)
    if not results:
        words.wrong(phrase("cards, such as As 10h ??"))
    return tuple(results)


def is_card(text: str) -> bool:
    """Whether the text is a card of the pack of 52 or a joker, as people type it."""
    try:
        parse_card(text)
    except ValueError:
        return False
    return True
