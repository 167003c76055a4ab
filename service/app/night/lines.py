"""Says lines of shorthand in a night: one at the table, which is read, taken and told, or those of a `.night` file, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine import commands, strikes
from engine.commands import AnnounceHand, Command, StrikeEvents, Waiver
from engine.decider import decide
from engine.errors import AgainstTheRules, Refusal
from engine.events import Recorded
from engine.game.definition import Game
from engine.ids import PlayerId
from engine.library import close_to
from engine.night.putting_right.acts import CHANGES_MOST
from engine.play.script.offers import asked
from engine.speech import say
from engine.state import Night
from engine.strikes import ActInNight
from service.app.book import Book
from service.app.night.clock import ended_at, time_in_night, time_stated
from service.app.night.known_nights import KnownNights, day_of
from service.app.night.open_night import id_by_content, last_played, opened
from service.app.night.witness import Heard, hear
from service.app.people import Company
from service.app.refusals import NOTHING_RECORDED, Declined, NotUnderstood, Refused, refused
from service.app.seeing import see
from service.app.take import take
from service.book.closed_cards import closed_in_any, named_in, without_closed
from service.book.own_games.shelf import OwnGame
from service.book.progress import Tick, silently
from service.book.recording.filling_in import BookKnows
from service.book.recording.unit_of_work import OVER, IncomingCommand, LoadedNight, UnitOfWork
from service.errors import NameNotSayable, NameRefused, NameTaken, NightExists
from service.language import shorthand
from service.language.local_time import minutes_between
from service.language.shorthand import Head, ParsedLine, ShorthandError, SpokenCorrection, read_file, read_line
from service.language.shorthand.announcing import forced_of, limit_of, options_of
from service.language.shorthand.tokens import SpokenAnswer, SpokenChange, shown
from service.people.rights import KEEPER
from service.reports.signing import answered_decisions, lines_of_decisions, plan_answers_text
from service.reports.views.play.line import LineView, line_view, so_far
from service.reports.views.visible_night import VisibleNight

__all__ = [
    "ShorthandError",
    "completions",
    "do",
    "own_games",
    "player_called",
    "read",
    "say_line",
    "struck",
    "time_at_table",
    "turns",
]


def read_correction(book: Book, view: VisibleNight, spoken: SpokenCorrection) -> commands.CorrectEvents:
    """The correction with its lines read in this night, with the own games of its club. Refuses what cannot be, in words with names."""
    acts: dict[int, commands.Command] = {}
    try:
        return correction_in(view.records, spoken, view.names, knows_of(book, view), acts)
    except Refusal as refusal:
        raise refused_to(view, refusal, *acts.values()) from refusal


def refused_to(view: VisibleNight, refusal: Refusal, *command: commands.Command) -> Refused:
    """The refusal in words, without the cards that are closed to the reader and that they have not said."""
    if not view.sees_everything:
        closed = closed_in_any(view.as_recorded, view.visible)
        whose = None if closed else ()
        refusal = without_closed(refusal, closed.difference(*map(named_in, command)), view.visible, whose=whose)
    return refused(refusal, view.names)


def correction_in(
    records: Sequence[Recorded],
    spoken: SpokenCorrection,
    names: Mapping[PlayerId, str],
    knows: BookKnows,
    acts: dict[int, commands.Command] | None = None,
) -> commands.CorrectEvents:
    """The correction with its lines read. A line is of the moment at which it stands, so it is read while that is decided.

    `acts`, if they are given, get what was read, also of a correction that is refused.
    """
    acts = {} if acts is None else acts
    if len(spoken.changes) > CHANGES_MOST:
        sentence = say(
            "A correction makes at most {most} changes, and this line has {changes}; “and stop at N” lets nothing count from event N on.",
            most=CHANGES_MOST,
            changes=len(spoken.changes),
        )
        raise ShorthandError("too_many_changes", sentence, most=CHANGES_MOST)

    opening = records[0].event
    assert isinstance(opening, commands.OpenNight)
    own = knows.own_games(opening.club)

    def act_in_night(index: int, change: SpokenChange) -> ActInNight:
        def at_its_place(night: Night) -> commands.Command:
            act = change.act or _one_act(change.line, night, names, own)
            acts[index] = _set_aside(dict(spoken.waived), act, night, knows)
            return knows.filled_in(acts[index], night)

        return at_its_place

    command = commands.CorrectEvents(
        changes=tuple(commands.Change(one.version, after=one.after) for one in spoken.changes),
        stop_at=spoken.stop_at,
        reason=spoken.reason,
    )
    acts_in_night = {index: act_in_night(index, one) for index, one in enumerate(spoken.changes) if one.line or one.act}
    strikes.correct(records, command, minutes_between, acts_in_night)
    changes = tuple(replace(change, act=acts.get(index)) for index, change in enumerate(command.changes))
    return replace(command, changes=changes)


def _set_aside(reasons: Mapping[str, str], act: commands.Command, night: Night, knows: BookKnows) -> commands.Command:
    """The act with those of the waivers that it needs in this night."""
    try:
        decide(knows.filled_in(act, night), night)
    except AgainstTheRules as refusal:
        reason = reasons.get(refusal.code)
        if reason and refusal.code not in {waiver.rule for waiver in act.waived}:
            more = (*act.waived, Waiver(refusal.code, reason))
            return _set_aside(reasons, replace(act, waived=more), night, knows)
    except Refusal:
        # The correction itself says so.
        pass
    return act


def _one_act(line: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[OwnGame]) -> commands.Command:
    """The one act that the line says at this moment of the night."""
    read = shorthand.read_line(line, night, names, [one.game for one in own])
    if len(read.commands) != 1 or read.players:
        sentence = say("“{line}” is not one act; a correction puts in one act for each event.", line=line)
        raise ShorthandError("not_one_act", sentence, line=line)
    return read.commands[0]


def own_games_of(book: Book, view: VisibleNight) -> tuple[OwnGame, ...]:
    """The own games of the night's club, in their newest versions."""
    with book.handler() as handler:
        return handler.own_games(view.opened.club)


