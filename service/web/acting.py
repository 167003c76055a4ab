"""What a form of a page says is recorded as the API records it; a refusal comes back to the place where it was said.

A form sends a key of its own (`key`), so that a second tap or a second sending of the same form does nothing twice, and for
an act of a hand the version of the night that its page showed (`version`). What waited to be sent was said after other acts that
waited: it sends the keys of those that went out (`after`), and holds if nobody else has done anything since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from secrets import token_urlsafe
from typing import Any, TypeVar

from flask import Response, g, redirect, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from engine.commands import Command, Waiver
from engine.grammar import amount_text, capital
from engine.house.agreements import Currency, Denomination
from engine.speech import say, to_say
from service.api.bodies import command_from, read_json
from service.api.context import NEED_VERSION, context
from service.api.refusals import problem_of
from service.app.refusals import Refused
from service.app.seeing import gone_on_by
from service.app.take import IncomingCommand, Taken
from service.errors import VersionConflict
from service.errors.problems import NotJson, Problem, TooDeep, WrongBody
from service.language.money import NotMoney, cents_of
from service.reports.views.settling.settlement import frozen_plan

# The command that a form says, as plain data.
RawCommand = dict[str, Any]

# The field that holds the number of chips of a kind is called this, and then the number of the kind.
PIECES = "pieces-"
SHOWN = 20

NotANumber = Problem.row("not_a_number", "“{text}” will not do here; write a whole number, such as 150.", 422)
NothingSaid = Problem.row("nothing_said", "No number was given.", 422)
MoneyRefused = Problem.row("not_money", "No amount was noted: {because}", 422)
NotADoing = Problem.row("not_a_doing", "This page has no button “{text}”.", 422)


def doing() -> str:
    """What the form does: its field `act`, or the button that was pressed instead."""
    return request.form.getlist("act")[-1][:SHOWN] if "act" in request.form else ""


def text(name: str) -> str:
    """What stands in the field, without spaces around it; empty for nothing."""
    return request.form.get(name, "").strip()


def whole(typed: str) -> int | None:
    """The whole number that somebody said, of at most nine digits; None for anything else."""
    return int(typed) if re.fullmatch(r"\d{1,9}", typed, re.ASCII) else None


def number(name: str, *, least: int = 0) -> int:
    """The whole number in the field. Refuses anything else, nothing, and less than the `least`."""
    result = number_if_any(name)
    if result is None:
        raise NothingSaid
    if result < least:
        raise NotANumber(text=text(name)[:SHOWN])
    return result


def number_if_any(name: str) -> int | None:
    """The whole number in the field; None for an empty one."""
    typed = text(name)
    if not typed:
        return None
    if not re.fullmatch(r"\d{1,12}", typed, re.ASCII):
        raise NotANumber(text=typed[:SHOWN])
    return int(typed)


def cents_if_any(name: str, currency: Currency) -> int | None:
    """The amount of money in the field in its smallest unit; None for an empty one."""
    typed = text(name)
    return parsed_money(typed, currency) if typed else None


def parsed_money(typed: str, currency: Currency) -> int:
    """The amount of money that somebody typed, in its smallest unit. Refuses a text that is none (MoneyRefused)."""
    try:
        return cents_of(typed, currency)
    except NotMoney as problem:
        raise MoneyRefused(because=str(problem)) from problem


def cents(name: str, currency: Currency) -> int:
    """The same, refusing an empty field, and nothing at all."""
    result = cents_if_any(name, currency)
    if result is None:
        raise NothingSaid
    if not result:
        least = amount_text(1, currency.exponent)
        raise MoneyRefused(
            because=say("“{text}” is too little; the least amount is {least}.", text=text(name)[:SHOWN], least=least)
        )
    return result


def counted(kinds: Sequence[Denomination]) -> dict[str, object]:
    """The fields of a command that says a count: by kind where the chips have kinds, else the number; empty for nothing.

    The sum that the page showed goes along, so that the rules refuse a count that was not what somebody saw.
    """
    pieces = [
        {"denomination": kind.name, "pieces": result}
        for place, kind in enumerate(kinds)
        if (result := number_if_any(f"{PIECES}{place}")) is not None
    ]
    chips = number_if_any("chips")
    stated: dict[str, object] = {} if chips is None or (kinds and not pieces) else {"chips": chips}
    return stated | ({"pieces": pieces} if pieces else {})


def worth_counted(kinds: Sequence[Denomination]) -> int | None:
    """The chips that the fields of a count come to; None if nothing was counted."""
    if not kinds:
        return number_if_any("chips")
    results = [(kind.worth, number_if_any(f"{PIECES}{place}")) for place, kind in enumerate(kinds)]
    return sum(worth * (pieces or 0) for worth, pieces in results) if any(p is not None for _, p in results) else None


LONGEST = 20_000
CARDS_MAX = 120
SHARES_MAX = 4


def command_in(form: MultiDict[str, str]) -> Command:
    """The command that the form says. Refuses a form that is none of a control, or filled in wrongly."""
    raw, several = _plain(form.get("command", "")), _several(form)
    for name, value in form.items(multi=True):
        kind, _, field = name.partition(":")
        if kind in READ and field and value.strip():
            stated = READ[kind](name, value.strip())
            raw[field] = (*_listed(raw, field), *stated) if kind == "cards" and name in several else stated
    rankings = _rankings(form, len(_listed(raw, "rankings")))
    if rankings:
        raw["rankings"] = rankings
    return command_from(raw)


def _listed(raw: Mapping[str, Any], field: str) -> Sequence[Any]:
    """What the field lists; nothing if it holds anything else, which is refused by whoever reads the command."""
    result = raw.get(field)
    return result if isinstance(result, list | tuple) else ()


def _several(form: MultiDict[str, str]) -> frozenset[str]:
    return frozenset(name for name, values in form.lists() if len(values) > 1)


def _plain(text: str) -> dict[str, Any]:
    try:
        raw = read_json(text[:LONGEST].encode())
    except (NotJson, TooDeep):
        raw = None
    if not isinstance(raw, dict):
        raise NotADoing(text=text[:SHOWN])
    return raw


def _number(_: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise NotANumber(text=value[:SHOWN])
    return int(value)


def _cards(_: str, value: str) -> tuple[str, ...]:
    cards = tuple(value.replace(",", " ").split())
    if len(cards) > CARDS_MAX:
        raise WrongBody([("cards", say("At most {most} cards can be named at once.", most=CARDS_MAX))])
    return cards


def _truth(_: str, value: str) -> bool:
    if value not in ("yes", "no"):
        raise NotADoing(text=value[:SHOWN])
    return value == "yes"


READ: Mapping[str, Callable[[str, str], Any]] = {
    "number": _number,
    "cards": _cards,
    "card": lambda _, value: value,
    "text": lambda _, value: value,
    "truth": _truth,
}


def _rankings(form: MultiDict[str, str], shares: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """For each share the groups of winners, those of the main pot first; empty if no winner is said.

    Who has won an earlier pot is not named again: they come first in the later ones as it is.
    """
    won: dict[int, dict[int, list[str]]] = {}
    for name, players in form.lists():
        kind, _, rest = name.partition(":")
        share, _, pot = rest.partition(":")
        if kind == "won" and pot:
            won.setdefault(_number(name, share), {})[_number(name, pot)] = players
    if not won or max(won) >= SHARES_MAX:
        return ()
    return tuple(tuple(_groups(won.get(share, {}))) for share in range(max(shares, max(won) + 1)))


def _groups(won: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The winners of each pot who have not won one before it."""
    named: set[str] = set()
    for _, players in sorted(won.items()):
        group = tuple(player for player in dict.fromkeys(players) if player and player not in named)
        named.update(group)
        if group:
            yield group


