"""The head of a `.night` file: `key: value` lines before the first act. They give the rules and the people of the night."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import takewhile
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from engine import commands, errors, words
from engine.game.switches import Switches, thrown
from engine.grammar import all_of, amount_plain
from engine.house.agreements import Cash, ChipsOnTable, Currency, EnteredBy, HouseLanguage
from engine.house.soundness import sound_fee
from engine.ids import LINE, PlayerId
from engine.library import HOUSE_BOOKS
from engine.speech import say, say_number, to_say
from engine.spelling import compared, kept
from service.language.languages import LANGUAGES
from service.language.local_time import NO_ZONE, is_zone
from service.language.money import NotMoney, cents_of, worth_of_chip
from service.language.names import by_name
from service.language.shorthand.announcing import limit_of, limit_stated
from service.language.shorthand.keywords import HEAD_IN_ENGLISH, of_head_in_own_words
from service.language.shorthand.lines import must_be_a_name
from service.language.shorthand.tokens import CHIPS, ShorthandError, check_length, shown
from service.language.validation import unseen_fault, unseen_in

AUTO = ("none", "closed", "all")
SETTLES = ("direct", "bank", "ask")
# How a banker plays, said after their name: from a stack of their own, straight from the box, or not at all.
NOT_PLAYING = "not playing"
PLAYING = ("own", "box", NOT_PLAYING)
CARDS_SAID = "cards, such as Js Jh Kd"
# As many chips as a head may say that the bank lends to one player.
LENT_MOST = 999_999_999
# The beginning of a head line; `at 20:15` is an act.
_KEY = re.compile(r"(?P<key>(?:[^\W\d]|[ -])+):(?!\d)")
YES_OR_NO = {"yes": True, "no": False, "ja": True, "nej": False}


class Head(msgspec.Struct):
    """What a `.night` file, or the options of `night open`, say before the first act.

    `rules` and `inventory` are those of the night where no line says anything else.
    """

    name: str = ""
    date: str = ""
    club: str = "Home"
    zone: str = "UTC"
    currency: commands.Currency = msgspec.field(default_factory=commands.Currency)
    unit: int = 25
    banker: str = ""
    banker_plays: bool = True
    players: tuple[str, ...] = ()
    inventory: tuple[commands.Denomination, ...] = ()
    rules: commands.HouseRules = msgspec.field(default_factory=commands.HouseRules)

    def agree(self, **rules: Any) -> None:
        """Changes these rules of the house for the night."""
        self.rules = replace(self.rules, **rules)

    def opening(self, night_id: str, club_id: str, ids: Mapping[str, PlayerId]) -> commands.OpenNight:
        """The command that opens this night; `ids` maps names to player ids."""
        return commands.OpenNight(
            night=night_id,
            club=club_id,
            banker=ids[self.banker],
            name=self.name,
            zone=self.zone,
            currency=self.currency,
            unit=self.unit,
            # A copy of the default is written out, the default itself is not: a night says how it reads the rules.
            rules=replace(self.rules, switches=replace(self.rules.switches)),
            # What the club has in its box stays there where the book alone keeps the chips.
            inventory=self.inventory if self.rules.chips == "real" else (),
        )


def read_head(lines: Sequence[str], usual: Head | None = None) -> Head:
    """The head that these lines give. Every line is `key: value`, a comment or empty; any other is refused.

    `usual` holds what is so where no line says anything else, and is changed.
    """
    head = usual or Head()
    stated: set[Callable[[Head, str], None]] = set()
    for line in lines:
        text = line.split(" #")[0].strip()
        if not text or text.startswith("#"):
            continue
        key, colon, value = text.partition(":")
        key, value = _key(key), value.strip()
        setter = KEYS.get(key)
        if not colon or setter is None:
            sentence = _no_key(key)
            raise ShorthandError("unknown_key", sentence, key=key)
        translated = of_head_in_own_words(key)
        if not value:
            raise ShorthandError("value_missing", say("Nothing comes after “{key}:”.", key=translated), key=key)
        if setter in stated:
            raise ShorthandError("said_twice", say("“{key}” is said twice; say it once.", key=translated), key=key)
        stated.add(setter)
        setter(head, value)
    return checked(head)


def _no_key(key: str) -> str:
    """The sentence for a wrong key: the keys closest to it, or all keys if none is close."""
    known = [of_head_in_own_words(one) for one in KEYS]
    near = get_close_matches(key, known, n=3, cutoff=0.7)
    if not near:
        return say("“{key}” is not a key of a night; the keys are {keys}.", key=shown(key), keys=", ".join(known))
    return say_number(
        "“{key}” is not a key of a night; the nearest is {keys}.",
        "“{key}” is not a key of a night; the nearest are {keys}.",
        len(near),
        key=shown(key),
        keys=all_of(near),
    )


def checked(head: Head) -> Head:
    """The head, with the first player as banker if none is named.

    Refuses a name said twice, and a banker who is not among the players unless they are said not to play.
    """
    if not head.players:
        raise ShorthandError("players_missing", say("The head names no players; write “players: Anna, Bo, Carl”."))
    for name in head.players:
        must_be_a_name(name)
    known = [compared(name) for name in head.players]
    twice = sorted({name for name in head.players if known.count(compared(name)) > 1}, key=by_name)
    if twice:
        raise ShorthandError(
            "named_twice", say("{name} is named twice among the players.", name=shown(twice[0])), name=twice[0]
        )
    head.banker = head.banker or head.players[0]
    if not head.banker_plays:
        must_be_a_name(head.banker)
        if compared(head.banker) in known:
            sentence = say("{banker} is among the players, and said not to play.", banker=shown(head.banker))
            raise ShorthandError("banker_plays", sentence, name=head.banker)
        return head
    if compared(head.banker) not in known:
        sentence = say(
            "{banker} keeps the bank but is not among the players: {listed}. Whoever only keeps the bank is “{banker}, not playing”.",
            banker=shown(head.banker),
            listed=", ".join(head.players),
        )
        raise ShorthandError("banker_unknown", sentence, name=head.banker)
    head.banker = head.players[known.index(compared(head.banker))]
    return head


def read_file(text: str) -> tuple[Head, list[tuple[int, str]]]:
    """The head of a `.night` file, and its acts with their line numbers. The head ends at the first act."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        _check_length(number, line)
    head_lines = list(takewhile(_is_head, lines))
    numbered = enumerate(lines[len(head_lines) :], len(head_lines) + 1)
    acts = [(number, line) for number, line in numbered if line.split("#")[0].strip()]
    for number, line in acts:
        _refuse_a_key(number, line, acts[0][0])
    return read_head(head_lines), acts


