"""Every operation of the document, with inputs that fit it and inputs that do not, made up by schemathesis."""

from __future__ import annotations

import itertools
import re

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from service.api.schemas.headers import KEY_FORM
from tests.service.api.conftest import TOKEN

# A request may be right and come at the wrong time: with a version that has passed, or without one (DESIGN 6).
ACCEPTED = ["2xx", "401", "404", "409", "412", "428"]
CONFIG = {
    "seed": 20261120,
    "headers": {"Authorization": f"Bearer {TOKEN}"},
    "parameters": {"path.night": "friday"},
    "generation": {"max-examples": 15, "deterministic": True, "database": "none"},
    "phases": {"stateful": {"enabled": False}},
    "checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}},
    "operations": [
        # Which characters are printable, JSON Schema cannot say.
        {
            "include-path-regex": "/clubs",
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "422"]}},
        }
    ],
}
_numbers = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Two acts under one key would be refused as such, and schemathesis likes short ones."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch(KEY_FORM, key):
        case.headers["Idempotency-Key"] = f"{key[:150]}-{next(_numbers)}"


@pytest.mark.parametrize("noun", ["clubs", "nights", "commands", "events", "results", "games"])
def test_every_answer_is_what_the_document_says(app, table, noun):
    config = SchemathesisConfig.from_dict(CONFIG)
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=config).include(tag=noun)
    scenarios = 0
    findings = []
    for event in from_schema(document).execute():
        match event:
            case events.ScenarioFinished():
                scenarios += 1
                findings += _failures(event)
            case events.NonFatalError() | events.FatalError():
                findings.append(str(event.__dict__))
    assert scenarios
    assert findings == []


def _failures(event: events.ScenarioFinished) -> list[str]:
    return [
        f"{event.recorder.label}: {check.failure_info.failure} after {check.failure_info.code_sample}"
        for checks in event.recorder.checks.values()
        for check in checks
        if check.failure_info is not None
    ]
