"""The first page, how a night is opened, and the people of a club: roles, devices, links, guests, and what is published."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, get_args
from urllib.parse import urlencode

from flask import Response, request

from engine.club.acts import Publication, Role
from engine.house.agreements import CUSTOMS, Customs, Denomination, EnteredBy
from engine.ids import ClubId
from engine.library import HOUSE_BOOKS, ONLY_BANK
from engine.reports.sources import DECIDES
from engine.speech import say, to_say
from engine.spelling import compared
from service.api.access import me
from service.api.context import context, cookie_given, insist_on_our_page, languages_wanted
from service.app import links as sign_in_links
from service.app import people, sign_in
from service.app.night.open_night import (
    USUAL_RULEBOOK,
    WAYS_TO_SETTLE,
    Usual,
    called_tonight,
    head_of,
    invited_in_words,
    open_night,
    usual_opening,
)
from service.app.night.open_night import invite as invitation
from service.app.permission import actor_of
from service.app.refusals import NoReceiver, OpeningRefused
from service.app.running import notifications
from service.errors import CredentialMissing, NameRefused
from service.errors.extras import NOTIFY, missing
from service.errors.problems import Problem, SignInNeeded
from service.language.languages import LANGUAGES
from service.language.shorthand.head import NOT_PLAYING, chips_stated, fee_stated
from service.people.rights import SESSION_SECONDS, Deed, may
from service.reports.views.club import MemberView
from service.reports.views.visible_night import VisibleNight
from service.web.acting import KEY, Trouble, attempt, go_on, new_key, whole
from service.web.site import PLAIN, SCHEMES, Room, on_to, page

blueprint = Room("home")
# A browser would take what begins with two slashes, or with a slash and a backslash, for the address of another site.
OUR_PATH = re.compile(r"/(?![/\\]).{0,300}")
# The fields of the form by which a night is opened, in its order, each with its key in the head of a night.
IN_THE_HEAD = {
    "night": "night",
    "newcomers": "players",
    "bank": "bank",
    "stack": "bank",
    "money": "money",
    "loan": "loan",
    "rulebook": "rulebook",
    "settles": "settles",
    "entered": "entered by",
    "chips": "chips",
    "times": "loans at most",
    "lent": "lent at most",
    "owed": "owes at most",
    "debts": "old debts first",
    "fee": "fee",
}
# The limits of the bank, folded away where the house has none: an empty one is none.
LIMITS = ("times", "lent", "owed", "debts")
# Who enters what a player does in a hand, as the pages say it.
ENTERING: Mapping[EnteredBy, str] = {
    "bank": to_say("the bank, for everybody"),
    "everyone": to_say("everybody their own, each on their phone"),
    "both": to_say("everybody their own, and the bank as well"),
}
# What the page of a guest who waits says of itself when it looks again.
WAITED = "waited"


@blueprint.get("/", needs=Deed.ASK)
def home() -> Response:
    """The nights of a member's club, with the one that is played first; else what clubs publish, and how to sign in."""
    who = context.who
    if who.club is None or not may(who, Deed.SEE_NIGHTS, who.club):
        known = me()
        return page(
            "people/welcome.html",
            me=known,
            # The page of a guest who waits looks again by itself; whoever waits no more is in, or was sent away.
            sent_away=known.who == "stranger" and bool(request.args.get(WAITED)),
            clubs=people.published(context.book),
            is_new=not people.clubs(context.book).clubs,
        )
    shown = people.home(context.book, who.club, who.player, cursor=request.args.get("after"))
    if request.args.get(WAITED) and (night := _came_to()):
        return on_to(f"/nights/{night}")
    usual = None
    if may(who, Deed.RUN_BANK, who.club) and not shown.now and shown.past:
        usual = _usual()
    return page(
        "people/home.html",
        shown=shown,
        usual=usual,
        called=called_tonight(context.book, usual) if usual else "",
        key=new_key(),
    )


def _came_to() -> str:
    """The night whose code this browser came in by; empty for one that came by another way."""
    session = context.credentials.session(cookie_given())
    return session.night if session else ""


@blueprint.get("/open", needs=Deed.RUN_BANK)
def opening_page() -> Response:
    """What has to be said of a night before it is opened, filled in as usual."""
    usual = _usual()
    stated = {
        "night": called_tonight(context.book, usual),
        "money": usual.money,
        "loan": str(usual.loan),
        "stack": usual.stack,
        "rulebook": usual.rulebook,
        "settles": usual.settles,
        "entered": usual.head.rules.entered_by,
        "chips": usual.head.rules.chips,
        "newcomers": "",
        "bank": usual.bank or _own_name(),
        "times": str(usual.head.rules.loans_most or ""),
        "lent": str(usual.head.rules.lent_most or ""),
        "owed": str(usual.head.rules.owed_most or ""),
        "debts": "yes" if usual.head.rules.old_debts_first else "no",
        "fee": fee_stated(usual.head.rules.fee, usual.head.currency),
    }
    return _opening_page(usual, stated, usual.players or (stated["bank"],))