def _refuse_a_key(number: int, line: str, first: int) -> None:
    """Refuses a key after the head. No act begins with a word and a colon, and the word would be taken for a name."""
    match = _KEY.match(line.strip())
    if match is None:
        return
    key = _key(match["key"])
    if key not in KEYS:
        raise ShorthandError(
            "unknown_key",
            _no_key(key),
            key=key,
            line=number,
        )
    translated = of_head_in_own_words(key)
    sentence = say("“{key}:” belongs in the head, before the first act in line {first}.", key=translated, first=first)
    raise ShorthandError("key_after_acts", sentence, key=key, line=number)


def _check_length(number: int, line: str) -> None:
    """Refuses a line that is too long, even a comment: such a file is no `.night` file."""
    try:
        check_length(line)
    except ShorthandError as problem:
        problem.details["line"] = number
        raise


def _is_head(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith("#") or _KEY.match(text) is not None


def _key(text: str) -> str:
    """The key as `KEYS` spells it: `Criss-Cross` is `criss cross`, and so is a word of another language."""
    return _word(re.sub(r"[\s_-]+", " ", text))


def _word(text: str) -> str:
    """The word in English, in small letters."""
    word = " ".join(text.split()).casefold()
    return HEAD_IN_ENGLISH.get(word, word)


def _choices(words: Sequence[str]) -> str:
    return ", ".join(map(of_head_in_own_words, words))


def _text(name: str, called: str) -> Callable[[Head, str], None]:
    def set_text(head: Head, value: str) -> None:
        if len(value) > 80:
            raise ShorthandError(
                "too_long",
                say("{name} has {value} characters; at most 80 are kept.", name=say(called), value=len(value)),
                key=name,
            )
        if unseen := unseen_in(value, LINE):
            told = say("{name} {fault}; leave it out.", name=say(called), fault=unseen_fault(unseen))
            raise ShorthandError("unseen_characters", told, key=name)
        setattr(head, name, value)

    return set_text


# `2026-11-20 19:30`, `20.11.2026 kl. 19.30`, `20. november 2026`.
_DATE = re.compile(
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})|(?P<day>\d{1,2})\.? ?(?:(?P<month>\d{1,2})\. ?|(?P<named>[^\W\d]+) )(?P<year>\d{4}))"
    r"(?:,? (?:kl\. ?)?(?P<hour>\d{1,2})[.:](?P<minute>\d{2}))?"
)


