"""Listens to a night with many clients, in a process of its own, and writes when each of them heard which version.

A line comes out when all streams are open. Given the last version, it writes the moments by version once everybody has heard
that one. Nothing of chipbook is imported, so that it starts at once.
"""

import json
import re
import selectors
import socket
import sys
import threading
import time

EVENT = re.compile(rb"id: (\d+)\nevent: recorded\n")
HEAD = "GET /api/v1/nights/{night}/stream HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\r\n"


def main() -> None:
    """Listens until a line names the last version and all have heard it."""
    port, listeners, token, night = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    selector = selectors.DefaultSelector()
    for number in range(listeners):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(HEAD.format(night=night, token=token).encode())
        selector.register(connection, selectors.EVENT_READ, number)
    last: list[int] = []
    threading.Thread(target=lambda: last.append(int(sys.stdin.readline())), daemon=True).start()
    opened: set[int] = set()
    heard: dict[int, list[float]] = {}
    while not last or len(heard.get(last[0], ())) < listeners:
        for key, _ in selector.select(0.05):
            data = key.fileobj.recv(65536)
            moment = time.monotonic()
            if not data:
                raise SystemExit(f"Stream {key.data} has ended; {len(opened)} were open.")
            if data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 200"):
                raise SystemExit(data.decode())
            if key.data not in opened and b"retry: " in data:
                opened.add(key.data)
                if len(opened) == listeners:
                    sys.stdout.write("true\n")
                    sys.stdout.flush()
            for version in EVENT.findall(data):
                heard.setdefault(int(version), []).append(moment)
    json.dump(heard, sys.stdout)


if __name__ == "__main__":
    main()