@blueprint.post("/open", needs=Deed.RUN_BANK)
def open_one() -> Response:
    """Opens the night and leads to its table; refused, the same page again with what was said."""
    key, usual = request.form.get(KEY, ""), _usual()
    stated = {name: " ".join(request.form.get(name, "").split()) for name in IN_THE_HEAD}
    seated, bank = request.form.getlist("player"), stated["bank"]
    players = [*dict.fromkeys((*seated, *_listed(stated["newcomers"])))]
    plays = not bank or compared(bank) in map(compared, players)

    def begin() -> VisibleNight:
        how = stated["stack"] if plays else NOT_PLAYING
        none = {name: "0" for name in (*LIMITS, "fee") if name in request.form and not stated[name]}
        said = {**stated, **none, "players": ", ".join(players), "bank": f"{bank}, {how}" if how else bank}
        keyed = {IN_THE_HEAD.get(name, name): text for name, text in said.items() if name not in ("newcomers", "stack")}
        head = head_of(usual, keyed)
        return open_night(context.book, head, key=key, actor=actor_of(context.who))

    return go_on(begin, lambda view: f"/nights/{view.night_id}", partial(_opening_page, usual, stated, seated))


# So long an evening is in a calendar, as on the command line.
HOURS = 5


@blueprint.get("/invite", needs=Deed.RUN_BANK)
def invite_page() -> Response:
    """Asks when and where the club plays next, and has the invitation to share."""
    asked = _when_and_where()
    invited = attempt(lambda: invited_in_words(context.book, hours=HOURS, **asked)) if asked["at"] else ""
    trouble = invited if isinstance(invited, Trouble) else None
    return page(
        "people/invite.html",
        invitation=None if trouble else invited,
        at=request.args.get("at", "")[:40],
        place=asked["place"],
        trouble=trouble,
        query=urlencode({name: asked[name] for name in ("at", "place")}),
    )


@blueprint.get("/invite.ics", needs=Deed.RUN_BANK)
def invitation_file() -> Response:
    """The same invitation as an entry for a calendar."""
    made = invitation(context.book, hours=HOURS, **_when_and_where())
    named = {"Content-Disposition": 'attachment; filename="invitation.ics"'}
    return Response(made, content_type="text/calendar; charset=utf-8", headers=named)


def _when_and_where() -> dict[str, Any]:
    """What the form of the invitation says; a browser writes a T between day and time."""
    stated = {name: request.args.get(name, "").strip() for name in ("at", "place")}
    return {"at": stated["at"][:40].replace("T", " "), "place": stated["place"][:300], "club": club_of_reader()}


def _usual() -> Usual:
    return usual_opening(context.book, club_of_reader(), languages=languages_wanted(request))


@blueprint.post("/preferences", needs=Deed.ASK)
def prefer() -> Response:
    """Keeps the language of this browser, how its pages are lit, or that a line was read, and leads back."""
    insist_on_our_page()
    response = on_to(way_back())
    for name, choices in (("language", LANGUAGES), ("scheme", SCHEMES), ("plain", PLAIN)):
        stated = request.form.get(name, "")
        if stated in choices:
            response.set_cookie(name, stated, max_age=SESSION_SECONDS, path="/", samesite="Lax")
    return response


def way_back(otherwise: str = "/") -> str:
    """The page of ours that a form names to lead back to; the other one if it names none."""
    stated = request.form.get("back", "")
    return stated if OUR_PATH.fullmatch(stated) and stated.isprintable() else otherwise


