"""Events decoded and folded, hands played to the showdown, hands of five and of seven cards compared."""

from random import Random
from typing import Any

from engine.cards.deck import FRENCH_52
from engine.cards.high import high_value
from engine.decider import accept
from engine.folding import fold
from service.book.codec import recorded
from tests.bench.hands import BLINDS, CHIPS, PLAYERS, checked_down, opened
from tests.bench.nights import SEED, Nights
from tests.bench.peers import peer, stack_of
from tests.bench.rounds import Run, Size, rates, repeated
from tests.bench.rows import Row


def folded(nights: list[Nights], size: Size) -> list[Row]:
    """Rows of the book to the state of a night; beside it, an aggregate of eventsourcing that adds chips up."""
    theirs = "eventsourcing"
    contenders: dict[str, Run] = {kind.name: repeated(_folding(kind), size.events) for kind in nights}
    if peer(theirs):
        contenders[theirs] = _aggregate_read(size.events // 10 + 1)
    found = rates(contenders, size.rounds)
    return [
        Row(
            what=f"events decoded and folded: {kind.name}",
            ours=found[kind.name],
            peer=theirs,
            peer_rate=found.get(theirs),
            aim_ratio=6,
        )
        for kind in nights
    ]


def _folding(kind: Nights) -> Run:
    def run() -> int:
        for rows in kind.rows:
            assert fold(map(recorded, rows)).opened
        return kind.events

    return run


def _aggregate_read(events: int) -> Run:
    application: Any = peer("eventsourcing.application")
    book = application.Application()
    stack = stack_of("anna")
    for number in range(events - 1):
        stack.move(chips=number)
    book.save(stack)

    def run() -> int:
        assert book.repository.get(stack.id).version == events
        return events

    return run


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
        for name, aim in (("PokerKit", 30), ("clubs", 1.2))
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
        state = _pokerkit_hand()
        while state.status:
            state.check_or_call()
        assert sum(state.stacks) == CHIPS * len(PLAYERS)
    return hands


def _pokerkit_hand() -> Any:
    """A hand that PokerKit deals by itself, and whose chips it moves by itself."""
    kit: Any = peer("pokerkit")
    does = kit.Automation
    steps = [
        *(does.ANTE_POSTING, does.BET_COLLECTION, does.BLIND_OR_STRADDLE_POSTING, does.HAND_KILLING),
        *(does.HOLE_CARDS_SHOWING_OR_MUCKING, does.CHIPS_PUSHING, does.CHIPS_PULLING),
        *(does.CARD_BURNING, does.HOLE_DEALING, does.BOARD_DEALING),
    ]
    return kit.NoLimitTexasHoldem.create_state(
        automations=tuple(steps),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(BLINDS.small, BLINDS.big),
        min_bet=BLINDS.big,
        raw_starting_stacks=(CHIPS,) * len(PLAYERS),
        player_count=len(PLAYERS),
    )


def _clubs_hands(hands: int) -> int:
    clubs: Any = peer("clubs")
    dealer = clubs.poker.Dealer(**clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER)
    for _ in range(hands):
        seen, over = dealer.reset(reset_button=True, reset_stacks=True), [False]
        while not all(over):
            seen, _, over = dealer.step(seen["call"])
    return hands


def evaluated(size: Size) -> list[Row]:
    """The value of seven cards and of five, each program from cards in its own form, made before."""
    chance = Random(SEED)
    sevens, fives = ([chance.sample(FRENCH_52, cards) for _ in range(size.evaluations)] for cards in (7, 5))
    contenders: dict[str, Run] = {
        "seven": lambda: len([high_value(hand) for hand in sevens]),
        "five": lambda: len([high_value(hand) for hand in fives]),
    }
    if eval7 := peer("eval7"):
        compiled = [[eval7.Card(card.replace("10", "T")) for card in hand] for hand in sevens]
        contenders["eval7 (in C)"] = lambda: len([eval7.evaluate(hand) for hand in compiled])
    if treys := peer("treys"):
        theirs = [[treys.Card.new(card.replace("10", "T")) for card in hand] for hand in fives]
        evaluate = treys.Evaluator().evaluate
        contenders["treys"] = lambda: len([evaluate(hand, []) for hand in theirs])
    found = rates(contenders, size.rounds)
    return [
        Row(what=f"{cards} cards evaluated", ours=found[cards], peer=name, peer_rate=found.get(name), aim_ratio=aim)
        for cards, name, aim in (("seven", "eval7 (in C)", 1), ("five", "treys", 1.2))
    ]
