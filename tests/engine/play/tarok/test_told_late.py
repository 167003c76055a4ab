"""Typing cards earlier or later never changes what a deal of Tarok or Lift Smoke pays (RULINGS R-T17).

A deal is played at random with every card in the open. It is then typed three times: all cards at the deal; each card as
late as the table allows; and something in between. What is paid is compared, and with a count that uses no engine.
"""

import random
from dataclasses import dataclass, field

import pytest

from engine import commands, errors, events
from engine.cards.deck import DECKS
from engine.cards.tarok import JOKER, TAROK_54, TRUMPS
from engine.cards.tricks import PACKS, TRUMP, may_be_played, winning_place
from engine.decider import accept
from engine.state import UNKNOWN, Hand
from tests.engine.table import house, opened, waived
from tests.soak import rounds

PACK = PACKS["tarok-54"]
MELDS = ("joker XXI I", "Ks Kh Kd Kc")
FIVES = {JOKER, "XXI", "I", "Ks", "Kh", "Kd", "Kc"}
WAIVED = (errors.UltimoWithoutPagat,)


def worth(cards: list[str]) -> int:
    """The points of a pile as the source counts them: the values, less two for every three cards (RULINGS C2)."""
    by_rank = {"Q": 4, "C": 3, "J": 2}
    values = [5 if card in FIVES else 1 if card in TRUMPS else by_rank.get(card[:-1], 1) for card in cards]
    return sum(values) - 2 * len(cards) // 3


@dataclass
class Deal:
    """One deal of Tarok as it was played, with every card."""

    hands: dict[str, list[str]]
    widow: list[str]
    bidder: str
    contract: str
    choice: int = 0
    discarded: list[str] = field(default_factory=list)
    goal: str = ""
    melds: list[tuple[str, str]] = field(default_factory=list)
    ultimo: bool = False
    contra: str = ""
    tricks: list[list[tuple[str, str]]] = field(default_factory=list)

    @property
    def left(self) -> list[str]:
        """What of the widow counts for the opponents."""
        if not self.choice:
            return self.widow
        return self.widow[:3] if self.choice == 2 else self.widow[3:]

    @property
    def taken(self) -> list[str]:
        return [card for card in self.widow if card not in self.left]

    def winners(self) -> list[str]:
        return [trick[winning_place(PACK, [card for _, card in trick], TRUMP)][0] for trick in self.tricks]


def played(seed: int) -> Deal:
    """A deal at random; every other one with an ultimo, some of these by a bidder without the pagat."""
    chance = random.Random(seed)
    stock = list(TAROK_54)
    chance.shuffle(stock)
    hands = {player: stock[16 * place : 16 * place + 16] for place, player in enumerate("ABC")}
    holder = next((player for player, cards in hands.items() if "I" in cards), "A")
    bidder = holder if chance.random() < 0.6 else chance.choice("ABC")
    deal = Deal({player: list(cards) for player, cards in hands.items()}, stock[48:], bidder, "solo")
    if chance.random() < 0.5:
        deal.contract, deal.choice = "threesome", chance.randint(1, 3)
        own = hands[bidder]
        own += deal.taken
        loose = [card for card in own if not card.startswith("K")]
        deal.discarded = chance.sample(loose, 3)
        hands[bidder] = [card for card in own if card not in deal.discarded]
        deal.goal = chance.choice(("game", "consolation"))
    deal.melds = [(player, meld) for player in "ABC" for meld in MELDS if set(meld.split()) <= set(hands[player])]
    deal.ultimo = chance.random() < 0.7
    deal.contra = (
        chance.choice([each for each in "ABC" if each != bidder]) if deal.ultimo and chance.random() < 0.4 else ""
    )
    leader = "A"
    for _ in range(16):
        trick: list[tuple[str, str]] = []
        for player in "ABCAB"["ABC".index(leader) :][:3]:
            able = may_be_played(PACK, hands[player], trick[0][1], TRUMP, must_trump=True) if trick else hands[player]
            # The pagat is kept for the last trick now and then.
            kept = [card for card in able if card != "I"] if chance.random() < 0.8 else []
            card = chance.choice(kept or list(able))
            hands[player].remove(card)
            trick.append((player, card))
        deal.tricks.append(trick)
        leader = deal.winners()[-1]
    return deal


