"""Why each chip moved: every posting in order, with its rule, adding up to stacks and results."""

from collections.abc import Iterator, Sequence

from engine import commands, events
from engine.events import Recorded
from engine.folding import MOVES
from engine.ledger.accounts import nets
from engine.library import GAMES
from engine.registry import RESTS_ON
from engine.reports.movements import movements, of_event, of_hand, of_player
from engine.reports.sources import source_of
from engine.reports.statement import statements
from engine.sample.table import ScratchPaper
from tests.engine.reports.evening import opened, table, won_by
from tests.engine.simulate.evening import of_one_game, play
from tests.engine.simulate.seeded import Seeded
from tests.soak import rounds

NIGHTS = rounds(12)
# Of all games of the library; each is played with its options, down to the cards and without them by turns.
STEP = 1 if NIGHTS > 1000 else 7


def random_night(seed: int) -> Sequence[Recorded]:
    """A closed night of two hands of one game, settled."""
    paper = ScratchPaper()
    plan = of_one_game(seed, depth="book" if seed // len(GAMES) % 2 else "cards")
    assert play(plan, Seeded(seed), paper) == ()
    return paper.records()


def random_nights() -> Iterator[Sequence[Recorded]]:
    yield from (random_night(seed * STEP) for seed in range(NIGHTS))


def test_on_random_nights_every_move_adds_up_to_stacks_and_results_and_has_a_rule_in_words() -> None:
    for records in random_nights():
        found = movements(records)
        accounts = {told.player: told for told in statements(records, found.night)}
        for player, net in nets(found.night).items():
            told = of_player(found, player)
            assert told.result == net == told.stack * told.unit + told.account + told.in_funds
            assert told.stack == found.night.balance.get("chips:" + player, 0) == accounts[player].stack
            assert sum(one.chips for one in told.hands) == told.stack
            assert sum(one.cents for one in told.hands) == told.account
        unsaid = [move.why for move in found.moves if not move.why.says or not move.why.name]
        assert unsaid == []


def test_a_hands_sum_is_that_of_the_account_in_the_report() -> None:
    evening = table()
    won_by(evening, "bo")
    won_by(evening, "eva", bet=3)
    found = movements(evening.records)
    for told in statements(evening.records, evening.night):
        in_hands = {one.hand: one.chips for one in of_player(found, told.player).hands if one.hand is not None}
        assert in_hands == {line.hand: line.chips for line in told.movements if line.kind == "hand"}


def test_a_bet_rests_on_the_games_own_rule_and_a_won_pot_on_its_source_by_name() -> None:
    evening = table()
    won_by(evening, "bo")
    found = movements(evening.records)
    (bet,) = [move for move in of_hand(found, 1) if move.version == evening.numbers(commands.Bet)[0]]
    assert (bet.source, bet.target, bet.amount) == ("chips:bo", "pot", 5)
    assert bet.why.name == "Straight Poker · Pokerregler (Enemærke), its own rules"
    assert bet.why.says == "A bet or raise is at most 5 chips, and once a hand a player may bet or raise exactly 50."
    (won,) = of_event(found, evening.numbers(events.PotAwarded)[0])
    assert (won.why.code, won.why.name) == ("table/winners", "The table's own word: winners")


def test_only_a_pot_that_cannot_be_shared_evenly_quotes_the_rule_of_odd_chips() -> None:
    shares = (events.Share("bo", 11), events.Share("eva", 10))
    award = events.PotAwarded(pot=0, share="all", shares=shares, by="cards")
    game = GAMES[0]
    assert source_of(award, game).name == "Poker as it is usually played: odd chips, RULINGS R-G1"
    assert source_of(award, game).says.endswith("beginning left of the dealer.")
    assert source_of(award, game.but(direction="right")).says.endswith("beginning right of the dealer.")
    even = events.PotAwarded(pot=0, share="all", shares=shares[:1], by="cards")
    assert source_of(even, game).code == f"{game.rulebook}/award"


def test_what_a_ruling_takes_out_of_the_box_is_the_bankers_loss_and_quotes_the_ruling() -> None:
    evening = opened("eva", "bo", rules=commands.HouseRules(initial_loan=40))
    move = commands.ChipMove(payer="box", payee="chips:bo", chips=3)
    evening.do(commands.MakeRuling(text="bo found them under the table", moves=(move,), agreed_by=("eva",)))
    found = movements(evening.records)
    line = of_player(found, "eva").moves[-1]
    assert (line.chips, line.cents) == (0, -3 * evening.night.unit)
    assert line.move.why.says == "Bo found them under the table."
    assert of_player(found, "bo").result == 3 * evening.night.unit


def test_a_void_event_moves_nothing() -> None:
    evening = table()
    given = evening.do(commands.GiveLoan(player="bo", chips=10))
    evening.strike(given, reason="twice")
    assert of_event(movements(evening.records), given) == ()


def test_every_kind_of_event_that_moves_chips_has_a_rule_of_its_own() -> None:
    assert [kind for kind in MOVES if "rule" not in kind.__struct_fields__ and kind not in RESTS_ON] == []
