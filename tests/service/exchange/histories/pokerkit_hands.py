"""Random hands of every variant of PHH, played and written by PokerKit, and nights of them played here."""

import random
import re
from typing import Any

import pytest

from engine import commands, events
from engine.events import Event, Recorded
from engine.folding import evolve
from engine.state import Night
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight, UnitOfWork
from service.exchange.histories.hands import BY_CODE, HistoryFile
from service.exchange.histories.phh import read_phh
from service.exchange.histories.playing import play_history
from service.exchange.imports.recording import ImportOptions, ImportReport, Submit
from tests.engine.settling import Settlement
from tests.engine.test_against_pokerkit import VARIANTS

pokerkit: Any = pytest.importorskip("pokerkit")
notation: Any = pytest.importorskip("pokerkit.notation")

# Every bet is a multiple of this, so that halves, and parts for up to seven players, are whole: no odd chips.
CHIP = 840
NOW = "2026-11-20T19:00:00Z"
PLAIN = re.compile("[A-Za-z0-9][A-Za-z0-9-]{,19}")
AUTO = pokerkit.Automation
DOES, TRIMMED = tuple(AUTO), True
BLINDS, STUD = (0, (CHIP, 2 * CHIP)), (CHIP, 2 * CHIP, 4 * CHIP, 8 * CHIP)
STAKES: dict[str, tuple[Any, ...]] = {
    "FT": (*BLINDS, 2 * CHIP, 4 * CHIP),
    "NT": (*BLINDS, 2 * CHIP),
    "NS": (CHIP, (0, 0), 2 * CHIP),
    "PO": (*BLINDS, 2 * CHIP),
    "FO/8": (*BLINDS, 2 * CHIP, 4 * CHIP),
    "F7S": STUD,
    "F7S/8": STUD,
    "FR": STUD,
    "N2L1D": (CHIP, (CHIP, 2 * CHIP), 2 * CHIP),
    "F2L3D": (*BLINDS, 2 * CHIP, 4 * CHIP),
    "FB": (*BLINDS, 2 * CHIP, 4 * CHIP),
}
MOST = {"F2L3D": 4, "FB": 5}


def dealt_and_played(code: str, chance: random.Random) -> tuple[str, list[int]]:
    """One random hand as PokerKit writes it, and the stacks it ends with."""
    said = (DOES, TRIMMED, *STAKES[code])
    game = notation.HandHistory.game_types[code](*said, mode=pokerkit.Mode.CASH_GAME)
    players = chance.randint(2, MOST.get(code, 6))
    # PokerKit shuffles by the chance of the whole process; the same seed must deal the same cards.
    random.seed(chance.random())
    state = game([chance.randint(3, 60) * CHIP for _ in range(players)], players)
    while state.status:
        _act(state, chance)
    return notation.HandHistory.from_game_state(game, state).dumps(), list(state.stacks)


def _act(state: Any, chance: random.Random) -> None:
    roll = chance.random()
    if state.can_stand_pat_or_discard():
        own = list(state.get_down_cards(state.stand_patter_or_discarder_index))
        state.stand_pat_or_discard(chance.sample(own, chance.randint(0, 2)))
    elif state.can_post_bring_in():
        state.post_bring_in()
    elif state.can_complete_bet_or_raise_to() and roll < 0.4:
        most = state.max_completion_betting_or_raising_to_amount
        least = state.min_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(most if roll < 0.15 else least)
    elif state.checking_or_calling_amount and roll > 0.9:
        state.fold()
    else:
        state.check_or_call()


def in_memory(told: HistoryFile) -> tuple[ImportOptions, Submit, UnitOfWork]:
    """A night that is kept nowhere, for these hands."""
    names = list(dict.fromkeys(name for hand in told.hands for name in hand.players))
    players = {name: f"id-{name}" if PLAIN.fullmatch(name) else f"id--{number}" for number, name in enumerate(names)}
    options = ImportOptions(night="n", club="c", unit=1, players=players)
    work = UnitOfWork(LoadedNight("n"), NOW)

    def submit(command: commands.Command, at: str) -> tuple[Event, ...]:
        incoming = IncomingCommand(command, actor="import", occurred_at=at)
        return tuple(record.event for record in work.take(incoming))

    return options, submit, work


def played_here(text: str) -> tuple[ImportReport, list[Recorded]]:
    """The night of a PHH file, played in memory."""
    told = read_phh("a.phh", text)
    options, submit, work = in_memory(told)
    report = play_history(told, options=options, submit=submit)
    return report, list(work.loaded.records)


def settled_apart(records: list[Recorded], code: str) -> Settlement | None:
    """The only hand of a night, settled without the engine from how it stood before its pots. None without a showdown."""
    night = Night()
    for record in records:
        event = record.event
        if isinstance(event, events.PotAwarded):
            assert night.hand is not None
            compared = VARIANTS[BY_CODE[code].game].hands
            return Settlement.of(night, night.hand, compared) if event.by == "cards" else None
        evolve(night, event)
    return None
