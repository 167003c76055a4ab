"""Events decoded and folded, acts decided again, hands played to the showdown, seven cards compared."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import commands
from engine.adjudicate import adjudicate
from engine.cards.deck import FRENCH_52
from engine.cards.high import high_value
from engine.decider import accept
from engine.folding import fold
from service.book.codec import recorded
from tests.bench import smallest
from tests.bench.hands import BLINDS, CHIPS, PLAYERS, Script, checked_down, opened
from tests.bench.nights import SEED, Nights
from tests.bench.peers import peer
from tests.bench.rounds import Run, Size, rates, repeated
from tests.bench.rows import Row

# The bare references: what a fold cannot be quicker than, and what is left of it when almost nothing is known.
DECODED = "decoded alone"
FOLDED = "decoded and folded"
SMALLEST = "decoded, the smallest fold"
BETTING = commands.Wager | commands.Check | commands.Fold


def folded(nights: list[Nights], size: Size) -> list[Row]:
    """Rows of the book to the state of a night.

    Beside it: an aggregate of eventsourcing that adds chips up, the same events only decoded, and the smallest fold.
    """
    theirs = "eventsourcing"
    contenders: dict[str, Run] = {}
    for kind in nights:
        contenders[kind.name] = repeated(_folding(kind), size.events)
        contenders[f"{DECODED}: {kind.name}"] = repeated(_decoding(kind), size.events)
        if kind.poker:
            contenders[f"{SMALLEST}: {kind.name}"] = repeated(_folding_least(kind), size.events)
    if peer(theirs):
        contenders[theirs] = _aggregate_read(size.events // 10 + 1)
    found = rates(contenders, size.rounds)
    rows: list[Row] = []
    for kind in nights:
        what, ours = f"events decoded and folded: {kind.name}", found[kind.name]
        rows.append(Row(what=what, ours=ours, peer=theirs, peer_rate=found.get(theirs), aim_ratio=9))
        # At most 2.2 times as long as decoding takes.
        decoded = found[f"{DECODED}: {kind.name}"]
        rows.append(Row(what=what, ours=ours, peer=DECODED, peer_rate=decoded, aim_ratio=0.45))
        if kind.poker:
            rows.append(Row(what=what, ours=ours, peer=SMALLEST, peer_rate=found[f"{SMALLEST}: {kind.name}"]))
    return rows


def _decoding(kind: Nights) -> Run:
    def run() -> int:
        for rows in kind.rows:
            for row in rows:
                recorded(row)
        return kind.events

    return run


def _folding(kind: Nights) -> Run:
    def run() -> int:
        for rows in kind.rows:
            assert fold(map(recorded, rows)).opened
        return kind.events

    return run


def _folding_least(kind: Nights) -> Run:
    def run() -> int:
        for rows in kind.rows:
            assert smallest.folded(map(recorded, rows)).stacks
        return kind.events

    return run


def _aggregate_read(events: int) -> Run:
    application: Any = peer("eventsourcing.application")
    domain: Any = peer("eventsourcing.domain")

    class Stack(domain.Aggregate):  # type: ignore[misc]
        @domain.event("Opened")
        def __init__(self, player: str) -> None:
            self.player = player
            self.chips = 0

        @domain.event("Moved")
        def move(self, chips: int) -> None:
            self.chips += chips

    book = application.Application()
    stack = Stack(player="anna")
    for number in range(events - 1):
        stack.move(chips=number)
    book.save(stack)

    def run() -> int:
        assert book.repository.get(stack.id).version == events
        return events

    return run


def adjudicated(nights: list[Nights], size: Size) -> list[Row]:
    """Every primary event decided again and its consequences compared; beside it, the same events decoded and folded."""
    contenders: dict[str, Run] = {}
    for kind in nights:
        contenders[kind.name] = repeated(_adjudicating(kind), size.events)
        contenders[f"{FOLDED}: {kind.name}"] = repeated(_folding(kind), size.events)
        if kind.poker:
            contenders[f"{SMALLEST}: {kind.name}"] = repeated(_folding_least(kind), size.events)
    found = rates(contenders, size.rounds)
    rows: list[Row] = []
    for kind in nights:
        what, ours = f"events adjudicated: {kind.name}", found[kind.name]
        folded_rate = found[f"{FOLDED}: {kind.name}"]
        rows.append(Row(what=what, ours=ours, peer=FOLDED, peer_rate=folded_rate, aim_ratio=0.5))
        if kind.poker:
            rows.append(Row(what=what, ours=ours, peer=SMALLEST, peer_rate=found[f"{SMALLEST}: {kind.name}"]))
    return rows


def _adjudicating(kind: Nights) -> Run:
    read = kind.read()

    def run() -> int:
        assert all(adjudicate(night).agrees for night in read)
        return kind.events

    return run


def replayed(random: Nights, size: Size) -> list[Row]:
    """The same hands, each bet, call, check and fold through all rules, by chipbook and by PokerKit."""
    (records,) = random.read()
    acts = sum(isinstance(record.event, BETTING) for record in records)
    assert acts == sum(len(script.acts) for script in random.scripts)

    def ours() -> int:
        assert adjudicate(records).agrees
        return acts

    contenders: dict[str, Run] = {"chipbook": ours}
    if peer("pokerkit"):
        some = random.scripts[: size.slow_hands]
        contenders["pokerkit"] = lambda: sum(map(_pokerkit_replays, some))
    found = rates(contenders, size.rounds)
    what = "acts of random hold'em hands replayed"
    return [Row(what=what, ours=found["chipbook"], peer="PokerKit", peer_rate=found.get("pokerkit"))]


def _pokerkit_replays(script: Script) -> int:
    state = _pokerkit_hand(script.stacks, dealt=False)
    for hole in script.holes:
        state.deal_hole(hole)
    boards = iter(script.boards)
    for act, to in script.acts:
        while state.can_burn_card():
            state.burn_card("??")
            state.deal_board(next(boards))
        if act == "fold":
            state.fold()
        elif act == "raise":
            state.complete_bet_or_raise_to(to)
        else:
            state.check_or_call()
    assert list(state.stacks) == script.ends, "PokerKit and chipbook pay the same."
    return len(script.acts)


def _pokerkit_hand(stacks: list[int], *, dealt: bool) -> Any:
    """A hand in which PokerKit does by itself what is not to be measured; dealt by itself, or by us."""
    kit: Any = peer("pokerkit")
    does = kit.Automation
    steps = [
        *(does.ANTE_POSTING, does.BET_COLLECTION, does.BLIND_OR_STRADDLE_POSTING, does.HAND_KILLING),
        *(does.HOLE_CARDS_SHOWING_OR_MUCKING, does.CHIPS_PUSHING, does.CHIPS_PULLING),
        *((does.CARD_BURNING, does.HOLE_DEALING, does.BOARD_DEALING) if dealt else ()),
    ]
    return kit.NoLimitTexasHoldem.create_state(
        automations=tuple(steps),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(BLINDS.small, BLINDS.big),
        min_bet=BLINDS.big,
        raw_starting_stacks=tuple(stacks),
        player_count=len(stacks),
    )


def shown_down(size: Size) -> list[Row]:
    """Hands of six from the shuffle to the paid pot, with nobody folding, so that all seven cards of all count."""
    contenders: dict[str, Run] = {"chipbook": lambda: _our_hands(size.hands)}
    if peer("pokerkit"):
        contenders["PokerKit"] = lambda: _pokerkit_hands(size.slow_hands)
    if peer("clubs"):
        contenders["clubs"] = lambda: _clubs_hands(size.hands)
    found = rates(contenders, size.rounds)
    what = "hold'em hands of six with showdown"
    return [
        Row(what=what, ours=found["chipbook"], peer=name, peer_rate=found.get(name), aim_ratio=aim)
        for name, aim in (("PokerKit", 40), ("clubs", 2))
    ]


def _our_hands(hands: int) -> int:
    night, chance = opened("showdowns"), Random(SEED)
    for _ in range(hands):
        for command in checked_down(night, chance):
            accept(night, command)
    assert night.hands_played == hands
    assert night.hand is None
    return hands


def _pokerkit_hands(hands: int) -> int:
    for _ in range(hands):
        state = _pokerkit_hand([CHIPS] * len(PLAYERS), dealt=True)
        while state.status:
            state.check_or_call()
        assert sum(state.stacks) == CHIPS * len(PLAYERS)
    return hands


def _clubs_hands(hands: int) -> int:
    clubs: Any = peer("clubs")
    dealer = clubs.poker.Dealer(**clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER)
    for _ in range(hands):
        seen, over = dealer.reset(reset_button=True, reset_stacks=True), [False]
        while not all(over):
            seen, _, over = dealer.step(seen["call"])
    return hands


def evaluated(size: Size) -> list[Row]:
    """The value of seven cards, each program from cards in its own form, made before."""
    chance = Random(SEED)
    hands = [chance.sample(FRENCH_52, 7) for _ in range(size.evaluations)]
    texts = [[card.replace("10", "T") for card in hand] for hand in hands]
    contenders: dict[str, Run] = {"chipbook": lambda: len([high_value(hand) for hand in hands])}
    if treys := peer("treys"):
        theirs, evaluate = [[treys.Card.new(card) for card in hand] for hand in texts], treys.Evaluator().evaluate
        contenders["treys"] = lambda: len([evaluate(hand[:2], hand[2:]) for hand in theirs])
    if eval7 := peer("eval7"):
        compiled = [[eval7.Card(card) for card in hand] for hand in texts]
        contenders["eval7 (in C)"] = lambda: len([eval7.evaluate(hand) for hand in compiled])
    if kit := peer("pokerkit"):
        sets = [tuple(kit.Card.parse("".join(hand))) for hand in texts[: max(1, size.evaluations // 100)]]
        contenders["PokerKit"] = lambda: len([kit.StandardHighHand.from_game(hand) for hand in sets])
    found = rates(contenders, size.rounds)
    row = {"what": "seven cards evaluated", "ours": found["chipbook"]}
    aims = {"treys": 1.0, "eval7 (in C)": 1.0}
    return [
        Row(**row, peer=name, peer_rate=found.get(name), aim_ratio=aims.get(name))
        for name in ("treys", "eval7 (in C)", "PokerKit")
    ]
