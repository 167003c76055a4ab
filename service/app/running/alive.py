"""Asks the server on this machine whether it is ready, as a health check of its container does."""

from __future__ import annotations

import http.client
import json

from engine.speech import say
from service.config import Settings

ANSWER_SECONDS = 4
# Addresses at which a server listens to everybody, itself included.
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


def why_not_ready(settings: Settings) -> str:
    """A sentence if the server of these settings does not answer, or says that it is not ready; else empty."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, http.client.HTTPException) as problem:
        return say(
            "The server at {host}:{port} does not answer ({because}).", host=host, port=settings.port, because=problem
        )
    finally:
        connection.close()
    if answer.status == 200:
        return ""
    return _said(body) or say(
        "The server at {host}:{port} answers with the status {status}.",
        host=host,
        port=settings.port,
        status=answer.status,
    )


def _said(body: bytes) -> str:
    try:
        told = json.loads(body)
    except ValueError:
        return ""
    return str(told.get("detail", "")) if isinstance(told, dict) else ""
