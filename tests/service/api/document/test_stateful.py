"""Sequences of requests as schemathesis makes them up by following the links of the document: none brings a fault."""

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema

from tests.service.api.document.test_whole_document import CONFIG, failures
from tests.soak import rounds

STATEFUL = {
    **CONFIG,
    "generation": {**CONFIG["generation"], "max-examples": rounds(2, 60)},
    "phases": {
        "examples": {"enabled": False},
        "coverage": {"enabled": False},
        "fuzzing": {"enabled": False},
        "stateful": {"enabled": True, "max-steps": rounds(5, 12)},
    },
}


# How many requests are sent at least. How far one seed walks depends on every operation there is, so more seeds walk on.
STEPS = 12
SEEDS = 20


@pytest.mark.usefixtures("nothing_is_typeset")
def test_no_sequence_of_requests_brings_a_fault_or_an_answer_that_is_not_described(app, table):
    steps, findings = 0, []
    for seed in range(CONFIG["seed"], CONFIG["seed"] + SEEDS):
        walked, found = _walk({**STATEFUL, "seed": seed}, app)
        steps, findings = steps + walked, findings + found
        if steps >= STEPS:
            break
    assert findings == []
    assert steps >= STEPS


def _walk(config, app):
    document = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, config=SchemathesisConfig.from_dict(config))
    steps, findings = 0, []
    for event in from_schema(document).execute():
        match event:
            case events.ScenarioFinished():
                steps += len(event.recorder.interactions)
                findings += failures(event)
            case events.NonFatalError():
                findings.append(repr(event.info))
            case events.FatalError():
                raise event.exception
    return steps, findings