def expected(deal: Deal) -> list[tuple[str, tuple[str, ...], int]]:
    """What is paid and to whom, by RULINGS C4 and nothing else."""
    base = 100 if deal.contract == "solo" else 50
    others = tuple(each for each in "ABC" if each != deal.bidder)
    winners = deal.winners()
    mine = [card for trick, won in zip(deal.tricks, winners, strict=True) if won == deal.bidder for _, card in trick]
    points = worth([*mine, *deal.discarded])
    number, holder, captor = next(
        (
            (place, player, winners[place])
            for place, trick in enumerate(deal.tricks)
            for player, card in trick
            if card == "I"
        ),
        (None, None, None),
    )
    if deal.ultimo and holder == deal.bidder and number != 15:
        later = [card for trick in deal.tricks[number + 1 :] for player, card in trick if player == holder]
        led = deal.tricks[number][0]
        needless = led[0] == holder or any(
            card in may_be_played(PACK, [*later, "I"], led[1], TRUMP, must_trump=True) for card in later
        )
        if needless:
            points -= 5 if captor == deal.bidder else 0
        elif captor != deal.bidder and winners[15] == deal.bidder:
            points += 5
    won = (points >= 36) != (deal.goal == "consolation")
    over = abs(points - 35)
    found = [("meld", (player,), base) for player, _ in deal.melds]
    what = "consolation" if deal.goal == "consolation" else "game"
    found.append((what, (deal.bidder,) if won else others, (base + 2 * over) * max(1, deal.choice)))
    with_it = holder if number == 15 and captor == holder else None
    if deal.contra:
        won = holder == deal.bidder and captor == deal.bidder
        found.append(("contra-ultimo", (deal.bidder,) if won else others, 4 * base))
    elif deal.ultimo:
        found.append(("ultimo", (deal.bidder,) if with_it == deal.bidder else others, 2 * base))
    elif with_it:
        found.append(("pagat", (with_it,), base))
    return found


class Typed:
    """The deal as it is typed; `early` is how likely a card is told before it has to be."""

    def __init__(self, deal: Deal, early: float, seed: int) -> None:
        self.deal, self.chance, self.early = deal, random.Random(seed), early
        self.night = opened("ABC", chips=5000, rules=house("tarok", auto="none")).do("hand Tarok by C").night
        self.scores: list[events.ScorePaid] = []

    @property
    def hand(self) -> Hand:
        assert self.night.hand is not None
        return self.night.hand

    def told(self) -> bool:
        return self.chance.random() < self.early

    def do(self, command: commands.Command) -> None:
        """The act; what the known cards speak against is waived, because the table has played it so."""
        try:
            happened = accept(self.night, command)
        except WAIVED as refusal:
            happened = accept(self.night, waived(command, type(refusal)))
        self.scores += [event for event in happened if isinstance(event, events.ScorePaid)]

    def begin(self) -> None:
        deal, all_at_once = self.deal, self.told()
        first, second = (
            tuple(card for player in "ABC" for card in deal.hands[player][part]) if all_at_once else ()
            for part in (slice(8), slice(8, 16))
        )
        self.do(commands.Deal(cards=first))
        self.do(commands.Lay(cards=tuple(deal.widow) if self.told() else ()))
        self.do(commands.Deal(cards=second))

    def bid(self) -> None:
        deal = self.deal
        for player in "ABC":
            self.do(
                commands.MakeBid(player=player, contract=deal.contract)
                if player == deal.bidder
                else commands.PassBid(player=player)
            )
            if player == deal.bidder and deal.contract == "solo":
                break
        if not deal.choice:
            return
        self.do(commands.TakeWidow(choice=deal.choice, cards=tuple(deal.taken) if self.told() else ()))
        named = tuple(card for card in deal.discarded if card in TRUMPS)
        self.do(commands.Discard(cards=tuple(deal.discarded) if self.told() else named))
        self.do(commands.AnnounceGoal(goal=deal.goal))

    def play(self) -> None:
        deal = self.deal
        for player, meld in deal.melds:
            self.do(commands.DeclareMeld(player=player, meld=meld))
        if deal.ultimo:
            self.do(commands.AnnounceGoal(goal="ultimo"))
        if deal.contra:
            self.do(commands.AnswerGoal(player=deal.contra))
        for trick in deal.tricks:
            for player, card in trick:
                self.tell(player)
                self.do(commands.PlayCard(player=player, card=card))

    def tell(self, player: str) -> None:
        """Some of the cards a player still holds, said before they are played."""
        own = [held.card for held in self.hand.cards.own[player]]
        if 0 < self.early < 1 and UNKNOWN in own and self.chance.random() < 0.1:
            gone = len(self.hand.tricks.gone)
            to_come = [card for trick in self.deal.tricks[gone:] for each, card in trick if each == player]
            rest = [card for card in to_come if card not in own]
            self.do(commands.NameCards(player=player, cards=tuple(rest[: self.chance.randint(1, len(rest))])))

    def end(self) -> None:
        """The widow is turned up to be counted, if it still has to be."""
        if self.night.hand is not None:
            lying = [held.card for held in self.hand.cards.board]
            self.do(commands.NameCards(cards=tuple(card for card in self.deal.left if card not in lying)))
        assert self.night.hand is None

    def paid(self) -> list[events.ScorePaid]:
        self.begin()
        self.bid()
        self.play()
        self.end()
        return self.scores