def _date(head: Head, value: str) -> None:
    """`2026-11-20 19:30`, or the same as people write it in one of our languages."""
    head.date = read_date(value)
    if not head.date:
        raise ShorthandError(
            "bad_date",
            say("“{value}” is not a date; write it as 2026-11-20 or 2026-11-20 19:30.", value=shown(value)),
            text=value,
        )


def read_date(text: str) -> str:
    """A date as people write it in one of our languages, as `2026-11-20` or `2026-11-20 19:30`; empty if it is none."""
    match = _DATE.fullmatch(text)
    named = match["named"].casefold() if match and match["named"] else ""
    month = _months().get(named, 0) if named else int((match and match["month"]) or 0)
    if match is None or not (match["iso"] or 1 <= month <= 12):
        return ""
    day = match["iso"] or f"{match['year']}-{month:02}-{int(match['day']):02}"
    return f"{day} {match['hour']}:{match['minute']}" if match["hour"] else day


@cache
def _months() -> Mapping[str, int]:
    """The months by their names in our languages."""
    return {
        name.casefold(): number
        for language in LANGUAGES.values()
        for number, name in language.locale.months["format"]["wide"].items()
    }


def _zone(head: Head, value: str) -> None:
    if not is_zone(value):
        raise ShorthandError("unknown_zone", say(NO_ZONE, zone=shown(value)), zone=value)
    head.zone = value


def _money(head: Head, value: str) -> None:
    """`0.25 DKK a chip`, `€0,25`, `1 EUR = 4 chips`; without a currency, in that of the head so far."""
    try:
        head.currency, head.unit = worth_of_chip(value, head.currency)
    except NotMoney as problem:
        raise ShorthandError("bad_money", str(problem), text=value) from problem


def _one_of(name: str, allowed: Sequence[str]) -> Callable[[Head, str], None]:
    def set_choice(head: Head, value: str) -> None:
        chosen = _word(value)
        if chosen not in allowed:
            # A name may be typed with its own letters: Enemærke; a coin with a comma: 0,50.
            meant = (compared(chosen), chosen.replace(",", "."))
            chosen = next((one for one in allowed if compared(one) in meant), "")
        if not chosen:
            sentence = say(
                "“{value}” is not a {what}; choose from {listed}.",
                value=shown(value),
                what=of_head_in_own_words(name.replace("_", " ")),
                listed=_choices(allowed),
            )
            raise ShorthandError("unknown_choice", sentence, key=name, value=value)
        head.agree(**{name: chosen})

    return set_choice


def _settles(head: Head, value: str) -> None:
    if (settles := _word(value)) not in SETTLES:
        sentence = say(
            "“{value}” is not a way to settle; choose from {listed}.", value=shown(value), listed=_choices(SETTLES)
        )
        raise ShorthandError("unknown_choice", sentence, key="settles", value=value)
    head.agree(settles=settles)


def _dictionary(head: Head, value: str) -> None:
    """`wide`, or the name of any word list that is installed."""
    try:
        head.agree(dictionary=words.called(value))
    except errors.DictionaryIsMissing as missing:
        raise ShorthandError(missing.code, str(missing), **missing.details) from missing


def _limit(head: Head, value: str) -> None:
    head.agree(limit=limit_of(value))


def _loan(head: Head, value: str) -> None:
    if not value.isdecimal() or len(value) > 9:
        raise ShorthandError(
            "bad_amount", say("“{value}” is not a number of chips for the loan.", value=shown(value)), text=value
        )
    head.agree(initial_loan=int(value))


def _most(name: str, most: int) -> Callable[[Head, str], None]:
    """The reader of the most that the bank lends; 0 for no limit."""

    def set_most(head: Head, value: str) -> None:
        if not value.isdecimal() or int(value) > most:
            sentence = say(
                "“{value}” is not a number from 0, which sets no limit, to {most}.", value=shown(value), most=most
            )
            raise ShorthandError("bad_amount", sentence, text=value)
        head.agree(**{name: int(value)})

    return set_most


def _old_debts_first(head: Head, value: str) -> None:
    chosen = YES_OR_NO.get(value.casefold())
    if chosen is None:
        sentence = say("“{value}” is neither yes nor no.", value=shown(value))
        raise ShorthandError("unknown_choice", sentence, key="old debts first", value=value)
    head.agree(old_debts_first=chosen)


def _fee(head: Head, value: str) -> None:
    head.agree(fee=None if _word(value) in ("none", "0") else fee_of(value, head.currency))


