"""The examples of the document: what was sent and answered on a night that was played with this program.

They stand in `examples.json`, by operation; the tests play the night again and write them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from apispec import BasePlugin

from service.api.http.extensions import JSON, PROBLEM_JSON
from service.api.links import links_of, operation_id

FILE = "examples.json"
GOOD = ("200", "201", "202")
# Examples of parameters that no operation of that night has named.
PARAMETERS = {
    "If-Match": '"17"',
    "If-None-Match": '"17"',
    "Last-Event-ID": "17",
    "Idempotency-Key": "7f9c2ba4e88f827d",
    "file": "212.txt",
}


class Played(msgspec.Struct, frozen=True):
    """The examples: of parameters by name, of bodies and answers by method and path, and of a problem."""

    parameters: dict[str, Any]
    bodies: dict[str, dict[str, Any]]
    answers: dict[str, Any]
    problem: dict[str, Any]


@cache
def played() -> Played:
    """The examples of the file."""
    return msgspec.json.decode(files(__package__).joinpath(FILE).read_bytes(), type=Played)


class Examples(BasePlugin):
    """Puts names, examples and links into every operation of the document."""

    def path_helper(self, parameters: list[Any] | None = None, **_: Any) -> None:  # type: ignore[override]
        """What apispec calls first; the parameters are those of the path itself."""
        for parameter in parameters or ():
            exemplify(parameter)

    def operation_helper(self, path: str | None = None, operations: dict[str, Any] | None = None, **_: Any) -> None:
        """What apispec calls for each path."""
        for method, operation in (operations or {}).items():
            name = f"{method.upper()} {path}"
            operation["operationId"] = operation_id(method, path or "")
            for parameter in operation.get("parameters", ()):
                exemplify(parameter)
            if bodies := played().bodies.get(name):
                _content(operation.get("requestBody"))["examples"] = {
                    title: {"value": body} for title, body in bodies.items()
                }
            for code, described in operation["responses"].items():
                _complete(described if str(code) in GOOD else None, name)


def _complete(answer: Any, name: str) -> None:
    """Gives the good answer of an operation its example, and the operations to which it leads."""
    if not isinstance(answer, dict):
        return
    if (example := played().answers.get(name)) is not None:
        _content(answer)["example"] = example
    if links := links_of(name):
        answer["links"] = links


def exemplify(parameter: Any) -> None:
    """Gives a parameter its example, if there is one of its name."""
    if isinstance(parameter, dict) and "example" not in parameter:
        known = {**PARAMETERS, **played().parameters}
        allowed = parameter.get("schema", {}).get("enum")
        if (name := parameter.get("name")) in known:
            parameter["example"] = known[name] if not allowed or known[name] in allowed else allowed[0]


def _content(described: Any) -> dict[str, Any]:
    """The place of the examples in what is described."""
    content: dict[str, Any] = (described or {}).get("content", {}).get(JSON, {})
    return content


def of_problems(responses: Iterable[dict[str, Any]]) -> None:
    """Gives the answers to what goes wrong their example."""
    for response in responses:
        if problem := response.get("content", {}).get(PROBLEM_JSON):
            problem["example"] = played().problem
