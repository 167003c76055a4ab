"""The certificate that Tailscale gets for this machine, by the name it has among the devices of its owner."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

from engine.speech import say
from service.app.signing_in.certificates import FOLDER
from service.book.db import FOLDER_MODE
from service.config import SettingError

_PROGRAM = "tailscale"
# The first certificate of a machine is fetched from afar.
_SECONDS = 120


class OfTailscale(NamedTuple):
    """The name of this machine among the devices of its owner, and the files of its certificate."""

    name: str
    cert: Path
    key: Path


def certificate_of_tailscale(home: Path) -> OfTailscale:
    """Gets the certificate, or a newer one once its end is near. Refuses with what is missing (SettingError)."""
    try:
        status = json.loads(_answer("status", "--json"))
    except FileNotFoundError as problem:
        raise _cannot(say("there is no program {program} here; install Tailscale", program=_PROGRAM)) from problem
    names: list[str] = status.get("CertDomains") or []
    if not names:
        raise _cannot(say("this machine has no name for certificates; switch HTTPS on in the settings of your tailnet"))
    folder = home / FOLDER
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    made = OfTailscale(names[0], folder / "tailscale.pem", folder / "tailscale.key")
    _answer("cert", "--cert-file", str(made.cert), "--key-file", str(made.key), made.name)
    return made


def _answer(*words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603
            [_PROGRAM, *words], capture_output=True, text=True, timeout=_SECONDS, check=True
        )
    except subprocess.CalledProcessError as problem:
        raise _cannot((problem.stderr.strip() or problem.stdout.strip()).rstrip(".")) from problem
    except subprocess.TimeoutExpired as problem:
        raise _cannot(say("it did not answer within {seconds} seconds", seconds=_SECONDS)) from problem
    return done.stdout


def _cannot(because: str) -> SettingError:
    return SettingError("--tailscale", say("Tailscale gives no certificate: {because}.", because=because))
