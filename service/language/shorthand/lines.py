"""Reads one line as one command. The first word decides what the line says, and reserved words beat names."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine import commands
from engine.cards.card import RANK, parse_card
from engine.game.definition import Game
from engine.grammar import MINUS
from engine.ids import PlayerId
from engine.speech import phrase, say
from engine.spelling import called, compared, kept
from engine.state import Night
from service.errors import NameNotSayable
from service.language.payload_limits import check_new_name
from service.language.shorthand.acts import (
    AT_ANY_TIME,
    EVERYBODY,
    VERBS,
    act,
    all_together,
    is_act,
    may_be_a_name,
    of_whose_turn_it_is,
    whose,
)
from service.language.shorthand.announcing import HAND_WORDS, announcement, begins_with_a_game, naming
from service.language.shorthand.bank import BANK_LINES, GAP_BEARERS, is_spent_from_kitty, spent_from_kitty
from service.language.shorthand.betting import WINS, winners
from service.language.shorthand.cards import CARD_LINES
from service.language.shorthand.keywords import in_english
from service.language.shorthand.putting_right import ACCOUNTS, PUTTING_RIGHT_LINES, event_number, new_deal
from service.language.shorthand.tokens import REASON, ParsedLine, ShorthandError, SpokenAnswer, Tokens, split
from service.language.shorthand.vocabulary import LineReader

# What a name cannot hold: words and marks that stand between or after names. Only the first ones are looked for whatever the
# language, because people are called “af Ugglas”.
ENDS = (*WINS, "and")
LINKS = (*ENDS, *HAND_WORDS)
MARKS = ',;:>"“”„'
# How a word begins that says chips of the bank, a count, or a remark; an equals sign before a letter says nothing.
_SIGNED = re.compile(rf"[+\-{MINUS}#]|=(?:\d|$)")
# What stands behind the name of somebody new who gets or does something at once; Sara 2 is a name.
BEHIND = ("with", "at", "for")
_AMOUNT = re.compile(r"[+=-]|\d{2}")
# What a player says of the settlement, or of an event that moved money of theirs.
ANSWERS = ("agrees", "refuses")
# What the prompt handles itself, before it reads a line.
OF_THE_PROMPT = ("help", "log", "undo", "faults", "disputes", "requests", "plan", "payments", "quit", "exit")


def read_line(text: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game] = ()) -> ParsedLine:
    """The commands of one line at this table; `own` are the games of the club. An empty line or a comment gives none."""
    words = Tokens(text, split(text), night, names, own, vocabulary=VOCABULARY)
    if not words:
        return ParsedLine()
    alone = spent_from_kitty(words) if is_spent_from_kitty(words) else of_whose_turn_it_is(words)
    if alone is not None:
        words.end()
        return ParsedLine((alone,))
    if together := all_together(words):
        return ParsedLine(together)
    # Only English words are reserved: Lukas may fold as “luk f”, though “luk” alone closes the night in Danish.
    named = words.words[0].meant and len(words.words) > 1 and may_be_a_name(words)
    directive = DIRECTIVES.get(words.key)
    if directive is not None and not named:
        words.take()
        spoken = directive(words)
    elif _may_announce(words) and begins_with_a_game(words) and not may_be_a_name(words):
        spoken = announcement(words)
    elif any(word.key in WINS for word in words.words):
        spoken = winners(words)
    else:
        player = whose(words) or words.player()
        spoken = _answer(words, player) if words.key in ANSWERS else act(words, player)
    words.end()
    return spoken if isinstance(spoken, ParsedLine) else ParsedLine((spoken,))


def _may_announce(words: Tokens) -> bool:
    """Whether the line may announce a hand without `hand`; while one is played, only one that says who deals."""
    return words.night.hand is None or any(word.key == "by" for word in words.words)


def _answer(words: Tokens, player: PlayerId) -> ParsedLine:
    """`anna agrees` to the settlement · `anna refuses 41 "only 20"`, to event 41 alone; said at the table."""
    refuses = words.take().key == "refuses"
    event = event_number(words) if words and not words.words[0].quoted else 0
    reason = words.parts(reason=REASON).get("reason", "") if refuses else ""
    if refuses and not reason:
        words.wrong(phrase("the reason in quotes"))
    return ParsedLine(answer=SpokenAnswer(player, event, reason))


def read_name(text: str, night: Night, names: Mapping[PlayerId, str]) -> PlayerId:
    """The player of this name, or of the name that begins so; for lines that only look something up."""
    words = Tokens(text, split(text), night, names, vocabulary=VOCABULARY, may_add=False)
    player = words.player(phrase("the name of a player"))
    words.end()
    return player


def _new(words: Tokens) -> ParsedLine:
    """`new deal` stops the hand, `new deal by anna harms bo` for a fault that harms bo; `new Carl` adds a person."""
    if words.skip("deal"):
        return ParsedLine((new_deal(words),))
    if words.key in ("player", "plays") and len(words.words) > 1:
        # In Danish “spiller” is both.
        words.take()
    in_quotes = bool(words) and words.words[0].quoted
    name = words.text().strip()
    if not name:
        words.wrong(phrase("“deal”, or the name of a new player"))
    name = kept(name)
    if not in_quotes:
        _must_do_nothing(name)
    must_be_sayable(name)
    for taken in called(name, words.names):
        text = words.names[taken]
        here = taken in words.night.people
        sentence = (
            say("{name} is here already; give the new player another name.", name=text)
            if here
            else say(
                "{name} is in the club already; “sit {name}” seats them; a new player needs another name.", name=text
            )
        )
        raise ShorthandError("name_taken", sentence, name=name)
    return ParsedLine(players=(name,))


def _must_do_nothing(name: str) -> None:
    """Refuses `new Lars +150`, `new Lars 150` and `new Lars sits`, in which the name is only the beginning."""
    said = in_english(name).split()
    place = next(
        (
            place
            for place, word in enumerate(said)
            if place and (word in (*AT_ANY_TIME, *BEHIND) or _AMOUNT.match(word))
        ),
        None,
    )
    if place is not None:
        sentence = say(
            "“{name}” is a name and what they do; say “new {alone}” first and the rest in a line of its own, or put the "
            "name in quotes.",
            name=name,
            alone=" ".join(name.split()[:place]),
        )
        raise ShorthandError("name_not_sayable", sentence, name=name)


def must_be_sayable(name: str) -> None:
    """Refuses a name that a line could not hold, because one of its words or marks means something else there."""
    if taken := taken_in(name):
        sentence = say(
            "Nobody can be called “{name}”, because “{taken}” means something else in a line; say “new” and one name, such as “new Erik”, or “new deal by NAME” to demand New Deal.",
            name=name,
            taken=taken,
        )
        raise ShorthandError("name_not_sayable", sentence, name=name, word=taken)


def must_be_a_name(name: str) -> None:
    """Refuses a text that cannot be a name. Used wherever a person is named first: in a head, in a question, over HTTP."""
    check_new_name(name)
    if taken := taken_in(name):
        raise NameNotSayable(name, taken)


def taken_in(name: str) -> str:
    """The word or mark in a name that means something else in a line, or an empty text."""
    words = compared(name).split() or [name]
    typed = kept(name).casefold().split()
    meant = [in_english(word) for word in typed]
    begins = any(map(_begins_a_line, (words[0], *meant[:1])))
    taken = next((word for word, english in zip(words, meant, strict=False) if word in LINKS or english in ENDS), "")
    mark = next((mark for mark in MARKS if mark in name), "")
    return taken or (typed[0] if begins else "") or mark or next(filter(_SIGNED.match, meant), "")


def _begins_a_line(word: str) -> bool:
    known = (*DIRECTIVES, *ACCOUNTS, *GAP_BEARERS, *OF_THE_PROMPT)
    return word in known or word in EVERYBODY or word.isdecimal() or is_act(word) or _is_card(word)


def _is_card(word: str) -> bool:
    """True if the word is a card of a French suit, such as `as`. The joker's `jo` does not count, because people have that name."""
    try:
        return parse_card(word) in RANK
    except ValueError:
        return False