# A fee of the house: `5 per hand for room`, `20 per hour for room`, `5 % per pot at most 10 for beer`.
FEE = re.compile(
    r"(?P<amount>\S*?\d[\d.,]*) ?(?P<unit>%|[^\W\d]+)? (?:per|pr\.?|of|af) (?P<per>[^\W\d]+)"
    r"(?: (?:at most|højst) (?P<most>\d{1,9}))?,? (?:for|til) (?P<purpose>.{1,80})",
    re.IGNORECASE,
)
NO_FEE = to_say(
    "“{value}” is not a fee; write “5 per hand for room”, “2 chips per hand for room”, “20 per hour for room”, "
    "“1 chip per pot for beer” or “5 % per pot at most 10 for beer”."
)


def fee_of(text: str, currency: Currency) -> commands.Fee:
    """The fee that the text says; money is in this currency. Refuses any other text, and a fee that cannot be."""
    match = FEE.fullmatch(text)
    if match is None:
        raise _no_fee(text)
    per = match["per"].casefold()
    fields = {
        "purpose": match["purpose"],
        "per": HEAD_IN_ENGLISH.get(per, per),
        "most": int(match["most"] or 0),
        **_amount(text, match["amount"], (match["unit"] or "").casefold(), currency),
    }
    if fields["per"] not in ("hand", "hour", "pot"):
        raise _no_fee(text)
    try:
        sound_fee(fee := commands.Fee(**fields))  # type: ignore[arg-type]
    except errors.FeeCannotBe as refusal:
        raise ShorthandError("bad_fee", str(refusal), text=text) from refusal
    return fee


def _amount(text: str, amount: str, unit: str, currency: Currency) -> dict[str, int]:
    """The amount by the field of the fee: money in the smallest unit of the currency, chips, or permille."""
    if unit in CHIPS and re.fullmatch(r"\d{1,9}", amount):
        return {"chips": int(amount)}
    if unit == "%" and (part := re.fullmatch(r"(\d{1,2}|100)(?:[.,](\d))?", amount)):
        return {"permille": min(1000, int(part[1]) * 10 + int(part[2] or 0))}
    if unit:
        raise _no_fee(text)
    try:
        return {"cents": min(cents_of(amount, currency), 10**9)}
    except NotMoney as problem:
        raise ShorthandError("bad_fee", str(problem), text=text) from problem


def _no_fee(text: str) -> ShorthandError:
    return ShorthandError("bad_fee", say(NO_FEE, value=shown(text)), text=text)


def fee_stated(fee: commands.Fee | None, currency: Currency) -> str:
    """The text of this fee, which `fee_of` reads in the same currency; empty for none."""
    if fee is None:
        return ""
    if fee.permille:
        amount = f"{amount_plain(fee.permille, 1).removesuffix('.0')} %"
    elif fee.cents:
        amount = amount_plain(fee.cents, currency.exponent)
    else:
        amount = "1 chip" if fee.chips == 1 else f"{fee.chips} chips"
    most = f" at most {fee.most}" if fee.most else ""
    return f"{amount} per {fee.per}{most} for {fee.purpose}"


def _bank(head: Head, value: str) -> None:
    """`Bo`, `Bo, box` for a banker who plays from the box, or `Bo, not playing`."""
    name, comma, how = value.partition(",")
    head.banker, way = name.strip(), _word(how)
    if comma and way not in PLAYING:
        sentence = say(
            "“{said}” is not a way to play as banker; the ways are own (from a stack of their own), box, and not playing.",
            said=shown(how.strip()),
        )
        raise ShorthandError("unknown_choice", sentence, value=how.strip())
    if comma:
        head.banker_plays = way != NOT_PLAYING
        head.agree(banker_stack="box" if way == "box" else "own")


def _chips(head: Head, value: str) -> None:
    """`white 1 x 200, peder 50 x 20`: the name, the worth in smallest chips, and how many are in the box.

    `none`: the chips are in the book alone. `real`: they are those of the house.
    """
    if (word := _word(value)) in get_args(ChipsOnTable):
        head.agree(chips=word)
        return
    kinds: list[commands.Denomination] = []
    for part in value.split(","):
        match = re.fullmatch(r"(\D+)(?<! [x×]) (\d{1,9})(?: ?[x×] ?(\d{1,9}))?", part.strip())
        if match is None or int(match[2]) == 0:
            sentence = say(
                "“{said}” is not a kind of chip; write name, worth and number, such as “peder 50 x 20”.",
                said=shown(part.strip()),
            )
            raise ShorthandError("bad_chips", sentence, text=part.strip())
        kinds.append(commands.Denomination(name=match[1].strip(), worth=int(match[2]), pieces=int(match[3] or 0)))
    head.inventory = tuple(kinds)
    head.agree(chips="real")


