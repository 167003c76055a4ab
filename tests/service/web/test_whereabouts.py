"""A laptop is carried to another house: the name goes with it, the certificate follows, and whoever is signed in stays so."""

import http.client
import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from tests.forked import Forked
from tests.servers import free_port

ROOT = Path(__file__).parents[3]
SECONDS = 30
AT_HOME, ELSEWHERE = "127.0.0.1", "127.0.0.2"
# The address that the machine has in its network stands in a file here.
PROGRAM = """
import os, sys
from pathlib import Path
from service.app.running import addresses
addresses.own_address = lambda: Path(sys.argv[3]).read_text()
# Where the tests run is nothing of the laptop.
addresses.is_in_a_container = lambda: False
from service.web import serve, whereabouts
whereabouts.LOOK_SECONDS = 0.05
serve.own_address = addresses.own_address
serve.run(os.environ, host="0.0.0.0", port=int(sys.argv[1]), new_token=False, show=lambda line: print(line, flush=True),
    tls_port=int(sys.argv[2]))
"""


class Laptop:
    """The server on it, and where it stands."""

    def __init__(self, folder: Path, name: str) -> None:
        self.port, self.tls_port, self.home = free_port(), free_port(), folder / "home"
        self._stands = folder / "stands"
        self.carry_to(AT_HOME)
        environ = {**os.environ, "CHIPBOOK_HOME": str(self.home), "CHIPBOOK_NAME": name, "PYTHONPATH": str(ROOT)}
        self._log = (folder / "log").open("w")
        words = ["-c", PROGRAM, self.port, self.tls_port, self._stands]
        self.process = Forked(words, env=environ, stdout=subprocess.PIPE, stderr=self._log)
        self.said: list[str] = []

    def carry_to(self, address: str) -> None:
        written = self._stands.with_suffix(".new")
        written.write_text(address)
        written.replace(self._stands)

    def hear(self, words: str) -> str:
        """The next line with these words."""
        gives_up = threading.Timer(SECONDS, self.process.kill)
        gives_up.start()
        try:
            while line := self.process.stdout.readline():
                self.said.append(line.strip())
                if words in line:
                    return line.strip()
        finally:
            gives_up.cancel()
        raise AssertionError(self.said)

    def ask(
        self,
        address: str,
        name: str,
        method: str = "GET",
        path: str = "/healthz",
        form: object = None,
        cookie: str = "",
    ):
        """What it answers over TLS to a phone that trusts it, found at the address and called by the name."""
        trusting = ssl.create_default_context(cafile=str(self.home / "tls" / "authority.pem"))
        with (
            socket.create_connection((address, self.tls_port), timeout=SECONDS) as raw,
            trusting.wrap_socket(raw, server_hostname=name) as safe,
        ):
            connection = http.client.HTTPConnection(name, self.tls_port)
            connection.sock = safe
            kind = (
                {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"} if form else {}
            )
            connection.request(method, path, urlencode(form) if form else None, {"Cookie": cookie} | kind)
            answer = connection.getresponse()
            answer.read()
            return answer

    def stop(self) -> str:
        with self.process as process:
            process.send_signal(signal.SIGTERM)
            process.wait(SECONDS)
            self._log.close()
            return process.stdout.read()


@pytest.fixture
def laptop(tmp_path) -> Iterator[Laptop]:
    laptop = Laptop(tmp_path, "kitchen")
    yield laptop
    if laptop.process.poll() is None:
        laptop.stop()


def test_whoever_is_signed_in_by_name_stays_so_at_another_house_and_the_certificate_follows(laptop):
    home = laptop.hear("Others at the table reach it at")
    assert f"https://kitchen.local:{laptop.tls_port};" in home
    assert f"http://kitchen.local:{laptop.port}/trust" in laptop.hear("does not trust this house")
    path = re.search(r"kitchen\.local:\d+(/found/\w+)$", laptop.hear("Found a club"))[1]
    too = laptop.hear("Android before 12")
    assert too == f"A phone that does not find it (Android before 12) opens https://{AT_HOME}:{laptop.tls_port}{path}."
    noted = (laptop.home / "address").read_text().splitlines()
    assert noted == [f"https://kitchen.local:{laptop.tls_port}", f"https://{AT_HOME}:{laptop.tls_port}"]

    founded = laptop.ask(AT_HOME, "kitchen.local", "POST", path, {"club": "Torsdag", "name": "Bo"})
    cookie = founded.headers["Set-Cookie"].partition(";")[0]
    assert (founded.status, cookie.partition("=")[0]) == (303, "__Host-chipbook")
    with pytest.raises(ssl.SSLCertVerificationError):
        laptop.ask(ELSEWHERE, ELSEWHERE)

    laptop.carry_to(ELSEWHERE)
    assert f"https://kitchen.local:{laptop.tls_port} now" in laptop.hear("has another address")
    assert laptop.ask(ELSEWHERE, "kitchen.local", path="/me", cookie=cookie).status == 200
    assert laptop.ask(ELSEWHERE, "kitchen.local", path="/me").status == 303
    # Connections that come now are shown the new certificate, a moment after it was made.
    give_up_at = time.monotonic() + SECONDS
    while True:
        try:
            assert laptop.ask(ELSEWHERE, ELSEWHERE).status == 200
            break
        except ssl.SSLCertVerificationError:
            assert time.monotonic() < give_up_at
            time.sleep(0.05)
    assert (laptop.home / "address").read_text().endswith(f"https://{ELSEWHERE}:{laptop.tls_port}")

    # A private address that this machine does not have: no name can be announced there, which is told in a line.
    laptop.carry_to("192.168.77.9")
    told = laptop.hear("by number alone")
    assert told.startswith("Phones find this machine by number alone: no name can be announced (")
    assert f"https://192.168.77.9:{laptop.tls_port} now" in laptop.hear("has another address")
    assert laptop.ask(AT_HOME, "kitchen.local").status == 200
    assert laptop.stop().endswith("Stopped.\n")
    assert not (laptop.home / "address").exists()


def test_what_it_made_at_the_start_is_for_the_name_that_was_free(tmp_path):
    another = Zeroconf(interfaces=[AT_HOME], ip_version=IPVersion.V4Only)
    kind = "_http._tcp.local."
    others = ServiceInfo(
        kind, f"parlour.{kind}", 80, addresses=[socket.inet_aton("192.168.77.7")], server="parlour.local."
    )
    another.register_service(others)
    time.sleep(1.1)
    laptop = Laptop(tmp_path, "parlour")
    try:
        assert "https://parlour-2.local:" in laptop.hear("Others at the table reach it at")
        laptop.hear("Found a club")
        assert laptop.ask(AT_HOME, "parlour-2.local").status == 200
    finally:
        laptop.stop()
        another.close()
