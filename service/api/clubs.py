"""Clubs and their players: the names that stand for the ids in the events, their roles, standings, and whether a club holds."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from werkzeug.datastructures import ETags

from engine.club.acts import Publication, Role
from engine.ids import AnyPlayerId
from service.api.context import context
from service.api.parameters import DaysSchema, IfMatchHeaders, KeyHeaders, MembersSchema, SeasonSchema
from service.api.routes import Blueprint, unchanged
from service.app import people, permission
from service.app.looking_back import standings, verify
from service.app.night import settling
from service.language.payload_limits import NAME_MAX
from service.people.payment_handles import HANDLE_MAX, HandleKind
from service.people.rights import Deed
from service.reports.night_report import PlayerSeason, Standings
from service.reports.views.club import Clubs, ClubView, Handles, HandleView, MemberView, Players
from service.reports.views.settling.settlement import Settlement
from service.reports.views.settling.standing_account import Reminders, StandingAccount
from service.reports.views.verification import VerificationJob

PDF, PNG = "application/pdf", "image/png"

CLUBS = Blueprint("clubs", __name__, description="Clubs and their players.")


class Name(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name of a club or a player."""

    name: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=NAME_MAX,
            description=f"1 to {NAME_MAX} printable characters, no space at the ends.",
        ),
    ]


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The head of the chain that was kept outside the book."""

    head: Annotated[
        str,
        msgspec.Meta(
            pattern="^[0-9a-f]{64}$",
            description="A head that was noted earlier: finds what was cut off or rewritten since.",
        ),
    ] = ""


class ClubPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan that settles a whole club."""

    kind: Annotated[
        Literal["bank", "direct"],
        msgspec.Meta(description="The fewest transfers, or everyone with a banker of the club."),
    ] = "direct"
    currency: Annotated[
        str, msgspec.Meta(pattern="^[A-Z]{3}$", description="Which one, if debts are open in several currencies.")
    ] = ""


class NamedInStandings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a player is left out of standings by name (`out` is true), or named in them."""

    out: bool


class Published(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everybody may see of a club from now on, in place of what they could see before."""

    published: Annotated[tuple[Publication, ...], msgspec.Meta(max_length=3)]


class HandleBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a player wants to be paid: an IBAN, a number, a name at PayPal, a link, or words, as the kind says."""

    handle: Annotated[str, msgspec.Meta(min_length=1, max_length=HANDLE_MAX)]


class RoleChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A role that a player gets (`held` is true) or loses."""

    role: Role
    held: bool


