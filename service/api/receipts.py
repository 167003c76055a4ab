"""Receipts, and the keys with which a club signs them."""

from __future__ import annotations

from flask import Response
from flask.views import MethodView

from service.api.context import context
from service.api.declaring import needs
from service.api.http.extensions import JSON, Blueprint
from service.api.schemas.commands import body_as
from service.api.schemas.headers import KeyHeaders
from service.api.schemas.people import KeyChange
from service.api.schemas.queries import HolderSchema
from service.app import permission
from service.app.looking_back import receipts
from service.app.looking_back.receipts import Receipt, receipt_text
from service.people.access.rights import Deed
from service.reports.views.looking_back.verification import ClubKeys

blueprint = Blueprint("receipts", __name__, description="What a night came to, signed.")


@blueprint.route("/nights/<night:night>/receipt")
class NightReceipt(MethodView):
    @needs(Deed.SEE_REPORTS)
    @blueprint.arguments(HolderSchema, location="query")
    @blueprint.answers(Receipt)
    def get(self, wanted: dict[str, str], night: str) -> Response:
        """The receipt of a night as a file, signed now; every byte of it counts. It is verified without the book.

        Refused if the club has no key yet (409), and if the chain is broken.
        """
        if wanted["player"]:
            permission.insist_on_own_events(context.book, context.who, night, wanted["player"])
        text = receipt_text(context.book, night, player=wanted["player"])
        return Response(
            text, mimetype=JSON, headers={"Content-Disposition": f'inline; filename="receipt-{night}.json"'}
        )


@blueprint.route("/clubs/<club:club>/keys")
class Keys(MethodView):
    @needs(Deed.FIND_CLUB)
    @blueprint.answers(ClubKeys)
    def get(self, club: str) -> ClubKeys:
        """The keys with which a club signs, or signed, by their fingerprints."""
        return receipts.keys_of(context.book, club)

    @needs(Deed.KEEP_KEYS)
    @blueprint.arguments(KeyHeaders, location="headers", error_status_code=400)
    @blueprint.takes(KeyChange.__name__, lambda body: body_as(body, KeyChange))
    @blueprint.answers(ClubKeys, 201)
    def post(self, headers: dict[str, str], change: KeyChange, club: str) -> ClubKeys:
        """Gives a club a new key. Its private half stays on the server.

        `new` is refused while a key is in force, `rotate` and `lost` while none is (409).
        """
        return receipts.change_key(context.book, club, change.change, change.name, key=headers["key"])
