"""Records nights in processes of its own that can be killed, and says what was recorded only after it was.

Reads the id of a club for each line of its input; every word after it is the id of a writer. Starts a process for each
writer, writes their numbers, and waits until all of them have been killed.
"""

import os
import sys
import traceback

from engine import commands
from service.book.recording.handler import CommandHandler
from service.book.store.schema import open_book
from tests.service.book.store.nights import BANKER, close, opened


def main(url: str) -> None:
    for line in sys.stdin:
        club, *writers = line.split()
        started = [_start(url, club, writer) for writer in writers]
        _say("started", *map(str, started))
        ends = [os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) for process in started]
        _say("ended", *map(str, ends))


def _start(url: str, club: str, writer: str) -> int:
    process = os.fork()
    if process:
        return process
    try:
        _record_nights(url, club, writer)
    except Exception:
        traceback.print_exc()
        raise
    finally:
        # Whatever goes wrong here must not go on as the process that waits.
        os._exit(1)


def _record_nights(url: str, club: str, writer: str) -> None:
    handler = CommandHandler(open_book(url))
    number = 0
    while True:
        number += 1
        night = f"{club}-{writer}-{number}"
        player = opened(handler, night, club)
        _acknowledge(handler, night)
        handler.handle(night, commands.SeatPlayer(player=player))
        handler.handle(night, commands.GiveLoan(player=player, chips=number), key=f"{night}-loan")
        _acknowledge(handler, night)
        handler.handle(night, commands.CountChips(player=player, chips=number))
        close(handler, night)
        _acknowledge(handler, night)
        handler.clubs.rename_member(club, BANKER, f"Bo {writer} {number}")


def _acknowledge(handler: CommandHandler, night: str) -> None:
    _say("recorded", night, str(handler.cached(night).version))


def _say(*words: str) -> None:
    """One line in one write, so that the lines of several processes do not mix."""
    os.write(1, f"{' '.join(words)}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
