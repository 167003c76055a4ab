"""Https by the name that Tailscale gives a machine: the certificate is fetched, and what is missing is said in one sentence."""

import http.client
import os
import ssl
import stat
import subprocess
from pathlib import Path

import pytest

from tests.forked import Forked
from tests.servers import free_port
from tests.service.web.test_serve import a_certificate

SECONDS = 30
NAME = "laptop.tail1234.ts.net"


def a_tailscale(folder: Path, status: str, cert: str) -> None:
    """A program of that name which says this of itself, and does this when a certificate is asked for."""
    folder.mkdir()
    program = folder / "tailscale"
    program.write_text(f"#!/bin/sh\nif [ \"$1\" = status ]; then echo '{status}'; else {cert}; fi\n")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)


def environ_of(tmp_path: Path) -> dict[str, str]:
    # What it says is heard at once, also where Python is not told to hold nothing back.
    ours = ("CHIPBOOK_", "PYTHONUNBUFFERED")
    known = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return known | {"CHIPBOOK_HOME": str(tmp_path / "home"), "PATH": path}


def test_the_certificate_of_tailscale_serves_https_by_its_name(tmp_path) -> None:
    own = a_certificate(tmp_path / "own.pem")
    # `tailscale cert --cert-file FILE --key-file FILE NAME`
    a_tailscale(
        tmp_path / "bin", f'{{"CertDomains": ["{NAME}"]}}', f'cp {own} "$3" && cp {own} "$5" && [ "$6" = {NAME} ]'
    )
    port = free_port()
    words = ["serve", "--tailscale", "--host", "127.0.0.1", "--port", port]
    with Forked(words, env=environ_of(tmp_path), stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            said = next(line for line in server.stdout if "Found a club" in line)
            assert f"https://{NAME}:{port}/found/" in said
            context = ssl.create_default_context(cafile=str(own))
            connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=SECONDS, context=context)
            connection.request("GET", "/healthz")
            assert connection.getresponse().status == 200
            connection.close()
        finally:
            server.terminate()
            server.wait(SECONDS)
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("status", "cert", "because"),
    [
        ("{}", "true", "this machine has no name for certificates; switch HTTPS on in the settings of your tailnet"),
        (f'{{"CertDomains": ["{NAME}"]}}', "echo access denied. >&2; exit 1", "access denied"),
    ],
)
def test_what_tailscale_lacks_is_said_in_one_sentence(tmp_path, status, cert, because, chipbook, monkeypatch) -> None:
    a_tailscale(tmp_path / "bin", status, cert)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    answer = chipbook("serve", "--tailscale")
    assert answer.stderr.strip().removeprefix("Error: ") == f"Tailscale gives no certificate: {because}."
    assert answer.exit_code != 0
