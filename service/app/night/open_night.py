"""Opens a night: its id, its club, and its new people; or invites to the next one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import msgspec

from engine import commands
from engine.club.acts import RecordNight
from engine.club.facts import fold
from engine.grammar import amount_plain, amount_text, capital
from engine.house.agreements import BankerStack, Denomination, HouseRules
from engine.speech import phrase, to_say
from engine.state import by_seat
from service.app.book import Book
from service.app.night.clock import date_stated, on_the_wall
from service.app.people import Company, called_alone, club_named, let_play, usual_club
from service.app.refusals import BadDate, DateToCome, OpeningRefused, PlayersMissing
from service.app.seeing import has_night, see
from service.book.club_handler import BANKER
from service.book.guards import is_to_come
from service.book.ids import letters
from service.book.recording.handler import CommandHandler
from service.book.recording.unit_of_work import IncomingCommand, UnitOfWork
from service.book.store.lists import Which
from service.errors import ClubMissing, OutOfBounds
from service.language.languages import language_spoken
from service.language.local_time import clock_in
from service.language.money import currency_of_code, currency_of_reader
from service.language.payload_limits import text_fault
from service.language.shorthand import Head, ShorthandError, read_head
from service.language.shorthand.head import KEYS, NOT_PLAYING, SETTLES, checked
from service.people.rights import PLAYERS
from service.reports.views.club import Invitation, invitation_text, members_shown
from service.reports.views.visible_night import VisibleNight

# What a club plays by that has not said anything else.
USUAL_RULEBOOK = "standard"
# How a house may settle at the end of a night: what it does if nobody says so comes first.
WAYS_TO_SETTLE = SETTLES
# So many nights are looked at for the last that was played.
LOOKED_BACK = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    """How a night of a club is opened if nobody says otherwise. `members` are the names of everybody who may play.

    `players`, `bank` and `name` are those of the night before, empty before the first. `head` holds the rules, the chips and
    the money; `money` says what a chip is worth, as the reader's language writes it: `0.25 DKK`.
    """

    members: tuple[str, ...]
    players: tuple[str, ...]
    bank: str
    name: str
    money: str
    zone: str
    loan: int
    stack: BankerStack
    rulebook: str
    settles: str
    head: Head


def head_from(book: Book, stated: Mapping[str, str], *, like: VisibleNight | None = None) -> Head:
    """The head from the keys and values of a `.night` file.

    The default time zone is that of the settings, and the default club that of the newest night. Rules and chips that
    nobody said are those of the earlier night, if this one is to be `like` it, else those of the club.
    """
    earlier = head_like(book, like) if like else {}
    lines = {"zone": book.zone, "club": usual_club(book), **earlier, **stated}
    usual = usual_head(book, lines["club"], like=like)
    return read_head([f"{key}: {' '.join(value.split())}" for key, value in lines.items()], usual)


def usual_head(book: Book, club: str = "", *, like: VisibleNight | None = None, languages: Sequence[str] = ()) -> Head:
    """The rules, chips and money of a night of the club of this name, or of that of the newest night, if nobody says others.

    They are those of the night that it is to be `like`, else what the club has adopted and declared. A night that was
    opened without chips says nothing about them, so the chips are those of the club. The money is that of the club's newest
    night, before the first that of a reader who wants these `languages`, without any the one that is spoken.
    """
    spoken = club or usual_club(book)
    rules, chips = _house_of(book, spoken)
    if like is not None:
        rules, chips = like.opened.rules, like.opened.inventory or chips
    head = Head(rules=rules, inventory=chips)
    if before := like or _last_of(book, spoken):
        head.currency, head.unit = before.opened.currency, before.opened.unit
    else:
        head.currency = currency_of_reader(languages or (language_spoken().code,), book.zone)
    return head


def _last_of(book: Book, club: str) -> VisibleNight | None:
    company = Company(book, club)
    newest = "" if company.club_is_new else last_played(book, company.club_id)
    return see(book, newest) if newest else None


def _house_of(book: Book, name: str) -> tuple[HouseRules, tuple[Denomination, ...]]:
    """The rules and chips of the club of this name; those of a house that has agreed on nothing if there is none."""
    company = Company(book, name)
    if company.club_is_new:
        return HouseRules(), ()
    with book.handler() as handler:
        result = handler.clubs.load(company.club_id).club
        return result.rules_now() or HouseRules(), result.inventory


def opening_stated(book: Book, stated: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an opening, with those of the rules and the chips that nobody said as the club has agreed on them.

    An opening that is sent again stays the same: what the club has agreed on since the night was opened does not count.
    A currency without its decimals has those that are usual.
    """
    stated = _with_decimals(stated)
    club, night = stated.get("club"), stated.get("night")
    rules = stated.get("rules", {})
    if not (isinstance(club, str) and isinstance(night, str) and isinstance(rules, Mapping)):
        # What is wrong with it is said by whoever reads it.
        return dict(stated)
    with book.handler() as handler:
        agreed, chips = _agreed(handler, club, night)
    together = {**msgspec.to_builtins(agreed), **rules}
    usual = {"inventory": msgspec.to_builtins(chips)} if chips and together.get("chips") != "none" else {}
    return {**usual, **stated, "rules": together}


