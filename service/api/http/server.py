"""The server: granian speaks HTTP and TLS, and the application is called in a few threads once a request has come whole.

A request that is half sent, and a stream that is open, cost a coroutine and no thread; granian's own WSGI and a2wsgi hold a
thread for each, and asgiref has one for all. What is ours: the request as WSGI takes it, whole and bounded; streams, read
together; what is waited for and told as the server begins and ends, which granian leaves to whoever embeds it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import msgspec
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server as Granian
from werkzeug.wsgi import FileWrapper

from service.api.live.stream import HEARTBEAT, HEARTBEAT_SECONDS, LiveStream
from service.errors.problems import BodyTooLarge, MalformedRequest, Problem, RequestTooSlow, ServerBusy, body_of_problem

# Threads: most for everybody, where requests also wait (`http/limits.py`), few for what streams read.
OPEN_THREADS = 32
STREAM_THREADS = 2
# Connections beside those of streams; one without a request is closed soon.
CONNECTIONS = 4000
# How long the head of a request may take to arrive, and then its body, in seconds.
REQUEST_SECONDS = 20
# Bytes of bodies that have arrived and wait for their answer. A small one, as every tap has, is always taken.
HELD_MAX = 64 * 1024 * 1024
SMALL_BODY = 128 * 1024
# Files beside those of connections: the book, its log, Redis, and what libraries open meanwhile.
OTHER_FILES = 100
# How often the server looks whether it is to stop, and after how long it ends with requests unanswered, in seconds.
LOOK_SECONDS = 0.2
STOP_SECONDS = 20.0
# How long answers only say that their connection closes, before those that rest are closed.
CLOSING_SECONDS = 1.0

# A client that takes nothing for so long is cut off. It comes back with the id of the last event that it has.
SLOW_SECONDS = 30.0
# How often a stream is asked whether it is over, in seconds.
TICK_SECONDS = 2.0
# Streams that ask together are read by one thread: one by one, the bank waited ten times as long for 300 of them. Between so
# many others may have the processor.
STREAMS_AT_ONCE = 8
# News waits so long, so that whoever brought it has their answer first, and news that comes in a row is told at once.
NEWS_SECONDS = 0.01

if sys.platform != "win32":
    import resource

PROBLEM_JSON = "application/problem+json"

_log = logging.getLogger("chipbook.live")

Application = Callable[..., Iterable[bytes]]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[str, str]]


class Front:
    """The application as the server calls it (ASGI): with whole bodies of bounded size, and with streams that need no thread."""

    def __init__(self, app: Application, *, body_max: int) -> None:
        self._app = app
        self._body_max = body_max
        self._held = 0
        # Whether every answer closes its connection, because the server is about to stop.
        self.closing = False
        self._threads = ThreadPoolExecutor(OPEN_THREADS, "chipbook-request")
        self._stream_threads = ThreadPoolExecutor(STREAM_THREADS, "chipbook-stream")
        self._asking: dict[LiveStream, asyncio.Future[bytes | None]] = {}
        self._waking = threading.Lock()
        self._woken: list[asyncio.Event] = []

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answers one request."""
        headers, body = _headers(scope), BytesIO()
        closes = "transfer-encoding" in headers
        # None waits behind those who open streams, however many come back at once.
        threads = self._stream_threads if scope["path"].endswith("/stream") else self._threads
        try:
            await self._receive(body, headers, receive)
            status, said, answer = await asyncio.get_running_loop().run_in_executor(
                threads, self._answer, _environ(scope, headers, body)
            )
        except Problem as refusal:
            closes, (status, said, answer) = True, _as_answer(refusal)
        finally:
            self._held -= body.getbuffer().nbytes
        # Beside a length that was said too, which another reader may have believed (RFC 9112, 6.1), and when the server stops.
        if closes or self.closing:
            said.append(("Connection", "close"))
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in said]
        start = {"type": "http.response.start", "status": status, "headers": raw}
        if isinstance(answer, bytes):
            await send(start)
            await send({"type": "http.response.body", "body": answer, "more_body": False})
        else:
            with contextlib.closing(answer):
                await send(start)
                await _send_parts(
                    self._events_of(answer, receive) if isinstance(answer, LiveStream) else self._parts_of(answer), send
                )

    async def _receive(self, body: BytesIO, headers: Mapping[str, str], receive: Receive) -> None:
        """Takes the body. Refuses one that is too large or slow, and a request that two readers could understand differently."""
        host, more = headers.get("host", ""), True
        if not host or "," in host:
            raise MalformedRequest
        if int(headers.get("content-length", 0)) > self._body_max:
            raise BodyTooLarge(most=self._body_max)
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise MalformedRequest
                    self._held += body.write(message.get("body", b""))
                    if body.tell() > self._body_max:
                        raise BodyTooLarge(most=self._body_max)
                    if body.tell() > SMALL_BODY and self._held > HELD_MAX:
                        raise ServerBusy
                    more = message.get("more_body", False)
        except TimeoutError as slow:
            raise RequestTooSlow(seconds=REQUEST_SECONDS) from slow
        body.seek(0)

    def _answer(self, environ: dict[str, Any]) -> tuple[int, Headers, bytes | LiveStream | FileWrapper]:
        head: list[Any] = []

        def start_response(status: str, headers: Headers, _problem: object = None) -> None:
            head[:] = int(status[:3]), headers

        answer = self._app(environ, start_response)
        if isinstance(answer, LiveStream | FileWrapper):
            return head[0], head[1], answer
        try:
            return head[0], head[1], b"".join(answer)
        finally:
            if close := getattr(answer, "close", None):
                close()

    async def _parts_of(self, file: FileWrapper) -> AsyncGenerator[bytes, None]:
        """The parts of a file."""
        while part := await asyncio.get_running_loop().run_in_executor(self._threads, next, file, b""):
            yield part

    async def _events_of(self, stream: LiveStream, receive: Receive) -> AsyncGenerator[bytes, None]:
        """What the stream says until it is over or the client has gone, and a sign of life now and then."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        gone = asyncio.ensure_future(_until_gone(receive))
        gone.add_done_callback(lambda _: news.set())
        stream.tell_news_to(partial(self._wake, loop, news))
        try:
            quiet_until = loop.time() + HEARTBEAT_SECONDS
            while not gone.done():
                news.clear()
                # Asked before the stream is read: what it is told between the two is still sent.
                over = stream.is_over()
                data = await self._more(stream)
                if data is None or (over and not data):
                    break
                if data or loop.time() >= quiet_until:
                    yield data or HEARTBEAT
                    quiet_until = loop.time() + HEARTBEAT_SECONDS
                else:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(news.wait(), TICK_SECONDS)
        finally:
            gone.cancel()

    def _wake(self, loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
        # From the thread of whoever brought the news, who is not held up once for every listener.
        with self._waking:
            self._woken.append(news)
            if len(self._woken) == 1:
                loop.call_soon_threadsafe(loop.call_later, NEWS_SECONDS, self._hear)

    def _hear(self) -> None:
        with self._waking:
            woken, self._woken = self._woken, []
        for news in woken:
            news.set()

    def _more(self, stream: LiveStream) -> asyncio.Future[bytes | None]:
        """What the stream says now, or None if it is broken. One thread reads for all that ask at the same moment."""
        loop = asyncio.get_running_loop()
        if not self._asking:
            loop.call_soon(self._read_together, loop)
        answer = self._asking[stream] = loop.create_future()
        return answer

    def _read_together(self, loop: asyncio.AbstractEventLoop) -> None:
        asking, self._asking = self._asking, {}
        reading = loop.run_in_executor(self._stream_threads, _read_each, [*asking])
        reading.add_done_callback(partial(_hand_out, asking))

    def close(self) -> None:
        """Ends the threads once they have answered."""
        self._threads.shutdown(wait=False)
        self._stream_threads.shutdown(wait=False)


async def _send_parts(parts: AsyncGenerator[bytes, None], send: Send) -> None:
    """Sends them one by one. No thread waits for a client that is slow, and one that takes nothing for long is cut off."""
    async with contextlib.aclosing(parts):
        async for part in parts:
            try:
                async with asyncio.timeout(SLOW_SECONDS):
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            except TimeoutError:
                return
    await send({"type": "http.response.body", "body": b"", "more_body": False})


class NotFree(OSError):
    """Nothing can listen at this port."""

    def __init__(self, port: int, problem: OSError) -> None:
        super().__init__(problem.errno, problem.strerror or str(problem))
        self.port = port


class Server:
    """The listening server."""

    def __init__(
        self,
        app: Application,
        *,
        host: str,
        port: int,
        streams_max: int,
        body_max: int,
        cert: Path | None = None,
        key: Path | None = None,
        tls_port: int | None = None,
    ) -> None:
        """Finds its address. Raises NotFree if nothing can listen there, and OSError if a certificate is none.

        With a certificate it speaks TLS; with a `tls_port` too it speaks TLS there, and goes on without it at `port`.
        """
        self._address, self.port = _free(host, port)
        self._front = Front(app, body_max=body_max)
        self._told_to_stop = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        listening = [(self.port, cert, key)]
        if tls_port is not None:
            _, tls_port = _free(host, tls_port)
            listening = [(self.port, None, None), (tls_port, cert, key)]
        connections = streams_max + CONNECTIONS
        _allow_files(connections + OTHER_FILES)
        self._listening = {
            port: Granian(
                self._front,
                address=self._address,
                port=port,
                interface=Interfaces.ASGINL,
                http=HTTPModes.http1,
                websockets=False,
                backlog=1024,
                backpressure=connections,
                http1_settings=HTTP1Settings(header_read_timeout=int(1000 * REQUEST_SECONDS)),
                log_level=LogLevels.error,
                ssl_cert=cert,
                ssl_key=key,
            )
            for port, cert, key in listening
        }

    def run(self, *, begun: Callable[[], None] = lambda: None, ending: Callable[[], None] = lambda: None) -> bool:
        """Serves until it is told to stop, and answers what has begun. True if everything was answered.

        `begun` is called once it listens, `ending` before it answers what has begun: it ends the streams.
        """
        return asyncio.run(self._run(begun, ending))

    async def _run(self, begun: Callable[[], None], ending: Callable[[], None]) -> bool:
        self._loop = asyncio.get_running_loop()
        serving = asyncio.gather(*(one.serve() for one in self._listening.values()))
        for port in self._listening:
            await _until_open(self._address, port, serving)
        begun()
        # A signal alone may not wake the loop, and its handler runs only when the loop turns.
        while not (serving.done() or self._told_to_stop.is_set()):
            await asyncio.wait({serving}, timeout=LOOK_SECONDS)
        await asyncio.to_thread(ending)
        # What is answered meanwhile as if nothing ended has left before connections close.
        await asyncio.sleep(LOOK_SECONDS)
        # Who keeps a connection hears meanwhile that it is over: a request sent as one is closed would have no answer.
        self._front.closing = True
        await asyncio.sleep(CLOSING_SECONDS)
        for one in self._listening.values():
            one.stop()  # type: ignore[no-untyped-call]
        await asyncio.wait({serving}, timeout=STOP_SECONDS)
        self._front.close()
        return serving.done()

    def renew(self) -> None:
        """Takes the certificate from its file anew; connections that are open keep the one they have. From any thread."""
        if loop := self._loop:
            for one in self._listening.values():
                if one.ssl_ctx[0]:
                    loop.call_soon_threadsafe(one.reload)

    def stop(self) -> None:
        """Makes `run` return. From any thread, and from a handler of signals."""
        self._told_to_stop.set()


def _free(host: str, port: int) -> tuple[str, int]:
    """The address and the port to listen at; port 0 is any that is free. Raises NotFree where somebody else listens."""
    try:
        family, kind, _, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(at)
            result = probe.getsockname()
            return str(result[0]), int(result[1])
    except OSError as problem:
        raise NotFree(port, problem) from problem


async def _until_open(address: str, port: int, serving: asyncio.Future[Any]) -> None:
    """Waits until a connection can be made; the server itself does not say when."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- what is listened at, seen from here
    while not (await asyncio.wait({serving}, timeout=0.01))[0]:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(everywhere.get(address, address), port)
            writer.close()
            return


