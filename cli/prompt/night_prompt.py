"""The state of the prompt between lines: the night, the time at the table, what was just refused, and what `help` prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import msgspec

from cli import failures, render
from cli.book import followed
from cli.errors import ASKED_AND_MEANT, CliError
from cli.night.night import NO_PLAN, show_disputes, show_log, show_payments, show_requests
from cli.putting_right import QUESTION, corrected, question, taken_back
from cli.screens import night_screens
from cli.screens.night_tables import PLAN, beside_the_plan, setting_of_night
from cli.terminal import NO, YES, not_confirmed
from engine.commands import StrikeEvents
from engine.speech import ENGLISH, say, say_as, speaking, to_say
from engine.spelling import compared
from service.app.book import Book
from service.app.night import lines
from service.app.night.clock import TableClock
from service.app.night.putting_right import if_struck, put_right, undoing
from service.app.refusals import Refused
from service.app.seeing import see, where_it_stands
from service.language.shorthand import ParsedLine, ShorthandError, SpokenCorrection, fault_lines
from service.language.shorthand.acts import verbs_like
from service.language.shorthand.hints import GUIDE, as_lines
from service.language.shorthand.keywords import in_english, in_own_words
from service.language.shorthand.vocabulary import DOT, Group, GuideRow
from service.reports.views.events import events_text
from service.reports.views.night import waits_for
from service.reports.views.play.faults import what_went_wrong
from service.reports.views.play.line import LineView
from service.reports.views.settling.closing import closing_now
from service.reports.views.settling.settlement import settlement_now
from service.reports.views.visible_night import VisibleNight

# The separator of the bar's parts, and the mark at its end if parts are left out.
BETWEEN = "  |  "
REST = to_say("? says all")
WIDE = 10_000

WAIVE = "waive"
# A word with a question mark asks about it.
QUESTION_ABOUT = re.compile(r"[^\s?]+\?")
# `waive RULE "REASON": …` is a line of its own; anything else after `waive` is the reason for what was just refused.
WHOLE_WAIVER = re.compile(r'\s*([a-z_]+\s+"[^"]*"|"[^"]*"\s+[a-z_]+)\s*:')


class Ask(Protocol):
    """Asks the person at the prompt a yes-or-no question; `enter` is the answer of the bare key."""

    def __call__(self, question: str, *, enter: bool) -> bool: ...


def nobody_to_ask(question: str, *, enter: bool) -> bool:
    """The answers in a pipe: no to a doubt. What is asked about before it is done is refused (CliError)."""
    if enter:
        raise not_confirmed(say("Nothing was changed."))
    return False


def yes_to_all(question: str, *, enter: bool) -> bool:
    """The answers in a pipe with --yes: yes to what somebody typed on purpose, no to a doubt."""
    return enter


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """The result of one line: refused with an exit code, or the end of the session."""

    exit_code: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A refused line: what it said, and the rule that may be waived for it."""

    spoken: ParsedLine
    rule: str
    waived: tuple[tuple[str, str], ...]


