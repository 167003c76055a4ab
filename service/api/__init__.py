"""The API under /api/v1: every blueprint, and the document that describes them all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response
from werkzeug.routing import BaseConverter, IntegerConverter

from service.api import access, clubs, exchange, games, jobs, nights, results
from service.api.bodies import JSON
from service.api.document import DESCRIPTION, Examples, add_schemas, of_problems
from service.api.routes import Api, refuse_unknown_parameters
from service.people.payment_handles import KINDS

PREFIX = "/api/v1"
OPENAPI_PATH = f"{PREFIX}/openapi.json"
BLUEPRINTS = (
    clubs.CLUBS,
    nights.NIGHTS,
    nights.COMMANDS,
    nights.EVENTS,
    results.RESULTS,
    games.GAMES,
    games.OWN_GAMES,
    games.JUDGEMENTS,
    results.RECEIPTS,
    exchange.EXCHANGE,
    jobs.JOBS,
    access.ACCESS,
    access.ME,
)


class _Id(BaseConverter):
    """An id in a path, in the form that all ids have."""

    length = 40

    def __init__(self, url_map: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(url_map, *args, **kwargs)
        self.regex = rf"[A-Za-z0-9_-]{{1,{self.length}}}"


class _NightId(_Id):
    length = 60


class _JobKey(BaseConverter):
    """The key of a job: what it does to what, as in render:friday:212."""

    regex = r"[a-z]{1,20}:[A-Za-z0-9_:.-]{1,200}"


class _FileName(BaseConverter):
    """The name of a file that a job makes."""

    regex = r"[A-Za-z0-9_-]{1,60}\.(txt|json)"


class _Version(IntegerConverter):
    regex = r"[1-9][0-9]{0,8}"


class _Word(BaseConverter):
    """One of a few words."""

    words: Iterable[str]

    def __init__(self, url_map: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(url_map, *args, **kwargs)
        self.regex = "|".join(map(re.escape, self.words))


class _HandleKind(_Word):
    words = KINDS


class _ClubExport(_Word):
    words = exchange.OF_A_CLUB


class _NightExport(_Word):
    words = exchange.OF_A_NIGHT


CONVERTERS: dict[str, type[BaseConverter]] = {
    "club": _Id,
    "player": _Id,
    "credential": _Id,
    "night": _NightId,
    "version": _Version,
    "handle_kind": _HandleKind,
    "job": _JobKey,
    "upload": _Id,
    "club_export": _ClubExport,
    "night_export": _NightExport,
    "file": _FileName,
}


def install(app: Flask, version: str) -> None:
    """Puts the API into the application: every route, and the document that describes them."""
    app.url_map.converters.update(CONVERTERS)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix=PREFIX)
    document = whole_document(version)
    app.register_blueprint(_page_of(document))
    app.before_request(refuse_unknown_parameters(document["paths"]))


@cache
def whole_document(version: str) -> dict[str, Any]:
    """The OpenAPI document. It follows from the code alone: a process writes it once, whatever books it opens.

    It is written by an application of its own, which answers nobody.
    """
    app = Flask("document", static_folder=None, template_folder=None)
    app.config.update(
        API_TITLE="chipbook",
        API_VERSION=version,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={"info": {"description": DESCRIPTION}},
    )
    app.url_map.converters.update(CONVERTERS)
    api = Api(app, spec_kwargs={"extra_plugins": [Examples()]})
    api.register_converter(_Id, lambda result: {"type": "string", "pattern": f"^{result.regex}$"})
    for one in (_HandleKind, _ClubExport, _NightExport):
        api.register_converter(one, lambda result: {"type": "string", "enum": list(result.words)})
    for text in (_JobKey, _FileName):
        api.register_converter(text, lambda result: {"type": "string", "pattern": f"^{result.regex}$"})
    api.register_converter(_Version, lambda _: {"type": "integer", "minimum": 1, "maximum": 999_999_999})
    answers = api.spec.components
    of_problems([*answers.responses_lazy.values(), *answers.responses.values()])
    add_schemas(api)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint, url_prefix=PREFIX)
    texts: dict[str, Any] = api.spec.to_dict()
    return texts


def _page_of(texts: dict[str, Any]) -> Blueprint:
    """The room in which the document itself is read."""
    page, text = Blueprint("api-docs", __name__), msgspec.json.encode(texts)

    @page.get(OPENAPI_PATH)
    def openapi_json() -> Response:
        return Response(text, mimetype=JSON)

    return page
