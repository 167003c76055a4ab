"""Processes that begin as copies of one in which the program is loaded: a server or a worker is there a second sooner.

What runs is the program, in a process of its own that is stopped and killed like any other; only the loading is shared.
How long loading takes, and what is loaded, is a matter of tests that start the program anew.
"""

import multiprocessing
import os
import runpy
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing.reduction import DupFd
from pathlib import Path
from subprocess import DEVNULL, PIPE, TimeoutExpired
from typing import IO, Any, Self

ROOT = Path(__file__).parents[1]
LOADED = ["cli.main", "cli.running", "service.web.serve", "service.jobs.serving"]

_copies = multiprocessing.get_context("forkserver")
_copies.set_forkserver_preload(LOADED)


class Forked:
    """A process as `subprocess.Popen` has it, as far as tests ask: `words` are those behind `python`.

    `-c CODE` and `-m MODULE` as they are there; without either the words are those of `chipbook`.
    """

    def __init__(
        self,
        words: Sequence[object],
        *,
        env: Mapping[str, str] | None = None,
        stdin: int = DEVNULL,
        stdout: int | IO[Any] = DEVNULL,
        stderr: int | IO[Any] = DEVNULL,
    ) -> None:
        self.args = [str(word) for word in words]
        self.stdin, given_in = _to_write() if stdin == PIPE else (None, os.open(os.devnull, os.O_RDONLY))
        (self.stdout, given_out), (self.stderr, given_err) = _to_read(stdout), _to_read(stderr)
        given = (given_in, given_out, given_err)
        self._process = _copies.Process(
            target=_run, args=(self.args, dict(os.environ if env is None else env), [DupFd(one) for one in given])
        )
        self._process.start()
        for one in given:
            os.close(one)
        self.pid = self._process.pid
        assert self.pid is not None

    @property
    def returncode(self) -> int | None:
        """How it has ended; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self.returncode is None:
            raise TimeoutExpired(self.args, timeout or 0)
        return self.returncode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Everything that it says from now on until it ends."""
        said = (_rest_of(self.stdout), _rest_of(self.stderr))
        self.wait(timeout)
        return said

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid or 0, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream:
                stream.close()
        self.wait()


def _rest_of(stream: IO[str] | None) -> str:
    if stream is None:
        return ""
    with stream:
        return stream.read()


def _to_read(how: int | IO[Any]) -> tuple[IO[str] | None, int]:
    """What the test reads, if it wants to, and the descriptor that the process writes to."""
    if how == PIPE:
        reads, writes = os.pipe()
        return os.fdopen(reads), writes
    return None, os.open(os.devnull, os.O_WRONLY) if isinstance(how, int) else os.dup(how.fileno())


def _to_write() -> tuple[IO[str], int]:
    reads, writes = os.pipe()
    return os.fdopen(writes, "w"), reads


def _run(words: list[str], environment: dict[str, str], given: list[Any]) -> None:
    """In the copy: becomes the program that was asked for."""
    for at, one in enumerate(given):
        os.dup2(one.detach(), at)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(ROOT)
    match words:
        case ["-c", code, *more]:
            sys.argv = ["-c", *more]
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
        case ["-m", module, *more]:
            sys.argv = [module, *more]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case _:
            from cli.main import main

            sys.argv = ["chipbook", *words]
            main()