def _with_decimals(stated: Mapping[str, Any]) -> Mapping[str, Any]:
    money = stated.get("currency")
    code = money.get("code") if isinstance(money, Mapping) else None
    if not isinstance(money, Mapping) or not isinstance(code, str) or "exponent" in money:
        return stated
    return {**stated, "currency": {**money, "exponent": currency_of_code(code).exponent}}


def _agreed(handler: CommandHandler, club: str, night: str) -> tuple[HouseRules, tuple[Denomination, ...]]:
    """What the club had agreed on before it recorded the night; all that it has, if it has not."""
    try:
        acts = [record.act for record in handler.clubs.load(club).records]
    except ClubMissing:
        return HouseRules(), ()
    before = takewhile(lambda act: not (isinstance(act, RecordNight) and act.night == night), acts)
    result = fold(before)
    return result.rules_now() or HouseRules(), result.inventory


def must_fit(book: Book, key: str, value: str, given: Mapping[str, str]) -> None:
    """Refuses a value that does not fit this key and the other values, and a name that no line could say."""
    stated = {one: text for one, text in {**given, key: value}.items() if text}
    if "players" in stated:
        head_from(book, stated)
    elif value:
        KEYS[key](Head(), value)
    elif key == "players":
        raise PlayersMissing


def open_night(book: Book, head: Head, *, key: str = "", actor: str = BANKER) -> VisibleNight:
    """Begins a night with everybody at the table; makes a new club and new people if needed.

    With a `key` it is begun once: the same key leads to the same night.
    """
    company = Company(book, head.club)
    day = _day(book, head)
    night_id = f"{day}-{short_digest([head.club, key]) if key else letters(4)}"
    while has_night(book, night_id):
        if key:
            return see(book, night_id)
        night_id = f"{day}-{letters(4)}"
    company.record(opened(book, head, company, night_id, actor=actor))
    view = see(book, night_id)
    for player in view.night.people:
        let_play(book, company.club_id, player)
    return view


def opened(book: Book, head: Head, company: Company, night_id: str, *, actor: str = BANKER) -> UnitOfWork:
    """A unit of work, not yet recorded, in which the night is open and all players of the head are seated, in their order.

    Refuses a night that is still to be played (DateToCome).
    """
    at = date_stated(head.date, head.zone)
    if is_to_come(at, book.now()):
        raise DateToCome(head.date)
    ids = {name: company.add(name) for name in dict.fromkeys((*head.players, head.banker))}
    with book.handler() as handler:
        work = handler.new_unit_of_work(night_id)
    work.take(IncomingCommand(head.opening(night_id, company.club_id, ids), actor=actor, occurred_at=at))
    for name in head.players:
        work.take(IncomingCommand(commands.SeatPlayer(player=ids[name]), actor=actor, occurred_at=at))
    return work


def usual_opening(book: Book, club_id: str, *, languages: Sequence[str] = ()) -> Usual:
    """How the next night of a club is opened if nobody says otherwise.

    People, bank, price and zone are those of its newest night; the rules are those that the club has adopted, else those
    of that night. `languages`: those that the reader wants, the best first; their money is that of the first night.
    """
    with book.handler() as handler:
        club = handler.clubs.load(club_id).club
        adopted = club.rules_now()
        known = members_shown(handler.names.members(club_id), club)
        members = tuple(one.name for one in known if club.members[one.id].roles & PLAYERS)
    newest = last_played(book, club_id)
    like = see(book, newest) if newest else None
    head = usual_head(book, club_id, like=None if adopted else like, languages=languages)
    head.club = club_id
    stated = head_like(book, like) if like else {}
    return Usual(
        members=members,
        players=tuple(name for name in stated.get("players", "").split(", ") if name in members),
        bank=stated.get("bank", "").partition(",")[0],
        name=stated.get("night", ""),
        money=amount_text(head.unit, head.currency.exponent, head.currency.code),
        zone=stated.get("zone", book.zone),
        loan=head.rules.initial_loan,
        stack=head.rules.banker_stack,
        rulebook=usual_rulebook(book, club_id),
        settles=head.rules.settles or WAYS_TO_SETTLE[0],
        head=head,
    )


def called_tonight(book: Book, usual: Usual | None = None) -> str:
    """What a night is called if nobody says otherwise: as the last one, or after the day of the week."""
    if usual and usual.name:
        return usual.name
    return capital(clock_in(usual.zone if usual else book.zone).weekday(book.now()))


