"""Clubs and their players: the names that stand for the ids in the events, their roles, standings, and whether a club holds."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Response
from flask.views import MethodView
from werkzeug.datastructures import ETags

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import Blueprint
from service.api.links import unchanged
from service.api.schemas.commands import body_as
from service.api.schemas.headers import KeyHeaders, SeenHeaders
from service.api.schemas.people import HandleSaid, NamedInStandings, NameSchema, Published, RoleChange
from service.api.schemas.queries import ClubPlanSchema, DaysSchema, HeadSchema, MembersSchema, SeasonSchema
from service.app import handles, people, permission, standings
from service.app import standings as printed
from service.app.accounts import account, reminders
from service.app.looking_back import verify
from service.app.settling import settle_club
from service.people.access.rights import Deed
from service.people.payment_handles import HandleKind
from service.reports.views.club.club import Clubs, ClubView, Handles, HandleView, MemberView, Players
from service.reports.views.looking_back.verification import VerificationJob
from service.reports.views.reporting.report import PlayerSeason, Standings
from service.reports.views.settling.reminders import Reminders
from service.reports.views.settling.settlement import Settlement
from service.reports.views.settling.standing_account import StandingAccount

PDF = "application/pdf"

blueprint = Blueprint("clubs", __name__, description="Clubs and their players.")


@blueprint.route("/clubs")
class AllClubs(MethodView):
    @needs(Deed.ASK)
    @blueprint.answers(Clubs)
    def get(self) -> Clubs:
        """All clubs of the book: without a token those that publish something, for a member their own."""
        return people.clubs_shown_to(context.book, context.who)

    @needs(Deed.FOUND_CLUB)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(NameSchema)
    @blueprint.answers(ClubView, 201)
    def post(self, headers: dict[str, str], club: dict[str, str]) -> Any:
        """Founds a club."""
        made = people.found_club(context.book, club["name"], key=headers["key"])
        return made, {"Location": f"/api/v1/clubs/{made.id}"}


@blueprint.route("/clubs/<club:club>")
class OneClub(MethodView):
    @needs(Deed.FIND_CLUB)
    @blueprint.answers(ClubView)
    def get(self, club: str) -> ClubView:
        """One club."""
        return people.club(context.book, club)

    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(SeenHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(NameSchema)
    @blueprint.answers(ClubView)
    def patch(self, headers: dict[str, ETags | None], renamed: dict[str, str], club: str) -> ClubView:
        """Gives a club another name."""
        as_seen = unchanged(headers["seen"], partial(people.club, context.book, club))
        return people.rename_club(context.book, club, renamed["name"], insist=as_seen)


@blueprint.route("/clubs/<club:club>/publications")
class Publications(MethodView):
    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.takes(Published.__name__, lambda body: body_as(body, Published))
    @blueprint.answers(ClubView, 201)
    def post(self, headers: dict[str, str], said: Published, club: str) -> ClubView:
        """Lets everybody see the standings, the nights or the reports of a club, and no more; nothing by an empty list.

        Nobody sees a closed card by it. Refused if it is so already (409).
        """
        return people.publish(context.book, club, said.published, key=headers["key"])


@blueprint.route("/clubs/<club:club>/verifications")
class ClubVerifications(MethodView):
    @needs(Deed.CHECK_CLUB)
    @blueprint.arguments(HeadSchema)
    @blueprint.answers(VerificationJob, 202)
    def post(self, kept: dict[str, str], club: str) -> Any:
        """Has a worker check every night of a club, and last the club: with a head of it, also that no night and no member is missing.

        Asked for while one is due or being done, it is that one: sent twice, nothing is done twice.
        """
        asked = verify.ask_for_verification(context.book, club, head=kept["head"])
        return asked, {"Location": f"/api/v1/clubs/{club}/verifications/{asked.job}"}


@blueprint.route("/clubs/<club:club>/verifications/<job:job>")
class ClubVerification(MethodView):
    @needs(Deed.CHECK_CLUB)
    @blueprint.answers(VerificationJob)
    def get(self, club: str, job: str) -> VerificationJob:
        """How far a verification has come, and once it is done, what it found."""
        return verify.verification_job(context.book, club, job)


@blueprint.route("/clubs/<club:club>/players")
class AllPlayers(MethodView):
    @needs(Deed.SEE_CLUB)
    @blueprint.arguments(MembersSchema, location="query")
    @blueprint.answers(Players, of_the_night=False)
    def get(self, asked: dict[str, str], club: str) -> Players:
        """Everybody of a club, or those with a role."""
        return people.players(context.book, club, role=asked.get("role", ""))

    @needs(Deed.ADMIT)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(NameSchema)
    @blueprint.answers(MemberView, 201)
    def post(self, headers: dict[str, str], player: dict[str, str], club: str) -> Any:
        """Takes a player into a club."""
        made = people.add_player(context.book, club, player["name"], key=headers["key"])
        return made, {"Location": f"/api/v1/clubs/{club}/players/{made.id}"}


@blueprint.route("/clubs/<club:club>/players/<player:player>")
class OnePlayer(MethodView):
    @needs(Deed.SEE_CLUB)
    @blueprint.answers(MemberView)
    def get(self, club: str, player: str) -> MemberView:
        """One player of a club."""
        return people.player(context.book, club, player)

    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(SeenHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(NameSchema)
    @blueprint.answers(MemberView)
    def patch(self, headers: dict[str, ETags | None], renamed: dict[str, str], club: str, player: str) -> MemberView:
        """Gives a player another name; the events do not change, because they know only the id."""
        as_seen = unchanged(headers["seen"], partial(people.player, context.book, club, player))
        return people.rename_player(context.book, club, player, renamed["name"], insist=as_seen)

    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(SeenHeaders, location="headers", error_status_code=400)
    @blueprint.response(204, description="The name is deleted.")
    def delete(self, headers: dict[str, ETags | None], club: str, player: str) -> Response:
        """Forgets a player: deletes the name and its salt for good. Their nights stay, and name the id.

        The only banker of a club cannot be forgotten (409). Whoever is forgotten already is not found (404).
        """
        as_seen = unchanged(headers["seen"], partial(people.player, context.book, club, player))
        people.forget_player(context.book, club, player, insist=as_seen)
        return Response(status=204)


@blueprint.route("/clubs/<club:club>/players/<player:player>/account")
class PlayerAccount(MethodView):
    @needs(Deed.SEE_CLUB)
    @blueprint.answers(StandingAccount)
    def get(self, club: str, player: str) -> StandingAccount:
        """What a player has won, paid and still open over all nights of the club, night by night and by currency."""
        return account(context.book, club, player)


@blueprint.route("/clubs/<club:club>/reminders")
class ClubReminders(MethodView):
    @needs(Deed.RUN_BANK)
    @blueprint.arguments(DaysSchema, location="query")
    @blueprint.answers(Reminders)
    def get(self, asked: dict[str, int], club: str) -> Reminders:
        """Who owes what to whom and since when, with a text for each person that is ready to send. Nothing is sent."""
        return reminders(context.book, club, after_days=asked.get("days"))


@blueprint.route("/clubs/<club:club>/settlement")
class ClubSettlement(MethodView):
    @needs(Deed.RUN_BANK)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.arguments(ClubPlanSchema)
    @blueprint.answers(Settlement, 201, of_the_night=False)
    def post(self, headers: dict[str, str], asked: dict[str, Any], club: str) -> Any:
        """Settles all that is open in the club with one plan; it is that of a night in which nobody plays.

        Refused if nothing is open, and if debts are open in several currencies and none is named (409).
        """
        made = settle_club(context.book, club, asked["kind"], currency=asked["currency"], key=headers["key"])
        return made, {"Location": f"/api/v1/nights/{made.night}"}


@blueprint.route("/clubs/<club:club>/players/<player:player>/roles")
class Roles(MethodView):
    @needs(Deed.KEEP_CLUB)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.takes(RoleChange.__name__, lambda body: body_as(body, RoleChange))
    @blueprint.answers(MemberView, 201)
    def post(self, headers: dict[str, str], change: RoleChange, club: str, player: str) -> MemberView:
        """Grants a role to a player, or takes it: banker, co_banker, player or viewer.

        Refused if the role is held already, or is not, and if the club would be left without a banker (409).
        """
        return people.change_role(context.book, club, player, change.role, held=change.held, key=headers["key"])


@blueprint.route("/clubs/<club:club>/standings")
class ClubStandings(MethodView):
    @needs(Deed.SEE_STANDINGS)
    @blueprint.arguments(SeasonSchema, location="query")
    @blueprint.answers(Standings, of_the_night=False)
    def get(self, asked: dict[str, Any], club: str) -> Standings:
        """Who won and lost over the nights of a club. Whoever opted out is not named."""
        return standings.standings(context.book, club, standings.Question(**asked))


@blueprint.route("/clubs/<club:club>/standings.pdf")
class PrintedStandings(MethodView):
    @needs(Deed.SEE_STANDINGS)
    @blueprint.arguments(SeasonSchema, location="query")
    @blueprint.response(200, {"type": "string", "format": "binary"}, content_type=PDF, description="The pages.")
    def get(self, asked: dict[str, Any], club: str) -> Response:
        """The same on A4 pages, with a chart of the totals over the nights. Whoever opted out is not named."""
        question = standings.Question(**asked)
        return Response(printed.standings_as_pdf_apart(context.book, club, question), mimetype=PDF)


@blueprint.route("/clubs/<club:club>/players/<player:player>/season")
class Season(MethodView):
    @needs(Deed.SEE_STANDINGS)
    @blueprint.arguments(SeasonSchema, location="query")
    @blueprint.answers(PlayerSeason, of_the_night=False)
    def get(self, asked: dict[str, Any], club: str, player: str) -> PlayerSeason:
        """One player's season: nights, games, and with whom. That of a player who opted out is for them and the bank (403)."""
        question = standings.Question(**asked)
        theirs = permission.is_theirs(context.who, Deed.RUN_BANK, club, player, oneself=Deed.SEE_CLUB)
        return standings.player_season(context.book, club, player, question, of_the_hidden=theirs)