def knows_of(book: Book, view: VisibleNight) -> BookKnows:
    """What the book knows of the night's club now."""
    with book.handler() as handler:
        own, club = handler.own_games(view.opened.club), handler.clubs.look(view.opened.club).club.copy()
    return BookKnows(lambda _: own, lambda _: club)


# Codes of rules with the reasons why they are set aside.
Waivers = Sequence[tuple[str, str]]


def read(book: Book, view: VisibleNight, line: str, *, noun: str = "", key: str = "") -> ParsedLine:
    """What the line says in this night; nothing is recorded.

    After a `noun` it is the line itself, or the line behind the noun if only that can be read: `chipbook hand anna 3` says
    “anna 3”, and `chipbook hand baseball by bo` says “hand baseball by bo”. With
    a `key`, a new player's name that is taken may be the same line sent again: `say_line` finds out.
    """
    own = own_games(book, view)
    try:
        return shorthand.read_line(_as_line(view, line, noun, own) if noun else line, view.night, view.names, own)
    except ShorthandError as problem:
        if not key or problem.code != "name_taken":
            raise
        return ParsedLine(players=(str(problem.details["name"]),), taken=problem)


def _as_line(view: VisibleNight, line: str, noun: str, own: Sequence[Game]) -> str:
    """The line itself, or the line behind the noun."""
    names, behind = view.names, f"{noun} {line}"
    try:
        shorthand.read_line(line, view.night, names, own)
    except ShorthandError as problem:
        try:
            shorthand.read_line(behind, view.night, names, own)
        except ShorthandError as other:
            # The reading that got further understood more, so its refusal is the one that helps.
            further = other.column - len(noun) - 1 > problem.column
            like_a_game = _sounds_like_a_game(other, own)
            if problem.code == "unknown_player" and other.code == "unknown_game" and not like_a_game:
                raise NotUnderstood(str(problem.details["name"]), str(other.details["game"])) from other
            return behind if further or like_a_game else line
        return behind
    return line


def _sounds_like_a_game(problem: ShorthandError, own: Sequence[Game]) -> bool:
    if problem.code == "unknown_game":
        return bool(close_to(str(problem.details["game"]), own))
    return problem.code == "ambiguous_game"


def struck(spoken: ParsedLine) -> StrikeEvents | None:
    """The strike, or None if the line says anything else."""
    (command, *others) = spoken.commands or (None,)
    return command if isinstance(command, StrikeEvents) and not others else None


def player_called(view: VisibleNight, spoken: str) -> PlayerId:
    """The player of this name, or of the name that begins so."""
    return shorthand.read_name(spoken, view.night, view.names)