def _waive(words: Tokens) -> commands.Command:
    """`waive bet_over_limit "all agreed": anna 12` plays the act in spite of the rule, and the report says so."""
    reason = words.quoted(phrase("the reason")) if words and words.words[0].quoted else ""
    rule = words.take().text if words else ""
    if not re.fullmatch(r"[a-z_]{3,60}", rule):
        words.wrong(phrase("the code of a rule, as the refusal named it"))
    reason = reason or (words.quoted(phrase("the reason")) if words else "")
    if not reason or not words.skip(":"):
        words.wrong(phrase('the reason in quotes and a colon: waive RULE "REASON": what is done'))
    rest = read_line(words.line[words.column - 1 :], words.night, words.names, words.own)
    words.words.clear()
    if len(rest.commands) != 1:
        words.wrong(phrase("one command that breaks the rule"))
    command = rest.commands[0]
    waiver = commands.Waiver(rule=rule, reason=reason)
    return replace(command, waived=(waiver, *command.waived))


DIRECTIVES: dict[str, LineReader] = {
    "hand": announcement,
    # As the family of Enemærke calls a hand: spil.
    "game": announcement,
    "name": naming,
    "new": _new,
    "waive": _waive,
    **CARD_LINES,
    **BANK_LINES,
    **PUTTING_RIGHT_LINES,
}
# Every word that means something in a line and can be nobody's name.
VOCABULARY = frozenset({*DIRECTIVES, *VERBS, *ANSWERS, *LINKS, *ACCOUNTS, *GAP_BEARERS, *OF_THE_PROMPT})
