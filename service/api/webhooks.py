"""The programs that a club tells of what happens. For the keeper of the book."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask.views import MethodView

from service.access.declaring import needs
from service.access.rights import Deed
from service.api.context import context
from service.api.schemas.commands import body_as
from service.api.schemas.headers import KeyHeaders
from service.api.schemas.jobs import NewWebhook, WebhookSwitch
from service.app.running import webhooks
from service.http.extensions import Blueprint
from service.views.running.jobs import JobAsked
from service.views.running.webhooks import Deliveries, Webhooks, WebhookSecret, WebhookView

blueprint = Blueprint("webhooks", __name__, description="Programs that are told of what happens.")


@blueprint.route("/clubs/<club:club>/webhooks")
class AllWebhooks(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(Webhooks)
    def get(self, club: str) -> Webhooks:
        """The webhooks of a club."""
        return webhooks.webhooks(context.book, club)

    @needs(Deed.KEEP_KEYS)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.takes(NewWebhook.__name__, lambda body: body_as(body, NewWebhook))
    @blueprint.answers(WebhookSecret, 201)
    def post(self, headers: dict[str, str], added: NewWebhook, club: str) -> Any:
        """Adds a webhook, and shows the secret by which its receiver checks signatures, this once.

        Refused if the address is not one of the public internet (422), and beyond ten webhooks (409).
        """
        made = webhooks.add(context.book, club, added.url, added.events, key=headers["key"])
        return made, {"Location": f"/api/v1/clubs/{club}/webhooks/{made.webhook.id}"}


@blueprint.route("/clubs/<club:club>/webhooks/<webhook:webhook>")
class OneWebhook(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(WebhookView)
    def get(self, club: str, webhook: str) -> WebhookView:
        """One webhook."""
        return webhooks.webhook(context.book, club, webhook)

    @needs(Deed.KEEP_KEYS)
    @blueprint.takes(WebhookSwitch.__name__, lambda body: body_as(body, WebhookSwitch))
    @blueprint.answers(WebhookView)
    def patch(self, switch: WebhookSwitch, club: str, webhook: str) -> WebhookView:
        """Turns a webhook on or off."""
        return webhooks.turn(context.book, club, webhook, on=switch.on)

    @needs(Deed.KEEP_KEYS)
    @blueprint.response(204, description="Nothing more is sent.")
    def delete(self, club: str, webhook: str) -> Response:
        """Removes a webhook; what was due to it is not sent."""
        webhooks.remove(context.book, club, webhook)
        return Response(status=204)


@blueprint.route("/clubs/<club:club>/webhooks/<webhook:webhook>/secret")
class Secret(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(WebhookSecret, 201)
    def post(self, club: str, webhook: str) -> WebhookSecret:
        """Gives a webhook another secret, and shows it this once.

        For a day the secret before it signs too: the header has two signatures, and a message is good if one of them fits.
        """
        return webhooks.rotate(context.book, club, webhook)


@blueprint.route("/clubs/<club:club>/webhooks/<webhook:webhook>/ping")
class Ping(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(JobAsked, 202)
    def post(self, club: str, webhook: str) -> JobAsked:
        """Asks for a test delivery, which a worker sends; the deliveries show how it went."""
        return webhooks.ping(context.book, club, webhook)


@blueprint.route("/clubs/<club:club>/webhooks/<webhook:webhook>/deliveries")
class AllDeliveries(MethodView):
    @needs(Deed.KEEP_KEYS)
    @blueprint.answers(Deliveries)
    def get(self, club: str, webhook: str) -> Deliveries:
        """The newest tries to deliver, the newest first."""
        return webhooks.deliveries(context.book, club, webhook)