def _opening_page(
    usual: Usual, stated: Mapping[str, str], playing: Sequence[str], trouble: Trouble | None = None
) -> Response:
    refusal = trouble.refusal if trouble else None
    played = Customs(initial_loan=usual.loan, banker_stack=usual.stack)
    wrong = {}
    if isinstance(refusal, OpeningRefused):
        wrong = dict(zip(refusal.details["at"], refusal.details["why"], strict=True))
    elif trouble and isinstance(refusal, NameRefused):
        # Whoever is known already has a name.
        wrong = {"players": trouble.sentence}
    return page(
        "people/open.html",
        said=stated,
        seats=dict.fromkeys((*playing, *usual.members)),
        playing=playing,
        decides={name: say(DECIDES[name]) for name in HOUSE_BOOKS},
        # What the bank is like under each rulebook until somebody says otherwise: as the house plays, unless its source says so.
        bank_under={name: CUSTOMS.get(name if name != usual.rulebook else "", played) for name in HOUSE_BOOKS},
        # The others come out at a tap: most need none of them.
        near=[*dict.fromkeys((USUAL_RULEBOOK, ONLY_BANK, *filter(HOUSE_BOOKS.__contains__, [stated["rulebook"]])))],
        chips=chips_stated(usual.head.inventory),
        keeps_club=may(context.who, Deed.KEEP_CLUB, club_of_reader()),
        ways=WAYS_TO_SETTLE,
        entering=ways_of_entering(),
        limited=any(stated[name] not in ("", "no") for name in LIMITS),
        # Told beside the field, where the form has one for it.
        trouble=None if wrong and wrong.keys() <= {*IN_THE_HEAD.values()} else trouble,
        faults={name: wrong[key] for name, key in IN_THE_HEAD.items() if key in wrong},
        status=trouble.status if trouble else 200,
        key=request.form.get(KEY) or new_key(),
    )


def ways_of_entering() -> dict[str, str]:
    """The ways of entering what a player does, as the pages say them."""
    return {by: say(text) for by, text in ENTERING.items()}


# What stands between two names: no name holds one of these words.
BETWEEN_NAMES = re.compile(r",|\s(?:and|og)\s", re.IGNORECASE)


def _listed(text: str) -> list[str]:
    return [name for one in BETWEEN_NAMES.split(text) if (name := " ".join(one.split()))]


def _own_name() -> str:
    return me().name or ""


def club_of_reader() -> ClubId:
    """The club of whoever asks. Refuses whoever has none, as the keeper of the book (SignInNeeded)."""
    if context.who.club is None:
        raise SignInNeeded
    return context.who.club


ROLES: tuple[Role, ...] = get_args(Role)
PUBLICATIONS: tuple[Publication, ...] = get_args(Publication)
# The fields of a kind of chip, a row of them for each; so many rows are there at least, and so many are free; a club has no more.
KIND = ("name", "worth", "pieces")
ROWS_LEAST, ROWS_FREE, KINDS_MOST = 4, 2, 20
# At the prompt a count is a number and the first letters of the kind.
KIND_NAME = re.compile(r"[^\W\d_][^\d,]{0,79}")
NotAKind = Problem.row("not_a_kind", "“{text}” is no name for chips; write letters, such as white.", 422)
KindNeedsWorth = Problem.row(
    "kind_needs_worth", "Say in whole numbers what a chip called {name} is worth, and how many there are.", 422
)
SomeAreNumbered = Problem.row(
    "some_are_numbered", "Say of every kind how many chips there are, or of none if nobody knows.", 422
)


@blueprint.get("/people", needs=Deed.SEE_CLUB)
def everybody() -> Response:
    """Everybody of the club; for its banker also guests who wait, links, and what is published."""
    return _everybody()


def _everybody(trouble: Trouble | None = None, *, at: str = "") -> Response:
    club, who = club_of_reader(), context.who
    keeps_keys = may(who, Deed.KEEP_KEYS, club)
    return page(
        "people/people.html",
        club=people.club(context.book, club),
        players=people.players(context.book, club).players,
        guests=sign_in.guests(context.book, club) if keeps_keys else (),
        links=sign_in_links.sign_in_links(context.book, club).links if keeps_keys else (),
        keeps_club=may(who, Deed.KEEP_CLUB, club),
        admits=may(who, Deed.ADMIT, club),
        publications=PUBLICATIONS,
        trouble=trouble,
        at=at,
        said=request.form,
        key=new_key(),
    )


@blueprint.post("/people", needs=Deed.ADMIT)
def add() -> Response:
    """Takes somebody into the club."""
    name, key = _text("name"), request.form.get(KEY, "")
    return go_on(lambda: _added(name, key), "/people", partial(_everybody, at="add"))


def _added(name: str, key: str) -> MemberView:
    club = people.club_named(context.book, club_of_reader())
    return people.add_player(context.book, club.id, name, key=key)


@blueprint.post("/club", needs=Deed.KEEP_CLUB)
def rename_club() -> Response:
    """Gives the club another name."""
    renamed = partial(people.rename_club, context.book, club_of_reader(), _text("name"))
    return go_on(renamed, "/people", partial(_everybody, at="club"))


