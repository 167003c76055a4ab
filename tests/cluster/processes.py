"""The processes of the service: web and workers as `chipbook` starts them, which can be killed and started again."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.forked import Forked

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
STOP_SECONDS = 30


@dataclass(slots=True)
class Service:
    """Everything that was started here, by name. It is stopped by `stop`, and what does not stop is killed."""

    folder: Path
    environment: Mapping[str, str]
    _running: dict[str, Forked] = field(default_factory=dict)
    _words: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def start(self, name: str, *words: str) -> None:
        """Starts `chipbook` with these words; its output goes to a file of this name."""
        self._words[name] = words
        with (self.folder / f"{name}.log").open("ab") as log:
            self._running[name] = Forked(words, env={**os.environ, **self.environment}, stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        """Ends a process as a power cut would."""
        self._running[name].send_signal(signal.SIGKILL)
        self._running[name].wait(STOP_SECONDS)

    def again(self, name: str) -> None:
        """Starts a process that has ended with the words it had."""
        self.start(name, *self._words[name])

    def insist_that_all_run(self) -> None:
        """Raises with the end of its log if a process has ended by itself."""
        for name, process in self._running.items():
            if process.poll() is not None:
                raise AssertionError(f"{name} has ended with {process.returncode}:\n{self.said(name)[-3000:]}")

    def said(self, name: str) -> str:
        """The log of a process."""
        return (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """Asks all to stop, and kills those that do not."""
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
        for process in self._running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_SECONDS)
            if process.poll() is None:
                process.kill()
                process.wait(STOP_SECONDS)


@contextmanager
def service(folder: Path, environment: Mapping[str, str]) -> Iterator[Service]:
    """A service without processes yet, which is stopped at the end."""
    made = Service(folder, environment)
    try:
        yield made
    finally:
        made.stop()


def wait_for_port(port: int, running: Service) -> None:
    """Returns when somebody listens there."""
    give_up_at = time.monotonic() + START_SECONDS
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        running.insist_that_all_run()
        if time.monotonic() > give_up_at:
            raise AssertionError(f"Nobody listens on port {port}.")
        time.sleep(0.05)
