"""Puts right what was recorded: every form first shows what it would change, hand by hand, and one button then does it.

What is asked stands in the address, so that it can be shown to somebody: `strike` are numbers of events that never were,
`to-160` is the act that stands instead of event 160, `after-160` one that was forgotten after it, and from `stop` on
nothing counts. An act is a command, as a button says it, or a line as it is typed at the table. A form with something to
fill in sends its `command` and its fields as a control of the table does, and in `place` where the act stands. With
`what_if` it is only looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from msgspec.json import encode as json_encode
from werkzeug.datastructures import MultiDict

from engine.commands import Command, Currency
from engine.night.putting_right.acts import CHANGES_MOST, NEVER_CORRECTED, CorrectEvents
from engine.speech import say
from service.api.bodies import command_from
from service.api.context import context
from service.app.night import putting_right
from service.app.night.putting_right import SpokenChange, SpokenCorrection
from service.app.take import Taken
from service.errors.problems import WrongQuery
from service.language.local_time import clock_in
from service.people.rights import Deed
from service.reports.disputes import disputes_so_far
from service.reports.views.events import EventView, one_event
from service.reports.views.play.instead import AtPlace, Instead, after_it, end_of_hand, in_its_place, of_the_end, plain
from service.reports.views.putting_right import ConflictView, PutRightView
from service.reports.views.replay import hands_of
from service.reports.views.visible_night import VisibleNight
from service.web.acting import (
    REASON,
    WAIVED_MOST,
    NotADoing,
    Trouble,
    attempt,
    command_in,
    new_key,
    parsed_money,
    record,
    whole,
)
from service.web.looking_back import heading_of, replay_page, sentence_on_page
from service.web.site import Room, on_to, page

blueprint = Room("put_right")

# The place of a line; of several put in after the same event, those after the first have a number too.
LINE = re.compile(r"(to|after)-([1-9][0-9]{0,8})(-[2-9]|-[1-9][0-9])?")
NUMBERS = re.compile(r"[1-9][0-9]{0,8}([, ]+[1-9][0-9]{0,8})*")
# So many acts that are to be struck stand in words.
ACTS_SHOWN = 12
# As many as one strike may have.
STRUCK_MOST = 500
# The fields of a rule that is set aside for an act that is put in, and of why: the reason of the correction is another.
ASIDE, BECAUSE = "aside", "because"
# A field of a form for an amount of money, as people write it.
MONEY = "money:"
# What is no act of the table.
NEVER_IN_A_PLACE: tuple[type[Command], ...] = (*NEVER_CORRECTED, CorrectEvents)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be put right, as the fields of the address say it. Each of the `lines` is what a person typed, or a command; `waived`: rules set aside for them."""

    strike: tuple[int, ...]
    lines: tuple[tuple[str, str], ...]
    stop: int | None
    waived: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.strike or self.lines)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The same as names and values, for forms and addresses."""
        struck = (("strike", ",".join(map(str, self.strike))),) if self.strike else ()
        stop = (("stop", str(self.stop)),) if self.stop else ()
        aside = tuple(field for rule, why in self.waived for field in ((ASIDE, rule), (BECAUSE, why)))
        return (*self.lines, *struck, *stop, *aside)

    @property
    def kind(self) -> str:
        """What it is in one word: strike, correct, insert, or several. What is void for an act in its place is part of that."""
        kinds = {"insert" if name.startswith("after") else "correct" for name, _ in self.lines}
        kinds |= {"strike"} if self.strike and kinds != {"correct"} else set()
        return kinds.pop() if len(kinds) == 1 else "several"

    @property
    def typed(self) -> tuple[str, str] | None:
        """The last line that somebody typed, with its place."""
        return next(((name, line) for name, line in reversed(self.lines) if not line.startswith("{")), None)

    def spoken(self, reason: str) -> SpokenCorrection:
        """The correction, its lines as they were typed. Refuses a command that is none (Problem)."""
        changes = (*(_change(name, typed) for name, typed in self.lines), *map(SpokenChange, self.strike))
        return SpokenCorrection(changes, self.stop, reason, self.waived)

    def address(
        self,
        *,
        strike: tuple[int, ...] = (),
        stop: int | None = None,
        lines: tuple[tuple[str, str], ...] = (),
        what_if: bool = False,
    ) -> str:
        """The query of an address that asks for the same and for these besides."""
        named = (*self.lines, *((_free(place, dict(self.lines)), line) for place, line in lines))
        more = Asked(tuple(dict.fromkeys((*self.strike, *strike))), named, stop or self.stop, self.waived)
        return urlencode((*more.fields, *((("what_if", "1"),) if what_if else ())))


NOTHING = Asked((), (), None)


def _free(place: str, taken: Collection[str]) -> str:
    """The name of one more line at this place."""
    names = (place, *(f"{place}-{number}" for number in range(2, CHANGES_MOST + 2)))
    return next(name for name in names if name not in taken)


def _change(name: str, text: str) -> SpokenChange:
    place, number, *_ = name.split("-")
    act = _act(text) if text.startswith("{") else None
    return SpokenChange(int(number), "" if act else text, place == "after", act)


def _act(text: str) -> Command:
    """The command of a button. Refuses what stands in the book once and for all, and what puts right itself."""
    act = command_in(MultiDict([("command", text)]))
    if isinstance(act, NEVER_IN_A_PLACE):
        raise NotADoing(text=str(act.__struct_config__.tag))
    return act


@blueprint.get("/nights/<night:night>/put-right", needs=Deed.RUN_BANK)
def look(night: str) -> Response:
    """What it would change, with a button that does it; without anything asked, what can be put right."""
    view = context.see(night)
    asked = attempt(lambda: asked_in(request.args, view.opened.currency))
    if isinstance(asked, Trouble):
        return _choosing(view, trouble=asked)
    return _shown(view, asked) if asked else _choosing(view)


@blueprint.post("/nights/<night:night>/put-right", needs=Deed.RUN_BANK)
def do(night: str) -> Response:
    """Does it, if the night is still as it was when the effect was told; else tells the effect as it is now."""
    view = context.see(night)
    asked = attempt(lambda: asked_in(request.form, view.opened.currency))
    if isinstance(asked, Trouble):
        return _choosing(view, trouble=asked)
    if not asked:
        return on_to(f"/nights/{night}/put-right")
    done = attempt(lambda: _record(view, asked))
    if isinstance(done, Trouble):
        return _shown(context.see(night), asked, trouble=done)
    if view.phase == "open":
        return on_to(f"/nights/{night}")
    return on_to(f"/nights/{night}/replay/{done.first}")


def _record(view: VisibleNight, asked: Asked) -> Taken:
    command = putting_right.command_of(context.book, view, asked.spoken(request.form.get(REASON, "").strip()))
    return record(view.night_id, [command], exactly=True)


def asked_in(stated: MultiDict[str, str], currency: Currency) -> Asked:
    """What the fields ask for. Refuses numbers that are none, and more changes than a correction may have (WrongQuery)."""
    struck = tuple(dict.fromkeys(_numbers(stated, "strike")))
    stop = _numbers(stated, "stop")
    lines = (*_lines(stated), *_filled_in(stated, currency))
    most = CHANGES_MOST if lines else STRUCK_MOST
    if len(lines) + len(struck) > most:
        raise WrongQuery([("strike", say("A correction makes at most {most} changes.", most=most))])
    reasons = [text.strip() for text in stated.getlist(BECAUSE)]
    waived = tuple((rule, why) for rule, why in zip(stated.getlist(ASIDE), reasons, strict=False) if rule and why)
    return Asked(struck, lines, stop[0] if stop else None, waived[:WAIVED_MOST])


def _filled_in(stated: MultiDict[str, str], currency: Currency) -> Iterator[tuple[str, str]]:
    """The act of a form with something to fill in, at the place that it names."""
    place = stated.get("place", "")
    if "command" in stated and LINE.fullmatch(place):
        money = {name: value for name, value in stated.items() if name.startswith(MONEY) and value.strip()}
        form = MultiDict([(name, value) for name, value in stated.items(multi=True) if name not in money])
        for name, value in money.items():
            form[f"number:{name.removeprefix(MONEY)}"] = str(parsed_money(value.strip(), currency))
        yield _free(place, stated), json_encode(plain(command_in(form))).decode()


def _numbers(stated: Mapping[str, str], name: str) -> list[int]:
    text = stated.get(name, "").strip()
    if text and not NUMBERS.fullmatch(text):
        raise WrongQuery([(name, say("It takes the number of an event, or several with commas between them."))])
    return [int(number) for number in re.findall(r"\d+", text)]


def _lines(stated: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, line in stated.items():
        if LINE.fullmatch(name) and line.strip():
            yield name, line.strip()


def _shown(view: VisibleNight, asked: Asked, *, trouble: Trouble | None = None) -> Response:
    """The effect with the button that does it, or what stands against it with what can be done about that."""
    result = attempt(lambda: putting_right.what_if(context.book, view, asked.spoken("")))
    if isinstance(result, Trouble):
        trouble = result
    conflict = result if isinstance(result, ConflictView) else None
    return _page(
        view,
        asked=asked,
        struck=_struck(view, asked),
        about=_about(view, asked),
        undo=putting_right.last_to_undo(view),
        effect=result if isinstance(result, PutRightView) else None,
        conflict=conflict,
        place=putting_right.instead_of_the_next(context.book, view, asked.spoken(""), conflict.first.version)
        if conflict
        else AtPlace(),
        trouble=None if conflict else trouble,
        # A conflict is told in words of its own, with the status of the refusal.
        status=trouble.status if trouble else 200,
    )


def _struck(view: VisibleNight, asked: Asked) -> tuple[EventView, ...]:
    """The acts that are to be struck, in words, if there are no more of them than fit; those that are none are left to the refusal."""
    known = [version for version in asked.strike if version <= view.version]
    return tuple(one_event(view.as_anybody(), version) for version in known) if len(known) <= ACTS_SHOWN else ()


def _about(view: VisibleNight, asked: Asked) -> dict[int, str]:
    """The acts in whose place, or after which, something else is put: each in words, by its number."""
    places = {int(name.split("-")[1]) for name, _ in asked.lines}
    public = view.as_anybody()
    return {version: one_event(public, version).sentence for version in sorted(places) if 0 < version <= view.version}


def _choosing(view: VisibleNight, *, trouble: Trouble | None = None) -> Response:
    """The page on which one says what is wrong: an act of a hand, or what it was really."""
    # The phone of the bank lies on the table.
    public = view.as_anybody()
    event = whole(request.args.get("event", "").strip())
    if event is not None:
        may_come = putting_right.with_who_may_come(context.book, view)
        named = {
            "event": putting_right.act_at(public, event),
            "place": in_its_place(may_come, event),
            "forgotten": after_it(may_come, event),
        }
        return _page(view, asked=None, trouble=trouble, **named)
    hands = hands_of(view)
    asked = whole(request.args.get("hand", "").strip())
    chosen = len(hands) if asked is None else min(asked, len(hands))
    ended = end_of_hand(view, chosen) if chosen else None
    played = bool(chosen) and ended is None
    acts = putting_right.acts_of_hand(public, hands, chosen)
    # While a hand is played, the bank gives chips before it.
    after = putting_right.acts_of_hand(public, hands, chosen - 1) if played else acts
    return _page(
        view,
        asked=None,
        hands=hands,
        chosen=chosen,
        acts=acts,
        after=after[0].version if after else 0,
        ended=ended,
        place=of_the_end(view, ended) if ended else AtPlace(),
        played=played,
        undo=putting_right.last_to_undo(view),
        trouble=trouble,
    )


def _page(view: VisibleNight, **named: Any) -> Response:
    only_looks = "what_if" in request.args
    asked = named.get("asked") or NOTHING

    def led(place: str, one: Instead) -> str:
        """The query of the address that shows what this act would change."""
        lines = ((place, json_encode(one.command).decode()),) if one.command is not None else ()
        return asked.address(strike=one.strikes, lines=lines, what_if=only_looks)

    empty: dict[str, Any] = {
        "event": (),
        "acts": (),
        "hands": (),
        "chosen": 0,
        "ended": None,
        "after": 0,
        "whose": request.args.get("whose", ""),
        "played": False,
        "struck": (),
        "about": {},
        "place": AtPlace(),
        "forgotten": AtPlace(),
        "undo": None,
        "effect": None,
        "conflict": None,
    }
    return page(
        "afterwards/put_right.html",
        **{
            **empty,
            "heading": heading_of(view),
            "currency": view.money,
            "night_clock": clock_in(view.opened.zone),
            "named": view.name,
            "told": partial(sentence_on_page, view),
            "led": led,
            "only_looks": only_looks,
            "version": view.version,
            "most": CHANGES_MOST,
            "key": new_key(),
            **named,
        },
    )


# What may be said of a dispute, by the type of the command: its fields.
FIELDS: dict[str, tuple[str, ...]] = {
    "raise_dispute": ("by", "event", "missing", "words"),
    "answer_dispute": ("dispute", "by", "words"),
    "resolve_dispute": ("dispute", "event", "words"),
    "agree_to_banks_word": ("dispute", "by", "word"),
    "withdraw_dispute": ("dispute", "by", "words"),
}
WHOLE_NUMBERS = ("dispute", "event", "word")


@blueprint.get("/nights/<night:night>/disputes", needs=Deed.SEE_NIGHTS)
def disputes(night: str) -> Response:
    """Every dispute of the night, the open ones first."""
    return disputes_page(context.see(night))


@blueprint.post("/nights/<night:night>/disputes", needs=Deed.SAY)
def say_in_dispute(night: str) -> Response:
    """Records what the form says of a dispute. Who may say it is decided when it is known what it is."""
    # The page that says why something was not done shows the night.
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    done = attempt(lambda: record(night, [command_from(_stated())]))
    if not isinstance(done, Trouble):
        return on_to(f"/nights/{night}/disputes#dispute-{_number(done)}")
    view, shown = context.see(night), whole(request.form.get("shown", ""))
    if shown is not None and 1 <= shown <= view.version:
        return replay_page(view, shown, trouble=done)
    return disputes_page(view, trouble=done)


def disputes_page(view: VisibleNight, *, trouble: Trouble | None = None) -> Response:
    """The page; with the trouble that something said of a dispute has met."""
    stated = dict(trouble.said) if trouble else {}
    return page(
        "afterwards/disputes.html",
        heading=heading_of(view),
        version=view.version,
        found=disputes_so_far(view),
        named=view.name,
        told=partial(sentence_on_page, view),
        key=new_key,
        trouble=trouble,
        said=stated,
        asked=_asked(view),
    )


def _asked(view: VisibleNight) -> int | None:
    """The event that a new dispute is about, as the address asks for it; None for the night as a whole."""
    asked = whole(request.args.get("event", ""))
    return None if asked is None else one_event(view, asked).version


def _stated() -> dict[str, Any]:
    """The command as the form says it; a field that is empty is not said."""
    kind = request.form.get("type", "")
    stated: dict[str, Any] = {"type": kind}
    for name in FIELDS.get(kind, ()):
        value = request.form.get(name, "").strip()
        if value:
            number = whole(value) if name in WHOLE_NUMBERS else None
            stated[name] = value if number is None else number
    if "missing" in stated:
        stated["missing"] = True
    if kind == "resolve_dispute":
        stated["agreed_by"] = request.form.getlist("agreed_by")
    return stated


def _number(taken: Taken) -> int:
    event: Any = taken.view.visible[taken.first - 1].event
    return int(getattr(event, "number", None) or event.dispute)