class NightPrompt:
    """One night at the prompt. `view` is the night as it was last shown: after one line, and before the next.

    Other devices write to the same night. So every line first reads what is new and shows it. A line is only carried out if
    it means the same as in the night that was shown.
    """

    def __init__(self, book: Book, night_id: str, *, as_json: bool = False, ask: Ask = nobody_to_ask) -> None:
        self.book = book
        self.as_json = as_json
        self.view = see(book, night_id)
        self.ask = ask
        self._printed = self.view.version
        self._clock = TableClock()
        self._refused: RefusedLine | None = None
        # These change nothing.
        self._looks: dict[str, Callable[[], Iterator[object]]] = {
            "?": self._what_now,
            "close?": self._checklist,
            "gap?": self._checklist,
            "show": self._show,
            "faults": self._faults,
            "disputes": lambda: show_disputes(self.view),
            "plan": self._plan,
            "payments": lambda: show_payments(self.view),
            "requests": lambda: show_requests(self.view),
        }
        self._words_alone: dict[str, Callable[[], None]] = {
            **{word: partial(self._look, word) for word in self._looks},
            "undo": partial(self._strike, undoing),
            "at now": self._clock.clear,
        }
        # These take the rest of their line, and change nothing.
        self._words: dict[str, Callable[[str], None]] = {"help": self._help, "log": self._log}

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the prompt itself understands."""
        return (*self._words_alone, *self._words, WAIVE, "quit")

    def take(self, line: str, *, number: int = 0) -> LineOutcome:
        """Takes one line. A refusal is shown and changes nothing. `number` is the number of the line in a pipe."""
        stated = _in_english(line)
        if stated in ("quit", "exit", "q"):
            return LineOutcome(over=True)
        try:
            self._take(line, stated)
        except Exception as problem:
            failure = failures.failure_of(problem)
            if failure is None:
                raise
            self._tell(failure, line, number)
            return LineOutcome(exit_code=failure.exit_code)
        finally:
            self._look_again()
        return LineOutcome()

    def _take(self, line: str, text: str) -> None:
        # What the line meant to the person who typed it, before anything new is read.
        shown, meant = self.view.version, self._as_read(line)
        self._look_again()
        word, _, rest = line.strip().partition(" ")
        word = in_english(word.casefold())
        # What was just refused may be waived until another line is carried out or refused. Looking at something does not
        # count.
        refused, self._refused = self._refused, None
        if text in self._words_alone:
            self._words_alone[text]()
        elif word in self._words:
            self._words[word](rest.strip())
        elif QUESTION_ABOUT.fullmatch(text):
            self._help(text.removesuffix("?"))
        elif text in (*YES, *NO) and meant is None:
            self._nothing_was_asked()
        elif word == "undo":
            sentence = say(
                'Undo takes back the last act; another one is struck by its number: strike 41 "wrong player".'
            )
            raise CliError("undo_takes_the_last", sentence)
        elif word == "faults":
            raise CliError("stands_alone", say("“faults” stands alone; an event is struck by its number: strike 41."))
        elif word == WAIVE and not WHOLE_WAIVER.match(rest):
            self._waive(rest.strip(), refused)
        elif text:
            self._say(line, shown, meant)
        if not text or text in self._looks or QUESTION_ABOUT.fullmatch(text) or word in self._words:
            self._refused = refused

    def _say(self, line: str, shown: int, meant: ParsedLine | None) -> None:
        """Carries out the line, if it means the same as at the version that was shown."""
        spoken = lines.read(self.book, self.view, line)
        if self.view.version != shown and spoken != meant:
            sentence = say(
                "“{line}” now says something else than before others wrote to the book; look at what is "
                "new, and say it again if it is still meant.",
                line=line,
            )
            raise CliError("book_has_moved", sentence, details={"version": self.view.version})
        self._do(spoken, ())

    def _as_read(self, line: str) -> ParsedLine | None:
        """What the line means in the night as it was last shown; None if it cannot be read."""
        try:
            return lines.read(self.book, self.view, line)
        except ShorthandError:
            return None

    def _waive(self, reason: str, refused: RefusedLine | None) -> None:
        """Carries out what was just refused, with the rule waived."""
        reason = reason.strip('"')
        if refused is None:
            sentence = say(
                'Nothing was refused just now that could be waived; in one line: waive RULE "REASON": what is done.'
            )
            raise CliError("nothing_to_waive", sentence)
        if not reason:
            # Asked for, it may still be said.
            self._refused = refused
            raise CliError("reason_missing", say("A waiver needs a reason, which the report repeats: waive REASON."))
        self._do(refused.spoken, (*refused.waived, (refused.rule, reason)))

    def _do(self, spoken: ParsedLine, waived: tuple[tuple[str, str], ...]) -> None:
        if spoken.correction:
            try:
                self._correct(msgspec.structs.replace(spoken.correction, waived=waived))
            except Refused as refusal:
                if refusal.waived_as:
                    self._refused = RefusedLine(spoken, refusal.waived_as, waived)
                raise
            return
        wanted = lines.struck(spoken)
        if wanted:
            self._strike(lambda _: wanted)
            return
        try:
            line = lines.say_line(self.book, self.view, spoken, at=self._clock.reading(), waive=waived)
        except Refused as refusal:
            if refusal.is_doubt and self.ask(say("{sentence} Is it meant?", sentence=refusal.whole), enter=False):
                self._do(spoken, (*waived, (refusal.waived_as, ASKED_AND_MEANT)))
                return
            if refusal.waived_as:
                self._refused = RefusedLine(spoken, refusal.waived_as, waived)
            raise
        if line.at:
            self._clock.set(line.at)
        self._show_line(line)

    def _show_line(self, line: LineView) -> None:
        if line.events:
            self._tell_news(up_to=line.events[0].version - 1)
            self._printed = max(self._printed, line.events[-1].version)
        if self.as_json:
            render.json_line(line)
        else:
            night_screens.line_screen(line, compact=True)
        self._finish()

    def _finish(self) -> None:
        """Does what follows from the act, such as the plan after a close, and shows it."""
        after = followed(self.book, self.view.night_id)
        if after:
            self._printed = max(self._printed, after.version)
            if not self.as_json:
                # Anybody at the table may look at the screen.
                night_screens.transfers(where_it_stands(self.book, after.as_anybody()))

    def _tell(self, failure: failures.Failure, line: str, number: int) -> None:
        if self.as_json:
            render.json_line({"error": failures.as_data(failure), "line": number, "text": line})
            return
        if self._refused and failure.code == self._refused.rule:
            failure = replace(failure, hint=say("“waive REASON” does it all the same.") if not number else "")
        sentence = failure.sentence
        if number:
            sentence = say("Line {number}, “{line}”: {refusal}", number=number, line=line, refusal=sentence)
        render.refusal(sentence, failure.advice)

    def _look_again(self) -> None:
        """Reads what other devices have written to the night meanwhile, and shows it."""
        self.view = see(self.book, self.view.night_id)
        self._tell_news(up_to=self.view.version)

    def _tell_news(self, *, up_to: int) -> None:
        """Shows the events after the last one that was shown here. A program reads versions instead."""
        news = range(self._printed + 1, up_to + 1)
        self._printed = max(self._printed, up_to)
        if news and not self.as_json:
            view = see(self.book, self.view.night_id)
            render.line(say("Meanwhile, elsewhere:"), "yellow")
            night_screens.events(night_screens.telling(events_text(view, view.records[news.start - 1 : news.stop - 1])))

    def _look(self, word: str) -> None:
        self._answer(self._looks[word]())

    def _answer(self, views: Iterator[object]) -> None:
        render.answer(views, for_programs=render.json_line if self.as_json else None)

    def _what_now(self) -> Iterator[object]:
        yield {"now": self._waits_for()}
        render.lines(self._waits_for(), "cyan")

    def _checklist(self) -> Iterator[object]:
        """What still stands between now and the close."""
        closing = closing_now(self.view)
        yield closing
        night_screens.checklist(closing, self.view)

    def _waits_for(self) -> Sequence[str]:
        return waits_for(self.view)

    def _help(self, asked: str) -> None:
        render.lines(help_on(asked))

    def _log(self, asked: str) -> None:
        self._answer(show_log(self.view, asked.split()))

    def _show(self) -> Iterator[object]:
        yield where_it_stands(self.book, self.view)
        # Anybody at the table may look at the screen.
        night_screens.night(where_it_stands(self.book, self.view.as_anybody()), self._waits_for())

    def _faults(self) -> Iterator[object]:
        """What may have gone wrong at the table, by which line it is put right, and the rule of it."""
        yield what_went_wrong(self.view)
        faults = fault_lines(self.view.night, self.view.names)
        for lines_of_fault, rule in faults:
            render.line(lines_of_fault, "cyan")
            render.indented(rule)
        if not faults:
            render.line(
                say(
                    "No hand is being played in which a mistake could be put right; “undo” takes back what was typed last."
                )
            )

    def _plan(self) -> Iterator[object]:
        """Who pays whom; before the plan is frozen, who would."""
        settlement = settlement_now(self.view)
        yield settlement
        if settlement.transfers:
            render.table(PLAN, settlement.transfers, setting_of_night(self.view))
            render.lines(beside_the_plan(settlement))
            if settlement.frozen is None:
                render.line(say("So it would be now, paid directly; nothing is fixed yet."), "dim")
        else:
            render.line(say(NO_PLAN))

    def _nothing_was_asked(self) -> None:
        """An answer to no question: in a pipe, nothing is asked."""
        sentence = say(
            "Nothing was asked. In a pipe, `table --yes` does at once what is asked about at a terminal, such as `undo`."
        )
        if self.as_json:
            render.json_line({"now": self._waits_for(), "note": sentence})
        else:
            render.line(sentence, "dim")

    def _strike(self, wanted: Callable[[VisibleNight], StrikeEvents]) -> None:
        """Strikes after showing the effect and asking; does both again if the book changes in between."""
        while True:
            view, command = self.view, wanted(self.view)
            if not self.as_json:
                night_screens.difference(if_struck(self.book, view, command), view)
            if not self.ask(question(command, view), enter=True):
                if not self.as_json:
                    render.line(say("Nothing was struck."), "dim")
                return
            line = put_right(self.book, view, command, at=self._clock.reading())
            if line is not None:
                if not self.as_json:
                    render.line(taken_back(command, view))
                self._show_line(line)
                return
            self._look_again()

    def _correct(self, spoken: SpokenCorrection) -> None:
        """Corrects after showing the effect and asking; does both again if the book changes in between."""
        line = corrected(
            self.book,
            self.view,
            spoken,
            at=self._clock.reading(),
            asks=True,
            shows=not self.as_json,
            confirmed=lambda: self.ask(say(QUESTION), enter=True),
        )
        if line is not None:
            self._show_line(line)
        elif not self.as_json:
            render.line(say("Nothing was corrected."), "dim")

    # For the prompt

    def title(self) -> str:
        """The night's title."""
        name = self.view.opened.name or say("A night")
        return f"{name} ({self.view.night_id})"

    def turn(self) -> str:
        """The name of the player whose turn it is; empty if it is nobody's or several players'."""
        turns = lines.turns(self.view)
        return turns[0] if len(turns) == 1 else ""

    def status(self, width: int = WIDE) -> str:
        """Pot, turn, offers, and the number of the last event, in one line of at most `width` columns."""
        pot = self.view.night.pot_worth()
        parts = [*([say("pot {chips}", chips=pot)] if pot else []), *self._waits_for()]
        named = BETWEEN.join((*parts, say("event {version}", version=self.view.version)))
        return named if len(named) <= width else fitting(parts, width)

    def completions(self, text: str) -> list[str]:
        """The completions of the last word."""
        word, has_more, rest = text.lstrip().partition(" ")
        if has_more and (word := in_english(word.casefold())) in self._words:
            known = (*sections(), in_own_words(EVERYTHING)) if word == "help" else tuple(self.view.names.values())
            return [one for one in known if compared(one).startswith(compared(rest.lstrip()))]
        own = [word for word in map(in_own_words, self.words) if text and word.startswith(text.casefold())]
        return [*lines.completions(self.book, self.view, text), *own]


