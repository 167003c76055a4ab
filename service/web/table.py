"""The table on the banker's phone: read at the top, seen in the middle, done at the bottom; all of it from the offers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qsl, quote

from flask import Response, jsonify, request
from msgspec import to_builtins
from werkzeug.datastructures import MultiDict

from engine.cards.card import RANKS
from engine.commands import AnnounceHand, Command, NameWinners
from engine.errors import DeckIsTooSmall, MoreThanTheGameIsFor, Refusal
from engine.game.definition import Game
from engine.game.options import INSTEAD
from engine.ids import NightId
from service.api.context import context
from service.app.games import game_of, games_to_choose
from service.app.night import lines
from service.app.night.clock import ended_at
from service.app.night.lines import Announced, announcement, games_before, read_correction
from service.app.night.witness import hear
from service.app.refusals import refused
from service.errors.problems import Problem
from service.language.shorthand.keywords import in_english
from service.people.rights import Deed
from service.reports.views.play.banker import bankers_table, game_to_announce, ways_on
from service.reports.views.play.faults import what_went_wrong
from service.reports.views.play.line import Outcome, outcome
from service.reports.views.visible_night import VisibleNight
from service.web.acting import LINE, NotADoing, Result, Trouble, attempt, command_in, go_on, key_given, new_key, record
from service.web.joining import as_text, waiting
from service.web.player import player_page
from service.web.site import Room, chips_lie_right, moved_up_to, on_to, page

blueprint = Room("table")
# So much of what is searched for is looked at.
WORDS_MAX = 100
OPTIONS_MAX = 200
STAKES_MAX = 40

TimeOfNothing = Problem.row(
    "time_of_nothing",
    "A time alone records nothing: here everything has the time at which it is sent, and only “close at {clock}” says "
    "another.",
    422,
)


@blueprint.get("/nights/<night:night>", needs=Deed.SEE_NIGHTS)
def table_page(night: NightId) -> Response:
    """The night as the reader may see it: for the bank the whole table with its controls."""
    return chips_lie_right(night) or _table(context.see(night))


@blueprint.post("/nights/<night:night>/acts", needs=Deed.SAY)
def act(night: NightId) -> Response:
    """Does what a control says."""
    return _done(night, lambda: record(night, [command_in(request.form)]))


@blueprint.get("/nights/<night:night>/outcome", needs=Deed.RECORD)
def outcome_of(night: NightId) -> Response:
    """What the winners that a form names would get, in words, before the table has said so; else why it cannot be.

    The query has the fields of the form as it would send them.
    """
    result = attempt(lambda: _outcome(context.see(night)))
    return jsonify({"says": "", "why": result.sentence} if isinstance(result, Trouble) else to_builtins(result))


LINES_HELP = "/help/lines"
PAGES_OF_WORDS = {
    "faults": "/nights/{night}/faults",
    "undo": "/nights/{night}/put-right",
    "log": "/nights/{night}/replay",
    "disputes": "/nights/{night}/disputes",
    "help": LINES_HELP,
    "?": LINES_HELP,
}


@blueprint.post("/nights/<night:night>/lines", needs=Deed.SAY)
def line(night: NightId) -> Response:
    """Does what a line of shorthand says, all of it or nothing. What only the prompt does at once has a page of its own."""
    typed = request.form.get(LINE, "")
    if there := PAGES_OF_WORDS.get(in_english(typed)):
        return on_to(there.format(night=night))
    return _done(night, lambda: _typed(night, typed), lambda leads_to: leads_to)


@blueprint.get("/nights/<night:night>/faults", needs=Deed.RECORD)
def faults_page(night: NightId) -> Response:
    """What may have gone wrong in the hand being played, each with its rule and what puts it right."""
    view = context.see(night)
    return page("table/faults.html", table=bankers_table(view), faults=what_went_wrong(view), key=new_key())


@blueprint.get("/nights/<night:night>/hands", needs=Deed.SEE_NIGHTS)
def games_page(night: NightId) -> Response:
    """The games to announce: those that are called like what is searched for, and the options of one."""
    view = context.see(night)
    wanted = request.args.get("game", "").strip()[:WORDS_MAX]
    own = lines.own_games(context.book, view)
    games = games_to_choose(wanted, own, view.opened.rules.rulebook)
    return page("table/games.html", table=view, found=games, wanted=wanted, key=new_key())


@blueprint.get("/nights/<night:night>/hands/<rulebook>/<path:name>", needs=Deed.SEE_NIGHTS)
def announcing_page(night: NightId, rulebook: str, name: str) -> Response:
    """One game before it is announced: who deals, who plays, and its options as switches."""
    return _announcing(night, rulebook, name)


@blueprint.post("/nights/<night:night>/hands/<rulebook>/<path:name>", needs=Deed.SAY)
def announce(night: NightId, rulebook: str, name: str) -> Response:
    """Announces the game with what was switched on and typed."""
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    return go_on(
        lambda: record(night, [announcement(context.see(night), _game(night, rulebook, name), _announced())]),
        f"/nights/{night}",
        partial(_announcing, night, rulebook, name),
    )


def _announced() -> Announced:
    form = request.form
    return Announced(
        dealer=form.get("dealer", ""),
        players=tuple(form.getlist("player")),
        options=tuple(filter(None, (*form.getlist("option"), *_wild_options(), *form.get("options", "").split(",")))),
        stakes=form.get("stakes", "").strip()[:STAKES_MAX],
        limit=form.get("limit", "").strip()[:STAKES_MAX],
    )


def _wild_options() -> tuple[str, ...]:
    """The wild cards that were tapped, as options: those of a rank together, any others by themselves."""
    chosen = request.form.getlist("wild")
    ranks, others = [one for one in chosen if one in RANKS], [one for one in chosen if one not in RANKS]
    said = [f"wild {one}" for one in ((" ".join(ranks), *others) if ranks else others)]
    # What stands instead of the game's own comes first, and the others beside it.
    if said and "instead" in request.form:
        said[0] += f" {INSTEAD}"
    return tuple(said)


def _game(night: NightId, rulebook: str, name: str) -> Game:
    own = lines.own_games(context.book, context.see(night))
    return game_of(rulebook, name, own)


def _announcing(night: NightId, rulebook: str, name: str, trouble: Trouble | None = None) -> Response:
    view = context.see(night)
    return page(
        "table/announcing.html",
        table=view,
        announcing=game_to_announce(view, _game(night, rulebook, name)),
        said=_announced(),
        typed=request.form.get("options", "")[:OPTIONS_MAX],
        said_wild=request.form.getlist("wild"),
        instead="instead" in request.form,
        trouble=trouble,
        key=new_key(),
    )


def _outcome(view: VisibleNight) -> Outcome:
    command = command_in(MultiDict(parse_qsl(request.args.get("said", ""))))
    if not isinstance(command, NameWinners):
        raise NotADoing(text=str(command.__struct_config__.tag))
    try:
        return outcome(view, command)
    except Refusal as refusal:
        raise refused(refusal, view.names) from refusal


def _typed(night: NightId, text: str) -> str:
    """Does what a line says; where it leads to: whoever was added is seated by one tap there."""
    view = context.see(night)
    context.insist_at_night(Deed.RECORD, night)
    key = key_given()
    spoken = lines.read(context.book, view, text, key=key)
    if spoken.correction:
        record(night, [read_correction(context.book, view, spoken.correction)])
    elif spoken.commands:
        record(night, spoken.commands, at=ended_at(view, spoken.at, context.book.now()) if spoken.at else "")
    elif spoken.answer:
        context.insist_at_night(Deed.RUN_BANK, night)
        hear(context.book, context.who, night, lines.answer_in(view, spoken.answer), key=key)
    elif spoken.at:
        raise TimeOfNothing(clock=spoken.at)
    else:
        context.insist_at_night(Deed.LET_IN, night)
        lines.say_line(context.book, view, spoken, key=key)
        return f"/nights/{night}/join"
    return f"/nights/{night}"


def _done(night: NightId, act: Callable[[], Result], leads_to: Callable[[Result], str] | None = None) -> Response:
    # What is said is permitted command by command; the page that says why not shows the night.
    context.insist_at_night(Deed.SEE_NIGHTS, night)
    return go_on(act, leads_to or f"/nights/{night}", lambda trouble: _table(context.see(night), trouble=trouble))


def _table(view: VisibleNight, *, trouble: Trouble | None = None) -> Response:
    if not view.sees_cards:
        return player_page(view, trouble)
    return page(
        "table/banker.html",
        table=bankers_table(view, played_before=games_before(context.book, view), moved=moved_up_to()),
        waiting=(waits := waiting(view)),
        guests=as_text(guest.device for guest in waits.guests),
        back=f"/nights/{view.night_id}",
        me=context.who.known_in(view.night),
        at="",
        trouble=trouble,
        ways=ways_on(view, trouble.refusal, _refused()) if trouble else (),
        chooses=_who_plays(view, trouble) if trouble else "",
        key=new_key(),
        line=request.form.get(LINE, "") if trouble else "",
    )


def _who_plays(view: VisibleNight, trouble: Trouble) -> str:
    """Where it is chosen who plays a game that is for fewer; empty for any other trouble."""
    refused = _refused()
    if not isinstance(refused, AnnounceHand) or not isinstance(trouble.refusal, MoreThanTheGameIsFor | DeckIsTooSmall):
        return ""
    return f"/nights/{view.night_id}/hands/{quote(refused.rulebook)}/{quote(refused.game)}"


def _refused() -> Command | None:
    """The command that the form says; None for a line, and for a form that says none."""
    try:
        return command_in(request.form)
    except Problem:
        return None
