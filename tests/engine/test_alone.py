"""The engine needs msgspec and the standard library alone: it is imported and played where there is nothing else."""

import subprocess
import sys

import msgspec

import engine

# Everything of the engine, and a hand of poker: decided, recorded, followed and folded again.
PLAY = """
import importlib, pathlib, sys
sys.path.insert(0, sys.argv[1])
root = pathlib.Path(sys.argv[1], "engine")
for file in sorted(root.rglob("*.py")):
    importlib.import_module(".".join(("engine", *file.relative_to(root).with_suffix("").parts)).removesuffix(".__init__"))

from engine import commands, events
from engine.adjudicate import adjudicate
from engine.decider import accept, follow
from engine.folding import fold
from engine.state import Night
from engine.decider import to_record

night, records = Night(), []
for command in (
    commands.OpenNight(night="night", club="club", banker="anna"),
    *(commands.SeatPlayer(player=player) for player in ("anna", "bo")),
    *(commands.GiveLoan(player=player, chips=100) for player in ("anna", "bo")),
    commands.AnnounceHand(game="Straight Poker", dealer="anna"),
    commands.Bet(player="bo", chips=3),
    commands.Call(player="anna"),
    commands.ShowHand(player="bo", cards=("As", "Ah", "Kd", "Kh", "2c")),
    commands.ShowHand(player="anna", cards=("Qs", "Qh", "Jd", "9h", "3c")),
):
    drafts = to_record(command, accept(night, command), after=len(records))
    records += [one.as_recorded(number) for number, one in enumerate(drafts, start=len(records) + 1)]
assert follow(night) == ()
assert adjudicate(records).agrees
(award,) = [record.event for record in records if isinstance(record.event, events.PotAwarded)]
assert fold(records).balance == night.balance
print([(share.player, share.hand.kind, share.hand.ranks) for share in award.shares])
print(sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names))
"""


def test_the_engine_is_imported_and_played_with_msgspec_alone(tmp_path) -> None:
    for package in (engine, msgspec):
        (folder,) = package.__path__
        (tmp_path / package.__name__).symlink_to(folder)
    played = subprocess.run(
        (sys.executable, "-I", "-S", "-c", PLAY, str(tmp_path)), capture_output=True, text=True, check=False
    )
    assert played.stderr == ""
    assert played.stdout.splitlines() == ["[('bo', 'two pair', ('A', 'K'))]", "['__main__', 'engine', 'msgspec']"]