@pytest.mark.parametrize("seed", range(rounds(8, 24)))
def test_cards_told_early_or_late_give_the_same_scores_in_tarok(seed):
    deal = played(seed)
    early, late, mixed = (Typed(deal, early, seed).paid() for early in (1, 0, 0.5))
    assert early == late == mixed
    assert [(paid.what, paid.to, paid.value) for paid in early] == expected(deal)


def test_the_random_deals_hold_what_the_pagat_can_come_to():
    """Bidders with and without the pagat, forced and needless, in the last trick and before it."""
    deals = [played(seed) for seed in range(24)]
    kinds = {(what, deal.bidder in to) for deal in deals for what, to, _ in expected(deal)}
    assert {("ultimo", True), ("ultimo", False), ("contra-ultimo", False), ("game", True), ("game", False)} <= kinds


# Lift Smoke.


def typed_smoke(seed: int, *, early: bool, winners_only: float = 0) -> tuple[dict[str, int], str | None]:
    """The stacks after a random deal, and who deals next; the same cards are played however they are typed."""
    chance, typing = random.Random(seed), random.Random(seed)
    stock = list(DECKS["french-52"])
    chance.shuffle(stock)
    hands = {player: [stock.pop() for _ in range(4)] for player in "ABCD"}
    table = opened("ABCD", rules=house("tarok", auto="none")).do("hand Lift Smoke by D")
    in_order = tuple(hands[player][place] for place in range(4) for player in "ABCD")
    table.do(commands.Deal(cards=in_order if early else ()), commands.TurnTrump(card=hands["D"][3]))
    trump, leader, pack = hands["D"][3][-1], "A", PACKS["french-52"]
    while table.night.hand is not None:
        trick: list[tuple[str, str]] = []
        for player in ["ABCDABC"["ABCD".index(leader) :][place] for place in range(4)]:
            if not hands[player]:
                continue
            able = may_be_played(pack, hands[player], trick[0][1], trump, must_trump=False) if trick else hands[player]
            card = chance.choice(list(able))
            hands[player].remove(card)
            trick.append((player, card))
        leader = trick[winning_place(pack, [card for _, card in trick], trump)][0]
        if typing.random() < winners_only:
            table.do(commands.TakeTrick(player=leader))
        else:
            table.do(*(commands.PlayCard(player=player, card=card) for player, card in trick))
        if table.night.hand is not None and table.hand.tricks.draws_due:
            card = stock.pop()
            hands[leader].append(card)
            table.do(commands.DrawFromStock(card=card if early else UNKNOWN))
    return table.stacks(), table.do("hand Lift Smoke").hand.announced.dealer


@pytest.mark.parametrize("seed", range(rounds(4, 12)))
def test_cards_told_early_or_late_or_not_at_all_give_the_same_pot_in_lift_smoke(seed):
    early = typed_smoke(seed, early=True)
    assert typed_smoke(seed, early=False) == early
    assert typed_smoke(seed, early=False, winners_only=0.5) == early
    assert typed_smoke(seed, early=False, winners_only=1) == early
