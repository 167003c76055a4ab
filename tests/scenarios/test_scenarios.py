"""Plain-text evenings, each a story about one rule, and the night of the demo: played through shorthand and rules.

A comment `# nets: Anna -7, Bo -7, Carl 14` says how everyone ends, in chips. A comment `# balance: pot 15, shadow Carl 3`
says what the ledger holds where it stands in the file.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from engine import commands, events
from engine.adjudicate import adjudicate
from engine.decider import accept, to_record
from engine.events import NAME_OF, Recorded
from engine.folding import effective, fold
from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from engine.ledger.invariants import broken
from engine.state import Night
from service.language.shorthand import Head, read_file, read_line
from tests.engine.again import strike
from tests.engine.table import snapshot
from tests.service.language.shorthand.danish_lines import in_danish

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "cli" / "data" / "demo.night"
FILES = (*sorted(Path(__file__).parent.glob("*.night")), DEMO)

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@dataclass(slots=True)
class Evening:
    """A `.night` file while it is played: the night, its events, and who is who."""

    head: Head
    night: Night = field(default_factory=Night)
    records: list[Recorded] = field(default_factory=list)
    ids: dict[str, PlayerId] = field(default_factory=dict)

    @property
    def names(self) -> dict[PlayerId, str]:
        return {player: name for name, player in self.ids.items()}

    def begin(self) -> None:
        for name in self.head.players:
            self.meet(name)
        self.take(self.head.opening("night", "club", self.ids))
        for player in list(self.ids.values()):
            self.take(commands.SeatPlayer(player=player))

    def meet(self, name: str) -> None:
        self.ids[name] = f"p{len(self.ids) + 1}"

    def take(self, command: commands.Command) -> None:
        """Decides and records one command; whatever must always be true is true after it."""
        if isinstance(command, commands.StrikeEvents):
            outcome = strike(self.records, command)
            self.night, drafts = outcome.night, outcome.drafts
        else:
            drafts = to_record(command, accept(self.night, command), after=len(self.records))
        self.records += [one.as_recorded(number) for number, one in enumerate(drafts, start=len(self.records) + 1)]
        assert broken(self.night) == [], f"after {command}"

    def say(self, line: str) -> None:
        spoken = read_line(line, self.night, self.names)
        assert read_line(in_danish(line), self.night, self.names) == spoken, in_danish(line)
        for name in spoken.players:
            self.meet(name)
        for command in spoken.commands:
            self.take(command)

    def holds(self, account: str) -> int:
        """What an account holds; `shadow Carl` is the one of that player."""
        kind, _, name = account.partition(" ")
        return self.night.balance.get(f"{kind}:{self.ids[name]}" if name else kind, 0)


def amounts(text: str) -> dict[str, int]:
    """`pot 15, shadow Carl 3` as amounts by name."""
    pairs = (part.strip().rpartition(" ") for part in text.split(","))
    return {name: int(amount) for name, _, amount in pairs}


def said_in(text: str, key: str) -> list[tuple[int, dict[str, int]]]:
    """What the comments `# key: …` say, with their line numbers."""
    lines = enumerate(text.splitlines(), 1)
    return [(number, amounts(line.partition(":")[2])) for number, line in lines if line.startswith(f"# {key}:")]


def played(text: str) -> Evening:
    """The evening after its last line; every balance on the way is as the file says."""
    head, lines = read_file(text)
    evening = Evening(head)
    evening.begin()
    acts = [(number, line, None) for number, line in lines]
    balances = [(number, "", balance) for number, balance in said_in(text, "balance")]
    for number, line, balance in sorted((*acts, *balances), key=lambda act: act[0]):
        if balance is None:
            evening.say(line)
        else:
            held = {account: evening.holds(account) for account in balance}
            assert held == balance, f"at line {number}"
    return evening


@cache
def played_file(path: Path) -> Evening:
    return played(path.read_text(encoding="utf-8"))


def in_chips(evening: Evening) -> dict[str, int]:
    assert evening.night.opened is not None
    assert all(cents % evening.night.unit == 0 for cents in nets(evening.night).values())
    return {evening.names[player]: cents // evening.night.unit for player, cents in nets(evening.night).items()}


@every_file
def test_everyone_ends_with_what_the_file_says(path) -> None:
    ((_, said),) = said_in(path.read_text(encoding="utf-8"), "nets")
    assert in_chips(played_file(path)) == said
    assert sum(said.values()) == 0


@every_file
def test_the_night_is_closed_and_its_plan_pays_everybody(path) -> None:
    night = played_file(path).night
    assert night.phase == "planned"
    left = dues(night)
    for transfer in night.closing.plan.transfers or ():
        left[transfer.payer] += transfer.cents
        left[transfer.payee] -= transfer.cents
    assert set(left.values()) == {0}


@every_file
def test_the_rules_would_decide_the_night_the_same_way_again_and_the_book_alone_tells_it(path) -> None:
    evening = played_file(path)
    judged = adjudicate(evening.records)
    assert judged.findings == ()
    assert judged.primaries > 10
    assert snapshot(fold(evening.records)) == snapshot(evening.night)


@every_file
def test_a_file_begins_with_what_there_is_to_see(path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.fullmatch(r"# [A-ZÆØÅ].{20,}", first)


def test_the_demo_plays_eight_games_at_least_twice_each() -> None:
    evening = played_file(DEMO)
    announced = [record.event for record in effective(evening.records)]
    games = Counter(event.game for event in announced if isinstance(event, commands.AnnounceHand))
    assert games.total() >= 28
    assert {game for game, times in games.items() if times >= 2} >= {
        "Straight Poker",
        "Three Card Draw",
        "Three Card Draw, Deuces Wild",
        "Five Card Stud",
        "Seven Card Stud",
        "Texas Hold'em",
        "Omaha",
        "Omaha Hi/Lo 8",
    }


def test_the_demo_shows_everything_that_can_happen_to_a_bank() -> None:
    happened = {NAME_OF[type(record.event)] for record in played_file(DEMO).records}
    assert happened >= {
        NAME_OF[kind]
        for kind in (
            commands.GiveLoan,
            commands.BuyChips,
            commands.CashOut,
            commands.TransferChips,
            commands.PayOut,
            commands.CountChips,
            commands.StandUp,
            commands.SitBack,
            commands.LeaveNight,
            commands.MakeRuling,
            commands.NewDeal,
            commands.StrikeEvents,
            commands.CloseNight,
            commands.ResolveGap,
            commands.FreezePlan,
            commands.RecordPayment,
            events.CarryAdded,
            events.ShadowPulled,
            events.DebtPaid,
            events.UncalledReturned,
            events.GapFound,
            events.EventsStruck,
        )
    }


def test_in_the_demo_main_and_side_pot_go_to_different_players() -> None:
    evening = played_file(DEMO)
    awards = [record.event for record in evening.records if isinstance(record.event, events.PotAwarded)]
    with_a_side_pot = [(main, side) for main, side in pairwise(awards) if (main.pot, side.pot) == (0, 1)]
    winners = [[evening.names[share.player] for share in award.shares] for pair in with_a_side_pot for award in pair]
    assert winners == [["Jørgen"], ["Ebbe"]]


def test_the_demo_is_paid_in_part() -> None:
    night = played_file(DEMO).night
    owed = [transfer.cents for transfer in night.closing.plan.transfers or ()]
    assert any(0 < paid < cents for paid, cents in zip(night.closing.paid, owed, strict=True))