def _in_english(line: str) -> str:
    """The line in small letters, with the words of the prompt in English, also in a question about one: `luk?`."""
    text = line.casefold().strip()
    return in_english(text.removesuffix("?")) + text[len(text.removesuffix("?")) :]


def fitting(parts: Sequence[str], width: int) -> str:
    """The parts side by side. If they are too wide, whole lines are left out at the end; `?` shows them all."""
    whole = BETWEEN.join(parts)
    if len(whole) <= width:
        return whole
    rest = say(REST)
    shown, room = "", width - len(BETWEEN + rest)
    for part in parts:
        for place, form in enumerate(part.split(DOT)):
            longer = shown + (("" if not shown else BETWEEN) if not place else DOT) + form
            if len(longer) > room:
                return (shown + BETWEEN if shown else "") + rest
            shown = longer
    return shown


# What the prompt itself understands, in addition to the shorthand.
PROMPT_GROUP = Group(
    title="The prompt",
    acts=(),
    guide=(
        GuideRow("? · show · log · log 40 · log anna", "what now · where we are · last events"),
        GuideRow("faults", "what may have gone wrong at the table"),
        GuideRow('undo · strike 41 "wrong player"', "voids the last act, or 41: shown first"),
        GuideRow('correct 41 to "bo r4"', "puts event 41 right: shown first"),
        GuideRow('waive "all agreed" · at now', "does what was refused anyway · the clock"),
        GuideRow("c · r2 · 3 · draws 3 · shows As Kd", "without a name, while only one player is asked"),
        GuideRow("help bank · help draws · help all · quit", "a section · lines with a word · everything"),
    ),
)
PROMPT = {PROMPT_GROUP.title: PROMPT_GROUP.guide}
# Sections that share a word for `help`. Every other section goes by the last word of its title.
TOGETHER = {"hand": ("Betting", "Cards", "The showdown")}
EVERYTHING = "all"