def _allow_files(wanted: int) -> None:
    """Has this process open so many files, as far as the system lets it: some begin with 256, as few strangers can use up."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        # Some systems have a limit of their own below the one that they name.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))


def _headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """The headers by name in small letters, what comes several times with commas between.

    One with an underscore could be taken for another one, which a proxy vouches for, and is left out.
    """
    results: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name, text = raw.decode("latin-1"), value.decode("latin-1")
        if "_" not in name:
            between = "; " if name == "cookie" else ","
            results[name] = f"{results[name]}{between}{text}" if name in results else text
    return results


def _environ(scope: Mapping[str, Any], headers: Mapping[str, str], body: BytesIO) -> dict[str, Any]:
    """The request as the application takes it (PEP 3333)."""
    server, client = scope["server"], scope["client"]
    named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
    return {
        **named,
        "CONTENT_TYPE": headers.get("content-type", ""),
        "CONTENT_LENGTH": str(body.getbuffer().nbytes),
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def _as_answer(refusal: Problem) -> tuple[int, Headers, bytes]:
    """The answer to what the application is not asked; the connection ends, for nobody can tell where the next request begins."""
    body = msgspec.json.encode(body_of_problem(refusal.status, refusal.code, str(refusal), refusal.details))
    headers = {"Content-Type": PROBLEM_JSON, "Content-Length": str(len(body)), **refusal.headers}
    return refusal.status, list(headers.items()), body


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _read_each(streams: Sequence[LiveStream]) -> dict[LiveStream, bytes]:
    """What each stream says now; one that is broken says nothing, and ends without the others."""
    results = {}
    for number, stream in enumerate(streams, 1):
        try:
            results[stream] = stream.more()
        except Exception:  # noqa: BLE001 -- its reader comes back, and the log says what is wrong
            _log.exception("stream_broken")
        if not number % STREAMS_AT_ONCE:
            time.sleep(0)
    return results


def _hand_out(
    asking: Mapping[LiveStream, asyncio.Future[bytes | None]], reading: asyncio.Future[dict[LiveStream, bytes]]
) -> None:
    for stream, answer in asking.items():
        # Nobody waits for it any more when the server stops.
        if not answer.done():
            answer.set_result(reading.result().get(stream))
