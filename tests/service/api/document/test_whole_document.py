"""Every operation of the document, with inputs that fit it and inputs that do not, made up by schemathesis."""

import itertools
import re

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from service.api.parameters import KEY_FORM
from tests.service.api.conftest import TOKEN
from tests.soak import SOAK, rounds

# A request may be right and come at the wrong time: with a version that has passed, or without one.
ACCEPTED = ["2xx", "304", "401", "404", "409", "412", "428"]
CONFIG = {
    "seed": 20261120,
    "auth": {"openapi": {"token": {"bearer": TOKEN}}},
    "generation": {
        "max-examples": rounds(1, 15),
        "deterministic": True,
        "database": "none",
    },
    # Every boundary of every field takes as long as all the rest, and is tried where many nights are asked for.
    "phases": {"stateful": {"enabled": False}, "coverage": {"enabled": SOAK}},
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ACCEPTED},
        "missing_required_header": {"expected-statuses": ["400", "401", "422", "428"]},
        # Its probe cannot be sent to an application in this process; test_token.py asks every operation instead.
        "ignored_auth": {"enabled": False},
    },
    "operations": [
        # Which characters are printable, JSON Schema cannot say.
        {
            "include-path-regex": "/clubs",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "422"]}},
        },
        # That a browser sends it from a page of the server, and what it signs, JSON Schema cannot say.
        {
            "include-path-regex": "/(sign-in|sign-in/options|me/passkeys)$",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "403", "422"]}},
        },
        # That `after` and `last` exclude each other, the document cannot say.
        {
            "include-path-regex": "/events$",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "422"]}},
        },
        # Each of its entries is a command as the path of one takes it.
        {"include-path-regex": "/batches$", "phases": {"coverage": {"enabled": False}}},
        # Every act may stand here, so more of them are made up.
        {
            "include-path-regex": "/(commands|corrections|what-if)$",
            "generation": {"max-examples": rounds(2, 120)},
        },
    ],
}
NIGHT_FORM = r"[A-Za-z0-9_-]{1,60}"
_numbers = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Two acts under one key would be refused as such, and schemathesis likes short ones."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch(KEY_FORM, key):
        case.headers["Idempotency-Key"] = f"{key[:150]}-{next(_numbers)}"
    night = (case.path_parameters or {}).get("night")
    if isinstance(night, str) and re.fullmatch(NIGHT_FORM, night) and next(_numbers) % 4:
        case.path_parameters["night"] = "friday"


@pytest.mark.usefixtures("nothing_is_typeset")
def test_every_answer_is_what_the_document_says(app, table):
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=SchemathesisConfig.from_dict(CONFIG))
    asked = set()
    findings = []
    for event in from_schema(document).execute():
        match event:
            case events.ScenarioFinished():
                asked.add(event.recorder.label)
                findings += failures(event)
            case events.NonFatalError():
                findings.append(repr(event.info))
            case events.FatalError():
                raise event.exception
    paths = app.test_client().get("/api/v1/openapi.json").json["paths"]
    assert asked == {
        f"{method.upper()} {path}" for path, item in paths.items() for method in item if method != "parameters"
    }
    assert findings == []


def failures(event: events.ScenarioFinished) -> list[str]:
    return [
        f"{event.recorder.label}: {check.failure_info.failure} after {check.failure_info.code_sample}"
        for checks in event.recorder.checks.values()
        for check in checks
        if check.failure_info is not None
    ]