@blueprint.get("/chips", needs=Deed.KEEP_CLUB)
def chips_page() -> Response:
    """The kinds of chip that the club has, or those `of` a rulebook's source, to be declared anew."""
    source = CUSTOMS.get(request.args.get("of", ""))
    kinds = source.chips if source else people.show(context.book, club_of_reader()).chips
    return _chips_page([(kind.name, str(kind.worth), str(kind.pieces or "")) for kind in kinds])


@blueprint.post("/chips", needs=Deed.KEEP_CLUB)
def declare_chips() -> Response:
    """Declares the chips of the club; without any, a count is one number again."""
    stated = [*zip(*(map(str.strip, request.form.getlist(field)) for field in KIND), strict=False)][:KINDS_MOST]
    key = request.form.get(KEY, "")
    return go_on(
        lambda: people.declare_kinds(context.book, _kinds(stated), club_name=club_of_reader(), key=key),
        "/chips",
        partial(_chips_page, stated),
    )


def _kinds(stated: Sequence[Sequence[str]]) -> list[Denomination]:
    """The kinds of chip in the rows of the form that say any. Refuses a row that says half, and numbers of some kinds alone."""
    kinds = []
    for name, worth, pieces in (row for row in stated if any(row)):
        if not KIND_NAME.fullmatch(name):
            raise NotAKind(text=name)
        amounts = whole(worth), whole(pieces or "0")
        if not amounts[0] or amounts[1] is None:
            raise KindNeedsWorth(name=name)
        kinds.append(Denomination(name=name, worth=amounts[0], pieces=amounts[1]))
    if any(kind.pieces for kind in kinds) and not all(kind.pieces for kind in kinds):
        raise SomeAreNumbered
    return kinds


def _chips_page(rows: Sequence[Sequence[str]], trouble: Trouble | None = None) -> Response:
    empty = [("", "", "")] * max(ROWS_FREE, ROWS_LEAST - len(rows))
    sets = {name: chips_stated(customs.chips) for name, customs in CUSTOMS.items()}
    return page("people/chips.html", rows=[*rows, *empty], sets=sets, trouble=trouble, key=new_key())


@blueprint.get("/notifications", needs=Deed.KEEP_CLUB)
def notifications_page() -> Response:
    """Where notifications of the club go, without the addresses."""
    return _notifications()


@blueprint.post("/notifications", needs=Deed.KEEP_CLUB)
def notify() -> Response:
    """Has notifications sent to another address."""
    address = request.form.get("address", "")
    return go_on(lambda: notifications.add(context.book, club_of_reader(), address), "/notifications", _notifications)


@blueprint.post("/notifications/<credential:receiver>/test", needs=Deed.KEEP_CLUB)
def test_notifications(receiver: str) -> Response:
    """Sends a message now, and says what came of it."""
    done = attempt(lambda: notifications.send_test(context.book, club_of_reader(), receiver))
    return _notifications(done) if isinstance(done, Trouble) else _notifications(sent=done)


@blueprint.post("/notifications/<credential:receiver>/removal", needs=Deed.KEEP_CLUB)
def notify_no_more(receiver: str) -> Response:
    """Sends no notifications there any more; if somebody else was faster, that is so as well."""
    with suppress(NoReceiver):
        notifications.remove(context.book, club_of_reader(), receiver)
    return on_to("/notifications")


def _notifications(trouble: Trouble | None = None, *, sent: str = "") -> Response:
    return page(
        "people/notifications.html",
        receivers=notifications.listed(context.book, club_of_reader()),
        absent=missing(NOTIFY),
        trouble=trouble,
        sent=sent,
        status=trouble.status if trouble else 200,
    )


@blueprint.post("/publications", needs=Deed.KEEP_CLUB)
def publish() -> Response:
    """Lets everybody see what is ticked, and no more."""
    club = club_of_reader()
    what = [one for one in PUBLICATIONS if one in request.form.getlist("published")]
    if tuple(sorted(what)) != people.club(context.book, club).published:
        people.publish(context.book, club, what)
    return on_to("/people")


@blueprint.get("/people/<player:player>", needs=Deed.SEE_CLUB)
def person(player: str) -> Response:
    """One person of the club; for its banker with all that can be changed about them."""
    return _person(player)