@blueprint.route("/clubs/<club:club>/players/<player:player>/opt-outs")
class OptOuts(MethodView):
    @needs(Deed.SAY_FOR_ONESELF)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.takes(NamedInStandings.__name__, lambda body: body_as(body, NamedInStandings))
    @blueprint.answers(MemberView, 201)
    def post(self, headers: dict[str, str], said: NamedInStandings, club: str, player: str) -> MemberView:
        """Leaves a player's name out of standings, or names them again; each says it for themself, or the banker for them.

        Refused if it is so already (409).
        """
        permission.insist_it_is_theirs(context.who, Deed.KEEP_CLUB, club, player, oneself=Deed.SAY_FOR_ONESELF)
        return standings.opt_out(context.book, club, player, out=said.out, key=headers["key"])


@blueprint.route("/clubs/<club:club>/handles")
class ClubHandles(MethodView):
    @needs(Deed.RUN_BANK)
    @blueprint.answers(Handles)
    def get(self, club: str) -> Handles:
        """How the players of a club want to be paid. It is personal data: only those who run the bank see it (403)."""
        return handles.handles_in(context.book, club)


@blueprint.route("/clubs/<club:club>/players/<player:player>/handles/<handle_kind:kind>")
class OneHandle(MethodView):
    @needs(Deed.SAY_FOR_ONESELF)
    @blueprint.takes(HandleSaid.__name__, lambda body: body_as(body, HandleSaid))
    @blueprint.answers(HandleView)
    def put(self, said: HandleSaid, club: str, player: str, kind: HandleKind) -> HandleView:
        """Keeps how a player wants to be paid, in place of an earlier handle of the same kind.

        Each says it for themself, or the banker for them. It stands beside the name and in no event, and is deleted with
        the name. Refused if it is none of its kind (422).
        """
        _insist_on_handles(club, player)
        return handles.put_handle(context.book, club, player, kind, said.handle)

    @needs(Deed.SAY_FOR_ONESELF)
    @blueprint.response(204, description="The handle is deleted.")
    def delete(self, club: str, player: str, kind: HandleKind) -> Response:
        """Deletes how a player wanted to be paid. Refused if there is no such handle (404)."""
        _insist_on_handles(club, player)
        handles.delete_handle(context.book, club, player, kind)
        return Response(status=204)


def _insist_on_handles(club: str, player: str) -> None:
    """Everybody keeps their own, and whoever runs the bank those of all."""
    permission.insist_it_is_theirs(context.who, Deed.RUN_BANK, club, player, oneself=Deed.SAY_FOR_ONESELF)