def say_line(
    book: Book, view: VisibleNight, spoken: ParsedLine, *, key: str = "", at: str = "", waive: Waivers = ()
) -> LineView:
    """Does what the line says. `at` is a time of the book. The same line with the same key does nothing twice."""
    for name in spoken.players:
        _admit(book, view, spoken, name, key)
    if spoken.correction:
        return do(book, view, [read_correction(book, view, spoken.correction)], key=key, at=at, waive=waive)
    if spoken.answer:
        return _note(book, view, spoken.answer, key=key)
    if spoken.commands:
        when = ended_at(view, spoken.at, book.now()) if spoken.at else at
        return do(book, view, spoken.commands, key=key, at=when, waive=waive)
    when = time_at_table(book, view, spoken.at) if spoken.at else ""
    return line_view(
        view,
        view.night.balance,
        first=view.version + 1,
        last=view.version,
        added=spoken.players,
        at=when,
        repeated=spoken.taken is not None,
    )


def _note(book: Book, view: VisibleNight, answer: SpokenAnswer, *, key: str) -> LineView:
    """Notes what a player said at the table, and tells who has said what by now."""
    hear(book, KEEPER, view.night_id, answer_in(view, answer), key=key)
    now = see(book, view.night_id)
    noted = lines_of_decisions(now, answered_decisions(now)) if answer.event else (plan_answers_text(now),)
    return line_view(now, now.night.balance, first=now.version + 1, last=now.version, noted=noted)


def answer_in(view: VisibleNight, answer: SpokenAnswer) -> Heard:
    """The answer, to the night as it is looked at."""
    return Heard(
        player=answer.player,
        version=view.version,
        answer="refuses" if answer.reason else "agrees",
        reason=answer.reason,
        event=answer.event,
    )


def _admit(book: Book, view: VisibleNight, spoken: ParsedLine, name: str, key: str) -> None:
    try:
        with book.handler() as handler:
            handler.clubs.admit(view.opened.club, name, key=key)
    except NameTaken as refusal:
        raise spoken.taken or refusal from refusal


def do(
    book: Book,
    view: VisibleNight,
    acts: Sequence[Command],
    *,
    key: str = "",
    at: str = "",
    waive: Waivers = (),
    expected: int | None = None,
) -> LineView:
    """Records commands, all or none. With an `expected` version, refuses if the night has gone on (`VersionConflict`)."""
    waivers = tuple(Waiver(rule, reason) for rule, reason in waive)
    incoming = [IncomingCommand(replace(act, waived=(*act.waived, *waivers)), occurred_at=at) for act in acts]
    taken = take(book, view.night_id, incoming, key=key, expected=expected)
    repeated = taken.first <= view.version
    now = see(book, view.night_id) if repeated else taken.view
    return line_view(now, view.night.balance, first=taken.first, last=taken.view.version, repeated=repeated)


def turns(view: VisibleNight) -> list[str]:
    """The names of the players who may act in the hand."""
    return [view.name(player) for player in asked(view.night)] if view.night.hand else []


def completions(book: Book, view: VisibleNight, text: str) -> list[str]:
    """The completions of the last word of the line."""
    return shorthand.complete(text, view.night, view.names, own_games(book, view))


def time_at_table(book: Book, view: VisibleNight, clock: str) -> str:
    """A time of day at the table as a time of the book, on the day of the last act or the one after it."""
    spoken = shorthand.read_line(f"at {clock}", view.night, {})
    return time_in_night(spoken.at, view.records[-1].occurred_at, book.now(), view.opened.zone)


def own_games(book: Book, view: VisibleNight) -> list[Game]:
    """The own games of the night's club."""
    return [one.game for one in own_games_of(book, view)]