# How a template marks a refusal that it shows.
_REFUSAL_MARK = b'role="alert"'


def in_place(trouble: Trouble | None, render: Callable[[str], Response]) -> Response:
    """The page with the refusal at the place that its form named in the field `at`.

    `render` makes the page for a place; the empty one is the top. A place may be gone because another device was quicker, as
    a count is once the night is closed.
    """
    if trouble is None:
        return render("")
    result = render(request.form.get("at", ""))
    return result if _REFUSAL_MARK in result.get_data() else render("")


FIELD_NAMES = {
    "amount": to_say("the amount"),
    "announced": to_say("what is announced"),
    "by": to_say("the raise"),
    "card": to_say("the card"),
    "cards": to_say("the cards"),
    "cents": to_say("the amount of money"),
    "chips": to_say("the number of chips"),
    "command": to_say("the act"),
    "drawn": to_say("the cards drawn"),
    "game": to_say("the game"),
    "left": to_say("the cards to the left"),
    "number": to_say("the number"),
    "pieces": to_say("the count"),
    "player": to_say("the player"),
    "players": to_say("the players"),
    "points": to_say("the points"),
    "rankings": to_say("the winners"),
    "reason": to_say("the reason"),
    "right": to_say("the cards to the right"),
    "thrown": to_say("the cards thrown"),
    "type": to_say("the act"),
    "word": to_say("the word"),
}


def in_words(problem: WrongBody) -> str:
    """What is wrong first of all, with the field as people call it."""
    first = problem.details["errors"][0]
    sentence = str(first["sentence"])
    field = next((name for name in (first["at"], sentence.partition(" ")[0]) if name in FIELD_NAMES), "")
    return capital(re.sub(rf"\b{field}\b", say(FIELD_NAMES[field]), sentence, count=1)) if field else capital(sentence)


