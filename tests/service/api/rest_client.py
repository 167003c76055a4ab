"""A client that knows the API only from its document, and checks every request and answer against it."""

import itertools
import json
from typing import Any

import jsonschema_rs
from flask.testing import FlaskClient

from service.api.routes import VERSION_FORM


class DocumentedClient:
    """Sends operations of the document by method and path, with the headers that the document asks for."""

    def __init__(self, http: FlaskClient, document: str, token: str) -> None:
        self.http = http
        self.document = http.get(document).json
        self.token = token
        self.etag = ""
        self.used: set[tuple[str, str]] = set()
        self._keys = itertools.count(1)
        # Each takes a moment to make, for it knows the whole document.
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def send(self, method: str, path: str, body: Any = None, *, status: int = 0, **values: Any) -> Any:
        """Performs one operation and returns the JSON of its answer; `values` are for its path and query."""
        operation = self.operation(method, path)
        self.used.add((method, path))
        query = {name: value for name, value in values.items() if self._parameter(operation, name, "query")}
        if body is not None:
            self.check(operation["requestBody"]["content"]["application/json"]["schema"], body)
        answer = self.http.open(
            path.format(**values),
            method=method.upper(),
            json=body,
            query_string=query,
            headers=self._headers(operation, body),
        )
        described = operation["responses"].get(str(answer.status_code), operation["responses"]["default"])
        described = self._resolved(described)
        self.check(described["content"][answer.mimetype]["schema"], answer.json)
        if status:
            assert answer.status_code == status, answer.json
        else:
            assert str(answer.status_code) in operation["responses"], answer.json
        if described.get("headers", {}).get("ETag", {}).get("schema", {}).get("pattern") == VERSION_FORM:
            self.etag = answer.headers["ETag"]
        return answer.json

    def operation(self, method: str, path: str) -> dict[str, Any]:
        item = self.document["paths"][path]
        return {**item[method], "parameters": [*item.get("parameters", []), *item[method].get("parameters", [])]}

    def check(self, schema: dict[str, Any], value: Any) -> None:
        """Raises if the value does not match the schema."""
        known = json.dumps(schema)
        if known not in self._validators:
            whole = {**schema, "components": self.document["components"]}
            self._validators[known] = jsonschema_rs.Draft202012Validator(whole)
        self._validators[known].validate(value)

    def _headers(self, operation: dict[str, Any], body: Any) -> dict[str, str]:
        """The headers that the document asks for, and no others: If-Match only if it is needed."""
        headers = {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self._parameter(operation, "Idempotency-Key", "header"):
            headers["Idempotency-Key"] = f"key-{next(self._keys)}"
        if any(one["name"] == "If-Match" and one["required"] for one in operation["parameters"]) or self._is_act(body):
            headers["If-Match"] = self.etag
        return headers

    def _is_act(self, body: Any) -> bool:
        """True if one of the commands needs the version it was decided on, according to its schema."""
        said = [body, *body.get("commands", [])] if isinstance(body, dict) else []
        kinds = [one["command"]["type"] for one in said if "command" in one]
        mapping = self.document["components"]["schemas"]["Command"]["discriminator"]["mapping"]
        return any(self._resolved({"$ref": mapping[kind]})["x-needs-if-match"] for kind in kinds)

    def _parameter(self, operation: dict[str, Any], name: str, place: str) -> bool:
        return any(one["name"] == name and one["in"] == place for one in operation["parameters"])

    def _resolved(self, described: dict[str, Any]) -> dict[str, Any]:
        reference = described.get("$ref", "").removeprefix("#/")
        found: Any = self.document if reference else described
        for part in filter(None, reference.split("/")):
            found = found[part]
        return found


def as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