def games_before(book: Book, view: VisibleNight) -> tuple[AnnounceHand, ...]:
    """The games of the club's last other night, the newest first; none once this night has games of its own."""
    if so_far(view).games:
        return ()
    before = last_played(book, view.opened.club, besides=view.night_id)
    return so_far(see(book, before)).games if before else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What was chosen. `dealer` is empty for whose deal it is, `players` for everybody who sits; `options` as they are said.

    `stakes` are the ante or the blinds of this hand, and `limit` its limit, as they are said; empty for those of the house.
    """

    dealer: str = ""
    players: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    stakes: str = ""
    limit: str = ""


def announcement(view: VisibleNight, game: Game, announced: Announced) -> AnnounceHand:
    """The announcement. Refuses what is no option of the game, no ante or no limit (ShorthandError)."""
    night = view.night
    options = options_of(", ".join(filter(str.strip, announced.options)), game, night)
    chosen = None if not announced.players or {*night.sitting} <= {*announced.players} else announced.players
    return AnnounceHand(
        game=game.name,
        rulebook=game.rulebook,
        dealer=announced.dealer or None,
        players=chosen,
        options=options,
        forced=forced_of(announced.stakes) if announced.stakes else None,
        limit=limit_of(announced.limit) if announced.limit else None,
    )


# How much of a line a sentence repeats.
LINE_SHOWN_MOST = 200


def replay(book: Book, text: str, *, file: str, night_id: str = "", tick: Tick = silently) -> VisibleNight:
    """The night of the file after its last line. Refuses a file with a line that fails, names the line, and records nothing.

    Without an id, also a night that the club has already, played by the same people to the same results (NightExists).

    `tick` is called after each line with how many are played and how many there are.
    """
    try:
        head, lines = read_file(text)
    except (ShorthandError, NameRefused, NameNotSayable) as problem:
        line = problem.details.get("line")
        sentence = (
            say("In line {line} of {file}: {refusal}", line=line, file=file, refusal=problem)
            if line
            else _in_the_head(file, str(problem))
        )
        raise Refused(problem, sentence, where={"file": file}) from problem
    company = Company(book, head.club)
    with book.handler() as handler:
        own = [one.game for one in handler.own_games(company.club_id)]
    work = _opened(book, head, company, night_id or id_by_content(book, head, text), file)
    at = work.loaded.records[0].occurred_at
    for done, (number, line) in enumerate(lines, 1):
        where = {"file": file, "line": number, "text": line.strip()}
        try:
            at = _play(work, company, line, at, own)
        except (ShorthandError, Declined) as problem:
            raise Refused(problem, _placed(where, str(problem)), where=where) from problem
        except Refusal as refusal:
            named = refused(refusal, company.names, where=where)
            raise Refused(refusal, _placed(where, named.sentence), typed=named.typed, where=where) from refusal
        tick(done, len(lines))
    if not night_id and work.loaded.night.phase in OVER:
        _insist_it_is_new(book, company, work.loaded)
    company.record(work)
    return see(book, work.loaded.night_id)


def _insist_it_is_new(book: Book, company: Company, played: LoadedNight) -> None:
    """Refuses a night that the club has from a file that said it in other words (NightExists)."""
    with book.handler() as handler:
        if same := KnownNights(handler, company, {day_of(played)}).same_as(played):
            raise NightExists(same)


def _opened(book: Book, head: Head, company: Company, night_id: str, file: str) -> UnitOfWork:
    try:
        return opened(book, head, company, night_id)
    except Declined as problem:
        raise Refused(problem, _in_the_head(file, str(problem)), where={"file": file}) from problem
    except Refusal as refusal:
        named = refused(refusal, company.names)
        raise Refused(refusal, _in_the_head(file, named.sentence), typed=named.typed, where={"file": file}) from refusal


def _play(work: UnitOfWork, company: Company, line: str, at: str, own: Sequence[Game]) -> str:
    """Takes one line, and returns the time at the table after it."""
    spoken = read_line(line, work.loaded.night, company.names, own)
    if spoken.answer:
        sentence = say("A file plays a night; who agrees to it says so once it is in the book.")
        raise ShorthandError("answer_in_a_file", sentence, line=line)
    if spoken.at:
        at = time_stated(spoken.at, at, work.loaded.night.terms.zone)
    for name in spoken.players:
        company.add(name)
    loaded = work.loaded
    corrected = spoken.correction and correction_in(loaded.records, spoken.correction, company.names, work.knows)
    for command in [corrected] if corrected else spoken.commands:
        work.take(IncomingCommand(command, occurred_at=at))
    return at


def _placed(where: dict[str, object], sentence: str) -> str:
    text = say(
        "Line {line} of {file}, “{text}”: {refusal}",
        line=where["line"],
        file=where["file"],
        text=shown(str(where["text"]), LINE_SHOWN_MOST),
        refusal=sentence,
    )
    return f"{text} {say(NOTHING_RECORDED)}"


def _in_the_head(file: str, sentence: str) -> str:
    return say("In the head of {file}: {refusal}", file=file, refusal=sentence)
