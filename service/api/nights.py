"""Nights: the list of them, opening one, and where one stands."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from engine import commands
from service.api.context import context
from service.api.declaring import needs
from service.api.document import body_name
from service.api.http.extensions import Blueprint
from service.api.schemas.commands import body_as
from service.api.schemas.headers import KeyHeaders
from service.api.schemas.queries import AtSchema, NightPageSchema, TableSchema
from service.app import seeing
from service.app.night.open_night import opening_said
from service.app.seeing import where_it_stands
from service.app.take import IncomingCommand
from service.logs import log_night_of_body
from service.people.access.rights import Deed
from service.reports.views.events import Recording
from service.reports.views.night.night import NightView
from service.reports.views.night.nights import NightPage
from service.reports.views.play.choices import Choices, may_do
from service.reports.views.table.table import TableView, table_view

blueprint = Blueprint("nights", __name__, description="One evening each, from opening to settlement.")


def _opening(body: Any) -> commands.OpenNight:
    return body_as(opening_said(context.book, body) if isinstance(body, dict) else body, commands.OpenNight)


@blueprint.route("/nights")
class AllNights(MethodView):
    @needs(Deed.ASK)
    @blueprint.arguments(NightPageSchema, location="query")
    @blueprint.answers(NightPage)
    def get(self, page: dict[str, Any]) -> NightPage:
        """The nights, the newest first: without a token those that their clubs publish, for a member those of their club."""
        which = seeing.Which(**{name: value for name, value in page.items() if name in seeing.Which._fields})
        return seeing.nights_shown_to(context.book, context.who, which, cursor=page.get("after"), limit=page["limit"])

    @needs(Deed.RUN_BANK)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.takes(body_name(commands.OpenNight), _opening)
    @blueprint.answers(Recording, 201)
    def post(self, headers: dict[str, str], opening: commands.OpenNight) -> Any:
        """Opens a night and freezes the rules it is played under.

        Rules of the house and chips that are left out are those the club has agreed on.
        """
        log_night_of_body(opening.club, opening.night)
        recorded = context.record(opening.night, [IncomingCommand(opening)], key=headers["key"])
        return recorded, {"Location": f"/api/v1/nights/{opening.night}"}


@blueprint.route("/nights/<night:night>")
class OneNight(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @blueprint.arguments(AtSchema, location="query")
    @blueprint.answers(NightView)
    def get(self, when: dict[str, int | None], night: str) -> NightView:
        """Where the night stands, now or at a version."""
        return where_it_stands(context.book, context.see(night, at=when.get("at")))


@blueprint.route("/nights/<night:night>/table")
class TableAtAnEvent(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @blueprint.arguments(TableSchema, location="query")
    @blueprint.answers(TableView)
    def get(self, when: dict[str, int | None], night: str) -> TableView:
        """The table as it stood at an event: seats, cards as known then, the pot in layers, and whose turn it was."""
        seen = context.see(night)
        return table_view(seen, when.get("at") or seen.version)


@blueprint.route("/nights/<night:night>/choices")
class WhatNow(MethodView):
    @needs(Deed.SEE_NIGHTS)
    @blueprint.answers(Choices)
    def get(self, night: str) -> Choices:
        """What each player may do now."""
        return may_do(context.see(night))