def chips_of(text: str) -> tuple[commands.Denomination, ...]:
    """The kinds of chip that the text says, as after `chips:`."""
    head = Head()
    _chips(head, text)
    return head.inventory


def chips_stated(kinds: Sequence[commands.Denomination]) -> str:
    """The text for these kinds of chip; empty for none."""
    return ", ".join(f"{kind.name} {kind.worth}" + (f" x {kind.pieces}" if kind.pieces else "") for kind in kinds)


def _players(head: Head, value: str) -> None:
    head.players = tuple(kept(name.strip()) for name in value.split(",") if name.strip())


def _switch(name: str, kind: Any) -> Callable[[Head, str], None]:
    """The reader of a house switch of this kind: one of some words, yes or no, or cards."""

    def set_switch(head: Head, value: str) -> None:
        stated = YES_OR_NO.get(value.casefold(), value) if kind is bool else value
        try:
            thrown_so = msgspec.convert(stated, kind, strict=False)
        except msgspec.ValidationError:
            words = ("yes", "no") if kind is bool else get_args(kind) if get_origin(kind) is Literal else (CARDS_SAID,)
            accepted = ", ".join(map(str, words))
            sentence = say(
                "“{value}” is not a choice for {spoken}; it takes {accepted}.",
                value=shown(value),
                spoken=spoken(name),
                accepted=accepted,
            )
            raise ShorthandError("unknown_choice", sentence, key=name, value=value) from None
        head.agree(switches=replace(head.rules.switches, **{name: thrown_so}))

    return set_switch


def spoken(switch: str) -> str:
    """The key of a switch in a head: `criss_cross` is `criss cross`."""
    return switch.replace("_", " ")


def switches_stated(switches: Switches) -> dict[str, str]:
    """The head lines for these switches, without those that have their usual value."""
    return {
        spoken(name): ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for name, value in thrown(switches).items()
    }


def rules_stated(rules: commands.HouseRules, currency: commands.Currency) -> dict[str, str]:
    """The head lines for these rules, by key, with money in this currency.

    The stack of the banker stands with their name in `bank:`.
    """
    stated = {
        "rulebook": rules.rulebook,
        "loan": str(rules.initial_loan),
        "limit": limit_stated(rules.limit),
        "dictionary": rules.dictionary,
        "auto": rules.auto,
        "odd chip": rules.odd_chip,
        "play ends": rules.play_ends,
        "settles": rules.settles or "",
        "cash": "" if rules.cash == "exact" else rules.cash,
        "language": "" if rules.language == "en" else rules.language,
        "entered by": "" if rules.entered_by == "bank" else rules.entered_by,
        "chips": "" if rules.chips == "real" else rules.chips,
        "loans at most": str(rules.loans_most or ""),
        "lent at most": str(rules.lent_most or ""),
        "owes at most": str(rules.owed_most or ""),
        "old debts first": "yes" if rules.old_debts_first else "",
        "fee": fee_stated(rules.fee, currency),
        **switches_stated(rules.switches),
    }
    return {key: value for key, value in stated.items() if value}


KEYS: dict[str, Callable[[Head, str], Any]] = {
    "night": _text("name", to_say("The name of the night")),
    "date": _date,
    "club": _text("club", to_say("The name of the club")),
    "zone": _zone,
    "money": _money,
    "rulebook": _one_of("rulebook", HOUSE_BOOKS),
    "loan": _loan,
    "limit": _limit,
    "dictionary": _dictionary,
    "auto": _one_of("auto", AUTO),
    "odd chip": _one_of("odd_chip", ("first_in_order", "carry_to_next_pot")),
    "play ends": _one_of("play_ends", ("agreed", "one_bankrupt", "one_left", "three_deals")),
    "settles": _settles,
    "cash": _one_of("cash", get_args(Cash)),
    "language": _one_of("language", get_args(HouseLanguage)),
    "entered by": _one_of("entered_by", get_args(EnteredBy)),
    "loans at most": _most("loans_most", 100),
    "lent at most": _most("lent_most", LENT_MOST),
    "owes at most": _most("owed_most", LENT_MOST),
    "old debts first": _old_debts_first,
    "fee": _fee,
    "bank": _bank,
    "chips": _chips,
    "players": _players,
    **{spoken(name): _switch(name, kind) for name, kind in get_type_hints(Switches, include_extras=True).items()},
}