def sections() -> dict[str, Mapping[str, Sequence[GuideRow]]]:
    """Each section by its word for `help`, in the reader's language."""
    groups = {**PROMPT, **GUIDE}
    single = {say_as("help", title).split()[-1].casefold(): {title: rows} for title, rows in groups.items()}
    return {
        **single,
        **{in_own_words(word): {title: groups[title] for title in titles} for word, titles in TOGETHER.items()},
    }


def help_on(asked: str) -> list[str]:
    """The lines of `help`; with a word, those of that section, else those that contain the word in any of its forms."""
    word, shown = asked.casefold(), sections()
    if not word:
        return [*as_lines(PROMPT), "", *_contents()]
    if word in shown:
        return as_lines(shown[word])
    word = in_english(word)
    if word == EVERYTHING:
        return as_lines({**GUIDE, **PROMPT})
    with speaking(ENGLISH):
        known = sections()
    if word in known:
        return as_lines(known[word])
    words = verbs_like(word)
    results = {title: [row for row in rows if _speaks_of(row, words)] for title, rows in {**PROMPT, **GUIDE}.items()}
    texts = as_lines({title: rows for title, rows in results.items() if rows})
    if not texts:
        sentence = say(
            "No line has the word “{asked}”; there is help for {known} and {everything}.",
            asked=asked,
            known=", ".join(shown),
            everything=in_own_words(EVERYTHING),
        )
        raise CliError("no_help", sentence, details={"asked": asked, "known": list(shown)})
    return texts


def _contents() -> list[str]:
    """The sections, each with its first line."""
    first = {
        f"{in_own_words('help')} {word} ": in_own_words(next(iter(groups.values()))[0].lines)
        for word, groups in sections().items()
        if len(groups) == 1 and not set(groups) & set(PROMPT)
    }
    width = max(map(len, first))
    return [f"  {word:{width}}{line}" for word, line in first.items()]


def _speaks_of(row: GuideRow, words: Set[str]) -> bool:
    """Whether one of the words stands in the lines or in what they mean, in English or in the reader's language."""
    spoken = say_as("help", row.says)
    said = re.findall(r"[^\s·:]+", f"{row.lines} {in_own_words(row.lines)} {row.says} {spoken}".casefold())
    return not words.isdisjoint(said)