def _person(player: str, trouble: Trouble | None = None, *, at: str = "", link: Any = None) -> Response:
    club = club_of_reader()
    shown = people.player(context.book, club, player)
    if shown.into:
        return on_to(f"/people/{shown.into}")
    keeps_club = may(context.who, Deed.KEEP_CLUB, club)
    theirs = [one for one in sign_in.devices(context.book, club).devices if one.player == player] if keeps_club else []
    return page(
        "people/person.html",
        person=shown,
        roles=ROLES,
        devices=theirs,
        stays=people.parting(context.book, club, player) if keeps_club else None,
        others=[one for one in people.players(context.book, club).players if one.id != player] if keeps_club else [],
        keeps_club=keeps_club,
        trouble=trouble,
        at=at,
        link=link,
        too=sign_in_links.without_names(context.reach.ways, link.url) if link else "",
    )


@blueprint.post("/people/<player:player>/name", needs=Deed.KEEP_CLUB)
def rename(player: str) -> Response:
    """Gives a person another name."""
    club = club_of_reader()
    # Refuses whoever is not of this club.
    people.player(context.book, club, player)
    return _changed(player, "name", lambda: _renamed(club, player, _text("name")))


def _renamed(club: ClubId, player: str, name: str) -> MemberView:
    return people.rename_player(context.book, club, player, name)


@blueprint.post("/people/<player:player>/roles", needs=Deed.KEEP_CLUB)
def change_roles(player: str) -> Response:
    """Gives a person the roles that are ticked, and takes the others."""
    club, wanted = club_of_reader(), set(request.form.getlist("role"))

    def change() -> None:
        held = set(people.player(context.book, club, player).roles)
        # What is granted comes first, so that nobody is without a role in between.
        for role in sorted(ROLES, key=lambda one: one in held):
            if (role in wanted) != (role in held):
                people.change_role(context.book, club, player, role, held=role in wanted)

    return _changed(player, "roles", change)


@blueprint.post("/people/<player:player>/merge", needs=Deed.KEEP_CLUB)
def merge(player: str) -> Response:
    """Says that the person who was chosen is this one."""
    other = request.form.get("other", "")
    return _changed(player, "merge", lambda: people.merge(context.book, club_of_reader(), other, player))


@blueprint.post("/people/<player:player>/split/<player:other>", needs=Deed.KEEP_CLUB)
def split(player: str, other: str) -> Response:
    """Takes that back of one of those whom this person turned out to be."""
    return _changed(player, "merge", lambda: people.merge(context.book, club_of_reader(), other, None))


@blueprint.post("/people/<player:player>/link", needs=Deed.KEEP_KEYS)
def invite(player: str) -> Response:
    """Makes a link by which a person signs in, and shows it this once, with its code to scan."""
    made = attempt(
        lambda: sign_in_links.invite_player(context.book, club_of_reader(), player, at=context.origin_for_others)
    )
    return (
        _person(player, made, at="link")
        if isinstance(made, Trouble)
        else _person(player, link=sign_in_links.for_any_phone(made, context.reach))
    )


@blueprint.post("/people/<player:player>/forget", needs=Deed.KEEP_CLUB)
def forget(player: str) -> Response:
    """Deletes the name of a person, if that was ticked."""
    if not request.form.get("sure"):
        return _person(player, at="forget")
    forgotten = partial(people.forget_player, context.book, club_of_reader(), player)
    return go_on(forgotten, "/people", partial(_person, player, at="forget"))


@blueprint.post("/people/devices/<credential:credential>", needs=Deed.KEEP_KEYS)
def end_device(credential: str) -> Response:
    """Signs a browser out, or sends a guest away."""
    return _ended(lambda: sign_in.end_device(context.book, club_of_reader(), credential))


@blueprint.post("/people/links/<credential:credential>", needs=Deed.KEEP_KEYS)
def end_link(credential: str) -> Response:
    """Ends a sign-in link."""
    return _ended(lambda: sign_in_links.end_link(context.book, club_of_reader(), credential))


@blueprint.post("/people/guests/<credential:credential>", needs=Deed.KEEP_KEYS)
def confirm(credential: str) -> Response:
    """Says who a guest is: the member that is named, else the one of the name they gave, who joins if there is none."""
    player = request.form.get("player", "")
    confirmed = partial(sign_in.confirm_guest, context.book, club_of_reader(), credential, player)
    return go_on(confirmed, way_back("/people"), partial(_everybody, at="guests"))


def _ended(end: Callable[[], object]) -> Response:
    """Leads back once it is ended; if somebody else was faster, it is ended as well."""
    with suppress(CredentialMissing):
        end()
    return on_to(way_back("/people"))


def _changed(player: str, at: str, act: Callable[[], object]) -> Response:
    return go_on(act, f"/people/{player}", partial(_person, player, at=at))


def _text(field: str) -> str:
    return " ".join(request.form.get(field, "").split())