def usual_rulebook(book: Book, club: str) -> str:
    """The rulebook that the club has adopted, else that of its newest night; before the first, poker as most know it."""
    company = Company(book, club)
    if company.club_is_new:
        return USUAL_RULEBOOK
    with book.handler() as handler:
        adopted = handler.clubs.load(company.club_id).club.rules_now()
    newest = _last_of(book, club)
    return adopted.rulebook if adopted else newest.opened.rules.rulebook if newest else USUAL_RULEBOOK


def last_played(book: Book, club_id: str, *, besides: str = "") -> str:
    """The newest night of a club at which somebody sat, `besides` this one; empty if there is none among the last few."""
    with book.handler() as handler:
        last = handler.lists.nights(Which(club=club_id, besides=("void",)), limit=LOOKED_BACK)
    # A settlement without a night has nobody at a table.
    return next((one.night for one in last if one.night != besides and msgspec.json.decode(one.players)), "")


def head_of(usual: Usual, stated: Mapping[str, str]) -> Head:
    """The head of a night as usual, but for what is said of it, by the keys of a `.night` file.

    Refuses a value that does not fit its key, and a night without players (OpeningRefused).
    """
    head = usual.head
    faults: dict[str, str] = {}
    for key, value in {"zone": usual.zone, **stated}.items():
        try:
            if text := " ".join(value.split()):
                KEYS[key](head, text)
        except ShorthandError as problem:
            faults[key] = str(problem)
    try:
        checked(head)
    except ShorthandError as problem:
        faults.setdefault("bank" if problem.code == "banker_unknown" else "players", str(problem))
    if faults:
        raise OpeningRefused(at=[*faults], why=[*faults.values()])
    return head


def id_by_content(book: Book, head: Head, text: str) -> str:
    """The id of a night played from a file: the same file has the same id, so that it is not recorded twice.

    A file that went through another system is the same with the line ends of that system.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"{_day(book, head)}-{short_digest([lines])}"


def short_digest(texts: Sequence[str]) -> str:
    """Six letters that identify this content."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:6]


def _day(book: Book, head: Head) -> str:
    return head.date[:10] or on_the_wall(book.now(), head.zone).strftime("%Y-%m-%d")


def head_like(book: Book, view: VisibleNight) -> dict[str, str]:
    """What an earlier night was called and who played it, key by key; its rules and chips are those of `usual_head`."""
    opened_as = view.opened
    head = {
        "night": opened_as.name,
        "club": called_alone(book, opened_as.club),
        "zone": opened_as.zone,
        "money": f"{amount_plain(opened_as.unit, opened_as.currency.exponent)} {opened_as.currency.code} a chip",
        # Whoever was forgotten has no name to come by.
        "bank": _bank_of(view),
        "players": ", ".join(view.names[player] for player in by_seat(view.night) if player in view.names),
    }
    return {key: value for key, value in head.items() if value}


def _bank_of(view: VisibleNight) -> str:
    """Who had the bank of a night when it opened, and that they did not play, if they did not."""
    name = view.names.get(view.opened.banker, "")
    return name if not name or view.opened.banker in view.night.people else f"{name}, {NOT_PLAYING}"


TITLE_MAX = 200


def invite(
    book: Book, at: str, *, place: str = "", title: str = "", hours: int, club: str = "", earlier: bytes = b""
) -> bytes:
    """The content of the file; `earlier` is what it replaces, so that a change moves the entry in everybody's calendar.

    Refuses what `next_night` refuses.
    """
    # The library of calendars takes a seventh of the start of every command, and only an invitation needs it.
    from service.reports.invitation import render_invitation  # noqa: PLC0415

    invitation = next_night(book, at, place=place, title=title, hours=hours, club=club)
    return render_invitation(invitation, book.now(), earlier)


def invited_in_words(book: Book, at: str, *, place: str = "", title: str = "", hours: int, club: str = "") -> str:
    """The same invitation in words, for a chat."""
    return invitation_text(next_night(book, at, place=place, title=title, hours=hours, club=club))


def next_night(book: Book, at: str, *, place: str, title: str, hours: int, club: str) -> Invitation:
    """The next night of a club.

    `at` is day and time on the table's clock: that of the club's newest night, else that of the settings. Refuses any
    other (BadDate), and a title or place that is too long or not printable.
    """
    listed = club_named(book, club)
    for text, stated in ((to_say("the title {fault}"), title), (to_say("the place {fault}"), place)):
        if fault := text_fault(stated, TITLE_MAX):
            raise OutOfBounds(phrase(text, fault=fault))
    if " " not in at.strip():
        raise BadDate(at)
    with book.handler() as handler:
        nights = handler.clubs.load(listed.id).club.nights
        newest = next(iter(handler.lists.nights(Which(club=listed.id), limit=1)), None)
    zone = newest.zone if newest else book.zone
    return Invitation(
        # The night after these has one number until it is opened, however often its time changes.
        uid=f"{listed.id}-{len(nights) + 1}@chipbook",
        title=title or listed.name,
        starts_at=date_stated(at.strip(), zone),
        zone=zone,
        minutes=hours * 60,
        place=place,
    )
