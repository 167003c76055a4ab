"""Whole nights at random, in which every pot pays a kitty: nothing is refused, and every column adds up to the end."""

import pytest
from msgspec.structs import replace

from engine import commands, events
from engine.folding import fold
from engine.game.awards import TarokScore
from engine.game.counts import is_for
from engine.game.definition import Game, Kitty
from engine.ledger.accounts import nets
from engine.library import GAMES
from engine.reports.hand_history import hand_history
from engine.reports.sentences import tell_all
from engine.reports.statement import statements
from engine.sample.acts import pick
from engine.sample.table import ScratchPaper, differences
from tests.engine.simulate.evening import Plan, play
from tests.engine.simulate.seeded import Seeded
from tests.soak import rounds

PLAYERS = 4


class Paper(ScratchPaper):
    """Scratch paper on which games are announced with their declarations. `close_changed`: whose result, by how many cents."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        super().__init__()
        self._games = {(game.name, game.rulebook): game for game in games}
        self.close_changed: dict[str, int] = {}

    def take(self, command: commands.Command) -> None:
        if isinstance(command, commands.AnnounceHand):
            command = replace(command, declaration=self._games[command.game, command.rulebook])
        before = dict(nets(self.night())) if isinstance(command, commands.CloseNight) else {}
        super().take(command)
        gaps, unit = self.night().closing.gaps, self.night().unit if before else 0
        after = nets(self.night()) if before else {}
        changed = {player: after[player] - before[player] - gaps.get(player, 0) * unit for player in before}
        self.close_changed |= {player: cents for player, cents in changed.items() if cents}


def night(seed: int) -> Paper:
    """Eight hands of four players, each of a game whose kitty takes between 1 and 30 chips."""
    chance = Seeded(seed)
    able = [game for game in GAMES if is_for(game, PLAYERS) and not isinstance(game.award, TarokScore)]
    picked = tuple({game.name: game for game in (pick(chance, able) for _ in range(8))}.values())
    games = tuple(replace(game, kitty=Kitty(chips=pick(chance, (1, 2, 7, 30)))) for game in picked)
    people = tuple(f"p{number}" for number in range(1, PLAYERS + 1))
    depth = "cards" if seed % 2 else "book"
    plan = Plan(night="n", club="c", people=people, games=games, hands=8, depth=depth, options=False)
    paper = Paper(games)
    assert play(plan, chance, paper) == ()
    return paper


@pytest.mark.parametrize("seed", range(1, 1 + rounds(4, 12)))
def test_a_night_with_kitties_adds_up_from_every_pot_to_every_account(seed) -> None:
    paper = night(seed)
    records = paper.records()
    assert differences(records) == ()
    assert paper.close_changed == {}
    taken = sum(record.event.chips for record in records if isinstance(record.event, events.PaidToKitty))
    (shared,) = (record.event for record in records if isinstance(record.event, events.KittyShared))
    assert taken == sum(share.chips for share in shared.shares) > 0
    for hand in hand_history(records):
        assert hand.pot == sum(stake.got for stake in hand.stakes) + hand.carried_out + hand.set_aside, hand
    assert len(tell_all(records, {})) == len(records)
    until_counted = next(record.version for record in records if isinstance(record.event, commands.CountChips))
    for so_far in (records, records[: until_counted - 1]):
        folded = fold(so_far)
        results = nets(folded)
        for told in statements(so_far, folded):
            assert told.result == results[told.player]
            play_alone = (told.hands + told.transferred + told.ruled + told.gap) * told.unit
            assert told.result == play_alone + told.gap_share + told.fund_share + told.bank_ruled + told.on_account