class SamePerson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player who a player turned out to be, or null if they are two people after all."""

    into: AnyPlayerId | None


@CLUBS.get("/clubs", needs=Deed.ASK, answers=Clubs)
def all_clubs() -> Clubs:
    """All clubs of the book: without a token those that publish something, for a member their own."""
    return people.clubs_shown_to(context.book, context.who)


@CLUBS.post("/clubs", needs=Deed.FOUND_CLUB, headers=KeyHeaders, takes=Name, makes=ClubView)
def found_club(headers: dict[str, str], club: Name) -> Any:
    """Founds a club."""
    made = people.found_club(context.book, club.name, key=headers["key"])
    return made, {"Location": f"/api/v1/clubs/{made.id}"}


@CLUBS.get("/clubs/<club:club>", needs=Deed.FIND_CLUB, answers=ClubView)
def one_club(club: str) -> ClubView:
    """One club."""
    return people.club(context.book, club)


@CLUBS.patch("/clubs/<club:club>", needs=Deed.KEEP_CLUB, headers=IfMatchHeaders, takes=Name, answers=ClubView)
def rename_club(headers: dict[str, ETags | None], renamed: Name, club: str) -> ClubView:
    """Gives a club another name."""
    as_seen = unchanged(headers["seen"], partial(people.club, context.book, club))
    return people.rename_club(context.book, club, renamed.name, insist=as_seen)


@CLUBS.post(
    "/clubs/<club:club>/publications", needs=Deed.KEEP_CLUB, headers=KeyHeaders, takes=Published, makes=ClubView
)
def publish(headers: dict[str, str], published: Published, club: str) -> ClubView:
    """Lets everybody see the standings, the nights or the reports of a club, and no more; nothing by an empty list.

    Nobody sees a closed card by it. Refused if it is so already (409).
    """
    return people.publish(context.book, club, published.published, key=headers["key"])


@CLUBS.post("/clubs/<club:club>/verifications", needs=Deed.CHECK_CLUB, takes=Head, answers=VerificationJob, status=202)
def ask_for_verification(kept: Head, club: str) -> Any:
    """Has a worker check every night of a club, and last the club: with a head of it, also that no night and no member is missing.

    Asked for while one is due or being done, it is that one: sent twice, nothing is done twice.
    """
    asked = verify.ask_for_verification(context.book, club, head=kept.head)
    return asked, {"Location": f"/api/v1/clubs/{club}/verifications/{asked.job}"}


@CLUBS.get("/clubs/<club:club>/verifications/<job:job>", needs=Deed.CHECK_CLUB, answers=VerificationJob)
def club_verification(club: str, job: str) -> VerificationJob:
    """How far a verification has come, and once it is done, what it found."""
    return verify.verification_job(context.book, club, job)


@CLUBS.get("/clubs/<club:club>/players", needs=Deed.SEE_CLUB, query=MembersSchema, answers=Players, of_the_night=False)
def all_players(asked: dict[str, str], club: str) -> Players:
    """Everybody of a club, or those with a role."""
    return people.players(context.book, club, role=asked.get("role", ""))


@CLUBS.post("/clubs/<club:club>/players", needs=Deed.ADMIT, headers=KeyHeaders, takes=Name, makes=MemberView)
def add_player(headers: dict[str, str], player: Name, club: str) -> Any:
    """Takes a player into a club."""
    made = people.add_player(context.book, club, player.name, key=headers["key"])
    return made, {"Location": f"/api/v1/clubs/{club}/players/{made.id}"}


@CLUBS.get("/clubs/<club:club>/players/<player:player>", needs=Deed.SEE_CLUB, answers=MemberView)
def one_player(club: str, player: str) -> MemberView:
    """One player of a club."""
    return people.player(context.book, club, player)


@CLUBS.patch(
    "/clubs/<club:club>/players/<player:player>",
    needs=Deed.KEEP_CLUB,
    headers=IfMatchHeaders,
    takes=Name,
    answers=MemberView,
)
def rename_player(headers: dict[str, ETags | None], renamed: Name, club: str, player: str) -> MemberView:
    """Gives a player another name; the events do not change, because they know only the id."""
    as_seen = unchanged(headers["seen"], partial(people.player, context.book, club, player))
    return people.rename_player(context.book, club, player, renamed.name, insist=as_seen)


@CLUBS.delete(
    "/clubs/<club:club>/players/<player:player>",
    needs=Deed.KEEP_CLUB,
    headers=IfMatchHeaders,
    says="The name is deleted.",
)
def forget_player(headers: dict[str, ETags | None], club: str, player: str) -> None:
    """Forgets a player: deletes the name and its salt for good. Their nights stay, and name the id.

    The only banker of a club cannot be forgotten (409). Whoever is forgotten already is not found (404).
    """
    as_seen = unchanged(headers["seen"], partial(people.player, context.book, club, player))
    people.forget_player(context.book, club, player, insist=as_seen)


@CLUBS.get("/clubs/<club:club>/players/<player:player>/account", needs=Deed.SEE_CLUB, answers=StandingAccount)
def player_account(club: str, player: str) -> StandingAccount:
    """What a player has won, paid and still open over all nights of the club, night by night and by currency."""
    return settling.account(context.book, club, player)


@CLUBS.get("/clubs/<club:club>/reminders", needs=Deed.RUN_BANK, query=DaysSchema, answers=Reminders)
def club_reminders(asked: dict[str, int], club: str) -> Reminders:
    """Who owes what to whom and since when, with a text for each person that is ready to send. Nothing is sent."""
    return settling.reminders(context.book, club, after_days=asked.get("days"))


@CLUBS.post(
    "/clubs/<club:club>/settlement",
    needs=Deed.RUN_BANK,
    headers=KeyHeaders,
    takes=ClubPlan,
    makes=Settlement,
    of_the_night=False,
)
def settle_club(headers: dict[str, str], asked: ClubPlan, club: str) -> Any:
    """Settles all that is open in the club with one plan; it is that of a night in which nobody plays.

    Refused if nothing is open, and if debts are open in several currencies and none is named (409). Debts in a currency that
    nights had with other decimals are settled by asking again.
    """
    made = settling.settle_club(context.book, club, asked.kind, currency=asked.currency, key=headers["key"])
    return made, {"Location": f"/api/v1/nights/{made.night}"}


@CLUBS.post(
    "/clubs/<club:club>/players/<player:player>/roles",
    needs=Deed.KEEP_CLUB,
    headers=KeyHeaders,
    takes=RoleChange,
    makes=MemberView,
)
def change_role(headers: dict[str, str], change: RoleChange, club: str, player: str) -> MemberView:
    """Grants a role to a player, or takes it: banker, co_banker, player or viewer.

    Refused if the role is held already, or is not, and if the club would be left without a banker (409).
    """
    return people.change_role(context.book, club, player, change.role, held=change.held, key=headers["key"])


@CLUBS.post(
    "/clubs/<club:club>/players/<player:player>/merges",
    needs=Deed.KEEP_CLUB,
    headers=KeyHeaders,
    takes=SamePerson,
    makes=MemberView,
)
def merge(headers: dict[str, str], same: SamePerson, club: str, player: str) -> MemberView:
    """Says that a player is another one, or takes that back; answers with the one who stays.

    Standings, accounts and debts are told of both as one; nights stay as they were recorded. Refused if both played
    one night, or owe each other, and if the player still takes part in a night (409).
    """
    return people.merge(context.book, club, player, same.into, key=headers["key"])


@CLUBS.get(
    "/clubs/<club:club>/standings", needs=Deed.SEE_STANDINGS, query=SeasonSchema, answers=Standings, of_the_night=False
)
def club_standings(asked: dict[str, Any], club: str) -> Standings:
    """Who won and lost over the nights of a club. Whoever opted out is not named."""
    return standings.standings(context.book, club, standings.Question(**asked))


@CLUBS.get(
    "/clubs/<club:club>/standings.pdf", needs=Deed.SEE_STANDINGS, query=SeasonSchema, file=PDF, says="The pages."
)
def printed_standings(asked: dict[str, Any], club: str) -> bytes:
    """The same on A4 pages, with a chart of the totals over the nights. Whoever opted out is not named."""
    question = standings.Question(**asked)
    return standings.standings_as_pdf_apart(context.book, club, question)


@CLUBS.get(
    "/clubs/<club:club>/standings.png", needs=Deed.SEE_STANDINGS, query=SeasonSchema, file=PNG, says="The picture."
)
def pictured_standings(asked: dict[str, Any], club: str) -> bytes:
    """The same table and chart as a picture for the group chat. Whoever opted out is not named."""
    question = standings.Question(**asked)
    return standings.standings_as_png_apart(context.book, club, question)


@CLUBS.get(
    "/clubs/<club:club>/players/<player:player>/season",
    needs=Deed.SEE_STANDINGS,
    query=SeasonSchema,
    answers=PlayerSeason,
    of_the_night=False,
)
def player_season(asked: dict[str, Any], club: str, player: str) -> PlayerSeason:
    """One player's season: nights, games, and with whom. That of a player who opted out is for them and the bank (403)."""
    question = standings.Question(**asked)
    theirs = permission.is_theirs(context.who, Deed.RUN_BANK, club, player, oneself=Deed.SEE_CLUB)
    return standings.player_season(context.book, club, player, question, of_the_hidden=theirs)


