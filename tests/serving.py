"""A server in a thread of the test's own process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from service.api.context import EXTENSION
from service.api.http.server import Server

# Only a test that fails waits so long.
SECONDS = 60


@contextmanager
def serving(app: Any, *, streams_max: int = 8, body_max: int = 2_000_000) -> Iterator[int]:
    """The port of an application that is served meanwhile. At the end its streams are ended, if it has any."""
    server = Server(app, host="127.0.0.1", port=0, streams_max=streams_max, body_max=body_max)
    begun = threading.Event()
    context = getattr(app, "extensions", {}).get(EXTENSION)
    how = {"begun": begun.set, "ending": context.hub.close if context else lambda: None}
    thread = threading.Thread(target=server.run, kwargs=how)
    thread.start()
    try:
        assert begun.wait(SECONDS)
        yield server.port
    finally:
        server.stop()
        thread.join(SECONDS)
        assert not thread.is_alive()
