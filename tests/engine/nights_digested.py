"""What random nights come to, in one text that compares: `python -m tests.engine.nights_digested NUMBER`."""

from __future__ import annotations

import hashlib
import sys

import msgspec

from engine.library import GAMES
from engine.simulate.evening import Plan
from engine.simulate.playing import ScratchPaper, play
from service.language.dictionaries import shipped
from tests.engine.simulate.seeded import Seeded

# Word games need them, and their nights name them.
DICTIONARIES = (shipped.COMMON_ENGLISH, shipped.WIDE_ENGLISH)
PEOPLE = ("anna", "bo", "carl", "dora")
GAMES_A_NIGHT = 6


def digested(nights: int) -> str:
    """The digest of all events of so many nights, at each of which other games are played."""
    digest = hashlib.sha256()
    for seed in range(nights):
        games = tuple(GAMES[(GAMES_A_NIGHT * seed + place) % len(GAMES)] for place in range(GAMES_A_NIGHT))
        paper = ScratchPaper()
        assert play(Plan(night="night", club="club", people=PEOPLE, games=games, hands=8), Seeded(seed), paper) == ()
        digest.update(msgspec.json.encode([record.event for record in paper.records()]))
    return digest.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(f"{digested(int(sys.argv[1]))}\n")