Result = TypeVar("Result")
# The fields of a form that are no fields of a command.
KEY, VERSION, AFTER, WAIVE, REASON = "key", "version", "after", "waive", "reason"
# So many acts may have gone out before one that waited.
AFTER_MOST = 60
# So many rules are set aside for one act, as in the engine.
WAIVED_MOST = 10
# The field of a form in which a line of shorthand is typed.
LINE = "line"
# What a page can show where it was said; anything else is a page of its own.
_SHOWN_IN_PLACE = (400, 409, 412, 422, 428)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why something was not done, in a sentence. `waive` is the code of a rule that may be set aside, else empty.

    `said` are the fields of the form that was refused, to be sent again with the waiver. `is_doubt`: no rule forbids it,
    the page asks whether it is meant. `status` is that of the answer. `refusal` is what was raised: a refusal of the rules as
    the engine raised it.
    """

    sentence: str
    code: str
    waive: str
    is_doubt: bool
    status: int
    said: tuple[tuple[str, str], ...]
    refusal: Exception


def attempt(act: Callable[[], Result]) -> Result | Trouble:
    """Does it, or says why not. What is no refusal of what was said goes on its way."""
    try:
        return act()
    except Exception as error:
        problem = problem_of(error)
        if problem.status_code not in _SHOWN_IN_PLACE:
            raise
        result: Any = problem.get_json()
        return Trouble(
            sentence=_sentence(error, result["detail"]),
            code=result["code"],
            waive=result["code"] if result.get("waivable") else "",
            is_doubt=bool(getattr(error, "is_doubt", False)),
            status=problem.status_code,
            said=tuple(request.form.items(multi=True)),
            refusal=error.refusal if isinstance(error, Refused) else error,
        )


def go_on(
    act: Callable[[], Result], to: str | Callable[[Result], str], refused: Callable[[Trouble], Response]
) -> Response:
    """Does what a form says, and leads to a page; refused, it answers with the page that says why not."""
    done = attempt(act)
    if isinstance(done, Trouble):
        return refused(done)
    response: Response = redirect(to if isinstance(to, str) else to(done), 303)  # type: ignore[assignment]
    return response


def _sentence(error: Exception, detail: str) -> str:
    """Why something was not done. How to type it instead is told only of a line that was typed."""
    match error:
        case WrongBody():
            return in_words(error)
        case VersionConflict():
            return say("Something has happened meanwhile, so nothing was done: this is how it is now.")
        case Refused() if request.form.get(LINE):
            return error.whole
        case _:
            return detail


def record(
    night: str, commands: Sequence[Command], *, exactly: bool = False, at: str = "", waives: bool = True
) -> Taken:
    """Records the commands of the form under its key, all or none, with the waivers that the form gives.

    `exactly`: only if the night is still at the version of the form (VersionConflict), because its page told an effect.
    `at` is the time of the book at which it happened; now, if none is given. Without `waives`, what the form sets aside is
    meant for another of its buttons.
    """
    waivers = _waivers_given() if waives else ()
    needs_version = exactly or any(type(command) in NEED_VERSION for command in commands)
    return context.record(
        night,
        [IncomingCommand(replace(command, waived=(*command.waived, *waivers)), occurred_at=at) for command in commands],
        key=key_given(*(waiver.rule for waiver in waivers)),
        expected=_decided_on(night, exactly=exactly) if needs_version else _transfer_as_shown(night),
    )


def _transfer_as_shown(night: str) -> int | None:
    """The beginning of the night, on which no act is decided any more, if the form is about a transfer that has changed since.

    A tap on an old page would else be a payment of something else, or one more of what is paid.
    """
    shown, number = request.form.get("stands"), whole(request.form.get("transfer", ""))
    plan = frozen_plan(context.see(night)) if shown else None
    stands = [one.stands for one in (plan.transfers if plan else ()) if one.number == number]
    return 0 if shown and shown not in stands else None


def _decided_on(night: str, *, exactly: bool) -> int | None:
    """The version on which the act was decided: that of the page, and what the same device has done on it since."""
    version, before = whole(request.form.get(VERSION, "")), request.form.getlist(AFTER)[:AFTER_MOST]
    if version is None or exactly or not before:
        return version
    return gone_on_by(context.book, night, version, before)


def _waivers_given() -> tuple[Waiver, ...]:
    """The rules that the form sets aside, each with its reason.

    They are more than one where the page asked a second question once the first was answered. The form may have a reason
    of its own before them, as that of a strike.
    """
    waived = [*filter(None, request.form.getlist(WAIVE))][:WAIVED_MOST]
    reasons = request.form.getlist(REASON)[-len(waived) :] if waived else []
    return tuple(Waiver(rule, reason.strip()) for rule, reason in zip_longest(waived, reasons, fillvalue=""))


def new_key() -> str:
    """A key for one form of a page."""
    return token_urlsafe(12)


def key_given(*waived: str) -> str:
    """The key of the form. What is said with a waiver is another request than without."""
    return "-".join((request.form.get(KEY) or f"request-{g.request_id}", *waived))
