"""The server, started with the settings of the environment."""

from __future__ import annotations

import os
from collections.abc import Callable

from service import config
from service.dictionaries.club import learn
from service.serve import serve


def run(*, host: str, port: int, new_token: bool, say: Callable[[str], None]) -> None:
    """Serves until it is interrupted."""
    settings = config.load_settings(os.environ)
    learn(settings.home)
    serve(settings, host, port, say=say, new_token=new_token)