@CLUBS.post(
    "/clubs/<club:club>/players/<player:player>/opt-outs",
    needs=Deed.SAY_FOR_ONESELF,
    headers=KeyHeaders,
    takes=NamedInStandings,
    makes=MemberView,
)
def opt_out(headers: dict[str, str], said: NamedInStandings, club: str, player: str) -> MemberView:
    """Leaves a player's name out of standings, or names them again; each says it for themself, or the banker for them.

    Refused if it is so already (409).
    """
    permission.insist_it_is_theirs(context.who, Deed.KEEP_CLUB, club, player)
    return people.opt_out(context.book, club, player, out=said.out, key=headers["key"])


@CLUBS.get("/clubs/<club:club>/handles", needs=Deed.RUN_BANK, answers=Handles)
def club_handles(club: str) -> Handles:
    """How the players of a club want to be paid. It is personal data: only those who run the bank see it (403)."""
    return settling.handles_in(context.book, club)


@CLUBS.put(
    "/clubs/<club:club>/players/<player:player>/handles/<handle_kind:kind>",
    needs=Deed.SAY_FOR_ONESELF,
    takes=HandleBody,
    answers=HandleView,
)
def put_handle(handle: HandleBody, club: str, player: str, kind: HandleKind) -> HandleView:
    """Keeps how a player wants to be paid, in place of an earlier handle of the same kind.

    Each says it for themself, or the banker for them. It stands beside the name and in no event, and is deleted with
    the name. Refused if it is none of its kind (422).
    """
    _insist_on_handles(club, player)
    return settling.put_handle(context.book, club, player, kind, handle.handle)


@CLUBS.delete(
    "/clubs/<club:club>/players/<player:player>/handles/<handle_kind:kind>",
    needs=Deed.SAY_FOR_ONESELF,
    says="The handle is deleted.",
)
def delete_handle(club: str, player: str, kind: HandleKind) -> None:
    """Deletes how a player wanted to be paid. Refused if there is no such handle (404)."""
    _insist_on_handles(club, player)
    settling.delete_handle(context.book, club, player, kind)


def _insist_on_handles(club: str, player: str) -> None:
    """Everybody keeps their own, and whoever runs the bank those of all."""
    permission.insist_it_is_theirs(context.who, Deed.RUN_BANK, club, player)
