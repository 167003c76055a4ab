"""What the server refuses before the application sees it is a problem like any other, and the connection ends."""

from __future__ import annotations

import json
import socket
import threading

import pytest

from service.api.http.connections import Listening

SECONDS = 10


def never_asked(_environ, _start):
    raise AssertionError("The application was asked.")


@pytest.fixture(scope="module")
def port():
    server = Listening(never_asked, host="127.0.0.1", port=0, streams_max=1, body_max=1000)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server.port
    server.close_from_outside()
    thread.join(SECONDS)


# Just above what the server reads of headers, so that all that was sent is read before the connection is closed.
BAD = [
    (b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5000\r\n\r\n", 413, "body_too_large"),
    (b"GET / HTTP/1.1\r\nHost: h\r\nX: " + b"x" * 262_144, 431, "headers_too_large"),
    (b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: many\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/1.1\r\n\r\n", 400, "malformed_request"),
    (b"GET / HTTP/9.9\r\nHost: h\r\n\r\n", 400, "malformed_request"),
    (
        b"POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
        "malformed_request",
    ),
    (
        b"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n",
        400,
        "malformed_request",
    ),
    (b"POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "malformed_request"),
    (b"\x16\x03\x01\x02\r\n\r\n", 400, "malformed_request"),
    (b"POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "transfer_not_known"),
]


@pytest.mark.parametrize(("sent", "status", "code"), BAD, ids=[row[2] + str(n) for n, row in enumerate(BAD)])
def test_a_request_that_cannot_be_read_is_answered_with_a_problem(port, sent, status, code):
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        connection.sendall(sent)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b" ", 2)[1] == str(status).encode()
    assert b"Content-Type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"].endswith(".")
    assert "many" not in problem["detail"], "What was sent is not repeated."
